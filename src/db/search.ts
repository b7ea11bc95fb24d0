/** Shorter beginnings have an index of their own (`prefix` of kunden_suche). */
const INDEXED = 3
/** With more words that begin alike, asking for each costs more than collecting their hits. */
const MOST = 8
/** Behind a word and before every longer one. */
const LONGER = "\u0001"

/**
 * Writes an expression of FTS5 that finds texts with all the words, each as the beginning of a word.
 *
 * The beginning of a word alone would do, but FTS5 then collects all hits before it hands out the first. Where few
 * words begin like that, they are asked for by name: a search that a hundred thousand customers answer costs what
 * one costs that fifty answer.
 *
 * @param words of letters and digits alone, as the index has them, so that nothing typed is an operator
 * @param wordFrom the index's first word that is the given text or behind it
 */
export function searchExpression(words: string[], wordFrom: (text: string) => string | undefined): string {
  return words.map((word) => oneWord(word, wordFrom)).join(" AND ")
}

function oneWord(begin: string, wordFrom: (text: string) => string | undefined): string {
  const words: string[] = []
  if (begin.length > INDEXED) {
    for (let from = begin; words.length <= MOST; from = `${words.at(-1)}${LONGER}`) {
      const word = wordFrom(from)
      if (!word?.startsWith(begin)) break
      words.push(word)
    }
  }
  if (words.length === 0 || words.length > MOST) return `"${begin}"*`
  return `(${words.map((word) => `"${word}"`).join(" OR ")})`
}
