import { Throttle } from "./api/auth/throttle.ts"
import { createTokens } from "./api/auth/tokens.ts"
import type { Config } from "./config.ts"
import type { HttpDeps } from "./http/http-deps.ts"
import type { Log } from "./lib/log.ts"
import { createPasswords } from "./lib/passwords.ts"
import { RouteThread } from "./route-thread.ts"
import { AuftragThread } from "./ops/auftraege/thread.ts"
import { failedBackup, lastGoodBackup } from "./ops/retention/retention.ts"
import { readZustand } from "./ops/trouble/zustand.ts"
import { openDataFolder, type Opening } from "./data-folder.ts"
import type { MailService, Services } from "./api/frame/services.ts"
import { openInstallation } from "./ops/start/installation.ts"
import type { Seal } from "./lib/seal.ts"
import { openSeal, openSecret } from "./ops/start/secret.ts"
import { databaseIn } from "./db/open.ts"
import { validator } from "./lib/validation/validate.ts"
import { version } from "./version.ts"

/** Dependencies of the whole service. */
export type Deps = HttpDeps & {
  /** Makes the service refuse new requests. */
  stop: () => void
  /**
   * Ends the threads of long reads, long writes and jobs. Call it before `close`: SQLite empties the write-ahead
   * log only when the last connection is closed.
   */
  endThreads: () => Promise<void>
  /** Closes the database and releases the lock on the data folder. */
  close: () => void
}

type Overrides = Partial<Pick<Deps, "clock" | "checkReplies" | "passwords" | "metrics" | "demo">> &
  Opening & {
    /** Whether to do jobs (Aufträge): only in a service. */
    doesAuftraege?: boolean
  }

/**
 * Opens the data folder and creates everything needed to answer requests.
 *
 * @throws StartRefused when the folder cannot be used, with the reason
 */
export function openDeps(config: Readonly<Config>, log: Log, overrides: Overrides = {}): Deps {
  const clock = overrides.clock ?? (() => new Date())
  const { database, isUsed, unlock } = openDataFolder(config, log, clock, overrides)
  try {
    const file = databaseIn(config.dataDir)
    const longReads = new RouteThread(file, "read")
    const longWrites = new RouteThread(file, "write")
    const { system } = database
    const auftraege = overrides.doesAuftraege ? new AuftragThread({ config, log, system }) : undefined
    const passwords = overrides.passwords ?? createPasswords(log)
    const endThreads = async (): Promise<void> => {
      await Promise.all([longReads.close(), longWrites.close(), auftraege?.close()])
    }
    const services = openServices({ config, log, clock, system, passwords, auftraege })
    let stopping = false
    return {
      ...services,
      services,
      config,
      system,
      tokens: createTokens(
        openSecret(config, isUsed ? log : undefined, overrides.exclusive !== false),
        clock,
      ),
      linkThrottle: new Throttle(LINKS, clock),
      metrics: overrides.metrics,
      longReads,
      longWrites,
      demo: overrides.demo,
      checkReplies: overrides.checkReplies ?? false,
      stopping: () => stopping,
      stop: () => {
        stopping = true
      },
      endThreads,
      close: () => {
        void endThreads()
        database.close()
        unlock()
      },
    }
  } catch (error) {
    database.close()
    unlock()
    throw error
  }
}

/** What services are made of; `auftraege` only where jobs are done. */
type Means = Pick<Deps, "config" | "log" | "clock" | "system" | "passwords"> & {
  auftraege: Services["auftraege"] | undefined
}

/** @returns what handlers may use, so nothing in it leads to the system database: closures hold it, no property does */
function openServices({ config, log, clock, system, passwords, auftraege }: Means): Services {
  const { dataDir, uploadsDir: folder, maxFileSize, quotaPerTenant, adresse, webhookNetze: listed } = config
  const installation = openInstallation(dataDir)
  const seal = openSeal(dataDir)
  const mailService = openMailService(config, installation, seal)
  return Object.freeze({
    clock,
    log,
    passwords,
    uploads: Object.freeze({ folder, maxFileSize, quotaPerTenant }),
    parse: (schema) => validator(schema, "body"),
    lastBackup: () => lastGoodBackup(config, clock()),
    failedBackup: () => {
      const failed = failedBackup(config, clock())
      return failed && new Date(failed.versucht_am)
    },
    adresse,
    zustand: () => readZustand({ config, system, clock, mailService }),
    version,
    auftraege: { kick: () => auftraege?.kick() },
    mailService,
    webhooks: { installation, seal, network: { listed } },
    checkpoint: () => system.truncateWal(),
    throttle: createThrottle(config, clock),
  } satisfies Services)
}

/** Of links to documents: answers to one of them, and names that are none, from one address. */
const LINKS = { what: "Versuche", perAccount: 20, perAddress: 60, windowMs: 15 * 60_000 }

const openMailService = (
  { mail, companyMail: company }: Readonly<Config>,
  installation: string,
  seal: Seal,
): MailService => ({
  mail,
  company,
  seal,
  installation,
  stoerung: undefined,
  stoerungen: new Map(),
  open: async (server) => {
    const { BRIEF, openMailLine } = await import("./lib/mail/smtp.ts")
    return openMailLine(server, BRIEF)
  },
})

const createThrottle = (config: Readonly<Config>, clock: () => Date): Throttle =>
  new Throttle(
    {
      perAccount: config.loginFailuresPerAccount,
      perAddress: config.loginFailuresPerAddress,
      windowMs: config.loginWindowMinutes * 60_000,
    },
    clock,
  )
