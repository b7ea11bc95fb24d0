import { invalid, type Refusal } from "../refusal.ts"

/** A row as a spreadsheet counts it: the headings stand in row 1, or below empty ones. */
export type TableRow = {
  zeile: number
  cells: string[]
  /** A cell of it has a fault. */
  isFaulty?: true
}

/** A fault that shows in a cell without knowing its meaning; `column` counts from 0. */
export type CellFault = { zeile: number; column: number; msg: string }

/** A table saved by a spreadsheet. */
export type Table = {
  art: "csv" | "xlsx"
  headings: string[]
  /** Where they stand. */
  headingRow: number
  rows: TableRow[]
  /** The first MOST_FAULTS of them. */
  faults: CellFault[]
  faultCount: number
  /** Memory of its rows in bytes, roughly. */
  weight: number
}

/**
 * Rows of a table. All or none are made, in one transaction: 5000 customers take a second (their words in the index of
 * the search most of it), in which nobody else is served. More are for a job (api/import/run-import.ts).
 */
export const MOST_ROWS = 5000
/** DATEV's lists of accounts have 254. */
export const MOST_COLUMNS = 300
/** Longest heading, in UTF-16 units. */
export const LONGEST_HEADING = 200
/** Longest cell, line breaks included, in UTF-16 units. */
export const LONGEST_CELL = 100_000

/** Faults that are kept; the others are counted. */
export const MOST_FAULTS = 5000
/** Filled cells of a table, and those before them in their rows: 100 000 customers with all their fields. */
const MOST_CELLS = 3_000_000
/** Bytes of a row and of a cell, besides its text of two bytes a letter. */
const ROW = 100
const CELL = 40

/** Builds a table: the first row that is not empty has the headings; empty rows are skipped. */
export class TableMaker {
  readonly #rows: TableRow[] = []
  readonly #faults: CellFault[] = []
  #faultCount = 0
  /** Row of the last fault. */
  #faulty = 0
  #cells = 0
  #length = 0

  constructor(
    readonly field: string,
    readonly art: Table["art"],
    readonly most = MOST_ROWS,
  ) {}

  refused(msg: string): Refusal {
    return invalid(this.field, msg)
  }

  /** Tells a fault of a cell, before its row is added. */
  fault(fault: CellFault): void {
    this.#faulty = fault.zeile
    this.#faultCount++
    if (this.#faults.length < MOST_FAULTS) this.#faults.push(fault)
  }

  /** @throws Refusal invalid for a row or a cell too many */
  add(zeile: number, cells: string[]): void {
    const width = cells.findLastIndex((cell) => (cell ?? "").trim() !== "") + 1
    if (width === 0 && this.#faulty !== zeile) return
    if (this.#rows.length > this.most) throw this.refused(`hat mehr als ${this.most} Zeilen`)
    const row = Array.from(this.#within(zeile, cells, width), (cell) => cell ?? "")
    this.#cells += row.length
    for (const cell of row) this.#length += cell.length
    if (this.#cells > MOST_CELLS) throw this.refused(`hat mehr als ${MOST_CELLS} Zellen`)
    this.#rows.push({ zeile, cells: row, ...(this.#faulty === zeile && { isFaulty: true }) })
  }

  /** @returns the cells below headings; others are faults */
  #within(zeile: number, cells: string[], width: number): string[] {
    const head = this.#rows[0]?.cells.length
    if (head === undefined) return cells
    for (let column = head; column < width; column++)
      if ((cells[column] ?? "").trim() !== "")
        this.fault({ zeile, column, msg: "steht in einer Spalte ohne Überschrift" })
    return cells.slice(0, Math.min(width, head))
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
    return {
      art: this.art,
      headings,
      headingRow: head.zeile,
      rows,
      faults: this.#faults,
      faultCount: this.#faultCount,
      weight: this.#rows.length * ROW + this.#cells * CELL + this.#length * 2,
    }
  }
}

/** 0 → `A`, 27 → `AB`: as a spreadsheet names its columns. */
export const letterOf = (column: number): string =>
  (column < 26 ? "" : letterOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
