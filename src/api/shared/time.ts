import { tenants } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { DAY } from "../../lib/day.ts"

/** Date and time of an instant in the company's time zone: `2026-03-31`, `14:05`. */
export function localTime(tenant: TenantReader, zeitpunkt = tenant.now()): { datum: string; zeit: string } {
  const text = wanduhr(new Date(zeitpunkt), zeitzone(tenant))
  return { datum: text.slice(0, 10), zeit: text.slice(11, 16) }
}

/** @returns a function that tells the company's day at an instant: for many, as it looks up the time zone once */
export function days(tenant: TenantDb): (zeitpunkt: string) => string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zeitzone(tenant), dateStyle: "short" })
  return (zeitpunkt) => format.format(new Date(zeitpunkt))
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
const wanduhr = (moment: Date, timeZone: string): string => moment.toLocaleString("sv-SE", { timeZone })

/** @param tag midnight of that day in UTC, in ms */
function midnight(tag: number, timeZone: string): string {
  let moment = tag
  // Twice, because the offset may change between the two guesses.
  for (let i = 0; i < 2; i++) {
    const wand = Date.parse(`${wanduhr(new Date(moment), timeZone).replace(" ", "T")}Z`)
    moment -= wand - tag
  }
  return new Date(moment).toISOString()
}
