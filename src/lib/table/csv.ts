import { withLineEnds } from "../line-ends.ts"
import { invalid, Refusal } from "../refusal.ts"
import { decode } from "./encoding.ts"
import { LONGEST_HEADING, letterOf } from "./headings.ts"
import {
  FIRST_ROWS,
  LONGEST_CELL,
  MOST_COLUMNS,
  type Table,
  TableMaker,
  TOO_WIDE,
  type WantedTable,
} from "./table-maker.ts"
import { unguarded } from "./signs.ts"

/** Cells between two yields: a few milliseconds. */
const PIECE = 5000

/**
 * Reads CSV as spreadsheets in Germany write it: separated by semicolons, tabs, commas or bars, quoted if needed. Of the
 * packages, csv-parse is slower, and udsv misreads a file with an unclosed quote without an error.
 *
 * @param field of the form, for the refusal
 * @returns the table; yields often, so that others are served, as ten megabytes of separators take a second
 * @throws Refusal invalid for what is no such table, or has too many rows or columns
 */
export function* readCsv(
  bytes: Uint8Array,
  field: string,
  wanted: WantedTable,
  most: number,
): Generator<undefined, Table> {
  const { text: written, hints } = decode(bytes, field)
  if (wanted.blatt !== undefined) throw invalid("blatt", "gibt es nicht: eine CSV-Datei hat keine Blätter")
  const maker = new TableMaker(field, "csv", wanted, most)
  let zeile = 0
  let read = 0
  for (const hint of hints) maker.addHint(hint)
  const bare = unwrapped(written)
  const text = bare ?? written
  if (bare !== undefined)
    maker.addHint("Jede Zeile stand als Ganzes in Anführungszeichen und ist ohne sie gelesen")
  const { separator, start } = separatorOf(text, maker)
  const quote = quoteOf(text, separator, start)
  if (quote === "'") maker.addHint("Einfache Anführungszeichen um die Zellen werden nicht mit gelesen")
  for (const cells of linesOf(text, separator, field, start, quote)) {
    maker.add(
      ++zeile,
      cells.map((cell) => withLineEnds(unguarded(cell))),
    )
    const nul = cells.findIndex((cell) => cell.includes("\0"))
    if (nul >= 0)
      throw invalid(
        field,
        `hat in ${letterOf(nul)}${zeile} das Zeichen NUL: sie ist beschädigt, oder kein CSV`,
      )
    read += cells.length
    if (read < PIECE) continue
    read = 0
    yield
  }
  return maker.finish()
}

const SEPARATORS = [";", "\t", ",", "|"] as const

/** A first line that names the separator, for Excel; it is no row. */
const NAMED_SEPARATOR = /^"?sep=(\\t|[^"\r\n])"?[;,\t|]*(?:\r\n|\r|\n|$)/i

/** @returns the separator, and where the table begins */
function separatorOf(text: string, maker: TableMaker): { separator: string; start: number } {
  const [line, named] = NAMED_SEPARATOR.exec(text) ?? []
  if (line !== undefined && named !== undefined)
    return { separator: named === "\\t" ? "\t" : named, start: line.length }
  const tried = SEPARATORS.map((separator) => ({ separator, ...widthOf(text, separator, maker) }))
  const [best] = tried.toSorted((a, b) => b.known - a.known || b.alike - a.alike || b.width - a.width)
  return { separator: best?.separator ?? ";", start: 0 }
}

/** @returns whether some program took a line for one cell: `"Nr;Name"`. Two expressions, as one would try each separator */
const isWrapped = (line: string): boolean => /^"(?:[^"]|"")*"$/.test(line) && /[;,\t|]/.test(line)

/** @returns the text without the quotes around its lines; undefined unless all lines have them */
function unwrapped(text: string): string | undefined {
  const [first = ""] = text.slice(0, MOST_COLUMNS * LONGEST_HEADING).split(/[\r\n]/, 1)
  if (!isWrapped(first)) return undefined
  const lines = text.split(/\r\n|\r|\n/)
  if (!lines.every((line) => line.trim() === "" || isWrapped(line))) return undefined
  return lines.map((line) => line.slice(1, -1).replaceAll('""', '"')).join("\n")
}

type Fit = { known: number; alike: number; width: number }

/** @returns how well a separator fits the first rows: known headings, rows of equal length, and all headings */
function widthOf(text: string, separator: string, maker: TableMaker): Fit {
  const rows: { cells: string[] }[] = []
  try {
    for (const cells of linesOf(text, separator, maker.field)) {
      if (cells.some((cell) => cell.trim() !== "")) rows.push({ cells })
      if (rows.length >= FIRST_ROWS) break
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The fault is reported when the table is read.
    const [first = ""] = text.slice(0, MOST_COLUMNS * LONGEST_HEADING).split(/[\r\n]/, 1)
    return { known: 0, alike: 0, width: first.split(separator).length }
  }
  // Commas in a few amounts would split some rows only.
  const wide = rows.filter(({ cells }) => cells.length > 1)
  const lengths = [...Map.groupBy(wide, ({ cells }) => cells.length).values()].map((some) => some.length)
  return { ...maker.widthOf(rows), alike: Math.max(0, ...lengths) }
}

type Quote = '"' | "'"

/** @returns the quote around cells; some programs use single quotes */
function quoteOf(text: string, separator: string, start: number): Quote {
  const [first = ""] = text.slice(start, start + MOST_COLUMNS * LONGEST_HEADING).split(/[\r\n]/, 1)
  const cells = first.split(separator)
  return cells.length > 1 && cells.every((cell) => /^'[^']+'$/.test(cell)) ? "'" : '"'
}

/** RFC 4180, with any separator and end of line. */
function* linesOf(
  text: string,
  separator: string,
  field: string,
  start = 0,
  quote: Quote = '"',
): Generator<string[]> {
  const end = new RegExp(`${RegExp.escape(separator)}|\\r?\\n|\\r|$`, "g")
  let cells: string[] = []
  let line = 1
  for (let at = start; at < text.length; at = end.lastIndex) {
    const quoted = text[at] === quote
    const close = quoted ? closingQuote(text, at, quote) : at
    if (close - at > LONGEST_CELL)
      throw invalid(field, `hat in Zeile ${line} eine Zelle von ungeheurer Länge`)
    end.lastIndex = quoted ? close + 1 : at
    const found = end.exec(text)
    if (close < 0 || !found || (quoted && found.index !== close + 1))
      throw invalid(field, `hat in Zeile ${line} Anführungszeichen, die nicht geschlossen sind`)
    cells.push(
      quoted ? text.slice(at + 1, close).replaceAll(quote + quote, quote) : text.slice(at, found.index),
    )
    if (cells.length > MOST_COLUMNS) throw invalid(field, TOO_WIDE)
    if (found[0] === separator) continue
    yield cells
    cells = []
    line++
    if (found[0] === "") return
  }
  if (cells.length > 0) yield cells
}

/** @returns the place of the quote that ends a cell, -1 without one; two in a row are one quote inside the cell */
function closingQuote(text: string, start: number, quote: Quote): number {
  let at = text.indexOf(quote, start + 1)
  while (at >= 0 && text[at + 1] === quote && at - start <= LONGEST_CELL) at = text.indexOf(quote, at + 2)
  return at
}
