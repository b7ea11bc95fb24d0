import { DAY } from "../../../../lib/day.ts"
import { formatDatum, formatEuro, formatQuantity, once } from "../../../../lib/format.ts"

export { addDays as shifted } from "../../../../lib/day.ts"
export { formatLand as country } from "../../../../lib/format.ts"

/** Formats of figures, days and addresses on pages; those of papers (lib/format.ts) with a real minus sign. */

const inWords = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const
const weekday = once(() => new Intl.DateTimeFormat("de-DE", inWords))
const weekdayAndYear = once(() => new Intl.DateTimeFormat("de-DE", { ...inWords, year: "numeric" }))
const instant = once(() => new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "short" }))
const apart = once(() => new Intl.RelativeTimeFormat("de-DE", { numeric: "auto" }))

const signed = (figure: string): string => figure.replace("-", "−")

/** `123456` → `1.234,56 €` */
export const euro = (cent: number): string => signed(formatEuro(cent))

/** A customer's balance: one in the customer's favour is named, as a sign alone could mean either side. */
export const saldo = (cent: number): string => (cent < 0 ? `Guthaben ${euro(-cent)}` : euro(cent))

/** Everything but digits, and the zero that is left out after a country's code: `+49 (0)4131`. */
const UNDIALLED = /(?<=^\s*(?:\+|00)\d+\s*)\(0\)|[^\d+]/g

/** A link that rings up, and can do nothing else. @param number as people write it */
export const telephone = (number: string): string => `tel:${number.replaceAll(UNDIALLED, "")}`

/** A link that writes to this address alone: `?bcc=` in it is part of the address. */
export const mail = (email: string): string => `mailto:${encodeURIComponent(email).replace("%40", "@")}`

const compact = once(() => new Intl.NumberFormat("de-DE", { notation: "compact", maximumFractionDigits: 1 }))

/** `123456` → `1.235 €`, from a million on `1,5 Mio. €`: for the edge of a plot, which is narrow. */
export function euroRound(cent: number): string {
  if (Math.abs(cent) < 100_000_000) return `${pieces(cent / 100)} €`
  return `${signed(compact().format(cent / 100))} €`
}

/** `1234` → `1.234` */
export const pieces = (count: number): string => signed(formatQuantity(count))

/** A difference with its sign, also where it is positive: `+1.234`. @param said how to write it */
export const withSign = (difference: number, said: (figure: number) => string): string =>
  difference > 0 ? `+${said(difference)}` : said(difference)

/** `1` → `1 Kunde`, `1234` → `1.234 Kunden` */
export const plural = (count: number, one: string, many: string): string =>
  `${pieces(count)} ${count === 1 ? one : many}`

/** `2026-03-31` → `31.03.2026`, of an instant the day where this browser is; nothing for nothing. */
export function date(iso: string | null | undefined): string {
  if (!iso) return ""
  return formatDatum(iso.includes("T") ? today(new Date(iso)) : iso)
}

/** @returns `01.10.2026 bis 31.10.2026`; of one day, that day */
export const period = (first: string, last: string): string =>
  first === last ? date(last) : `${date(first)} bis ${date(last)}`

/** `2026-03-31` → `Dienstag, 31. März`; of another year than this one with the year. */
export const dateInWords = (iso: string): string =>
  (iso.slice(0, 4) === today().slice(0, 4) ? weekday() : weekdayAndYear()).format(Date.parse(iso))

const dayName = once(() => new Intl.DateTimeFormat("de-DE", { weekday: "long", timeZone: "UTC" }))

/** `2026-03-31` → `Dienstag` */
export const weekdayName = (iso: string): string => dayName().format(Date.parse(iso))

/** `2026-03-31` → `Di 31.03.` */
export const shortDay = (iso: string): string => `${weekdayName(iso).slice(0, 2)} ${date(iso).slice(0, 6)}`

/** An instant where this browser is: `31.03.2026, 07:30`. */
export const moment = (iso: string | null | undefined): string => (iso ? instant().format(new Date(iso)) : "")

/** An instant at which something happened. A day without a time of day is kept as its noon, and shown as a day. */
export const happened = (iso: string): string => (isNoon(new Date(iso)) ? date(iso) : moment(iso))

const isNoon = (at: Date): boolean => at.getHours() === 12 && at.getTime() % 3_600_000 === 0

const clock = once(() => new Intl.DateTimeFormat("de-DE", { timeStyle: "short" }))

/** Where this browser is: `07:30`. */
export const clockTime = (at: Date): string => clock().format(at)

/** `vor 3 Tagen`, `gestern`, `heute`, `in 2 Wochen`. @param now in ms */
export function ago(iso: string, now = Date.now()): string {
  const days = Math.round((startOfDay(Date.parse(iso)) - startOfDay(now)) / DAY)
  if (Math.abs(days) < 14) return apart().format(days, "day")
  if (Math.abs(days) < 60) return apart().format(Math.round(days / 7), "week")
  return apart().format(Math.round(days / 30.44), "month")
}

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0)

/** @returns the words with a capital at their beginning */
export const capital = (words = ""): string => words.charAt(0).toUpperCase() + words.slice(1)

/** @returns `03`, as in `2026-03-31` */
export const twoDigits = (number: number): string => String(number).padStart(2, "0")

/** Today where this browser is, as `2026-03-31`. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

/** `09:00–11:30`, `ab 09:00`, `bis 11:30`, or nothing. */
export function span(from: string | null, to: string | null): string {
  if (from && to) return `${from}–${to}`
  return from ? `ab ${from}` : to ? `bis ${to}` : ""
}

type Place = { strasse: string | null; plz: string | null; ort: string | null }

/** In one line, without what is missing. */
export const address = ({ strasse, plz, ort }: Place): string =>
  [strasse, [plz, ort].filter(Boolean).join(" ")].filter(Boolean).join(", ")

/** A figure and its unit, which no line break may part: `0,5 l`. */
const WITH_UNIT = /(\d) (?=(?:ml|cl|l|kg|g|cm|mm|m|Liter|Stück|St\.?|er)\b)/gi

/** @returns a name whose figures stay with their units, to be shown */
export const unbroken = (name: string): string => name.replace(WITH_UNIT, "$1\u00a0")
