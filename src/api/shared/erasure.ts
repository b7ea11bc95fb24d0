import { query } from "../../db/query.ts"
import { protokoll } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { namesOf } from "../../lib/felder/feld.ts"
import { lieferfelder } from "../../lib/felder/lieferung.ts"

/** A person may be erased (DSGVO Art. 17) while something that names them is still being made, or on its way here. */

const erasures = query<
  { id: string },
  { tabelle: string; datensatz_id: string; aktion: string; seit: string }
>`
  SELECT p.id FROM ${protokoll} p
  WHERE p.tabelle = :tabelle AND p.datensatz_id = :datensatz_id AND +p.aktion = :aktion AND +p.erstellt_am >= :seit
  LIMIT 1`

/** @returns whether a customer was erased at an instant or later */
export function wasErasedSince(tenant: TenantReader, kunde_id: string, seit: string): boolean {
  const erasure = { tabelle: "kunden", datensatz_id: kunde_id, aktion: "kunden.person_geloescht", seit }
  return tenant.first(erasures, erasure) !== undefined
}

/** Fields of a stop and of its positions that say something about a person. */
const PERSONAL = new Set<string>([...namesOf(lieferfelder, ({ personal }) => personal), "bemerkung"])

type AtStop = { positionen?: readonly object[]; grund?: string }

/**
 * @param erfasst_am when it happened
 * @returns what a driver entered at a stop, without what it says of a person who was erased since
 */
export function withoutErased<T extends AtStop>(
  tenant: TenantReader,
  kunde_id: string,
  erfasst_am: string,
  entered: T,
): T {
  if (!wasErasedSince(tenant, kunde_id, erfasst_am)) return entered
  const impersonal = <F extends object>(fields: F): F =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !PERSONAL.has(name))) as F
  return {
    ...impersonal(entered),
    ...(entered.positionen && { positionen: entered.positionen.map(impersonal) }),
  }
}
