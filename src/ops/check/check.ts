import { accessSync, constants, existsSync, statfsSync } from "node:fs"
import { dirname, join } from "node:path"
import { laggingTime } from "../clock/tidying.ts"
import { findLosses } from "../../db/ledger-ends.ts"
import { refuseHalfRestored } from "../start/half-restored.ts"
import { describeLoss } from "../start/found.ts"
import { emptyFault, unusable } from "../../db/migrate.ts"
import { latestRecordTime, readChecked, readContents } from "../../db/snapshot.ts"
import { diskFault, whoLocks } from "../../lib/disk-fault.ts"
import { formatGibibytes, formatQuantity } from "../../lib/format.ts"
import { serverTime } from "../../lib/server-time.ts"
import { StartRefused } from "../../lib/refusal.ts"
import { canWrite, databaseIn, withoutLeftovers } from "../../db/open.ts"
import { openForReading } from "../../db/system.ts"
import { checkPfandbuch } from "../../api/pfandpruefung/rules.ts"
import { countQuarantined, storedFiles } from "../uploads/quarantine.ts"
import { PROGRAM } from "../../lib/ourselves.ts"
import { type Check, fault, type Finding, ok, type Outcome, warning } from "./finding.ts"
import { checkPermissions } from "./permissions.ts"

/** Less free space than this is a warning: bookings, a backup and an upgrade need room. In bytes. */
const LITTLE_SPACE = 1024 ** 3

/** If the newest record is from further in the future than this, the clock was set back. In ms. */
const DRIFT = 10 * 60_000

/**
 * Looks at all that can go wrong in a data folder, without changing anything; the service may run meanwhile.
 *
 * @returns one finding per check, in the order in which they matter
 */
export async function checkDataDir(dataDir: string, now: Date): Promise<Finding[]> {
  const database = databaseIn(dataDir)
  const lost = existsSync(database)
    ? emptyFault(database)
    : `${database} gibt es nicht. Ist eine Platte nicht eingehängt oder DATA_DIR falsch gesetzt? Sonst die letzte Sicherung einspielen: ${PROGRAM} backup list, dann ${PROGRAM} restore DATEI`
  if (lost !== undefined) return [{ check: "database", result: "fault", detail: lost }]
  using _ = withoutLeftovers(database)
  return [
    await findingOf("database", database, () => {
      refuseHalfRestored(dataDir)
      const { schema } = readChecked(database)
      return ok(`unversehrt, Schema ${schema}, alle Verweise stimmen`)
    }),
    await findingOf("ledger", database, () => checkLedger(dataDir)),
    await findingOf("pictures", database, () => checkPictures(dataDir, readContents(database).uploads)),
    await findingOf("permissions", database, () => checkPermissions(dataDir)),
    await findingOf("writing", database, () => checkWriting(canWrite(database), database)),
    await findingOf("space", database, () => checkSpace(dataDir)),
    await findingOf("clock", database, () =>
      checkClock(latestRecordTime(database), laggingTime(dataDir), now),
    ),
  ]
}

/** @returns what `work` finds; what it throws is a fault, in German */
export async function findingOf(
  check: Check,
  database: string,
  work: () => Outcome | Promise<Outcome>,
): Promise<Finding> {
  try {
    return { check, ...(await work()) }
  } catch (caught) {
    const error = causeOf(caught, database)
    const told = error instanceof StartRefused ? error : (diskFault(error) ?? unusable(database, error))
    return { check, ...fault(typeof told === "string" ? told : told.message) }
  }
}

/** @returns what the system says of the folder, where SQLite says no more than that it can open nothing in it */
function causeOf(error: unknown, database: string): unknown {
  if ((error as { code?: unknown }).code !== "SQLITE_CANTOPEN") return error
  try {
    accessSync(dirname(database), constants.W_OK)
  } catch (cause) {
    return cause
  }
  return error
}

const describeCount = (number: number, one: string, more: string): string =>
  `${formatQuantity(number)} ${number === 1 ? one : more}`

async function checkLedger(dataDir: string): Promise<Outcome> {
  const { replaced, losses } = findLosses(dataDir)
  if (losses.length > 0 && !replaced) return fault(describeLoss(dataDir, losses))
  const { tenants, bookings, faults, hints } = await checkLedgers(dataDir)
  if (faults.length > 0) return fault(`${firstOf(faults)}. ${LEDGER_WAY_OUT}`)
  const sound = `${describeCount(bookings, "Buchung", "Buchungen")} von ${describeCount(tenants, "Firma", "Firmen")}, jede in ihrer Kette, alle Salden und Abrechnungen stimmen`
  if (hints.length === 0) return ok(sound)
  return warning(
    `${sound}. Ein Wert ohne Stücke steht auf dem Konto bei ${firstOf(hints)}. Auszugleichen unter „Prüfung des Pfandbuchs“`,
  )
}

function firstOf(told: LedgerFault[]): string {
  const [first] = told
  const others = told.flatMap(({ faults }) => faults).length - 1
  return `${first?.tenant}: ${first?.faults[0]}${others > 0 ? ` (und ${others} weitere)` : ""}`
}

