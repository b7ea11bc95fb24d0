import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { backUp, backupName } from "../ops/backup/backup.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { DISK_GONE, isDiskGone } from "../ops/retention/disk.ts"
import { removeOldBackups } from "../ops/retention/retention.ts"
import { restore, undoRestore } from "../ops/backup/restore.ts"
import { noteGood } from "../ops/retention/status.ts"
import { readConfig } from "../config.ts"
import { readCarried, writeCarried } from "./carried.ts"
import { type Command, UsageError } from "./command.ts"
import { readArguments } from "./options.ts"

export const backupCommand: Command = {
  name: "backup",
  summary: "Datenbank und Bilder in eine Datei sichern, während der Dienst läuft",
  usage: `pfandwerk backup [DATEI | --scheduled | --here]

  DATEI         die neue Datei; weggelassen BACKUP_DIR/pfandwerk-ZEITPUNKT.tar; - gibt das Archiv aus
  --scheduled   entfernt auch alte Sicherungen aus BACKUP_DIR, wie es der Dienst nachts tut
  --here        sichert nach BACKUP_DIR, auch wenn dort keine der früheren Sicherungen mehr liegt
Die Sicherung wird zurückgelesen und verglichen, bevor der Befehl sagt, dass sie fertig ist.`,
  onData: { writes: 0 },
  async run(args, terminal) {
    const { values, positionals } = readArguments(
      args,
      { scheduled: "boolean", here: "boolean" },
      [],
      ["DATEI"],
    )
    if (positionals.length + Number(values.scheduled ?? false) + Number(values.here ?? false) > 1)
      throw new UsageError("--scheduled, --here und DATEI gehen nur einzeln.")
    const config = readConfig(terminal.env)
    const { dataDir, backupDir, backupKeepDaily, backupKeepWeekly } = config
    if (!positionals[0] && !values.here && isDiskGone(config)) throw new StartRefused(DISK_GONE(backupDir))
    const now = positionals[0] ? new Date() : freeMoment(backupDir)
    await writeCarried(
      positionals[0] ?? join(backupDir, backupName(now)),
      dataDir,
      terminal,
      (target) => backUp(dataDir, target, now),
      ({ files, missing = [] }, target) => {
        if (!positionals[0]) noteGood(dataDir, target, now, missing.length)
        warnOfMissing(missing, terminal.err)
        const mebibytes = (statSync(target).size / 1024 / 1024).toFixed(1)
        return `Gesichert und geprüft (${mebibytes} MiB, Datenbank und ${files.length - 1} Bilddateien)`
      },
    )
    if (values.scheduled) removeOldBackups(backupDir, backupKeepDaily, backupKeepWeekly, now)
    return 0
  },
}

/** @param missing pictures that the archive lacks */
export function warnOfMissing(missing: string[], err: (line: string) => void): void {
  if (missing.length === 0) return
  err(`Achtung: ${missing.length} Bilddateien fehlen, die erste ist ${missing[0]}. Alles andere ist dabei.`)
  err("Suchen und ersetzen: pfandwerk uploads repair")
}

/** @returns now, or the next second without a backup of that name: a clock that was set back repeats its times */
function freeMoment(folder: string): Date {
  const now = new Date()
  while (existsSync(join(folder, backupName(now)))) now.setSeconds(now.getSeconds() + 1)
  return now
}

export const restoreCommand: Command = {
  name: "restore",
  summary: "Eine Sicherung zurückholen; vorher den Dienst beenden",
  usage: `pfandwerk restore DATEI | --undo

  DATEI    eine Sicherung; - liest sie von der Standardeingabe
  --undo   nach einer Wiederherstellung, die unterbrochen wurde: zurück zu den Daten von vorher
Nimmt Sicherungen dieser und jeder früheren Version, in ein leeres oder ein benutztes DATA_DIR, und die Kopien der
Datenbank, die ein Upgrade macht (DATA_DIR/backups/pfandwerk-v….db). Was vorher da war, bleibt in
DATA_DIR/backups/before-restore-ZEITPUNKT.`,
  onData: { reads: 0 },
  async run(args, { env, out, err }) {
    const { values, positionals } = readArguments(args, { undo: "boolean" }, [], ["DATEI"])
    const { dataDir } = readConfig(env)
    const [file] = positionals
    if ((file === undefined) !== (values.undo === true)) throw new UsageError("Eine DATEI, oder --undo.")
    if (file === undefined) {
      undoRestore(dataDir)
      out(`In ${dataDir} liegen wieder die Daten von vor der Wiederherstellung.`)
      return 0
    }
    const { from, kept, missing } = await readCarried(file, dataDir, (source) =>
      restore(dataDir, source, new Date()),
    )
    out(`Wiederhergestellt in ${dataDir}: ${from}.`)
    if (kept) out(`Was vorher da war, liegt in ${kept}; wenn alles gut ist, kann es weg.`)
    warnOfMissing(missing, err)
    return 0
  },
}
