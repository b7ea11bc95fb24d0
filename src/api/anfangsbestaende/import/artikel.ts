import { query } from "../../../db/query.ts"
import { pfandartikel, pfandbestandteile } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { fold } from "../../../lib/fold.ts"

type Teil = { pfandartikel_id: string; menge: number }
type Artikel = { id: string; bezeichnung: string; teile: Teil[] }
type Zeile = { id: string; nummer: string; bezeichnung: string; barcode: string | null; art: string }

/** A company has hundreds of articles, seldom thousands. */
const alle = query<Zeile>`SELECT a.id, a.nummer, a.bezeichnung, a.barcode, a.art FROM ${pfandartikel} a LIMIT 50000`

const alleTeile = query<Teil & { gebinde_id: string }>`
  SELECT b.gebinde_id, b.pfandartikel_id, b.menge FROM ${pfandbestandteile} b LIMIT 200000`

export const KEIN_ARTIKEL =
  "ist kein Artikel der Firma: weder Nummer noch Barcode, noch eine Bezeichnung, die nur einer hat"

/** @returns finds an article by number, barcode, or a name that no other has, with the single articles it is booked as */
export function artikelFinder(tenant: TenantDb): (word: string) => Artikel | undefined {
  const rows = tenant.all(alle, {})
  const teile = Map.groupBy(tenant.all(alleTeile, {}), ({ gebinde_id }) => gebinde_id)
  const byNumber = new Map(rows.map((row) => [row.nummer, row]))
  const byBarcode = new Map(rows.map((row) => [row.barcode, row]))
  const byName = Map.groupBy(rows, ({ bezeichnung }) => fold(bezeichnung))
  return (word) => {
    const named = byName.get(fold(word)) ?? []
    const found = byNumber.get(word) ?? byBarcode.get(word) ?? (named.length === 1 ? named[0] : undefined)
    if (!found) return undefined
    const parts =
      found.art === "gebinde" ? (teile.get(found.id) ?? []) : [{ pfandartikel_id: found.id, menge: 1 }]
    const { id, bezeichnung } = found
    return { id, bezeichnung, teile: parts.map(({ pfandartikel_id, menge }) => ({ pfandartikel_id, menge })) }
  }
}
