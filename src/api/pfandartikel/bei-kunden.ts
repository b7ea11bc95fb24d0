import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { pfandartikel, pfandbestaende } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { mehrZurueckOf } from "../pfandsalden/mehr-zurueck.ts"
import type { BeiKundenReply } from "./model.ts"

const stand = query<{ bestand: number; wert_cent: number }, { pfandartikel_id: string }>`
  SELECT s.bestand, s.wert_cent FROM ${pfandbestaende} s WHERE s.pfandartikel_id = :pfandartikel_id`

/** @returns the pieces of an article with all customers, and those that came back beyond that. @throws Refusal missing */
export function readBeiKunden(tenant: TenantReader, id: string): Static<typeof BeiKundenReply> {
  tenant.get(pfandartikel, id, "Pfandartikel nicht gefunden")
  const sum = tenant.first(stand, { pfandartikel_id: id }) ?? { bestand: 0, wert_cent: 0 }
  return { ...sum, mehr_zurueck: mehrZurueckOf(tenant, id) }
}
