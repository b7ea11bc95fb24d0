import { distance } from "fastest-levenshtein"
import { searchQuery } from "../../../db/query.ts"
import { kunden, kunden_suchtexte } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { fold, wordsIn } from "../../../lib/fold.ts"
import { withoutRechtsform } from "../../../lib/rechtsform.ts"
import { dialledFrom, dialledThere, telephones } from "../../../lib/telephones.ts"
import type { Existing, Given, Likeness } from "../../import/table/importer.ts"
import { wholePlz } from "../../import/table/places.ts"
import type { Kunde } from "../rules.ts"
import { existing, liveTogether, type New, sameStreet } from "./alike.ts"

/** Finds similar customers by the index of searches: words in another order, or with a typing mistake. */

/** Keys looked up between two yields. */
const AT_ONCE = 20
/** Most hits that are compared: a name with more hits says nothing. */
const LOOKED_AT = 200

const withWords = searchQuery<Kunde, { suche: string }>(
  kunden_suchtexte,
  kunden,
  (hits, words, rows) =>
    `SELECT k.* FROM ${hits} h CROSS JOIN ${words} s ON s.nr = h.nr CROSS JOIN ${rows} k ON k.id = s.id
     WHERE h.nr > 0 LIMIT ${LOOKED_AT}`,
)

/** @param wordsOf words of a key @returns looks up the customers that have these words, one key after the other */
const oneByOne =
  (wordsOf: (key: string) => string[]) =>
  (tenant: TenantDb, keys: string[]): Map<string, Existing[]> =>
    new Map(keys.map((key) => [key, tenant.all(withWords, { suche: wordsOf(key).join(" ") }).map(existing)]))

/** Words that names are compared without. */
const BETWEEN = new Set(["und", "u", "and"])

/**
 * A name without its legal form; its words in alphabetical order; its digits, and those of the house number. Kept because
 * each customer is compared with many.
 */
type Names = { bare: string; words: string; digits: string; house: string }
const known = new WeakMap<Given, Names>()
const namesOf = (kunde: Given): Names =>
  known.getOrInsertComputed(kunde, () => {
    const bare = withoutRechtsform(fold(String(kunde["name"])))
    const words = wordsIn(bare).filter((word) => !BETWEEN.has(word))
    return {
      bare,
      words: words.toSorted().join(" "),
      digits: digitsOf(bare),
      house: digitsOf(kunde["strasse"]),
    }
  })

const digitsOf = (text: unknown): string => String(text ?? "").replaceAll(/\D/g, "")

/** Most letters in which two names may differ by mistake, and the fewest letters of such a name. */
const SLIPS = 2
const LONG = 6

/** @returns the words of a name without the customer's number, which some programs write before it */
const without = ({ words }: Names, { kundennummer }: Given): string =>
  words
    .split(" ")
    .filter((word) => word !== String(kundennummer).toLowerCase())
    .join(" ")

/**
 * @returns whether two names have the same words, or differ by a typing mistake. Other digits mean another branch or
 *   house
 */
function isNear(one: Given, other: Given): boolean {
  const [name, another] = [namesOf(one), namesOf(other)]
  if (name.bare === another.bare) return false
  if (name.words === another.words) return true
  if (without(name, other) === another.words || without(another, one) === name.words) return true
  return (
    name.bare.length >= LONG &&
    name.digits === another.digits &&
    name.house === another.house &&
    distance(name.bare, another.bare) <= SLIPS
  )
}

/** Fewest digits of a number that identifies somebody: shorter ones lack the area code. */
const SHORTEST = 8
const numbersOf = ({ telefon, land }: { telefon?: unknown; land?: unknown }): string[] =>
  telephones(String(telefon ?? ""))
    .filter((number) => number.length >= SHORTEST)
    .map((number) => dialledFrom(number, String(land ?? "")))

function byNumbers(tenant: TenantDb, numbers: string[]): Map<string, Existing[]> {
  const ways = new Set(numbers.flatMap((number) => [number, dialledThere(number)]))
  const likely = tenant.all(withWords, { suche: [...ways].join("|") })
  return new Map(
    numbers.map((number) => [
      number,
      likely.filter((kunde) => numbersOf(kunde).includes(number)).map(existing),
    ]),
  )
}

/** @returns the words of the post code (`00-950` has two) and the first word of the street; undefined without either */
function placeOf(kunde: Given): string | undefined {
  const plz = wordsIn(fold(String(wholePlz(kunde) ?? ""))).join(" ")
  const [street] = wordsIn(fold(String(kunde["strasse"] ?? "")))
  return plz && street ? `${plz} ${street.replace(/str(?:asse)?$/, "")}`.trim() : undefined
}

export const byWords: readonly Likeness<New>[] = [
  {
    name: "Anschrift und ähnlicher Name",
    atOnce: AT_ONCE,
    key: placeOf,
    holders: oneByOne((place) => place.split(" ")),
    agrees: (one, other) => sameStreet(one, other) && isNear(one, other),
  },
  {
    name: "Name in anderer Schreibweise",
    atOnce: AT_ONCE,
    key: (input) => (placeOf(input) ? undefined : namesOf(input).words),
    holders: oneByOne((name) => name.split(" ")),
    agrees: (one, other) =>
      namesOf(one).bare !== namesOf(other).bare &&
      namesOf(one).words === namesOf(other).words &&
      liveTogether(one, other),
  },
  {
    name: "Telefon",
    atOnce: AT_ONCE,
    key: numbersOf,
    holders: byNumbers,
    // Branches of one company have one number.
    agrees: (one, other) => !one["strasse"] || !other["strasse"] || sameStreet(one, other),
  },
]
