import { query } from "../../db/query.ts"
import { geraete, pfandartikel, pfandbuchungen, tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { vorzeichen } from "../../lib/buchungsart.ts"
import { settledSteuersatz } from "../../lib/steuer.ts"
import { PLUS } from "../shared/sign.ts"
import type { Steuer } from "../pfandlots/bewegungen.ts"
import type { Zeile } from "./posten.ts"

type Where = {
  kunde_id: string
  pfandartikel_id: string | null
  geraet_id: string | null
  betrag_cent: number
  nr: number
}

/**
 * Taxes with which pieces of an amount went out, or a device; nothing where neither the company nor the article has
 * changed any since its bookings.
 */
const issuedWith = query<Steuer, Where>`
  SELECT DISTINCT b.klasse, b.steuersatz, b.kleinunternehmer, b.ust_verfahren FROM ${pfandbuchungen} b
  WHERE b.kunde_id = :kunde_id AND b.pfandartikel_id IS :pfandartikel_id AND b.geraet_id IS :geraet_id
    AND b.art IN ${PLUS} AND b.storno_von IS NULL
    AND (:geraet_id IS NOT NULL OR b.betrag_cent = :betrag_cent)
    AND max(:nr, coalesce((SELECT a.steuer_nach_nr FROM ${pfandartikel} a WHERE a.id = :pfandartikel_id),
      (SELECT g.steuer_nach_nr FROM ${geraete} g WHERE g.id = :geraet_id), 0)) > 0`

/** @returns whether the settlement of some of these lines of a customer adds VAT to them */
export function addsUst(tenant: TenantReader, kunde_id: string, zeilen: readonly Zeile[]): boolean {
  const { abrechnung_ist, preise, ...firma } = tenant.get(tenants, tenant.id)
  if (abrechnung_ist === "beleg" || preise === "brutto") return false
  const taxesOf = ({ art, steuer, betrag_cent, pfandartikel_id, geraet_id }: Zeile): Steuer[] => {
    const own = { ...firma, ...steuer }
    if (vorzeichen(art) > 0) return [own]
    const where = { pfandartikel_id: pfandartikel_id ?? null, geraet_id: geraet_id ?? null, betrag_cent }
    const before = tenant.all(issuedWith, { kunde_id, ...where, nr: firma.regelung_gewechselt_nr })
    return before.length > 0 ? before : [own]
  }
  return zeilen
    .filter(({ art }) => art !== "anfangsbestand") // It stands in no settlement.
    .some((zeile) => taxesOf(zeile).some((steuer) => settledSteuersatz(steuer, steuer) !== "keine"))
}
