import { query } from "../../db/query.ts"
import { pfandverlauf } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { invalid } from "../../lib/refusal.ts"
import { utc } from "../../lib/fields.ts"
import { formatDatum } from "../../lib/format.ts"
import { firstSatzDay } from "../../lib/steuer.ts"

/** Earliest time of a booking: before it no VAT rate is known. Phones whose battery was empty think it is 1970. */
const EARLIEST = `${firstSatzDay}T00:00:00.000Z`
/** Tolerance in ms: a phone's clock may be a little ahead; more is a mistake. */
const AHEAD = 5 * 60_000

/**
 * When something was recorded: as the client says, which may have been offline, or else now.
 *
 * @param erfasst_am from the request, ISO 8601 with a zone
 * @param now the server's time, ISO 8601 UTC
 * @returns ISO 8601 UTC
 * @throws Refusal invalid for a time in the future, or a day of which no VAT rate is known
 */
export function readErfasstAm(erfasst_am: string | undefined, now: string): string {
  if (erfasst_am === undefined) return now
  if (Date.parse(erfasst_am) > Date.parse(now) + AHEAD) throw invalid("erfasst_am", "liegt in der Zukunft")
  const recorded = utc(erfasst_am)
  if (recorded < EARLIEST) {
    const day = formatDatum(recorded.slice(0, 10))
    throw invalid(
      "erfasst_am",
      `ist der ${day}: vor dem ${formatDatum(firstSatzDay)} ist kein Steuersatz bekannt`,
    )
  }
  return recorded
}

const earlierDays = query<{ nr: number }, { tag: string }>`
  SELECT v.letzte_nr AS nr FROM ${pfandverlauf} v WHERE v.tag < :tag ORDER BY v.tag DESC LIMIT 1`

/**
 * The ledger's last number of an earlier day: bookings captured after a moment all stand behind it.
 *
 * @param moment ISO 8601 UTC
 * @returns 0 where no earlier day has a booking
 */
export function numberBefore(tenant: TenantReader, moment: string): number {
  const tag = new Date(Date.parse(moment) - AHEAD).toISOString().slice(0, 10)
  return tenant.first(earlierDays, { tag })?.nr ?? 0
}
