import { BATCH, eraseExpired } from "../api/belege/frist.ts"
import type { HttpDeps } from "../http/http-deps.ts"
import { advanceTidyingTime } from "./clock/tidying.ts"

/**
 * Erases the documents of erased persons whose time is over, company by company, and from SQLite's log of writes.
 *
 * @returns how many
 */
export async function eraseExpiredDocuments({
  system,
  config,
}: Pick<HttpDeps, "system" | "config">): Promise<number> {
  const today = advanceTidyingTime(config.dataDir, new Date()).toISOString().slice(0, 10)
  let erased = 0
  for (const { id } of system.tenants.each()) {
    const tenant = system.tenant(id)
    for (let n = BATCH; n === BATCH; erased += n)
      n = await system.write(() => eraseExpired(tenant, today), id)
  }
  if (erased > 0) system.truncateWal()
  return erased
}
