import { query } from "../../../db/query.ts"
import { pfandartikel } from "../../../db/schema.ts"
import type { Row, TenantDb } from "../../../db/tenant-db.ts"
import { fold, isSameName, namedSo } from "../../../lib/fold.ts"
import { getArtikelAt, splitArtikel, type Teil } from "../../shared/staende.ts"
import { isDigits, withoutZeros } from "../../import/table/codes.ts"
import { listSome } from "../../../lib/format.ts"
import { Hints } from "../../import/table/hints.ts"

/** `pfand_cent` of one piece; of a gebinde, of all its parts. */
export type Artikel = {
  id: string
  nummer: string
  bezeichnung: string
  pfand_cent: number
  isGebinde: boolean
  teile: Teil[]
}
type Importartikel = Pick<Row<typeof pfandartikel>, "id" | "nummer" | "bezeichnung" | "barcode" | "art">

/** A company has hundreds of articles, seldom thousands. */
const everyArtikel = query<Importartikel>`SELECT a.id, a.nummer, a.bezeichnung, a.barcode, a.art FROM ${pfandartikel} a LIMIT 50000`

const NO_ARTIKEL =
  "ist kein Artikel der Firma: weder Nummer noch Barcode, noch eine Bezeichnung, die nur einer hat"

/** @param name that stands beside it: it says which is meant of two */
type Find = (word: string, name?: string) => Artikel | { msg: string }

/**
 * @param moment ISO 8601 UTC, of which deposits and parts are, as they will be booked
 * @returns finds an article by number, barcode, or a name that no other has, with the single articles it is booked as
 */
export function artikelFinder(tenant: TenantDb, moment: string): Find {
  const rows = tenant.all(everyArtikel, {})
  const byNumber = new Map(rows.map((row) => [row.nummer, row]))
  const byBarcode = new Map(rows.map((row) => [row.barcode, row]))
  const alike = Map.groupBy(rows, ({ bezeichnung }) => fold(bezeichnung))
  const byDigits = Map.groupBy(
    rows.filter(({ nummer }) => isDigits(nummer)),
    ({ nummer }) => withoutZeros(nummer),
  )
  const known = new Map<string, Artikel>()
  return (word, name) => {
    const likely = alike.get(fold(word)) ?? []
    const named = namedSo(word, likely, ({ bezeichnung }) => bezeichnung)
    const numbered = byNumber.get(word) ?? byBarcode.get(word)
    const isSaid = numbered && name !== undefined && isSameName(name, numbered.bezeichnung)
    const namesake = numbered && !isSaid && named.find(({ id }) => id !== numbered.id)
    if (namesake)
      return {
        msg: `ist die Nummer von ${inWords(numbered)} und die Bezeichnung von ${inWords(namesake)}: welcher ist gemeint?`,
      }
    const exact = numbered ?? (named.length === 1 ? named[0] : undefined)
    // A spreadsheet drops the zeros in front of a number.
    const [whole, other] = exact || !isDigits(word) ? [] : (byDigits.get(withoutZeros(word)) ?? [])
    if (whole && other)
      return {
        msg: `ist nicht eindeutig: Mit anderen Nullen davor gibt es ${whole.nummer} und ${other.nummer}`,
      }
    const found = exact ?? whole
    if (found) return known.getOrInsertComputed(found.id, () => artikelAt(tenant, found, moment))
    return { msg: named.length === 0 && likely.length > 0 ? isOnlyAlike(likely) : NO_ARTIKEL }
  }
}

function artikelAt(
  tenant: TenantDb,
  { id, nummer, bezeichnung, art }: Importartikel,
  moment: string,
): Artikel {
  const teile = splitArtikel(tenant, { id, art }, 1, moment)
  const pfand_cent = teile.reduce(
    (sum, { pfandartikel_id, menge }) =>
      sum + menge * (getArtikelAt(tenant, pfandartikel_id, moment).pfand_cent ?? 0),
    0,
  )
  return { id, nummer, bezeichnung, pfand_cent, isGebinde: art === "gebinde", teile }
}

const inWords = ({ bezeichnung, nummer }: Importartikel): string => `${bezeichnung} (${nummer})`

const isOnlyAlike = (likely: readonly Importartikel[]): string =>
  `ist kein Artikel der Firma; ähnlich heißt ${listSome(likely.map(inWords))}. Ist er gemeint, bitte seine Nummer eintragen`

/** @returns the numbers of articles that were found with other zeros in front, in German */
export function toldArtikel(
  rows: readonly { artikel: string; artikelnummer?: string | undefined }[],
): string[] {
  const hints = new Hints()
  for (const { artikel, artikelnummer = artikel } of rows)
    if (artikel !== artikelnummer && withoutZeros(artikel) === withoutZeros(artikelnummer))
      hints.add(
        "Bei [einer Zeile|# Zeilen] hat die Artikelnummer hier andere Nullen davor",
        `${artikel} → ${artikelnummer}`,
      )
  return hints.list()
}
