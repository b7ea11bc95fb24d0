import { openForReading } from "../../db/reading.ts"
import { checkPfandbuch } from "../../api/pfandpruefung/rules.ts"
import { databaseIn } from "../../db/open.ts"

export type LedgerFault = { tenant: string; faults: string[] }

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
