import { type Entry, idOf, isOpen } from "../outbox/entry.ts"
import { small } from "./small.ts"

/**
 * Notes of waiting entries, kept beside the outbox: a browser without room throws all of a database away, and leaves
 * this. No more than one needs to ask the customer.
 */

const PREFIX = "wartet "

/** Description, and time of the tap by the phone's clock in ms. */
export type Lost = { key: string; konto: string; titel: string; getippt: number }

/** An entry keeps its note when it changes hands; its number begins anew with a new database. */
const keyOf = (entry: Entry): string => `${PREFIX}${entry.art} ${idOf(entry)}`

/** To be asked before the outbox is read: whatever has a note by then is there already. */
export const listNotes = (): string[] => small.keys(PREFIX)

/**
 * Notes what waits, takes away the notes of what does not any more, and misses what is gone.
 *
 * @param before the notes that there were before the outbox was read
 * @param entries all of it, of whatever account
 * @returns what waited and is not there any more
 */
export function compareNotes(before: string[], entries: Entry[]): Lost[] {
  const here = new Map(entries.map((entry) => [keyOf(entry), entry]))
  for (const [key, { konto, titel, getippt }] of here) {
    const note = JSON.stringify({ konto, titel, getippt })
    if (!isOpen(here.get(key) as Entry)) small.remove(key)
    else if (small.get(key) !== note) small.set(key, note)
  }
  return before.filter((key) => !here.has(key)).flatMap(read)
}

/** Before an entry is removed on purpose. */
export const dropNote = (entry: Entry): void => small.remove(keyOf(entry))

export const dropLost = ({ key }: Lost): void => small.remove(key)

/** One that is gone was taken away by another tab, on purpose. */
function read(key: string): Lost[] {
  const note = small.get(key)
  if (note === null) return []
  try {
    return [{ key, ...(JSON.parse(note) as Omit<Lost, "key">) }]
  } catch {
    return []
  }
}
