/**
 * Reads days as people and programs write them. What could be two days is decided by the other cells of the column, or
 * refused. It imports nothing.
 */

/** The day as `YYYY-MM-DD`, and whether the text says its month only; or the German reason for refusing it. */
type DayReading = { value: string; isMonth: boolean } | { fault: string }

/** What stands first in a day with slashes. */
export type DayOrder = "tag" | "monat"

/** Which day of a month stands for it. */
export type DayOfMonth = "first" | "last"

type Day = { y: number; m: number; d: number }
/**
 * A day; a month without a day; or two numbers around a slash or dash, `a` and `b`, as day and month or as month and day.
 */
type Parts = Day | { y: number; m: number } | { y: number; a: number; b: number }

const NO_DAY = "muss ein Tag sein, z. B. 31.12.2026"

const months = [
  "januar january jänner jaenner",
  "februar february feber",
  "märz maerz march mrz mär",
  "april",
  "mai may",
  "juni june",
  "juli july",
  "august",
  "september sept",
  "oktober october",
  "november",
  "dezember december",
].map((names) => names.split(" "))

/** @returns 1 to 12, for a name or its first letters */
function monthOf(word: string): number | undefined {
  const begin = word.toLowerCase()
  const found = months.findIndex((names) =>
    names.some((name) => name === begin || (begin.length >= 3 && name.startsWith(begin))),
  )
  return found < 0 ? undefined : found + 1
}

/** Two digits are of the years 1970 to 2069. */
const yearOf = (digits: string): number => {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year < 70 ? 2000 + year : 1900 + year
}

const WEEKDAY = /^(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun)[a-zäö]*\.?,?\s+(?=\d)/i
const TIME = /(?:T|,?\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Uhr|Z|[+-]\d{2}:?\d{2})?$/i

/** Midnight of a German day, as programs write it that keep moments: `2025-02-28T23:00:00.000Z`. */
const MOMENT = /^\d{4}-\d\d-\d\dT2[23]:00(?::00(?:\.0+)?)?Z$/
const IN_GERMANY = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Berlin", dateStyle: "short" })

function dayOf(text: string): string {
  const moment = MOMENT.test(text) ? new Date(text) : undefined
  return moment && !Number.isNaN(moment.getTime()) ? IN_GERMANY.format(moment) : text
}

type Way = [form: RegExp, read: (...parts: string[]) => Parts | undefined]

const named = (word: string, rest: (m: number) => Parts): Parts | undefined => {
  const m = monthOf(word)
  return m === undefined ? undefined : rest(m)
}

/** Day 0 of a spreadsheet, which stores days as numbers. */
const EPOCH = Date.UTC(1899, 11, 30)

