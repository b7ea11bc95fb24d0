import type { Static } from "@sinclair/typebox"
import { geraete, geraete_bewegungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict, forbidden } from "../../lib/refusal.ts"
import type { Actor } from "../frame/session.ts"
import { keepFound } from "../pfandlots/gefunden.ts"
import { writeOffWithoutDeposit } from "../pfandverluste/rules.ts"
import { writeProtokoll } from "../shared/record.ts"
import { requireSeenAt } from "./gesehen.ts"
import type { Statuswechsel } from "./model.ts"
import { type Geraet, GONE } from "./rules.ts"

/**
 * Changes a device's status. When it got lost at a customer's, the deposit stays on the customer's account until an
 * administrator refunds it by a correction or keeps it as a loss; without one it leaves that account now. A retired device
 * never comes back.
 *
 * @throws Refusal forbidden, missing, conflict
 */
export function changeStatus(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  input: Static<typeof Statuswechsel>,
): Geraet {
  const before = tenant.get(geraete, id, GONE)
  const { status, notiz } = input
  if (status === "ausgemustert" && actor.rolle === "user")
    throw forbidden("Ausmustern darf nur die Verwaltung")
  if (before.status === status) return before
  requireSeenAt(tenant, before, input.kunde_id)
  if (before.status === "ausgemustert") throw conflict(`Das Gerät ${before.geraetenummer} ist ausgemustert`)
  if (before.status === "beim_kunden" && status !== "verloren") {
    throw conflict(`Das Gerät ${before.geraetenummer} ist beim Kunden; bitte zuerst zurücknehmen`)
  }
  const after = putStatus(tenant, actor, before, status, notiz)
  if (before.kunde_id !== null) writeOffWithoutDeposit(tenant, actor, before.kunde_id, id)
  return after
}

/** Changes it without asking whether it may. */
export function putStatus(
  tenant: TenantDb,
  actor: Actor,
  before: Geraet,
  status: Geraet["status"],
  notiz?: string | null,
): Geraet {
  const after = tenant.update(geraete, before.id, {
    status,
    kunde_id: null,
    standort_id: null,
    status_seit: tenant.now(),
  })
  tenant.insert(geraete_bewegungen, {
    geraet_id: before.id,
    art: "status",
    von_status: before.status,
    nach_status: status,
    kunde_id: before.kunde_id,
    standort_id: before.standort_id,
    notiz: notiz ?? null,
    gebucht_von: actor.id,
    erfasst_am: tenant.now(),
  })
  if (before.status === "verloren") keepFound(tenant, before.id)
  writeProtokoll(tenant, actor, "geraete.status", geraete, before, after)
  return after
}
