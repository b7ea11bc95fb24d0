import { query } from "../../db/query.ts"
import { mitarbeiter, programmzugaenge, protokoll } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"

type Ids = { id: string }

const deeds = query<{ n: number }, Ids>`
  SELECT 1 AS n FROM ${protokoll} p WHERE p.mitarbeiter_id = :id LIMIT 1`

const holders = query<{ n: number }, Ids>`
  SELECT 1 AS n FROM ${mitarbeiter} m WHERE m.id = :id
  UNION ALL SELECT 1 AS n FROM ${programmzugaenge} p WHERE p.id = :id LIMIT 1`

/** @returns whether the log names an account, a program or an operator under this id */
export const didSomething = (tenant: TenantReader, id: string): boolean =>
  tenant.first(deeds, { id }) !== undefined

/**
 * Refuses the id of somebody else for a new account or program: what they did would be shown as its deeds, and what it
 * does as theirs. An operator has no account here, and is known by the log alone.
 *
 * @throws Refusal conflict
 */
export function requireNobody(tenant: TenantReader, id: string | undefined): void {
  if (id !== undefined && (tenant.first(holders, { id }) || didSomething(tenant, id)))
    throw conflict("Diese id ist bereits vergeben")
}
