import { keysOf } from "../headings.ts"

/** Longest heading, in UTF-16 units. */
export const LONGEST_HEADING = 200

type Cells = readonly (string | undefined)[]

const isFilled = (cell: string | undefined): boolean => (cell ?? "").trim() !== ""

/** @returns how many different known headings stand in a row; with a colon behind, it is a label: `Ort:` */
export function countKnown(cells: Cells, known: ReadonlySet<string>): number {
  const found = new Set<string>()
  for (const cell of cells) {
    if (!cell || cell.length > LONGEST_HEADING || cell.trimEnd().endsWith(":")) continue
    const { whole, before, inside } = keysOf(cell)
    const word = [...whole, before, inside].find((key) => known.has(key))
    if (word !== undefined) found.add(word)
  }
  return found.size
}

/**
 * @returns which of the first rows has the most known headings; if none has any, the first that fills more than half as
 *   many cells as the fullest, as titles fill few
 */
export function findHeadings(rows: readonly { cells: Cells }[], known: ReadonlySet<string>): number {
  const counts = rows.map(({ cells }, i) => {
    const count = countKnown(cells, known)
    // A single known heading in a wide row may be chance.
    const isSure = i === 0 || count > 1 || count * 2 >= cells.filter(isFilled).length
    return isSure ? count : 0
  })
  const best = Math.max(0, ...counts)
  if (best > 0) return counts.indexOf(best)
  const filled = rows.map(({ cells }) => cells.filter(isFilled).length)
  const half = Math.max(0, ...filled) / 2
  return Math.max(
    0,
    filled.findIndex((count) => count > half),
  )
}

/**
 * Headings may take two rows.
 *
 * @param at row of the headings
 * @returns the headings: its gaps are filled from the row above, and the row below is added if it holds nothing but
 *   headings; and the first and the last of their rows
 */
export function joinHeadings(
  rows: readonly { zeile: number; cells: readonly string[] }[],
  at: number,
  known: ReadonlySet<string>,
): { cells: string[]; first: number; last: number } {
  const [above, head, below] = [rows[at - 1], rows[at], rows[at + 1]]
  if (!head) return { cells: [], first: at, last: at }
  const upper = (above?.zeile === head.zeile - 1 ? above.cells : []).map((cell, i) =>
    !isFilled(head.cells[i]) && countKnown([cell], known) > 0 ? cell : undefined,
  )
  const grouped = above?.zeile === head.zeile - 1 ? inGroups(above.cells, head.cells, known) : undefined
  if (grouped) return { cells: grouped, first: at - 1, last: at }
  const filled = below?.zeile === head.zeile + 1 ? below.cells.filter(isFilled) : []
  const isBelow = filled.length > 1 && filled.every((cell) => countKnown([cell], known) > 0)
  const units = (isBelow ? below?.cells : undefined) ?? []
  const names = units.map(same)
  // A word that stands below several headings is their unit, and no heading.
  const lower = units.map((cell, i) =>
    isFilled(cell) && isFilled(head.cells[i]) && names.indexOf(same(cell)) !== names.lastIndexOf(same(cell))
      ? `${head.cells[i]} ${cell}`
      : cell,
  )
  const width = Math.max(head.cells.length, upper.length, lower.length)
  const cells = Array.from({ length: width }, (_, i) =>
    isFilled(lower[i]) ? (lower[i] ?? "") : (upper[i] ?? head.cells[i] ?? ""),
  )
  while (cells.length > head.cells.length && !isFilled(cells.at(-1))) cells.pop()
  return { cells, first: upper.some(isFilled) ? at - 1 : at, last: isBelow ? at + 1 : at }
}

/** Units and quantities, which mean nothing without the heading above them. */
const COUNTED = /^(?:Stück|Stk\.?|Menge|Anzahl|Bestand|Saldo|Wert|Betrag|Pfand|EUR|€|Euro)(?:\s.*)?$/i
/** @returns a cell in a form for comparing */
const same = (cell: string | undefined): string => (cell ?? "").trim().normalize("NFC").toLowerCase()

/**
 * @param above the row above, with a heading above the first column of each group: `KA20` above `Stück` and `EUR`
 * @returns the headings, with that of their group before those that occur several times; undefined if that makes no sense
 */
function inGroups(above: Cells, head: Cells, known: ReadonlySet<string>): string[] | undefined {
  const names = head.map(same)
  const isTwice = (i: number): boolean =>
    names[i] !== "" && names.indexOf(names[i] ?? "") !== names.lastIndexOf(names[i] ?? "")
  let group = ""
  const cells = head.map((cell, i) => {
    if (isFilled(above[i])) group = (above[i] ?? "").trim()
    return isTwice(i) ? `${group} ${cell ?? ""}`.trim() : (cell ?? "")
  })
  const twice = cells.filter((_, i) => isTwice(i))
  const makesSense = (cell: string, i: number): boolean =>
    !isTwice(i) || countKnown([cell], known) > 0 || COUNTED.test((head[i] ?? "").trim())
  return twice.length > 0 && new Set(twice.map(same)).size === twice.length && cells.every(makesSense)
    ? cells
    : undefined
}

/** @returns whether the only heading consists of several known ones: a whole line was pasted into a cell */
function areAllInOne(headings: Cells, known: ReadonlySet<string>): boolean {
  const [only = "", other] = headings.filter(isFilled)
  return other === undefined && countKnown(only.split(/[;,\t|^~#:]|\s{2,}/), known) > 1
}

/** @returns what is wrong with the headings, in German: too long, all in one cell, or one of them twice */
export function headingFault(
  headings: readonly string[],
  zeile: number,
  known: ReadonlySet<string>,
): string | undefined {
  if (headings.some((heading) => heading.length > LONGEST_HEADING))
    return `hat eine Überschrift mit mehr als ${LONGEST_HEADING} Zeichen`
  if (areAllInOne(headings, known))
    return "hat alles in einer Spalte: bitte in Excel mit „Daten“ → „Text in Spalten“ trennen, oder als CSV mit Semikolon speichern"
  const names = headings.map(same)
  // Of headings that nobody takes, such as DATEV's "Leerfeld", there may be several.
  const isTaken = (heading: string): boolean => known.size === 0 || countKnown([heading], known) > 0
  const second = names.findIndex(
    (heading, i) => heading !== "" && names.indexOf(heading) < i && isTaken(headings[i] ?? ""),
  )
  if (second < 0) return undefined
  const first = names.indexOf(names[second] ?? "")
  return `hat in Zeile ${zeile} zweimal dieselbe Überschrift: in den Spalten ${letterOf(first)} und ${letterOf(second)}`
}

/** 0 → `A`, 27 → `AB`: as a spreadsheet names its columns. */
export const letterOf = (column: number): string =>
  (column < 26 ? "" : letterOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
