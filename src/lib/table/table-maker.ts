import { keyOf } from "../headings.ts"
import { findings, type Frage, hiddenQuestion, NAMED } from "./findings.ts"
import { countKnown, headingFault, findHeadings, joinHeadings } from "./headings.ts"
import { invalid, type Refusal } from "../refusal.ts"
import { Merged } from "./merged.ts"
import { Signs } from "./signs.ts"

/** A row; `zeile` is its number in the spreadsheet, from 1. */
export type TableRow = {
  zeile: number
  cells: string[]
  /** Columns, from 0, with formulas without a result. */
  formulas?: number[]
  /** Columns, from 0, of filled cells to the right of all headings. */
  beyond?: number[]
}

/** What to look for in a file, and the sender's answers to questions. */
export type WantedTable = {
  /** Known headings: they show the row of headings, and which sheet is meant. */
  words?: readonly string[]
  /** Names of what stands in it, which a sheet may have. */
  names?: readonly string[]
  /** Name of a sheet. */
  blatt?: string | undefined
  verborgene?: "mitnehmen" | "weglassen" | undefined
}

/** A table saved by a spreadsheet. */
export type Table = {
  art: "csv" | "xlsx"
  headings: string[]
  rows: TableRow[]
  /** Hints, in German: sentences without their full stop. */
  hints: string[]
  fragen: Frage[]
  /** Text above the headings, up to a limit. */
  titel: string
  /** Columns, from 0, in which amounts of money are shown: with cents, or in a currency. */
  amounts: number[]
  /** Columns, from 0, that have cells but no heading. */
  unnamed: number[]
  /** Whether the workbook counts its days from 1904. */
  is1904?: boolean
  /** Sheet that was read, and all that are shown. */
  blatt: string | null
  blaetter: string[]
  /** Memory of its rows in bytes, roughly. */
  weight: number
}

/**
 * Most rows for a request, which stores all or none of them in one transaction. More are for a job
 * (api/import/run/run-import.ts).
 */
export const MOST_ROWS = 5000
/** DATEV's lists of accounts have 254. */
export const MOST_COLUMNS = 300
export const TOO_WIDE = `hat mehr als ${MOST_COLUMNS} Spalten: bitte löschen, was nicht gebraucht wird, oder Zeilen und Spalten vertauschen`
/** Longest cell, line breaks included, in UTF-16 units. */
export const LONGEST_CELL = 100_000

/** Most faults that are kept; the others are counted. */
export const MOST_FAULTS = 5000
/** Most cells of a table, empty ones before a filled one included: 100 000 customers with all their fields. */
const MOST_CELLS = 3_000_000
/** Bytes of a row and of a cell, besides its text of two bytes a letter. */
const ROW = 100
const CELL = 40
/** Rows, empty ones not counted, among which the headings stand. */
export const FIRST_ROWS = 30

/** Properties of a row beside its cells. */
type About = {
  formulas?: number[]
  isHidden?: boolean
  /** Columns of numbers that the file shows as amounts. */
  amounts?: ReadonlySet<number>
}
type Given = TableRow & { width: number; isHidden: boolean; amounts?: ReadonlySet<number> | undefined }

/** Longest title that is kept, in UTF-16 units. */
const LONGEST_TITLE = 500

/** Builds a table: finds the row of headings; empty rows and those above are passed over. */
export class TableMaker {
  readonly #known: ReadonlySet<string>
  /** Rows among which the headings are sought. */
  #first: Given[] | undefined = []
  #head: Given | undefined
  #above = 0
  #titel = ""
  readonly #signs = new Signs()
  readonly #rows: TableRow[] = []
  #hidden = 0
  /** The first of them. */
  readonly #hiddenAt: number[] = []
  #cells = 0
  #length = 0
  readonly #unnamed = new Set<number>()
  readonly #hiddenColumns = new Set<number>()
  readonly #hints: string[] = []
  readonly merged = new Merged()

  constructor(
    readonly field: string,
    readonly art: Table["art"],
    readonly wanted: WantedTable = {},
    readonly most = MOST_ROWS,
  ) {
    this.#known = new Set(wanted.words?.map(keyOf).filter((word) => word !== ""))
  }

  refused(msg: string): Refusal {
    return invalid(this.field, msg)
  }

  /** Tells that a column is not shown. */
  hide(column: number): void {
    this.#hiddenColumns.add(column)
  }

  /** Keeps what was found, for people. */
  addHint(hint: string): void {
    this.#hints.push(hint)
  }

