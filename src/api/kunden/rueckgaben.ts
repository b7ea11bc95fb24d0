import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import {
  gebindebewegungen,
  lieferpositionen,
  lieferungen,
  pfandartikel,
  pfandbuchungen,
  pfandkonten,
} from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { getPfandartikel, partsByGebinde } from "../pfandartikel/rules.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import type { RueckgabeReply, UsualReply } from "./model.ts"

type Rueckgabe = Static<typeof RueckgabeReply>

type Artikel = Pick<Rueckgabe, "pfandartikel_id" | "nummer" | "bezeichnung">
type Held = Artikel & { bestand: number }

/** One article of one return. */
type Return = Artikel & {
  /** Id of the delivery, or of the Vorgang at the counter. */
  occasion: string
  /** 0: out of use. */
  aktiv: number
  menge: number
  zuletzt_am: string
}

/** Most lines that are offered: picking from more is no quicker than typing. */
const ZEILEN = 12

/** Lines as the driver entered them: a gebinde, not its parts. */
const byFahrer = query<Return, { kunde_id: string }>`
  SELECT z.id AS occasion, p.pfandartikel_id, a.nummer, a.bezeichnung, a.aktiv, p.ist_ruecknahme AS menge,
    z.erfasst_am AS zuletzt_am
  FROM (
    SELECT l.id, l.erfasst_am FROM ${lieferungen} l
    WHERE l.kunde_id = :kunde_id AND l.status = 'zugestellt'
      AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.lieferung_id = l.id AND s.storno_von IS NOT NULL)
    ORDER BY l.datum DESC, l.id DESC LIMIT 12
  ) z
  CROSS JOIN ${lieferpositionen} p ON p.lieferung_id = z.id
  CROSS JOIN ${pfandartikel} a ON a.id = p.pfandartikel_id
  WHERE p.ist_ruecknahme > 0 AND (a.aktiv = 1 OR a.art = 'einzeln')`

/** Pieces of an article that a Vorgang books in several lines, at different deposits, are one number. */
const byOffice = query<Return, { kunde_id: string }>`
  SELECT z.vorgang_id AS occasion, z.pfandartikel_id, a.nummer, a.bezeichnung, a.aktiv, sum(z.menge) AS menge,
    max(z.erfasst_am) AS zuletzt_am
  FROM (SELECT b.* FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id ORDER BY b.lfd_nr DESC LIMIT 60) z
  CROSS JOIN ${pfandartikel} a ON a.id = z.pfandartikel_id
  WHERE z.art = 'ruecknahme' AND z.lieferung_id IS NULL AND z.storno_von IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${pfandbuchungen} s WHERE s.storno_von = z.id)
  GROUP BY z.vorgang_id, z.pfandartikel_id`

/** Gebinde that were booked as such of late: the ledger itself holds their parts alone. */
const bookedGebinde = query<Artikel, { kunde_id: string }>`
  SELECT DISTINCT g.gebinde_id AS pfandartikel_id, a.nummer, a.bezeichnung
  FROM (SELECT b.vorgang_id FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id ORDER BY b.lfd_nr DESC LIMIT 60) z
  CROSS JOIN ${gebindebewegungen} g ON g.vorgang_id = z.vorgang_id
  CROSS JOIN ${pfandartikel} a ON a.id = g.gebinde_id
  WHERE a.aktiv = 1 ORDER BY a.nummer`

const heldArtikel = query<Held, { kunde_id: string }>`
  SELECT k.pfandartikel_id, a.nummer, a.bezeichnung, k.bestand
  FROM ${pfandkonten} k CROSS JOIN ${pfandartikel} a ON a.id = k.pfandartikel_id
  WHERE k.kunde_id = :kunde_id AND k.bestand > 0 ORDER BY a.nummer`

/**
 * What a customer may bring back, by the last dozen deliveries and bookings at the counter: most frequent first, with
 * the median number of pieces. What the customer holds and never brought comes behind, and last what is not held: more
 * may come back than went out. What is no longer in use comes back as long as somebody holds it.
 *
 * @returns at most twelve lines; none for a customer who holds nothing and never brought anything
 */
export function listUsualRueckgaben(tenant: TenantReader, kunde_id: string): Rueckgabe[] {
  const delivered = tenant.all(byFahrer, { kunde_id })
  const bookings = Map.groupBy(tenant.all(byOffice, { kunde_id }), ({ occasion }) => occasion)
  const gebinde = findGebinde(tenant, [...ranked(delivered), ...tenant.all(bookedGebinde, { kunde_id })])
  const atCounter = [...bookings.values()].flatMap((booking) => putInGebinde(booking, gebinde))
  const returns = [...delivered, ...atCounter]
  const usual = ranked(returns)
  const unused = new Set(returns.filter(({ aktiv }) => aktiv === 0).map((one) => one.pfandartikel_id))
  const held = tenant.all(heldArtikel, { kunde_id })
  const isHeld = holds(held, gebinde)
  return [
    ...usual.filter(isHeld),
    ...neverBrought(usual, held, gebinde.filter(isHeld)),
    ...usual.filter((one) => !isHeld(one) && !unused.has(one.pfandartikel_id)),
  ].slice(0, ZEILEN)
}

