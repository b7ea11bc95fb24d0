import type { Database } from "bun:sqlite"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { identityOf, readNote, replaceFile } from "../lib/files.ts"
import { databaseIn, openReadOnly } from "./open.ts"

/**
 * Name of the note beside the database, which says where each company's ledger ends. A deleted WAL loses
 * acknowledged bookings but leaves a consistent database: only this note reveals the loss.
 */
export const LEDGER_ENDS = "ledger-ends.json"

type End = { slug: string; nr: number; hash: string }
type Note = {
  /** Identity of the database file. */
  database: string
  notiert_am: string
  ends: Record<string, End>
}

/** Bookings that have disappeared. */
export type Loss = {
  slug: string
  /** Number of the earliest booking known to be missing or different. */
  from: number
  /** Number of the last booking that was noted. */
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
    const text = JSON.stringify(ends)
    if (text === this.#noted) return
    const database = identityOf(databaseIn(this.#dataDir))
    const note: Note = { database, notiert_am: new Date().toISOString(), ends }
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
 * @returns the missing bookings; `replaced` when the file is not the noted one, such as a copy put back by
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
 * @returns the losses in German, such as "sommer: Nr. 4651 bis mindestens 4711". It says "mindestens" (at
 *   least) because the note is up to a second behind
 */
export const describeLosses = (losses: Loss[]): string =>
  losses
    .map(({ slug, from, to }) =>
      from === to ? `${slug}: mindestens Nr. ${from}` : `${slug}: Nr. ${from} bis mindestens ${to}`,
    )
    .join(", ")

const LAST = `
  SELECT t.id, t.slug, b.lfd_nr AS nr, b.hash FROM tenants t JOIN pfandbuchungen b
  ON b.tenant_id = t.id AND b.lfd_nr = (SELECT max(m.lfd_nr) FROM pfandbuchungen m WHERE m.tenant_id = t.id)`

function endsOf(sqlite: Database): Record<string, End> {
  const rows = sqlite.query(LAST).all() as (End & { id: string })[]
  return Object.fromEntries(rows.map(({ id, ...end }) => [id, end]))
}

function lossesIn(file: string, { ends }: Note): Loss[] {
  let sqlite: Database | undefined
  try {
    sqlite = openReadOnly(file)
    const at = sqlite.query("SELECT hash FROM pfandbuchungen WHERE tenant_id = ? AND lfd_nr = ?")
    const last = sqlite.query("SELECT coalesce(max(lfd_nr), 0) FROM pfandbuchungen WHERE tenant_id = ?")
    return Object.entries(ends).flatMap(([id, { slug, nr, hash }]) => {
      if (at.values(id, nr)[0]?.[0] === hash) return []
      const there = Number(last.values(id)[0]?.[0])
      return [{ slug, from: Math.min(nr, there + 1), to: nr }]
    })
  } catch {
    // The file is damaged or not our database: whoever opens it next reports that.
    return []
  } finally {
    sqlite?.close()
  }
}
