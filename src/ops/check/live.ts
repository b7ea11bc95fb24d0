import type { HttpDeps } from "../../http/http-deps.ts"
import { databaseIn } from "../../db/open.ts"
import { checkBackups, checkCertificate } from "./backups.ts"
import {
  checkPermissions,
  checkSpace,
  checkWriting,
  findingOf,
  type Finding,
  ok,
  type Outcome,
  warning,
} from "./check.ts"

/**
 * What the running service can see of itself without holding anybody up. The database, the ledgers and the pictures are
 * read whole by each backup, which proves them, and by `pfandwerk check`.
 *
 * @returns one finding per check, in the order in which they matter; within six seconds
 */
export async function checkService(
  { config, system, postamt }: Pick<HttpDeps, "config" | "system" | "postamt">,
  now: Date,
): Promise<Finding[]> {
  const { dataDir, tls } = config
  const database = databaseIn(dataDir)
  const canWrite = await system.probeWriting().then(
    () => true,
    () => false,
  )
  return [
    await findingOf("writing", database, () => checkWriting(canWrite, database)),
    await findingOf("space", database, () => checkSpace(dataDir)),
    await findingOf("permissions", database, () => checkPermissions(dataDir)),
    checkBackups(config, now),
    ...(tls ? [checkCertificate(tls, now)] : []),
    ...(config.mail ? [{ check: "mail" as const, ...checkMail(postamt) }] : []),
  ]
}

function checkMail({ stoerung }: HttpDeps["postamt"]): Outcome {
  if (!stoerung) return ok("keine Störung des Mailservers bekannt")
  const { seit, grund } = stoerung
  return warning(
    `seit ${seit.toISOString().slice(0, 16).replace("T", " ")} (UTC) geht keine E-Mail hinaus; sie warten. ${grund}. Prüfen mit: pfandwerk mail test`,
  )
}
