import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { isCopying, removeLeftovers } from "./backup/leftovers.ts"
import type { Deps } from "../deps.ts"

/** In ms. */
const DAY = 86_400_000
/** An upload of the running service has its files a moment before its record; this is far more. In ms. */
const GRACE = 3_600_000

/**
 * Removes picture files that no record names, now and every day: what an upload left that ended with the power, and
 * what a deletion did not come to remove. The service is alone in its data folder but for imports, so that of what
 * is older than itself nothing can be in the making.
 *
 * @param every between two sweeps, in ms
 * @returns ends it
 */
export function sweepDaily(deps: Deps, every = DAY): () => void {
  void tryToSweep(deps, performance.timeOrigin)
  const timer = setInterval(() => void tryToSweep(deps, Date.now() - GRACE), every)
  return () => clearInterval(timer)
}

async function tryToSweep(deps: Deps, before: number): Promise<void> {
  try {
    for (const path of removeLeftovers(deps.config, new Date()))
      deps.log.info("removed what was never finished", { path })
    const removed = await sweep(deps, before)
    if (removed > 0) deps.log.info("removed files without a record", { removed })
  } catch (error) {
    deps.log.error("sweeping the uploads failed", { error })
  }
}

/**
 * @param before only files older than that are looked at, in ms since 1970
 * @returns how many were removed
 */
export async function sweep({ config, system, stopping }: Deps, before: number): Promise<number> {
  const { dataDir, uploadsDir } = config
  // An import places its pictures long before it commits their records; the day after does.
  if (isCopying(dataDir, new Date())) return 0
  let removed = 0
  for (const entry of await readdir(uploadsDir, { recursive: true, withFileTypes: true })) {
    if (stopping()) break
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(uploadsDir.length + 1).replaceAll("\\", "/")
    if (!entry.isFile() || system.isPicture(path) || (await stat(file)).mtimeMs >= before) continue
    await rm(file, { force: true })
    removed++
  }
  return removed
}
