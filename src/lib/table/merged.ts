import { listSome } from "../format.ts"
import { NAMED } from "./findings.ts"
import { letterOf } from "./headings.ts"

/** Most merged cells that are kept. */
const MOST = 10_000

/** Cells that are merged over several rows: a file keeps their content in the first row only. */
export class Merged {
  readonly #all: { zeile: number; column: number; rows: number }[] = []

  /** @param column from 0 @param rows that are one */
  add(zeile: number, column: number, rows: number): void {
    if (rows > 1 && this.#all.length < MOST) this.#all.push({ zeile, column, rows })
  }

  /** @returns what to say of rows that lack what a person sees in them */
  hints(rows: readonly { zeile: number; cells: readonly string[] }[]): string[] {
    if (this.#all.length === 0) return []
    const byZeile = new Map(rows.map((row) => [row.zeile, row]))
    const found = this.#all
      .filter(({ zeile, column }) => (byZeile.get(zeile)?.cells[column] ?? "").trim() !== "")
      .filter(({ zeile, rows: all }) =>
        Array.from({ length: Math.min(all, 100) }, (_, i) => i + 1).some(
          (i) => i < all && byZeile.has(zeile + i),
        ),
      )
      .map(
        ({ zeile, column, rows: all }) => `${letterOf(column)}${zeile}:${letterOf(column)}${zeile + all - 1}`,
      )
    if (found.length === 0) return []
    return [
      `Was in verbundenen Zellen steht, gilt nur für ihre erste Zeile; darunter ist die Zelle leer: ${listSome(found, NAMED)}`,
    ]
  }
}
