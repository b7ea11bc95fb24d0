import { mkdirSync } from "node:fs"
import { Connection } from "../../../src/db/connection.ts"
import { openMigrated } from "../../../src/db/migrate.ts"
import { pfandartikel, pfandbestandteile } from "../../../src/db/schema.ts"
import { fillBalances } from "../data/bookings.ts"
import { inBulk } from "../data/bulk.ts"
import { establish, fill, LOGIN } from "../data/fill.ts"

/** The company that behaves as badly as it can. */
export const BAD = "schlimm"
/** Of its Gebinde, which become so many bookings each. */
export const BAD_PARTS = 20

const CUSTOMERS = 100
const BOOKINGS = 200

export const slugOf = (i: number): string => `firma-${i}`

/**
 * Makes a data folder of many small companies, and a large one that is to trouble them.
 *
 * @param largest customers of the large one
 * @param open deliveries of each that are under way, each there to be completed once
 */
export async function makeRegion(
  dataDir: string,
  { companies, largest }: { companies: number; largest: number },
  open: number,
): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = openMigrated(dataDir)
  const connection = new Connection(db, () => new Date("2023-06-01T08:00:00Z"))
  const hash = await Bun.password.hash(LOGIN.password, {
    algorithm: "argon2id",
    memoryCost: 19456,
    timeCost: 2,
  })
  const slugs = [BAD, ...Array.from({ length: companies }, (_, i) => slugOf(i))]
  const made = await connection.write(() => {
    const all = slugs.map((slug) => establish(connection, slug, hash))
    const [bad] = all
    if (bad) addLargeGebinde(bad.tenant)
    return all
  })
  inBulk(db, () => {
    for (const [i, company] of made.entries()) {
      const size = i === 0 ? largest : CUSTOMERS
      fill(db, company, { customers: size, bookings: i === 0 ? 2 * size : BOOKINGS, open })
    }
    fillBalances(db)
    db.run("INSERT INTO kunden_suche (kunden_suche) VALUES ('rebuild')")
  })
  connection.close()
}

type Tenant = ReturnType<typeof establish>["tenant"]

function addLargeGebinde(tenant: Tenant): void {
  const ust_klasse = "warenumschliessung" as const
  const { id: gebinde_id } = tenant.insert(pfandartikel, {
    nummer: "VIEL",
    bezeichnung: "Sortiment",
    art: "gebinde",
    ust_klasse,
  })
  for (let i = 0; i < BAD_PARTS; i++) {
    const teil = {
      nummer: `T-${i}`,
      bezeichnung: `Teil ${i}`,
      art: "einzeln" as const,
      pfand_cent: 8,
      ust_klasse,
    }
    const { id } = tenant.insert(pfandartikel, teil)
    tenant.insert(pfandbestandteile, { gebinde_id, pfandartikel_id: id, menge: 1 })
  }
}
