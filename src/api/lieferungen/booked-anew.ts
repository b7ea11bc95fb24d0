import { query } from "../../db/query.ts"
import { anfragen, gebindebewegungen, klaerungen, lieferungen, pfandbuchungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { derivedId } from "../shared/claim.ts"
import { itemIdOf } from "../shared/artikel-or-geraet.ts"
import { postenNames } from "../shared/names.ts"
import type { Lieferungsposition } from "./read.ts"

/** Pieces of an article, a gebinde or a device that a delivery brought and took back, as they were booked anew. */
export type Anew = {
  lieferung_id: string
  erfasst_am: string
  pfandartikel_id: string | null
  geraet_id: string | null
  ausgabe: number
  ruecknahme: number
}

/**
 * What the office booked for deliveries whose own booking was reversed (pfandbuchungen/zur-lieferung.ts), and what was not
 * reversed again. A report that was booked beside a delivery is none of it (reversed.ts). A gebinde is in the ledger as its
 * parts: it is counted as one, and its parts are not.
 */
const anew = query<Anew, { ids: string; anfrage: string; most: number }>`
  WITH v AS (
    SELECT DISTINCT l.id AS lieferung_id, l.erfasst_am, b.vorgang_id
    FROM json_each(:ids) j CROSS JOIN ${lieferungen} l ON l.id = j.value
    CROSS JOIN ${pfandbuchungen} b ON b.lieferung_id = l.id
    WHERE b.storno_von IS NULL AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = b.id)
      AND (NOT EXISTS (SELECT 1 FROM ${klaerungen} k WHERE k.id = b.vorgang_id)
        OR EXISTS (SELECT 1 FROM ${anfragen} a WHERE a.art = :anfrage AND a.id = b.vorgang_id))
    LIMIT :most
  ), g AS (
    SELECT v.lieferung_id, v.erfasst_am, w.gebinde_id, w.teile, max(w.menge, 0) AS hin, max(-w.menge, 0) AS zurueck
    FROM v CROSS JOIN ${gebindebewegungen} w ON w.vorgang_id = v.vorgang_id
  )
  SELECT p.lieferung_id, p.erfasst_am, p.pfandartikel_id, p.geraet_id, sum(p.hin) AS ausgabe, sum(p.zurueck) AS ruecknahme
  FROM (
    SELECT v.lieferung_id, v.erfasst_am, b.pfandartikel_id, b.geraet_id, iif(b.art = 'ausgabe', b.menge, 0) AS hin,
      iif(b.art = 'ruecknahme', b.menge, 0) AS zurueck
    FROM v CROSS JOIN ${pfandbuchungen} b ON b.vorgang_id = v.vorgang_id
    UNION ALL SELECT g.lieferung_id, g.erfasst_am, g.gebinde_id, NULL, g.hin, g.zurueck FROM g
    UNION ALL SELECT g.lieferung_id, g.erfasst_am, t.value ->> 'pfandartikel_id', NULL, -g.hin * (t.value ->> 'menge'),
      -g.zurueck * (t.value ->> 'menge') FROM g CROSS JOIN json_each(g.teile) t
  ) p GROUP BY p.lieferung_id, p.pfandartikel_id, p.geraet_id LIMIT :most`

/** More positions than all stops that are asked for at once. */
const MOST = 20_000

/** @param ids of deliveries whose own booking was reversed. @returns what was booked anew, by the ids of those where something was */
export function listBookedAnew(tenant: TenantReader, ids: readonly string[]): Map<string, Anew[]> {
  if (ids.length === 0) return new Map()
  const asked = { ids: JSON.stringify(ids), anfrage: "lieferungen.abschluss", most: MOST }
  return Map.groupBy(tenant.all(anew, asked), ({ lieferung_id }) => lieferung_id)
}

/** @returns the positions of a delivery with the pieces that were booked anew in place of its own */
export function asBookedAnew(
  tenant: TenantReader,
  positionen: readonly Lieferungsposition[],
  booked: readonly Anew[],
): Lieferungsposition[] {
  const left = new Map(
    booked.filter(({ ausgabe, ruecknahme }) => ausgabe + ruecknahme > 0).map((one) => [itemIdOf(one), one]),
  )
  const planned = positionen.map((position) => {
    const { ausgabe = 0, ruecknahme = 0 } = left.get(itemIdOf(position)) ?? {}
    left.delete(itemIdOf(position))
    return { ...position, ist_ausgabe: ausgabe, ist_ruecknahme: ruecknahme }
  })
  const more = [...left.values()]
  const nameOf = postenNames(tenant, more)
  const added = more.map(
    ({ lieferung_id, pfandartikel_id, geraet_id, ausgabe, ruecknahme }): Lieferungsposition => ({
      id: derivedId(lieferung_id, pfandartikel_id ?? geraet_id ?? ""),
      lieferung_id,
      pfandartikel_id,
      geraet_id,
      ...nameOf({ pfandartikel_id, geraet_id }),
      einheit: null,
      geprueft_bis: null,
      artikel_art: null,
      soll_ausgabe: 0,
      soll_ruecknahme: 0,
      ist_ausgabe: ausgabe,
      ist_ruecknahme: ruecknahme,
      zustand: null,
    }),
  )
  return [...planned, ...added]
}
