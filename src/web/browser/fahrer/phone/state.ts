import { makeEmitter } from "../../ui/api/emitter.ts"
import type { Entry } from "../outbox/entry.ts"
import type { Ended } from "./ended.ts"
import type { Noted } from "./notes.ts"
import type { Konto } from "./remote.ts"
import type { Artikel, Fetched } from "./tag.ts"

/** `fremd`: somebody else is logged in, while entries or drafts of the owner are still here. */
export type Network = "unbekannt" | "ja" | "nein" | "anmelden" | "fremd"

export type State = {
  /** Whether the stored data was read. */
  ready: boolean
  konto?: Konto | undefined
  fetched?: (Fetched & { etag: string | null }) | undefined
  /** Yesterday, as it was last read: its evening may still have to be counted. */
  gestern?: State["fetched"]
  /** Articles that were found by the search, beside those of the day. */
  gefunden: Artikel[]
  entries: Entry[]
  /** Stops that were ended here, until a stored day knows it. */
  ended: Ended[]
  /** Whether the entries could be read: the storage may fail to open. */
  readable: boolean
  /** Entries that waited, and were lost with the browser's database. */
  lost: Noted[]
  /** Entries that arrived, and were removed to make room. */
  arrived: Noted[]
  network: Network
  /** Account that is logged in while `network` is `fremd`. */
  stranger?: Konto | undefined
  /** Id of the account that logged in last on this telephone, if known. */
  loggedIn?: string | undefined
  sending: boolean
  /** Message about data that could not be stored. */
  fault?: string | undefined
  /** A new version of the application, which the driver may start. */
  update?: ServiceWorker
}

/** @returns whether somebody other than the owner has logged in: then nobody may work in the owner's day */
export const isForeign = ({ konto, network, loggedIn }: State): boolean =>
  konto !== undefined && (network === "fremd" || (loggedIn !== undefined && loggedIn !== konto.id))

let now: State = {
  ready: false,
  gefunden: [],
  entries: [],
  ended: [],
  readable: true,
  lost: [],
  arrived: [],
  network: "unbekannt",
  sending: false,
}
const changed = makeEmitter()

export const state = (): State => now

/** Calls back at every change. @returns stops it */
export const subscribe = changed.listen

export function setState(patch: Partial<State>): void {
  now = { ...now, ...patch }
  changed.emit()
}

/** What a fault comes from. It disappears when the same succeeds; a full telephone's when anything is stored. */
type Source = "tippen" | "zählen" | "senden" | "tag"
const faults = new Map<Source, string>()
const FULL =
  "Der Speicher des Telefons ist voll. Bitte Platz schaffen oder Fotos weglassen; was schon erfasst ist, bleibt."

/** Sets the fault of a source, in German; without words, removes it. */
export function setFault(source: Source, words?: string): void {
  faults.delete(source)
  if (words !== undefined) faults.set(source, words)
  const said = [...faults.values()]
  // A full telephone is also the cause of the other faults.
  const fault = said.includes(FULL) ? FULL : said.at(-1)
  if (fault !== now.fault) setState({ fault })
}

/** Shows that something could not be stored. */
export function reportFault(source: Source, error: unknown): void {
  const full = (error as Error).name === "QuotaExceededError"
  setFault(source, full ? FULL : "Das Telefon konnte es nicht speichern. Bitte noch einmal versuchen.")
}

/** @returns whether the work has succeeded; if not, its fault is shown */
export async function wasKept(source: Source, work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    faults.forEach((words, other) => words === FULL && faults.delete(other))
    setFault(source)
    return true
  } catch (error) {
    reportFault(source, error)
    return false
  }
}
