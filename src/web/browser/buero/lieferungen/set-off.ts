import { call } from "../../ui/api/call.ts"
import { date, today } from "../../ui/values/format.ts"
import type { Lieferung } from "./plan.ts"

type When = { erfasst_am?: string }

/**
 * Starts a planned delivery whose end the office records: the service wants a start before an end.
 *
 * @param when the moment of the end; now if left out
 * @returns the moment to give to the end: the start's, as nobody knows how long the drive took
 */
export async function setOff({ id, status, versuch }: Lieferung, when: When = {}): Promise<When> {
  if (status !== "geplant") return when
  const body = { versuch, ...when }
  const { gestartet_am } = await call("post", "/api/lieferungen/{id}/start", { path: { id }, body })
  // If the end was refused before and is sent again, the start stays as it was.
  const isNow = when.erfasst_am === undefined && gestartet_am !== null && date(gestartet_am) === date(today())
  return isNow ? { erfasst_am: gestartet_am } : when
}
