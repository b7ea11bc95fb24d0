import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "../../config.ts"
import { namesIn } from "../../lib/files.ts"
import { StartRefused } from "../../lib/start-refused.ts"
import { DATABASE, databaseIn } from "../../db/open.ts"

type Places = Pick<Config, "dataDir" | "uploadsDir" | "backupDir">

/**
 * Refuses to start without a database where an installation was. An empty one would look as if all data were lost, and
 * its backups would drive out the good ones.
 *
 * @throws StartRefused naming what lies there, and the ways to go on
 */
export function refuseWithoutDatabase(config: Readonly<Places>): void {
  const { dataDir } = config
  // Looked at before the database: another process that starts now makes the database first.
  const remains = remainsIn(config)
  if (remains.length === 0 || existsSync(databaseIn(dataDir))) return
  throw new StartRefused(`In ${dataDir} fehlt die Datenbank pfandwerk.db, obwohl dort gearbeitet wurde: ${remains.join(", ")}.
Es wurde nichts angelegt und nichts verändert. So geht es weiter:
  - Ist eine Platte nicht eingehängt oder DATA_DIR falsch gesetzt? Das richten und neu starten.
  - Wurde die Datei verschoben? Sie zurücklegen (mit pfandwerk.db-wal, wenn es sie gibt) und neu starten.
  - Ist sie verloren? Die letzte Sicherung einspielen: pfandwerk restore DATEI
  - Soll wirklich mit leerer Datenbank begonnen werden? pfandwerk init --empty`)
}

/** @returns what only an installation with a database leaves, in words */
function remainsIn({ dataDir, uploadsDir, backupDir }: Readonly<Places>): string[] {
  const backups = new Set([join(dataDir, "backups"), backupDir])
  return [
    holdsFile(uploadsDir) && "Bilder in uploads",
    existsSync(join(dataDir, "jwt_secret")) && "das Geheimnis jwt_secret",
    isFilled(join(dataDir, `${DATABASE}-wal`)) && "das Schreibprotokoll pfandwerk.db-wal",
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
