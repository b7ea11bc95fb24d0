import { hasApostrophe } from "../../lib/table/signs.ts"
import type { Cell } from "./xlsx.ts"

/** A table as a file: semicolons, CRLF, quotes where needed. */

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
const cellOf = (cell: string): string => (/[";\r\n]/.test(cell) ? quoted(cell) : cell)

/** @returns a row with its line break */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(";")}\r\n`

/**
 * Puts an apostrophe before a text that a spreadsheet would take for a formula. The import takes it away again
 * (lib/table/signs.ts), so a text that begins with one gets another. Amounts are no text: theirs may begin with a minus.
 */
export const asPlainText = (text: string): string =>
  /^'*[=+\-@\t\r]/.test(text) || hasApostrophe(text) ? `'${text}` : text

/** Mark by which spreadsheets read a file as UTF-8, umlauts included. */
export const BOM = "\ufeff"

export const CSV = "text/csv; charset=utf-8"

const textOf = (cell: Cell): string => (typeof cell === "string" ? asPlainText(cell) : String(cell ?? ""))

/** @param pieces rows that are read together @returns the file in pieces, made while it is sent */
export function* csvPieces(pieces: Iterable<readonly (readonly Cell[])[]>): Generator<string> {
  yield BOM
  for (const rows of pieces) yield rows.map((row) => csvLine(row.map(textOf))).join("")
}
