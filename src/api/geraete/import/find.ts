import { Fragment, query } from "../../../db/query.ts"
import { geraete, kunden, standorte } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import type { Numbers } from "../../import/table/own-number.ts"
import type { ImportColumn } from "../../import/table/columns.ts"
import { byField, byLikeness, existingOf } from "../../import/rows/existing.ts"
import type { Existing, Importer, Likeness } from "../../import/table/importer.ts"
import type { Geraet } from "../rules.ts"
import { pruefwerte } from "./pruefungen.ts"

type Geraetezeile = Geraet & { kundennummer: string | null; standort_name: string | null }
type Wanted = { werte: string }
type Key = "geraetenummer" | "barcode" | "seriennummer"

const devicesBy = (column: Key, rest = "") => query<Geraetezeile, Wanted>`
  SELECT g.*, k.kundennummer, s.name AS standort_name
  FROM json_each(:werte) j CROSS JOIN ${geraete} g ON g.${new Fragment(column)} = j.value
  LEFT JOIN ${kunden} k ON k.id = g.kunde_id LEFT JOIN ${standorte} s ON s.id = g.standort_id ${new Fragment(rest)}`

const byNumbers = devicesBy("geraetenummer")
const byBarcodes = devicesBy("barcode")
/** Makers may share one. */
const bySerials = devicesBy("seriennummer", "LIMIT 20000")

const paddedNumbers = query<{ geraetenummer: string }>`
  SELECT g.geraetenummer FROM ${geraete} g WHERE g.geraetenummer >= '00' AND g.geraetenummer < '1' LIMIT 500`

/** Looks up the numbers of devices. */
export const storedNumbers: Numbers = {
  known: (tenant, numbers) =>
    new Set(
      tenant.all(byNumbers, { werte: JSON.stringify(numbers) }).map(({ geraetenummer }) => geraetenummer),
    ),
  padded: (tenant) => tenant.all(paddedNumbers, {}).map(({ geraetenummer }) => geraetenummer),
}

/** @param columns whose fields are compared @returns how rows find their devices, and those that may be the same */
export function finders(
  columns: readonly ImportColumn[],
): Pick<Importer<{ barcode?: string | null; seriennummer?: string | null }>, "unique" | "likeness"> {
  const find = (tenant: TenantDb, by: typeof byNumbers, values: string[]) => {
    const found = tenant.all(by, { werte: JSON.stringify(values) })
    const tested = pruefwerte(
      tenant,
      found.map(({ id }) => id),
    )
    const existing = ({ kundennummer, ...geraet }: Geraetezeile): Existing =>
      existingOf(columns, geraet, { kunde: kundennummer ?? undefined, ...tested.get(geraet.id) })
    return { found, existing }
  }
  const holders =
    (by: typeof byNumbers, key: Key) =>
    (tenant: TenantDb, values: string[]): Map<string, Existing> => {
      const { found, existing } = find(tenant, by, values)
      return byField(found, key, existing)
    }
  const alike =
    (by: typeof byNumbers, key: Key): Likeness<never>["holders"] =>
    (tenant, values) => {
      const { found, existing } = find(tenant, by, values)
      return byLikeness(found, (geraet) => geraet[key] ?? "", existing)
    }
  return {
    unique: [
      { name: "Die Nummer", feld: "geraetenummer", holders: holders(byNumbers, "geraetenummer") },
      { name: "Der Barcode", feld: "barcode", holders: holders(byBarcodes, "barcode") },
    ],
    likeness: [
      {
        name: "Seriennummer",
        key: ({ seriennummer }) => seriennummer ?? undefined,
        holders: alike(bySerials, "seriennummer"),
      },
      { name: "Barcode", key: ({ barcode }) => barcode ?? undefined, holders: alike(byBarcodes, "barcode") },
    ],
  }
}
