import { invalid, type Refusal } from "../refusal.ts"

/** A row as a spreadsheet counts it: the headings stand in row 1, or below empty ones. */
export type TableRow = { zeile: number; cells: string[] }

/** A fault that shows in a cell without knowing its meaning; `column` counts from 0. */
export type CellFault = { zeile: number; column: number; msg: string }

/** A table saved by a spreadsheet. */
export type Table = {
  art: "csv" | "xlsx"
  headings: string[]
  /** Where they stand. */
  headingRow: number
  rows: TableRow[]
  faults: CellFault[]
}

/**
 * Rows of a table. All or none are made, in one transaction: 5000 customers take a second (their words in the index of
 * the search most of it), in which nobody else is served. More are for a job (api/import/run-import.ts).
 */
export const MOST_ROWS = 5000
export const MOST_COLUMNS = 200
/** Longest heading, in UTF-16 units. */
export const LONGEST_HEADING = 200
/** Longest cell, line breaks included, in UTF-16 units. */
export const LONGEST_CELL = 100_000

/** Builds a table: the first row that is not empty has the headings; empty rows are skipped. */
export class TableMaker {
  readonly #rows: TableRow[] = []
  readonly faults: CellFault[] = []

  constructor(
    readonly field: string,
    readonly art: Table["art"],
    readonly most = MOST_ROWS,
  ) {}

  refused(msg: string): Refusal {
    return invalid(this.field, msg)
  }

  /** @throws Refusal invalid for a row too many */
  add(zeile: number, cells: string[]): void {
    if (cells.every((cell) => (cell ?? "").trim() === "")) return
    if (this.#rows.length > this.most) throw this.refused(`hat mehr als ${this.most} Zeilen`)
    this.#rows.push({ zeile, cells: Array.from(cells, (cell) => cell ?? "") })
  }

  /** @throws Refusal invalid for what has no rows, or headings that nobody writes or wrote twice */
  finish(): Table {
    const [head, ...rows] = this.#rows
    if (!head || rows.length === 0)
      throw this.refused("braucht eine Zeile mit Überschriften und darunter Zeilen")
    const headings = head.cells.map((heading) => heading.trim())
    if (headings.some((heading) => heading.length > LONGEST_HEADING))
      throw this.refused(`hat eine Überschrift mit mehr als ${LONGEST_HEADING} Zeichen`)
    const same = headings.map((heading) => heading.normalize("NFC").toLowerCase())
    const second = same.findIndex((heading, i) => heading !== "" && same.indexOf(heading) < i)
    if (second >= 0)
      throw this.refused(
        `hat in Zeile ${head.zeile} zweimal dieselbe Überschrift: in den Spalten ${letterOf(same.indexOf(same[second] ?? ""))} und ${letterOf(second)}`,
      )
    return { art: this.art, headings, headingRow: head.zeile, rows, faults: this.faults }
  }
}

/** 0 → `A`, 27 → `AB`: as a spreadsheet names its columns. */
export const letterOf = (column: number): string =>
  (column < 26 ? "" : letterOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
