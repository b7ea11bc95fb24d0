import { DAY } from "../../../../lib/day.ts"
import { makeEmitter } from "../api/emitter.ts"
import { OtherTabs } from "../api/other-tabs.ts"
import { newId } from "../values/ids.ts"
import { sealedBrowserStore, sealedTab } from "../values/sealed.ts"
import { tabStore } from "../values/stores.ts"
import { COPIES, copyOf } from "./draft-keys.ts"
import { holdsUnsent, parsed } from "./unsent.ts"

/**
 * Copies of drafts, which outlast their tab. A draft lies in sessionStorage, and goes with its tab; its copy stays in
 * localStorage for a week. A new tab takes over the copies of all tabs that do not answer. If such a tab was merely
 * asleep, both have the draft: they send it with the same id, so that it counts once.
 */

/** `href` and `title` of the page on which the form stands; `at` in ms. */
type Copy = { text: string; href: string; title: string; at: number }
/** A form with input from a closed tab. `key` is that of its draft. */
export type TakenOver = Pick<Copy, "href" | "title"> & { key: string }

const TAB = "tab"
const ASK = "?"
const TAKEN_OVER = "übernommen"
/** The copy of a closed tab is kept for this time. In ms. */
const KEPT_FOR = 7 * DAY
/** An open tab answers within this time. In ms. */
const ANSWERS_WITHIN = 300

const tabs = new OtherTabs("buero")
/** Tabs that have answered. */
const open = new Set<string>()
let answered = (): void => {}

const tab = (): string => tabStore.get(TAB) ?? renamed()

function renamed(): string {
  const id = newId()
  tabStore.set(TAB, id)
  return id
}

tabs.listen((data) => {
  if (data === ASK) return tabs.tell(tab())
  // A duplicated tab starts with the id of the original.
  if (data === tab()) renamed()
  open.add(String(data))
  answered()
})

const nameOf = (key: string): string => copyOf(tab(), key)

/**
 * Stores a copy of a draft of this page. If the browser has no room for it, the draft only lasts as long as its tab.
 */
export function keepCopy(key: string, text: string): void {
  if (!holdsUnsent(text)) return dropCopy(key)
  const { pathname, search } = window.location
  put(key, { text, href: pathname + search, title: document.title, at: Date.now() })
}

const put = (key: string, copy: Copy): boolean => sealedBrowserStore.set(nameOf(key), JSON.stringify(copy))

export function dropCopy(key: string): void {
  sealedBrowserStore.remove(nameOf(key))
  changed()
}

/** A copy, its name, its tab, and the key of its draft. */
type Found = Copy & { name: string; tab: string; key: string }

/** @returns the copies of all tabs whose draft keys have this prefix, the newest first */
function findCopies(prefix: string): Found[] {
  const found = sealedBrowserStore.keys(COPIES).flatMap((name) => {
    const [, owner = "", ...words] = name.split(" ")
    const key = words.join(" ")
    const copy = key.startsWith(prefix) ? readCopy(name) : undefined
    return copy ? [{ ...copy, name, tab: owner, key }] : []
  })
  return found.toSorted((a, b) => b.at - a.at)
}

/** @returns undefined if it is no copy: another version, or somebody by hand, may have written there */
function readCopy(name: string): Copy | undefined {
  const { text, href, title, at } = (parsed(sealedBrowserStore.get(name)) ?? {}) as Partial<Copy>
  const isWhole = typeof href === "string" && typeof title === "string" && typeof at === "number"
  return isWhole && text !== undefined && holdsUnsent(text) ? { text, href, title, at } : undefined
}

const ofOthers = (prefix: string): Found[] => findCopies(prefix).filter((copy) => copy.tab !== tab())

/** @returns the number of drafts that other tabs hold, or held until they were closed */
export const countOfOthers = (prefix: string): number => ofOthers(prefix).length

export const dropCopies = (prefix: string): void =>
  findCopies(prefix).forEach(({ name }) => sealedBrowserStore.remove(name))

/**
 * Takes over the drafts of closed tabs. If several are of the same form, the newest comes first, the others with the next
 * loading of a page. Drafts that are too old are deleted, of all accounts.
 *
 * @param prefix of the keys, which names the account
 */
export async function takeOver(prefix: string): Promise<void> {
  await askTabs(ofOthers(prefix).map((copy) => copy.tab))
  const isClosed = (copy: Found): boolean => !open.has(copy.tab)
  for (const { at, name } of ofOthers("").filter(isClosed))
    if (Date.now() - at > KEPT_FOR) sealedBrowserStore.remove(name)
  const taken = ofOthers(prefix).filter(isClosed).filter(moveHere)
  const forms = taken.map(({ key, href, title }) => ({ key, href, title }))
  const told = takenOver().filter(({ key }) => !forms.some((form) => form.key === key))
  sealedTab.set(TAKEN_OVER, JSON.stringify([...told, ...forms]))
  changed()
}

/**
 * Waits until all of these tabs have answered, or the time for it is over. A duplicated tab gets another id by this.
 */
function askTabs(owners: string[]): Promise<void> {
  return new Promise((done) => {
    answered = () => owners.every((one) => open.has(one)) && done()
    setTimeout(done, owners.length > 0 ? ANSWERS_WITHIN : 0)
    tabs.tell(ASK)
  })
}

/** Moves a copy into this tab, unless the same form has unsent input here. @returns whether it was moved */
function moveHere({ key, text, href, title, at, name }: Found): boolean {
  if (holdsUnsent(sealedTab.get(key))) return false
  sealedTab.set(key, text)
  // Removed first, to make room for the same copy under another name.
  sealedBrowserStore.remove(name)
  put(key, { text, href, title, at })
  return true
}

/** @returns the forms whose input this tab has taken over and still holds, unless the message about them was closed */
export function takenOver(): TakenOver[] {
  const forms = parsed(sealedTab.get(TAKEN_OVER))
  const known = Array.isArray(forms) ? (forms as TakenOver[]) : []
  return known.filter((form) => form?.title && form.href && holdsUnsent(sealedTab.get(form.key)))
}

/** Closes the message about them. Their input stays in the forms. */
export function hideTakenOver(): void {
  sealedTab.remove(TAKEN_OVER)
  changed()
}

const takenOverChanged = makeEmitter()
const changed = takenOverChanged.emit
/** Calls back when `takenOver` may have changed. @returns a function that ends this */
export const onTakenOver = takenOverChanged.listen
