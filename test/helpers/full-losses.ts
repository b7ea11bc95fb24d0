import { createGeraet, issueGeraet } from "../../src/api/geraete/rules.ts"
import { changeStatus } from "../../src/api/geraete/status.ts"
import type { TenantDb } from "../../src/db/tenant-db.ts"
import type { kitOf } from "./full-kit.ts"

/** Adds devices whose deposit is open with a customer: one that is still lost, and one that is back. */
export function addLosses(tenant: TenantDb, { admin, one }: ReturnType<typeof kitOf>, nr: number): void {
  for (const status of ["verloren", "lager"] as const) {
    const made = { geraetenummer: `V-${nr}-${status}`, bezeichnung: "Pumpe", pfand_cent: 5000 }
    const { id } = createGeraet(tenant, admin, made).record
    issueGeraet(tenant, admin, id, { kunde_id: one })
    changeStatus(tenant, admin, id, { status: "verloren" })
    if (status === "lager") changeStatus(tenant, admin, id, { status })
  }
}
