import type {
  geraete,
  geraete_suchtexte,
  kunden,
  kunden_suchtexte,
  mitarbeiter,
  pfandartikel,
  pfandartikel_suchtexte,
} from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"

/** Lets a record be found by this text (lib/felder/search-text.ts), and by no earlier one. */
export function putSearchText(
  tenant: TenantDb,
  texts: typeof geraete_suchtexte | typeof pfandartikel_suchtexte,
  id: string,
  text: string,
): void {
  const known = tenant.find(texts, id)
  if (known?.text === text) return
  if (known) tenant.update(texts, id, { text })
  else tenant.insert(texts, { id, text })
}

/**
 * Deletes a record with its search text.
 *
 * @throws Refusal conflict with these words when something refers to it
 */
export function deleteUnused(
  tenant: TenantDb,
  texts: typeof kunden_suchtexte | typeof geraete_suchtexte | typeof pfandartikel_suchtexte | undefined,
  table: typeof kunden | typeof geraete | typeof pfandartikel | typeof mitarbeiter,
  id: string,
  inUse: string,
): void {
  if (texts && tenant.find(texts, id)) tenant.delete(texts, id)
  try {
    tenant.delete(table, id)
  } catch (error) {
    if ((error as { code?: string }).code !== "SQLITE_CONSTRAINT_FOREIGNKEY") throw error
    throw conflict(inUse)
  }
}
