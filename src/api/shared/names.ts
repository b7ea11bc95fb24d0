import { query } from "../../db/query.ts"
import { geraete, kunden, mitarbeiter, pfandartikel } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/** Names that lists show in place of ids: one query for each kind on a page. */

type Ids = { ids: string }
type Posten = { id: string; nummer: string; bezeichnung: string }

const kundenNamen = query<{ id: string; name: string }, Ids>`
  SELECT k.id, k.name FROM json_each(:ids) j CROSS JOIN ${kunden} k ON k.id = j.value`

const personenNamen = query<{ id: string; name: string }, Ids>`
  SELECT m.id, m.name FROM json_each(:ids) j CROSS JOIN ${mitarbeiter} m ON m.id = j.value`

const artikelNamen = query<Posten, Ids>`
  SELECT a.id, a.nummer, a.bezeichnung FROM json_each(:ids) j CROSS JOIN ${pfandartikel} a ON a.id = j.value`

const geraeteNamen = query<Posten, Ids>`
  SELECT g.id, g.geraetenummer AS nummer, g.bezeichnung
  FROM json_each(:ids) j CROSS JOIN ${geraete} g ON g.id = j.value`

const listed = (ids: (string | null)[]): Ids | undefined => {
  const given = new Set(ids.filter((id) => id !== null))
  return given.size > 0 ? { ids: JSON.stringify([...given]) } : undefined
}

/** @returns the rows with the customer's name; null where there is no customer */
export function withKundeName<R extends { kunde_id: string | null }>(
  tenant: TenantReader,
  rows: R[],
): (R & { kunde_name: string | null })[] {
  const ids = listed(rows.map(({ kunde_id }) => kunde_id))
  const names = new Map(ids && tenant.all(kundenNamen, ids).map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, kunde_name: names.get(row.kunde_id ?? "") ?? null }))
}

/** @returns the names of the company's accounts; of a super administrator there is none */
export function personNames(tenant: TenantReader, personen: (string | null)[]): Map<string, string> {
  const ids = listed(personen)
  return new Map(ids && tenant.all(personenNamen, ids).map(({ id, name }) => [id, name]))
}

/** @returns the rows with number and name of their article or device */
export function withPosten<R extends { pfandartikel_id: string | null; geraet_id: string | null }>(
  tenant: TenantReader,
  rows: R[],
): (R & { nummer: string; bezeichnung: string })[] {
  const artikel = listed(rows.map(({ pfandartikel_id }) => pfandartikel_id))
  const geraet = listed(rows.map(({ geraet_id }) => geraet_id))
  const posten = new Map(
    [
      ...(artikel ? tenant.all(artikelNamen, artikel) : []),
      ...(geraet ? tenant.all(geraeteNamen, geraet) : []),
    ].map((one) => [one.id, one]),
  )
  return rows.map((row) => {
    const { nummer = "", bezeichnung = "" } = posten.get(row.pfandartikel_id ?? row.geraet_id ?? "") ?? {}
    return { ...row, nummer, bezeichnung }
  })
}
