import type { TenantDb } from "../../../db/tenant-db.ts"
import { addDays } from "../../../lib/day.ts"
import { type DayOfMonth, dayReader, undecidedDay } from "../../../lib/day-read.ts"
import type { Frage } from "../../../lib/table/findings.ts"
import { formatDatum } from "../../../lib/format.ts"
import { invalid, Refusal } from "../../../lib/refusal.ts"
import { instants, readErfasstAm } from "../../shared/time.ts"
import { accepted, type Beside, CellFault } from "./columns.ts"

/** A day as the bare number that spreadsheets store. */
const NUMBERED = /^[2-7]\d{4}(?:[.,]\d+)?$/
/** Days from the first day of most spreadsheets to that of those which count from 1904. */
const LATER = 1462

/**
 * @param day that a month alone stands for
 * @returns reads a cell of days; throws CellFault
 */
export function daysIn(
  cells: readonly string[],
  day: DayOfMonth,
  { is1904, tage = "tag" }: Beside,
): (cell: string) => { value: string; isMonth: boolean } {
  // Nothing is taken over before it is answered (`dayQuestion`).
  const read = dayReader(cells, day, tage)
  return (cell) => {
    const found = accepted(read(cell))
    // The file's own days show as such: what lost that form may have been counted here, or elsewhere.
    if (is1904 && NUMBERED.test(cell)) throw unclear(found.value, addDays(found.value, LATER))
    return found
  }
}

/** @returns the question what stands first in the days of a column, where nothing in it says that and nobody has answered */
export function dayQuestion(cells: readonly string[], heading: string, { tage }: Beside): Frage | undefined {
  const unclear = tage ? undefined : undecidedDay(cells)
  return (
    unclear && {
      feld: "tage",
      frage: `Unter „${heading}“ steht etwa ${unclear.cell}: Ist das der ${unclear.dayFirst} oder der ${unclear.monthFirst}?`,
      antworten: [
        { wert: "tag", text: `Erst der Tag: ${unclear.dayFirst}` },
        { wert: "monat", text: `Erst der Monat: ${unclear.monthFirst}` },
      ],
    }
  )
}

/** @returns the fault of a cell that could be two days */
export const unclear = (one: string, other: string): CellFault =>
  new CellFault(`ist nicht eindeutig: bitte ${formatDatum(one)} oder ${formatDatum(other)} schreiben`)

/**
 * @param stichtag `YYYY-MM-DD`; without one it is now
 * @returns when what stood so on that day is booked as of, ISO 8601 UTC
 * @throws Refusal invalid for a day to come, or one of which no VAT rate is known
 */
export function asOf(tenant: TenantDb, stichtag: string | undefined): string {
  try {
    return readErfasstAm(instants(tenant, { von: stichtag }).seit, tenant.now())
  } catch (error) {
    const fault = error instanceof Refusal ? error.details.faults?.[0] : undefined
    throw fault ? invalid("stichtag", fault.msg) : error
  }
}
