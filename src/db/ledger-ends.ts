import { Database } from "bun:sqlite"
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fsyncPath } from "../lib/durable.ts"
import { identityOf } from "../lib/file-identity.ts"

/**
 * Where each company's ledger ended when it was last looked at, beside the database. A log of writes that was deleted
 * takes acknowledged bookings along and leaves a database that is sound in itself: only this tells.
 */
export const LEDGER_ENDS = "ledger-ends.json"

type End = { slug: string; nr: number; hash: string }
type Note = { /** Which file it is about. */ database: string; noted_am: string; ends: Record<string, End> }

/** Bookings that were there and are not any more. */
export type Loss = {
  slug: string
  /** The first that is missing, or another one; and the last that was known. */
  from: number
  to: number
}

const fileIn = (dataDir: string): string => join(dataDir, LEDGER_ENDS)
const databaseIn = (dataDir: string): string => join(dataDir, "pfandwerk.db")

/** Notes the ends as they are on the disk now: another connection sees a booking when it is safe, and not before. */
export class LedgerEnds {
  readonly #dataDir: string
  readonly #sqlite: Database
  #noted = ""

  constructor(dataDir: string, sqlite: Database) {
    this.#dataDir = dataDir
    this.#sqlite = sqlite
  }

  /** Writes nothing while they are as they were. @throws what the disk refuses */
  note(): void {
    const ends = endsOf(this.#sqlite)
    const text = JSON.stringify(ends)
    if (text === this.#noted) return
    const database = identityOf(databaseIn(this.#dataDir))
    write(this.#dataDir, { database, noted_am: new Date().toISOString(), ends })
    this.#noted = text
  }
}

/** Notes them once, before anything is written. @throws what the disk refuses */
export function noteLedgerEnds(dataDir: string): void {
  const sqlite = new Database(databaseIn(dataDir), { readonly: true })
  try {
    new LedgerEnds(dataDir, sqlite).note()
  } finally {
    sqlite.close()
  }
}

/**
 * Compares the database with what was noted of it.
 *
 * @param noted the folder with the note, if it is another one
 * @returns what is missing; `replaced`: another file lies there by now, as after a copy that was put back by hand
 */
export function findLosses(dataDir: string, noted = dataDir): { replaced: boolean; losses: Loss[] } {
  // Read first: a service that books meanwhile makes the database the newer of the two.
  const note = read(noted)
  const file = databaseIn(dataDir)
  if (!note || !existsSync(file)) return { replaced: false, losses: [] }
  return { replaced: note.database !== identityOf(file), losses: lossesIn(file, note) }
}

/** @returns when something was last noted, in ms; 0: never */
export const lastNoted = (dataDir: string): number => Date.parse(read(dataDir)?.noted_am ?? "") || 0

/** The loss was accepted: nobody is asked again. */
export const forgetLedgerEnds = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true })

/** @returns in German, e.g. "sommer: Nr. 4651 bis 4711" */
export const describeLosses = (losses: Loss[]): string =>
  losses.map(({ slug, from, to }) => `${slug}: Nr. ${from === to ? to : `${from} bis ${to}`}`).join(", ")

const LAST = `
  SELECT t.id, t.slug, b.lfd_nr AS nr, b.hash FROM tenants t JOIN pfandbuchungen b
  ON b.tenant_id = t.id AND b.lfd_nr = (SELECT max(m.lfd_nr) FROM pfandbuchungen m WHERE m.tenant_id = t.id)`

function endsOf(sqlite: Database): Record<string, End> {
  const rows = sqlite.query(LAST).all() as (End & { id: string })[]
  return Object.fromEntries(rows.map(({ id, ...end }) => [id, end]))
}

function lossesIn(file: string, { ends }: Note): Loss[] {
  const sqlite = new Database(file, { readonly: true })
  try {
    sqlite.run("PRAGMA busy_timeout = 5000")
    const at = sqlite.query("SELECT hash FROM pfandbuchungen WHERE tenant_id = ? AND lfd_nr = ?")
    const last = sqlite.query("SELECT coalesce(max(lfd_nr), 0) FROM pfandbuchungen WHERE tenant_id = ?")
    return Object.entries(ends).flatMap(([id, { slug, nr, hash }]) => {
      if (at.values(id, nr)[0]?.[0] === hash) return []
      const there = Number(last.values(id)[0]?.[0])
      return [{ slug, from: Math.min(nr, there + 1), to: nr }]
    })
  } catch {
    // Damaged, or no database of ours: whoever opens it says so.
    return []
  } finally {
    sqlite.close()
  }
}

function read(dataDir: string): Note | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), "utf8")) as Note
  } catch {
    return undefined
  }
}

function write(dataDir: string, note: Note): void {
  const draft = `${fileIn(dataDir)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(note), { mode: 0o600, flush: true })
  renameSync(draft, fileIn(dataDir))
  fsyncPath(dataDir)
}
