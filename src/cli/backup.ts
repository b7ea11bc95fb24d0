import { existsSync, readdirSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { backUp, backupName } from "../ops/backup/backup.ts"
import { keptFolders } from "../ops/backup/exchange.ts"
import { FaultyBackup } from "../ops/backup/prove.ts"
import { formatMebibytes } from "../lib/format.ts"
import { serverTime } from "../lib/server-time.ts"
import { StartRefused } from "../lib/refusal.ts"
import { hiddenFromCommands } from "../ops/install/hidden.ts"
import { DISK_GONE, isDiskGone, noteFailed, noteGood, removeOldBackups } from "../ops/retention/retention.ts"
import { isForeign, makeOwner } from "../ops/retention/owner.ts"
import { readConfig } from "../config.ts"
import { warnOfMissing, putArchive } from "./archive-stream.ts"
import { command, STREAM, UsageError } from "./command.ts"
import { orRefuse } from "../lib/disk-fault.ts"
import { table } from "./terminal.ts"

export const backupCommand = command({
  summary: "Datenbank und Bilder in eine Datei sichern, während der Dienst läuft",
  usage: `pfandwerk backup [DATEI | --scheduled | --here]

  DATEI         die neue Datei; weggelassen BACKUP_DIR/pfandwerk-ZEITPUNKT.tar; - gibt das Archiv aus
  --scheduled   entfernt auch alte Sicherungen aus BACKUP_DIR, wie es der Dienst nachts tut
  --here        sichert nach BACKUP_DIR, auch wenn dort keine der früheren Sicherungen mehr liegt
Die Sicherung wird zurückgelesen und geprüft, wie es beim Zurückholen geschieht. Besteht sie nicht, oder fehlen den
Daten bestätigte Buchungen oder Abrechnungen, heißt sie fehlerhaft-…, verdrängt keine andere, und der Befehl endet mit 1.`,
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
    const owner = makeOwner(dataDir)
    const nameFor = (target: string) =>
      positionals[0] === STREAM ? join(dataDir, "backups", backupName(now)) : target
    const noting = (error: Error): never => {
      if (error instanceof FaultyBackup) noteFailed(config, now, error.message)
      throw error
    }
    await putArchive(
      positionals[0] ?? join(backupDir, backupName(now)),
      dataDir,
      terminal,
      (target) => backUp(dataDir, target, now, nameFor(target), owner).catch(noting),
      ({ files, missing = [] }, target) => {
        if (!positionals[0]) noteGood(dataDir, target, now, missing.length)
        warnOfMissing(missing, terminal.err)
        const size = formatMebibytes(statSync(target).size)
        return `Gesichert und geprüft (${size}, Datenbank und ${files.length - 1} Bilddateien)`
      },
    )
    if (values.scheduled) removeOldBackups(config, backupKeepDaily, backupKeepWeekly, now)
  },
})

/** @returns now, or the next second without a backup of that name: a clock that was set back repeats its times */
function freeMoment(folder: string): Date {
  const now = new Date()
  while (existsSync(join(folder, backupName(now)))) now.setSeconds(now.getSeconds() + 1)
  return now
}

/** Kinds of files among the backups, with their purpose. */
const KINDS: [RegExp, string][] = [
  [/^pfandwerk-\d{4}-.*Z\.tar$/, "Sicherung"],
  [/^fehlerhaft-.*\.tar$/, "Fehlerhaft, zurück nur mit restore --despite-faults"],
  [/^pfandwerk-v\d+-.*\.db$/, "Datenbank von vor einem Upgrade"],
  [/^before-restore-/, "Daten von vor einer Wiederherstellung"],
]

const FOREIGN = ", nicht von dieser Anlage oder nicht zu lesen"

export const backupList = command({
  summary: "Zeigen, welche Sicherungen da sind",
  usage: `pfandwerk backup list

Zeigt BACKUP_DIR und DATA_DIR/backups, das Neueste zuletzt.`,
  async run(_typed, terminal) {
    const { dataDir, backupDir } = readConfig(terminal.env)
    const folders = [...new Set([join(dataDir, "backups"), backupDir])].filter(existsSync)
    const beside = keptFolders(dataDir).filter((path) => dirname(path) === dataDir)
    const found = [
      ...folders.flatMap((folder) => listFolder(folder, dataDir)),
      ...beside.flatMap((path) => describeFile(path, dataDir)),
    ].toSorted((a, b) => a.made.getTime() - b.made.getTime())
    const rows = found.map(({ file, made, bytes, kind }) => [serverTime(made), size(bytes), file, kind])
    terminal.out(table(["GEMACHT", "GRÖSSE", "DATEI", "WAS"], rows))
  },
})

const listFolder = (folder: string, dataDir: string) =>
  orRefuse(`${folder} kann nicht gelesen werden`, () =>
    readdirSync(folder).flatMap((name) => describeFile(join(folder, name), dataDir)),
  )

function describeFile(file: string, dataDir: string) {
  const kind = KINDS.find(([pattern]) => pattern.test(basename(file)))?.[1]
  if (!kind) return []
  const stat = statSync(file)
  const whose = file.endsWith(".tar") && isForeign(dataDir, file) ? FOREIGN : ""
  return [{ file, made: stat.mtime, bytes: stat.isFile() ? stat.size : undefined, kind: kind + whose }]
}

const size = (bytes: number | undefined): string => (bytes === undefined ? "-" : formatMebibytes(bytes))
