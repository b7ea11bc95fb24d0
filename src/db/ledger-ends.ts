import type { Database } from "bun:sqlite"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { identityOf, readNote, replaceFile } from "../lib/files.ts"
import { nummerOf } from "../lib/abrechnungsnummer.ts"
import { databaseIn, openReadOnly } from "./open.ts"

/**
 * Name of the note beside the database, which says where each company's ledger ends. A deleted WAL loses
 * acknowledged bookings but leaves a consistent database: only this note reveals the loss.
 */
export const LEDGER_ENDS = "ledger-ends.json"

type End = { slug: string; nr: number; hash: string }
/** A company's last settlement of a year: numbers begin anew each year, and a wrong clock may have made a late year. */
type Settled = { tenant_id: string; slug: string; jahr: number; lfd_nr: number; id: string }
type Note = {
  /** Identity of the database file. */
  database: string
  notiert_am: string
  ends: Record<string, End>
  /** Undefined in a note of an earlier version. */
  abrechnungen?: Settled[]
}

/** Bookings or settlements that have disappeared. */
export type Loss = {
  slug: string
  /** The year of settlements; undefined for bookings. */
  jahr?: number
  /** Number of the earliest one known to be missing or different. */
  from: number
  /** Number of the last one that was noted. */
  to: number
}

const fileIn = (dataDir: string): string => join(dataDir, LEDGER_ENDS)

/** Writer of the note. It needs a connection of its own, which sees only bookings that are on the disk. */
export class LedgerEnds {
  readonly #dataDir: string
  readonly #sqlite: Database
  #noted = ""

  constructor(dataDir: string, sqlite: Database) {
    this.#dataDir = dataDir
    this.#sqlite = sqlite
  }

