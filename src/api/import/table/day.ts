import type { TenantDb } from "../../../db/tenant-db.ts"
import { invalid, Refusal } from "../../../lib/refusal.ts"
import { instants, readErfasstAm } from "../../shared/time.ts"

/**
 * @param stichtag `YYYY-MM-DD`; without one it is now
 * @returns when what stood so on that day is booked as of, ISO 8601 UTC
 * @throws Refusal invalid for a day to come, or one of which no VAT rate is known
 */
export function asOf(tenant: TenantDb, stichtag: string | undefined): string {
  try {
    return readErfasstAm(instants(tenant, { von: stichtag }).seit, tenant.now())
  } catch (error) {
    const fault = error instanceof Refusal ? error.details.faults?.[0] : undefined
    throw fault ? invalid("stichtag", fault.msg) : error
  }
}
