import { query } from "../../db/query.ts"
import { importzuordnungen } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { simple } from "../../lib/fold.ts"
import { invalid } from "../../lib/refusal.ts"
import { FAULT, type ImportColumn } from "./columns.ts"
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
  { spalten, otherFields }: Omit<Target, "art">,
): Assigned {
  if (text === undefined) return new Map()
  const fault = invalid("zuordnung", "muss ein JSON-Objekt sein: Überschrift → Feld oder null")
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw fault
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw fault
  const known = new Set<unknown>([null, ...spalten.map(({ feld }) => feld)])
  const isOther = (field: unknown): boolean =>
    otherFields !== undefined && typeof field === "string" && field.startsWith(otherFields)
  if (Object.values(given).some((field) => !known.has(field) && !isOther(field))) throw fault
  return new Map(Object.entries(given).map(([heading, field]) => [simple(heading), field as string | null]))
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

/**
 * By hand comes before what is remembered, and that before the known words. No field is taken from two columns: the
 * first one that was assigned, or named first in its list of words, has it.
 */
export function columnsOf(
  headings: string[],
  { spalten, passedOver = [] }: Pick<Importer<never>, "spalten" | "passedOver">,
  assigned: Assigned,
): Column[] {
  const ours = new Set([FAULT, ...passedOver].map(simple))
  const used = new Set<string>()
  const found = new Map<number, ImportColumn>()
  const ranked = headings.flatMap((heading, i) =>
    rankedOf(simple(heading), spalten, assigned).map((one) => ({ i, ...one })),
  )
  for (const { i, spalte } of ranked.toSorted((a, b) => a.rank - b.rank)) {
    if (used.has(spalte.feld) || found.has(i)) continue
    used.add(spalte.feld)
    found.set(i, spalte)
  }
  return headings.map((heading, i) => ({ heading, spalte: found.get(i), isOurs: ours.has(simple(heading)) }))
}

/** More than any field has words. */
const SECOND_CHOICE = 1000

/** @returns the fields that a heading may stand for; the first of them, unless another heading has it */
function rankedOf(
  heading: string,
  columns: readonly ImportColumn[],
  assigned: Assigned,
): { spalte: ImportColumn; rank: number }[] {
  const byHand = assigned.get(heading)
  if (byHand !== undefined)
    return columns.filter(({ feld }) => feld === byHand).map((spalte) => ({ spalte, rank: -1 }))
  const known = columns.flatMap((spalte) => {
    const rank = [spalte.name, ...(spalte.auch ?? [])].findIndex((word) => simple(word) === heading)
    return rank < 0 ? [] : [{ spalte, rank }]
  })
  return known.map(({ spalte, rank }, choice) => ({ spalte, rank: rank + choice * SECOND_CHOICE }))
}
