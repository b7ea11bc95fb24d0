/** In ms. Of a day on the clock, see the company's time zone (api/time.ts): two in a year are an hour off. */
export const DAY = 86_400_000

/** @param date `YYYY-MM-DD` @returns the day that many days later, or earlier */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)
