import { readdirSync, renameSync, rmSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { fsyncPath } from "../../lib/durable.ts"
import { StartRefused } from "../../lib/start-refused.ts"

/** An archive was made of data that a restore would refuse: no backup, and an alarm. */
export class FaultyBackup extends StartRefused {
  override name = "FaultyBackup"
}

const PREFIX = "fehlerhaft-"

/** Name of a scheduled backup that failed its proof. */
const FAULTY = /^fehlerhaft-pfandwerk-\d{4}-.*Z\.tar$/

/**
 * Renames such an archive, so that it does not count as a backup and no proven one is deleted for it. Of scheduled ones
 * only the newest is kept, as each is as large as all data.
 *
 * @param called the name that it would have had
 * @param faults in German
 * @throws FaultyBackup always
 */
export function keepApart(made: string, called: string, faults: string[]): never {
  const folder = dirname(resolve(called))
  const file = join(folder, PREFIX + basename(called))
  renameSync(made, file)
  fsyncPath(folder)
  for (const name of readdirSync(folder))
    if (FAULTY.test(name) && FAULTY.test(basename(file)) && name !== basename(file))
      rmSync(join(folder, name))
  throw new FaultyBackup(
    `Diese Daten sind nicht in Ordnung, als Sicherung gelten sie nicht:\n${faults.map((fault) => `  - ${fault}`).join("\n")}\n` +
      `Alle früheren Sicherungen bleiben. Die fehlerhafte liegt in ${file}; zurückholen lässt sie sich mit: ` +
      "pfandwerk restore --despite-faults DATEI. Nachsehen: pfandwerk check",
  )
}
