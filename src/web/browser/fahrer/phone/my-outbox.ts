import type { Entry } from "../outbox/entry.ts"
import { Outbox } from "../outbox/outbox.ts"
import type { Ended } from "./ended.ts"
import { entryStore, readEnded } from "./entries.ts"
import { compareNotes, dropNote, listArrived, listNotes, unnoted } from "./notes.ts"
import type { Konto } from "./remote.ts"
import { setState, state, reportFault } from "./state.ts"
import { time } from "./time.ts"

let mine: Outbox | undefined

/** @returns the outbox of who owns the telephone now */
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

/** Whether the day that is shown knows of an entry, or is not this account's. */
function isKnown({ konto: owner, nr, lieferung_id }: Entry): boolean {
  const { konto, fetched } = state()
  return owner !== konto?.id || lieferung_id === null || (fetched?.kennt.includes(nr) ?? false)
}

/** An entry that has left is shown so, though the telephone had no room to mark it. */
const asSent = (entry: Entry): Entry =>
  entry.gesendet === 0 && unnoted.has(entry) ? { ...entry, gesendet: 1 } : entry

/** Readings so far, and the one that is shown: an older one may end behind it. */
let begun = 0
let shown = 0

/** Shows what the outbox holds, and what is missing from it. */
export async function readEntries(): Promise<void> {
  const reading = ++begun
  const noted = listNotes()
  let all: Entry[]
  let ended: Ended[]
  try {
    // Marks first: an entry that is kept meanwhile has one, and may be shown without it.
    ended = await readEnded()
    all = await entryStore.all()
  } catch {
    // Nothing is known to be lost yet: the storage may open again.
    return setState({ readable: false })
  }
  if (reading < shown) return
  shown = reading
  const { konto } = state()
  const missing = compareNotes(noted, all)
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

/** Does work in one tab at a time; without TLS, where browsers have no locks, one at a time in this tab alone. */
async function alone<T>(work: () => Promise<T>): Promise<T | undefined> {
  if (navigator.locks)
    return navigator.locks.request(NAME, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
  return waiting > 0 ? undefined : inTurn(work)
}

/** Waits for that lock, and does work under it. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(NAME, work)
  waiting++
  const turn = last.then(work).finally(() => waiting--)
  last = turn.catch(() => {})
  return turn
}
