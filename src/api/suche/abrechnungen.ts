import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { abrechnungen, kunden } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { localTime } from "../shared/time.ts"
import type { SucheReply } from "./model.ts"

type Abrechnung = Static<typeof SucheReply>["abrechnungen"][number]
type Bereich = { jahr: number; von: number; bis: number; limit: number }

const mitNummer = query<Abrechnung, Bereich>`
  SELECT a.id, a.nummer, a.art, a.datum, a.kunde_id, k.name AS kunde_name
  FROM ${abrechnungen} a CROSS JOIN ${kunden} k ON k.id = a.kunde_id
  WHERE a.jahr = :jahr AND a.lfd_nr >= :von AND a.lfd_nr <= :bis ORDER BY a.lfd_nr DESC LIMIT :limit`

/** `ABR-2026-00012` as people type it: `abr-2026-0`, `2026-12`, `abr 12`, `00012`. */
const NUMMER = /^(abr)?[\s-]*(?:(\d{4})[\s-]+)?(\d{0,9})$/i

/** Digits of a settlement's number, padded with zeros; numbers beyond have more. */
const STELLEN = 5

/** Years that a number alone is looked for in. */
const JAHRE = 3

/** @returns the settlements of which the number was typed, or its beginning: this year's first, and of one the latest */
export function searchAbrechnungen(tenant: TenantReader, q: string, limit: number): Abrechnung[] {
  const [, abr, year, nr] = NUMMER.exec(q) ?? []
  if (nr === undefined || (nr === "" && !abr) || (year && !abr && nr === "")) return []
  const now = Number(localTime(tenant).datum.slice(0, 4))
  const jahre = year ? [Number(year)] : Array.from({ length: JAHRE }, (_, before) => now - before)
  const found = new Map<string, Abrechnung>()
  for (const bereich of bereicheOf(nr, abr !== undefined))
    for (const jahr of jahre)
      for (const one of tenant.all(mitNummer, { jahr, ...bereich, limit })) found.set(one.id, one)
  return [...found.values()].slice(0, limit)
}

/** Exactly that number, then those that begin like it; a number alone may be anything, and begins nothing. */
function bereicheOf(nr: string, isMeant: boolean): Pick<Bereich, "von" | "bis">[] {
  if (nr === "") return [{ von: 1, bis: Number.MAX_SAFE_INTEGER }]
  const exact = [{ von: Number(nr), bis: Number(nr) }]
  if (!isMeant || nr.length >= STELLEN) return exact
  return [...exact, { von: Number(nr.padEnd(STELLEN, "0")), bis: Number(nr.padEnd(STELLEN, "9")) }]
}
