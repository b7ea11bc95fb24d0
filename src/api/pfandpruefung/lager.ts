import { query } from "../../db/query.ts"
import {
  inventuren,
  inventurpositionen,
  lagerartikel,
  lagerbewegungen,
  pfandartikel,
  pfandbuchungen,
} from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { type Zugang, ZUGANG } from "../lager/bestand.ts"
import { ENOUGH } from "../../lib/pruefungen.ts"
import { numberBefore } from "../shared/ledger-numbers.ts"
import type { Faults } from "./model.ts"

type Stand = Row<typeof lagerartikel>

/** Bookings of an article that are read in one piece. */
const PAGE = 1000

/** The count of an article, and its moves since then. */
const LABELS = {
  gezaehlt: "gezählt",
  ausgegeben: "ausgegeben",
  zurueckgekommen: "zurückgekommen",
  zugekauft: "zugekauft",
  verkauft: "verkauft",
  verschrottet: "verschrottet",
} as const
type Field = keyof typeof LABELS
type Soll = Record<Field, number>

const nextArtikel = query<{ id: string; nummer: string }, { nach: string }>`
  SELECT l.id, a.nummer FROM ${lagerartikel} l CROSS JOIN ${pfandartikel} a ON a.id = l.id
  WHERE l.id > :nach ORDER BY l.id LIMIT 1`

/** A Storno takes back what it reverses, at the time when that happened. */
const moved = query<
  { n: number; bis: number | null; ausgegeben: number | null; zurueckgekommen: number | null },
  { id: string; am: string; nach: number; limit: number }
>`
  SELECT count(*) AS n, max(w.lfd_nr) AS bis,
    sum(iif(w.art = 'ausgabe' AND w.am > :am, w.menge, 0)) AS ausgegeben,
    sum(iif(w.art = 'ruecknahme' AND w.am > :am, w.menge, 0)) AS zurueckgekommen
  FROM (
    SELECT b.lfd_nr, coalesce(o.art, b.art) AS art, coalesce(o.erfasst_am, b.erfasst_am) AS am,
      iif(o.id IS NULL, b.menge, -b.menge) AS menge
    FROM ${pfandbuchungen} b LEFT JOIN ${pfandbuchungen} o ON o.id = b.storno_von
    WHERE b.pfandartikel_id = :id AND b.lfd_nr > :nach ORDER BY b.lfd_nr LIMIT :limit
  ) w`

const zugegangen = query<Zugang, { id: string; am: string }>`
  SELECT ${ZUGANG} FROM ${lagerbewegungen} l WHERE l.pfandartikel_id = :id AND l.erfasst_am > :am`

/** Of the last count that was closed. */
const lastCount = query<{ gezaehlt: number | null }, { id: string }>`
  SELECT p.gezaehlt, max(i.beendet_am) AS am
  FROM ${inventurpositionen} p CROSS JOIN ${inventuren} i ON i.id = p.inventur_id
  WHERE p.pfandartikel_id = :id AND i.status = 'abgeschlossen'`

/**
 * Recomputes what the company itself holds of each article from its last count, the ledger, and what was bought and
 * scrapped. Yields where others may have their turn.
 */
export function* checkLager(tenant: TenantDb, faults: Faults): Generator<undefined, void> {
  for (let nach = ""; faults.length < ENOUGH;) {
    yield
    const artikel = tenant.first(nextArtikel, { nach })
    if (!artikel) return
    nach = artikel.id
    const differing = yield* differences(tenant, artikel.id)
    if (differing.length > 0)
      faults.push({
        art: "lager",
        msg: `Der eigene Bestand von ${artikel.nummer} stimmt nicht: ${differing.join(", ")}`,
      })
  }
}

/** @returns in words which stored figures are not the calculated ones */
function* differences(tenant: TenantDb, id: string): Generator<undefined, string[]> {
  for (;;) {
    const { gezaehlt_am: am } = tenant.get(lagerartikel, id)
    const sum = { ausgegeben: 0, zurueckgekommen: 0 }
    let nach = numberBefore(tenant, am)
    for (;;) {
      const page = tenant.first(moved, { id, am, nach, limit: PAGE })
      sum.ausgegeben += page?.ausgegeben ?? 0
      sum.zurueckgekommen += page?.zurueckgekommen ?? 0
      nach = page?.bis ?? nach
      if ((page?.n ?? 0) < PAGE) break
      yield
    }
    // Read at the same moment as the last bookings. If the article was counted meanwhile, all is calculated again.
    const stand = tenant.get(lagerartikel, id)
    if (stand.gezaehlt_am === am) {
      const gezaehlt = tenant.first(lastCount, { id })?.gezaehlt ?? 0
      return compare(stand, { ...sum, ...tenant.getFirst(zugegangen, { id, am }), gezaehlt })
    }
    yield
  }
}

const compare = (stand: Stand, soll: Soll): string[] =>
  (Object.keys(LABELS) as Field[])
    .filter((field) => stand[field] !== soll[field])
    .map((field) => `${LABELS[field]} ${stand[field]} statt ${soll[field]}`)
