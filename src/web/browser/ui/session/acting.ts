import { actFor, type ActingTenant } from "../api/session.ts"

/**
 * From now on the super administrator works in this company, or in none. Another company is another application:
 * nothing that was read of the one before may stay.
 */
export function changeTo(tenant: ActingTenant | undefined, where = "/buero"): void {
  actFor(tenant && { id: tenant.id, name: tenant.name })
  window.location.assign(where)
}
