import type { TenantReader } from "../../db/tenant-db.ts"
import { type Bewegung, readAccounts } from "../pfandlots/bewegungen.ts"
import type { Regelung } from "./open.ts"
import type { Paid } from "../pfandlots/paid.ts"
import { assignSaetze, dueTax, type Share } from "../pfandlots/saetze.ts"

/** An article, or a device, and the tax of what would go out of it today. */
type Was = { id: string; geraet?: unknown } & Pick<Bewegung, "klasse" | "steuersatz">
type Firma = Pick<Regelung, "zeitzone" | "kleinunternehmer" | "ust_verfahren">

/**
 * Origins of pieces that leave a customer's account now: the class and rate they went out at, first in, first out.
 * Changes nothing.
 *
 * @param leaving of the article or device, the oldest first
 * @returns the shares, with negative pieces
 */
export function findHerkunft(
  tenant: TenantReader,
  { zeitzone, kleinunternehmer, ust_verfahren }: Firma,
  kunde_id: string,
  { id, geraet, klasse, steuersatz }: Was,
  leaving: readonly Paid[],
): Share[] {
  const erfasst_am = tenant.now()
  const added = leaving.map(({ menge, betrag_cent }, index): Bewegung => ({
    id: `neu ${index}`,
    lfd_nr: Number.MAX_SAFE_INTEGER - leaving.length + index,
    pfandartikel_id: geraet ? null : id,
    geraet_id: geraet ? id : null,
    art: "ruecknahme",
    menge,
    betrag_cent,
    summe_cent: -menge * betrag_cent,
    erfasst_am,
    storno_von: null,
    umbewertung: null,
    verlust: 0,
    klasse,
    steuersatz,
    kleinunternehmer,
    ust_verfahren,
  }))
  const shares = assignSaetze([...readAccounts(tenant, kunde_id, [id]), ...added], dueTax(zeitzone))
  return added.flatMap((one) => shares.get(one.id) ?? []).filter(({ verschoben }) => !verschoben)
}
