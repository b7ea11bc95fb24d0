import { pfandbestandteile } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import type { Author } from "../../shared/record.ts"
import { deleteRecord } from "../../shared/resource.ts"
import { artikelRecords, partIds } from "../rules.ts"

/**
 * Deletes an article that nothing refers to.
 *
 * @throws Refusal missing, stale; conflict when something does; such articles can only be deactivated
 */
export const deletePfandartikel = (tenant: TenantDb, author: Author, id: string, ifMatch: number): void =>
  deleteRecord(tenant, author, artikelRecords, id, ifMatch, () => {
    for (const part of tenant.all(partIds, { gebinde_id: id })) tenant.delete(pfandbestandteile, part.id)
  })
