import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { geraete, geraete_bewegungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { formatDatum } from "../../lib/format.ts"
import { conflict } from "../../lib/refusal.ts"
import type { Actor } from "../frame/session.ts"
import { claimRequest } from "../shared/claim.ts"
import { writeProtokoll } from "../shared/record.ts"
import { days, readErfasstAm } from "../shared/time.ts"
import { requireStandort } from "../standorte/place.ts"
import { requireSeenAt } from "./gesehen.ts"
import type { Umstellung } from "./model.ts"
import { type Geraet, GONE, noteCarried } from "./rules.ts"

/** When the customer last carried it. The Storno of a return counts for nothing here: they had it all the time. */
const lastCarried = query<{ erfasst_am: string }, { geraet_id: string; kunde_id: string }>`
  SELECT b.erfasst_am FROM ${geraete_bewegungen} b
  WHERE b.geraet_id = :geraet_id AND +b.kunde_id = :kunde_id
    AND b.von_status = 'beim_kunden' AND b.nach_status = 'beim_kunden'
  ORDER BY b.id DESC LIMIT 1`

/**
 * Keeps that the customer carried a device to another of the customer's places. Nothing is booked, and it is with them as
 * long as before.
 *
 * @throws Refusal missing; invalid for another customer's place; conflict when no customer has it, or another than was
 *   seen, or not yet on that day, or when it was carried again later
 */
export function carryGeraet(
  tenant: TenantDb,
  actor: Actor,
  id: string,
  input: Static<typeof Umstellung>,
): Geraet {
  const before = tenant.get(geraete, id, GONE)
  if (!claimRequest(tenant, "geraete.umstellung", input.id, { ...input, geraet_id: id })) return before
  const { standort_id, notiz = null } = input
  const { geraetenummer, kunde_id, status_seit } = before
  requireSeenAt(tenant, before, input.kunde_id)
  if (kunde_id === null) throw conflict(`Das Gerät ${geraetenummer} ist bei keinem Kunden`)
  if (standort_id === before.standort_id) return before
  requireStandort(tenant, input, kunde_id)
  const erfasst_am = readErfasstAm(input.erfasst_am, tenant.now())
  const dayOf = days(tenant)
  if (status_seit !== null && dayOf(erfasst_am) < dayOf(status_seit))
    throw conflict(
      `Das Gerät ${geraetenummer} ist erst seit dem ${formatDatum(dayOf(status_seit))} bei diesem Kunden; bitte den Tag prüfen`,
    )
  const carried = tenant.first(lastCarried, { geraet_id: id, kunde_id })
  if (carried && dayOf(erfasst_am) < dayOf(carried.erfasst_am))
    throw conflict(
      `Das Gerät ${geraetenummer} wurde zuletzt am ${formatDatum(dayOf(carried.erfasst_am))} umgestellt; bitte den Tag prüfen`,
    )
  const after = tenant.update(geraete, id, { standort_id })
  noteCarried(tenant, actor, after, { erfasst_am, notiz })
  writeProtokoll(tenant, actor, "geraete.geaendert", geraete, before, after)
  return after
}
