import { today } from "./format.ts"

/** Months, written `2026-03`. */

const inWords = new Intl.DateTimeFormat("de-DE", { month: "long", year: "numeric", timeZone: "UTC" })

/** `2026-03` → `März 2026` */
export const monthInWords = (month: string): string => inWords.format(Date.parse(`${month}-01`))

/** @returns its first and last day */
export function daysOf(month: string): { von: string; bis: string } {
  const [year, number] = month.split("-").map(Number) as [number, number]
  return { von: `${month}-01`, bis: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** @param count 1 is the month before. @returns the month that many months before the day's own */
export function monthBefore(day: string, count = 1): string {
  const [year, number] = day.split("-").map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7)
}

/**
 * @param since an instant, whose day is that of this browser
 * @returns the last full month, but not before `since`; if all of it is before `since`, the days from `since` until today
 */
export function lastPeriod(day: string, since: string | undefined): { von: string; bis: string } {
  const { von, bis } = daysOf(monthBefore(day))
  const first = since === undefined ? von : today(new Date(since))
  return first > bis ? { von: first, bis: day } : { von: first > von ? first : von, bis }
}

const periods = [
  { id: "monat", label: "Letzter Monat" },
  { id: "quartal", label: "Letztes Quartal" },
  { id: "bisher", label: "Dieses Quartal bis heute" },
  { id: "jahr", label: "Dieses Jahr bis heute" },
] as const
type Period = (typeof periods)[number]["id"]

/**
 * @param since an instant, whose day is that of this browser
 * @returns the periods as seen on a day, none beginning before `since`, and none that ended before it
 */
export function periodsSince(
  since: string,
  day: string,
): { id: Period; label: string; von: string; bis: string }[] {
  const first = today(new Date(since))
  return (
    periods
      .map((period) => ({ ...period, ...daysIn(period.id, day) }))
      .filter(({ bis }) => bis >= first)
      .map(({ von, ...period }) => ({ ...period, von: first > von ? first : von }))
      // Of a new customer, several of these periods are the same days: only one is kept, under a name that fits.
      .filter(({ id, von }) => id !== "bisher" || von > first)
      .map((period) => (period.id === "jahr" && period.von === first ? { ...period, label: WHOLE } : period))
  )
}

const WHOLE = "Alles bis heute"

/** @returns the days of a period as seen on a day */
function daysIn(period: Period, day: string): { von: string; bis: string } {
  const [year = "", month = ""] = day.split("-")
  if (period === "jahr") return { von: `${year}-01-01`, bis: day }
  if (period === "monat") return daysOf(monthBefore(day))
  const gone = (Number(month) - 1) % MONTHS
  if (period === "bisher") return { von: daysOf(monthBefore(day, gone)).von, bis: day }
  return { von: daysOf(monthBefore(day, gone + MONTHS)).von, bis: daysOf(monthBefore(day, gone + 1)).bis }
}

/** In a quarter. */
const MONTHS = 3

/**
 * @param first number of months between the day and the latest month
 * @returns two years of months for a field, and the chosen one
 */
export const monthsBefore = (day: string, first: number, chosen: string): { id: string; label: string }[] =>
  [...new Set([...Array.from({ length: 24 }, (_, index) => monthBefore(day, first + index)), chosen])].map(
    (id) => ({ id, label: monthInWords(id) }),
  )
