import type { TenantDb } from "../../../db/tenant-db.ts"
import { addDays } from "../../../lib/day.ts"
import { type DayOfMonth, dayReader, undecidedDay } from "../../../lib/day-read.ts"
import type { Frage } from "../../../lib/table/findings.ts"
import { formatDatum } from "../../../lib/format.ts"
import { invalid, Refusal } from "../../../lib/refusal.ts"
import { instants, readErfasstAm } from "../../shared/time.ts"
import { accepted, type ReaderContext, CellFault } from "./columns.ts"

/** A day as the bare number that a spreadsheet stores. */
const NUMBERED = /^[2-7]\d{4}(?:[.,]\d+)?$/
/** Days between the two first days from which spreadsheets count, in 1899 and 1904. */
const LATER = 1462

/**
 * @param day of a month that stands without a day
 * @returns reads one of the cells, as `YYYY-MM-DD`; throws a CellFault for what is no day, or may be two
 */
export function daysIn(
  cells: readonly string[],
  day: DayOfMonth,
  { is1904, tage = "tag" }: ReaderContext,
): (cell: string) => { value: string; isMonth: boolean } {
  // Day first is only a guess for the preview: `dayQuestion` asks before the import.
  const read = dayReader(cells, day, tage)
  return (cell) => {
    const found = accepted(read(cell))
    // A number that is not formatted as a day may have been counted from either first day.
    if (is1904 && NUMBERED.test(cell)) throw ambiguousDay(found.value, addDays(found.value, LATER))
    return found
  }
}

/** @returns the question whether day or month stands first in a column; undefined if a cell or an answer shows it */
export function dayQuestion(
  cells: readonly string[],
  heading: string,
  { tage }: ReaderContext,
): Frage | undefined {
  const undecided = tage ? undefined : undecidedDay(cells)
  return (
    undecided && {
      feld: "tage",
      frage: `Unter „${heading}“ steht etwa ${undecided.cell}: Ist das der ${undecided.dayFirst} oder der ${undecided.monthFirst}?`,
      antworten: [
        { wert: "tag", text: `Erst der Tag: ${undecided.dayFirst}` },
        { wert: "monat", text: `Erst der Monat: ${undecided.monthFirst}` },
      ],
    }
  )
}

/** @returns the fault of a cell that could be two days */
export const ambiguousDay = (one: string, other: string): CellFault =>
  new CellFault(`ist nicht eindeutig: bitte ${formatDatum(one)} oder ${formatDatum(other)} schreiben`)

/**
 * @param stichtag `YYYY-MM-DD`; now, if it is left out
 * @returns the time at which the import books, ISO 8601 UTC
 * @throws Refusal invalid for a day in the future, or one before the first known VAT rate
 */
export function asOf(tenant: TenantDb, stichtag: string | undefined): string {
  try {
    return readErfasstAm(instants(tenant, { von: stichtag }).seit, tenant.now())
  } catch (error) {
    const fault = error instanceof Refusal ? error.details.faults?.[0] : undefined
    throw fault ? invalid("stichtag", fault.msg) : error
  }
}
