import { versand_einstellungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { Postamt } from "../frame/services.ts"
import { release } from "../shared/freigabe.ts"
import type { Author } from "../shared/record.ts"
import { doubtForeign } from "./zustellung.ts"

/** Lets data that came from elsewhere send from here. @throws Refusal conflict where nothing keeps it from sending */
export function releaseVersand(tenant: TenantDb, author: Author, postamt: Postamt): void {
  release(tenant, author, versand_einstellungen, tenant.find(versand_einstellungen, tenant.id), postamt)
  doubtForeign(tenant)
}
