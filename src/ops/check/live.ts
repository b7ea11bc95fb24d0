import type { HttpDeps } from "../../http/http-deps.ts"
import { databaseIn } from "../../db/open.ts"
import { formatQuantity } from "../../lib/format.ts"
import { authorityFault, type Mail } from "../../lib/mail/server.ts"
import { serverTime } from "../../lib/server-time.ts"
import { checkBackups, checkCertificate } from "./backups.ts"
import { checkSpace, checkWriting, findingOf } from "./check.ts"
import { type Finding, ok, warning } from "./finding.ts"
import { checkPermissions } from "./permissions.ts"
import { PROGRAM } from "../../lib/ourselves.ts"

/**
 * What the running service can see of itself without holding anybody up. The database, the ledgers and the pictures are
 * read whole by each backup, which proves them, and by `pfandwerk check`.
 *
 * @returns one finding per check, in the order in which they matter; within six seconds
 */
export async function checkService(
  { config, system, mailService }: Pick<HttpDeps, "config" | "system" | "mailService">,
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
    ...(tls ? [checkCertificate(tls, now, config.adresse)] : []),
    ...(config.mail ? [checkMail(config.mail, mailService), checkUnclear(system.countUnclear())] : []),
  ]
}

/** @returns what can be seen of sending without sending: a fault of the settings */
export function checkMailSettings({ server }: Mail): Finding | undefined {
  const detail = authorityFault(server)
  return detail === undefined ? undefined : { check: "mail", ...warning(detail) }
}

function checkMail(mail: Mail, { stoerung }: HttpDeps["mailService"]): Finding {
  const check = "mail"
  const unusable = checkMailSettings(mail)
  if (unusable) return unusable
  if (!stoerung) return { check, ...ok("keine Störung des Mailservers bekannt") }
  const { seit, grund } = stoerung
  return {
    check,
    ...warning(
      `seit ${serverTime(seit)} geht keine E-Mail hinaus; sie warten. ${grund}. Prüfen mit: ${PROGRAM} mail test`,
    ),
  }
}

/**
 * A finding of its own beside the server's fault. That one ends by itself; what it left unclear stays so until
 * somebody decides.
 */
function checkUnclear(count: number): Finding {
  const check = "unclear"
  if (count === 0) return { check, ...ok("keine: von jeder ist bekannt, ob sie ankam") }
  const said = count === 1 ? "Von einer E-Mail" : `Von ${formatQuantity(count)} E-Mails`
  return {
    check,
    ...warning(
      `${said} ist nicht bekannt, ob sie ankam. Das Büro der Firma entscheidet auf „Heute“: noch einmal senden oder erledigen`,
    ),
  }
}
