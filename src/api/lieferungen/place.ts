import { query } from "../../db/query.ts"
import { standorte } from "../../db/schema.ts"
import type { TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { byId } from "../shared/names.ts"
import { getStandort, type Standort } from "../standorte/rules.ts"

/** Where a delivery goes: to a place of its customer, or to the customer's own address. */

type Place = { standort_id?: string | null | undefined }

/**
 * @throws Refusal missing; invalid for another customer's place; conflict for one that is no longer delivered to
 */
export function requireStandort(tenant: TenantDb, { standort_id }: Place, kunde_id: string): void {
  if (!standort_id) return
  const standort = getStandort(tenant, standort_id)
  if (standort.kunde_id !== kunde_id) throw invalid("standort_id", "ist kein Standort dieses Kunden")
  if (standort.aktiv !== 1) throw conflict(`Der Standort ${standort.name} ist nicht mehr aktiv`)
}

/** @returns `Filiale am Markt, Am Markt 2, 21335 Lüneburg` */
const inWords = ({ name, strasse, plz, ort, land }: Standort): string =>
  [name, strasse, [plz, ort].filter(Boolean).join(" "), land === "DE" ? "" : land].filter(Boolean).join(", ")

/** @returns the address as it is today; null for the customer's own */
export function readLieferanschrift(tenant: TenantReader, { standort_id }: Place): string | null {
  const standort = standort_id ? tenant.find(standorte, standort_id) : undefined
  return standort ? inWords(standort) : null
}

/**
 * Refuses a delivery that went to another place than is planned by now: its note would name one where nobody was.
 *
 * @param standort_id the place as the driver saw it; undefined where a client does not tell
 * @throws Refusal conflict that names the place as it is now
 */
export function requireSeenPlace(
  tenant: TenantReader,
  lieferung: Place,
  standort_id: Place["standort_id"],
): void {
  if (standort_id === undefined || standort_id === (lieferung.standort_id ?? null)) return
  const place = readLieferanschrift(tenant, lieferung) ?? "die Anschrift des Kunden"
  throw conflict(`Das Büro hat den Stopp inzwischen geändert; er geht jetzt an ${place}. Gebucht ist nichts.`)
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
