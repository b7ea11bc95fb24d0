import type { Static } from "@sinclair/typebox"
import type { TenantReader } from "../../db/tenant-db.ts"
import { readErfasstAm } from "../shared/erfasst.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import type { Actor } from "../frame/session.ts"
import { vorzeichen } from "../shared/vorzeichen.ts"
import type { NewVorschau, VorschauReply } from "./model.ts"
import { requireAdminFor, requireSinglePosten } from "./rules.ts"
import { zeilenOf } from "./zeilen.ts"

/**
 * The bookings that would be made now, by the same calculation; changes nothing.
 *
 * @returns the bookings of each position, in their order
 * @throws Refusal missing for the customer, an article or a device; forbidden, conflict, invalid as when it is booked
 */
export function previewVorgang(
  tenant: TenantReader,
  actor: Actor,
  input: Static<typeof NewVorschau>,
): Static<typeof VorschauReply> {
  const { kunde_id, positionen } = input
  requireAdminFor(actor, positionen)
  requireSinglePosten(positionen)
  getKundenkopf(tenant, kunde_id)
  const erfasst_am = readErfasstAm(input.erfasst_am, tenant.now())
  return {
    positionen: zeilenOf(tenant, { kunde_id, erfasst_am, positionen }).map((zeilen) => ({
      summe_cent: zeilen.reduce((sum, one) => sum + vorzeichen(one.art) * one.menge * one.betrag_cent, 0),
      teile: zeilen.map(({ menge, betrag_cent }) => ({ menge, betrag_cent })),
    })),
  }
}
