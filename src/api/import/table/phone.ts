import { exact } from "./codes.ts"
import type { Reader } from "./columns.ts"
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

/** Reads telephone numbers: spreadsheets drop a leading zero or plus. */
export const phone = {
  reader: (cells: readonly string[]): Reader => {
    const { read, hints } = exact(cells)
    const more = new Hints()
    const mended = (cell: string): string => {
      const digits = bareDigits(cell)
      if (MOBILE_ABROAD.test(digits) || WITH_COUNTRY.test(digits)) return `+${cell}`
      return WITHOUT_ZERO.test(digits) && !digits.startsWith("49") ? `0${cell}` : cell
    }
    return {
      read: (given) => {
        const cell = read(given.replace(/^(?:tel|callto):\s*/i, ""))
        const number = mended(cell)
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
