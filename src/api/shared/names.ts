import { query, type Query } from "../../db/query.ts"
import { geraete, kunden, mitarbeiter, pfandartikel, programmzugaenge } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import type { ArtikelOrGeraet } from "./artikel-or-geraet.ts"

/** Names that lists show in place of ids: one query for each kind on a page. */

type Ids = { ids: string }
type NamedPosten = { id: string; nummer: string; bezeichnung: string }

const kundenNames = query<{ id: string; name: string }, Ids>`
  SELECT k.id, k.name FROM json_each(:ids) j CROSS JOIN ${kunden} k ON k.id = j.value`

const namesOfPersons = query<{ id: string; name: string }, Ids>`
  SELECT m.id, m.name FROM json_each(:ids) j CROSS JOIN ${mitarbeiter} m ON m.id = j.value`

const namesOfPrograms = query<{ id: string; name: string }, Ids>`
  SELECT p.id, p.name FROM json_each(:ids) j CROSS JOIN ${programmzugaenge} p ON p.id = j.value`

const artikelNames = query<NamedPosten, Ids>`
  SELECT a.id, a.nummer, a.bezeichnung FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value`

const geraeteNames = query<NamedPosten, Ids>`
  SELECT g.id, g.geraetenummer AS nummer, g.bezeichnung
  FROM json_each(:ids) j CROSS JOIN ${geraete} g ON g.id = j.value`

/**
 * @param idOf tells the id that one of the rows mentions
 * @returns what is found of the mentioned ids, by its id; nothing is asked for where there are none
 */
export function byId<F extends { id: string }, R>(
  tenant: TenantReader,
  found: Query<F, Ids>,
  rows: readonly R[],
  idOf: (row: R) => string | null | undefined,
): Map<string, F> {
  const ids = new Set(rows.map(idOf).filter(Boolean))
  const all = ids.size > 0 ? tenant.all(found, { ids: JSON.stringify([...ids]) }) : []
  return new Map(all.map((one) => [one.id, one]))
}

/** @returns the rows with the customer's name; null where there is no customer */
export function withKundeName<R extends { kunde_id: string | null }>(
  tenant: TenantReader,
  rows: R[],
): (R & { kunde_name: string | null })[] {
  const kunde = byId(tenant, kundenNames, rows, ({ kunde_id }) => kunde_id)
  return rows.map((row) => ({ ...row, kunde_name: kunde.get(row.kunde_id ?? "")?.name ?? null }))
}

/** @returns the names of the company's accounts and programs; of a super administrator there is none */
export function personNames(tenant: TenantReader, personen: (string | null)[]): Map<string, string> {
  const found = byId(tenant, namesOfPersons, personen, (id) => id)
  const others = personen.filter((id) => id !== null && !found.has(id))
  const programs = byId(tenant, namesOfPrograms, others, (id) => id)
  return new Map([
    ...found.values().map(({ id, name }) => [id, name] as const),
    ...programs.values().map(({ id, name }) => [id, programName(name)] as const),
  ])
}

/** @returns how a program is named beside people, who could have the same name */
export const programName = (name: string): string => `${name} (Programm)`

type NameColumn<K extends string> = K extends `${infer Person}_id` ? `${Person}_name` : `${K}_name`

/**
 * @returns the rows with the names of the accounts in these columns: `gebucht_von_name` of `gebucht_von`, `fahrer_name`
 *   of `fahrer_id`; null where it is no account of the company
 */
export function withPersonNames<K extends string, R extends Record<K, string | null>>(
  tenant: TenantReader,
  rows: readonly R[],
  ...columns: K[]
): (R & Record<NameColumn<K>, string | null>)[] {
  const names = personNames(
    tenant,
    rows.flatMap((row) => columns.map((column) => row[column])),
  )
  const named = (row: R) =>
    columns.map((column) => [`${column.replace(/_id$/, "")}_name`, names.get(row[column] ?? "") ?? null])
  return rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(named(row)) as Record<NameColumn<K>, string | null>),
  }))
}

/** @returns the rows with number and name of their article or device */
export function withPosten<R extends { pfandartikel_id: string | null; geraet_id: string | null }>(
  tenant: TenantReader,
  rows: R[],
): (R & { nummer: string; bezeichnung: string })[] {
  const nameOf = postenNames(tenant, rows)
  return rows.map((row) => ({ ...row, ...nameOf(row) }))
}

/** @returns a function that tells number and name of the article or device in one of the rows */
export function postenNames(
  tenant: TenantReader,
  rows: readonly ArtikelOrGeraet[],
): (row: ArtikelOrGeraet, unknown?: string) => { nummer: string; bezeichnung: string } {
  const artikel = byId(tenant, artikelNames, rows, (row) => row.pfandartikel_id)
  const geraet = byId(tenant, geraeteNames, rows, (row) => row.geraet_id)
  return ({ pfandartikel_id, geraet_id }, unknown = "") => {
    const found = artikel.get(pfandartikel_id ?? "") ?? geraet.get(geraet_id ?? "")
    return { nummer: found?.nummer ?? unknown, bezeichnung: found?.bezeichnung ?? "" }
  }
}