  /** Writes the note if an end has changed. @throws when the disk is full or fails */
  note(): void {
    const ends = endsOf(this.#sqlite)
    const abrechnungen = this.#sqlite.query(LAST_SETTLED).all() as Settled[]
    const text = JSON.stringify([ends, abrechnungen])
    if (text === this.#noted) return
    const database = identityOf(databaseIn(this.#dataDir))
    const note: Note = { database, notiert_am: new Date().toISOString(), ends, abrechnungen }
    replaceFile(fileIn(this.#dataDir), JSON.stringify(note))
    this.#noted = text
  }
}

/** Writes the note once, at the start. @throws when the disk is full or fails */
export function noteLedgerEnds(dataDir: string): void {
  const sqlite = openReadOnly(databaseIn(dataDir))
  try {
    new LedgerEnds(dataDir, sqlite).note()
  } finally {
    sqlite.close()
  }
}

/**
 * Compares the database with its note.
 *
 * @param noted the folder with the note, if that is not `dataDir`
 * @returns what is missing; `replaced` when the file is not the noted one, such as a copy put back by
 *   hand
 */
export function findLosses(dataDir: string, noted = dataDir): { replaced: boolean; losses: Loss[] } {
  // Read the note first: if a service books meanwhile, the database is newer than the note, not older.
  const note = readNote<Note>(fileIn(noted))
  const file = databaseIn(dataDir)
  if (!note || !existsSync(file)) return { replaced: false, losses: [] }
  return { replaced: note.database !== identityOf(file), losses: lossesIn(file, note) }
}

/** @returns the time of the last note, in ms; 0 without one */
export const lastNoted = (dataDir: string): number =>
  Date.parse(readNote<Note>(fileIn(dataDir))?.notiert_am ?? "") || 0

/** Removes the note after a loss was accepted, so that it is not reported again. */
export const forgetLedgerEnds = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true })

/**
 * @returns the losses in German, such as "bestätigte Buchungen (sommer: Nr. 4651 bis mindestens 4711)". It says
 *   "mindestens" (at least) because the note is up to a second behind
 */
export function describeLosses(losses: Loss[]): string {
  const of = (kind: string, some: Loss[]) =>
    some.length === 0 ? [] : [`${kind} (${some.map(describeLoss).join(", ")})`]
  const bookings = losses.filter(({ jahr }) => jahr === undefined)
  return [
    ...of("bestätigte Buchungen", bookings),
    ...of("ausgestellte Abrechnungen", settlementsOf(losses)),
  ].join(" und ")
}

const settlementsOf = (losses: Loss[]): Loss[] => losses.filter(({ jahr }) => jahr !== undefined)

/** @returns what settlements need that are lost though customers have them, in German; empty without any */
export const adviceOnLosses = (losses: Loss[]): string =>
  settlementsOf(losses).length === 0
    ? ""
    : "Die Nummern dieser Abrechnungen vergibt der Dienst noch einmal, vielleicht über andere Beträge und an andere Kunden. " +
      "Wer eine davon schon bekam, muss erfahren, dass sie nicht mehr gilt; das Steuerbüro auch."

function describeLoss({ slug, jahr, from, to }: Loss): string {
  const name = (nr: number) => (jahr === undefined ? `Nr. ${nr}` : nummerOf(jahr, nr))
  if (from === to) return `${slug}: mindestens ${name(from)}`
  return `${slug}: ${name(from)} bis mindestens ${jahr === undefined ? to : name(to)}`
}

const LAST = `
  SELECT t.id, t.slug, b.lfd_nr AS nr, b.hash FROM tenants t JOIN pfandbuchungen b
  ON b.tenant_id = t.id AND b.lfd_nr = (SELECT max(m.lfd_nr) FROM pfandbuchungen m WHERE m.tenant_id = t.id)`

const LAST_SETTLED = `
  WITH RECURSIVE years (tenant_id, slug, jahr) AS (
    SELECT t.id, t.slug, (SELECT max(a.jahr) FROM abrechnungen a WHERE a.tenant_id = t.id) FROM tenants t
    UNION ALL
    SELECT y.tenant_id, y.slug,
      (SELECT max(a.jahr) FROM abrechnungen a WHERE a.tenant_id = y.tenant_id AND a.jahr < y.jahr)
    FROM years y WHERE y.jahr IS NOT NULL
  )
  SELECT y.tenant_id, y.slug, y.jahr, a.lfd_nr, a.id FROM years y JOIN abrechnungen a
  ON a.tenant_id = y.tenant_id AND a.jahr = y.jahr AND a.lfd_nr =
    (SELECT max(m.lfd_nr) FROM abrechnungen m WHERE m.tenant_id = y.tenant_id AND m.jahr = y.jahr)`

function endsOf(sqlite: Database): Record<string, End> {
  const rows = sqlite.query(LAST).all() as (End & { id: string })[]
  return Object.fromEntries(rows.map(({ id, ...end }) => [id, end]))
}

function lossesIn(file: string, { ends, abrechnungen = [] }: Note): Loss[] {
  let sqlite: Database | undefined
  try {
    sqlite = openReadOnly(file)
    const at = sqlite.query("SELECT hash FROM pfandbuchungen WHERE tenant_id = ? AND lfd_nr = ?")
    const last = sqlite.query("SELECT coalesce(max(lfd_nr), 0) FROM pfandbuchungen WHERE tenant_id = ?")
    const bookings = Object.entries(ends).flatMap(([id, { slug, nr, hash }]) => {
      if (at.values(id, nr)[0]?.[0] === hash) return []
      const there = Number(last.values(id)[0]?.[0])
      return [{ slug, from: Math.min(nr, there + 1), to: nr }]
    })
    return [...bookings, ...lostSettlements(sqlite, abrechnungen)]
  } catch {
    // The file is damaged or not our database: whoever opens it next reports that.
    return []
  } finally {
    sqlite?.close()
  }
}

function lostSettlements(sqlite: Database, abrechnungen: Settled[]): Loss[] {
  if (abrechnungen.length === 0) return []
  const at = sqlite.query("SELECT id FROM abrechnungen WHERE tenant_id = ? AND jahr = ? AND lfd_nr = ?")
  const last = sqlite.query(
    "SELECT coalesce(max(lfd_nr), 0) FROM abrechnungen WHERE tenant_id = ? AND jahr = ?",
  )
  return abrechnungen.flatMap(({ tenant_id, slug, jahr, lfd_nr, id }) => {
    if (at.values(tenant_id, jahr, lfd_nr)[0]?.[0] === id) return []
    const there = Number(last.values(tenant_id, jahr)[0]?.[0])
    return [{ slug, jahr, from: Math.min(lfd_nr, there + 1), to: lfd_nr }]
  })
}
