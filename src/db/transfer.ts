import type { Database } from "bun:sqlite"
import { getTableColumns, getTableName } from "drizzle-orm"
import { StartRefused } from "../lib/refusal.ts"
import { openMigrated } from "./migrate.ts"
import { openDatabase } from "./open.ts"
import { tables } from "./tables.ts"
import { PROGRAM } from "../lib/ourselves.ts"

/** Tables that are not copied, as triggers fill them. The result is compared with the source. */
const FILLED_BY_TRIGGERS = new Set([
  "pfandkonten",
  "pfandsalden",
  "pfandwerte",
  "pfandverlauf",
  "pfandbestaende",
  "offene_buchungen",
])

/**
 * Links end when a company moves, as they lead to its old address. Receivers of events stay behind, too: the keys that
 * sign for them are sealed there, and the new installation sends nothing before somebody allows it.
 */
const LEFT_BEHIND = new Set(["antwortlinks", "webhooks", "webhookzustellungen"])

/** Sealed by the installation that a company leaves: nobody else can open it, and nobody else should have it. */
const SEALED = "geheimnis"

/** Columns of an account that the booking rule sets (pfandlots/lots.ts), not a trigger. */
const OLDEST = "seit_am, seit_nr, seit_rest, aktualisiert_am, version"

/**
 * Order of copying, which matters as triggers read other tables. "*" stands for all tables that are not
 * listed. Settlements come after the bookings, as the settlements' triggers take those out of
 * offene_buchungen. The yard's stock comes after the bookings, too: each of them would change it again. Places come
 * before the deliveries, whose trigger asks for them.
 */
const ORDER = [
  "tenants",
  "pfandumbewertungen",
  "pfandverluste",
  "anfangsvorgaenge",
  "standorte",
  "*",
  "lagerartikel",
  "abrechnungen",
  "abrechnungsbuchungen",
  "abrechnungsverschiebungen",
]
const placeOf = (name: string): number => ORDER.indexOf(ORDER.includes(name) ? name : "*")

const inOrder = tables
  .map((table) => ({
    name: getTableName(table),
    columns: Object.values(getTableColumns(table))
      // Row numbers that all tenants share (`nr`) are assigned anew in the target.
      .filter(({ name, primary }) => !(name === "nr" && primary) && name !== SEALED)
      .map(({ name }) => name),
  }))
  .toSorted((one, other) => placeOf(one.name) - placeOf(other.name))

const copied = inOrder.filter(({ name }) => !FILLED_BY_TRIGGERS.has(name) && !LEFT_BEHIND.has(name))
const filled = inOrder.filter(({ name }) => FILLED_BY_TRIGGERS.has(name))

const WHOLE = `Die Datei ist eine Sicherung der ganzen Anlage; deren Stand, mit allen Firmen, holt zurück: ${PROGRAM} restore DATEI`

type Company = { id: string; slug: string; name: string }
export type Transfer = { company: Company; rows: number }

/**
 * Makes a database with one company only, from a consistent state while others write.
 *
 * @param file the database of a running or stopped service, of this version
 * @param folder an empty folder, in which `pfandwerk.db` is made
 * @throws StartRefused when there is no such company
 */
export function extractCompany(file: string, slug: string, folder: string): Transfer {
  const target = openMigrated(folder)
  try {
    // BEGIN IMMEDIATE would lock out writers of the source, too.
    return withSource(target, file, "deferred", () => {
      const company = companies(target).find((one) => one.slug === slug)
      if (!company) throw new StartRefused(`Eine Firma ${slug} gibt es nicht.`)
      return copyCompany(target, company)
    })
  } finally {
    target.run("PRAGMA wal_checkpoint(TRUNCATE)")
    target.close()
  }
}

/**
 * Copies the only company of a database into another, in one transaction. Ids, document numbers, history
 * and hash chain stay the same. Every row passes all constraints and triggers.
 *
 * @param file the database with the company, of this version
 * @param into the target database; a service may be using it
 * @param isBackup whether it is a whole installation's, and no export
 * @throws StartRefused when the company is there already or a row breaks a constraint; nothing is changed then
 */
