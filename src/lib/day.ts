/**
 * 24 hours in ms. Two calendar days a year are an hour longer or shorter: see the company's time zone (api/shared/time.ts).
 */
export const DAY = 86_400_000

/** @param date `YYYY-MM-DD` @returns the day that many days later, or earlier */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)
