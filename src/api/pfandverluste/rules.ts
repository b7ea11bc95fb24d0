import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { offene_buchungen, pfandartikel, pfandbuchungen, pfandverluste, tenants } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { countLots, takeOldest } from "../../lib/fifo.ts"
import { formatQuantity } from "../../lib/format.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { findHerkunft } from "../abrechnungen/herkunft.ts"
import type { Actor } from "../frame/session.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import type { VorgangReply } from "../pfandbuchungen/model.ts"
import { getVorgang, requireSeen } from "../pfandbuchungen/rules.ts"
import { bookVorgang, newVorgangId } from "../pfandbuchungen/vorgang.ts"
import { type Paid, paidFor } from "../pfandlots/lots.ts"
import { taxKey } from "../abrechnungen/tax-lots.ts"
import { claimRequest } from "../shared/once.ts"
import { writeProtokoll } from "../shared/record.ts"
import { inWords, type Satz } from "./meaning.ts"
import type { NewVerlust, VerlustQuery, Preview } from "./model.ts"

type Verlust = Static<typeof VerlustQuery>

/** Open bookings of an account that went out: the next settlement charges them as ever. */
const open = query<{ n: number }, { kunde_id: string; pfandartikel_id: string }>`
  SELECT 1 AS n FROM ${offene_buchungen} o CROSS JOIN ${pfandbuchungen} b ON b.id = o.id
  WHERE o.kunde_id = :kunde_id AND b.pfandartikel_id = :pfandartikel_id AND b.art = 'ausgabe' LIMIT 1`

/** @throws Refusal missing; invalid for a gebinde, of which the parts are lost */
function getSingle(tenant: TenantReader, id: string): Row<typeof pfandartikel> {
  const artikel = tenant.get(pfandartikel, id, "Pfandartikel nicht gefunden")
  if (artikel.art === "gebinde")
    throw invalid("pfandartikel_id", "ist ein Gebinde: verloren sind seine Teile")
  return artikel
}

/** @returns the oldest of the pieces that a customer holds, at what was paid. @throws Refusal conflict for too many */
function takeLost(tenant: TenantReader, { kunde_id, pfandartikel_id, menge }: Verlust): Paid[] {
  const held = paidFor(tenant, kunde_id, pfandartikel_id)
  const count = countLots(held)
  if (count === 0) throw conflict("Der Kunde hat nichts davon")
  if (count < menge) throw conflict(`Der Kunde hat nur ${formatQuantity(count)} Stück davon`)
  return takeOldest(held, menge)
}

const worth = (parts: readonly Paid[]): number =>
  parts.reduce((sum, { menge, betrag_cent }) => sum + menge * betrag_cent, 0)

/**
 * Preview of a loss; changes nothing.
 *
 * @throws Refusal missing; invalid for a gebinde; conflict for more than the customer holds
 */
export function previewVerlust(tenant: TenantReader, verlust: Verlust): Preview {
  const { kunde_id, pfandartikel_id, menge } = verlust
  getKundenkopf(tenant, kunde_id)
  const artikel = getSingle(tenant, pfandartikel_id)
  const teile = takeLost(tenant, verlust)
  const regelung = tenant.get(tenants, tenant.id)
  const sums = new Map<string, Satz>()
  for (const { stueck, betrag_cent, ...one } of findHerkunft(tenant, regelung, kunde_id, artikel, teile)) {
    const { klasse, satz, kleinunternehmer, ust_verfahren } = one
    const key = taxKey(one)
    const before = sums.get(key) ?? { klasse, satz, kleinunternehmer, ust_verfahren, menge: 0, summe_cent: 0 }
    const summe_cent = before.summe_cent - stueck * betrag_cent
    sums.set(key, { ...before, menge: before.menge - stueck, summe_cent })
  }
  const saetze = [...sums.values()]
  const summe_cent = -worth(teile)
  const isOpen = tenant.first(open, { kunde_id, pfandartikel_id }) !== undefined
  return { summe_cent: summe_cent || 0, teile, saetze, bedeutung: inWords(menge, saetze, isOpen) }
}

/**
 * Books pieces out of a customer's account that will not come back, the oldest first, at what was paid for them. The
 * Vorgang is kept as a loss, which stands in no settlement.
 *
 * @returns the Vorgang with the customer's account after it, and whether this request booked it
 * @throws Refusal missing; invalid for a gebinde; conflict for more than the customer holds, and for another sum than
 *   was seen
 */
export function bookVerlust(
  tenant: TenantDb,
  actor: Actor,
  input: Static<typeof NewVerlust>,
): { vorgang: Static<typeof VorgangReply>; first: boolean } {
  const { erwartet_cent, ...request } = input
  const { id, kunde_id, pfandartikel_id, menge, bemerkung } = request
  const kunde = getKundenkopf(tenant, kunde_id)
  getSingle(tenant, pfandartikel_id)
  if (!claimRequest(tenant, "pfandverluste", id, request))
    return { vorgang: getVorgang(tenant, id ?? ""), first: false }
  const vorgang_id = newVorgangId(tenant, id)
  const positionen = takeLost(tenant, { kunde_id, pfandartikel_id, menge }).map((part) => ({
    ...part,
    pfandartikel_id,
    art: "korrektur_minus" as const,
  }))
  // Before its bookings: their trigger asks for it.
  const verlust = tenant.insert(pfandverluste, { id: vorgang_id, kunde_id, pfandartikel_id })
  const grund = bemerkung === undefined ? "Verlust" : `Verlust: ${bemerkung}`
  const vorgang = { vorgang_id, kunde_id, grund, erfasst_am: tenant.now(), positionen }
  requireSeen(bookVorgang(tenant, actor, vorgang, kunde), erwartet_cent)
  writeProtokoll(tenant, actor, "pfandverluste.gebucht", pfandverluste, undefined, verlust)
  return { vorgang: getVorgang(tenant, vorgang_id), first: true }
}
