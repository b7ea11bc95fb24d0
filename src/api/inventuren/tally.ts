import { query } from "../../db/query.ts"
import {
  inventurzaehlungen,
  lagerartikel,
  lagerbewegungen,
  pfandartikel,
  pfandbuchungen,
} from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { conflict } from "../../lib/refusal.ts"
import { bestandOf, type Zugang, ZUGANG } from "../lager/bestand.ts"
import type { Einheit } from "../../lib/einheit.ts"
import { lastBuchung } from "../pfandbuchungen/vorgang.ts"
import { numberBefore } from "../shared/ledger-numbers.ts"
import { compareGerman } from "../../lib/fold.ts"

/** An article that was counted, from the first line to the last; both `NULL` where nobody counted it. */
type Counted = { id: string; nummer: string; bezeichnung: string; menge: number; seit: string; bis: string }

const countedArtikel = query<Counted, { inventur_id: string }>`
  SELECT s.id, a.nummer, a.bezeichnung, s.menge, s.seit, s.bis FROM (
    SELECT z.pfandartikel_id AS id, sum(z.menge) AS menge, min(z.erfasst_am) AS seit, max(z.erfasst_am) AS bis
    FROM ${inventurzaehlungen} z WHERE z.inventur_id = :inventur_id AND z.pfandartikel_id > ''
    GROUP BY z.pfandartikel_id
  ) s CROSS JOIN ${pfandartikel} a ON a.id = s.id`

const uncountedArtikel = query<
  Pick<Counted, "id" | "nummer" | "bezeichnung"> & { einheit: Einheit },
  { inventur_id: string; am: string; limit: number }
>`
  SELECT l.id, a.nummer, a.bezeichnung, a.einheit FROM ${lagerartikel} l CROSS JOIN ${pfandartikel} a ON a.id = l.id
  WHERE l.gezaehlt_am <= :am AND NOT EXISTS (
    SELECT 1 FROM ${inventurzaehlungen} z WHERE z.inventur_id = :inventur_id AND z.pfandartikel_id = l.id)
  ORDER BY l.id LIMIT :limit`

/** A count, and when it was made if that was before it was opened. */
type Made = { id: string; gezaehlt_am: string | null }

const UNMOVED = { waehrend_ausgegeben: 0, waehrend_zurueck: 0, danach_ausgegeben: 0, danach_zurueck: 0 }
type Moved = typeof UNMOVED

/** A Storno takes back what it reverses, at the time when that happened, as the trigger of migration 0037 does. */
const movedArtikel = query<Moved & { id: string }, { artikel: string; nr: number }>`
  SELECT w.id, sum(iif(w.art = 'ausgabe' AND w.am <= w.bis, w.menge, 0)) AS waehrend_ausgegeben,
    sum(iif(w.art = 'ruecknahme' AND w.am <= w.bis, w.menge, 0)) AS waehrend_zurueck,
    sum(iif(w.art = 'ausgabe' AND w.am > w.bis, w.menge, 0)) AS danach_ausgegeben,
    sum(iif(w.art = 'ruecknahme' AND w.am > w.bis, w.menge, 0)) AS danach_zurueck
  FROM (
    SELECT j.value ->> 'id' AS id, j.value ->> 'seit' AS seit, j.value ->> 'bis' AS bis,
      coalesce(o.art, b.art) AS art, coalesce(o.erfasst_am, b.erfasst_am) AS am,
      iif(o.id IS NULL, b.menge, -b.menge) AS menge
    FROM json_each(:artikel) j
    CROSS JOIN ${pfandbuchungen} b ON b.pfandartikel_id = j.value ->> 'id' AND b.lfd_nr > :nr
    LEFT JOIN ${pfandbuchungen} o ON o.id = b.storno_von
  ) w WHERE w.am > w.seit GROUP BY w.id`

const zugegangene = query<Zugang & { id: string }, { artikel: string }>`
  SELECT j.value ->> 'id' AS id, ${ZUGANG} FROM json_each(:artikel) j
  CROSS JOIN ${lagerbewegungen} l ON l.pfandartikel_id = j.value ->> 'id' AND l.erfasst_am > j.value ->> 'bis'
  GROUP BY 1`

