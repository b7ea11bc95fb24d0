/**
 * 24 hours in ms. Two calendar days a year are an hour longer or shorter: see the company's time zone (api/shared/time.ts).
 */
export const DAY = 86_400_000

/** Compared as text, later than any day and any instant. */
export const END_OF_TIME = "9999-99-99"

/** @param date `YYYY-MM-DD` @returns the day that many days later, or earlier */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** Interval at which something has to be repeated. */
type Intervall = { intervall: number; intervall_in: "tage" | "monate" }

/** @returns the day on which it is due again: a month after 31 January is the last of February */
export function nextAfter(datum: string, { intervall, intervall_in }: Intervall): string {
  if (intervall_in === "tage") return addDays(datum, intervall)
  const [year = 0, month = 1, day = 1] = datum.split("-").map(Number)
  const last = new Date(Date.UTC(year, month - 1 + intervall + 1, 0))
  const due = Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate()))
  return new Date(due).toISOString().slice(0, 10)
}

/** @param date `YYYY-MM-DD` @returns how many days after Monday it is: 0 to 6 */
export const daysAfterMonday = (date: string): number => (new Date(Date.parse(date)).getUTCDay() + 6) % 7

/** @param date `YYYY-MM-DD` @returns the Monday of its week */
export const mondayOf = (date: string): string => addDays(date, -daysAfterMonday(date))
