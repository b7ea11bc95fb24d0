import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { offene_buchungen, pfandbuchungen, pfandverluste, tenants } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { Created } from "../frame/reply.ts"
import type { Actor } from "../frame/session.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import type { Buchung } from "../pfandbuchungen/chain.ts"
import type { VorgangReply } from "../pfandbuchungen/model.ts"
import { getVorgang, requireSeen } from "../pfandbuchungen/rules.ts"
import { bookVorgang, newVorgangId } from "../pfandbuchungen/vorgang.ts"
import type { Paid } from "../pfandlots/paid.ts"
import { findHerkunft } from "../pfandlots/herkunft.ts"
import { dueTax, type Share, taxKey } from "../pfandlots/saetze.ts"
import { claimRequest } from "../shared/claim.ts"
import { writeProtokoll } from "../shared/record.ts"
import { inWords, type Satz } from "./meaning.ts"
import type { NewVerlust, VerlustQuery, Preview } from "./model.ts"
import { getLost, heldWithoutDeposit, type Lost, requireOneThing, takeLost } from "./lost.ts"

/**
 * Issues of an account that no settlement has taken in yet. A loss changes nothing for them: the next one charges
 * them.
 */
const open = query<
  { n: number },
  { kunde_id: string; pfandartikel_id: string | null; geraet_id: string | null }
>`
  SELECT 1 AS n FROM ${offene_buchungen} o CROSS JOIN ${pfandbuchungen} b ON b.id = o.id
  WHERE o.kunde_id = :kunde_id AND b.pfandartikel_id IS :pfandartikel_id AND b.geraet_id IS :geraet_id
    AND b.art = 'ausgabe' LIMIT 1`

const worth = (parts: readonly Paid[]): number =>
  parts.reduce((sum, { menge, betrag_cent }) => sum + menge * betrag_cent, 0)

/**
 * Preview of a loss; changes nothing.
 *
 * @throws Refusal missing; invalid for a gebinde; conflict for more than the customer holds, and for a device that is
 *   not lost
 */
export function previewVerlust(tenant: TenantReader, verlust: Static<typeof VerlustQuery>): Preview {
  const { kunde_id, pfandartikel_id = null, geraet_id = null, menge } = verlust
  requireOneThing(verlust)
  getKundenkopf(tenant, kunde_id)
  const lost = getLost(tenant, verlust)
  const teile = takeLost(tenant, lost, menge)
  const sums = new Map<string, Satz>()
  for (const { stueck, betrag_cent, ...one } of originsOf(tenant, lost, teile)) {
    const { klasse, satz, kleinunternehmer, ust_verfahren } = one
    const key = taxKey(one)
    const before = sums.get(key) ?? { klasse, satz, kleinunternehmer, ust_verfahren, menge: 0, summe_cent: 0 }
    const summe_cent = before.summe_cent - stueck * betrag_cent
    sums.set(key, { ...before, menge: before.menge - stueck, summe_cent })
  }
  const saetze = [...sums.values()]
  const summe_cent = -worth(teile)
  const isOpen = tenant.first(open, { kunde_id, pfandartikel_id, geraet_id }) !== undefined
  const bedeutung = inWords({ menge, geraetenummer: lost.geraet?.geraetenummer }, saetze, isOpen)
  return { summe_cent: summe_cent || 0, teile, saetze, bedeutung }
}

/** @returns the shares of lost pieces, as if they came back */
function originsOf(tenant: TenantReader, lost: Lost, teile: readonly Paid[]): Share[] {
  const { zeitzone, kleinunternehmer, ust_verfahren } = tenant.get(tenants, tenant.id)
  const { kunde_id, id, geraet, klasse, steuersatz } = lost
  const what = geraet ? { pfandartikel_id: null, geraet_id: id } : { pfandartikel_id: id, geraet_id: null }
  const steuer = { klasse, steuersatz, kleinunternehmer, ust_verfahren }
  const planned = teile.map((part) => ({ ...what, ...part, ...steuer, art: "ruecknahme" as const }))
  return findHerkunft(tenant, kunde_id, planned, tenant.now(), dueTax(zeitzone)).flat()
}

/**
 * Books out of a customer's account what will not come back: the oldest pieces, at what was paid for them, or a device
 * that was reported lost, at what is open of its deposit. The Vorgang is kept as a loss, which stands in no
 * settlement.
 *
 * @returns the Vorgang with the customer's account after it, and whether this request booked it
 * @throws Refusal missing; invalid for a gebinde; conflict for more than the customer holds, for a device that is not
 *   lost, and for another sum than was seen
 */
export function bookVerlust(
  tenant: TenantDb,
  actor: Actor,
  input: Static<typeof NewVerlust>,
): Created<Static<typeof VorgangReply>> {
  const { erwartet_cent, ...request } = input
  const { id, kunde_id, menge, bemerkung } = request
  requireOneThing(request)
  getKundenkopf(tenant, kunde_id)
  const lost = getLost(tenant, request)
  if (!claimRequest(tenant, "pfandverluste", id, request))
    return new Created(getVorgang(tenant, id ?? ""), false)
  const vorgang_id = newVorgangId(tenant, id)
  const what = lost.geraet ? { geraet_id: lost.id } : { pfandartikel_id: lost.id }
  const grund = bemerkung === undefined ? "Verlust" : `Verlust: ${bemerkung}`
  const booked = writeOff(tenant, actor, { vorgang_id, kunde_id, what, grund }, takeLost(tenant, lost, menge))
  requireSeen(booked, erwartet_cent)
  return new Created(getVorgang(tenant, vorgang_id), true)
}

type Verlust = {
  vorgang_id: string
  kunde_id: string
  what: { geraet_id: string } | { pfandartikel_id: string }
  grund: string
}

/** Books pieces out of an account and keeps that as a loss. */
function writeOff(
  tenant: TenantDb,
  actor: Actor,
  { vorgang_id, kunde_id, what, grund }: Verlust,
  teile: readonly Paid[],
): Buchung[] {
  const positionen = teile.map((part) => ({ ...part, ...what, art: "korrektur_minus" as const }))
  // Stored before its bookings, as their trigger looks for it.
  const verlust = tenant.insert(pfandverluste, { id: vorgang_id, kunde_id, ...what })
  const vorgang = { vorgang_id, kunde_id, grund, erfasst_am: tenant.now(), positionen }
  const booked = bookVorgang(tenant, actor, vorgang)
  writeProtokoll(tenant, actor, "pfandverluste.gebucht", pfandverluste, undefined, verlust)
  return booked
}

/**
 * Takes a lost device off its customer's account where none of its deposit is open. The office could neither keep nor
 * refund anything later, and letters would say for ever that the customer has it, wherever it turns up.
 */
export function writeOffWithoutDeposit(
  tenant: TenantDb,
  actor: Actor,
  kunde_id: string,
  geraet_id: string,
): void {
  const teile = heldWithoutDeposit(tenant, kunde_id, geraet_id)
  if (teile.length === 0) return
  const verlust = { vorgang_id: newVorgangId(tenant, undefined), kunde_id, what: { geraet_id } }
  writeOff(tenant, actor, { ...verlust, grund: "Verlust" }, teile)
}
