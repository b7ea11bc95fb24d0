import { invalid } from "../refusal.ts"
import { LONGEST_CELL, LONGEST_HEADING, MOST_COLUMNS, type Table, TableMaker } from "./table.ts"

/** Cells per piece, which take a few milliseconds. */
const PIECE = 5000

/**
 * Reads CSV as spreadsheets write it in Germany: separated by semicolons, tabs or commas, in UTF-8, Windows-1252 or
 * UTF-16 ("Unicode-Text"), quoted where needed.
 *
 * @param field of the form, for the refusal
 * @returns the table; yields wherever others may come in between, as ten megabytes of separators take a second
 * @throws Refusal invalid for what is no such table, or has too many rows or columns
 */
export function* readCsv(bytes: Uint8Array, field: string, most?: number): Generator<undefined, Table> {
  const text = decoded(bytes)
  if (text.includes("\0"))
    throw invalid(field, "ist weder eine Excel-Tabelle (.xlsx) noch eine im CSV-Format")
  const maker = new TableMaker(field, "csv", most)
  let zeile = 0
  let read = 0
  for (const cells of linesOf(text, separatorOf(text), field)) {
    maker.add(++zeile, cells.map(unguarded))
    read += cells.length
    if (read < PIECE) continue
    read = 0
    yield
  }
  return maker.finish()
}

/** Removes the sign that keeps a spreadsheet from taking text for a formula (print/export/csv.ts). */
const unguarded = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** The separator that stands most often in the headings. */
function separatorOf(text: string): string {
  const [headings = ""] = text.slice(0, MOST_COLUMNS * LONGEST_HEADING).split(/\r?\n/, 1)
  const count = (separator: string): number => headings.split(separator).length
  return [";", "\t", ","].toSorted((a, b) => count(b) - count(a))[0] ?? ";"
}

/** RFC 4180, with any separator and end of line. */
function* linesOf(text: string, separator: string, field: string): Generator<string[]> {
  const end = new RegExp(`${separator}|\\r?\\n|\\r|$`, "g")
  let cells: string[] = []
  let line = 1
  for (let at = 0; at < text.length; at = end.lastIndex) {
    const quoted = text[at] === '"'
    const close = quoted ? closingQuote(text, at) : at
    if (close - at > LONGEST_CELL)
      throw invalid(field, `hat in Zeile ${line} eine Zelle von ungeheurer Länge`)
    end.lastIndex = quoted ? close + 1 : at
    const found = end.exec(text)
    if (close < 0 || !found || (quoted && found.index !== close + 1))
      throw invalid(field, `hat in Zeile ${line} Anführungszeichen, die nicht geschlossen sind`)
    cells.push(quoted ? text.slice(at + 1, close).replaceAll('""', '"') : text.slice(at, found.index))
    if (cells.length > MOST_COLUMNS) throw invalid(field, `hat mehr als ${MOST_COLUMNS} Spalten`)
    if (found[0] === separator) continue
    yield cells
    cells = []
    line++
    if (found[0] === "") return
  }
  if (cells.length > 0) yield cells
}

/** @returns where the quote is that ends a cell; two behind each other are one of its signs. -1 without any */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at >= 0 && text[at + 1] === '"' && at - start <= LONGEST_CELL) at = text.indexOf('"', at + 2)
  return at
}
