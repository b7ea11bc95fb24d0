import { existsSync } from "node:fs"
import { join } from "node:path"
import { describeLosses, findLosses } from "../../db/ledger-ends.ts"
import { openMigrated } from "../../db/migrate.ts"
import { faultsOf, readContents } from "../../db/snapshot.ts"
import { checkLedgers } from "../check/ledger.ts"
import { databaseIn } from "../../db/open.ts"

/**
 * Asks of unpacked data what a restore asks, and brings an older version's database up to date for it. A backup is only
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
 * @returns the acknowledged bookings that are gone, in German
 */
export function findLost(dataDir: string, company?: string): string[] {
  const { replaced, losses } = findLosses(dataDir)
  const lost = losses.filter(({ slug }) => company === undefined || slug === company)
  return replaced || lost.length === 0
    ? []
    : [`In der Datenbank fehlen bestätigte Buchungen (${describeLosses(lost)}). So startet der Dienst nicht.`]
}

function lackingPictures(folder: string, named: string[], missing: string[]): string[] {
  const known = new Set(missing)
  const lacking = named.filter(
    (path) => !known.has(`uploads/${path}`) && !existsSync(join(folder, "uploads", path)),
  )
  const more = lacking.length > 1 ? ` (und ${lacking.length - 1} weitere)` : ""
  return lacking.length > 0 ? [`In der Sicherung fehlt das Bild uploads/${lacking[0]}${more}.`] : []
}
