/** Characters that would move the cursor, colour the screen or reverse the line. */
const UNSEEN = /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu

/** @returns the text as one line that is safe to show, with a mark for each such character */
export const harmless = (text: string): string => text.replaceAll(UNSEEN, "\ufffd")

/** @returns columns of equal width below their headings, a line each; without any rows just the headings */
export function table(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows.map((row) => row.map(harmless))]
  const widths = headings.map((_, i) => Math.max(...lines.map((line) => Bun.stringWidth(line[i] ?? ""))))
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell + " ".repeat((widths[i] ?? 0) - Bun.stringWidth(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}
