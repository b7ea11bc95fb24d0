import { query } from "../../db/query.ts"
import { gebindebewegungen, pfandbuchungen } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import { piecesOf, vorzeichen } from "../../lib/buchungsart.ts"
import { countLots, type Lot, takeOldest } from "../../lib/fifo.ts"
import { conflict, invalid } from "../../lib/refusal.ts"
import { getArtikelAt, hasChangedParts, listTeileAt, type Teil } from "../shared/staende.ts"
import { Erstattung } from "./erstattung.ts"
import { Geraetezeilen } from "./geraetezeilen.ts"
import type { UnbookedVorgang, Posten, Steuerart, Buchungsposten } from "./posten.ts"

/** Most bookings made at once: some 60 ms, in which nobody else writes. Reads do not wait (long-writes.ts). */
export const LONGEST_VORGANG = 500

/**
 * Bookings that a Vorgang will make; changes nothing. A Gebinde becomes its parts, each at the deposit that
 * was valid when it happened. Returns are booked at the deposit that was paid for them.
 *
 * @param gebinde remembers with which parts they are booked
 * @returns the bookings of each position, in their order
 * @throws Refusal missing for a missing article or device; conflict for an article that is not active, and for an amount
 *   that leaves a value without pieces; invalid for too many, and for an amount of a Gebinde
 */
export function zeilenOf(
  tenant: TenantReader,
  vorgang: UnbookedVorgang,
  gebinde = gebindeOf(tenant, vorgang),
): Buchungsposten[][] {
  const geraete = new Geraetezeilen(tenant, vorgang)
  const zeilen = vorgang.positionen.map((posten, i) =>
    posten.geraet_id === undefined
      ? splitPosten(tenant, vorgang, gebinde, posten, i)
      : [geraete.add(posten, posten.geraet_id, i)],
  )
  requireFew(zeilen.flat())
  const erstattung = new Erstattung(tenant, vorgang)
  // A line at a time, as what comes back depends on what the lines before it brought.
  const split = zeilen.map((ones) => ones.flatMap((zeile) => erstattung.split(zeile)))
  erstattung.requireNoValueLeft()
  return split
}

/** @returns the gebinde of a Vorgang, which have the parts of its time, or of when the truck was loaded */
export const gebindeOf = (
  tenant: TenantReader,
  { kunde_id, erfasst_am, beladen_am = erfasst_am }: UnbookedVorgang,
) => new Gebindeteile(tenant, kunde_id, beladen_am)

/**
 * Inactive customers and articles get nothing more. Deliveries are checked when they are planned: what a
 * driver has already handed over must be booked.
 */
export const isGivenOut = ({ lieferung_id }: UnbookedVorgang, { art }: Posten): boolean =>
  art === "ausgabe" && lieferung_id === undefined

function splitPosten(
  tenant: TenantReader,
  vorgang: UnbookedVorgang,
  gebinde: Gebindeteile,
  posten: Posten,
  i: number,
): Buchungsposten[] {
  const id = posten.pfandartikel_id ?? ""
  const artikel = getArtikelAt(tenant, id, vorgang.erfasst_am)
  if (artikel.aktiv !== 1 && isGivenOut(vorgang, posten))
    throw conflict(`Der Artikel ${artikel.nummer} ist nicht mehr im Umlauf`)
  if (artikel.art === "einzeln") {
    const steuer = posten.steuer ?? steuerOf(artikel)
    return [{ ...withAmount(posten, artikel.pfand_cent ?? 0), steuer }]
  }
  if (posten.betrag_cent !== undefined) {
    throw invalid(
      `positionen[${i}].betrag_cent`,
      "ist bei einem Gebinde nicht möglich: seine Teile werden gebucht",
    )
  }
  return gebinde.split(id, posten).map(({ pfandartikel_id, menge }) => {
    const part = getArtikelAt(tenant, pfandartikel_id, vorgang.erfasst_am)
    const einzeln = { ...posten, pfandartikel_id, menge }
    return { ...withAmount(einzeln, part.pfand_cent ?? 0), steuer: steuerOf(part) }
  })
}

const withAmount = ({ betrag_cent, ...posten }: Posten, pfand_cent: number) =>
  betrag_cent === undefined
    ? { ...posten, betrag_cent: pfand_cent, ist_heutiger: true }
    : { ...posten, betrag_cent }

const steuerOf = ({ klasse, steuersatz }: Steuerart): Steuerart => ({ klasse, steuersatz })

/** A Storno takes back what was booked, however much that was when more was allowed. */
function requireFew(zeilen: Buchungsposten[]): void {
  if (zeilen.length <= LONGEST_VORGANG || zeilen.some(({ storno_von }) => storno_von !== undefined)) return
  throw invalid(
    "positionen",
    `zu viel auf einmal: mit den Teilen der Gebinde ${zeilen.length} Buchungen, höchstens ${LONGEST_VORGANG}`,
  )
}

type Gebindebewegung = Pick<Row<typeof gebindebewegungen>, "gebinde_id" | "teile" | "menge">

/** Gebinde with the same parts; these as JSON. */
type GebindeLot = Lot & { teile: string }
type Holder = { kunde_id: string; gebinde_id: string }

