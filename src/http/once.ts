import { anfragen } from "../db/schema.ts"
import { query } from "../db/query.ts"
import type { TenantDb } from "../db/tenant-db.ts"
import { conflict } from "./errors.ts"

const known = query<{ inhalt_hash: string }, { art: string; id: string }>`
  SELECT inhalt_hash FROM ${anfragen} WHERE art = :art AND id = :id`

/**
 * Makes a create or an operation repeatable: a phone that never got the answer sends it again.
 *
 * @param art what the id was made for, such as `kunden`; the same id may serve another kind
 * @param id the client-made id; without one every request counts as a new one
 * @param content what must be the same when it is repeated; never a password
 * @returns whether this is the first time
 * @param other what to say when it is not: an id that the client did not make would mean nothing to it
 * @throws ApiError 409 when the id was used with other content
 */
export function isFirst(
  tenant: TenantDb,
  art: string,
  id: string | undefined,
  content: unknown,
  other = "Diese id wurde schon mit anderem Inhalt verwendet",
): boolean {
  if (id === undefined) return true
  const inhalt_hash = new Bun.CryptoHasher("sha256").update(canonical(content)).digest("hex")
  const before = tenant.first(known, { art, id })
  if (!before) {
    tenant.insert(anfragen, { id, art, inhalt_hash })
    return true
  }
  if (before.inhalt_hash !== inhalt_hash) throw conflict(other)
  return false
}

/** JSON with sorted keys: the order in which a client writes its fields means nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
