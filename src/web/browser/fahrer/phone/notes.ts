import { type Entry, idOf, isOpen } from "../outbox/entry.ts"
import { type Ended, endedBy } from "./ended.ts"
import { browserStore } from "../../ui/values/stores.ts"

/**
 * Notes of entries, kept beside the outbox: a browser without room throws databases away and leaves these. They hold no
 * more than one needs to ask the customer.
 */

const WAITS = "wartet "
/** Left a telephone without room to mark that. */
const SENT = "unterwegs "
/** Arrived, and was removed from a telephone without room to mark that. */
const ARRIVED = "angekommen "

/** Description, and time of the tap by the phone's clock in ms. */
export type Noted = {
  key: string
  konto: string
  titel: string
  getippt: number
  lieferung_id?: string | null
  /** The stop that it ended. */
  ende?: Ended
  /** Whether the driver has read that it arrived. */
  gelesen?: true
}

/** An entry keeps its note when it changes hands; its number begins anew with a new database. */
const keyOf = (prefix: string, entry: Entry): string => `${prefix}${entry.art} ${idOf(entry)}`

const wordsOf = ({ konto, titel, getippt, lieferung_id }: Entry, ende?: Ended): string =>
  JSON.stringify({ konto, titel, getippt, lieferung_id, ende })

/** Lists notes of waiting entries. Call it before the outbox is read: entries noted by then are in it. */
export const listNotes = (): string[] => browserStore.keys(WAITS)

/**
 * Writes notes of waiting entries, removes those of finished ones, and finds entries that are gone.
 *
 * @param before the notes from before the outbox was read
 * @param entries all entries of the outbox, of all accounts
 * @returns the notes whose entries are gone
 */
export function compareNotes(before: string[], entries: Entry[]): Noted[] {
  const here = new Map(entries.map((entry) => [keyOf(WAITS, entry), entry]))
  for (const [key, entry] of here) {
    const note = wordsOf(entry)
    if (!isOpen(entry)) for (const prefix of [WAITS, ARRIVED]) browserStore.remove(keyOf(prefix, entry))
    else if (browserStore.get(key) !== note) browserStore.set(key, note)
  }
  return before.filter((key) => !here.has(key)).flatMap(read)
}

/** Drops the note of an entry. Call it before the entry is removed on purpose. */
export const dropNote = (entry: Entry): void => browserStore.remove(keyOf(WAITS, entry))

/** Notes of entries that have left a telephone without room to mark them as sent. */
export const unnoted = {
  has: (entry: Entry): boolean => browserStore.get(keyOf(SENT, entry)) !== null,
  add: (entry: Entry): void => void browserStore.set(keyOf(SENT, entry), ""),
  drop: (entry: Entry): void => browserStore.remove(keyOf(SENT, entry)),
  /** Call it before the entry is removed to make room: nobody is to enter it once more. */
  arrived: (entry: Entry): void => {
    if (!trivial.has(entry.art)) browserStore.set(keyOf(ARRIVED, entry), wordsOf(entry, endedBy(entry)))
    dropNote(entry)
  },
}

/** Entries that do no harm when they are entered once more. */
const trivial = new Set<Entry["art"]>(["start", "bild"])

/**
 * Lists entries that arrived and are in no outbox any more.
 *
 * @param entries all entries of the outbox: what could not even be removed is in it
 */
export function listArrived(entries: Entry[]): Noted[] {
  const here = new Set(entries.map((entry) => keyOf(ARRIVED, entry)))
  return browserStore
    .keys(ARRIVED)
    .filter((key) => !here.has(key))
    .flatMap(read)
}

/** @returns keys of the notes whose deliveries a day shows that is asked for from now on */
export const listShown = (): string[] =>
  browserStore.keys(ARRIVED).filter((key) => read(key).some(({ lieferung_id }) => lieferung_id !== null))

/** Notes of stops that have ended stay, read, until a day is kept that knows it. */
export function confirmArrived(notes: Noted[]): void {
  for (const { key, ...note } of notes)
    if (note.ende) browserStore.set(key, JSON.stringify({ ...note, gelesen: true }))
    else browserStore.remove(key)
}

export const dropNotes = (keys: string[]): void => keys.forEach(browserStore.remove)

/** Forgets what arrived of an account that logs out. */
export const dropArrived = (konto: string): void =>
  dropNotes(browserStore.keys(ARRIVED).filter((key) => read(key).some((note) => note.konto === konto)))

/** Reads a note. One that is gone was removed by another tab, on purpose. */
function read(key: string): Noted[] {
  const note = browserStore.get(key)
  if (note === null) return []
  try {
    return [{ key, ...(JSON.parse(note) as Omit<Noted, "key">) }]
  } catch {
    return []
  }
}
