import { query } from "../../db/query.ts"
import { abrechnungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { type FoundAbrechnung, searchAbrechnungen } from "../shared/abrechnungsnummer.ts"

type Latest = { kunde_id: string; kunde_name: string; limit: number }

const latest = query<FoundAbrechnung, Latest>`
  SELECT a.id, a.nummer, a.art, a.datum, a.kunde_id, :kunde_name AS kunde_name FROM ${abrechnungen} a
  WHERE a.kunde_id = :kunde_id ORDER BY a.datum DESC, a.id DESC LIMIT :limit`

/** Customers whose settlements are shown, and how many of each. */
const KUNDEN = 3
const PER_KUNDE = 2

/** @returns the settlements of a typed number, then the latest of the first customers found */
export function searchWithKunden(
  tenant: TenantReader,
  q: string,
  found: { id: string; name: string }[],
  limit: number,
): FoundAbrechnung[] {
  const all = [
    ...searchAbrechnungen(tenant, q, limit),
    ...found
      .slice(0, KUNDEN)
      .flatMap(({ id: kunde_id, name: kunde_name }) =>
        tenant.all(latest, { kunde_id, kunde_name, limit: PER_KUNDE }),
      ),
  ]
  return [...new Map(all.map((one) => [one.id, one])).values()].slice(0, limit)
}
