import { anfragen } from "../../db/schema.ts"
import { query } from "../../db/query.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { USED_OTHERWISE } from "../../lib/once.ts"
import { conflict } from "../../lib/refusal.ts"

const stored = query<{ inhalt_hash: string }, { art: string; id: string }>`
  SELECT inhalt_hash FROM ${anfragen} WHERE art = :art AND id = :id`

/**
 * Makes a request safe to repeat: a telephone that never got the reply sends it again.
 *
 * @param art the kind of request, such as `kunden`; each kind has its own ids
 * @param id made by the client; without one every request counts as new
 * @param content what a repetition must have in common with the first request; never a password
 * @param other the message of the conflict, for an id that the client did not make and would not recognise
 * @returns whether this is the first request with that id
 * @throws Refusal conflict when the id was used with other content
 */
export function claimRequest(
  tenant: TenantDb,
  art: string,
  id: string | undefined,
  content: unknown,
  other = USED_OTHERWISE,
): boolean {
  if (id === undefined) return true
  const inhalt_hash = hashOf(content)
  if (tenant.insertNew(anfragen, { id, art, inhalt_hash })) return true
  if (tenant.first(stored, { art, id })?.inhalt_hash !== inhalt_hash) throw conflict(other)
  return false
}

/** @returns whether a request of that kind was carried out under that id, whatever it said */
export const isCarriedOut = (tenant: TenantDb, art: string, id: string): boolean =>
  tenant.first(stored, { art, id }) !== undefined

/**
 * Tells whether a request was carried out, for work in several transactions that claims its id with the last of them.
 *
 * @returns whether all of it was done before
 * @throws Refusal conflict when the id was used with other content
 */
export function isClaimed(tenant: TenantDb, art: string, id: string | undefined, content: unknown): boolean {
  const known = id === undefined ? undefined : tenant.first(stored, { art, id })
  if (known && known.inhalt_hash !== hashOf(content)) throw conflict(USED_OTHERWISE)
  return known !== undefined
}

/**
 * Gives the parts of a request ids of their own, the same ones when it is repeated.
 *
 * @returns a UUID that depends on both texts alone (RFC 9562, version 8)
 */
export function derivedId(id: string, part: string): string {
  const hex = new Bun.CryptoHasher("sha256").update(`${id} ${part}`).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const hashOf = (content: unknown): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify(sorted(content))).digest("hex")

/** A value with sorted keys, as the order of fields has no meaning. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const fields = value as Record<string, unknown>
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(fields).toSorted()) result[name] = sorted(fields[name])
  return result
}
