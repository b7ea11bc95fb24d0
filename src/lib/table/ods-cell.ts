import { dayReader } from "../day-read.ts"
import { shownIso } from "./moments.ts"
import { plainNumber } from "./plain-number.ts"
import { inContainers, otherMoney } from "./signs.ts"

/** @returns the cell as a person sees it, or would type it: numbers in full */
export function shownAs(kind: string, value: string, text: string): string {
  if (kind === "date") return isMonth(value, text) ? text : shownIso(value)
  if (kind === "boolean") return value === "true" ? "ja" : "nein"
  if (kind === "time") return shownTime(value) ?? text
  const number = Number(value)
  if (value === "" || !Number.isFinite(number)) return text
  if (kind === "percentage") return `${plainNumber(number * 100)} %`
  const money = otherMoney(text)
  if (money !== undefined) return `${plainNumber(number)} ${money}`
  return isMore(text) || inContainers(text) ? text : plainNumber(number)
}

/** @returns whether a first day of a month is shown without its day */
function isMonth(value: string, text: string): boolean {
  const read = dayReader([], "first")(text.trim())
  return /^\d{4}-\d\d-01$/.test(value) && "value" in read && read.isMonth && read.value === value
}

/** `PT26H30M00S` → `26:30` */
function shownTime(value: string): string | undefined {
  const [, hours, minutes] = /^PT(\d+)H(\d+)M/.exec(value) ?? []
  return hours === undefined ? undefined : `${hours.padStart(2, "0")}:${minutes}`
}

/** An amount, or another number, in any format that adds nothing to its value. */
const FIGURE =
  /^[-−(]?\s*(?:[€$£]|EUR|CHF|USD)?\s*[-−]?(?:\d{1,3}(?:[.,'’\s]\d{3})+|[1-9]\d*|0)?(?:[.,]\d+)?(?:E[+-]?\d+)?[-−)]?\s*(?:[€$£]|\s\p{L}+\.?|EUR|CHF|USD)?$/u

/** @returns whether a shown number is more than a number: it has leading zeros, or letters and signs in it */
const isMore = (text: string): boolean => text !== "" && !FIGURE.test(text.trim())

export type Attributes = Record<string, string>

/** @returns an attribute by its local name */
export function valueOf(attributes: Attributes, name: string): string | undefined {
  const end = `:${name}`
  for (const key in attributes) if (key.endsWith(end)) return attributes[key]
  return undefined
}

export type OdsCell = {
  kind: string
  value: string
  isFormula: boolean
  times: number
  /** Number of rows that it is merged over. */
  rows: number
  /** Other money than the euro, with a space before it; it need not be shown. */
  money: string
  style: string | undefined
}

export function cellOf(attributes: Attributes): OdsCell {
  const value =
    attributes["office:value"] ??
    valueOf(attributes, "date-value") ??
    valueOf(attributes, "time-value") ??
    valueOf(attributes, "boolean-value") ??
    ""
  const currency = valueOf(attributes, "currency") ?? "EUR"
  return {
    kind: attributes["office:value-type"] ?? "",
    value,
    isFormula: valueOf(attributes, "formula") !== undefined,
    times: Number(valueOf(attributes, "number-columns-repeated") ?? 1) || 1,
    money: currency === "EUR" ? "" : ` ${currency}`,
    rows: Number(valueOf(attributes, "number-rows-spanned") ?? 1) || 1,
    style: valueOf(attributes, "style-name"),
  }
}
