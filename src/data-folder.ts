import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "./config.ts"
import { forgetLedgerEnds } from "./db/ledger-ends.ts"
import { lockDataDir } from "./db/lock.ts"
import { openMigrated } from "./db/migrate.ts"
import { openSystem, type OpenSystem } from "./db/system.ts"
import { reasonOf } from "./lib/disk-fault.ts"
import type { Log } from "./lib/log.ts"
import { refuseForeignFolder } from "./lib/files.ts"
import { StartRefused } from "./lib/refusal.ts"
import { refuseHalfRestored } from "./ops/start/half-restored.ts"
import { refuseShortened, refuseWithoutDatabase } from "./ops/start/found.ts"
import { withReserve } from "./ops/start/reserve.ts"
import { databaseIn } from "./db/open.ts"

export type Opening = {
  /** Whether to lock the folder, as a service; false for commands that run beside it. */
  exclusive?: boolean | undefined
  /** Whether to create an empty database even if other files show that there was one (ops/start/found.ts). */
  beginAnew?: boolean | undefined
}

type DataFolder = {
  database: OpenSystem
  /** Whether the folder already held a database. */
  isUsed: boolean
  /** Releases the lock; call it after closing the database. */
  unlock: () => void
}

/**
 * Opens the data folder: creates missing files, takes the lock, migrates the database.
 *
 * @throws StartRefused when it cannot be used, with the reason
 */
export function openDataFolder(
  config: Readonly<Config>,
  log: Log,
  clock: () => Date,
  { exclusive = true, beginAnew = false }: Opening,
): DataFolder {
  const { dataDir } = config
  refuseForeignFolder(dataDir)
  refuseHalfRestored(dataDir)
  if (beginAnew) forgetLedgerEnds(dataDir)
  else refuseWithoutDatabase(config)
  refuseShortened(dataDir, log)
  const isUsed = existsSync(databaseIn(dataDir))
  prepareFolders(config)
  const lock = () => lockDataDir(dataDir, exclusive ? undefined : upgrading(dataDir))
  const unlock = exclusive ? withReserve(dataDir, lock) : () => {}
  try {
    // With `exclusive`, the lock is held already. Without, it is taken for the migration only, so that a
    // command never changes the schema under a running service.
    const exclude = exclusive ? () => () => {} : lock
    const report = (step: string, fields?: Record<string, unknown>) => log.info(step, fields)
    const sqlite = withReserve(dataDir, () => openMigrated(dataDir, { exclude, report }))
    return { database: openSystem(sqlite, clock, exclusive), isUsed, unlock }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Who types a command right after the first start, or after an upgrade, is to wait and not to end the service. */
const upgrading = (dataDir: string): string =>
  `Der Dienst legt die Datenbank in ${dataDir} gerade an oder baut sie um. Bitte gleich noch einmal versuchen. Läuft er noch mit einer anderen Version als dieser Befehl, zuerst: sudo systemctl restart pfandwerk`

function prepareFolders({ dataDir, uploadsDir }: Config): void {
  try {
    for (const folder of [dataDir, uploadsDir, join(dataDir, "backups")]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    }
  } catch (cause) {
    throw new StartRefused(`In DATA_DIR ${dataDir} kann nicht geschrieben werden: ${reasonOf(cause)}`, {
      cause,
    })
  }
}
