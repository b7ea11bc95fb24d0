import { makeEmitter } from "../../ui/api/emitter.ts"
import type { Entry } from "../outbox/entry.ts"
import type { Ended } from "./ended.ts"
import type { Noted } from "./notes.ts"
import type { Konto } from "./remote.ts"
import type { Artikel, Fetched } from "./tag.ts"

/** `fremd`: somebody else is logged in on this telephone, while this account's entries wait. */
export type Network = "unbekannt" | "ja" | "nein" | "anmelden" | "fremd"

export type State = {
  /** Whether what the telephone keeps was read. */
  ready: boolean
  konto?: Konto | undefined
  fetched?: (Fetched & { etag: string | null }) | undefined
  /** The day before it, as it was last: its evening may still be to be counted. */
  gestern?: State["fetched"]
  /** Articles that the service has found, beside those of the day. */
  gefunden: Artikel[]
  entries: Entry[]
  /** Stops that were ended here, as long as no day is kept that knows it. */
  ended: Ended[]
  /** Whether those are all: the telephone's storage may not open. */
  readable: boolean
  /** Waiting entries that the browser has thrown away. */
  lost: Noted[]
  /** Entries that arrived and had to go to make room. */
  arrived: Noted[]
  network: Network
  /** Account that is logged in while `network` is `fremd`. */
  stranger?: Konto | undefined
  /** Id of who logged in last on this telephone, as far as is known. */
  loggedIn?: string | undefined
  sending: boolean
  /** Message about data that could not be kept. */
  fault?: string | undefined
  /** Newer version of this application, which waits for the driver. */
  update?: ServiceWorker
}

/** Whether somebody else has logged in than whose day this is: nobody works in it then, with a network or without. */
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

/** Source of the shown fault, which disappears when the same succeeds; for want of room, when anything is kept. */
type Source = "tippen" | "zählen" | "senden" | "tag"
const faults = new Map<Source, string>()
const FULL =
  "Der Speicher des Telefons ist voll. Bitte Platz schaffen oder Fotos weglassen; was schon erfasst ist, bleibt."

/** Says what went wrong, in words; nothing, once it went well. */
export function setFault(source: Source, words?: string): void {
  faults.delete(source)
  if (words !== undefined) faults.set(source, words)
  const said = [...faults.values()]
  // A full telephone is behind what else fails on it, by other names.
  const fault = said.includes(FULL) ? FULL : said.at(-1)
  if (fault !== now.fault) setState({ fault })
}

/** Says what could not be kept. */
export function reportFault(source: Source, error: unknown): void {
  const full = (error as Error).name === "QuotaExceededError"
  setFault(source, full ? FULL : "Das Telefon konnte es nicht speichern. Bitte noch einmal versuchen.")
}

/** @returns whether the work was done; if not, it is said why */
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
