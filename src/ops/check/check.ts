import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from "node:fs"
import { join } from "node:path"
import { checkLedgers } from "./ledger.ts"
import { latestRecordTime, readSnapshot } from "../../db/snapshot.ts"

/** `warning` wants to be looked at, `fault` means that data is damaged or in danger. */
export type Finding = { check: string; result: "ok" | "warning" | "fault"; detail: string }

/** Below this nothing should be left to chance: bookings, a backup and an upgrade need room. In bytes. */
const LITTLE_SPACE = 1024 ** 3

/** Later than this beside the newest record, the clock was set back; a few minutes of drift are nothing. In ms. */
const DRIFT = 10 * 60_000

/**
 * Looks at all that can go wrong in a data folder, without changing anything; the service may run meanwhile.
 *
 * @returns one finding per check, in the order in which they matter
 */
export async function checkDataDir(dataDir: string, now: Date): Promise<Finding[]> {
  const database = join(dataDir, "pfandwerk.db")
  if (!existsSync(database))
    return [{ check: "database", result: "fault", detail: `${database} does not exist` }]
  return [
    await attempt("database", () => {
      const { schema } = readSnapshot(database)
      return ok(`intact, schema ${schema}, all references resolve`)
    }),
    await attempt("ledger", () => checkLedger(dataDir)),
    await attempt("pictures", () => checkPictures(dataDir, readSnapshot(database).uploads)),
    await attempt("permissions", () => checkPermissions(dataDir)),
    await attempt("space", () => checkSpace(dataDir)),
    await attempt("clock", () => checkClock(latestRecordTime(database), now)),
  ]
}

type Outcome = Omit<Finding, "check">
const ok = (detail: string): Outcome => ({ result: "ok", detail })
const warning = (detail: string): Outcome => ({ result: "warning", detail })
const fault = (detail: string): Outcome => ({ result: "fault", detail })

async function attempt(check: string, work: () => Outcome | Promise<Outcome>): Promise<Finding> {
  try {
    return { check, ...(await work()) }
  } catch (error) {
    return { check, ...fault((error as Error).message) }
  }
}

async function checkLedger(dataDir: string): Promise<Outcome> {
  const { tenants, bookings, faults } = await checkLedgers(dataDir)
  const [first] = faults
  if (!first) return ok(`${bookings} bookings of ${tenants} tenants, each in its chain, all balances agree`)
  const others = faults.flatMap(({ faults: told }) => told).length - 1
  return fault(`${first.tenant}: ${first.faults[0]}${others > 0 ? ` (and ${others} more)` : ""}`)
}

function checkPictures(dataDir: string, recorded: string[]): Outcome {
  const uploads = join(dataDir, "uploads")
  const stored = existsSync(uploads)
    ? readdirSync(uploads, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(uploads.length + 1)
            .replaceAll("\\", "/"),
        )
    : []
  const files = new Set(stored)
  const records = new Set(recorded)
  const missing = recorded.filter((path) => !files.has(path))
  if (missing.length > 0)
    return fault(`${missing.length} files are missing, the first is uploads/${missing[0]}`)
  const orphans = stored.filter((path) => !records.has(path))
  if (orphans.length > 0)
    return warning(`${orphans.length} files belong to no record, the first is uploads/${orphans[0]}`)
  return ok(`${stored.length} files, each with its record`)
}

function checkPermissions(dataDir: string): Outcome {
  for (const name of ["", "pfandwerk.db", "uploads", "backups"]) {
    const path = join(dataDir, name)
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK)
  }
  const secret = join(dataDir, "jwt_secret")
  if (process.platform !== "win32" && existsSync(secret) && (statSync(secret).mode & 0o077) !== 0) {
    return fault(`${secret} can be read by others than its owner; run: chmod 600 ${secret}`)
  }
  return ok("all folders can be written, the secret is its owner's alone")
}

function checkSpace(dataDir: string): Outcome {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free`
  return free < LITTLE_SPACE ? warning(`only ${detail}`) : ok(detail)
}

function checkClock(latest: string | undefined, now: Date): Outcome {
  if (latest !== undefined && Date.parse(latest) > now.getTime() + DRIFT) {
    return fault(`the clock says ${now.toISOString()}, but the newest record was made at ${latest}`)
  }
  return ok(now.toISOString())
}
