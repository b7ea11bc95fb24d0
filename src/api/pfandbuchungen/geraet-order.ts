import { query } from "../../db/query.ts"
import { geraete, pfandbuchungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { formatDatum } from "../../lib/format.ts"
import { conflict } from "../../lib/refusal.ts"
import { days } from "../shared/time.ts"

/** When it came back last: what was reversed counts as never booked. */
const cameBack = query<{ erfasst_am: string }, { geraet_id: string }>`
  SELECT b.erfasst_am FROM ${pfandbuchungen} b
  WHERE b.geraet_id = :geraet_id AND b.art = 'ruecknahme' AND b.storno_von IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id)
  ORDER BY b.lfd_nr DESC LIMIT 1`

type Movement = { geraet_id: string; erfasst_am: string; isReturn: boolean }

/**
 * A device is in one place at a time, on paper too: dated the other way round, a customer would have had it less than
 * not at all. By days, as the office gives no more than the day, and telephones' clocks differ.
 *
 * @returns in German, what keeps a return from a day before the device was issued, or an issue from one before it came back
 */
export function outOfOrder(
  tenant: TenantReader,
  { geraet_id, erfasst_am, isReturn }: Movement,
): string | undefined {
  const { status_seit, geraetenummer } = tenant.get(geraete, geraet_id, "Gerät nicht gefunden")
  // It came back no later than it has been where it is.
  if (status_seit === null || erfasst_am >= status_seit) return undefined
  const since = isReturn ? status_seit : tenant.first(cameBack, { geraet_id })?.erfasst_am
  const dayOf = days(tenant)
  if (since === undefined || dayOf(erfasst_am) >= dayOf(since)) return undefined
  const day = formatDatum(dayOf(since))
  return isReturn
    ? `Das Gerät ${geraetenummer} ist erst seit dem ${day} beim Kunden und kann nicht davor zurückgekommen sein`
    : `Das Gerät ${geraetenummer} kam erst am ${day} zurück und kann nicht davor ausgegeben worden sein`
}

/** @throws Refusal conflict */
export function requireInOrder(tenant: TenantReader, movement: Movement): void {
  const why = outOfOrder(tenant, movement)
  if (why !== undefined) throw conflict(`${why}; bitte den Tag prüfen`)
}
