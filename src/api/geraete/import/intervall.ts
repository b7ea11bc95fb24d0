import { addDays, nextAfter } from "../../../lib/day.ts"
import { CellFault, type ImportColumn } from "../../import/table/columns.ts"

/** How often a device is tested: read from a cell, or worked out from two days. */

const MONTHS: Readonly<Record<string, number>> = {
  monatlich: 1,
  vierteljährlich: 3,
  quartalsweise: 3,
  halbjährlich: 6,
  jährlich: 12,
}

/** `24 Monate`, `2 J.`, `alle 90 Tage`, `2-jährig`, `6 Wochen`, `1,5 Jahre`. */
const IN_WORDS =
  /^(?:alle\s+)?(\d{1,4}(?:[.,]5)?)[\s-]*(?:(T)(?:age?n?)?|(W)(?:o(?:che?n?)?)?|(M)(?:on(?:at(?:en?|lich|ig)?)?)?|([JY])(?:ahre?n?|(?:ä|ae)hr(?:lich|ig)|ears?|rs?)?)\.?$/i
const NUMBERS = ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"]
/** Writes `zwei Jahre`, `zweijährlich` and `fünfjährig` with digits, and `1 x jährlich` as `jährlich`. */
const inDigits = (cell: string): string =>
  cell
    .normalize("NFC")
    .toLowerCase()
    .replace(/^(?:alle\s+)?(?:1\s*x|einmal)\s+/, "")
    .replace(/^jedes\s+/, "1 ")
    .replace(
      /^(?:alle\s+)?([a-zü]{3,6}?)(?:e[nrs]?)?(?=\s*-?(?:tag|woche|monat|jahr|jähr))/,
      (word, number: string) => {
        const at = NUMBERS.indexOf(number)
        return at < 0 ? word : `${at + 1} `
      },
    )
    .replace(/^jährl\.?$/, "jährlich")
const WHOLE = /^\d{1,4}$/
const UNIT = /\b(Tag|Monat|Jahr)/i

/** A bare number counts in the unit of the heading: `TÜV alle (Monate)`. */
export const intervall: Pick<ImportColumn, "read" | "reader"> = {
  reader: (_, heading) => {
    const [, unit = ""] = UNIT.exec(heading) ?? []
    return { read: (cell) => readIntervall(WHOLE.test(cell) ? `${cell} ${unit}` : cell) }
  },
}

/** @returns `24 Monate` or `90 Tage` @throws CellFault */
function readIntervall(cell: string): string {
  const text = inDigits(cell)
  const [, count = "", days, weeks, , years] = IN_WORDS.exec(text) ?? []
  const n = MONTHS[text] ?? Number(count.replace(",", ".")) * (years ? 12 : weeks ? 7 : 1)
  if (!Number.isInteger(n) || n < 1 || n > 3650)
    throw new CellFault("muss ein Zeitraum sein, z. B. 24 Monate oder 90 Tage")
  return `${n} ${days || weeks ? "Tage" : "Monate"}`
}

/** Days by which a test may be off its interval: a month alone stands for its first or last day. */
export const LEEWAY = 31
/** Intervals that two days can show: half a year, a year, and so on up to twenty years. In months. */
const [STEP, MOST] = [6, 240]

/** @returns the interval between the last and the next test, as `12 Monate`; undefined where no usual one fits */
export function intervalBetween(last: unknown, next: unknown): string | undefined {
  if (typeof last !== "string" || typeof next !== "string") return undefined
  for (let months = STEP; months <= MOST; months += STEP) {
    const due = nextAfter(last, { intervall: months, intervall_in: "monate" })
    if (addDays(due, -LEEWAY) <= next && next <= addDays(due, LEEWAY)) return `${months} Monate`
  }
  return undefined
}
