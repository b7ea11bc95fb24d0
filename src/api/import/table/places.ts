import { landReader } from "../../../lib/land-read.ts"
import { Hints } from "./hints.ts"
import { type Given, textOf } from "./importer.ts"

/** Post codes and coordinates of customers and places. */

/** @returns the post code with the leading zero that a spreadsheet drops from `01067` */
export const wholePlz = ({ plz, land = "DE" }: { plz?: unknown; land?: unknown }): unknown =>
  land === "DE" && typeof plz === "string" && /^\d{4}$/.test(plz) ? `0${plz}` : plz

/** `A-1010`, `D 21339`, `D21339`: post codes with their country. */
const WITH_COUNTRY = /^([A-Z]{1,3})(?:\s*[-–—:.]\s*|\s+|(?=\d{4,5}$))(\d.*)$/i
/** `21 335`, and `21.335` with the separator that a spreadsheet puts between thousands. */
const GROUPED = /^(\d{1,3})[\s.'’](\d{2,3})$/
/** `21335.0`, as Python writes whole numbers. */
const DECIMAL = /^(\d{4,5})\.0+$/
/** Countries whose post codes have no space inside. `undefined` counts as Germany. */
const WITHOUT_SPACE = new Set<unknown>(["DE", "AT", "CH", "LI", undefined])

/**
 * @returns the row with its bare post code, and the country that stood before it
 */
export function splitPostcode(given: Given, hints: Hints): Given {
  const cell = textOf(given["plz"])
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

/** A customer or a Standort, as a row makes it. */
type Place = {
  name: string
  strasse?: string | null
  plz?: string | null
  land?: string
  breitengrad?: number | null
  laengengrad?: number | null
}

/** Of a German post code, a country may stand before it, but not `O-` or `W-`, as before 1993. */
const isPostcode = (plz: string, land: string): boolean =>
  land === "DE" ? /^(?:(?![OW]\W)[A-Z]{1,3}\W)?\d{4,5}$/.test(plz) : /\d/.test(plz) && !/\p{Ll}/u.test(plz)

/** `29221 Celle` and `A-5020 Salzburg` within a street. */
const WITH_TOWN = /(?<![\d-])(?:\d{5}|[A-Z]{1,2}-\d{4,5}) \p{L}+/u

const isInEurope = (latitude: number, longitude: number): boolean =>
  latitude > 27 && latitude < 72 && longitude > -32 && longitude < 45

/**
 * A surplus cell shifts the rest of its row by a column, which most columns do not notice: post codes do.
 *
 * @returns hints, in German, of rows whose post code or coordinates are implausible
 */
export function oddPlaces(rows: readonly { given: Given; input: Place }[]): string[] {
  const hints = new Hints()
  for (const { given, input } of rows) {
    const { name, strasse, plz, land = "DE", breitengrad, laengengrad } = input
    if (given["plz"] !== undefined && plz && !isPostcode(plz, land))
      hints.add(
        "Bei [einer Zeile|# Zeilen] steht unter PLZ keine Postleitzahl. Fehlt das Land, oder ist die Zeile verschoben?",
        `${name} (${plz})`,
      )
    const town = given["strasse"] !== undefined && !plz && WITH_TOWN.exec(strasse ?? "")
    if (town)
      hints.add(
        "Bei [einer Zeile|# Zeilen] steht die Postleitzahl noch in der Straße",
        `${name} (${town[0]})`,
      )
    const isPlaced = typeof breitengrad === "number" && typeof laengengrad === "number"
    if (given["breitengrad"] !== undefined && isPlaced && !isInEurope(breitengrad, laengengrad))
      hints.add(
        "Bei [einer Zeile|# Zeilen] liegt der Punkt auf der Karte nicht in Europa. Sind Breite und Länge vertauscht?",
        name,
      )
  }
  return hints.list()
}
