import type { TenantDb } from "../../../db/tenant-db.ts"
import { dayReader } from "../../../lib/day-read.ts"
import { formatDatum } from "../../../lib/format.ts"
import { type Importart, importe } from "../../../lib/importarten.ts"
import type { Column } from "./importer.ts"
import { localTime } from "../../shared/time.ts"

/** `31.10.2026` and `31. Oktober 2026`, unless it says that the list was printed or exported that day. */
const DAYS =
  /(?<!druck[^\d;|]{0,20}|erstellt[^\d;|]{0,20}|exportiert[^\d;|]{0,20}|\d)\d{1,2}\. ?(?:\d{1,2}\.|\p{L}{3,9}) ?\d{4}(?!\d)/giu

type Dated = { art: Importart; titel: string; stichtag: string | undefined }

/** @returns a hint, in German, if the title of a table names another day than the `stichtag` of the import */
export function otherDayAbove(
  tenant: TenantDb,
  { art, titel, stichtag = localTime(tenant).datum }: Dated,
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

/** Money other than gross euros, and quantities other than single pieces. */
const OTHER_UNITS =
  /\b(?:in )?(?:CHF|SFr\.?|Franken|DM|D-Mark|USD|Dollar)(?!\p{L})|\bnetto\p{L}*|\b(?:ohne|zzgl\.?|exkl\.?) (?:MwSt|USt|Mehrwertsteuer)|\bin (?:Tsd\.?|Tausend|T€|TEUR|K[aä]sten|Kisten|VPE?|VE|Cent|ct|Hektolitern?|hl|Litern?|Prozent|%)(?!\p{L})/iu

/** @returns a hint, in German, if the title of a table gives its figures another unit than its headings do */
export function otherUnitAbove(titel: string, columns: readonly Column[]): string[] {
  const found = columns.some(({ spalte }) => spalte?.sum) ? OTHER_UNITS.exec(titel)?.[0] : undefined
  return found === undefined
    ? []
    : [`Über der Tabelle steht „${found}“: Gelesen ist jede Zahl, wie sie dasteht. Ist das gemeint?`]
}
