/** Length of a line in points. */
type Measure = (line: string) => number

/** Breaks a paragraph into lines no longer than `width`; a word that is longer itself is broken, too. */
export function wrapLine(text: string, width: number, measure: Measure): string[] {
  if (measure(text) <= width) return [text]
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
  if (measure(word) <= width) return [word]
  const parts: string[] = []
  let part = ""
  for (const sign of word) {
    if (part !== "" && measure(part + sign) > width) {
      parts.push(part)
      part = ""
    }
    part += sign
  }
  return [...parts, part]
}
