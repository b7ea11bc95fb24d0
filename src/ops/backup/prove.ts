import { existsSync, readdirSync, renameSync, rmSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { describeLosses, findLosses } from "../../db/ledger-ends.ts"
import { openMigrated } from "../../db/migrate.ts"
import { faultsOf, readContents } from "../../db/snapshot.ts"
import { isForeign } from "../retention/owner.ts"
import { checkLedgers } from "../check/check.ts"
import { databaseIn } from "../../db/open.ts"
import { fsyncPath } from "../../lib/files.ts"
import { StartRefused } from "../../lib/refusal.ts"
import { PROGRAM } from "../../lib/ourselves.ts"

/**
 * Checks unpacked data as a restore does, and brings an older version's database up to date for it. A backup is only
 * called one when it has passed this.
 *
 * @param missing pictures that the archive itself says it lacks: `uploads/…`; undefined where no pictures are
 *   looked for
 * @returns the faults in German; empty when there are none
 * @throws StartRefused when the database cannot even be opened
 */
export async function findFaults(folder: string, missing?: string[]): Promise<string[]> {
  openMigrated(folder).close()
  const file = databaseIn(folder)
  const { faults: ledgers } = await checkLedgers(folder)
  return [
    ...faultsOf(file).map((fault) => `Die Datenbank ist beschädigt: ${fault}.`),
    ...(missing ? lackingPictures(folder, readContents(file).uploads, missing) : []),
    ...ledgers.map(
      ({ tenant, faults: [first, ...more] }) =>
        `Das Pfandbuch von ${tenant} stimmt nicht: ${first}${more.length > 0 ? ` (und ${more.length} weitere)` : ""}`,
    ),
  ]
}

/**
 * Compares the data folder with its note of the ledgers' ends, as the service does at its start. Call it before the
 * copy is made: later notes are of newer bookings.
 *
 * @param company its slug, where no other matters
 * @returns the acknowledged bookings and settlements that are gone, in German
 */
export function findLost(dataDir: string, company?: string): string[] {
  const { replaced, losses } = findLosses(dataDir)
  const lost = losses.filter(({ slug }) => company === undefined || slug === company)
  return replaced || lost.length === 0
    ? []
    : [`In der Datenbank fehlen ${describeLosses(lost)}. So startet der Dienst nicht.`]
}

function lackingPictures(folder: string, named: string[], missing: string[]): string[] {
  const known = new Set(missing)
  const lacking = named.filter(
    (path) => !known.has(`uploads/${path}`) && !existsSync(join(folder, "uploads", path)),
  )
  const more = lacking.length > 1 ? ` (und ${lacking.length - 1} weitere)` : ""
  return lacking.length > 0 ? [`In der Sicherung fehlt das Bild uploads/${lacking[0]}${more}.`] : []
}

/** An archive was made of data that a restore would refuse: no backup, and an alarm. */
export class FaultyBackup extends StartRefused {
  override name = "FaultyBackup"
}

const PREFIX = "fehlerhaft-"

/** Name of a scheduled backup that failed its proof. */
const FAULTY = /^fehlerhaft-pfandwerk-\d{4}-.*Z\.tar$/

/**
 * Renames such an archive, so that it does not count as a backup and no proven one is deleted for it. Only the newest
 * of the scheduled ones is kept, as each is as large as all data.
 *
 * @param called the name that it would have had
 * @param faults in German
 * @param dataDir whose they are: another installation's stay
 * @throws FaultyBackup always
 */
export function keepApart(made: string, called: string, faults: string[], dataDir: string): never {
  const folder = dirname(resolve(called))
  const file = join(folder, PREFIX + basename(called))
  renameSync(made, file)
  fsyncPath(folder)
  for (const name of readdirSync(folder))
    if (
      FAULTY.test(name) &&
      FAULTY.test(basename(file)) &&
      name !== basename(file) &&
      !isForeign(dataDir, join(folder, name))
    )
      rmSync(join(folder, name))
  throw new FaultyBackup(
    `Diese Daten sind nicht in Ordnung, als Sicherung gelten sie nicht:\n${faults.map((fault) => `  - ${fault}`).join("\n")}\n` +
      `Alle früheren Sicherungen bleiben. Die fehlerhafte liegt in ${file}; zurückholen lässt sie sich mit: ` +
      `${PROGRAM} restore --despite-faults DATEI. Nachsehen: ${PROGRAM} check`,
  )
}
