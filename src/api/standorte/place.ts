import { query } from "../../db/query.ts"
import { standorte } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { byId } from "../shared/names.ts"
import { getStandort, type Standort } from "./rules.ts"

/** Where a delivery goes, or a device is: a place of the customer, or the customer's own address (null). */

export type Placed = { standort_id?: string | null | undefined }

/**
 * @throws Refusal missing; invalid for another customer's place; conflict for one that is no longer delivered to
 */
export function requireStandort(tenant: TenantReader, { standort_id }: Placed, kunde_id: string): void {
  if (!standort_id) return
  const standort = getStandort(tenant, standort_id)
  if (standort.kunde_id !== kunde_id) throw invalid("standort_id", "ist kein Standort dieses Kunden")
  if (standort.aktiv !== 1) throw conflict(`Der Standort ${standort.name} ist nicht mehr aktiv`)
}

/** @returns `Filiale am Markt, Am Markt 2, 21335 Lüneburg` */
const inWords = ({ name, strasse, plz, ort, land }: Standort): string =>
  [name, strasse, [plz, ort].filter(Boolean).join(" "), land === "DE" ? "" : land].filter(Boolean).join(", ")

/** @returns the address as it is today; null for the customer's own */
export function readLieferanschrift(tenant: TenantReader, { standort_id }: Placed): string | null {
  const standort = standort_id ? tenant.find(standorte, standort_id) : undefined
  return standort ? inWords(standort) : null
}

const all = query<Standort, { ids: string }>`
  SELECT s.* FROM json_each(:ids) j CROSS JOIN ${standorte} s ON s.id = j.value`

/** @returns the addresses of today by the ids of places, for rows that name one */
export function anschriftenOf(
  tenant: TenantReader,
  rows: readonly { standort_id: string | null }[],
): Map<string, string> {
  const found = byId(tenant, all, rows, ({ standort_id }) => standort_id)
  return new Map([...found].map(([id, standort]) => [id, inWords(standort)]))
}

const names = query<{ id: string; name: string }, { ids: string }>`
  SELECT s.id, s.name FROM json_each(:ids) j CROSS JOIN ${standorte} s ON s.id = j.value`

/** @returns the rows with the name of their place; null for the customer's own address */
export function withStandortName<R extends { standort_id: string | null }>(
  tenant: TenantReader,
  rows: R[],
): (R & { standort_name: string | null })[] {
  const standort = byId(tenant, names, rows, ({ standort_id }) => standort_id)
  return rows.map((row) => ({ ...row, standort_name: standort.get(row.standort_id ?? "")?.name ?? null }))
}
