import { formatDatum } from "../format.ts"
import { DAY } from "../day.ts"

/** Way in which a workbook shows the numbers of a cell; a number of digits, with zeros in front. */
export type NumberFormat = "plain" | "date" | "time" | number

const DATES = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58])
const TIMES = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47, 55, 56])

/** @param code a format of the workbook's own, if it is none of the fixed ones */
export function formatOf(id: number, code = ""): NumberFormat {
  if (DATES.has(id)) return "date"
  if (TIMES.has(id)) return "time"
  // Quoted, escaped or bracketed text is shown as it is, such as a currency.
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, "").toLowerCase()
  if (/[dyj]/.test(bare)) return "date"
  if (/[hs]/.test(bare)) return "time"
  return /^0{2,30}$/.test(bare) ? bare.length : "plain"
}

/** Days from the first of January 1970 back to the day 0 of workbooks, of either kind. */
const EPOCH = 25_569
const EPOCH_1904 = 24_107

/**
 * @param value as the file has it, with a point
 * @returns the text that a person sees there, or would type: amounts in full, with a comma
 */
export function shownNumber(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value)
  if (value.trim() === "" || !Number.isFinite(number)) return value
  if (Math.abs(number) >= MOST_EXACT && format !== "date" && format !== "time") return rounded(number)
  if (typeof format === "number")
    return Number.isInteger(number) && number >= 0 ? String(number).padStart(format, "0") : plain(number)
  if (format === "plain") return plain(number)
  const moment = new Date(Math.round((number - (is1904 ? EPOCH_1904 : EPOCH)) * 1440) * 60_000)
  if (Number.isNaN(moment.getTime())) return plain(number)
  const [day = "", time = ""] = moment.toISOString().split("T")
  if (number < 1 || format === "time") return time.slice(0, 5)
  return moment.getTime() % DAY === 0 ? formatDatum(day) : `${formatDatum(day)} ${time.slice(0, 5)}`
}

/** From here on a spreadsheet has lost the last digits, and writes zeros or an exponent for them. */
const MOST_EXACT = 1e15

/** `3,4012345E+17`: as a spreadsheet shows it, so that nobody takes its zeros for digits. */
const rounded = (number: number): string =>
  Number(number.toPrecision(15)).toExponential().replace(".", ",").replace("e", "E")

/**
 * Fifteen digits are what a spreadsheet shows of a number; three behind a comma could be thousands (lib/figures.ts).
 */
function plain(number: number): string {
  const text = Number(number.toPrecision(15)).toLocaleString("en", {
    useGrouping: false,
    maximumFractionDigits: 20,
  })
  return text.replace(/(\.\d{3})$/, "$10").replace(".", ",")
}
