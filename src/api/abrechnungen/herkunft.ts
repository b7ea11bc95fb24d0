import type { TenantReader } from "../../db/tenant-db.ts"
import { steuersatzOf } from "../../lib/steuer.ts"
import { assignSaetze } from "./saetze.ts"
import type { Bewegung, Share } from "./tax-lots.ts"
import { readAccounts, type Regelung, taxed } from "./zeilen.ts"

/** Pieces that leave an account at one amount. */
type Leaving = { menge: number; betrag_cent: number }
/** An article or a device, and the tax of what would go out of it today. */
type Was = { id: string } & Pick<Bewegung, "klasse" | "steuersatz">

/**
 * Origins of pieces that leave a customer's account now: the class and rate they went out at, first in, first out.
 * Changes nothing.
 *
 * @param leaving of the article or device, the oldest first
 * @returns the shares, with negative pieces
 */
export function findHerkunft(
  tenant: TenantReader,
  {
    zeitzone,
    kleinunternehmer,
    ust_verfahren,
  }: Pick<Regelung, "zeitzone" | "kleinunternehmer" | "ust_verfahren">,
  kunde_id: string,
  { id: was, klasse, steuersatz }: Was,
  leaving: readonly Leaving[],
): Share[] {
  const history = readAccounts(tenant, kunde_id, [was])
  const erfasst_am = tenant.now()
  const added = leaving.map(({ menge, betrag_cent }, index) => ({
    id: `neu ${index}`,
    lfd_nr: Number.MAX_SAFE_INTEGER - leaving.length + index,
    was,
    stueck: -menge,
    betrag_cent,
    erfasst_am,
    storno_von: null,
    umbewertung: null,
    verlust: false,
    klasse,
    steuersatz: steuersatzOf({ klasse, steuersatz }, { kleinunternehmer }),
    kleinunternehmer,
    ust_verfahren,
  }))
  const shares = assignSaetze([...history.map(taxed), ...added], zeitzone)
  return added.flatMap(({ id }) => shares.get(id) ?? []).filter(({ verschoben }) => !verschoben)
}
