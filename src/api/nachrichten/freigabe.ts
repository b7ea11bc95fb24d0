import { versand_einstellungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import type { Postamt } from "../frame/services.ts"
import { type Author, changeRow } from "../shared/record.ts"
import { doubtForeign } from "./zustellung.ts"

/** Lets data that came from elsewhere send from here. @throws Refusal conflict where nothing keeps it from sending */
export function releaseVersand(tenant: TenantDb, author: Author, { anlage }: Postamt): void {
  const before = tenant.find(versand_einstellungen, tenant.id)
  if (!before || before.freigabe === null || before.freigabe === anlage)
    throw conflict("Das Senden ist nicht angehalten")
  doubtForeign(tenant)
  changeRow(tenant, author, versand_einstellungen, before, { freigabe: anlage }, undefined)
}
