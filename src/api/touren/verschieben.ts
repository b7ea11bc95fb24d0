import type { Static } from "@sinclair/typebox"
import { lieferungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict, stale } from "../../lib/refusal.ts"
import { requireDriver, requireRoom } from "../lieferungen/plan.ts"
import { getLieferzeile, statusWords, type Lieferzeile } from "../lieferungen/read.ts"
import { writeProtokoll } from "../shared/record.ts"
import type { Actor } from "../frame/session.ts"
import type { TourenReply, Verschiebung } from "./model.ts"
import { listToursOf, numberStopps, openStopps } from "./rules.ts"

/**
 * Gives a stop to another driver, or another place in the tour, in one.
 *
 * @throws Refusal missing; stale when another version is there than the one seen; conflict when it is no longer
 *   planned for that day, or the one before which it shall come is no longer open there
 */
export function moveStopp(
  tenant: TenantDb,
  actor: Actor,
  datum: string,
  { lieferung_id, fahrer_id, vor, version }: Static<typeof Verschiebung>,
): Static<typeof TourenReply> {
  const before = getLieferzeile(tenant, actor, lieferung_id)
  const reply = () => listToursOf(tenant, actor, datum, [before.fahrer_id, fahrer_id])
  if (before.datum !== datum) throw conflict("Die Lieferung ist inzwischen für einen anderen Tag geplant")
  const order = fahrer_id === null ? [] : tenant.all(openStopps, { datum, fahrer_id }).map(({ id }) => id)
  const newOrder = fahrer_id === null ? [] : placed(order, lieferung_id, vor ?? null)
  const stays = before.fahrer_id === fahrer_id
  // A repeated request finds its work done.
  if (stays && order.join() === newOrder.join()) return reply()
  if (version !== undefined && version !== before.version) throw stale()
  requireMovable(before, stays)
  if (!stays) {
    requireDriver(tenant, fahrer_id)
    requireRoom(tenant, datum, fahrer_id)
    const after = tenant.update(lieferungen, lieferung_id, { fahrer_id, reihenfolge: 0 })
    writeProtokoll(tenant, actor, "lieferungen.verschoben", lieferungen, before, after)
  }
  if (fahrer_id !== null) numberStopps(tenant, actor, { datum, fahrer_id }, newOrder)
  return reply()
}

/** @returns the open stops with this one before that one, or behind all */
function placed(open: string[], id: string, vor: string | null): string[] {
  if (vor === id) return open
  const others = open.filter((one) => one !== id)
  const place = vor === null ? others.length : others.indexOf(vor)
  if (place < 0)
    throw conflict("Die Tour hat sich geändert: der Stopp, vor den er soll, ist dort nicht mehr offen")
  return others.toSpliced(place, 0, id)
}

/** Refuses to move a delivery that is under way to another tour; its place in the order can change. */
function requireMovable({ status }: Lieferzeile, stays: boolean): void {
  if (status === "geplant" || (stays && status === "unterwegs")) return
  throw conflict(`Die Lieferung ${statusWords[status]}; verschoben wird nur, was geplant ist`)
}
