import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { backUp, backupName } from "../ops/backup/backup.ts"
import { FaultyBackup } from "../ops/backup/faulty.ts"
import { formatMebibytes } from "../lib/format.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { DISK_GONE, isDiskGone } from "../ops/retention/disk.ts"
import { removeOldBackups } from "../ops/retention/retention.ts"
import { restore, undoRestore } from "../ops/backup/restore.ts"
import { noteFailed, noteGood } from "../ops/retention/status.ts"
import { readConfig } from "../config.ts"
import { describeLosses } from "../db/ledger-ends.ts"
import { readCarried, writeCarried } from "./carried.ts"
import { Cancelled, type Command, STREAM, type Terminal, UsageError } from "./command.ts"
import { readArguments } from "./options.ts"

export const backupCommand: Command = {
  name: "backup",
  summary: "Datenbank und Bilder in eine Datei sichern, während der Dienst läuft",
  usage: `pfandwerk backup [DATEI | --scheduled | --here]

  DATEI         die neue Datei; weggelassen BACKUP_DIR/pfandwerk-ZEITPUNKT.tar; - gibt das Archiv aus
  --scheduled   entfernt auch alte Sicherungen aus BACKUP_DIR, wie es der Dienst nachts tut
  --here        sichert nach BACKUP_DIR, auch wenn dort keine der früheren Sicherungen mehr liegt
Die Sicherung wird zurückgelesen und geprüft, wie es beim Zurückholen geschieht. Besteht sie nicht, oder fehlen den
Daten bestätigte Buchungen, heißt sie fehlerhaft-…, verdrängt keine andere, und der Befehl endet mit 1.`,
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
  usage: `pfandwerk restore [--despite-faults] DATEI | --undo

  DATEI              eine Sicherung; - liest sie von der Standardeingabe
  --despite-faults   auch Daten, die nicht in Ordnung sind: sagt, was ihnen fehlt, und fragt, bevor sich etwas ändert
  --undo             nach einer Wiederherstellung, die unterbrochen wurde: zurück zu den Daten von vorher
Nimmt Sicherungen dieser und jeder früheren Version, in ein leeres oder ein benutztes DATA_DIR, und die Kopien der
Datenbank, die ein Upgrade macht (DATA_DIR/backups/pfandwerk-v….db). Was vorher da war, bleibt in
DATA_DIR/backups/before-restore-ZEITPUNKT.`,
  onData: { reads: 0 },
  async run(args, terminal) {
    const kinds = { undo: "boolean", "despite-faults": "boolean" } as const
    const { values, positionals } = readArguments(args, kinds, [], ["DATEI"])
    const { env, out, err } = terminal
    const { dataDir } = readConfig(env)
    const [file] = positionals
    if ((file === undefined) !== (values.undo === true)) throw new UsageError("Eine DATEI, oder --undo.")
    if (file === undefined) {
      undoRestore(dataDir)
      out(`In ${dataDir} liegen wieder die Daten von vor der Wiederherstellung.`)
      return 0
    }
    const accept = values["despite-faults"] ? confirmFaults(terminal) : undefined
    const { from, kept, missing, losses } = await readCarried(file, dataDir, (source) =>
      restore(dataDir, source, new Date(), accept),
    )
    out(`Wiederhergestellt in ${dataDir}: ${from}.`)
    if (kept) out(`Was vorher da war, liegt in ${kept}; wenn alles gut ist, kann es weg.`)
    if (losses.length > 0)
      err(`Achtung: Bestätigte Buchungen sind darin noch nicht enthalten (${describeLosses(losses)}).`)
    warnOfMissing(missing, err)
    return 0
  },
}

const YES = "ja"

function confirmFaults({ err, confirm }: Terminal): (faults: string[]) => Promise<void> {
  return async (faults) => {
    err(`Diese Daten sind nicht in Ordnung:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`)
    err("Der Dienst arbeitet damit weiter, aber check und jede neue Sicherung melden den Schaden.")
    if ((await confirm(`Trotzdem zurückholen? Dann „${YES}“ eingeben: `)).trim() !== YES)
      throw new Cancelled()
  }
}
