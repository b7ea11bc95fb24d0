import type { Entry } from "../outbox/entry.ts"
import { Outbox } from "../outbox/outbox.ts"
import type { Ended } from "./ended.ts"
import { entryStore, readEnded } from "./entries.ts"
import { beginReading, compareNotes, dropNote, listArrived, unnoted } from "./notes.ts"
import type { Konto } from "./remote.ts"
import { setState, state, reportFault } from "./state.ts"
import { time } from "./time.ts"

let mine: Outbox | undefined

/** @returns the outbox of the present owner of the telephone */
export const outbox = (): Outbox | undefined => mine

export function setOwner(konto: Konto | undefined): void {
  mine =
    konto &&
    new Outbox({
      konto: konto.id,
      store: entryStore,
      clock: () => Date.now(),
      time,
      alone,
      inTurn,
      reportFault: (error) => reportFault("senden", error),
      leaves: dropNote,
      isKnown,
      unnoted,
      fetch: (path, init) => fetch(path, init),
    })
}

/** @returns whether the shown day contains what an entry did; true as well for an entry of another account */
function isKnown({ konto: owner, nr, lieferung_id }: Entry): boolean {
  const { konto, fetched } = state()
  return owner !== konto?.id || lieferung_id === null || (fetched?.kennt.includes(nr) ?? false)
}

/** @returns the entry, marked as sent if it was, though a full telephone could not store that */
const asSent = (entry: Entry): Entry =>
  entry.gesendet === 0 && unnoted.has(entry) ? { ...entry, gesendet: 1 } : entry

/** Number of the reading that is shown: an older one may end after a newer one. */
let shown = 0

/** Reads the outbox into the state, and finds what is missing from it. */
export async function readEntries(): Promise<void> {
  const reading = beginReading()
  let all: Entry[]
  let ended: Ended[]
  try {
    // Marks before entries: an entry stored in between would otherwise have a mark without being here.
    ended = await readEnded()
    all = await entryStore.all()
  } catch {
    // That does not mean that anything is lost: the storage may open later.
    return setState({ readable: false })
  }
  if (reading.nr < shown) return
  shown = reading.nr
  const { konto } = state()
  const missing = compareNotes(reading, all)
  const isMine = (note: { konto: string }): boolean => !konto || note.konto === konto.id
  const gone = listArrived(all).filter(isMine)
  setState({
    readable: true,
    ended: [...ended, ...gone.flatMap(({ ende }) => ende ?? [])],
    entries: all.filter((entry) => entry.konto === konto?.id).map(asSent),
    lost: missing.filter(isMine),
    arrived: gone.filter(({ gelesen }) => !gelesen),
  })
}

const NAME = "pfandwerk-postausgang"
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Runs work in one tab at a time, or not at all if it runs already. Without TLS, browsers have no locks: then only this
 * tab is considered.
 */
async function alone<T>(work: () => Promise<T>): Promise<T | undefined> {
  if (navigator.locks)
    return navigator.locks.request(NAME, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
  return waiting > 0 ? undefined : inTurn(work)
}

/** Waits for the same lock, and runs work under it. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(NAME, work)
  waiting++
  const turn = last.then(work).finally(() => waiting--)
  last = turn.catch(() => {})
  return turn
}