export function insertCompany(file: string, into: string, isBackup: boolean): Transfer {
  const target = openDatabase(into)
  try {
    return withSource(target, file, "immediate", () => {
      const company = onlyCompany(target)
      const known = target
        .query("SELECT slug FROM main.tenants WHERE id = ? OR slug = ?")
        .values(company.id, company.slug)
      if (known.length > 0)
        throw new StartRefused(
          `Die Firma ${company.slug} ist schon da; überschrieben wird nichts.${isBackup ? ` ${WHOLE}` : ""}`,
        )
      const moved = copyCompany(target, company)
      endOpenJobs(target, company)
      return moved
    })
  } catch (error) {
    if (!/SQLITE_CONSTRAINT/.test((error as { code?: string }).code ?? "")) throw error
    throw new StartRefused(`Die Firma lässt sich nicht übernehmen: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    target.close()
  }
}

function withSource<T>(target: Database, file: string, lock: "deferred" | "immediate", work: () => T): T {
  target.query("ATTACH ? AS quelle").run(file)
  try {
    // Foreign keys are checked at the commit, so the order of the tables does not matter to them.
    target.run("PRAGMA defer_foreign_keys = ON")
    return target.transaction(work)[lock]()
  } finally {
    target.run("DETACH quelle")
  }
}

const companies = (sqlite: Database): Company[] =>
  sqlite.query("SELECT id, slug, name FROM quelle.tenants").all() as Company[]

function onlyCompany(sqlite: Database): Company {
  const [company, another] = companies(sqlite)
  if (!company || another) throw new StartRefused(`In dieser Datei ist nicht genau eine Firma. ${WHOLE}`)
  return company
}

function copyCompany(target: Database, company: Company): Transfer {
  let rows = 0
  for (const { name, columns } of copied) {
    const list = columns.join(", ")
    // In the order of creation: the ledger's trigger accepts no other.
    const order = name === "pfandbuchungen" ? "lfd_nr" : "rowid"
    rows += target
      .query(
        `INSERT INTO main.${name} (${list}) SELECT ${list} FROM quelle.${name} WHERE tenant_id = ? ORDER BY ${order}`,
      )
      .run(company.id).changes
  }
  target
    .query(
      `UPDATE main.pfandkonten SET (${OLDEST}) = (SELECT ${OLDEST} FROM quelle.pfandkonten q
         WHERE q.tenant_id = ?1 AND q.id = pfandkonten.id) WHERE tenant_id = ?1`,
    )
    .run(company.id)
  for (const table of filled) requireEqual(target, table, company)
  return { company, rows }
}

const UNFINISHED =
  "Die Firma ist umgezogen, während der Auftrag offen war. Was er bis dahin getan hat, bleibt; den Rest bitte neu beauftragen."

/**
 * Where the company came from, its jobs may go on: done here as well, the same numbers would stand on different papers.
 * Tables that were to be imported name persons, and opening balances are reversed without pieces, as in `putAside`.
 */
function endOpenJobs(target: Database, { id }: Company): void {
  const open = "SELECT id FROM main.auftraege WHERE tenant_id = ?1 AND status IN ('wartet', 'laeuft')"
  target.query(`DELETE FROM main.auftragseingaben WHERE tenant_id = ?1 AND id IN (${open})`).run(id)
  target
    .query(
      `DELETE FROM main.importstuecke WHERE tenant_id = ?1
         AND auftrag_id IN (${open} AND json_extract(angaben, '$.art') = 'anfangsbestaende')`,
    )
    .run(id)
  target
    .query(
      `UPDATE main.auftraege SET status = 'gescheitert', meldung = ?2, beendet_am = ?3, aktualisiert_am = ?3,
         version = version + 1 WHERE tenant_id = ?1 AND status IN ('wartet', 'laeuft')`,
    )
    .run(id, UNFINISHED, new Date().toISOString())
}

/** Compares a table that triggers filled with that of the source. @throws StartRefused when they differ */
function requireEqual(
  target: Database,
  { name, columns }: { name: string; columns: string[] },
  { id, slug }: Company,
): void {
  const compared = columns.filter((column) => column !== "version").join(", ")
  const rowsOf = (from: string) => `SELECT ${compared} FROM ${from}.${name} WHERE tenant_id = ?1`
  for (const [one, other] of [
    ["main", "quelle"],
    ["quelle", "main"],
  ] as const) {
    const differing = target.query(`${rowsOf(one)} EXCEPT ${rowsOf(other)} LIMIT 1`).values(id)
    if (differing.length > 0)
      throw new StartRefused(
        `Die Zeilen von ${name} der Firma ${slug} passen nicht zusammen; prüfen mit: ${PROGRAM} check`,
      )
  }
}
