import { geraete } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { getArtikelAt } from "../shared/artikelstand.ts"
import { Erstattung } from "./erstattung.ts"
import { Gebindeteile } from "./gebinde.ts"
import { paidForGeraet } from "../pfandlots/geraete.ts"
import type { Counted, Posten, Steuerart, Zeile } from "./posten.ts"

/** Most bookings made at once; 58 to 67 ms were measured, in which nobody else writes. Reads do not wait (bulk.ts). */
export const LONGEST_VORGANG = 500

/**
 * Bookings that a Vorgang will make; changes nothing. A Gebinde becomes its parts (gebinde.ts), each at the deposit that
 * was valid when it happened. Returns are booked at the deposit that was paid for them.
 *
 * @param gebinde remembers with which parts they are booked
 * @returns the bookings of each position, in their order
 * @throws Refusal missing for a missing article or device; conflict for an article that is not active, and for an amount
 *   that leaves a value without pieces; invalid for too many, and for an amount of a Gebinde
 */
export function zeilenOf(
  tenant: TenantReader,
  vorgang: Counted,
  gebinde = gebindeOf(tenant, vorgang),
): Zeile[][] {
  const zeilen = vorgang.positionen.map((posten, i) => splitPosten(tenant, vorgang, gebinde, posten, i))
  requireFew(zeilen.flat())
  const erstattung = new Erstattung(tenant, vorgang)
  // A line at a time, as what comes back depends on what the lines before it brought.
  const split = zeilen.map((ones) => ones.flatMap((zeile) => erstattung.split(zeile)))
  erstattung.requireNoValueLeft()
  return split
}

export const gebindeOf = (tenant: TenantReader, { kunde_id, erfasst_am, beladen_am = erfasst_am }: Counted) =>
  new Gebindeteile(tenant, kunde_id, beladen_am)

/**
 * Inactive customers and articles get nothing more. Deliveries are checked when they are planned: what a
 * driver has already handed over must be booked.
 */
export const isGivenOut = ({ lieferung_id }: Counted, { art }: Posten): boolean =>
  art === "ausgabe" && lieferung_id === undefined

function splitPosten(
  tenant: TenantReader,
  vorgang: Counted,
  gebinde: Gebindeteile,
  posten: Posten,
  i: number,
): Zeile[] {
  if (posten.geraet_id !== undefined) return [geraetezeile(tenant, vorgang, posten, posten.geraet_id)]
  const id = posten.pfandartikel_id ?? ""
  const artikel = getArtikelAt(tenant, id, vorgang.erfasst_am)
  if (artikel.aktiv !== 1 && isGivenOut(vorgang, posten))
    throw conflict(`Der Artikel ${artikel.nummer} ist nicht mehr im Umlauf`)
  if (artikel.art === "einzeln") {
    const steuer = posten.steuer ?? steuerOf(artikel)
    return [{ ...withAmount(posten, artikel.pfand_cent ?? 0), steuer }]
  }
  if (posten.betrag_cent !== undefined) {
    throw invalid(
      `positionen[${i}].betrag_cent`,
      "ist bei einem Gebinde nicht möglich: seine Teile werden gebucht",
    )
  }
  return gebinde.split(id, posten).map(({ pfandartikel_id, menge }) => {
    const part = getArtikelAt(tenant, pfandartikel_id, vorgang.erfasst_am)
    const einzeln = { ...posten, pfandartikel_id, menge }
    return { ...withAmount(einzeln, part.pfand_cent ?? 0), steuer: steuerOf(part) }
  })
}

const withAmount = ({ betrag_cent, ...posten }: Posten, pfand_cent: number) =>
  betrag_cent === undefined
    ? { ...posten, betrag_cent: pfand_cent, ist_heutiger: true }
    : { ...posten, betrag_cent }

const steuerOf = ({ klasse, steuersatz }: Steuerart): Steuerart => ({ klasse, steuersatz })

function geraetezeile(tenant: TenantReader, { kunde_id }: Counted, posten: Posten, geraet_id: string): Zeile {
  const { pfand_cent, pfandform } = tenant.get(geraete, geraet_id, "Gerät nicht gefunden")
  const own = posten.art === "ruecknahme" ? paidForGeraet(tenant, kunde_id, geraet_id) : pfand_cent
  return {
    ...posten,
    menge: 1,
    betrag_cent: posten.betrag_cent ?? own,
    steuer: posten.steuer ?? geraetesteuer({ pfandform }),
  }
}

/** @returns the tax of a device's deposit; a security has none */
export const geraetesteuer = ({ pfandform }: Pick<Row<typeof geraete>, "pfandform">): Steuerart =>
  pfandform === "pfand"
    ? { klasse: "geraetepfand", steuersatz: "regel" }
    : { klasse: "kaution", steuersatz: "keine" }

/** A Storno takes back what was booked, however much that was when more was allowed. */
function requireFew(zeilen: Zeile[]): void {
  if (zeilen.length <= LONGEST_VORGANG || zeilen.some(({ storno_von }) => storno_von !== undefined)) return
  throw invalid(
    "positionen",
    `zu viel auf einmal: mit den Teilen der Gebinde ${zeilen.length} Buchungen, höchstens ${LONGEST_VORGANG}`,
  )
}
