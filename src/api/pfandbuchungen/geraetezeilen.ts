import { geraete } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { vorzeichen } from "../../lib/buchungsart.ts"
import { conflict } from "../../lib/refusal.ts"
import { type Geraetekonto, readGeraetekonto, refundOf, wasCredited } from "../pfandlots/paid.ts"
import { getGeraetAt } from "../shared/staende.ts"
import type { Buchungsposten, Posten, Steuerart, UnbookedVorgang } from "./posten.ts"

/**
 * The lines of devices in a Vorgang, with what is charged or refunded for each. It reads the ledger and counts in the
 * lines so far, as `Erstattung` does for articles: a deposit that one line refunded is not refunded by the next.
 */
export class Geraetezeilen {
  readonly #tenant: TenantReader
  readonly #vorgang: UnbookedVorgang
  /** The lines so far, by device. */
  readonly #zeilen = new Map<string, Buchungsposten[]>()

  constructor(tenant: TenantReader, vorgang: UnbookedVorgang) {
    this.#tenant = tenant
    this.#vorgang = vorgang
  }

  /** @throws Refusal missing; conflict for a credit where nothing is open */
  add(posten: Posten, geraet_id: string, i: number): Buchungsposten {
    const { pfand_cent, pfandform } = getGeraetAt(this.#tenant, geraet_id, this.#vorgang.erfasst_am)
    const zeile = {
      ...posten,
      menge: 1,
      betrag_cent: posten.betrag_cent ?? this.#amountOf(posten.art, { geraet_id, pfand_cent, i }),
      steuer: posten.steuer ?? geraetesteuer({ pfandform }),
    }
    this.#zeilen.getOrInsertComputed(geraet_id, () => []).push(zeile)
    return zeile
  }

  /**
   * A return refunds what was paid for the device when it was issued last. A correction credits the same while the
   * customer has the device, and all that is open where they have it no more.
   */
  #amountOf(art: Posten["art"], { geraet_id, pfand_cent, i }: Place): number {
    if (vorzeichen(art) > 0) return pfand_cent
    const zeilen = this.#zeilen.get(geraet_id) ?? []
    const konto = zeilen.reduce(afterZeile, readGeraetekonto(this.#tenant, this.#vorgang.kunde_id, geraet_id))
    if (art === "ruecknahme") return refundOf(konto)
    if (pfand_cent > 0 && konto.wert_cent <= 0) this.#requireCharge(geraet_id, i, zeilen)
    const paid = konto.beim_kunden ? refundOf(konto) : 0
    return paid || Math.max(0, konto.wert_cent) || pfand_cent
  }

  /**
   * A mistyped number, or a deposit that a colleague has just waived, would be a credit for nothing. Whoever means one
   * names the amount.
   *
   * @throws Refusal conflict where nothing of a device's deposit is open, and none of the next lines charges any
   */
  #requireCharge(geraet_id: string, i: number, zeilen: readonly Buchungsposten[]): void {
    const { kunde_id, positionen } = this.#vorgang
    const later = positionen.slice(i + 1)
    if (later.some((one) => one.geraet_id === geraet_id && vorzeichen(one.art) > 0)) return
    const { geraetenummer } = this.#tenant.get(geraete, geraet_id)
    const isCredited = zeilen.length > 0 || wasCredited(this.#tenant, kunde_id, geraet_id)
    throw conflict(
      isCredited
        ? `Für das Gerät ${geraetenummer} ist bei diesem Kunden kein Pfand mehr offen: Es ist schon erlassen, erstattet oder als Verlust einbehalten`
        : `Für das Gerät ${geraetenummer} ist bei diesem Kunden kein Pfand offen; bitte Kunde und Nummer prüfen`,
    )
  }
}

/** A device's line, by its place in the Vorgang. */
type Place = { geraet_id: string; pfand_cent: number; i: number }

/** @returns a device's account after a line */
function afterZeile(konto: Geraetekonto, { art, betrag_cent }: Buchungsposten): Geraetekonto {
  const wert_cent = konto.wert_cent + vorzeichen(art) * betrag_cent
  if (art === "ausgabe" || art === "anfangsbestand")
    return { wert_cent, seit_ausgabe: betrag_cent, beim_kunden: 1 }
  if (art === "ruecknahme") return { ...konto, wert_cent, beim_kunden: 0 }
  const seit_ausgabe = konto.seit_ausgabe + (art === "korrektur_plus" ? betrag_cent : 0)
  return { ...konto, wert_cent, seit_ausgabe }
}

/** @returns the tax of a device's deposit; a security has none */
export const geraetesteuer = ({ pfandform }: Pick<Row<typeof geraete>, "pfandform">): Steuerart =>
  pfandform === "pfand"
    ? { klasse: "geraetepfand", steuersatz: "regel" }
    : { klasse: "kaution", steuersatz: "keine" }
