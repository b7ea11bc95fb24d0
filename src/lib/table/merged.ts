import { listSome } from "../format.ts"
import { NAMED } from "./findings.ts"
import { letterOf } from "./headings.ts"

/** Most merged cells that are kept. */
const MOST = 10_000
/** Rows of a merged cell that are looked at, and how much of a cell is quoted, in UTF-16 units. */
const LOOKED_AT = 100
const SHOWN = 30

/** Cells merged over several rows: a file keeps their content in the first row only. */
export class Merged {
  readonly #all: { zeile: number; column: number; rows: number }[] = []

  /** @param column from 0 @param rows number of merged rows */
  add(zeile: number, column: number, rows: number): void {
    if (rows > 1 && this.#all.length < MOST) this.#all.push({ zeile, column, rows })
  }

  /** @returns hints, in German, on rows that lack what people see in them, or hold what nobody sees */
  hints(rows: readonly { zeile: number; cells: readonly string[] }[]): string[] {
    if (this.#all.length === 0) return []
    const byZeile = new Map(rows.map((row) => [row.zeile, row.cells.map((cell) => cell.trim())]))
    const covered = this.#all.flatMap(({ zeile, column, rows: all }) =>
      Array.from({ length: Math.min(all, LOOKED_AT) - 1 }, (_, i) => zeile + i + 1).flatMap((below) => {
        const cells = byZeile.get(below)
        return cells ? [{ zeile, column, all, below, text: cells[column] ?? "" }] : []
      }),
    )
    const hidden = covered.filter(({ text }) => text !== "")
    const empty = covered
      .filter(({ text, zeile, column }) => text === "" && (byZeile.get(zeile)?.[column] ?? "") !== "")
      .map(({ zeile, column, all }) => `${letterOf(column)}${zeile}:${letterOf(column)}${zeile + all - 1}`)
    const told = (sentence: string, cells: readonly string[]): string[] =>
      cells.length === 0 ? [] : [`${sentence}: ${listSome([...new Set(cells)], NAMED)}`]
    return [
      ...told(
        "Unter verbundenen Zellen steht noch etwas, das niemand sieht, und wird gelesen",
        hidden.map(({ column, below, text }) => `${letterOf(column)}${below} (${text.slice(0, SHOWN)})`),
      ),
      ...told(
        "Was in verbundenen Zellen steht, gilt nur für ihre erste Zeile; darunter ist die Zelle leer",
        empty,
      ),
    ]
  }
}
