import { call } from "../../ui/api/call.ts"
import { date, today } from "../../ui/values/format.ts"
import type { Lieferung } from "./plan.ts"

type When = { erfasst_am?: string }

/**
 * Sets off for a stop of which the office tells the end alone.
 *
 * @param when its moment; now if left out
 * @returns the moment of both: two of them would tell of a drive that nobody knows of
 */
export async function setOff({ id, status, versuch }: Lieferung, when: When = {}): Promise<When> {
  if (status !== "geplant") return when
  const body = { versuch, ...when }
  const { gestartet_am } = await call("post", "/api/lieferungen/{id}/start", { path: { id }, body })
  // Where the end was refused before, and is sent again with another day, the beginning stays as it was.
  const isNow = when.erfasst_am === undefined && gestartet_am !== null && date(gestartet_am) === date(today())
  return isNow ? { erfasst_am: gestartet_am } : when
}
