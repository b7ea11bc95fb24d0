import { type Feld, type Felder, fieldsOf } from "../../lib/felder/feld.ts"
import { amount, clock, count, degrees, type Spalte, words, yesNo } from "./columns.ts"

/** Other words for Germany, as tables have them. */
const country = {
  read: (cell: string) => (/^(?:d|deutschland|germany)$/i.test(cell) ? "DE" : cell.toUpperCase()),
}

function cellsOf(feld: Feld): Pick<Spalte, "read" | "write"> {
  switch (feld.kind) {
    case "clock":
      return clock
    case "country":
      return country
    case "count":
      return count
    case "degrees":
      return degrees
    case "money":
      return amount
    case "yesNo":
      return yesNo
    case "choice": {
      const { read, write } = words(feld.words, feld.auchWords)
      return feld.raw ? { read } : { read, write }
    }
    default:
      return {}
  }
}

/** @returns the columns of declared fields in tables that come in and go out */
export const spaltenOf = (felder: Felder): Spalte[] =>
  fieldsOf(felder).flatMap(([feld, declared]) => {
    if (declared.inTables === false) return []
    const { label, heading = label, auch = [], about = "", example = "" } = declared
    const required = declared.required && !declared.assigned && { required: true as const }
    return { feld, name: heading, auch, about, example, ...required, ...cellsOf(declared) }
  })
