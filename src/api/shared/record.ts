import { protokoll } from "../../db/schema.ts"
import type { TenantTable } from "../../db/query.ts"
import type { Patch, Row, TenantDb } from "../../db/tenant-db.ts"
import type { Action } from "../frame/route.ts"
import { getTableColumns, getTableName } from "drizzle-orm"
import { stale } from "../../lib/refusal.ts"
import { isEreignis, noteEreignis } from "./ereignis.ts"

/** Author of a change; the command line has no account. */
export type Author = { id: string | null; name: string }

/** Columns that are never logged: secrets, those that change with every update, and derived ones. */
const unlogged = new Set([
  "password_hash",
  "token_generation",
  "token_ausnahme",
  "token_beendet",
  "token_hash",
  "geheimnis",
  "geheimnis_vorher",
  "bis_nummer",
  "angaben",
  "tenant_id",
  "aktualisiert_am",
  "version",
  "name_sort",
  "name_ordnung",
  "ort_sort",
  "nummer_wert",
  "status_seit",
  "erfasst_ab",
  "stand_nr",
  "versand_offen",
])

/** @returns what the log has of a value: of a picture, such as a signature, only that there is one */
const logged = (field: string, value: unknown): unknown =>
  value instanceof Uint8Array || (field === "unterschrift" && typeof value === "string")
    ? "vorhanden"
    : (value ?? null)

/**
 * Logs a change, in the transaction that makes it, and tells programs of it where they follow such changes.
 *
 * @param aktion what was done, as `table.participle`
 * @param before the row before, or undefined for a new one
 * @param after the row after, or undefined for a deleted one
 * @param parts what changed in tables beside the record's own, by name: the words before, and after
 */
export function writeProtokoll<T extends TenantTable>(
  tenant: TenantDb,
  author: Author,
  aktion: string,
  table: T,
  before: Row<T> | undefined,
  after: Row<T> | undefined,
  parts: Readonly<Record<string, readonly [string | null, string]>> = {},
): void {
  const { id, version } = (after ?? before) as { id: string; version?: number }
  insertEntry(tenant, author, {
    aktion,
    tabelle: getTableName(table),
    datensatz_id: id,
    aenderungen: { ...difference(before ?? {}, after ?? {}), ...parts },
  })
  if (isEreignis(aktion)) noteEreignis(tenant, aktion, id, version)
}

/**
 * Logs that many people's data was taken along.
 *
 * @param id of the record of that table that was taken
 * @param what was asked for: period, filter, the file's name
 */
export function writeExport(
  tenant: TenantDb,
  author: Author,
  aktion: Action,
  id: string,
  what: Record<string, unknown>,
): void {
  const asked = Object.entries(what).map(([name, value]) => [name, [null, value]])
  const [tabelle = ""] = aktion.split(".")
  insertEntry(tenant, author, { aktion, tabelle, datensatz_id: id, aenderungen: Object.fromEntries(asked) })
}

type Entry = { aktion: string; tabelle: string; datensatz_id: string; aenderungen: object }

function insertEntry(tenant: TenantDb, { id, name }: Author, { aenderungen, ...entry }: Entry): void {
  tenant.insert(protokoll, {
    ...entry,
    mitarbeiter_id: id,
    mitarbeiter_name: name,
    aenderungen: JSON.stringify(aenderungen),
  })
}

/** @returns a record in which each column has its default; null where it has none */
export const defaultsOf = <T extends TenantTable>(table: T): Row<T> =>
  Object.fromEntries(
    Object.values(getTableColumns(table)).map((column) => [column.name, column.default ?? null]),
  ) as Row<T>

/**
 * @param ifMatch the version that the caller has seen, or undefined
 * @throws Refusal stale when the record has changed since
 */
export function requireVersion({ version }: { version?: number }, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== version) throw stale()
}

/**
 * Changes a record and logs that: what every PATCH does.
 *
 * @param ifMatch the version that the caller has seen, or undefined
 * @throws Refusal missing when the tenant has no such record, stale when it has changed since
 */
export function change<T extends TenantTable>(
  tenant: TenantDb,
  author: Author,
  table: T,
  id: string,
  patch: Patch<T>,
  ifMatch: number | undefined,
): Row<T> {
  return changeRow(tenant, author, table, tenant.get(table, id), patch, ifMatch)
}

/**
 * The same for a record that was read.
 *
 * @throws Refusal stale
 */
export function changeRow<T extends TenantTable>(
  tenant: TenantDb,
  author: Author,
  table: T,
  before: Row<T>,
  patch: Patch<T>,
  ifMatch: number | undefined,
): Row<T> {
  requireVersion(before as { version?: number }, ifMatch)
  if (
    !Object.entries(patch).some(
      ([name, value]) => value !== undefined && before[name as keyof Row<T>] !== value,
    )
  ) {
    return before
  }
  const after = tenant.update(table, (before as { id: string }).id, patch)
  writeProtokoll(tenant, author, `${getTableName(table)}.geaendert`, table, before, after)
  return after
}

type Fields = { id?: unknown; [name: string]: unknown }

function difference(before: Fields, after: Fields): Record<string, [unknown, unknown]> {
  const changes: Record<string, [unknown, unknown]> = {}
  // Either row has all columns, but a new record has no `before` and a deleted one no `after`.
  for (const name of Object.keys(after.id === undefined ? before : after)) {
    if (unlogged.has(name) || (before[name] ?? null) === (after[name] ?? null)) continue
    changes[name] = [logged(name, before[name]), logged(name, after[name])]
  }
  return changes
}
