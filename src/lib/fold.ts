/**
 * The form in which names are compared: `Müller`, `Mueller`, `muller` are the same, and so is `Straße` with
 * `Strasse`. Applied both to what is stored for search and sorting and to what is typed.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll(/([aou])e/g, "$1")
}

/** A name letter by letter, but for capitals and the spaces around and between its words. */
const lettered = (name: string): string => name.normalize("NFC").toLowerCase().trim().replaceAll(/\s+/gu, " ")

/** A name without umlauts: `Müller` becomes `mueller`; `Bauer` and `Baur` stay two. */
const spelled = (name: string): string =>
  lettered(name).replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("ß", "ss")

/** @returns whether both are one name, and not only alike */
export const isSameName = (one: string, other: string): boolean => spelled(one) === spelled(other)

/**
 * Records with a name, where more than a search depends on it.
 *
 * @returns those called so letter by letter; if nobody is, those who are with ä written as ae
 */
export function namedSo<R>(name: string, records: readonly R[], nameOf: (record: R) => string): R[] {
  const exact = records.filter((record) => lettered(nameOf(record)) === lettered(name))
  return exact.length > 0 ? exact : records.filter((record) => isSameName(nameOf(record), name))
}

/** Letters (New Tai Lue vowels, Vedic signs) at which SQLite splits words, as its older Unicode tables lack them. */
const splitByIndex = /[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]/gu

const words = (text: string): string[] =>
  fold(text)
    .replaceAll(splitByIndex, " ")
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** @returns the words of several fields, as the full-text index stores them */
export const searchText = (fields: (string | null | undefined)[]): string =>
  fields.flatMap((field) => words(field ?? "")).join(" ")

/**
 * @returns the words that were typed, each to match the beginning of a word; only letters and digits, so that
 *   nothing typed acts as an operator
 */
export const searchWords = (typed: string): string[] => words(typed).slice(0, 10)

/** @returns whether each of the typed words stands somewhere in the fields, also inside of a word */
export function isFound(wanted: string[], fields: (string | null | undefined)[]): boolean {
  const text = searchText(fields)
  return wanted.every((word) => text.includes(word))
}

/** @returns an index word that limits a search to one value of a field; no typed word can contain "_" */
export const filterWord = (field: "a" | "o", value: string | number): string =>
  `_${field}${typeof value === "number" ? value : new TextEncoder().encode(value).toHex()}_`
