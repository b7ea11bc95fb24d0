/** Length of a line in points. */
type Measure = (line: string) => number

/** More letters than any line has. A longer text is not measured as a whole, which would take long. */
const LONGER_THAN_LINES = 400

/** Breaks a paragraph into lines no longer than `width`; a word that is longer itself is broken, too. */
export function wrapLine(text: string, width: number, measure: Measure): string[] {
  if (text.length <= LONGER_THAN_LINES && measure(text) <= width) return [text]
  const lines: string[] = []
  let line = ""
  for (const word of text.split(" ").flatMap((one) => breakWord(one, width, measure))) {
    const longer = line === "" ? word : `${line} ${word}`
    if (line !== "" && measure(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** @returns the word in parts no longer than `width` */
export function breakWord(word: string, width: number, measure: Measure): string[] {
  if (word.length <= LONGER_THAN_LINES && measure(word) <= width) return [word]
  const signs = [...word]
  const parts: string[] = []
  let count = 1
  for (let from = 0; from < signs.length; from += count) {
    const fits = (many: number) => measure(signs.slice(from, from + many).join("")) <= width
    // Parts of one word are of nearly one length, so the search begins with the length of the part before.
    const most = signs.length - from
    count = Math.min(count, most)
    while (count < most && fits(count + 1)) count++
    while (count > 1 && !fits(count)) count--
    parts.push(signs.slice(from, from + count).join(""))
  }
  return parts
}
