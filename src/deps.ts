import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Throttle } from "./api/auth/throttle.ts"
import { createTokens } from "./api/auth/tokens.ts"
import type { Config } from "./config.ts"
import { lastGoodBackup } from "./ops/retention/status.ts"
import { refuseHalfRestored } from "./ops/backup/exchange.ts"
import { lockDataDir } from "./db/lock.ts"
import { openMigrated } from "./db/migrate.ts"
import { openSystem } from "./db/system.ts"
import type { HttpDeps } from "./http/deps.ts"
import { fsyncPath } from "./lib/durable.ts"
import { refuseForeignFolder } from "./lib/owner.ts"
import type { Log } from "./lib/log.ts"
import { createPasswords } from "./lib/passwords.ts"
import { refuseWithoutDatabase } from "./ops/start/remains.ts"
import { withReserve } from "./ops/start/reserve.ts"
import { ReadingThread } from "./reading-thread.ts"
import { Shares } from "./lib/shares.ts"
import { Turns } from "./lib/turns.ts"
import { StartRefused } from "./lib/start-refused.ts"

/** Everything the service is built on. */
export type Deps = HttpDeps & {
  stop: () => void
  /** Ends the thread of long reads; before `close`, which only then empties the database's log of writes. */
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
 * Opens the data folder: makes what is missing, takes the lock, migrates the database.
 *
 * @param overrides.exclusive false for commands that run beside the service
 * @param overrides.beginAnew creates an empty database even if an earlier one seems to be missing
 * @throws StartRefused when it cannot be used, with the reason
 */
export function openDeps(config: Readonly<Config>, log: Log, overrides: Overrides = {}): Deps {
  const clock = overrides.clock ?? (() => new Date())
  refuseForeignFolder(config.dataDir)
  refuseHalfRestored(config.dataDir)
  if (!overrides.beginAnew) refuseWithoutDatabase(config)
  prepareFolders(config)
  const unlock =
    overrides.exclusive === false ? () => {} : withReserve(config.dataDir, () => lockDataDir(config.dataDir))
  try {
    // A command that runs beside a service never changes the schema under it.
    const exclude = overrides.exclusive === false ? () => lockDataDir(config.dataDir) : () => () => {}
    const shares = new Shares()
    const database = openSystem(
      withReserve(config.dataDir, () => openMigrated(config.dataDir, { exclude })),
      clock,
      // What belongs to no company is little, and nobody's share.
      (owner) => owner === "" || !shares.isUsedUp(owner),
    )
    let stopping = false
    const readers = new ReadingThread(join(config.dataDir, "pfandwerk.db"), shares)
    return {
      config,
      log,
      clock,
      system: database.system,
      passwords: overrides.passwords ?? createPasswords(log),
      tokens: createTokens(config.jwtSecret ?? keptSecret(config.dataDir), clock),
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
      shares,
      readers,
      lastBackup: () => lastGoodBackup(config, clock()),
      demo: overrides.demo,
      auftraege: overrides.auftraege ?? { kick: () => {} },
      checkReplies: overrides.checkReplies ?? false,
      stopping: () => stopping,
      stop: () => {
        stopping = true
      },
      endReads: () => readers.close(),
      close: () => {
        void readers.close()
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
    throw new StartRefused(
      `In DATA_DIR ${dataDir} kann nicht geschrieben werden: ${(cause as Error).message}`,
      { cause },
    )
  }
}

/** The secret generated at the first start. Losing it merely logs everybody out. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, "jwt_secret")
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, randomSecret(), { mode: 0o600 })
    fsyncPath(draft)
    // Linking publishes the complete file at once, and never replaces one that another process made first.
    ignoringExisting(() => linkSync(draft, file))
    rmSync(draft)
    fsyncPath(dataDir)
  }
  chmodSync(file, 0o600)
  const secret = readFileSync(file, "utf8").trim()
  if (secret.length < 32) {
    throw new StartRefused(
      `${file} ist zu kurz für ein Geheimnis. Wird die Datei gelöscht, entsteht beim Start ein neues; alle melden sich dann neu an.`,
    )
  }
  return secret
}

const randomSecret = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url")

function ignoringExisting(make: () => void): void {
  try {
    make()
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error
  }
}
