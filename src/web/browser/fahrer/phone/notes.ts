import { type Entry, idOf, isOpen } from "../outbox/entry.ts"
import { type Ended, endedBy } from "./ended.ts"
import { browserStore } from "../../ui/values/stores.ts"

/**
 * Notes about entries in localStorage, which a browser without room keeps when it throws databases away. They hold no more
 * than one needs to ask the customer again.
 */

const WAITS = "wartet "
/** Prefix of notes about entries that were sent, when there was no room to store that. */
const SENT = "unterwegs "
/** Prefix of notes about entries that arrived, and were removed, when there was no room to store that. */
const ARRIVED = "angekommen "

/** `getippt`: time of the tap by the phone's clock, in ms. */
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

/** By the id in its body, which it keeps when it is handed over; its number starts again with a new database. */
const keyOf = (prefix: string, entry: Entry): string => `${prefix}${entry.art} ${idOf(entry)}`

const wordsOf = ({ konto, titel, getippt, lieferung_id }: Entry, ende?: Ended): string =>
  JSON.stringify({ konto, titel, getippt, lieferung_id, ende })

/** A reading of the outbox: its number, and the keys of the notes of waiting entries from before it. */
type Reading = { nr: number; keys: string[] }

/** Readings that were begun. */
let readings = 0
/** The last reading that was begun before a note was dropped, by the note's key. */
const dropped: Record<string, number> = {}

/** Call it before the outbox is read, which then has all of the noted entries. */
export const beginReading = (): Reading => ({ nr: ++readings, keys: browserStore.keys(WAITS) })

/**
 * Writes notes of waiting entries, removes those of finished ones, and finds entries that are gone. What was removed on
 * purpose while the outbox was being read is neither noted again nor missed.
 *
 * @param entries all entries of the outbox, of all accounts
 * @returns the notes whose entries are gone
 */
export function compareNotes({ nr, keys }: Reading, entries: Entry[]): Noted[] {
  const wasDropped = (key: string): boolean => (dropped[key] ?? 0) >= nr
  const here = new Map(entries.map((entry) => [keyOf(WAITS, entry), entry]))
  for (const [key, entry] of here) {
    const note = wordsOf(entry)
    if (!isOpen(entry)) for (const prefix of [WAITS, ARRIVED]) browserStore.remove(keyOf(prefix, entry))
    else if (!wasDropped(key) && browserStore.get(key) !== note) browserStore.set(key, note)
  }
  return keys.filter((key) => !here.has(key) && !wasDropped(key)).flatMap(read)
}

/** Call it before drafts of an account are removed for another one: its owner reads then that they are gone. */
export const noteBegun = (konto: string, begun: string[]): void =>
  begun.forEach((titel) =>
    browserStore.set(
      `${WAITS}${titel}`,
      JSON.stringify({ konto, titel: `${titel} (angefangen)`, getippt: Date.now() }),
    ),
  )

/**
 * Removes the note of an entry. Call it before the entry is removed on purpose, as the page may end in between, and after
 * it: a reading in between finds the entry and notes it again. If the entry stays, the next reading does so.
 */
export function dropNote(entry: Entry): void {
  const key = keyOf(WAITS, entry)
  dropped[key] = readings
  browserStore.remove(key)
}

/** Notes about entries that were sent, when there was no room to store that in the outbox. */
export const unnoted = {
  has: (entry: Entry): boolean => browserStore.get(keyOf(SENT, entry)) !== null,
  add: (entry: Entry): void => void browserStore.set(keyOf(SENT, entry), ""),
  drop: (entry: Entry): void => browserStore.remove(keyOf(SENT, entry)),
  /** Call it before an entry that arrived is removed to make room, so that nobody enters it again. */
  arrived: (entry: Entry): void => {
    if (!trivial.has(entry.art)) browserStore.set(keyOf(ARRIVED, entry), wordsOf(entry, endedBy(entry)))
    dropNote(entry)
  },
}

/** Kinds of entries that do no harm when they are entered again. */
const trivial = new Set<Entry["art"]>(["start", "bild"])

/**
 * Lists entries that arrived and are in no outbox any more.
 *
 * @param entries all entries of the outbox, which may contain some that could not even be removed
 */
export function listArrived(entries: Entry[]): Noted[] {
  const here = new Set(entries.map((entry) => keyOf(ARRIVED, entry)))
  return browserStore
    .keys(ARRIVED)
    .filter((key) => !here.has(key))
    .flatMap(read)
}

/** @returns keys of the notes about deliveries: a day that is read from now on contains these */
export const listShown = (): string[] =>
  browserStore.keys(ARRIVED).filter((key) => read(key).some(({ lieferung_id }) => lieferung_id !== null))

/** The driver has read these notes. Those about the end of a stop stay, marked as read, until a stored day knows it. */
export function confirmArrived(notes: Noted[]): void {
  for (const { key, ...note } of notes)
    if (note.ende) browserStore.set(key, JSON.stringify({ ...note, gelesen: true }))
    else browserStore.remove(key)
}

export const dropNotes = (keys: string[]): void => keys.forEach(browserStore.remove)

/** Removes the notes about what arrived of an account that logs out. */
export const dropArrived = (konto: string): void =>
  dropNotes(browserStore.keys(ARRIVED).filter((key) => read(key).some((note) => note.konto === konto)))

/** @returns the note, or none if another tab has removed it */
function read(key: string): Noted[] {
  const note = browserStore.get(key)
  if (note === null) return []
  try {
    return [{ key, ...(JSON.parse(note) as Omit<Noted, "key">) }]
  } catch {
    return []
  }
}
