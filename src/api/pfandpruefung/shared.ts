import type { TenantDb } from "../../db/tenant-db.ts"
import { SharedWork } from "../../lib/shared-work.ts"
import { loop } from "../../lib/turns.ts"
import type { Pruefung } from "./model.ts"
import { checkPfandbuch } from "./rules.ts"
import { createPruefung } from "./stored.ts"

/** Reads all of a ledger, which may be millions of bookings: one at a time for each company is enough. */
const running = new SharedWork<Pruefung>()

/**
 * Proves the ledger of a company, in turn with what others ask for, and keeps the result. A proof that is under way
 * already is waited for.
 *
 * @param commit stores the result
 * @param signal aborted when the caller hangs up; the proof ends when nobody waits for it any more
 * @throws Refusal gone
 */
export const provePfandbuch = (
  tenant: TenantDb,
  commit: <T>(work: () => T) => Promise<T>,
  signal: AbortSignal,
): Promise<Pruefung> =>
  running.join(tenant.id, signal, async (stop) => {
    const result = await checkPfandbuch(tenant, (piece) =>
      loop.soon(tenant.id, () => {
        stop.throwIfAborted()
        return piece()
      }),
    )
    await commit(() => createPruefung(tenant, result))
    return result
  })