/** What to do about a damaged ledger: any repair would hide what happened to it. */
const LEDGER_WAY_OUT =
  "Von Hand ist daran nichts zu richten. Die Platte prüfen (sudo dmesg), den Dienst anhalten, DATA_DIR beiseite kopieren und die letzte " +
  `Sicherung einspielen, die pfandwerk backup nicht fehlerhaft nannte: ${PROGRAM} backup list, dann ${PROGRAM} restore DATEI. Was danach gebucht wurde, steht in der Kopie und wird nachgetragen`

/** @param possible whether the lock of writers was obtained within the time for which the service waits */
export function checkWriting(possible: boolean, database: string): Outcome {
  return possible
    ? ok("es kann geschrieben werden")
    : fault(
        `Es kann nicht geschrieben werden: Ein anderes Programm hält seit Sekunden die Schreibsperre. Welches, zeigt: ${whoLocks(database)}`,
      )
}

/** Looks at the room left on the disk of the data folder, for users other than root. */
export function checkSpace(dataDir: string): Outcome {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const detail = `${formatGibibytes(free)} frei`
  if (free >= LITTLE_SPACE) return ok(detail)
  const way = `Platz schaffen: before-restore-…, fehlerhaft-… und alte Sicherungen zuerst (${PROGRAM} backup list)`
  return free === 0
    ? fault(
        `Kein Platz mehr. Was bestätigt wurde, ist gespeichert; Neues wird mit einer Meldung abgelehnt, sobald es in die vorhandenen Dateien nicht mehr passt. ${way}`,
      )
    : warning(`nur noch ${detail}. ${way}`)
}

function checkClock(latest: string | undefined, lagging: Date | undefined, now: Date): Outcome {
  if (latest !== undefined && Date.parse(latest) > now.getTime() + DRIFT) {
    return fault(
      `die Uhr sagt ${serverTime(now)}, aber der neueste Datensatz ist von ${serverTime(new Date(latest))}. Stellen: sudo timedatectl set-ntp true`,
    )
  }
  if (lagging)
    return warning(
      `die Uhr ist um Tage gesprungen, oder der Server war lange aus. Gelöscht wird deshalb nach dem Stand vom ${lagging.toISOString().slice(0, 10)}, bis er die Uhr einholt. Stimmt sie, ist nichts zu tun; sonst: sudo timedatectl set-ntp true`,
    )
  return ok(serverTime(now))
}

type LedgerFault = { tenant: string; faults: string[] }

/**
 * Holds every company's ledger against its hash chain, and its balances against the ledger. Changes nothing; the
 * service may run meanwhile.
 *
 * @returns the number of bookings read, the faults, and what is no fault but should be looked at
 * @throws StartRefused when the database is not of this version
 */
export async function checkLedgers(
  dataDir: string,
): Promise<{ tenants: number; bookings: number; faults: LedgerFault[]; hints: LedgerFault[] }> {
  const { system, close } = openForReading(databaseIn(dataDir))
  try {
    const faults: LedgerFault[] = []
    const hints: LedgerFault[] = []
    let tenants = 0
    let bookings = 0
    for (const { id, slug } of system.tenants.each()) {
      const { in_ordnung, buchungen, fehler, hinweise } = await checkPfandbuch(system.tenant(id))
      tenants++
      bookings += buchungen
      if (!in_ordnung) faults.push({ tenant: slug, faults: fehler.map(({ msg }) => msg) })
      if (hinweise.length > 0) hints.push({ tenant: slug, faults: hinweise.map(({ msg }) => msg) })
    }
    return { tenants, bookings, faults, hints }
  } finally {
    close()
  }
}

/**
 * Holds the picture files against the records.
 *
 * @param recorded the paths that records name, below the uploads folder
 */
async function checkPictures(dataDir: string, recorded: string[]): Promise<Outcome> {
  const uploads = join(dataDir, "uploads")
  const missing = new Set(recorded)
  const records = new Set(recorded)
  const orphans: string[] = []
  const empty: string[] = []
  let files = 0
  for await (const { path, bytes } of storedFiles(uploads)) {
    files++
    missing.delete(path)
    if (bytes === 0 && records.has(path)) empty.push(path)
    if (!records.has(path)) orphans.push(path)
  }
  const quarantine = await describeQuarantine(uploads)
  const [lost] = missing
  if (lost !== undefined)
    return fault(
      `${missing.size} Bilddateien fehlen, die erste ist uploads/${lost}${quarantine}. Suchen und ersetzen: ${PROGRAM} uploads repair`,
    )
  if (empty[0] !== undefined)
    return fault(
      `${empty.length} Bilddateien sind leer (0 Bytes), die erste ist uploads/${empty[0]}${quarantine}. Die leeren entfernen, dann suchen und ersetzen: ${PROGRAM} uploads repair`,
    )
  const [orphan] = orphans
  if (orphan !== undefined)
    return warning(
      `${orphans.length} Dateien ohne Datensatz, die erste ist uploads/${orphan}${quarantine}. Für 30 Tage beiseite legen: ${PROGRAM} uploads sweep`,
    )
  return ok(`${files} Dateien, jede mit Datensatz${quarantine}`)
}

async function describeQuarantine(uploads: string): Promise<string> {
  const count = await countQuarantined(uploads)
  return count === 0 ? "" : `; ${count} in Quarantäne (zurück: ${PROGRAM} uploads restore)`
}
