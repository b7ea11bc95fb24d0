import { MM, type Paper } from "./paper.ts"
import type { Style } from "./style.ts"

export type PrintedColumn = {
  title: string
  /** Millimetres; the columns without one share what is left. */
  mm?: number
  align?: "left" | "right" | "center"
}

export type PrintedRow = {
  cells: readonly string[]
  /** `sum`: bold, with a line above; `group`: bold, the heading of what follows. */
  look?: "sum" | "group" | undefined
}

type Placed = PrintedColumn & { x: number; width: number }

const SIZE = 9
/** Letters of a cell from which its wrapping takes long. */
const LONG = 200
const LINE = SIZE * 1.28
const PAD_X = 1.3 * MM
const PAD_Y = 2.2

/**
 * A table over the whole width. Its head is repeated on every page, cells are wrapped, and a row stays together
 * unless it is longer than a page. It may have thousands of rows: others have their turn between two of them.
 *
 * @param carry gives the cells of the line "carried over" that ends a page and begins the next; the argument is
 *   how many rows were printed so far
 */
export async function printTable(...table: Table): Promise<void> {
  const [paper] = table
  for (const _ of printRows(...table)) await paper.rest()
}

type Table = [
  paper: Paper,
  columns: readonly PrintedColumn[],
  rows: Iterable<PrintedRow>,
  carry?: (printed: number) => readonly string[],
]

/** Yields where others may have their turn: after each row, and within a long one. */
function* printRows(...[paper, columns, rows, carry]: Table): Generator<void> {
  const placed = place(paper, columns)
  const height = (lines: number) => lines * LINE + 2 * PAD_Y
  const reserve = carry ? height(1) : 0
  paper.need(height(1) * 3 + reserve)
  const table = paper.open("Table")
  const row = (cells: string[][], tag: "TH" | "TD", look?: PrintedRow["look"]) =>
    printRow(paper, placed, cells, table, { tag, look })
  const head = () =>
    row(
      placed.map(({ title, width }) => wrapCell(paper, title, width, true)),
      "TH",
    )
  const oneLine = (cells: readonly string[]) => cells.map((cell) => [cell])
  head()
  let index = 0
  for (const { cells, look } of rows) {
    const lines: string[][] = []
    for (const [at, { width }] of placed.entries()) {
      lines.push(wrapCell(paper, cells[at] ?? "", width, look !== undefined))
      if ((cells[at]?.length ?? 0) > LONG) yield
    }
    for (const part of cutToPages(paper, lines)) {
      // Keeps the heading of a group on one page with the group's first row.
      const needed = height(Math.max(...part.map((cell) => cell.length))) + (look === "group" ? height(1) : 0)
      if (!paper.fits(needed + reserve)) {
        if (carry && index > 0) row(oneLine(carry(index)), "TD", "sum")
        paper.newPage()
        head()
        if (carry && index > 0) row(oneLine(carry(index)), "TD", "group")
      }
      row(part, "TD", look)
      yield
    }
    index++
  }
  table.end()
  paper.space(8)
}

function place(paper: Paper, columns: readonly PrintedColumn[]): Placed[] {
  const fixed = columns.reduce((sum, { mm }) => sum + (mm ?? 0) * MM, 0)
  const rest = (paper.width - fixed) / columns.filter(({ mm }) => mm === undefined).length
  let x = paper.left
  return columns.map((column) => {
    const width = column.mm === undefined ? rest : column.mm * MM
    const at = { ...column, x, width }
    x += width
    return at
  })
}

const wrapCell = (paper: Paper, text: string, width: number, bold: boolean): string[] =>
  text === "" ? [] : paper.wrap(text, width - 2 * PAD_X, { size: SIZE, bold })

/** A row that is longer than a page goes on in rows of its own. */
function cutToPages(paper: Paper, cells: string[][]): string[][][] {
  const longest = Math.max(...cells.map((cell) => cell.length))
  const most = Math.floor((paper.bottom - 60 * MM) / LINE)
  if (longest <= most) return [cells]
  return Array.from({ length: Math.ceil(longest / most) }, (_, part) =>
    cells.map((cell) => cell.slice(part * most, (part + 1) * most)),
  )
}

type RowLook = { tag: "TH" | "TD"; look: PrintedRow["look"] }

function printRow(
  paper: Paper,
  columns: Placed[],
  cells: string[][],
  table: Parameters<Parameters<Paper["tag"]>[2]>[0],
  { tag, look }: RowLook,
): void {
  const top = paper.y
  const lines = Math.max(1, ...cells.map((cell) => cell.length))
  const bottom = top + lines * LINE + 2 * PAD_Y
  if (tag === "TH") paper.box(paper.left, top, paper.width, bottom - top, { fill: 0.92 })
  const style: Style = { size: SIZE, bold: tag === "TH" || look !== undefined }
  paper.tag("TR", table, (row) => {
    for (const [index, { x, width, align = "left" }] of columns.entries()) {
      const at = align === "left" ? x + PAD_X : align === "right" ? x + width - PAD_X : x + width / 2
      paper.tag(tag, row, () => {
        for (const [line, text] of (cells[index] ?? []).entries()) {
          paper.write(text, at, top + PAD_Y + line * LINE + SIZE * 0.95, { ...style, align })
        }
      })
    }
  })
  if (look === "sum") paper.rule(paper.left, paper.right, top, 0, 0.8)
  paper.rule(paper.left, paper.right, bottom, tag === "TH" ? 0 : 0.78, tag === "TH" ? 0.8 : 0.4)
  paper.y = bottom
}
