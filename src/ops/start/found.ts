import { existsSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "../../config.ts"
import { namesIn } from "../../lib/files.ts"
import { StartRefused } from "../../lib/refusal.ts"
import { DATABASE, databaseIn } from "../../db/open.ts"
import {
  adviceOnLosses,
  describeLosses,
  findLosses,
  forgetLedgerEnds,
  lastNoted,
} from "../../db/ledger-ends.ts"
import type { Log } from "../../lib/log.ts"
import { INSTALLATION } from "./installation.ts"
import { lastSeen } from "../clock/tidying.ts"
import { PROGRAM } from "../../lib/ourselves.ts"

type Places = Pick<Config, "dataDir" | "uploadsDir" | "backupDir">

/**
 * Refuses to start without a database where an installation was. An empty one would look as if all data were lost, and
 * its backups would drive out the good ones.
 *
 * @throws StartRefused naming what lies there, and the ways to go on
 */
export function refuseWithoutDatabase(config: Readonly<Places>): void {
  const { dataDir } = config
  // Looked for before the database, as another process that starts now makes the database first.
  const remains = remainsIn(config)
  if (remains.length === 0 || existsSync(databaseIn(dataDir))) return
  throw new StartRefused(`In ${dataDir} fehlt die Datenbank pfandwerk.db, obwohl dort gearbeitet wurde: ${remains.join(", ")}.
Es wurde nichts angelegt und nichts verändert. So geht es weiter:
  - Ist eine Platte nicht eingehängt oder DATA_DIR falsch gesetzt? Das richten und neu starten.
  - Wurde die Datei verschoben? Sie zurücklegen (mit pfandwerk.db-wal, wenn es sie gibt) und neu starten.
  - Ist sie verloren? Die letzte Sicherung einspielen: ${PROGRAM} restore DATEI
  - Soll wirklich mit leerer Datenbank begonnen werden? ${PROGRAM} init --empty`)
}

/** @returns what only an installation with a database leaves, in words */
function remainsIn({ dataDir, uploadsDir, backupDir }: Readonly<Places>): string[] {
  const backups = new Set([join(dataDir, "backups"), backupDir])
  return [
    holdsFile(uploadsDir) && "Bilder in uploads",
    existsSync(join(dataDir, "jwt_secret")) && "das Geheimnis jwt_secret",
    isFilled(join(dataDir, `${DATABASE}-wal`)) && "das Schreibprotokoll pfandwerk.db-wal",
    namesIn(dataDir).some((name) => name.startsWith("before-restore-")) &&
      `Daten von vor einer Wiederherstellung in ${dataDir}`,
    ...[...backups].map((folder) => namesIn(folder).some(isBackup) && `Sicherungen in ${folder}`),
  ].filter((found) => found !== false)
}

const isBackup = (name: string): boolean =>
  /^(?:(?:fehlerhaft-)?pfandwerk-.*\.(?:tar|db)|before-restore-.*)$/.test(name)

const isFilled = (file: string): boolean => existsSync(file) && statSync(file).size > 0

function holdsFile(folder: string): boolean {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries
      .filter(({ name }) => !name.startsWith("."))
      .some((entry) => entry.isFile() || holdsFile(join(folder, entry.name)))
  } catch {
    return false
  }
}

/**
 * Looks for acknowledged bookings and settlements that are missing. If they are lost from the same database file, the start is refused:
 * new bookings would take their numbers. Another file was put there by somebody: the log says so once, and nothing is sent
 * until the office has released it.
 *
 * @throws StartRefused naming them, and the ways to go on
 */
export function refuseShortened(dataDir: string, log: Log): void {
  const { replaced, losses } = findLosses(dataDir)
  if (losses.length === 0) return
  if (!replaced) throw new StartRefused(describeLoss(dataDir, losses))
  log.error("the ledger ends earlier than it did", {
    missing: describeLosses(losses),
    advice:
      `Eine frühere Datenbank wurde zurückgelegt. War das nicht gewollt: ${PROGRAM} restore DATEI. ${adviceOnLosses(losses)}`.trim(),
  })
  forgetLedgerEnds(dataDir)
  // As after a restore: what it has as waiting may have been sent since.
  rmSync(join(dataDir, INSTALLATION), { force: true })
}

/** @returns what is missing and the ways to go on, in German */
export const describeLoss = (dataDir: string, losses: Parameters<typeof describeLosses>[0]): string =>
  `In ${dataDir}/pfandwerk.db fehlen ${describeLosses(losses)}. Meist wurde pfandwerk.db-wal gelöscht.
Es wurde nichts verändert. So geht es weiter:
  - Gibt es die Datei pfandwerk.db-wal noch? Sie zurücklegen und neu starten.
  - Reicht eine Sicherung weiter? Sie einspielen: ${PROGRAM} restore DATEI
  - Sonst den Verlust hinnehmen: ${PROGRAM} init --accept-loss. Dann nach Papieren und Telefonen neu erfassen, was fehlt. ${adviceOnLosses(losses)}`.trim()

/** Smallest difference that is reported, in ms: less is a corrected clock. */
const DRIFT = 10 * 60_000

/** Logs an error if the clock is behind a time that the service has noted: all new times would be wrong. */
export function tellClockBack(dataDir: string, now: Date, log: Log): void {
  const last = Math.max(lastSeen(dataDir), lastNoted(dataDir))
  if (now.getTime() >= last - DRIFT) return
  log.error("the clock went back", {
    clock: now.toISOString(),
    before: new Date(last).toISOString(),
    advice: "Die Uhr des Servers stellen: sudo timedatectl set-ntp true. Bis dahin sind neue Zeiten falsch.",
  })
}
