import { tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { piecesOf } from "../../lib/buchungsart.ts"
import { itemIdOf } from "../shared/artikel-or-geraet.ts"
import { type Bewegung, listMixed, readAccounts, type Steuer } from "./bewegungen.ts"
import { assignSaetze, type Share, type TaxOf } from "./saetze.ts"

/** A booking that would be made, with the tax that article, device and company have then. */
type Intended = Pick<Bewegung, "pfandartikel_id" | "geraet_id" | "art" | "menge" | "betrag_cent"> & Steuer

/**
 * Finds the tax that bookings of a customer would have if they were made now, in this order. What comes back has the
 * tax with which it went out, first in, first out. Changes nothing.
 *
 * @param erfasst_am when they happened, ISO 8601 UTC
 * @returns the shares of each
 */
export function findHerkunft(
  tenant: TenantReader,
  kunde_id: string,
  planned: readonly Intended[],
  erfasst_am: string,
  taxOf: TaxOf,
): Share[][] {
  const { regelung_gewechselt_nr } = tenant.get(tenants, tenant.id)
  const mixed = listMixed(tenant, kunde_id, [...new Set(planned.map(itemIdOf))], regelung_gewechselt_nr)
  const before = mixed.size > 0 ? readAccounts(tenant, kunde_id, [...mixed]) : []
  const added = planned.map((one, index): Bewegung => ({
    ...one,
    id: `neu ${index}`,
    lfd_nr: Number.MAX_SAFE_INTEGER - planned.length + index,
    summe_cent: piecesOf(one) * one.betrag_cent,
    erfasst_am,
    storno_von: null,
    umbewertung: null,
    verlust: 0,
  }))
  const shares = assignSaetze([...before, ...added], taxOf)
  return added.map(({ id }) => (shares.get(id) ?? []).filter(({ verschoben }) => !verschoben))
}
