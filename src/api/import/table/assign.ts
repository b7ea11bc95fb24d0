import { query } from "../../../db/query.ts"
import { importzuordnungen } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { simple } from "../../../lib/fold.ts"
import { entriesOf } from "./json-field.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { FAULT, type ImportColumn, type Look } from "./columns.ts"
import { keyOf, type Keys, keysOf, type Unit, unitOf } from "../../../lib/headings.ts"
import type { Assigned, Column, Importer } from "./importer.ts"

type Zuordnung = { id: string; ueberschrift: string; feld: string | null; aktualisiert_am: string }

/** Headings that are remembered of each kind of table: those of some twenty programs. */
const MOST = 500

const stored = query<Zuordnung, { art: string }>`
  SELECT z.id, z.ueberschrift, z.feld, z.aktualisiert_am FROM ${importzuordnungen} z WHERE z.art = :art`

type Target = Pick<Importer<never>, "art" | "spalten" | "otherFields">

/** @throws Refusal invalid for what is no such object, or names a field that there is not */
export function readAssigned(
  text: string | undefined,
  { spalten, otherFields = [] }: Omit<Target, "art">,
): Assigned {
  if (text === undefined) return new Map()
  const known = new Set<unknown>([null, ...spalten.map(({ feld }) => feld)])
  const isOther = (field: unknown): boolean =>
    typeof field === "string" && otherFields.some((beginning) => field.startsWith(beginning))
  const entries = entriesOf<string | null>(
    "zuordnung",
    text,
    "muss ein JSON-Objekt sein: Überschrift → Feld oder null",
    ([, field]) => known.has(field) || isOther(field),
  )
  return new Map(entries.map(([heading, field]) => [simple(heading), field]))
}

/**
 * @param text as `readAssigned` reads it
 * @returns what the company assigned before, and what is assigned now
 * @throws Refusal invalid
 */
export const assignedOf = (tenant: TenantDb, importer: Target, text: string | undefined): Assigned =>
  new Map([
    ...tenant.all(stored, { art: importer.art }).map((one) => [one.ueberschrift, one.feld] as const),
    ...readAssigned(text, importer),
  ])

/** @returns of what was assigned that which the file has, simply as pairs; all else is of no use to anybody */
export function assignedIn(
  columns: readonly Pick<Column, "heading">[],
  assigned: Assigned,
): [string, string | null][] {
  const headings = new Set(columns.map(({ heading }) => simple(heading)))
  return [...assigned].filter(([heading]) => headings.has(heading))
}

/** Remembers what was assigned for the company's next tables; of too many, it forgets those that came first. */
export function rememberAssigned(
  tenant: TenantDb,
  { art }: Target,
  assigned: readonly (readonly [string, string | null])[],
): void {
  if (assigned.length === 0) return
  const known = new Map(tenant.all(stored, { art }).map((one) => [one.ueberschrift, one]))
  const others = new Map(known)
  let added = 0
  for (const [ueberschrift, feld] of assigned) {
    const before = known.get(ueberschrift)
    others.delete(ueberschrift)
    if (before && before.feld !== feld) tenant.update(importzuordnungen, before.id, { feld })
    if (before) continue
    tenant.insert(importzuordnungen, { art, ueberschrift, feld })
    added++
  }
  const beyond = Math.max(0, known.size + added - MOST)
  const oldest = [...others.values()].toSorted((a, b) => (a.aktualisiert_am < b.aktualisiert_am ? -1 : 1))
  for (const { id } of oldest.slice(0, beyond)) tenant.delete(importzuordnungen, id)
}

/** Cells of a column by which its meaning is decided. */
const LOOKED_AT = 500

/**
 * By hand comes before what is remembered, and that before the known words. No field is taken from two columns: the
 * first one that was assigned, or named first in its list of words, has it.
 */
