import { query } from "../../db/query.ts"
import { geraete, pfandartikel, pfandkonten } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { countLots, takeOldest } from "../../lib/fifo.ts"
import { formatQuantity } from "../../lib/format.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import type { Steuerart } from "../pfandbuchungen/posten.ts"
import { geraetesteuer } from "../pfandbuchungen/geraetezeilen.ts"
import { depositOf, type Paid, paidFor } from "../pfandlots/paid.ts"
import { deviceFault, namingFault } from "../shared/artikel-or-geraet.ts"

type Named = { kunde_id: string; pfandartikel_id?: string; geraet_id?: string; menge: number }

/** An article or a device of which something is lost, and the tax that it would go out with today. */
export type Lost = Steuerart & { kunde_id: string; id: string; geraet?: Row<typeof geraete> }

/** @throws Refusal invalid unless it names one article, or one device once */
export function requireOneThing(named: Named): void {
  const fault = namingFault(named)
  if (fault) throw invalid("pfandartikel_id", fault)
  const many = deviceFault(named)
  if (many) throw invalid("menge", many)
}

/** @throws Refusal missing; invalid for a gebinde, as its parts are booked as lost instead */
export function getLost(tenant: TenantReader, { kunde_id, pfandartikel_id, geraet_id }: Named): Lost {
  if (geraet_id !== undefined) {
    const geraet = tenant.get(geraete, geraet_id, "Gerät nicht gefunden")
    return { kunde_id, id: geraet_id, geraet, ...geraetesteuer(geraet) }
  }
  const artikel = tenant.get(pfandartikel, pfandartikel_id ?? "", "Pfandartikel nicht gefunden")
  if (artikel.art === "gebinde")
    throw invalid("pfandartikel_id", "ist ein Gebinde: verloren sind seine Teile")
  return { kunde_id, id: artikel.id, klasse: artikel.ust_klasse, steuersatz: artikel.steuersatz }
}

/**
 * @returns the oldest pieces that a customer holds, at what was paid for them; of a device, what is open of its
 *   deposit
 * @throws Refusal conflict for too many, and for a device that is not lost
 */
export const takeLost = (tenant: TenantReader, lost: Lost, menge: number): Paid[] =>
  lost.geraet ? takeGeraet(tenant, lost.kunde_id, lost.geraet) : takePieces(tenant, lost, menge)

function takePieces(tenant: TenantReader, { kunde_id, id }: Lost, menge: number): Paid[] {
  const held = paidFor(tenant, kunde_id, id)
  const count = countLots(held)
  if (count === 0) throw conflict("Der Kunde hat nichts davon")
  if (count < menge) throw conflict(`Der Kunde hat nur ${formatQuantity(count)} Stück davon`)
  return takeOldest(held, menge)
}

/** A device that turned up was not lost: what is open of its deposit is to be refunded by a correction. */
const NOT_LOST = {
  beim_kunden: "ist bei einem Kunden: bitte zuerst als verloren melden",
  lager: "ist im Lager, also nicht verloren: was davon noch offen ist, erstattet eine Korrektur",
  elsewhere:
    "ist bei einem anderen Kunden, also nicht verloren: was davon noch offen ist, erstattet eine Korrektur",
  wartung: "ist in der Wartung, also nicht verloren: was davon noch offen ist, erstattet eine Korrektur",
}

/** Its age says whether it is on the account: corrections of a deposit count as pieces too. */
const held = query<{ wert_cent: number }, { kunde_id: string; geraet_id: string }>`
  SELECT k.wert_cent FROM ${pfandkonten} k
  WHERE k.kunde_id = :kunde_id AND k.geraet_id = :geraet_id AND k.seit_am IS NOT NULL`

/**
 * @returns a device that is on a customer's account without a deposit: the office can neither keep nor refund anything of
 *   it, so it leaves the account when it is reported lost
 */
export function heldWithoutDeposit(tenant: TenantReader, kunde_id: string, geraet_id: string): Paid[] {
  return tenant.first(held, { kunde_id, geraet_id })?.wert_cent === 0 ? [{ menge: 1, betrag_cent: 0 }] : []
}

function takeGeraet(tenant: TenantReader, kunde_id: string, geraet: Row<typeof geraete>): Paid[] {
  const { id, geraetenummer, status } = geraet
  const wert_cent = depositOf(tenant, kunde_id, id)
  if (wert_cent <= 0) throw conflict(`Für das Gerät ${geraetenummer} ist beim Kunden kein Pfand offen`)
  if (status !== "verloren" && status !== "ausgemustert") {
    const isElsewhere = status === "beim_kunden" && geraet.kunde_id !== kunde_id
    throw conflict(`Das Gerät ${geraetenummer} ${NOT_LOST[isElsewhere ? "elsewhere" : status]}`)
  }
  return [{ menge: 1, betrag_cent: wert_cent }]
}
