import type { TenantDb } from "../../../db/tenant-db.ts"
import { dayReader } from "../../../lib/day-read.ts"
import { formatDatum } from "../../../lib/format.ts"
import { type Importart, importe } from "../../../lib/importarten.ts"
import type { Column } from "./importer.ts"
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

/** Other money than euros with their tax, and other counts than single pieces. */
const OTHER_UNITS =
  /\b(?:in )?(?:CHF|SFr\.?|Franken|DM|D-Mark|USD|Dollar)(?!\p{L})|\bnetto\p{L}*|\b(?:ohne|zzgl\.?|exkl\.?) (?:MwSt|USt|Mehrwertsteuer)|\bin (?:Tsd\.?|Tausend|T€|TEUR|K[aä]sten|Kisten|VPE?|VE|Cent|ct|Hektolitern?|hl|Litern?|Prozent|%)(?!\p{L})/iu

/** @returns what to tell where the title of a table says that its figures are others than its headings say, in German */
export function otherUnitAbove(titel: string, columns: readonly Column[]): string[] {
  const found = columns.some(({ spalte }) => spalte?.sum) ? OTHER_UNITS.exec(titel)?.[0] : undefined
  return found === undefined
    ? []
    : [`Über der Tabelle steht „${found}“: Gelesen ist jede Zahl, wie sie dasteht. Ist das gemeint?`]
}
