import { actingTenant } from "../api/acting.ts"
import { toast } from "../parts/toast.tsx"
import { sealedTab } from "../values/sealed.ts"
import {
  countOfOthers,
  dropCopies,
  dropCopy,
  keepCopy,
  type TakenOver,
  takenOver,
  takeOver,
} from "./copies.ts"
import { ofAccount } from "./draft-keys.ts"
import { type Draft, holdsUnsent } from "./unsent.ts"

/** Key of a draft, by account and company. */
const keyOf = (account: string, name: string): string =>
  `${ofAccount(account)}${actingTenant()?.id ?? ""} ${name}`

export function readDraft<V>(account: string, name: string): Draft<V> | undefined {
  const text = sealedTab.get(keyOf(account, name))
  return text === null ? undefined : (JSON.parse(text) as Draft<V>)
}

/** Keys of drafts into which something was entered since their form was opened. */
const enteredNow = new Set<string>()

export const isEnteredNow = (account: string, name: string): boolean => enteredNow.has(keyOf(account, name))

export const markEnteredNow = (account: string, name: string): void =>
  void enteredNow.add(keyOf(account, name))

/** Called when a form is closed: when it is next opened, what is in its draft counts as entered before. */
export const leaveDraft = (account: string, name: string): void =>
  void enteredNow.delete(keyOf(account, name))

/** @returns the drafts whose names have this prefix */
export function draftsBelow<V>(account: string, prefix: string): (Draft<V> & { name: string })[] {
  const start = keyOf(account, "")
  return sealedTab.keys(start + prefix).flatMap((key) => {
    const name = key.slice(start.length)
    const draft = readDraft<V>(account, name)
    return draft ? [{ ...draft, name }] : []
  })
}

/** @returns whether the draft of that name holds input that was not sent */
export const hasUnsent = (account: string, name: string): boolean =>
  holdsUnsent(sealedTab.get(keyOf(account, name)))

/** @returns the number of an account's forms with unsent input, in all companies and all tabs of this browser */
export function countUnsent(account: string): number {
  const here = sealedTab.keys(ofAccount(account)).filter((key) => holdsUnsent(sealedTab.get(key)))
  return here.length + countOfOthers(ofAccount(account))
}

const FULL =
  "Der Speicher dieses Browsers ist voll: Ihre Eingaben bleiben nur stehen, solange dieses Fenster offen ist, und überstehen kein Neuladen."
/** Whether the message was shown. */
let isFull = false

export function keepDraft(account: string, name: string, draft: Draft<unknown>): void {
  const [key, text] = [keyOf(account, name), JSON.stringify(draft)]
  const isKept = sealedTab.set(key, text)
  keepCopy(key, text)
  if (!isKept && !isFull) toast(FULL, { bad: true })
  isFull = !isKept
}

export function forgetDraft(account: string, name: string): void {
  sealedTab.remove(keyOf(account, name))
  dropCopy(keyOf(account, name))
  leaveDraft(account, name)
}

/** Deletes all drafts of an account, also those of its closed tabs. */
export const forgetAllDrafts = (account: string): void => dropCopies(ofAccount(account))

/** @returns whether there are drafts of other tabs, open or closed */
export const hasDraftsElsewhere = (account: string): boolean => countOfOthers(ofAccount(account)) > 0

/** Takes over the drafts of an account's closed tabs. Called before any form is shown. */
export const takeOverDrafts = (account: string): Promise<void> => takeOver(ofAccount(account))

/** @returns the forms of this tab's company that hold unsent input of a closed tab */
export const draftsTakenOver = (account: string): TakenOver[] =>
  takenOver().filter(({ key }) => key.startsWith(keyOf(account, "")))

/** Deletes that input. */
export function discardTakenOver(account: string): void {
  const start = keyOf(account, "")
  for (const { key } of draftsTakenOver(account)) forgetDraft(account, key.slice(start.length))
}

/** Records the page on which a draft is shown now: it may have been entered on another one. */
export function noteShown(account: string, name: string): void {
  const text = sealedTab.get(keyOf(account, name))
  if (text !== null) keepCopy(keyOf(account, name), text)
}

/**
 * Moves a draft to another form, as when its customer is chosen. If it was entered just now, it counts so there, too,
 * unless that form held input before.
 */
export function moveDraft(account: string, [from, to]: [string, string], draft: Draft<unknown>): void {
  if (isEnteredNow(account, from) && !hasUnsent(account, to)) markEnteredNow(account, to)
  keepDraft(account, to, draft)
  forgetDraft(account, from)
}
