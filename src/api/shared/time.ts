import { tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { addDays, DAY } from "../../lib/day.ts"
import { utc } from "../../lib/fields.ts"
import { clockIn, clockOf, dayIn, formatDatum } from "../../lib/format.ts"
import { invalid } from "../../lib/refusal.ts"
import { firstSatzDay } from "../../lib/steuer.ts"

/** Date and time of an instant in the company's time zone: `2026-03-31`, `14:05`. */
export function localTime(tenant: TenantReader, moment = tenant.now()): { datum: string; zeit: string } {
  const text = clockIn(moment, zeitzone(tenant))
  return { datum: text.slice(0, 10), zeit: text.slice(11, 16) }
}

/** @returns a function that tells the company's day at an instant, for many: the time zone is read once */
export function days(tenant: TenantReader): (moment: string) => string {
  const zone = zeitzone(tenant)
  return (moment) => dayIn(moment, zone)
}

/**
 * @param von first and last day of the company, `2026-03-31`; either may be left out
 * @returns from when (inclusive) to when (exclusive) that is, ISO 8601 UTC; nothing for what was left out
 */
export function instants(
  tenant: TenantReader,
  { von, bis }: { von?: string | undefined; bis?: string | undefined },
): { seit?: string; vor?: string } {
  if (von === undefined && bis === undefined) return {}
  const zone = zeitzone(tenant)
  return {
    ...(von !== undefined && { seit: midnight(Date.parse(von), zone) }),
    ...(bis !== undefined && { vor: midnight(Date.parse(bis) + DAY, zone) }),
  }
}

/**
 * @param tage more than so many days: what happened today is 0 days old, whatever the time of day
 * @returns the instant before which something happened that is older, ISO 8601 UTC
 */
export const olderThan = (tenant: TenantReader, tage: number): string =>
  instants(tenant, { von: addDays(localTime(tenant).datum, -tage) }).seit ?? ""

const zeitzone = (tenant: TenantReader): string => tenant.get(tenants, tenant.id).zeitzone

/** `2026-03-31 14:05:00` */
const wallClock = (moment: Date, timeZone: string): string => clockOf(timeZone, "medium").format(moment)

/** @param day midnight of that day in UTC, in ms */
function midnight(day: number, timeZone: string): string {
  const aheadAt = (moment: number): number =>
    Date.parse(`${wallClock(new Date(moment), timeZone).replace(" ", "T")}Z`) - day
  const first = day - aheadAt(day)
  // The second guess has the offset of the night itself, which differs where the clocks change on that day.
  const second = first - aheadAt(first)
  const [early, late] = [Math.min(first, second), Math.max(first, second)]
  // Where they are put forward at midnight, the day begins at one.
  return new Date(early < late && aheadAt(early) < 0 ? late : early).toISOString()
}

/** Earliest time of a booking: before it no VAT rate is known. Telephones whose battery was empty think it is 1970. */
const EARLIEST = `${firstSatzDay}T00:00:00.000Z`
/** Tolerance in ms: a telephone's clock may be a little ahead; more is a mistake. */
export const CLOCK_TOLERANCE = 5 * 60_000

/**
 * When something was recorded: as the client says, which may have been offline, or else now.
 *
 * @param erfasst_am from the request, ISO 8601 with a zone
 * @param now the server's time, ISO 8601 UTC
 * @param path the field that says so
 * @returns ISO 8601 UTC
 * @throws Refusal invalid for a time in the future, or a day of which no VAT rate is known
 */
export function readErfasstAm(erfasst_am: string | undefined, now: string, path = "erfasst_am"): string {
  if (erfasst_am === undefined) return now
  if (Date.parse(erfasst_am) > Date.parse(now) + CLOCK_TOLERANCE) throw invalid(path, "liegt in der Zukunft")
  const recorded = utc(erfasst_am)
  if (recorded < EARLIEST) {
    const day = formatDatum(recorded.slice(0, 10))
    throw invalid(path, `ist der ${day}: vor dem ${formatDatum(firstSatzDay)} ist kein Steuersatz bekannt`)
  }
  return recorded
}
