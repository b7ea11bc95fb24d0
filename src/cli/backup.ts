import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { backUp, backupName } from "../ops/backup/backup.ts"
import { FaultyBackup } from "../ops/backup/faulty.ts"
import { formatMebibytes } from "../lib/format.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { hiddenFromCommands } from "../ops/install/overrides.ts"
import { DISK_GONE, isDiskGone } from "../ops/retention/disk.ts"
import { removeOldBackups } from "../ops/retention/retention.ts"
import { noteFailed, noteGood } from "../ops/retention/status.ts"
import { readConfig } from "../config.ts"
import { warnOfMissing, writeCarried } from "./carried.ts"
import { command, STREAM, UsageError } from "./command.ts"

export const backupCommand = command({
  summary: "Datenbank und Bilder in eine Datei sichern, während der Dienst läuft",
  usage: `pfandwerk backup [DATEI | --scheduled | --here]

  DATEI         die neue Datei; weggelassen BACKUP_DIR/pfandwerk-ZEITPUNKT.tar; - gibt das Archiv aus
  --scheduled   entfernt auch alte Sicherungen aus BACKUP_DIR, wie es der Dienst nachts tut
  --here        sichert nach BACKUP_DIR, auch wenn dort keine der früheren Sicherungen mehr liegt
Die Sicherung wird zurückgelesen und geprüft, wie es beim Zurückholen geschieht. Besteht sie nicht, oder fehlen den
Daten bestätigte Buchungen, heißt sie fehlerhaft-…, verdrängt keine andere, und der Befehl endet mit 1.`,
  options: { scheduled: "boolean", here: "boolean" },
  takes: ["[DATEI]"],
  writes: 0,
  async run({ values, positionals }, terminal) {
    if (positionals.length + Number(values.scheduled ?? false) + Number(values.here ?? false) > 1)
      throw new UsageError("--scheduled, --here und DATEI gehen nur einzeln.")
    const config = readConfig(terminal.env)
    const hidden = hiddenFromCommands()
    // The service's own backups are made with its environment.
    if (hidden && !values.scheduled) terminal.err(hidden)
    const { dataDir, backupDir, backupKeepDaily, backupKeepWeekly } = config
    if (!positionals[0] && !values.here && isDiskGone(config)) throw new StartRefused(DISK_GONE(backupDir))
    const now = positionals[0] ? new Date() : freeMoment(backupDir)
    const nameFor = (target: string) =>
      positionals[0] === STREAM ? join(dataDir, "backups", backupName(now)) : target
    const noting = (error: Error): never => {
      if (error instanceof FaultyBackup) noteFailed(dataDir, now, error.message)
      throw error
    }
    await writeCarried(
      positionals[0] ?? join(backupDir, backupName(now)),
      dataDir,
      terminal,
      (target) => backUp(dataDir, target, now, nameFor(target)).catch(noting),
      ({ files, missing = [] }, target) => {
        if (!positionals[0]) noteGood(dataDir, target, now, missing.length)
        warnOfMissing(missing, terminal.err)
        const size = formatMebibytes(statSync(target).size)
        return `Gesichert und geprüft (${size}, Datenbank und ${files.length - 1} Bilddateien)`
      },
    )
    if (values.scheduled) removeOldBackups(backupDir, backupKeepDaily, backupKeepWeekly, now)
  },
})

/** @returns now, or the next second without a backup of that name: a clock that was set back repeats its times */
function freeMoment(folder: string): Date {
  const now = new Date()
  while (existsSync(join(folder, backupName(now)))) now.setSeconds(now.getSeconds() + 1)
  return now
}
