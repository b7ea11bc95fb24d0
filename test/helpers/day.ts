import { addDays } from "../../src/lib/day.ts"

/** @returns the day of the tests' companies, `YYYY-MM-DD`: the one in UTC is another for an hour or two of each night */
export const today = (): string => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" })

/** @returns the last day of the month before theirs */
export const lastDayBefore = (): string => addDays(`${today().slice(0, 7)}-01`, -1)
