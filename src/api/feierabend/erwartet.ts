import { query } from "../../db/query.ts"
import { kunden, lieferpositionen, lieferungen, mitarbeiter, pfandbuchungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { addDays } from "../../lib/day.ts"
import { type ArtikelOrGeraet, itemIdOf } from "../shared/artikel-or-geraet.ts"
import { withPosten } from "../shared/names.ts"
import { days, instants } from "../shared/time.ts"
import type { Anew } from "../lieferungen/booked-anew.ts"
import { type Booked, type Line, listBookedBeside, listBookedBesideSince } from "./beside.ts"
import { idsOf, listStoppsOfEvening } from "./stopps.ts"

export type Expected = ArtikelOrGeraet & { art: "leergut" | "ware"; erwartet: number }

const added = (one: Line, other: Line): Line => ({
  ...one,
  zurueck: one.zurueck + other.zurueck,
  uebrig: one.uebrig + other.uebrig,
})

/**
 * Of a stop that failed and was planned anew, what was done since is another day's. What was reversed never happened: its
 * goods count as still on the truck, until the office books it anew, or the driver's report of what became of them
 * (beside.ts).
 */
const sums = query<Line, { stopps: string }>`
  SELECT p.pfandartikel_id, p.geraet_id,
    sum(iif(j.value ->> 'is_anew' OR j.value ->> 'is_reversed', 0, coalesce(p.ist_ruecknahme, 0))) AS zurueck,
    sum(p.soll_ausgabe - iif(j.value ->> 'is_anew' OR j.value ->> 'is_reversed', 0, coalesce(p.ist_ausgabe, 0))) AS uebrig
  FROM json_each(:stopps) j CROSS JOIN ${lieferpositionen} p ON p.lieferung_id = j.value ->> 'id'
  GROUP BY p.pfandartikel_id, p.geraet_id`

type Moved = { geraet_id: string | null; ausgabe: number | null; erfasst_am: string | null }

const movedDevices = query<Moved, { ids: string }>`
  SELECT p.geraet_id, p.ist_ausgabe AS ausgabe, l.erfasst_am
  FROM json_each(:ids) j CROSS JOIN ${lieferungen} l ON l.id = j.value
  CROSS JOIN ${lieferpositionen} p ON p.lieferung_id = l.id
  WHERE p.geraet_id IS NOT NULL AND (p.ist_ausgabe > 0 OR p.ist_ruecknahme > 0)
  ORDER BY l.erfasst_am, l.id`

/** @returns devices that one customer may have given back, but that went to another one last */
function listHandedOn(tenant: TenantReader, ids: string, anew: readonly Anew[]): Set<string> {
  const moved = [...tenant.all(movedDevices, { ids }), ...anew.filter(({ geraet_id }) => geraet_id !== null)]
  const inOrder = moved.toSorted((a, b) => (a.erfasst_am ?? "").localeCompare(b.erfasst_am ?? ""))
  const last = new Map(inOrder.map(({ geraet_id, ausgabe }) => [geraet_id ?? "", ausgabe ?? 0]))
  return new Set([...last].flatMap(([id, ausgabe]) => (ausgabe > 0 ? id : [])))
}

/**
 * @returns what should be on a driver's truck in the evening of a day, by the deliveries as they are now and by what the
 *   office booked beside them
 */
export function findExpected(tenant: TenantReader, fahrer_id: string, datum: string): Expected[] {
  const { seit = "", vor = "" } = instants(tenant, { von: datum, bis: datum })
  const stopps = listStoppsOfEvening(tenant, fahrer_id, datum)
  const done = stopps.filter(({ is_anew, is_reversed }) => !is_anew && !is_reversed)
  const anew = stopps.flatMap(({ booked = [] }) => booked)
  const handedOn = listHandedOn(tenant, idsOf(done), anew)
  const rows = [
    ...tenant.all(sums, { stopps: JSON.stringify(stopps) }),
    ...anew.map(({ ausgabe, ruecknahme, ...what }) => ({ ...what, zurueck: ruecknahme, uebrig: -ausgabe })),
    ...listBookedBeside(tenant, { fahrer_id, seit, vor }),
  ]
  return Map.groupBy(rows, itemIdOf)
    .values()
    .map((same) => same.reduce(added))
    .toArray()
    .flatMap(({ zurueck, uebrig, pfandartikel_id, geraet_id }): Expected[] => {
      const sache = { pfandartikel_id, geraet_id }
      return [
        ...(zurueck > 0 && !handedOn.has(sache.geraet_id ?? "")
          ? [{ ...sache, art: "leergut" as const, erwartet: sache.geraet_id ? 1 : zurueck }]
          : []),
        ...(uebrig > 0 ? [{ ...sache, art: "ware" as const, erwartet: uebrig }] : []),
      ]
    })
}

type Offen = { lieferung_id: string; datum: string; kunde_name: string; reihenfolge: number }

const named = query<Offen, { ids: string }>`
  SELECT l.id AS lieferung_id, l.datum, k.name AS kunde_name, l.reihenfolge
  FROM json_each(:ids) j CROSS JOIN ${lieferungen} l ON l.id = j.value CROSS JOIN ${kunden} k ON k.id = l.kunde_id`

/**
 * Completed after the count; or reversed, and maybe booked anew, and one of the two after it. Of a wider span of time: the
 * program finds out which of them are of the company's day.
 */
const bookedLater = query<Booked, { fahrer_id: string; seit: string; vor: string; gezaehlt: string }>`
  SELECT l.id AS lieferung_id, k.name AS kunde_name, l.erfasst_am
  FROM ${lieferungen} l CROSS JOIN ${kunden} k ON k.id = l.kunde_id
  WHERE l.fahrer_id = :fahrer_id AND l.erfasst_am >= :seit AND l.erfasst_am < :vor
    AND l.status = 'zugestellt' AND (l.abgeschlossen_am > :gezaehlt
      OR EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.lieferung_id = l.id AND s.storno_von IS NOT NULL)
        AND EXISTS (SELECT 1 FROM ${pfandbuchungen} b WHERE b.lieferung_id = l.id AND b.gebucht_am > :gezaehlt))
  ORDER BY l.erfasst_am, l.id LIMIT 300`

/**
 * @param zaehlung a count as it is stored
 * @returns the stops of that day that were booked after it, or reversed, so that it was not compared with them
 */
export function listBookedLater(
  tenant: TenantReader,
  { fahrer_id, datum, erstellt_am }: { fahrer_id: string; datum: string; erstellt_am: string },
): { lieferung_id: string; kunde_name: string }[] {
  // One more day on both sides covers every time zone.
  const [seit, vor] = [addDays(datum, -1), addDays(datum, 2)]
  const dayOf = days(tenant)
  const span = { fahrer_id, seit, vor, gezaehlt: erstellt_am }
  const found = [...tenant.all(bookedLater, span), ...listBookedBesideSince(tenant, span)].filter(
    ({ erfasst_am }) => dayOf(erfasst_am) === datum,
  )
  return [...new Map(found.map((one) => [one.lieferung_id, one])).values()].map(
    ({ lieferung_id, kunde_name }) => ({ lieferung_id, kunde_name }),
  )
}

/** @returns what should be on the truck, with names, and which stops are still open. @throws Refusal missing */
export function listExpected(tenant: TenantReader, datum: string, fahrer_id: string) {
  tenant.get(mitarbeiter, fahrer_id, "Fahrer nicht gefunden")
  const rows = findExpected(tenant, fahrer_id, datum).map(({ pfandartikel_id, geraet_id, ...rest }) => ({
    ...rest,
    pfandartikel_id: pfandartikel_id ?? null,
    geraet_id: geraet_id ?? null,
  }))
  const open = listStoppsOfEvening(tenant, fahrer_id, datum).filter((stopp) => stopp.is_open)
  const stopps = tenant
    .all(named, { ids: idsOf(open) })
    .toSorted((a, b) => a.datum.localeCompare(b.datum) || a.reihenfolge - b.reihenfolge)
  return {
    positionen: withPosten(tenant, rows),
    offen: stopps.map(({ reihenfolge: _, ...stopp }) => stopp),
  }
}
