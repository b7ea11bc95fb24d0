import { query } from "../../db/query.ts"
import { kunden, pfandkonten } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"

/** Pieces that customers gave back beyond those they had got. In sums over all customers they are subtracted. */

const byArtikel = query<{ pfandartikel_id: string; stueck: number }>`
  SELECT k.pfandartikel_id, -sum(k.bestand) AS stueck FROM ${pfandkonten} k
  WHERE k.bestand < 0 AND k.pfandartikel_id IS NOT NULL GROUP BY k.pfandartikel_id`

/** @returns those pieces by article; articles without any are missing */
export const sumBeyond = (tenant: TenantReader): Map<string, number> =>
  new Map(tenant.all(byArtikel, {}).map(({ pfandartikel_id, stueck }) => [pfandartikel_id, stueck]))

type Ueberzahl = { kunde_id: string; name: string; stueck: number }
type Of = { pfandartikel_id: string }

const sumOf = query<{ anzahl: number; stueck: number }, Of>`
  SELECT count(*) AS anzahl, coalesce(-sum(k.bestand), 0) AS stueck FROM ${pfandkonten} k
  WHERE k.pfandartikel_id = :pfandartikel_id AND k.bestand < 0`

const most = query<Ueberzahl, Of & { limit: number }>`
  SELECT k.kunde_id, c.name, -k.bestand AS stueck
  FROM (
    SELECT o.kunde_id, o.bestand FROM ${pfandkonten} o
    WHERE o.pfandartikel_id = :pfandartikel_id AND o.bestand < 0 ORDER BY o.bestand LIMIT :limit) k
  CROSS JOIN ${kunden} c ON c.id = k.kunde_id`

/** Most customers that are listed. */
const LISTED = 10

/** @returns the same for one article: how many customers, how many pieces, and the customers with most of them */
export function listBeyond(tenant: TenantReader, pfandartikel_id: string) {
  const { anzahl = 0, stueck = 0 } = tenant.first(sumOf, { pfandartikel_id }) ?? {}
  return { kunden: anzahl, stueck, items: tenant.all(most, { pfandartikel_id, limit: LISTED }) }
}
