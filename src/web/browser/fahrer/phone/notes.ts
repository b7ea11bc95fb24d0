import { type Entry, idOf, isOpen } from "../outbox/entry.ts"
import { small } from "./small.ts"

/**
 * Notes of waiting entries, kept beside the outbox: a browser without room throws databases away and leaves these. They
 * hold no more than one needs to ask the customer.
 */

const PREFIX = "wartet "

/** Description, and time of the tap by the phone's clock in ms. */
export type Lost = { key: string; konto: string; titel: string; getippt: number }

/** An entry keeps its note when it changes hands; its number begins anew with a new database. */
const keyOf = (entry: Entry): string => `${PREFIX}${entry.art} ${idOf(entry)}`

/** Lists notes. Call it before the outbox is read: entries noted by then are in it. */
export const listNotes = (): string[] => small.keys(PREFIX)

/**
 * Writes notes of waiting entries, removes those of finished ones, and finds entries that are gone.
 *
 * @param before the notes from before the outbox was read
 * @param entries all entries of the outbox, of all accounts
 * @returns the notes whose entries are gone
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

/** Drops the note of an entry. Call it before the entry is removed on purpose. */
export const dropNote = (entry: Entry): void => small.remove(keyOf(entry))

const SENT = "unterwegs "
const sentKey = (entry: Entry): string => `${SENT}${entry.art} ${idOf(entry)}`

/** Notes of entries that have left a telephone without room to mark them as sent. */
export const unnoted = {
  has: (entry: Entry): boolean => small.get(sentKey(entry)) !== null,
  add: (entry: Entry): void => small.set(sentKey(entry), ""),
  drop: (entry: Entry): void => small.remove(sentKey(entry)),
}

export const dropLost = ({ key }: Lost): void => small.remove(key)

/** Reads a note. One that is gone was removed by another tab, on purpose. */
function read(key: string): Lost[] {
  const note = small.get(key)
  if (note === null) return []
  try {
    return [{ key, ...(JSON.parse(note) as Omit<Lost, "key">) }]
  } catch {
    return []
  }
}
