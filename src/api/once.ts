import { anfragen } from "../db/schema.ts"
import { query } from "../db/query.ts"
import type { TenantDb } from "../db/tenant-db.ts"
import { conflict } from "../lib/refusal.ts"

const stored = query<{ inhalt_hash: string }, { art: string; id: string }>`
  SELECT inhalt_hash FROM ${anfragen} WHERE art = :art AND id = :id`

/**
 * Makes a create or an operation repeatable: a phone that never got the answer sends it again.
 *
 * @param art what the id was made for, such as `kunden`; the same id may serve another kind
 * @param id the client-made id; without one every request counts as a new one
 * @param content what must be the same when it is repeated; never a password
 * @returns whether this is the first time
 * @param other what to say when it is not: an id that the client did not make would mean nothing to it
 * @throws Refusal conflict when the id was used with other content
 */
export function claimAnfrage(
  tenant: TenantDb,
  art: string,
  id: string | undefined,
  content: unknown,
  other = "Diese id wurde schon mit anderem Inhalt verwendet",
): boolean {
  if (id === undefined) return true
  const inhalt_hash = new Bun.CryptoHasher("sha256").update(JSON.stringify(sorted(content))).digest("hex")
  if (tenant.insertNew(anfragen, { id, art, inhalt_hash })) return true
  if (tenant.first(stored, { art, id })?.inhalt_hash !== inhalt_hash) throw conflict(other)
  return false
}

/** With sorted keys: the order in which a client writes its fields means nothing. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const fields = value as Record<string, unknown>
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(fields).toSorted()) result[name] = sorted(fields[name])
  return result
}
