/**
 * The form in which names are compared: `Müller`, `Mueller`, `muller` are the same, and so is `Straße` with
 * `Strasse`. Applied to what is stored for search and order and to what is searched, so that both always meet.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll(/([aou])e/g, "$1")
}

/**
 * A few letters are none to SQLite's older Unicode tables, which would split the word there (New Tai Lue vowels,
 * Vedic signs): they separate words here, too.
 */
const splitByIndex = /[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]/gu

const words = (text: string): string[] =>
  fold(text)
    .replaceAll(splitByIndex, " ")
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** @returns the words of several fields, as the full-text index stores them */
export const searchText = (fields: (string | null | undefined)[]): string =>
  fields.flatMap((field) => words(field ?? "")).join(" ")

/**
 * @returns the words of what was typed to search for, of which each is to be the beginning of a word in the text:
 *   letters and digits alone, so that nothing typed is an operator
 */
export const searchWords = (typed: string): string[] => words(typed).slice(0, 10)

/** @returns a word of the index that limits a search to one value of a field: no typed word holds a "_" */
export const filterWord = (field: "a" | "o", value: string | number): string =>
  `_${field}${typeof value === "number" ? value : Buffer.from(value).toString("hex")}_`
