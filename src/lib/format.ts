/** Numbers, money, days and times in the German way. It imports nothing, as browsers load it, too. */

/** Makes something at its first use, and keeps it: a formatter takes milliseconds to make. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const decimals = (digits: number) =>
  once(() => new Intl.NumberFormat("de-DE", { minimumFractionDigits: digits, maximumFractionDigits: digits }))
const whole = decimals(0)
const tenths = decimals(1)
const hundredths = decimals(2)

/** @returns `1.234,5 MiB` */
export const formatMebibytes = (bytes: number): string => `${tenths().format(bytes / 1024 ** 2)} MiB`

/** @returns `1.234,5 GiB` */
export const formatGibibytes = (bytes: number): string => `${tenths().format(bytes / 1024 ** 3)} GiB`

/** @returns `1.234` */
export const formatQuantity = (menge: number): string => whole().format(menge)

/** @returns `-1.234,50` for -123450 cents, without the unit; never `-0,00` */
export const formatCent = (cent: number): string => hundredths().format((cent || 0) / 100)

/** @returns `1.234,50 €`, with a space at which no line breaks */
export const formatEuro = (cent: number): string => `${formatCent(cent)}\u00a0€`

/** @returns `1234,50`: for programs, with a decimal comma and nothing between the thousands */
export function formatDecimal(cent: number): string {
  const digits = String(Math.abs(cent)).padStart(3, "0")
  return `${cent < 0 ? "-" : ""}${digits.slice(0, -2)},${digits.slice(-2)}`
}

/** @returns `Adler, Bär und 3 weitere`: the first `most` of them, and how many more there are */
export function listSome(names: readonly string[], most = 5, between = ", "): string {
  const more = names.length - most
  return names.slice(0, most).join(between) + (more > 0 ? ` und ${more} weitere` : "")
}

/** @param datum `YYYY-MM-DD` @returns `21.11.2026` */
export const formatDatum = (datum: string): string =>
  `${datum.slice(8, 10)}.${datum.slice(5, 7)}.${datum.slice(0, 4)}`

const clocks = new Map<string, Intl.DateTimeFormat>()

/**
 * Formatters by time zone, as making one takes longer than using it a hundred times.
 *
 * @param timeStyle `medium` to the second
 * @returns one that writes `2026-11-21 14:05`
 */
export function clockOf(timeZone: string, timeStyle: "short" | "medium" = "short"): Intl.DateTimeFormat {
  const key = `${timeZone} ${timeStyle}`
  const known = clocks.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle })
  clocks.set(key, made)
  return made
}

/** @returns `2026-11-21 14:05` as the clocks of the time zone show an instant */
export const clockIn = (moment: string, zeitzone: string): string =>
  clockOf(zeitzone).format(new Date(moment))

/** @returns the day on which an instant lies for the people of a time zone, `YYYY-MM-DD` */
export const dayIn = (moment: string, zeitzone: string): string => clockIn(moment, zeitzone).slice(0, 10)

/** @returns `21.11.2026, 14:05` as the clocks of the time zone show it */
export function formatMoment(moment: string, zeitzone: string): string {
  const local = clockIn(moment, zeitzone)
  return `${formatDatum(local)}, ${local.slice(11)}`
}

/**
 * When something happened. A day without a time of day is kept as its noon (src/web/browser/ui/lines/moment-of.ts),
 * and told as a day.
 *
 * @returns `21.11.2026, 14:05 Uhr`, or `21.11.2026`
 */
export const formatHappened = (moment: string, zeitzone: string): string =>
  isDayOnly(moment, zeitzone) ? formatDatum(dayIn(moment, zeitzone)) : `${formatMoment(moment, zeitzone)} Uhr`

/** @returns whether an instant is a noon to the millisecond, which nobody meets by chance */
export const isDayOnly = (moment: string, zeitzone: string): boolean =>
  Date.parse(moment) % 60_000 === 0 && clockIn(moment, zeitzone).slice(11) === "12:00"

const regions = once(() => new Intl.DisplayNames("de", { type: "region" }))

/** @param land its two letters (ISO 3166) @returns `Österreich` */
export const formatLand = (land: string): string => regions().of(land) ?? land
