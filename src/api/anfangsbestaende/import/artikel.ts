import { query } from "../../../db/query.ts"
import { pfandartikel } from "../../../db/schema.ts"
import type { Row, TenantDb } from "../../../db/tenant-db.ts"
import { fold, isSameName, namedSo } from "../../../lib/fold.ts"
import { getArtikelAt, splitArtikel, type Teil } from "../../shared/staende.ts"
import { isDigits, withoutZeros } from "../../import/table/codes.ts"
import { formatEuro, listSome } from "../../../lib/format.ts"
import { Hints, hintsOf } from "../../import/table/hints.ts"

/** `pfand_cent` is the deposit of one piece; of a Gebinde, that of all its parts. */
export type Artikel = {
  id: string
  nummer: string
  bezeichnung: string
  pfand_cent: number
  /** The same today. */
  heute_cent: number
  isGebinde: boolean
  teile: Teil[]
}
type Importartikel = Pick<Row<typeof pfandartikel>, "id" | "nummer" | "bezeichnung" | "barcode" | "art">

/** A company has hundreds of articles, seldom thousands. */
const everyArtikel = query<Importartikel>`SELECT a.id, a.nummer, a.bezeichnung, a.barcode, a.art FROM ${pfandartikel} a LIMIT 50000`

const NO_ARTIKEL =
  "ist kein Artikel der Firma: weder Nummer noch Barcode, noch eine Bezeichnung, die nur einer hat"

/** @param name beside the word, which decides between two articles */
type Find = (word: string, name?: string) => Artikel | { msg: string }

/**
 * @param moment of the booking, ISO 8601 UTC: deposits and parts are those of then
 * @returns finds an article by its number, its barcode, or a name that no other has; or says what is wrong
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
    const isNamed = numbered && name !== undefined && isSameName(name, numbered.bezeichnung)
    const namesake = numbered && !isNamed && named.find(({ id }) => id !== numbered.id)
    if (namesake)
      return {
        msg: `ist die Nummer von ${artikelInWords(numbered)} und die Bezeichnung von ${artikelInWords(namesake)}: welcher ist gemeint?`,
      }
    const exact = numbered ?? (named.length === 1 ? named[0] : undefined)
    // A spreadsheet drops leading zeros.
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
  const teileAt = (at: string): Teil[] => splitArtikel(tenant, { id, art }, 1, at)
  const pfandOf = (parts: Teil[], at: string): number =>
    parts.reduce(
      (sum, { pfandartikel_id, menge }) =>
        sum + menge * (getArtikelAt(tenant, pfandartikel_id, at).pfand_cent ?? 0),
      0,
    )
  const [teile, now] = [teileAt(moment), tenant.now()]
  const [pfand_cent, heute_cent] = [pfandOf(teile, moment), pfandOf(teileAt(now), now)]
  return { id, nummer, bezeichnung, pfand_cent, heute_cent, isGebinde: art === "gebinde", teile }
}

/** @returns `Kasten (KA20)` */
export const artikelInWords = ({ bezeichnung, nummer }: Pick<Artikel, "bezeichnung" | "nummer">): string =>
  `${bezeichnung} (${nummer})`

const isOnlyAlike = (likely: readonly Importartikel[]): string =>
  `ist kein Artikel der Firma; ähnlich heißt ${listSome(likely.map(artikelInWords))}. Ist er gemeint, bitte seine Nummer eintragen`

/** @returns a hint, in German, of articles that were found by a number with other leading zeros */
export function artikelHints(
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

type Priced = {
  artikelnummer?: string | undefined
  betrag_cent?: number
  pfand_cent?: number
  heute_cent?: number
}

/** @returns a hint, in German, of deposits of the day of the balances that have changed since: one may be a corrected slip */
export function depositHints(rows: readonly Priced[]): string[] {
  const changed = rows.flatMap(({ artikelnummer, betrag_cent, pfand_cent = 0, heute_cent = pfand_cent }) =>
    betrag_cent === undefined && pfand_cent !== heute_cent
      ? [`${artikelnummer}: ${formatEuro(pfand_cent)}, heute ${formatEuro(heute_cent)}`]
      : [],
  )
  return hintsOf(
    "Bei [einem Artikel|# Artikeln] gilt das Pfand vom Stichtag, nicht das von heute. War es falsch eingetragen, bitte das richtige in einer Spalte „Pfand je Stück“ nennen",
    new Set(changed),
  )
}
