import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { lieferungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict, stale } from "../../lib/refusal.ts"
import { requireDriver, requireRoom } from "../lieferungen/plan.ts"
import { getLieferzeile, statusWords, type Lieferzeile } from "../lieferungen/read.ts"
import { writeProtokoll } from "../shared/record.ts"
import type { Actor } from "../frame/session.ts"
import type { TourenReply, Verschiebung } from "./model.ts"
import { listToursOf, numberStopp, numberStopps } from "./rules.ts"

type InTour = Pick<Lieferzeile, "id" | "status" | "reihenfolge">

const stoppsOf = query<InTour, { datum: string; fahrer_id: string }>`
  SELECT l.id, l.status, l.reihenfolge FROM ${lieferungen} l
  WHERE l.datum = :datum AND l.fahrer_id = :fahrer_id AND l.status <> 'storniert'
  ORDER BY l.reihenfolge, l.id`

const isOpen = ({ status }: InTour): boolean => status === "geplant" || status === "unterwegs"

/**
 * Gives a stop to another driver, or another place in the tour, or both. All others keep their order, also those where
 * the driver has been.
 *
 * @throws Refusal missing; stale when another version is there than the one seen; conflict when it is no longer
 *   planned for that day, or the stop before which it is to come is no longer open there
 */
export function moveStopp(
  tenant: TenantDb,
  actor: Actor,
  datum: string,
  { lieferung_id, fahrer_id, vor = null, version }: Static<typeof Verschiebung>,
): Static<typeof TourenReply> {
  const before = getLieferzeile(tenant, actor, lieferung_id)
  const reply = () => listToursOf(tenant, actor, datum, [before.fahrer_id, fahrer_id])
  if (before.datum !== datum) throw conflict("Die Lieferung ist inzwischen für einen anderen Tag geplant")
  const tour = fahrer_id === null ? [] : tenant.all(stoppsOf, { datum, fahrer_id })
  // A version means that a move is taken back: the stop may have stood before one that is done by now.
  const moved = fahrer_id === null ? [] : placed(tour, before, vor, version !== undefined)
  const stays = before.fahrer_id === fahrer_id
  // A repeated request finds its work done.
  if (stays && orderOf(tour) === orderOf(moved)) return reply()
  if (version !== undefined && version !== before.version) throw stale()
  requireMovable(before, stays)
  if (!stays) {
    requireDriver(tenant, fahrer_id)
    requireRoom(tenant, datum, fahrer_id)
    const after = tenant.update(lieferungen, lieferung_id, { fahrer_id, reihenfolge: 0 })
    writeProtokoll(tenant, actor, "lieferungen.verschoben", lieferungen, before, after)
  }
  if (fahrer_id !== null) numberMoved(tenant, actor, { datum, fahrer_id }, moved, lieferung_id)
  return reply()
}

const orderOf = (tour: InTour[]): string => tour.map(({ id }) => id).join()

/** @param vor the id of a stop; null: behind all. @returns the tour with a stop before that one */
function placed(tour: InTour[], own: InTour, vor: string | null, alsoDone: boolean): InTour[] {
  if (vor === own.id) return tour
  const others = tour.filter(({ id }) => id !== own.id)
  const place =
    vor === null ? others.length : others.findIndex((one) => one.id === vor && (alsoDone || isOpen(one)))
  if (place < 0)
    throw conflict("Die Tour hat sich geändert: der Stopp, vor den er soll, ist dort nicht mehr offen")
  return others.toSpliced(place, 0, own)
}

/** Stops that are done keep their numbers: where too few are free between two of them, the open stops come last. */
function numberMoved(
  tenant: TenantDb,
  actor: Actor,
  tour: { datum: string; fahrer_id: string },
  order: InTour[],
  moved: string,
): void {
  const numbers = numbersBetween(order, moved)
  if (numbers) for (const [id, number] of numbers) numberStopp(tenant, actor, id, number)
  else
    numberStopps(
      tenant,
      actor,
      tour,
      order.filter(isOpen).map(({ id }) => id),
    )
}

/** @returns numbers for the moved stop and the open ones around it, most as they were; undefined where too few are free */
function numbersBetween(order: InTour[], moved: string): [string, number][] | undefined {
  const at = order.findIndex(({ id }) => id === moved)
  const from = order.slice(0, at).findLastIndex((one) => !isOpen(one)) + 1
  const behind = order.slice(at).findIndex((one) => !isOpen(one))
  const to = behind < 0 ? order.length : at + behind
  let last = order[from - 1]?.reihenfolge ?? 0
  const least = from === 0 ? 0 : last + 1
  const run = order.slice(from, to)
  const rising = run.map(({ id, reihenfolge }) => (last = Math.max(id === moved ? 0 : reihenfolge, last + 1)))
  let next = order[to]?.reihenfolge ?? Infinity
  const fitting = rising.toReversed().map((number) => (next = Math.min(number, next - 1)))
  if (next < least) return undefined
  return fitting.toReversed().map((number, i) => [run[i]?.id ?? "", number])
}

/** Refuses to move a delivery that is under way to another tour; its place in the order can change. */
function requireMovable({ status }: Lieferzeile, stays: boolean): void {
  if (status === "geplant" || (stays && status === "unterwegs")) return
  throw conflict(`Die Lieferung ${statusWords[status]}; verschoben wird nur, was geplant ist`)
}
