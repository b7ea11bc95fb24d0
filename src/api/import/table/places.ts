import type { Given } from "./importer.ts"
import { Hints } from "./hints.ts"

/** A customer, or a place of one, as a row makes it. */
type Place = {
  name: string
  strasse?: string | null
  plz?: string | null
  land?: string
  breitengrad?: number | null
  laengengrad?: number | null
}

/** With another country before it, it is told as such. */
const isPostcode = (plz: string, land: string): boolean =>
  land === "DE" ? /^(?:(?![OW]\W)[A-Z]{1,3}\W)?\d{4,5}$/.test(plz) : /\d/.test(plz) && !/\p{Ll}/u.test(plz)

/** `29221 Celle` and `A-5020 Salzburg` within an address. */
const WITH_TOWN = /(?<![\d-])(?:\d{5}|[A-Z]{1,2}-\d{4,5}) \p{L}+/u

const isInEurope = (latitude: number, longitude: number): boolean =>
  latitude > 27 && latitude < 72 && longitude > -32 && longitude < 45

/**
 * A cell too many moves a whole row aside, where most columns take any text: what should be a post code shows it.
 *
 * @returns the rows whose post code or coordinates can hardly be meant, in German
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