  /**
   * @returns whether the row holds anything
   * @throws Refusal invalid for a row or a cell too many
   */
  add(zeile: number, cells: string[], { formulas = [], isHidden = false, amounts }: About = {}): boolean {
    const width = cells.findLastIndex((cell) => (cell ?? "").trim() !== "") + 1
    if (width === 0 && formulas.length === 0) return false
    const row = { zeile, cells, width, isHidden, amounts, ...(formulas.length > 0 && { formulas }) }
    if (this.#first) this.#first.push(row)
    else this.#keep(row)
    if (this.#first && this.#first.length >= FIRST_ROWS) this.#begin()
    return true
  }

  /** @returns known headings, and filled cells, of the row that would have the headings */
  widthOf(rows: readonly { cells: readonly string[] }[]): { known: number; width: number } {
    const cells = rows[findHeadings(rows, this.#known)]?.cells ?? []
    return { known: countKnown(cells, this.#known), width: cells.filter((cell) => cell.trim() !== "").length }
  }

  /** Takes the row of headings out of the first ones, and keeps those below it. */
  #begin(): void {
    const rows = this.#first ?? []
    this.#first = undefined
    const at = findHeadings(rows, this.#known)
    const { cells, first, last } = joinHeadings(rows, at, this.#known)
    const head = rows[at]
    this.#above = first
    const above = rows.slice(0, first).flatMap((row) => row.cells.filter(Boolean))
    this.#titel = above.join(" ").slice(0, LONGEST_TITLE)
    this.#head = head && { ...head, cells }
    for (const row of rows.slice(last + 1)) this.#keep(row)
  }

  #keep({ isHidden, width, cells: all, amounts, ...row }: Given): void {
    const head = this.#head?.cells ?? []
    if (isHidden && ++this.#hidden <= NAMED) this.#hiddenAt.push(row.zeile)
    if (isHidden && this.wanted.verborgene === "weglassen") return
    if (this.#rows.length >= this.most) throw this.refused(`hat mehr als ${this.most} Zeilen`)
    const beyond: number[] = []
    for (const [column, cell] of all.slice(0, width).entries()) {
      if ((cell ?? "").trim() === "") continue
      this.#signs.see(row.zeile, column, cell, amounts?.has(column) ?? false)
      if (column >= head.length) beyond.push(column)
      else if ((head[column] ?? "").trim() === "") this.#unnamed.add(column)
    }
    const cells = Array.from(all.slice(0, Math.min(width, head.length)), (cell) => cell ?? "")
    this.#cells += cells.length + beyond.length
    for (const cell of cells) this.#length += cell.length
    if (this.#cells > MOST_CELLS) throw this.refused(`hat mehr als ${MOST_CELLS} Zellen`)
    this.#rows.push({ ...row, cells, ...(beyond.length > 0 && { beyond }) })
  }

  /** @returns how well what was added so far fits what is sought: known headings, if rows stand below them */
  fit(): { score: number; rows: number } {
    if (this.#first) this.#begin()
    const rows = this.#rows.length + this.#hidden
    return { score: rows > 0 ? countKnown(this.#head?.cells ?? [], this.#known) : 0, rows }
  }

  /** @throws Refusal invalid for what has no rows, or headings that nobody writes or wrote twice */
  finish(): Table {
    if (this.#first) this.#begin()
    const head = this.#head
    const isEmpty = this.#rows.length + this.#hidden === 0
    // An empty list that was exported comes back with nothing but its headings.
    if (!head || (isEmpty && countKnown(head.cells, this.#known) < 2))
      throw this.refused("braucht eine Zeile mit Überschriften und darunter Zeilen")
    if (isEmpty) this.addHint("Unter den Überschriften steht keine Zeile: Es gibt nichts zu übernehmen")
    else if (this.#rows.length === 0) throw this.refused("hat unter den Überschriften nur verborgene Zeilen")
    const headings = Array.from(head.cells, (heading) => (heading ?? "").trim())
    const fault = headingFault(headings, head.zeile, this.#known)
    if (fault !== undefined) throw this.refused(fault)
    return {
      art: this.art,
      headings,
      rows: this.#rows,
      hints: [
        ...this.#hints,
        ...this.#signs.hints(),
        ...this.merged.hints(this.#rows),
        ...this.#findings(head.zeile),
      ],
      titel: this.#titel,
      amounts: this.#signs.amounts,
      fragen:
        this.#hidden > 0 && !this.wanted.verborgene
          ? [hiddenQuestion({ count: this.#hidden, first: this.#hiddenAt })]
          : [],
      unnamed: [...this.#unnamed].toSorted((a, b) => a - b),
      blatt: null,
      blaetter: [],
      weight: this.#rows.length * ROW + this.#cells * CELL + this.#length * 2,
    }
  }

  #findings(zeile: number): string[] {
    return findings({
      zeile,
      above: this.#above,
      hidden: { count: this.#hidden, first: this.#hiddenAt },
      verborgene: this.wanted.verborgene,
      hiddenColumns: [...this.#hiddenColumns].flatMap((i) => this.#head?.cells[i]?.trim() || []),
    })
  }
}
