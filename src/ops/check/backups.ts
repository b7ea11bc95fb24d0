import { existsSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Config } from "../../config.ts"
import { reasonOf, RENEW_UNIT } from "../../lib/disk-fault.ts"
import { removeIfPossible } from "../../lib/files.ts"
import { serverTime } from "../../lib/server-time.ts"
import {
  backupsAhead,
  backupsIn,
  DISK_GONE,
  failedBackup,
  foreignBackups,
  isDiskGone,
  isSameDisk,
  lastGoodBackup,
  readStatus,
  shortBackup,
} from "../retention/retention.ts"
import { shutFromService } from "../install/hidden.ts"
import { fault, type Finding, ok, type Outcome, warning } from "./finding.ts"
import { distrustOf, expiryOf, readTls, type TlsFiles } from "../../lib/tls.ts"
import { PROGRAM } from "../../lib/ourselves.ts"

type Settings = Pick<Config, "dataDir" | "backupDir" | "backupSchedule">

const SET_CLOCK = "Geht die Uhr nach? Stellen: sudo timedatectl set-ntp true"
const WAY_OUT = `Dann, auch nach einer Änderung von BACKUP_DIR: ${RENEW_UNIT}; zur Probe: sudo pfandwerk backup`

/** @returns whether backups are made as the settings say, and can be made: a real file is written for it */
export function checkBackups(config: Readonly<Settings>, now: Date): Finding {
  return { check: "backup", ...judge(config, now) }
}

function judge(config: Readonly<Settings>, now: Date): Outcome {
  const { dataDir, backupDir, backupSchedule } = config
  const { good } = readStatus(dataDir)
  const failed = failedBackup(config, now)
  const last = lastGoodBackup(config, now)
  const foreign = foreignBackups(config)
  const [ahead] = backupsAhead(backupsIn(backupDir) ?? [], now).toReversed()
  const known =
    (last ? `letzte gute Sicherung: ${serverTime(last)}` : "noch keine Sicherung") +
    (ahead ? `; nach der Uhr des Servers ist ${ahead} aus der Zukunft. ${SET_CLOCK}` : "") +
    (!ahead && isSameDisk(config)
      ? `; ${backupDir} liegt auf derselben Platte wie die Daten und geht mit ihr verloren. Ist dort eine andere nicht eingehängt?`
      : "") +
    (foreign > 0 ? `; ${describeForeign(foreign)}` : "")
  const shut = shutFromService({ backupDir })
  if (shut) return fault(`${shut}; ${known}`)
  if (good && !existsSync(backupDir))
    return fault(`${backupDir} gibt es nicht (mehr). Ist die Platte eingehängt? ${WAY_OUT}; ${known}`)
  if (isDiskGone(config)) return fault(`${DISK_GONE(backupDir)}; ${known}`)
  const refused = tryToWrite(nearestThere(backupDir))
  if (refused) return fault(`In ${backupDir} kann nicht geschrieben werden: ${refused} ${WAY_OUT}; ${known}`)
  if (failed)
    return fault(`am ${serverTime(new Date(failed.versucht_am))} misslungen: ${failed.reason}; ${known}`)
  const short = shortBackup(config, now)
  if (short) return fault(`${short}; ${known}`)
  if (backupSchedule === "off") return ok(`abgeschaltet (BACKUP_SCHEDULE=off); ${known}`)
  if (!last && ahead) return warning(known)
  if (!last)
    return good
      ? warning(`in ${backupDir} liegt keine Sicherung mehr. Ist die Platte eingehängt?`)
      : warning(`noch keine Sicherung; jetzt eine machen: ${PROGRAM} backup`)
  if (now > runAfter(backupSchedule, runAfter(backupSchedule, last)))
    return fault(`${known}; seither ist keine gemacht worden. Läuft der Dienst? Von Hand: ${PROGRAM} backup`)
  const missing = good?.missing ?? 0
  if (missing > 0)
    return warning(`${known}; in der letzten fehlen ${missing} Bilddateien: ${PROGRAM} uploads repair`)
  return foreign > 0 ? warning(known) : ok(known)
}

const describeForeign = (count: number): string =>
  (count === 1 ? "1 Sicherung dort ist" : `${count} Sicherungen dort sind`) +
  ` von einer anderen Anlage, von dieser vor einem Umzug, oder nicht zu lesen: ${count === 1 ? "Sie bleibt" : "Sie bleiben"} ` +
  `liegen, bis jemand sie entfernt. Welche es sind, zeigt ${PROGRAM} backup list. Jede Anlage braucht ihr eigenes BACKUP_DIR`

/** @returns the folder, or the one above it in which the first backup would make it */
const nearestThere = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestThere(dirname(folder))

/** @returns in German why it cannot be written to, found out by writing: permissions alone prove nothing */
function tryToWrite(folder: string): string | undefined {
  const probe = join(folder, `.probe-${process.pid}`)
  try {
    writeFileSync(probe, new Uint8Array(4096), { mode: 0o600, flush: true })
    return undefined
  } catch (error) {
    return reasonOf(error)
  } finally {
    removeIfPossible(probe)
  }
}

/** @returns when the next scheduled backup must be there: an hour after its time */
const runAfter = (schedule: string, from: Date): Date =>
  new Date((Bun.cron.parse(schedule, from)?.getTime() ?? Number.POSITIVE_INFINITY) + 3_600_000)

/** @returns whether the certificate can be used, for how long, and whether people's telephones take it */
export function checkCertificate(files: TlsFiles, now: Date, adresse?: string): Finding {
  const check = "certificate"
  try {
    const tls = readTls(files)
    const expiry = expiryOf(tls, now)
    if (expiry) return { check, result: tls.until < now ? "fault" : "warning", detail: expiry }
    const distrust = distrustOf(tls, adresse)
    if (distrust) return { check, ...warning(distrust) }
    return { check, result: "ok", detail: `gültig bis ${tls.until.toISOString().slice(0, 10)}` }
  } catch (error) {
    return { check, result: "fault", detail: (error as Error).message }
  }
}
