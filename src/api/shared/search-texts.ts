import type { geraete_suchtexte, pfandartikel_suchtexte } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"

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
