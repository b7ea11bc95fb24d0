import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import {
  lieferpositionen,
  lieferungen,
  pfandartikel,
  pfandbestandteile,
  pfandbuchungen,
} from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { getKundenkopf } from "../shared/kundenkopf.ts"
import type { RueckgabeReply } from "./model.ts"

export type Rueckgabe = Static<typeof RueckgabeReply>

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

const byOffice = query<Mal, { kunde_id: string }>`
  SELECT z.vorgang_id AS mal, z.pfandartikel_id, a.nummer, a.bezeichnung, z.menge, z.erfasst_am AS zuletzt_am
  FROM (SELECT b.* FROM ${pfandbuchungen} b WHERE b.kunde_id = :kunde_id ORDER BY b.lfd_nr DESC LIMIT 60) z
  CROSS JOIN ${pfandartikel} a ON a.id = z.pfandartikel_id
  WHERE z.art = 'ruecknahme' AND z.lieferung_id IS NULL AND z.storno_von IS NULL AND a.aktiv = 1`

type Part = { gebinde_id: string; pfandartikel_id: string; menge: number }

const partsOf = query<Part, { gebinde: string }>`
  SELECT b.gebinde_id, b.pfandartikel_id, b.menge
  FROM json_each(:gebinde) j CROSS JOIN ${pfandbestandteile} b ON b.gebinde_id = j.value`

/**
 * A customer's usual returns, by the last dozen deliveries and bookings at the counter: most frequent first, with the
 * median number of pieces.
 *
 * @returns at most twelve lines; none for a customer who never brought anything
 */
export function listUsualRueckgaben(tenant: TenantReader, kunde_id: string): Rueckgabe[] {
  const delivered = tenant.all(byFahrer, { kunde_id })
  const known = ranked(delivered)
  const counted = Map.groupBy(tenant.all(byOffice, { kunde_id }), ({ mal }) => mal)
  const parts = counted.size > 0 ? partsByGebinde(tenant, known) : new Map<string, Part[]>()
  const atCounter = [...counted.values()].flatMap((mal) => asGebinde(mal, known, parts))
  return ranked([...delivered, ...atCounter]).slice(0, ZEILEN)
}

function ranked(male: Mal[]): Rueckgabe[] {
  const byArtikel = Map.groupBy(male, ({ pfandartikel_id }) => pfandartikel_id)
  return [...byArtikel.values()]
    .map(combine)
    .toSorted((a, b) => b.anzahl - a.anzahl || b.menge - a.menge || (a.nummer < b.nummer ? -1 : 1))
}

const partsByGebinde = (tenant: TenantReader, known: Rueckgabe[]): Map<string, Part[]> =>
  Map.groupBy(
    tenant.all(partsOf, { gebinde: JSON.stringify(known.map(({ pfandartikel_id }) => pfandartikel_id)) }),
    ({ gebinde_id }) => gebinde_id,
  )

/**
 * The ledger holds parts alone: a booking's parts that fill crates which the customer's deliveries name are these
 * crates again. Otherwise the same pieces would be offered in three lines, and be counted twice.
 */
function asGebinde(mal: Mal[], known: Rueckgabe[], parts: Map<string, Part[]>): Mal[] {
  const [{ mal: id, zuletzt_am }] = mal as [Mal]
  const left = new Map<string, number>()
  for (const { pfandartikel_id, menge } of mal)
    left.set(pfandartikel_id, (left.get(pfandartikel_id) ?? 0) + menge)
  const crates = known.flatMap(({ pfandartikel_id, nummer, bezeichnung }) => {
    const own = parts.get(pfandartikel_id) ?? []
    const full = own.map((part) => Math.floor((left.get(part.pfandartikel_id) ?? 0) / part.menge))
    const menge = own.length > 0 ? Math.min(...full) : 0
    if (menge === 0) return []
    for (const part of own)
      left.set(part.pfandartikel_id, (left.get(part.pfandartikel_id) ?? 0) - menge * part.menge)
    return [{ mal: id, pfandartikel_id, nummer, bezeichnung, menge, zuletzt_am }]
  })
  const loose = [...new Map(mal.map((one) => [one.pfandartikel_id, one])).values()]
    .map((one) => ({ ...one, menge: left.get(one.pfandartikel_id) ?? 0 }))
    .filter(({ menge }) => menge > 0)
  return [...crates, ...loose]
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
export function listRueckgaben(tenant: TenantReader, kunde_id: string): { items: Rueckgabe[] } {
  getKundenkopf(tenant, kunde_id)
  return { items: listUsualRueckgaben(tenant, kunde_id) }
}
