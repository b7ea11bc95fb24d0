import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { kunden, pfandartikel, pfandbestaende, pfandkonten, pfandwerte } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { listBeyond } from "../pfandsalden/beyond.ts"
import type { BeiKundenReply } from "./model.ts"

const stand = query<{ bestand: number; wert_cent: number }, { pfandartikel_id: string }>`
  SELECT s.bestand, s.wert_cent FROM ${pfandbestaende} s WHERE s.pfandartikel_id = :pfandartikel_id`

const byBetrag = query<{ betrag_cent: number; stueck: number }, { pfandartikel_id: string }>`
  SELECT w.betrag_cent, sum(w.bestand) AS stueck FROM ${pfandwerte} w
  WHERE w.pfandartikel_id = :pfandartikel_id GROUP BY w.betrag_cent HAVING sum(w.bestand) <> 0
  ORDER BY w.betrag_cent LIMIT 100`

type Holder = { kunde_id: string; name: string; stueck: number; seit_am: string }

const longest = query<Holder, { pfandartikel_id: string; limit: number }>`
  SELECT k.kunde_id, c.name, k.bestand AS stueck, k.seit_am
  FROM (
    SELECT o.kunde_id, o.bestand, o.seit_am FROM ${pfandkonten} o
    WHERE o.pfandartikel_id = :pfandartikel_id AND o.seit_am IS NOT NULL ORDER BY o.seit_am LIMIT :limit) k
  CROSS JOIN ${kunden} c ON c.id = k.kunde_id`

/** Most customers that are listed. */
const LISTED = 10

/** @returns the pieces of an article with all customers, and those that came back beyond that. @throws Refusal missing */
export function readBeiKunden(tenant: TenantReader, id: string): Static<typeof BeiKundenReply> {
  tenant.get(pfandartikel, id, "Pfandartikel nicht gefunden")
  const sum = tenant.first(stand, { pfandartikel_id: id }) ?? { bestand: 0, wert_cent: 0 }
  const betraege = tenant.all(byBetrag, { pfandartikel_id: id })
  const am_laengsten = tenant.all(longest, { pfandartikel_id: id, limit: LISTED })
  return { ...sum, betraege, am_laengsten, mehr_zurueck: listBeyond(tenant, id) }
}