/** Most bookings since the day of the first line: reading them takes a third of a second, in which nobody else writes. */
const MOST_BUCHUNGEN = 100_000
/** Most articles of one count that nobody has counted. */
const MOST_UNCOUNTED = 20_000

/** @returns whether so little was booked since a moment that what was counted then can be compared with the books */
export const isCountable = (tenant: TenantReader, moment: string): boolean =>
  lastBuchung(tenant).lfd_nr - numberBefore(tenant, moment) <= MOST_BUCHUNGEN

/** @throws Refusal conflict where the count was open for too long */
function boundedNumberBefore(tenant: TenantReader, moment: string): number {
  if (!isCountable(tenant, moment))
    throw conflict(
      "Seit der ersten gezählten Zeile ist zu viel gebucht worden. Bitte verwerfen und neu zählen.",
    )
  return numberBefore(tenant, moment)
}

const NOTHING: Zugang = { zugekauft: 0, verkauft: 0, verschrottet: 0 }

/**
 * Compares the counted articles with the books; changes nothing.
 *
 * @param rest whether articles that nobody counted are among them, with no piece
 * @returns each with its stock before, its stock from now on, and its line of the result
 * @throws Refusal conflict where the count was open for too long
 */
export function readArtikel(tenant: TenantReader, inventur: Made, rest: boolean) {
  const am = inventur.gezaehlt_am ?? tenant.now()
  const counted: (Counted & { ungezaehlt?: true })[] = tenant.all(countedArtikel, {
    inventur_id: inventur.id,
  })
  if (rest)
    for (const one of readUncounted(tenant, inventur))
      counted.push({ ...one, menge: 0, seit: am, bis: am, ungezaehlt: true })
  if (counted.length === 0) return []
  const artikel = JSON.stringify(counted.map(({ id, seit, bis }) => ({ id, seit, bis })))
  const first = counted.reduce((min, { seit }) => (seit < min ? seit : min), tenant.now())
  const nr = boundedNumberBefore(tenant, first)
  const moved = new Map(tenant.all(movedArtikel, { artikel, nr }).map(({ id, ...row }) => [id, row]))
  const gained = new Map(tenant.all(zugegangene, { artikel }).map(({ id, ...row }) => [id, row]))
  return counted
    .toSorted((a, b) => compareGerman(a.nummer, b.nummer))
    .map((one) => compareOne(tenant, one, moved.get(one.id) ?? UNMOVED, gained.get(one.id) ?? NOTHING))
}

/** @returns the articles with a stock that nobody has counted, in this count or after it was made */
export const readUncounted = (tenant: TenantReader, { id: inventur_id, gezaehlt_am }: Made) =>
  tenant.all(uncountedArtikel, { inventur_id, am: gezaehlt_am ?? tenant.now(), limit: MOST_UNCOUNTED })

function compareOne(
  tenant: TenantReader,
  one: Counted & { ungezaehlt?: true },
  moved: Moved,
  gained: Zugang,
) {
  const since = {
    ...gained,
    ausgegeben: moved.danach_ausgegeben,
    zurueckgekommen: moved.danach_zurueck,
  }
  const before = tenant.find(lagerartikel, one.id)
  // Movements after the last line of the count, by the books.
  const later = bestandOf({ gezaehlt: 0, ...since })
  const position = {
    pfandartikel_id: one.id,
    nummer: one.nummer,
    bezeichnung: one.bezeichnung,
    gezaehlt: one.menge,
    erwartet: before ? bestandOf(before) - later : null,
    seit_am: one.ungezaehlt ? null : one.seit,
    gezaehlt_am: one.ungezaehlt ? null : one.bis,
    ...moved,
    danach_lager: since.zugekauft - since.verkauft - since.verschrottet,
  }
  return { before, stand: { gezaehlt: one.menge, gezaehlt_am: one.bis, ...since }, position }
}
