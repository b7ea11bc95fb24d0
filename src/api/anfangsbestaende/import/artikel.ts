import { query } from "../../../db/query.ts"
import { pfandartikel, pfandbestandteile } from "../../../db/schema.ts"
import type { Row, TenantDb } from "../../../db/tenant-db.ts"
import { fold, namedSo } from "../../../lib/fold.ts"
import { someOf } from "../../import/hints.ts"

type Part = { pfandartikel_id: string; menge: number }
/** `pfand_cent` of one piece; of a gebinde, of all its parts. */
export type Artikel = {
  id: string
  bezeichnung: string
  pfand_cent: number
  isGebinde: boolean
  teile: Part[]
}
type Zeile = Pick<
  Row<typeof pfandartikel>,
  "id" | "nummer" | "bezeichnung" | "barcode" | "art" | "pfand_cent"
>

/** A company has hundreds of articles, seldom thousands. */
const everyArtikel = query<Zeile>`SELECT a.id, a.nummer, a.bezeichnung, a.barcode, a.art, a.pfand_cent FROM ${pfandartikel} a LIMIT 50000`

const everyPart = query<Part & { gebinde_id: string }>`
  SELECT b.gebinde_id, b.pfandartikel_id, b.menge FROM ${pfandbestandteile} b LIMIT 200000`

const NO_ARTIKEL =
  "ist kein Artikel der Firma: weder Nummer noch Barcode, noch eine Bezeichnung, die nur einer hat"

/** @returns finds an article by number, barcode, or a name that no other has, with the single articles it is booked as */
export function artikelFinder(tenant: TenantDb): (word: string) => Artikel | { msg: string } {
  const rows = tenant.all(everyArtikel, {})
  const teile = Map.groupBy(tenant.all(everyPart, {}), ({ gebinde_id }) => gebinde_id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byNumber = new Map(rows.map((row) => [row.nummer, row]))
  const byBarcode = new Map(rows.map((row) => [row.barcode, row]))
  const alike = Map.groupBy(rows, ({ bezeichnung }) => fold(bezeichnung))
  return (word) => {
    const likely = alike.get(fold(word)) ?? []
    const named = namedSo(word, likely, ({ bezeichnung }) => bezeichnung)
    const found = byNumber.get(word) ?? byBarcode.get(word) ?? (named.length === 1 ? named[0] : undefined)
    if (!found) return { msg: named.length === 0 && likely.length > 0 ? isOnlyAlike(likely) : NO_ARTIKEL }
    const parts =
      found.art === "gebinde" ? (teile.get(found.id) ?? []) : [{ pfandartikel_id: found.id, menge: 1 }]
    const { id, bezeichnung } = found
    const pfand_cent = parts.reduce(
      (sum, { pfandartikel_id, menge }) => sum + menge * (byId.get(pfandartikel_id)?.pfand_cent ?? 0),
      0,
    )
    const own = parts.map(({ pfandartikel_id, menge }) => ({ pfandartikel_id, menge }))
    return { id, bezeichnung, pfand_cent, isGebinde: found.art === "gebinde", teile: own }
  }
}

const isOnlyAlike = (likely: readonly Zeile[]): string =>
  `ist kein Artikel der Firma; ähnlich heißt ${someOf(likely.map(({ bezeichnung, nummer }) => `${bezeichnung} (${nummer})`))}. Ist er gemeint, bitte seine Nummer eintragen`
