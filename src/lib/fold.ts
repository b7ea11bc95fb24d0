import { readingsOf } from "./scanner-layout.ts"

/** Letters that Unicode does not decompose, as people type them whose keyboard lacks them. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ə: "e",
}
const otherLetters = new RegExp(`[${Object.keys(OTHER_LETTERS).join("")}]`, "g")

/** A search folds two hundred names: most need no look at their marks. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** @returns small letters without marks and without what cannot be seen (soft hyphens) */
function plain(text: string): string {
  const small = text.toLowerCase()
  if (isAscii(small)) return small
  return small
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replaceAll(otherLetters, (letter) => OTHER_LETTERS[letter] ?? letter)
}

/**
 * The form in which names are compared: `Müller`, `Mueller`, `muller` are the same, and so are `Straße` and `Strasse`,
 * `Łódź` and `lodz`. Applied both to what is stored for search and to what is typed.
 */
export const fold = (text: string): string => plain(text).replaceAll(/(?<=[aou])e/g, "")

/** @returns a name with its umlauts as two letters */
const umlautsApart = (name: string): string =>
  isAscii(name)
    ? name.toLowerCase()
    : name.normalize("NFC").toLowerCase().replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue")

/** What `telephoneBook` leaves as it is. Most names that a search ranks are stored so. */
const isInBook = (name: string): boolean => /^[a-z\d]+(?: [a-z\d]+)*$/.test(name)

/** @returns by what names are sorted as in German telephone books (DIN 5007-2): ä as ae, without punctuation */
export const telephoneBook = (name: string): string =>
  isInBook(name)
    ? name
    : plain(umlautsApart(name))
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim()

/** A heading or a country's name without signs, as they are compared: `E-Mail`, `Lieferzeit von`, `Côte d’Ivoire`. */
export const simple = (heading: string): string => fold(heading).replaceAll(/[^\p{L}\p{N}]/gu, "")

/** A name letter by letter, but for capitals and the spaces around and between its words. */
const lettered = (name: string): string => name.normalize("NFC").toLowerCase().trim().replaceAll(/\s+/gu, " ")

/** A name without umlauts: `Müller` becomes `mueller`; `Bauer` and `Baur` stay two. */
const spelled = (name: string): string => umlautsApart(lettered(name)).replaceAll("ß", "ss")

/** @returns whether both are one name, and not only alike */
export const isSameName = (one: string, other: string): boolean => spelled(one) === spelled(other)

/** @returns whether one name is the other's first words, as lists shorten them: `Adler` of `Adler GmbH` */
export function isShorterName(one: string, other: string): boolean {
  const [short = "", long = ""] = [spelled(one), spelled(other)].toSorted((a, b) => a.length - b.length)
  return short !== "" && long.startsWith(`${short} `)
}

/**
 * Finds records by their name where taking the wrong one would do harm.
 *
 * @returns those that are called exactly so; if there are none, those that are if ä is written as ae
 */
export function namedSo<R>(name: string, records: readonly R[], nameOf: (record: R) => string): R[] {
  const exact = records.filter((record) => lettered(nameOf(record)) === lettered(name))
  return exact.length > 0 ? exact : records.filter((record) => isSameName(nameOf(record), name))
}

/** Letters (New Tai Lue vowels, Vedic signs) at which SQLite splits words, as its older Unicode tables lack them. */
const splitByIndex = /[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]/gu

/** @param folded as by `fold` @returns its words, as the index of searches splits them */
export const wordsIn = (folded: string): string[] =>
  folded.replaceAll(splitByIndex, " ").match(/[\p{L}\p{N}]+/gu) ?? []

const words = (text: string): string[] => wordsIn(fold(text))

/** Words that are one to many people: "Joe's", "S.A.M.", "H&M", "K-001". */
const joint = /[\p{L}\p{N}]+(?:[.'’‘ʼ\u00b4\u0060&+/\u2010-\u2015-]+[\p{L}\p{N}]+)+/gu

/** @returns each joint word of a folded text as one: "joes", "sam", "hm", "k001" */
const jointWords = (folded: string): string[] =>
  (folded.match(joint) ?? []).map((word) => words(word).join(""))

/** @returns the words of a field in each way that they may be looked for */
function searchedIn(text: string): string[] {
  const folded = fold(text)
  return [...wordsIn(folded), ...jointWords(folded)]
}

/** @returns the words of several fields, each once */
export const searchText = (fields: (string | null | undefined)[]): string =>
  [...new Set(fields.flatMap((field) => searchedIn(field ?? "")))].join(" ")

/** The ways to write one word that was typed: a record is found that has one of them. */
export type Typed = readonly string[]

/** @returns the words between two spaces, each with the ways to write them all as one */
function typedIn(part: string, numbers: readonly string[]): Typed[] {
  const single = words(part)
  // Only codes, with a digit in them, come from a scanner.
  const codes = /\d/.test(part) ? readingsOf(part) : [part]
  const whole = [...codes.map((code) => words(code).join("")), ...numbers]
  return single.map((word) => [...new Set([word, ...whole])])
}

/**
 * @param numbers telephone numbers, where nothing else was typed (lib/telephones.ts)
 * @returns the words that were typed, each to match the beginning of a word; only letters and digits, so that
 *   nothing typed acts as an operator
 */
export function searchWords(typed: string, numbers: readonly string[] = []): Typed[] {
  const parts = typed.split(/\s+/u).filter((part) => numbers.length === 0 || /\d/.test(part))
  return parts.flatMap((part) => typedIn(part, numbers)).slice(0, 10)
}

/** @returns words that were typed, as a search takes them (db/query.ts, searchQuery) */
export const inSearch = (wanted: readonly Typed[]): string => wanted.map((ways) => ways.join("|")).join(" ")

/** @returns whether each of the typed words stands somewhere in the fields, also inside of a word */
export function isFound(wanted: readonly Typed[], fields: (string | null | undefined)[]): boolean {
  const text = searchText(fields)
  return wanted.every((ways) => ways.some((word) => text.includes(word)))
}

/** @returns an index word that limits a search to one value of a field; no typed word can contain "_" */
export const filterWord = (field: "a" | "o", value: string | number): string =>
  `_${field}${typeof value === "number" ? value : new TextEncoder().encode(value).toHex()}_`

let compare: Intl.Collator["compare"] | undefined

/**
 * Compares texts in the order of German telephone books (DIN 5007-2). The collator is slow to make: it is made at the
 * first comparison, and kept.
 */
export const compareGerman = (one: string, other: string): number =>
  (compare ??= new Intl.Collator("de-u-co-phonebk").compare)(one, other)