const ways: readonly Way[] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, (y, m, d) => ({ y: Number(y), m: Number(m), d: Number(d) })],
  [
    /^(\d{1,2})\. ?(\d{1,2})\. ?['’]?(\d{4}|\d{2})$/,
    (d, m, y = "") => ({ y: yearOf(y), m: Number(m), d: Number(d) }),
  ],
  [/^(\d{1,2})-(\d{1,2})-(\d{4})$/, (a, b, y) => ({ y: Number(y), a: Number(a), b: Number(b) })],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/, (a, b, y = "") => ({ y: yearOf(y), a: Number(a), b: Number(b) })],
  [
    /^(\d{1,2})(?:\.|\. | |-)(\p{L}{3,})\.?[ -]['’]?(\d{4}|\d{2})$/u,
    (d, word = "", y = "") => named(word, (m) => ({ y: yearOf(y), m, d: Number(d) })),
  ],
  [
    /^(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u,
    (word = "", d, y) => named(word, (m) => ({ y: Number(y), m, d: Number(d) })),
  ],
  [
    /^(\p{L}{3,})\.?[ /-]?['’]?(\d{4}|\d{2})$/u,
    (word = "", y = "") => named(word, (m) => ({ y: yearOf(y), m })),
  ],
  [/^(\d{4})[ -](\p{L}{3,})\.?$/u, (y, word = "") => named(word, (m) => ({ y: Number(y), m }))],
  [/^(\d{1,2}) ?[./-] ?(\d{4})$/, (m, y) => ({ y: Number(y), m: Number(m) })],
  [/^(\d{4})[./-](\d{1,2})$/, (y, m) => ({ y: Number(y), m: Number(m) })],
  // Of small numbers, `03/04` could be a day as well.
  [/^(\d{1,2})[/-](1[3-9]|[2-4]\d)$/, (m, y = "") => ({ y: yearOf(y), m: Number(m) })],
  [/^(\d{4})(\d{2})(\d{2})$/, (y, m, d) => whole({ y: Number(y), m: Number(m), d: Number(d) })],
  [/^(\d{2})(\d{2})(\d{4})$/, (d, m, y) => whole({ y: Number(y), m: Number(m), d: Number(d) })],
  [
    /^([2-7]\d{4})(?:[.,]\d+)?$/,
    (days) => {
      const day = new Date(EPOCH + Number(days) * 86_400_000)
      return { y: day.getUTCFullYear(), m: day.getUTCMonth() + 1, d: day.getUTCDate() }
    },
  ],
]

const whole = (day: Day): Day | undefined => (written(day) === undefined ? undefined : day)

function partsOf(cell: string): Parts | undefined {
  const plain = cell.normalize("NFC").trim().replaceAll(/\s+/gu, " ").replace(WEEKDAY, "")
  const text = dayOf(plain).replace(TIME, "")
  for (const [form, read] of ways) {
    const found = form.exec(text)
    const parts = found && read(...found.slice(1))
    if (parts) return parts
  }
  return undefined
}

/** @returns `YYYY-MM-DD`, or undefined for what is no day of a calendar, or of another century */
function written({ y, m, d }: Day): string | undefined {
  if (y < 1900 || y > 2099) return undefined
  const moment = new Date(Date.UTC(y, m - 1, d))
  return moment.getUTCMonth() === m - 1 && moment.getUTCDate() === d
    ? moment.toISOString().slice(0, 10)
    : undefined
}

const inGerman = ({ y, m, d }: Day): string =>
  `${String(d).padStart(2, "0")}.${String(m).padStart(2, "0")}.${y}`

/** @returns the cells of a column with such numbers; one above 12 is a day, and shows how all are meant */
function pairsIn(cells: readonly string[]) {
  const all = cells.flatMap((cell) => {
    const parts = partsOf(cell)
    return parts && "a" in parts ? [{ cell, ...parts }] : []
  })
  return { all, isDayFirst: all.some(({ a }) => a > 12), isMonthFirst: all.some(({ b }) => b > 12) }
}

/** @returns a cell that may be two days, and both in German; undefined if none may, or another cell shows the order */
export function undecidedDay(
  cells: readonly string[],
): { cell: string; dayFirst: string; monthFirst: string } | undefined {
  const { all, isDayFirst, isMonthFirst } = pairsIn(cells)
  const unclear = isDayFirst || isMonthFirst ? undefined : all.find(({ a, b }) => a !== b)
  if (!unclear) return undefined
  const { cell, y, a, b } = unclear
  return { cell, dayFirst: inGerman({ y, m: b, d: a }), monthFirst: inGerman({ y, m: a, d: b }) }
}

/**
 * @param cells all cells of the column: `17/04/2026` in one of them shows how `06/09/2025` is meant in another
 * @param day that stands for a month without a day
 * @param order used if no cell shows it
 * @returns reads one of the cells
 */
export function dayReader(
  cells: readonly string[],
  day: DayOfMonth,
  order?: DayOrder,
): (cell: string) => DayReading {
  const shown = pairsIn(cells)
  const isShown = shown.isDayFirst || shown.isMonthFirst
  const isDayFirst = isShown ? shown.isDayFirst : order === "tag"
  const isMonthFirst = isShown ? shown.isMonthFirst : order === "monat"
  return (cell) => {
    const parts = partsOf(cell)
    if (!parts) return { fault: NO_DAY }
    if ("a" in parts) return ofPair(parts, isDayFirst, isMonthFirst)
    if ("d" in parts) return reading(parts, false)
    const last = new Date(Date.UTC(parts.y, parts.m, 0)).getUTCDate()
    return reading({ ...parts, d: day === "first" ? 1 : last }, true)
  }
}

function ofPair(
  { y, a, b }: { y: number; a: number; b: number },
  isDayFirst: boolean,
  isMonthFirst: boolean,
): DayReading {
  const dayFirst = { y, m: b, d: a }
  const monthFirst = { y, m: a, d: b }
  if (a === b || b > 12 || a > 12) return reading(b > 12 ? monthFirst : dayFirst, false)
  if (isDayFirst !== isMonthFirst) return reading(isDayFirst ? dayFirst : monthFirst, false)
  const [one, other] = [inGerman(dayFirst), inGerman(monthFirst)]
  return { fault: `ist nicht eindeutig: bitte ${one} oder ${other} schreiben` }
}

function reading(day: Day, isMonth: boolean): DayReading {
  const value = written(day)
  return value === undefined ? { fault: NO_DAY } : { value, isMonth }
}
