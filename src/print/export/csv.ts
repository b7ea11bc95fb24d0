/** A table as a file: semicolons, CRLF, quotes where needed. */

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
const cellOf = (cell: string): string => (/[";\r\n]/.test(cell) ? quoted(cell) : cell)

export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(";")}\r\n`

/** What a spreadsheet would take for a formula is text; an amount with a minus sign is none. */
export const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** So that a spreadsheet reads the umlauts of a file as UTF-8. */
export const BOM = "\ufeff"
