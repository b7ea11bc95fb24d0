import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { pfandbuchungen } from "../../../db/schema.ts"
import type { TenantReader } from "../../../db/tenant-db.ts"
import { itemIdOf } from "../../shared/artikel-or-geraet.ts"
import { withPosten } from "../../shared/names.ts"
import type { Buchung } from "../../pfandbuchungen/chain.ts"
import type { LetzteRueckgabe } from "./model.ts"

/** The bookings of the latest return by when it happened; what was reversed counts as never booked. */
const latest = query<Buchung, { kunde_id: string }>`
  SELECT b.* FROM (
    SELECT r.vorgang_id FROM ${pfandbuchungen} r
    WHERE r.kunde_id = :kunde_id AND r.art = 'ruecknahme' AND r.storno_von IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = r.id)
    ORDER BY r.erfasst_am DESC, r.lfd_nr DESC LIMIT 1
  ) z CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = z.vorgang_id
  WHERE b.art = 'ruecknahme' ORDER BY b.lfd_nr`

/** @returns what a customer brought back last, each article once; null for one who never brought anything */
export function readLetzteRueckgabe(
  tenant: TenantReader,
  kunde_id: string,
): Static<typeof LetzteRueckgabe> | null {
  const buchungen = withPosten(tenant, tenant.all(latest, { kunde_id }))
  const [first] = buchungen
  if (!first) return null
  // At several deposits, an article is booked in several lines.
  const byPosten = Map.groupBy(buchungen, itemIdOf)
  return {
    vorgang_id: first.vorgang_id,
    erfasst_am: first.erfasst_am,
    positionen: [...byPosten.values()].map((own) => ({
      geraet_id: own[0]?.geraet_id ?? null,
      nummer: own[0]?.nummer ?? "",
      bezeichnung: own[0]?.bezeichnung ?? "",
      menge: own.reduce((sum, { menge }) => sum + menge, 0),
    })),
  }
}
