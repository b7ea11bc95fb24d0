import { DAY } from "../day.ts"
import { formatDatum } from "../format.ts"
import { plainNumber } from "./plain-number.ts"

/** Days from the first of January 1970 back to the day 0 of workbooks, of either kind. */
const EPOCH = 25_569
const EPOCH_1904 = 24_107

const two = (n: number): string => String(n).padStart(2, "0")

/** What a format shows of a moment: a whole day, the month or the year of one, the time of day, or a sum of time. */
export type MomentKind = "date" | "month" | "year" | "time" | "hours" | "minutes" | "seconds"

export function moment(kind: MomentKind, number: number, is1904: boolean): string {
  if (kind === "hours" || kind === "minutes" || kind === "seconds") return sum(kind, number)
  const seconds = Math.round((number - (is1904 ? EPOCH_1904 : EPOCH)) * 86_400)
  // To the minute, but no day that ends at 23:59:59 is the next one.
  const last = Math.floor(seconds / 86_400) * 1440 + 1439
  const at = new Date(Math.min(Math.round(seconds / 60), last) * 60_000)
  if (number < 0 || Number.isNaN(at.getTime())) return plainNumber(number)
  const [day = "", time = ""] = at.toISOString().split("T")
  if (number < 1 || kind === "time") return time.slice(0, 5)
  return at.getTime() % DAY === 0 ? shownDay(kind, day) : `${formatDatum(day)} ${time.slice(0, 5)}`
}

const MONTHS = "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez".split(" ")

/** Of `3/2027` a spreadsheet makes the first day of a month that it shows without its day; any other day was typed. */
function shownDay(kind: MomentKind, day: string): string {
  const [year = "", month = ""] = day.split("-")
  if (kind === "month" && day.endsWith("-01")) return `${MONTHS[Number(month) - 1]} ${year}`
  return kind === "year" && day.endsWith("-01-01") ? year : formatDatum(day)
}

/** @returns a time that may be longer than a day: `26:30` */
function sum(kind: "hours" | "minutes" | "seconds", number: number): string {
  const seconds = Math.round(number * 86_400)
  if (seconds < 0 || kind === "seconds") return plainNumber(seconds)
  return kind === "hours"
    ? `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}`
    : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

/** @returns a moment as strict workbooks and others write it, `2026-03-31T08:00:00`, as one of Excel's is shown */
export function shownIso(value: string): string {
  const [, day, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(value) ?? []
  if (day === undefined) return value
  return time === "00:00" ? formatDatum(day) : `${formatDatum(day)} ${time}`
}
