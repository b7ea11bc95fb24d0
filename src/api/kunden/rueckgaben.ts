import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { lieferpositionen, lieferungen, pfandartikel, pfandbuchungen } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { getPfandartikel, partsByGebinde } from "../pfandartikel/rules.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import type { RueckgabeReply, UsualReply } from "./model.ts"

type Rueckgabe = Static<typeof RueckgabeReply>

/** One article in one return. */
type Mal = {
  /** The delivery, or the Vorgang at the counter. */
  mal: string
  pfandartikel_id: string
  nummer: string
  bezeichnung: string
  menge: number
  zuletzt_am: string
}

/** The most lines offered: picking from more is no quicker than typing. */
const ZEILEN = 12

/** Lines as the driver entered them: a crate, not its parts. */
const byFahrer = query<Mal, { kunde_id: string }>`
  SELECT z.id AS mal, p.pfandartikel_id, a.nummer, a.bezeichnung, p.ist_ruecknahme AS menge,
    z.erfasst_am AS zuletzt_am
  FROM (
    SELECT l.id, l.erfasst_am FROM ${lieferungen} l
    WHERE l.kunde_id = :kunde_id AND l.status = 'zugestellt' ORDER BY l.datum DESC, l.id DESC LIMIT 12
  ) z
  CROSS JOIN ${lieferpositionen} p ON p.lieferung_id = z.id
  CROSS JOIN ${pfandartikel} a ON a.id = p.pfandartikel_id
  WHERE p.ist_ruecknahme > 0 AND a.aktiv = 1`

/** Pieces of an article that a Vorgang books in several lines, at different deposits, are one number. */
const byOffice = query<Mal, { kunde_id: string }>`
  SELECT z.vorgang_id AS mal, z.pfandartikel_id, a.nummer, a.bezeichnung, sum(z.menge) AS menge,
    max(z.erfasst_am) AS zuletzt_am
  FROM (SELECT b.* FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id ORDER BY b.lfd_nr DESC LIMIT 60) z
  CROSS JOIN ${pfandartikel} a ON a.id = z.pfandartikel_id
  WHERE z.art = 'ruecknahme' AND z.lieferung_id IS NULL AND z.storno_von IS NULL AND a.aktiv = 1
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = z.id)
  GROUP BY z.vorgang_id, z.pfandartikel_id`

/**
 * A customer's usual returns, by the last dozen deliveries and bookings at the counter: most frequent first, with the
 * median number of pieces.
 *
 * @returns at most twelve lines; none for a customer who never brought anything
 */
export function listUsualRueckgaben(tenant: TenantReader, kunde_id: string): Rueckgabe[] {
  const delivered = tenant.all(byFahrer, { kunde_id })
  const bookings = Map.groupBy(tenant.all(byOffice, { kunde_id }), ({ mal }) => mal)
  const crates = bookings.size > 0 ? findCrates(tenant, ranked(delivered)) : []
  const atCounter = [...bookings.values()].flatMap((booking) => putInCrates(booking, crates))
  return ranked([...delivered, ...atCounter]).slice(0, ZEILEN)
}

function ranked(male: Mal[]): Rueckgabe[] {
  const byArtikel = Map.groupBy(male, ({ pfandartikel_id }) => pfandartikel_id)
  return [...byArtikel.values()]
    .map(combine)
    .toSorted((a, b) => b.anzahl - a.anzahl || b.menge - a.menge || (a.nummer < b.nummer ? -1 : 1))
}

/** A gebinde, with its parts. */
type Crate = Pick<Mal, "pfandartikel_id" | "nummer" | "bezeichnung"> & {
  parts: { pfandartikel_id: string; menge: number }[]
}

function findCrates(tenant: TenantReader, artikel: Rueckgabe[]): Crate[] {
  const ids = artikel.map(({ pfandartikel_id }) => pfandartikel_id)
  const parts = partsByGebinde(tenant, ids)
  return artikel.flatMap(({ pfandartikel_id, nummer, bezeichnung }) => {
    const own = parts.get(pfandartikel_id)
    return own ? [{ pfandartikel_id, nummer, bezeichnung, parts: own }] : []
  })
}

/**
 * Puts the parts of a booking back into crates which the customer's deliveries name: the ledger holds parts alone.
 * Otherwise the same pieces would be offered in three lines, and be counted twice.
 *
 * @returns the full crates, and what is left over
 */
function putInCrates(booking: Mal[], crates: Crate[]): Mal[] {
  const [first] = booking as [Mal]
  const left = new Map(booking.map(({ pfandartikel_id, menge }) => [pfandartikel_id, menge]))
  const full = crates.map(({ parts, ...crate }) => {
    const menge = Math.min(
      ...parts.map((part) => Math.floor((left.get(part.pfandartikel_id) ?? 0) / part.menge)),
    )
    for (const part of parts)
      left.set(part.pfandartikel_id, (left.get(part.pfandartikel_id) ?? 0) - menge * part.menge)
    return { ...first, ...crate, menge }
  })
  const loose = booking.map((one) => ({ ...one, menge: left.get(one.pfandartikel_id) ?? 0 }))
  return [...full, ...loose].filter(({ menge }) => menge > 0)
}

function combine(male: Mal[]): Rueckgabe {
  const { pfandartikel_id, nummer, bezeichnung } = male[0] as Mal
  const quantities = male.map(({ menge }) => menge).toSorted((a, b) => a - b)
  return {
    pfandartikel_id,
    nummer,
    bezeichnung,
    menge: quantities[Math.floor((quantities.length - 1) / 2)] ?? 0,
    anzahl: new Set(male.map(({ mal }) => mal)).size,
    zuletzt_am: male.reduce((last, { zuletzt_am }) => (zuletzt_am > last ? zuletzt_am : last), ""),
  }
}

/** @throws Refusal missing */
export function listRueckgaben(
  tenant: TenantReader,
  kunde_id: string,
): { items: Static<typeof UsualReply>[] } {
  getKundenkopf(tenant, kunde_id)
  const items = listUsualRueckgaben(tenant, kunde_id)
  return {
    items: items.map((one) => ({ ...one, pfandartikel: getPfandartikel(tenant, one.pfandartikel_id) })),
  }
}
