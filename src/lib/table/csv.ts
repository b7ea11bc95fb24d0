import { isUtf8 } from "node:buffer"
import { invalid } from "../refusal.ts"
import {
  LONGEST_CELL,
  LONGEST_HEADING,
  letterOf,
  MOST_COLUMNS,
  type Table,
  TableMaker,
} from "./table-maker.ts"

/** Cells per piece, which take a few milliseconds. */
const PIECE = 5000

/**
 * Reads CSV as spreadsheets write it in Germany: separated by semicolons, tabs or commas, in UTF-8, Windows-1252 or
 * UTF-16 ("Unicode-Text"), quoted where needed. By hand: csv-parse takes twice as long, and udsv, which takes half,
 * reads a file whose quotes are not closed as another table, without a word.
 *
 * @param field of the form, for the refusal
 * @returns the table; yields wherever others may come in between, as ten megabytes of separators take a second
 * @throws Refusal invalid for what is no such table, or has too many rows or columns
 */
export function* readCsv(bytes: Uint8Array, field: string, most?: number): Generator<undefined, Table> {
  const text = decoded(bytes, field)
  const maker = new TableMaker(field, "csv", most)
  let zeile = 0
  let read = 0
  for (const cells of linesOf(text, separatorOf(text), field)) {
    maker.add(++zeile, cells.map(unguarded))
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

/** Removes the sign that keeps a spreadsheet from taking text for a formula (print/export/csv.ts). */
const unguarded = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

const NO_TABLE = "ist weder eine Excel-Tabelle (.xlsx) noch eine im CSV-Format"

/** First signs of files that are text, and no table. */
const others: [RegExp, string][] = [
  [/^%PDF/, "ist eine PDF-Datei und keine Tabelle"],
  [
    /^\s*<(?:!doctype|html|table|\?xml)/i,
    "ist eine Webseite, auch wenn sie anders heißt: bitte in Excel öffnen und als .xlsx speichern",
  ],
]

/** A letter beyond ASCII in UTF-8, read byte by byte: no German text has it. */
const LETTER_OF_UTF8 = /\u00c3(?:[\u0080-\u00bf]|$)/

function decoded(bytes: Uint8Array, field: string): string {
  const start = Buffer.from(bytes.subarray(0, 100)).toString("latin1").replace(MARK, "")
  for (const [sign, msg] of others) if (sign.test(start)) throw invalid(field, msg)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    if (bytes.length % 2 === 1)
      throw invalid(field, "ist nur ein Teil einer Tabelle: das letzte Zeichen fehlt")
    return new TextDecoder("utf-16le").decode(bytes)
  }
  if (isUtf8(bytes)) return new TextDecoder("utf-8").decode(bytes)
  if (bytes.includes(0)) throw invalid(field, NO_TABLE)
  const letters = Buffer.from(bytes).toString("latin1")
  if (MARK.test(letters) || LETTER_OF_UTF8.test(letters))
    throw invalid(
      field,
      `hat in Zeile ${firstBroken(bytes)} ein Zeichen, das kein UTF-8 ist: sie ist beschädigt oder abgeschnitten. Bitte noch einmal als „CSV UTF-8“ speichern`,
    )
  return new TextDecoder("windows-1252").decode(bytes)
}

/** Byte order mark of UTF-8, decoded byte by byte. */
const MARK = /^\u00ef\u00bb\u00bf/

/** @returns the first line that is not in UTF-8, from 1 on */
function firstBroken(bytes: Uint8Array): number {
  let line = 1
  for (let at = 0; at < bytes.length; line++) {
    const end = bytes.indexOf(10, at)
    if (end < 0 || !isUtf8(bytes.subarray(at, end))) break
    at = end + 1
  }
  return line
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