export function columnsOf(
  { headings, rows }: Pick<Table, "headings" | "rows">,
  { spalten, passedOver = [] }: Pick<Importer<never>, "spalten" | "passedOver">,
  assigned: Assigned,
): Column[] {
  const ours = new Set([FAULT, ...passedOver].map(simple))
  const used = new Set<string>()
  const found = new Map<number, ImportColumn>()
  const others = new Set(headings.map(keyOf))
  const some = rows.slice(0, LOOKED_AT)
  const words = spalten.map((spalte) => ({
    spalte,
    known: [spalte.name, ...(spalte.auch ?? [])].map(keyOf),
  }))
  const ranked = headings.flatMap((heading, i) => {
    const cells = some.map((row) => row.cells[i]?.trim() ?? "")
    const look = { heading: keyOf(heading), others, cells, unit: unitOf(heading) }
    return rankedOf(heading, words, assigned, look).map((one) => ({ i, ...one }))
  })
  const ordered = ranked.toSorted((a, b) => a.rank - b.rank)
  for (const { i, spalte } of ordered) {
    if (used.has(spalte.feld) || found.has(i)) continue
    used.add(spalte.feld)
    found.set(i, spalte)
  }
  return headings.map((heading, i) => ({
    heading,
    spalte: found.get(i),
    isOurs: ours.has(simple(heading)),
    second: found.has(i) ? undefined : ordered.find((one) => one.i === i)?.spalte,
  }))
}

/** More than any field has words. */
const SECOND_CHOICE = 1000
const LESS_LIKELY = 100_000

/** @returns the fields that a heading may stand for; the first of them, unless another heading has it */
function rankedOf(
  heading: string,
  words: readonly { spalte: ImportColumn; known: readonly string[] }[],
  assigned: Assigned,
  look: Look,
): Ranked[] {
  const byHand = assigned.get(simple(heading))
  if (byHand !== undefined)
    return words
      .filter(({ spalte }) => spalte.feld === byHand)
      .map(({ spalte }) => ({ spalte, rank: -1_000_000 }))
  const fitting = words.filter(({ spalte }) => isOfUnit(spalte, look.unit))
  const also = fitting
    .filter(({ spalte }) => spalte.isAlso?.(look))
    .map(({ spalte }) => ({ spalte, rank: -1 }))
  return [...also, ...knownAs(keysOf(heading), fitting, look)].map(({ spalte, rank }, choice) => ({
    spalte,
    rank: rank + choice * SECOND_CHOICE,
  }))
}

/** Money is no number of pieces, nor are crates; other money, or thousands, are neither. A deposit may be that of a crate. */
const isOfUnit = ({ sum }: ImportColumn, unit: Unit | undefined): boolean =>
  unit === undefined || sum === undefined || (sum === "cent" && unit !== "other")

type Ranked = { spalte: ImportColumn; rank: number }

/** Of words before brackets and in them, those count on which both agree, or that alone say something. */
function knownAs(
  { whole, before, inside }: Keys,
  words: readonly { spalte: ImportColumn; known: readonly string[] }[],
  look: Look,
): Ranked[] {
  const by = (keys: readonly string[], less: number): Ranked[] =>
    words.flatMap(({ spalte, known }) => {
      const rank = known.findIndex((word) => word !== "" && keys.includes(word))
      // Only then the cells are looked at.
      return rank < 0 || spalte.isNot?.(look) ? [] : [{ spalte, rank: rank + less }]
    })
  const found = by(whole, 0)
  if (found.length > 0) return found
  const [outer, inner] = [by([before], LESS_LIKELY), by([inside], LESS_LIKELY)]
  if (outer.length === 0 || inner.length === 0) return [...outer, ...inner]
  return outer.filter(({ spalte }) => inner.some((one) => one.spalte === spalte))
}

/** @returns all headings by which an importer knows its columns, as people write them */
export const headingsOf = ({ spalten }: Pick<Importer<never>, "spalten">): string[] =>
  spalten.flatMap(({ name, auch = [] }) => [name, ...auch])
