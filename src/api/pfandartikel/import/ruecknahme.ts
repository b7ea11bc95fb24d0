import { pfandartikel, pfandartikel_suchtexte, pfandbestandteile } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { type Author, requireVersion, writeProtokoll } from "../../shared/record.ts"
import { deleteUnused } from "../../shared/search-texts.ts"
import { GONE, partIds } from "../rules.ts"

/**
 * Deletes an article that nothing refers to.
 *
 * @throws Refusal missing, stale; conflict when something does; such articles can only be deactivated
 */
export function deletePfandartikel(tenant: TenantDb, author: Author, id: string, ifMatch: number): void {
  const zeile = tenant.get(pfandartikel, id, GONE)
  requireVersion(zeile, ifMatch)
  for (const part of tenant.all(partIds, { gebinde_id: id })) tenant.delete(pfandbestandteile, part.id)
  deleteUnused(tenant, pfandartikel_suchtexte, pfandartikel, id, IN_USE)
  writeProtokoll(tenant, author, "pfandartikel.geloescht", pfandartikel, zeile, undefined)
}

const IN_USE =
  "Zu diesem Artikel gibt es Buchungen, Lieferungen, Gebinde oder einen Stand im Lager; bitte deaktivieren"
