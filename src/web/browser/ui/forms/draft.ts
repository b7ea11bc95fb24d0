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

/** Keys of drafts that were entered since their form was opened. */
const enteredNow = new Set<string>()

export const isEnteredNow = (account: string, name: string): boolean => enteredNow.has(keyOf(account, name))

export const markEnteredNow = (account: string, name: string): void =>
  void enteredNow.add(keyOf(account, name))

/** Called when a form goes away: what is still in its draft was entered before the next one is opened. */
export const leaveDraft = (account: string, name: string): void =>
  void enteredNow.delete(keyOf(account, name))

/** @returns all that was entered and not sent under names that begin so */
export function draftsBelow<V>(account: string, prefix: string): (Draft<V> & { name: string })[] {
  const start = keyOf(account, "")
  return sealedTab.keys(start + prefix).flatMap((key) => {
    const name = key.slice(start.length)
    const draft = readDraft<V>(account, name)
    return draft ? [{ ...draft, name }] : []
  })
}

/** @returns whether something was entered under a name that is not stored */
export const hasUnsent = (account: string, name: string): boolean =>
  holdsUnsent(sealedTab.get(keyOf(account, name)))

/** @returns the number of an account's forms with unsent input, in all companies and all tabs of this browser */
export function countUnsent(account: string): number {
  const here = sealedTab.keys(ofAccount(account)).filter((key) => holdsUnsent(sealedTab.get(key)))
  return here.length + countOfOthers(ofAccount(account))
}

const FULL =
  "Der Speicher dieses Browsers ist voll: Ihre Eingaben bleiben nur stehen, solange dieses Fenster offen ist, und überstehen kein Neuladen."
/** Whether that was said. */
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

/** Forgets what stands in an account's forms, also in those of its closed tabs. */
export const forgetAllDrafts = (account: string): void => dropCopies(ofAccount(account))

/** @returns whether drafts of other tabs are kept, which may be closed */
export const hasDraftsElsewhere = (account: string): boolean => countOfOthers(ofAccount(account)) > 0

/** Takes over the drafts of an account's closed tabs. Called before any form is shown. */
export const takeOverDrafts = (account: string): Promise<void> => takeOver(ofAccount(account))

/** @returns where input of a closed tab is still unsent, in the company of this tab */
export const draftsTakenOver = (account: string): TakenOver[] =>
  takenOver().filter(({ key }) => key.startsWith(keyOf(account, "")))

/** Forgets that input, wherever it stands. */
export function discardTakenOver(account: string): void {
  const start = keyOf(account, "")
  for (const { key } of draftsTakenOver(account)) forgetDraft(account, key.slice(start.length))
}

/** Notes the page on which a draft is shown: it may have been entered on another one. */
export function noteShown(account: string, name: string): void {
  const text = sealedTab.get(keyOf(account, name))
  if (text !== null) keepCopy(keyOf(account, name), text)
}

/**
 * Hands a draft on to another form, as when its customer is chosen. Entered just now, it counts as that there as well,
 * unless something was left there before.
 */
export function moveDraft(account: string, [from, to]: [string, string], draft: Draft<unknown>): void {
  if (isEnteredNow(account, from) && !hasUnsent(account, to)) markEnteredNow(account, to)
  keepDraft(account, to, draft)
  forgetDraft(account, from)
}
