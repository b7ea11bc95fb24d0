import type { TenantDb } from "../../db/tenant-db.ts"
import { loop } from "../../lib/turns.ts"
import type { Pruefung } from "./model.ts"
import { checkPfandbuch } from "./rules.ts"
import { createPruefung } from "./stored.ts"

type Commit = <T>(work: () => T) => Promise<T>

/** Proofs under way, by company. Each reads all of a ledger, maybe millions of bookings: one at a time is enough. */
const running = new Map<string, Promise<Pruefung>>()

/**
 * Proves the ledger of a company, in turn with what others ask for, and keeps the result. Whoever asks meanwhile gets
 * the same result. It is kept even if all of them hang up.
 *
 * @param commit stores the result
 */
export function provePfandbuch(tenant: TenantDb, commit: Commit): Promise<Pruefung> {
  const begun = running.get(tenant.id)
  if (begun) return begun
  const proof = prove(tenant, commit).finally(() => running.delete(tenant.id))
  running.set(tenant.id, proof)
  return proof
}

async function prove(tenant: TenantDb, commit: Commit): Promise<Pruefung> {
  const result = await checkPfandbuch(tenant, (piece) => loop.soon(tenant.id, piece))
  await commit(() => createPruefung(tenant, result))
  return result
}
