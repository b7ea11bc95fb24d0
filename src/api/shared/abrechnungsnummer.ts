import { query } from "../../db/query.ts"
import { abrechnungen, kunden } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { localTime } from "./time.ts"

/** A settlement as it is found. */
export type FoundAbrechnung = Pick<
  Row<typeof abrechnungen>,
  "id" | "nummer" | "art" | "datum" | "kunde_id"
> & {
  kunde_name: string
}
type Range = { jahr: number; von: number; bis: number; limit: number }

const withNumber = query<FoundAbrechnung, Range>`
  SELECT a.id, a.nummer, a.art, a.datum, a.kunde_id, k.name AS kunde_name
  FROM ${abrechnungen} a CROSS JOIN ${kunden} k ON k.id = a.kunde_id
  WHERE a.jahr = :jahr AND a.lfd_nr >= :von AND a.lfd_nr <= :bis ORDER BY a.lfd_nr DESC LIMIT :limit`

/** `ABR-2026-00012` as people type it: `abr-2026-0`, `2026-12`, `abr 12`, `Rechnung 12`, `00012`. */
const NUMBER = /^(abr|(?:ab)?rechnung)?[\s-]*(?:(\d{4})[\s-]+)?(\d{0,9})$/i

/** Digits of a settlement's number, padded with zeros; numbers beyond have more. */
const DIGITS = 5

/** Years that a number alone is looked for in. */
const YEARS = 3

/** @returns the settlements whose number was typed, or its beginning: this year's first, and of each year the latest */
export function searchAbrechnungen(tenant: TenantReader, q: string, limit: number): FoundAbrechnung[] {
  const [, abr, year, nr] = NUMBER.exec(q) ?? []
  if (nr === undefined || (nr === "" && !abr) || (year && !abr && nr === "")) return []
  const now = Number(localTime(tenant).datum.slice(0, 4))
  const years = year ? [Number(year)] : Array.from({ length: YEARS }, (_, before) => now - before)
  const found = new Map<string, FoundAbrechnung>()
  for (const range of rangesOf(nr, abr !== undefined))
    for (const jahr of years)
      for (const one of tenant.all(withNumber, { jahr, ...range, limit })) found.set(one.id, one)
  return [...found.values()].slice(0, limit)
}

/**
 * Exactly that number, then those that begin with it. A number without "ABR" may be anything, so only the exact one
 * counts.
 */
function rangesOf(nr: string, isMeant: boolean): Pick<Range, "von" | "bis">[] {
  if (nr === "") return [{ von: 1, bis: Number.MAX_SAFE_INTEGER }]
  const exact = [{ von: Number(nr), bis: Number(nr) }]
  if (!isMeant || nr.length >= DIGITS) return exact
  return [...exact, { von: Number(nr.padEnd(DIGITS, "0")), bis: Number(nr.padEnd(DIGITS, "9")) }]
}