/** @returns whether a customer holds at least one piece of an article, or all parts of a gebinde */
function holds(
  held: readonly Held[],
  gebinde: readonly Gebinde[],
): (one: { pfandartikel_id: string }) => boolean {
  const bestand = new Map(held.map((one) => [one.pfandartikel_id, one.bestand]))
  return ({ pfandartikel_id: id }) =>
    (gebinde.find((one) => one.pfandartikel_id === id)?.parts ?? [{ pfandartikel_id: id, menge: 1 }]).every(
      (part) => (bestand.get(part.pfandartikel_id) ?? 0) >= part.menge,
    )
}

/**
 * @param full gebinde that a customer holds all parts of
 * @returns these and articles that the customer holds and did not bring of late; parts of a gebinde are not listed again
 */
function neverBrought(
  usual: readonly Rueckgabe[],
  held: readonly Held[],
  full: readonly Gebinde[],
): Rueckgabe[] {
  const inGebinde = new Set(full.flatMap(({ parts }) => parts.map(({ pfandartikel_id }) => pfandartikel_id)))
  const loose = held.filter(({ pfandartikel_id }) => !inGebinde.has(pfandartikel_id))
  const known = new Set(usual.map(({ pfandartikel_id }) => pfandartikel_id))
  return [...full, ...loose]
    .filter(({ pfandartikel_id }) => !known.has(pfandartikel_id))
    .map(({ pfandartikel_id, nummer, bezeichnung }) => ({
      pfandartikel_id,
      nummer,
      bezeichnung,
      menge: 0,
      anzahl: 0,
      zuletzt_am: null,
    }))
}

function ranked(returns: Return[]): Rueckgabe[] {
  const byArtikel = Map.groupBy(returns, ({ pfandartikel_id }) => pfandartikel_id)
  return [...byArtikel.values()]
    .map(combine)
    .toSorted((a, b) => b.anzahl - a.anzahl || b.menge - a.menge || (a.nummer < b.nummer ? -1 : 1))
}

/** A gebinde, with its parts. */
type Gebinde = Artikel & {
  parts: { pfandartikel_id: string; menge: number }[]
}

/** @returns those that are gebinde, each once */
function findGebinde(tenant: TenantReader, artikel: Artikel[]): Gebinde[] {
  const each = new Map(artikel.map((one) => [one.pfandartikel_id, one]))
  const parts = partsByGebinde(tenant, [...each.keys()])
  return [...each.values()].flatMap(({ pfandartikel_id, nummer, bezeichnung }) => {
    const own = parts.get(pfandartikel_id)
    return own ? [{ pfandartikel_id, nummer, bezeichnung, parts: own }] : []
  })
}

/**
 * Puts the parts of a booking back into gebinde that this customer gets or brings: the ledger holds parts alone.
 * Otherwise the same pieces would be offered in three lines, and be counted twice.
 *
 * @returns the full gebinde, and what is left over
 */
function putInGebinde(booking: Return[], gebinde: Gebinde[]): Return[] {
  const [first] = booking as [Return]
  const left = new Map(booking.map(({ pfandartikel_id, menge }) => [pfandartikel_id, menge]))
  const full = gebinde.map(({ parts, ...one }) => {
    const menge = Math.min(
      ...parts.map((part) => Math.floor((left.get(part.pfandartikel_id) ?? 0) / part.menge)),
    )
    for (const part of parts)
      left.set(part.pfandartikel_id, (left.get(part.pfandartikel_id) ?? 0) - menge * part.menge)
    return { ...first, ...one, aktiv: 1, menge }
  })
  const loose = booking.map((one) => ({ ...one, menge: left.get(one.pfandartikel_id) ?? 0 }))
  return [...full, ...loose].filter(({ menge }) => menge > 0)
}

function combine(returns: Return[]): Rueckgabe {
  const { pfandartikel_id, nummer, bezeichnung } = returns[0] as Return
  const quantities = returns.map(({ menge }) => menge).toSorted((a, b) => a - b)
  return {
    pfandartikel_id,
    nummer,
    bezeichnung,
    menge: quantities[Math.floor((quantities.length - 1) / 2)] ?? 0,
    anzahl: new Set(returns.map(({ occasion }) => occasion)).size,
    zuletzt_am: returns.reduce((last, { zuletzt_am }) => (zuletzt_am > last ? zuletzt_am : last), ""),
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
