import { invalid } from "../lib/refusal.ts"

/** A table that somebody saved in a spreadsheet. */
export type Table = { headings: string[]; rows: string[][] }

/** So many rows are taken at once: a thousandth of a second each. */
export const MOST_ROWS = 5000

/**
 * Reads CSV as spreadsheets write it in Germany: separated by semicolons, tabs or commas, in UTF-8 or Windows-1252,
 * quoted where needed. Empty lines count for nothing.
 *
 * @param field of the form, for the refusal
 * @throws Refusal invalid for what is no such table, or has too many rows
 */
export function readTable(bytes: Uint8Array, field: string): Table {
  const text = decoded(bytes)
  if (text.includes("\0")) throw invalid(field, "ist keine Tabelle im CSV-Format")
  const lines = cellsOf(text, separatorOf(text)).filter((cells) => cells.some((cell) => cell.trim() !== ""))
  const [headings = [], ...rows] = lines
  if (rows.length === 0) throw invalid(field, "braucht eine Zeile mit Überschriften und darunter Zeilen")
  if (rows.length > MOST_ROWS) throw invalid(field, `hat mehr als ${MOST_ROWS} Zeilen`)
  return { headings: headings.map((heading) => heading.trim()), rows }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** The one that stands most often in the headings. */
function separatorOf(text: string): string {
  const [headings = ""] = text.split(/\r?\n/, 1)
  const count = (separator: string): number => headings.split(separator).length
  return [";", "\t", ","].toSorted((a, b) => count(b) - count(a))[0] ?? ";"
}

/** RFC 4180, with any separator and end of line. */
function cellsOf(text: string, separator: string): string[][] {
  const lines: string[][] = [[]]
  const cell = new RegExp(
    `("(?:[^"]|"")*"|[^"${separator}\\r\\n][^${separator}\\r\\n]*|)(${separator}|\\r?\\n|\\r|$)`,
    "y",
  )
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found)
      throw invalid("datei", `hat in Zeile ${lines.length} Anführungszeichen, die nicht geschlossen sind`)
    const [, content = "", end = ""] = found
    lines.at(-1)?.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content)
    if (end !== separator && end !== "") lines.push([])
    // A separator at the very end has an empty cell behind it.
    if (end === separator && cell.lastIndex === text.length) lines.at(-1)?.push("")
  }
  return lines
}
