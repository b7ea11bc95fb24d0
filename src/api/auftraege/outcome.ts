import { query } from "../../db/query.ts"
import { auftraege, auftragsfehler } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { faultOf } from "../../lib/disk-fault.ts"
import type { Log } from "../../lib/log.ts"
import { Refusal } from "../../lib/refusal.ts"

/** Outcomes of each customer of a job: done, nothing to do, or a fault that is named and stops no other. */

/** A customer's outcome of a job, where it is no fault; "nothing" where there was nothing to do. */
type Outcome = "done" | "nothing"

/** Does a customer's part in the caller's transaction, and notes its outcome. */
export function advance(tenant: TenantDb, id: string, kunde_id: string, work: () => Outcome): void {
  const { erledigt } = tenant.get(auftraege, id)
  const done = { erledigt: erledigt + 1, letzter: kunde_id }
  try {
    if (work() === "nothing") passOver(tenant, id, [kunde_id])
    else tenant.update(auftraege, id, done)
  } catch (error) {
    // A failure that concerns more than one customer ends the job.
    if (!(error instanceof Refusal) || error.kind === "too large") throw error
    tenant.update(auftraege, id, done)
    noteFault(tenant, id, kunde_id, error.message)
  }
}

/**
 * Makes one customer's paper. A fault of it is returned, and stops no other paper.
 *
 * @param id in the log, of what failed unexpectedly
 * @throws what a full or missing disk throws, which concerns all
 */
export async function makePaper<T>(
  log: Log | undefined,
  id: string,
  work: () => Promise<T>,
): Promise<{ value: T } | { fault: string }> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.message }
    if (faultOf(error)) throw error
    log?.error("a document was not made", { id, error })
    return { fault: "Ein unerwarteter Fehler; den Grund findet der Betreiber im Log des Dienstes." }
  }
}

/** Notes why a job did nothing for a customer. @param meldung in German */
function noteFault(tenant: TenantDb, auftrag_id: string, kunde_id: string, meldung: string): void {
  const { fehler } = tenant.get(auftraege, auftrag_id)
  noteMessage(tenant, auftrag_id, kunde_id, meldung)
  tenant.update(auftraege, auftrag_id, { fehler: fehler + 1 })
}

/** Notes what of a customer's part did not work. @param meldung in German */
const noteMessage = (tenant: TenantDb, auftrag_id: string, kunde_id: string, meldung: string): void =>
  void tenant.insert(auftragsfehler, { auftrag_id, kunde_id, meldung })

const same = query<{ id: string }, { auftrag_id: string; kunde_id: string; meldung: string }>`
  SELECT f.id FROM ${auftragsfehler} f
  WHERE f.auftrag_id = :auftrag_id AND f.kunde_id = :kunde_id AND f.meldung = :meldung LIMIT 1`

/**
 * Notes it unless it stands there already: a job that goes on meets the same fault again.
 *
 * @returns whether it is new
 */
export function noteMessageOnce(
  tenant: TenantDb,
  auftrag_id: string,
  kunde_id: string,
  meldung: string,
): boolean {
  if (tenant.first(same, { auftrag_id, kunde_id, meldung })) return false
  noteMessage(tenant, auftrag_id, kunde_id, meldung)
  return true
}

/** Notes customers with nothing to do. */
export function passOver(tenant: TenantDb, id: string, kunden_ids: readonly string[]): void {
  if (kunden_ids.length === 0) return
  const { erledigt, uebergangen, letzter } = tenant.get(auftraege, id)
  tenant.update(auftraege, id, {
    erledigt: erledigt + kunden_ids.length,
    uebergangen: uebergangen + kunden_ids.length,
    letzter: kunden_ids.at(-1) ?? letzter,
  })
}
