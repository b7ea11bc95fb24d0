import { versand_einstellungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import type { Postamt } from "../frame/services.ts"
import { NOT_HALTED, release } from "../shared/freigabe.ts"
import type { Author } from "../shared/record.ts"
import { doubtForeign } from "./zustellung.ts"

/** Lets data that came from elsewhere send from here. @throws Refusal conflict where nothing keeps it from sending */
export function releaseVersand(tenant: TenantDb, author: Author, postamt: Postamt): void {
  const before = tenant.find(versand_einstellungen, tenant.id)
  if (!before || before.freigabe === null) throw conflict(NOT_HALTED)
  release(tenant, author, versand_einstellungen, before, postamt)
  doubtForeign(tenant)
}
