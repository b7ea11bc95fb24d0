import { BATCH, forgetRows, TOLD_FOR } from "../api/import/vergessen.ts"
import type { HttpDeps } from "../http/http-deps.ts"

/** Clears the results of imports whose time is over, company by company, and from SQLite's log of writes. */
export async function forgetImports({ system }: Pick<HttpDeps, "system">): Promise<void> {
  const vor = new Date(Date.now() - TOLD_FOR).toISOString()
  let all = 0
  for (const { id } of system.tenants.each()) {
    const tenant = system.tenant(id)
    for (let n = BATCH; n === BATCH; all += n) n = await system.write(() => forgetRows(tenant, vor), id)
  }
  if (all > 0) system.truncateWal()
}
