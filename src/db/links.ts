import { AcrossTenants } from "./across-tenants.ts"
import type { Tenant } from "./all-tenants.ts"

/** Where a link leads, and whether its company may still be asked. */
type LinkRow = {
  tenant_id: string
  beleg_id: string
} & Pick<Tenant, "typ" | "demo_expires_at">

/** Links of customers to documents. Whoever opens one names no company. */
export class Links extends AcrossTenants {
  /** @returns undefined for a link that is not there, was revoked or has ended, and while its company is not active */
  find(token_hash: string): LinkRow | undefined {
    return this.get(
      `SELECT l.tenant_id, l.beleg_id, t.typ, t.demo_expires_at
       FROM antwortlinks l JOIN tenants t ON t.id = l.tenant_id
       WHERE l.token_hash = +:token_hash AND l.endet_am > +:now AND t.status = 'aktiv'`,
      { token_hash, now: this.now() },
    )
  }
}
