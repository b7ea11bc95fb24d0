import { query, type TenantTable } from "../../src/db/query.ts"
import { geraete, kunden, lieferungen, mitarbeiter, pfandartikel } from "../../src/db/schema.ts"
import type { NewRow, TenantDb } from "../../src/db/tenant-db.ts"
import { addDays } from "../../src/lib/day.ts"
import { lastDayBefore, today } from "./day.ts"

/** What the rows of a full company are made with: ids of what is there, and values in turns. */

/** @returns the first ids of a table */
export const idsIn = (tenant: TenantDb, table: TenantTable): string[] =>
  tenant.all(ofTable(table), {}).map(({ id }) => id)
const ofTable = (table: TenantTable) =>
  query<{ id: string }>`SELECT r.id FROM ${table} r ORDER BY r.id LIMIT 100`

/** Values of the same field, one for each row. */
type Columns<T extends TenantTable> = { [K in keyof NewRow<T>]?: readonly NewRow<T>[K][] }

export type Kit = ReturnType<typeof kitOf>

/** @param nr turns the values, so that they meet others each time */
export function kitOf(tenant: TenantDb, nr: number) {
  const idsOf = (table: TenantTable) => idsIn(tenant, table)
  const [one = "", other = "", third = ""] = idsOf(kunden)
  const people = idsOf(mitarbeiter)
  const [person = "", second = ""] = people
  const admin = { id: person, name: "admin", rolle: "admin" as const, tenant_id: tenant.id }
  const [fahrer = "", beifahrer = ""] = idsOf(mitarbeiter).slice(-2)
  const devices = idsOf(geraete).slice(nr * 4)
  const [device = "", next = ""] = devices
  const [delivery = "", later = ""] = idsOf(lieferungen)
  const [crate = "", keg = ""] = idsOf(pfandartikel)
  const now = tenant.now()
  const bis = lastDayBefore()
  const day = (days: number): string => addDays(today(), days)
  const turn = <V>(values: readonly V[], row: number): V => values[(row + nr) % values.length] as V
  const add = <T extends TenantTable>(table: T, rows: number, columns: Columns<T>): string[] =>
    Array.from({ length: rows }, (_, row) => {
      const values = Object.entries(columns).map(([name, all]) => [name, turn(all as unknown[], row)])
      return (tenant.insert(table, Object.fromEntries(values) as NewRow<T>) as { id: string }).id
    })
  return {
    tenant,
    nr,
    add,
    turn,
    day,
    idsOf,
    now,
    bis,
    admin,
    person,
    second,
    fahrer,
    beifahrer,
    people,
    one,
    other,
    third,
    device,
    next,
    devices,
    delivery,
    later,
    crate,
    keg,
  }
}
