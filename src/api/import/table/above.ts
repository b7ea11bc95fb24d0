import type { TenantDb } from "../../../db/tenant-db.ts"
import { dayReader } from "../../../lib/day-read.ts"
import { formatDatum } from "../../../lib/format.ts"
import { type Importart, importe } from "../../../lib/importarten.ts"
import { localTime } from "../../shared/time.ts"

/** `31.10.2026`, `31. Oktober 2026`; not the day on which a list was printed. */
const DAYS =
  /(?<!druck[^\d;|]{0,20}|erstellt[^\d;|]{0,20}|exportiert[^\d;|]{0,20}|\d)\d{1,2}\. ?(?:\d{1,2}\.|\p{L}{3,9}) ?\d{4}(?!\d)/giu

type Given = { art: Importart; titel: string; stichtag: string | undefined }

/** @returns what to tell where the title of a table names another day than the one as of which it is taken over, in German */
export function otherDayAbove(
  tenant: TenantDb,
  { art, titel, stichtag = localTime(tenant).datum }: Given,
): string[] {
  if (!importe[art].dated) return []
  const read = dayReader([], "last")
  const days = (titel.match(DAYS) ?? []).map(read).flatMap((day) => ("value" in day ? [day.value] : []))
  const [first] = days
  if (first === undefined || days.includes(stichtag)) return []
  return [
    `Über der Tabelle steht der ${formatDatum(first)}, übernommen wird sie zum ${formatDatum(stichtag)}. Stimmt der Stichtag?`,
  ]
}
