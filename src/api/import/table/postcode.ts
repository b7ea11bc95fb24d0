import { landReader } from "../../../lib/land-read.ts"
import type { Given } from "./importer.ts"
import { said } from "./person.ts"
import type { Hints } from "./hints.ts"

/** `A-1010`, `D 21339`, `D21339` say the country as well; of a British one, what is behind the letters has more. */
const WITH_COUNTRY = /^([A-Z]{1,3})(?:\s*[-–—:.]\s*|\s+|(?=\d{4,5}$))(\d.*)$/i
/** Digits in groups, as a spreadsheet writes thousands, and as some people write post codes. */
const GROUPED = /^(\d{1,3})[\s.'’](\d{2,3})$/
/** A number with decimals that are none, as programs in Python write it. */
const DECIMAL = /^(\d{4,5})\.0+$/
/** Their post codes are four or five digits without any space; those of Sweden have one. */
const WITHOUT_SPACE = new Set<unknown>(["DE", "AT", "CH", "LI", undefined])

/**
 * @param given with a post code, and perhaps a country
 * @returns the same with the post code alone, and the country that stood before it
 */
export function withPostcode(given: Given, hints: Hints): Given {
  const cell = said(given["plz"])
  if (cell === "") return given
  const [, letters = "", digits = ""] = WITH_COUNTRY.exec(cell) ?? []
  const country = letters === "" ? undefined : landReader([])(letters)
  const land = country && "value" in country ? country.value : undefined
  if (land !== undefined && (given["land"] ?? land) !== land) {
    hints.add("Bei [einer Postleitzahl|# Postleitzahlen] steht ein anderes Land davor als in der Zeile", cell)
    return given
  }
  const plz = land === undefined ? cell : digits
  const here = land ?? given["land"]
  const [, one, other] = WITHOUT_SPACE.has(here) ? (GROUPED.exec(plz) ?? []) : []
  const whole = one && other ? one + other : (DECIMAL.exec(plz)?.[1] ?? plz)
  if (whole !== cell)
    hints.add("Bei [einer Postleitzahl|# Postleitzahlen] steht mehr als sie selbst", `${cell} → ${whole}`)
  return { ...given, plz: whole, ...(land !== undefined && { land }) }
}
