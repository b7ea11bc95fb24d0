import type { Static } from "@sinclair/typebox"
import type { TenantDb } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import type { Abschluss } from "./model.ts"
import { withPositionen, type Lieferzeile } from "./read.ts"

type Planned = Static<typeof Abschluss>["geplant"]

/**
 * Refuses a delivery that a driver completed by an older plan: the office has changed it since, and only people can
 * tell what became of the difference.
 *
 * @param geplant the plan as the driver saw it; undefined where a client does not tell
 * @throws Refusal conflict that names the plan as it is now
 */
export function requireSeen(tenant: TenantDb, lieferung: Lieferzeile, geplant: Planned): void {
  if (geplant === undefined) return
  const planned = (withPositionen(tenant, [lieferung])[0]?.positionen ?? []).filter(goesOut)
  if (Bun.deepEquals(figures(geplant.filter(goesOut)), figures(planned))) return
  const words = planned.map(({ soll_ausgabe, bezeichnung }) => `${soll_ausgabe} × ${bezeichnung}`)
  throw conflict(
    `Das Büro hat den Stopp inzwischen geändert; geplant ist jetzt: ${words.join(", ") || "nichts"}. Gebucht ist nichts.`,
  )
}

type Soll = { pfandartikel_id?: string | null; geraet_id?: string | null; soll_ausgabe: number }

const goesOut = ({ soll_ausgabe }: Soll): boolean => soll_ausgabe > 0

const figures = (soll: Soll[]): Record<string, number> =>
  Object.fromEntries(soll.map((one) => [one.pfandartikel_id ?? one.geraet_id, one.soll_ausgabe]))
