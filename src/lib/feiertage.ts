import { getHolidays } from "feiertagejs"
import type { laenderInWords } from "./arten.ts"

type Bundesland = keyof typeof laenderInWords

/**
 * @param land `null`: only those that all Länder have
 * @returns the names of a year's public holidays by their day, `YYYY-MM-DD`; those of parts of a Land are among them
 */
export const feiertageOf = (year: number, land: Bundesland | null): Map<string, string> =>
  // Its instants are noon in UTC; its own `dateString` is of the machine's time zone.
  new Map(
    getHolidays(year, land ?? "BUND").map((one) => [
      one.date.toISOString().slice(0, 10),
      one.translate("de") ?? one.name,
    ]),
  )
