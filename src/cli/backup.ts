import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { backUp, backupName } from "../ops/backup/backup.ts"
import { removeOldBackups } from "../ops/backup/retention.ts"
import { restore } from "../ops/backup/restore.ts"
import { readConfig } from "../config.ts"
import { type Command, UsageError } from "./command.ts"

export const backupCommand: Command = {
  name: "backup",
  summary: "Back up the database and the pictures into one file, while the service runs",
  usage: `pfandwerk backup [FILE | --scheduled]

  FILE          the archive to make; left out, BACKUP_DIR/pfandwerk-TIME.tar
  --scheduled   also remove old backups in BACKUP_DIR, as the service does at night
The archive is read back and compared before the command says that it is done.`,
  async run(args, { env, out }) {
    const { values, positionals } = parse(args)
    if (positionals.length > (values.scheduled ? 0 : 1)) throw new UsageError("At most one FILE.")
    const { dataDir, backupDir, backupKeepDaily, backupKeepWeekly } = readConfig(env)
    const now = positionals[0] ? new Date() : freeMoment(backupDir)
    const target = positionals[0] ?? join(backupDir, backupName(now))
    const { files } = await backUp(dataDir, target, now)
    const mebibytes = (statSync(target).size / 1024 / 1024).toFixed(1)
    out(`Backup made and verified: ${target} (${mebibytes} MiB, database and ${files.length - 1} pictures)`)
    if (values.scheduled) removeOldBackups(backupDir, backupKeepDaily, backupKeepWeekly, now)
    return 0
  },
}

/** @returns now, or the second after the last one that is taken: a clock that was set back comes by again */
function freeMoment(folder: string): Date {
  const now = new Date()
  while (existsSync(join(folder, backupName(now)))) now.setSeconds(now.getSeconds() + 1)
  return now
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { scheduled: { type: "boolean" } }, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

export const restoreCommand: Command = {
  name: "restore",
  summary: "Put a backup's data in place; stop the service first",
  usage: `pfandwerk restore FILE

Works with backups of this and every earlier version, into an empty or an existing DATA_DIR, and with the copies
of the database that an upgrade makes (DATA_DIR/backups/pfandwerk-v….db). The data that was there is kept in
DATA_DIR/backups/before-restore-TIME.`,
  async run([file, ...more], { env, out }) {
    if (!file || more.length > 0 || file.startsWith("-")) throw new UsageError("Name one FILE.")
    const { dataDir } = readConfig(env)
    const { from, kept } = await restore(dataDir, file, new Date())
    out(`Restored into ${dataDir}: ${from}.`)
    if (kept) out(`The data from before is in ${kept}; remove it when all is well.`)
    return 0
  },
}
