import { tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { DAY } from "../../lib/day.ts"
import { clockIn, dayIn } from "../../lib/format.ts"

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

const zeitzone = (tenant: TenantReader): string => tenant.get(tenants, tenant.id).zeitzone

/** `2026-03-31 14:05:00` */
const wallClock = (moment: Date, timeZone: string): string => moment.toLocaleString("sv-SE", { timeZone })

/** @param day midnight of that day in UTC, in ms */
function midnight(day: number, timeZone: string): string {
  let moment = day
  // The second guess has the offset of the night itself, which differs where the clocks change on that day.
  for (let i = 0; i < 2; i++) {
    const wall = Date.parse(`${wallClock(new Date(moment), timeZone).replace(" ", "T")}Z`)
    moment -= wall - day
  }
  return new Date(moment).toISOString()
}
