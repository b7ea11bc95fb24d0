import { DAY } from "../day.ts"
import { formatDatum } from "../format.ts"
import { plainNumber } from "./plain-number.ts"

/** Days between day 0 of a workbook, of either kind, and 1 January 1970. */
const EPOCH = 25_569
const EPOCH_1904 = 24_107

const two = (n: number): string => String(n).padStart(2, "0")

/** What a format shows: a day, its month or its year, a time of day, or a duration in hours, minutes or seconds. */
export type MomentKind = "date" | "month" | "year" | "time" | "hours" | "minutes" | "seconds"

export function moment(kind: MomentKind, number: number, is1904: boolean): string {
  if (kind === "hours" || kind === "minutes" || kind === "seconds") return duration(kind, number)
  const seconds = Math.round((number - (is1904 ? EPOCH_1904 : EPOCH)) * 86_400)
  // Rounded to the minute, but 23:59:59 stays on its day.
  const last = Math.floor(seconds / 86_400) * 1440 + 1439
  const at = new Date(Math.min(Math.round(seconds / 60), last) * 60_000)
  if (number < 0 || Number.isNaN(at.getTime())) return plainNumber(number)
  const [day = "", time = ""] = at.toISOString().split("T")
  if (number < 1 || kind === "time") return time.slice(0, 5)
  return at.getTime() % DAY === 0 ? shownDay(kind, day) : `${formatDatum(day)} ${time.slice(0, 5)}`
}

const MONTHS = "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez".split(" ")

/** A spreadsheet stores `3/2027` as the first of March and shows no day; any other day was typed with its day. */
function shownDay(kind: MomentKind, day: string): string {
  const [year = "", month = ""] = day.split("-")
  if (kind === "month" && day.endsWith("-01")) return `${MONTHS[Number(month) - 1]} ${year}`
  return kind === "year" && day.endsWith("-01-01") ? year : formatDatum(day)
}

/** @returns a duration, which may be longer than a day: `26:30` */
function duration(kind: "hours" | "minutes" | "seconds", number: number): string {
  const seconds = Math.round(number * 86_400)
  if (seconds < 0 || kind === "seconds") return plainNumber(seconds)
  return kind === "hours"
    ? `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}`
    : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

/** @param value as strict workbooks and LibreOffice write it: `2026-03-31T08:00:00` @returns the same as Excel shows it */
export function shownIso(value: string): string {
  const [, day, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(value) ?? []
  if (day === undefined) return value
  return time === "00:00" ? formatDatum(day) : `${formatDatum(day)} ${time}`
}
