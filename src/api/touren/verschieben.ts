import type { Static } from "@sinclair/typebox"
import { lieferungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict, stale } from "../../lib/refusal.ts"
import { requireDriver, requireRoom } from "../lieferungen/plan.ts"
import { getLieferzeile, worte, type Zeile } from "../lieferungen/read.ts"
import { writeProtokoll } from "../record.ts"
import type { Actor } from "../session.ts"
import type { TourenReply, Verschiebung } from "./model.ts"
import { listToursOf, numberStopps, offene } from "./rules.ts"

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
  const jetzt = fahrer_id === null ? [] : tenant.all(offene, { datum, fahrer_id }).map(({ id }) => id)
  const danach = fahrer_id === null ? [] : placed(jetzt, lieferung_id, vor ?? null)
  const bleibt = before.fahrer_id === fahrer_id
  // A repeated request finds its work done.
  if (bleibt && jetzt.join() === danach.join()) return reply()
  if (version !== undefined && version !== before.version) throw stale()
  requireMovable(before, bleibt)
  if (!bleibt) {
    requireDriver(tenant, fahrer_id)
    requireRoom(tenant, datum, fahrer_id)
    const after = tenant.update(lieferungen, lieferung_id, { fahrer_id, reihenfolge: 0 })
    writeProtokoll(tenant, actor, "lieferungen.verschoben", lieferungen, before, after)
  }
  if (fahrer_id !== null) numberStopps(tenant, actor, { datum, fahrer_id }, danach)
  return reply()
}

/** @returns the open stops with this one before that one, or behind all */
function placed(offen: string[], id: string, vor: string | null): string[] {
  if (vor === id) return offen
  const andere = offen.filter((one) => one !== id)
  const platz = vor === null ? andere.length : andere.indexOf(vor)
  if (platz < 0)
    throw conflict("Die Tour hat sich geändert: der Stopp, vor den er soll, ist dort nicht mehr offen")
  return andere.toSpliced(platz, 0, id)
}

/** Refuses to move a delivery that is under way to another tour; its place in the order can change. */
function requireMovable({ status }: Zeile, bleibt: boolean): void {
  if (status === "geplant" || (bleibt && status === "unterwegs")) return
  throw conflict(`Die Lieferung ${worte[status]}; verschoben wird nur, was geplant ist`)
}
