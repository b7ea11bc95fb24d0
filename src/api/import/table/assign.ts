import { query } from "../../../db/query.ts"
import { importzuordnungen } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { simple } from "../../../lib/fold.ts"
import { entriesOf } from "./json-field.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import { FAULT, type ImportColumn, type HeadingContext } from "./columns.ts"
import { keyOf, type Keys, keysOf, type Unit, unitOf } from "../../../lib/headings.ts"
import type { Assigned, Column, Importer } from "./importer.ts"

type Zuordnung = { id: string; ueberschrift: string; feld: string | null; aktualisiert_am: string }

/** Headings remembered for each kind of table: enough for some twenty programs. */
const MOST = 500

const stored = query<Zuordnung, { art: string }>`
  SELECT z.id, z.ueberschrift, z.feld, z.aktualisiert_am FROM ${importzuordnungen} z WHERE z.art = :art`

type Target = Pick<Importer<never>, "art" | "spalten" | "otherFields">

/**
 * @param text of the form field `zuordnung`, JSON
 * @returns what the request assigns; empty without a text
 * @throws Refusal invalid if it is no such object, or names an unknown field
 */
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
 * @returns what the company assigned before, overridden by what the request assigns
 * @throws Refusal invalid
 */
export const assignedOf = (tenant: TenantDb, importer: Target, text: string | undefined): Assigned =>
  new Map([
    ...tenant.all(stored, { art: importer.art }).map((one) => [one.ueberschrift, one.feld] as const),
    ...readAssigned(text, importer),
  ])

/** @returns the assignments whose headings stand in the file, as pairs; only these are worth remembering */
export function assignedIn(
  columns: readonly Pick<Column, "heading">[],
  assigned: Assigned,
): [string, string | null][] {
  const headings = new Set(columns.map(({ heading }) => simple(heading)))
  return [...assigned].filter(([heading]) => headings.has(heading))
}

/** Remembers assignments for the company's next tables. Beyond the limit, the oldest are forgotten. */
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

/** Forgets the headings that mean one customer or article: they may be a person's name. @param feld such as `kunde:K7` */
export function forgetAssigned(tenant: TenantDb, art: Target["art"], feld: string): void {
  for (const one of tenant.all(stored, { art }))
    if (one.feld === feld) tenant.delete(importzuordnungen, one.id)
}

/** Rows that decide what a column means: all of a long table would take too long. */
export const LOOKED_AT = 500

/**
 * Finds out which field each column holds. Assignments come before known headings. Two columns never hold the same field:
 * the assigned one gets it, or the one whose heading comes first in the field's list.
 *
 * @returns the columns of the table, in its order
 */
export function matchColumns(
  { headings, rows }: Pick<Table, "headings" | "rows">,
  { spalten, exportOnly = [] }: Pick<Importer<never>, "spalten" | "exportOnly">,
  assigned: Assigned,
): Column[] {
  const ours = new Set([FAULT, ...exportOnly].map(simple))
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
    const context = { heading: keyOf(heading), others, cells, unit: unitOf(heading) }
    return rankedOf(heading, words, assigned, context).map((one) => ({ i, ...one }))
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
    isExportOnly: ours.has(simple(heading)),
    second: found.has(i) ? undefined : ordered.find((one) => one.i === i)?.spalte,
  }))
}

/**
 * Added to the rank of a field that is only the second choice of its heading, or matches only a part of it. Both are larger
 * than the list of headings of any field.
 */
const SECOND_CHOICE = 1000
const PART_OF_HEADING = 100_000

/** @returns the fields that a heading may stand for, the likeliest first; the lowest rank of all headings wins a field */
function rankedOf(
  heading: string,
  words: readonly { spalte: ImportColumn; known: readonly string[] }[],
  assigned: Assigned,
  context: HeadingContext,
): Ranked[] {
  const byHand = assigned.get(simple(heading))
  if (byHand !== undefined)
    return words
      .filter(({ spalte }) => spalte.feld === byHand)
      .map(({ spalte }) => ({ spalte, rank: -1_000_000 }))
  const fitting = words.filter(({ spalte }) => isOfUnit(spalte, context.unit))
  const also = fitting
    .filter(({ spalte }) => spalte.isAlso?.(context))
    .map(({ spalte }) => ({ spalte, rank: -1 }))
  return [...also, ...knownAs(keysOf(heading), fitting, context)].map(({ spalte, rank }, choice) => ({
    spalte,
    rank: rank + choice * SECOND_CHOICE,
  }))
}

/** Amounts and crates are no pieces; other money and thousands are no euros either. A crate may have a deposit. */
const isOfUnit = ({ sum }: ImportColumn, unit: Unit | undefined): boolean =>
  unit === undefined || sum === undefined || (sum === "cent" && unit !== "other")

type Ranked = { spalte: ImportColumn; rank: number }

/**
 * @returns the fields that the whole heading names; if none, those that the words before and inside its brackets both
 *   name, or that one of the two names if the other names nothing
 */
function knownAs(
  { whole, before, inside }: Keys,
  words: readonly { spalte: ImportColumn; known: readonly string[] }[],
  context: HeadingContext,
): Ranked[] {
  const namedBy = (keys: readonly string[], added: number): Ranked[] =>
    words.flatMap(({ spalte, known }) => {
      const rank = known.findIndex((word) => word !== "" && keys.includes(word))
      // `isNot` looks at many cells: only where the heading fits.
      return rank < 0 || spalte.isNot?.(context) ? [] : [{ spalte, rank: rank + added }]
    })
  const found = namedBy(whole, 0)
  if (found.length > 0) return found
  const [outer, inner] = [namedBy([before], PART_OF_HEADING), namedBy([inside], PART_OF_HEADING)]
  if (outer.length === 0 || inner.length === 0) return [...outer, ...inner]
  return outer.filter(({ spalte }) => inner.some((one) => one.spalte === spalte))
}

/** @returns all headings that an importer knows, as people write them */
export const headingsOf = ({ spalten }: Pick<Importer<never>, "spalten">): string[] =>
  spalten.flatMap(({ name, auch = [] }) => [name, ...auch])
