import { exact } from "./codes.ts"
import { hasCodeOf } from "../../../lib/telephones.ts"
import type { Reader, ReaderContext } from "./columns.ts"
import { Hints } from "./hints.ts"

/** A German number without its zero. Shorter ones may be numbers without an area code. */
const WITHOUT_ZERO = /^[1-9]\d{8,10}$/
const MOBILE_ABROAD = /^491[5-7]\d{8,9}$/
const WITH_COUNTRY = /^49[1-9]\d{9,10}$/

/** Area code without its zero, and number. Two parts of the same length are two numbers of one town. */
const PARTED = /^([1-9]\d{1,4})(?: ?[/-] ?| )(\d[\d -]*)$/

/** @returns the digits of a number without its separators, if its area code may lack the zero */
function bareDigits(cell: string): string {
  const [, area, rest = ""] = PARTED.exec(cell) ?? []
  const digits = rest.replaceAll(/\D/g, "")
  return area === undefined || area.length === digits.length ? cell : area + digits
}

/** After the code of a country near by, a number has at least so many digits. */
const ABROAD = /^[1-9]{2}\d{9,}$/

/** A number from abroad gets back what is known of its country: its plus, or the 0 of an area code; else nothing. */
function mendedFrom(land: string, cell: string, digits: string): string {
  const hasCode = hasCodeOf(digits, land)
  if (hasCode) return ABROAD.test(digits) ? `+${cell}` : cell
  return hasCode === false && WITHOUT_ZERO.test(digits) ? `0${cell}` : cell
}

/** Reads telephone numbers: spreadsheets drop a leading zero or plus. */
export const phone = {
  reader: (cells: readonly string[], _heading: string, { lands }: ReaderContext): Reader => {
    const { read, hints } = exact(cells)
    const more = new Hints()
    const landsOf = new Map<string, Set<string>>()
    for (const [i, cell] of cells.entries())
      landsOf.getOrInsertComputed(cell, () => new Set()).add(lands[i] ?? "DE")
    const mended = (cell: string, land: string): string => {
      const digits = bareDigits(cell)
      if (land !== "DE") return mendedFrom(land, cell, digits)
      if (MOBILE_ABROAD.test(digits) || WITH_COUNTRY.test(digits)) return `+${cell}`
      return WITHOUT_ZERO.test(digits) && !digits.startsWith("49") ? `0${cell}` : cell
    }
    /** Rows of several countries may have one number: it is mended where it comes to the same in all of them. */
    const mendedIn = (cell: string, all: Iterable<string>): string => {
      const [one = cell, ...others] = new Set([...all].map((land) => mended(cell, land)))
      return others.length === 0 ? one : cell
    }
    return {
      read: (given) => {
        const cell = read(given.replace(/^(?:tel|callto):\s*/i, ""))
        const number = mendedIn(cell, landsOf.get(given.trim()) ?? ["DE"])
        if (number !== cell)
          more.add(
            "Bei [einer Telefonnummer|# Telefonnummern] fehlte vorn die Null oder das Plus",
            `${cell} → ${number}`,
          )
        else if (/^[1-9]\d+$/.test(cell))
          more.add(
            "[Eine Telefonnummer hat keine Vorwahl und bleibt, wie sie ist|# Telefonnummern haben keine Vorwahl und bleiben, wie sie sind]",
            cell,
          )
        return number
      },
      hints: () => [...hints(), ...more.list()],
    }
  },
}
