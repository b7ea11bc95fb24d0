import { invalid } from "../lib/refusal.ts"
import { utc } from "../lib/fields.ts"

/**
 * No opening balance is older. A phone whose battery was empty thinks it is 1970: once in the ledger, such a day would
 * stand in the way of every settlement.
 */
const EARLIEST = "2000-01-01T00:00:00.000Z"
/** In ms. A phone's clock may be a little ahead; more is a mistake. */
const AHEAD = 5 * 60_000

/**
 * When something was recorded: as the client says, which may have been offline, or else now.
 *
 * @param erfasst_am from the request, ISO 8601 with a zone
 * @param now the server's time, ISO 8601 UTC
 * @returns ISO 8601 UTC
 * @throws Refusal invalid for a time in the future, or before there was anything to record
 */
export function readErfasstAm(erfasst_am: string | undefined, now: string): string {
  if (erfasst_am === undefined) return now
  if (Date.parse(erfasst_am) > Date.parse(now) + AHEAD) throw invalid("erfasst_am", "liegt in der Zukunft")
  const recorded = utc(erfasst_am)
  if (recorded < EARLIEST) throw invalid("erfasst_am", "liegt vor dem 01.01.2000")
  return recorded
}
