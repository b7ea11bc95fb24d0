import type { Database } from "bun:sqlite"
import { mkdirSync } from "node:fs"
import { Connection } from "../../../src/db/connection.ts"
import { openMigrated } from "../../../src/db/migrate.ts"
import { SystemDb } from "../../../src/db/system-db.ts"
import { TenantDb } from "../../../src/db/tenant-db.ts"
import { einzeln } from "../../../src/ops/demo/data.ts"
import { createMitarbeiter } from "../../../src/api/mitarbeiter/rules.ts"
import { createPfandartikel } from "../../../src/api/pfandartikel/rules.ts"
import { createTenant } from "../../../src/api/tenants/rules.ts"
import { type Part, fillBalances, fillBookings } from "./bookings.ts"
import { inBulk } from "./bulk.ts"
import { fillCustomers } from "./customers.ts"
import { fillDeliveries } from "./deliveries.ts"
import { fillDevices, makeDevices } from "./devices.ts"
import { storePicture } from "./picture.ts"

export type Size = {
  customers: number
  bookings: number
  /** Deliveries under way, there to be completed. */
  open: number
}

export const LOGIN = { email: "anna@gross.example", password: "ein gutes Kennwort", tenant_slug: "gross" }
/** Beside the company that is measured, as there always is one. */
const NEIGHBOUR: Size = { customers: 200, bookings: 500, open: 0 }

const AUTHOR = { id: null, name: "bench" }
export type Company = {
  tenant: TenantDb
  actorId: string
  drivers: string[]
  articles: string[]
  crates: Part[][]
}

/**
 * Makes a data folder with a company of that size, and a small one beside it.
 *
 * @param photo the picture of a customer
 */
export async function makeData(dataDir: string, size: Size, photo: Uint8Array): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = openMigrated(dataDir)
  const connection = new Connection(db, () => new Date("2023-06-01T08:00:00Z"))
  const hash = await Bun.password.hash(LOGIN.password, {
    algorithm: "argon2id",
    memoryCost: 19456,
    timeCost: 2,
  })
  const companies = await connection.write(() =>
    ["gross", "klein"].map((slug) => establish(connection, slug, hash)),
  )
  let customers: string[] = []
  inBulk(db, () => {
    for (const [i, company] of companies.entries()) {
      const made = fill(db, company, i === 0 ? size : NEIGHBOUR)
      if (i === 0) customers = made
    }
    fillBalances(db)
    db.run("INSERT INTO kunden_suche (kunden_suche) VALUES ('rebuild')")
  })
  const addPicture = await storePicture(dataDir, photo)
  await connection.write(() =>
    addPicture(new TenantDb(connection, companies[0]?.tenant.id ?? ""), customers[0] ?? ""),
  )
  connection.close()
}

/** @returns the ids of the customers */
export function fill(db: Database, company: Company, size: Size): string[] {
  const { tenant, actorId, drivers, articles, crates } = company
  const customers = fillCustomers(db, tenant.id, size.customers)
  const devices = makeDevices(size.customers / 10)
  const places = fillBookings(db, tenant.id, { customers, crates, devices, actorId, count: size.bookings })
  fillDevices(db, tenant.id, devices, { places, actorId })
  fillDeliveries(db, tenant.id, { customers, drivers, articles }, size.open)
  return customers
}

export function establish(connection: Connection, slug: string, hash: string): Company {
  const admin = { email: `anna@${slug}.example`, name: "Anna", password: LOGIN.password }
  const { record: row } = createTenant(
    new SystemDb(connection),
    AUTHOR,
    {
      name: `Getränke ${slug}`,
      slug,
      typ: "standard",
      strasse: "Am Hof 1",
      plz: "21335",
      ort: "Lüneburg",
      steuernummer: "33/270/01234",
      admin,
    },
    hash,
  )
  const tenant = new TenantDb(connection, row.id)
  const drivers = ["Jens", "Murat", "Inge"].map((name) => {
    const account = { email: `${name.toLowerCase()}@${slug}.example`, name, rolle: "fahrer" as const }
    return createMitarbeiter(tenant, AUTHOR, { ...account, password: LOGIN.password }, hash).record.id
  })
  return { tenant, actorId: drivers[0] ?? "", drivers, ...assortment(tenant) }
}

function assortment(tenant: TenantDb): { articles: string[]; crates: Part[][] } {
  const ust_klasse = "warenumschliessung" as const
  const single = einzeln.map(({ nummer, bezeichnung, pfand_cent }) => {
    const input = { nummer, bezeichnung, art: "einzeln" as const, pfand_cent, ust_klasse }
    return { id: createPfandartikel(tenant, AUTHOR, input).record.id, nummer, pfand_cent }
  })
  const part = (nummer: string, menge: number): Part => {
    const found = single.find((article) => article.nummer === nummer)
    if (!found) throw new Error(`no article ${nummer}`)
    return { id: found.id, menge, pfand_cent: found.pfand_cent }
  }
  const crates = [
    [part("KI-20", 1), part("FL-05", 20)],
    [part("KI-20", 1), part("FL-033", 20)],
    [part("KI-12", 1), part("FL-07", 12)],
    [part("FASS-50", 1)],
  ]
  createPfandartikel(tenant, AUTHOR, {
    nummer: "BIER-20",
    bezeichnung: "Kasten Bier 20 × 0,5 l",
    art: "gebinde",
    bestandteile: (crates[0] ?? []).map(({ id, menge }) => ({ pfandartikel_id: id, menge })),
    ust_klasse,
  })
  return { articles: single.map(({ id }) => id), crates }
}
