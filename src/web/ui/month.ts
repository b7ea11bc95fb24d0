/** Months, written `2026-03`. */

const inWords = new Intl.DateTimeFormat("de-DE", { month: "long", year: "numeric", timeZone: "UTC" })

/** `2026-03` → `März 2026` */
export const monthInWords = (month: string): string => inWords.format(Date.parse(`${month}-01`))

/** @returns its first and last day */
export function daysOf(month: string): { von: string; bis: string } {
  const [year, number] = month.split("-").map(Number) as [number, number]
  return { von: `${month}-01`, bis: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** @param count how many; 1 is the month before. @returns the month so long before that of a day */
export function monthBefore(day: string, count = 1): string {
  const [year, number] = day.split("-").map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7)
}

/** @returns for a field: so many months, that of the day before `first` ones back the first */
export const monthsBefore = (day: string, first: number, count = 24): { id: string; label: string }[] =>
  Array.from({ length: count }, (_, index) => monthBefore(day, first + index)).map((id) => ({
    id,
    label: monthInWords(id),
  }))