/** Gebinde of a customer by the parts with which they went out. */
const held = query<GebindeLot, Holder>`
  SELECT g.teile, sum(g.menge) AS menge FROM ${gebindebewegungen} g
  WHERE g.kunde_id = :kunde_id AND g.gebinde_id = :gebinde_id
  GROUP BY g.teile ORDER BY min(g.id)`

/**
 * What went out, the earliest first; `run` tells apart what went out with the same parts before and after others. A
 * Storno and what it undoes are left out: pieces that it gives back are as old as they were.
 */
const inOrder = query<GebindeLot, Holder>`
  SELECT o.teile, sum(o.menge) AS menge FROM (
    SELECT g.id, g.teile, g.menge,
      row_number() OVER (ORDER BY g.id) - row_number() OVER (PARTITION BY g.teile ORDER BY g.id) AS run
    FROM ${gebindebewegungen} g
    WHERE g.kunde_id = :kunde_id AND g.gebinde_id = :gebinde_id AND g.menge > 0
      AND NOT EXISTS (
        SELECT 1 FROM ${pfandbuchungen} b WHERE b.vorgang_id = g.vorgang_id AND b.storno_von IS NOT NULL)
      AND NOT EXISTS (
        SELECT 1 FROM ${pfandbuchungen} b CROSS JOIN ${pfandbuchungen} s ON s.storno_von = b.id
        WHERE b.vorgang_id = g.vorgang_id)
  ) o
  GROUP BY o.teile, o.run ORDER BY min(o.id)`

const inVorgang = query<Gebindebewegung, { vorgang_id: string }>`
  SELECT g.gebinde_id, g.teile, g.menge FROM ${gebindebewegungen} g WHERE g.vorgang_id = :vorgang_id ORDER BY g.id`

/**
 * Parts of the gebinde of one Vorgang. They go out with the parts of their day, and come back with the parts with which
 * they went out, first in, first out. More than went out come back with the parts of their day.
 */
class Gebindeteile {
  readonly #tenant: TenantReader
  readonly #kunde_id: string
  readonly #moment: string
  readonly #moves: Gebindebewegung[] = []

  /** @param moment of the parts: when it happened, or when the truck was loaded. ISO 8601 UTC */
  constructor(tenant: TenantReader, kunde_id: string, moment: string) {
    this.#tenant = tenant
    this.#kunde_id = kunde_id
    this.#moment = moment
  }

  /** @returns the parts as which gebinde are booked, each article once */
  split(gebinde_id: string, { art, menge }: Pick<Posten, "art" | "menge">): Teil[] {
    const today = JSON.stringify(listTeileAt(this.#tenant, gebinde_id, this.#moment))
    // Most never get other parts: then it does not matter which came back, and nothing is read of what went out.
    const isOneKind = vorzeichen(art) > 0 || !hasChangedParts(this.#tenant, gebinde_id)
    const lots = isOneKind ? [] : takeOldest(this.#out(gebinde_id), menge)
    const rest = { teile: today, menge: menge - countLots(lots) }
    const pieces = new Map<string, number>()
    for (const lot of rest.menge > 0 ? [...lots, rest] : lots) {
      this.#moves.push({ gebinde_id, teile: lot.teile, menge: piecesOf({ art, menge: lot.menge }) })
      for (const teil of JSON.parse(lot.teile) as Teil[])
        pieces.set(teil.pfandartikel_id, (pieces.get(teil.pfandartikel_id) ?? 0) + lot.menge * teil.menge)
    }
    return [...pieces].map(([pfandartikel_id, sum]) => ({ pfandartikel_id, menge: sum }))
  }

  #out(gebinde_id: string): GebindeLot[] {
    const counts = new Map<string, number>()
    const own = this.#moves.filter((one) => one.gebinde_id === gebinde_id)
    const holder = { kunde_id: this.#kunde_id, gebinde_id }
    for (const { teile, menge } of [...this.#tenant.all(held, holder), ...own])
      counts.set(teile, (counts.get(teile) ?? 0) + menge)
    const kinds = [...counts].filter(([, menge]) => menge > 0).map(([teile, menge]) => ({ teile, menge }))
    if (kinds.length < 2) return kinds
    // Of gebinde with the same parts, those that went out last are held.
    const issues = [...this.#tenant.all(inOrder, holder), ...own.filter(({ menge }) => menge > 0)]
    return issues
      .toReversed()
      .map(({ teile, menge }) => {
        const left = Math.min(menge, Math.max(0, counts.get(teile) ?? 0))
        counts.set(teile, (counts.get(teile) ?? 0) - left)
        return { teile, menge: left }
      })
      .toReversed()
      .filter(({ menge }) => menge > 0)
  }

  /** Keeps with which parts they were booked. */
  store(tenant: TenantDb, vorgang_id: string): void {
    const rows = this.#moves.map((move) => ({ ...move, vorgang_id, kunde_id: this.#kunde_id }))
    if (rows.length > 0) tenant.insertAll(gebindebewegungen, rows)
  }
}

/** Takes back the gebinde of a Vorgang that is reversed. */
export function reverseGebinde(
  tenant: TenantDb,
  kunde_id: string,
  vorgang_id: string,
  storno_id: string,
): void {
  const rows = tenant
    .all(inVorgang, { vorgang_id })
    .map((move) => ({ ...move, menge: -move.menge, kunde_id, vorgang_id: storno_id }))
  if (rows.length > 0) tenant.insertAll(gebindebewegungen, rows)
}
