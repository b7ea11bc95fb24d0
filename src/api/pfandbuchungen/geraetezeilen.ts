import { geraete } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { vorzeichen } from "../../lib/buchungsart.ts"
import { conflict } from "../../lib/refusal.ts"
import { readGeraetekonto, refundOf, wasCredited } from "../pfandlots/paid.ts"
import { getGeraetAt } from "../shared/staende.ts"
import type { Buchungsposten, Posten, Steuerart, UnbookedVorgang } from "./posten.ts"

/** The lines of devices, with what is charged or refunded for each. */

/** @throws Refusal missing; conflict for a credit where nothing is open */
export function geraetezeile(
  tenant: TenantReader,
  vorgang: UnbookedVorgang,
  posten: Posten,
  geraet_id: string,
): Buchungsposten {
  const { pfand_cent, pfandform } = getGeraetAt(tenant, geraet_id, vorgang.erfasst_am)
  return {
    ...posten,
    menge: 1,
    betrag_cent: posten.betrag_cent ?? amountOf(tenant, vorgang, posten.art, { geraet_id, pfand_cent }),
    steuer: posten.steuer ?? geraetesteuer({ pfandform }),
  }
}

type Device = { geraet_id: string; pfand_cent: number }

/**
 * A return refunds what was paid for the device when it was issued last. A correction credits the same while the customer
 * has the device, and all that is open where they have it no more.
 */
function amountOf(
  tenant: TenantReader,
  vorgang: UnbookedVorgang,
  art: Posten["art"],
  { geraet_id, pfand_cent }: Device,
): number {
  if (vorzeichen(art) > 0) return pfand_cent
  const konto = readGeraetekonto(tenant, vorgang.kunde_id, geraet_id)
  if (art === "ruecknahme") return refundOf(konto)
  if (pfand_cent > 0 && konto.wert_cent <= 0) requireCharge(tenant, vorgang, geraet_id)
  const paid = konto.beim_kunden ? refundOf(konto) : 0
  return paid || Math.max(0, konto.wert_cent) || pfand_cent
}

/**
 * A mistyped number, or a deposit that a colleague has just waived, would be a credit for nothing. Whoever means one names
 * the amount.
 *
 * @throws Refusal conflict where the Vorgang charges nothing for a device of whose deposit nothing is open
 */
function requireCharge(
  tenant: TenantReader,
  { kunde_id, positionen }: UnbookedVorgang,
  geraet_id: string,
): void {
  if (positionen.some((one) => one.geraet_id === geraet_id && vorzeichen(one.art) > 0)) return
  const { geraetenummer } = tenant.get(geraete, geraet_id)
  throw conflict(
    wasCredited(tenant, kunde_id, geraet_id)
      ? `Für das Gerät ${geraetenummer} ist bei diesem Kunden kein Pfand mehr offen: Es ist schon erlassen, erstattet oder als Verlust einbehalten`
      : `Für das Gerät ${geraetenummer} ist bei diesem Kunden kein Pfand offen; bitte Kunde und Nummer prüfen`,
  )
}

/** @returns the tax of a device's deposit; a security has none */
export const geraetesteuer = ({ pfandform }: Pick<Row<typeof geraete>, "pfandform">): Steuerart =>
  pfandform === "pfand"
    ? { klasse: "geraetepfand", steuersatz: "regel" }
    : { klasse: "kaution", steuersatz: "keine" }
