import { existsSync, readdirSync, statSync } from "node:fs"
import { orRefuse } from "../lib/disk-fault.ts"
import { formatMebibytes } from "../lib/format.ts"
import { join } from "node:path"
import { readConfig } from "../config.ts"
import { command } from "./command.ts"
import { table } from "./terminal-table.ts"

/** Kinds of files among the backups, with their purpose. */
const KINDS: [RegExp, string][] = [
  [/^pfandwerk-\d{4}-.*Z\.tar$/, "Sicherung"],
  [/^fehlerhaft-.*\.tar$/, "Fehlerhaft, zurück nur mit restore --despite-faults"],
  [/^pfandwerk-v\d+-.*\.db$/, "Datenbank von vor einem Upgrade"],
  [/^before-restore-/, "Daten von vor einer Wiederherstellung"],
]

export const backupList = command({
  summary: "Zeigen, welche Sicherungen da sind",
  usage: `pfandwerk backup list

Zeigt BACKUP_DIR und DATA_DIR/backups, das Neueste zuletzt.`,
  async run(_typed, terminal) {
    const { dataDir, backupDir } = readConfig(terminal.env)
    const folders = [...new Set([join(dataDir, "backups"), backupDir])].filter(existsSync)
    const found = folders.flatMap(listFolder).toSorted((a, b) => a.made.getTime() - b.made.getTime())
    const rows = found.map(({ file, made, bytes, kind }) => [local(made), size(bytes), file, kind])
    terminal.out(table(["GEMACHT", "GRÖSSE", "DATEI", "WAS"], rows))
  },
})

const listFolder = (folder: string) =>
  orRefuse(`${folder} kann nicht gelesen werden`, () =>
    readdirSync(folder).flatMap((name) => {
      const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1]
      if (!kind) return []
      const file = join(folder, name)
      const stat = statSync(file)
      return [{ file, made: stat.mtime, bytes: stat.isFile() ? stat.size : undefined, kind }]
    }),
  )

/** Time of a backup in the server's own time zone: "2026-11-21 02:00". */
const local = (date: Date): string => date.toLocaleString("sv-SE").slice(0, 16)

const size = (bytes: number | undefined): string => (bytes === undefined ? "-" : formatMebibytes(bytes))
