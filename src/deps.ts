import { existsSync, mkdirSync } from "node:fs"
import { reasonOf } from "./lib/disk-fault.ts"
import { join } from "node:path"
import { Throttle } from "./api/auth/throttle.ts"
import { createTokens } from "./api/auth/tokens.ts"
import type { Config } from "./config.ts"
import { failedBackup, lastGoodBackup } from "./ops/retention/status.ts"
import { refuseHalfRestored } from "./ops/backup/exchange.ts"
import { lockDataDir } from "./db/lock.ts"
import { forgetLedgerEnds } from "./db/ledger-ends.ts"
import { openMigrated } from "./db/migrate.ts"
import { openSystem } from "./db/system.ts"
import type { HttpDeps } from "./http/http-deps.ts"
import { refuseForeignFolder } from "./lib/owner.ts"
import type { Log } from "./lib/log.ts"
import { createPasswords } from "./lib/passwords.ts"
import { refuseShortened } from "./ops/start/ledger.ts"
import { refuseWithoutDatabase } from "./ops/start/remains.ts"
import { withReserve } from "./ops/start/reserve.ts"
import { openSecret } from "./ops/start/secret.ts"
import { LongReadsThread } from "./long-reads.ts"
import { Turns } from "./lib/turns.ts"
import { StartRefused } from "./lib/start-refused.ts"

/** Dependencies of the whole service. */
export type Deps = HttpDeps & {
  stop: () => void
  /** Ends the thread of long reads. Call it before `close`: as the last connection, that empties the log of writes. */
  endReads: () => Promise<void>
  /** Closes the database. */
  close: () => void
}

type Overrides = Partial<
  Pick<Deps, "clock" | "checkReplies" | "passwords" | "metrics" | "demo" | "auftraege">
> & {
  exclusive?: boolean
  beginAnew?: boolean
}

/**
 * Opens the data folder: creates missing files, takes the lock, migrates the database.
 *
 * @param overrides.exclusive false for commands that run beside the service
 * @param overrides.beginAnew creates an empty database even if an earlier one seems to be missing
 * @throws StartRefused when it cannot be used, with the reason
 */
export function openDeps(config: Readonly<Config>, log: Log, overrides: Overrides = {}): Deps {
  const clock = overrides.clock ?? (() => new Date())
  refuseForeignFolder(config.dataDir)
  refuseHalfRestored(config.dataDir)
  if (overrides.beginAnew) forgetLedgerEnds(config.dataDir)
  else refuseWithoutDatabase(config)
  refuseShortened(config.dataDir, log)
  const isUsed = existsSync(join(config.dataDir, "pfandwerk.db"))
  prepareFolders(config)
  const unlock =
    overrides.exclusive === false ? () => {} : withReserve(config.dataDir, () => lockDataDir(config.dataDir))
  try {
    // The service holds the lock already. A command beside it takes the lock before it migrates, and so never changes
    // the schema under a running service.
    const exclude = overrides.exclusive === false ? () => lockDataDir(config.dataDir) : () => () => {}
    const database = openSystem(
      withReserve(config.dataDir, () =>
        openMigrated(config.dataDir, { exclude, report: (step, fields) => log.info(step, fields) }),
      ),
      clock,
    )
    let stopping = false
    const longReads = new LongReadsThread(join(config.dataDir, "pfandwerk.db"))
    return {
      config,
      log,
      clock,
      system: database.system,
      passwords: overrides.passwords ?? createPasswords(log),
      tokens: createTokens(
        openSecret(config, isUsed ? log : undefined, overrides.exclusive !== false),
        clock,
      ),
      throttle: new Throttle(
        {
          perAccount: config.loginFailuresPerAccount,
          perAddress: config.loginFailuresPerAddress,
          windowMs: config.loginWindowMinutes * 60_000,
        },
        clock,
      ),
      metrics: overrides.metrics,
      turns: new Turns(),
      longReads,
      lastBackup: () => lastGoodBackup(config, clock()),
      failedBackup: () => {
        const failed = failedBackup(config, clock())
        return failed && new Date(failed.versucht_am)
      },
      demo: overrides.demo,
      auftraege: overrides.auftraege ?? { kick: () => {} },
      checkReplies: overrides.checkReplies ?? false,
      stopping: () => stopping,
      stop: () => {
        stopping = true
      },
      endReads: () => longReads.close(),
      close: () => {
        void longReads.close()
        database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

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
