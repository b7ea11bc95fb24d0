import { MOST_FAULTS } from "../../../lib/table/table-maker.ts"
import type { ImportFault } from "../table/model.ts"

/** Faults of a table: the first are kept, and the others counted, as there may be a million. */
export class FaultList {
  readonly kept: ImportFault[] = []
  count = 0
  readonly #zeilen = new Set<number>()

  add(faults: readonly ImportFault[]): void {
    this.count += faults.length
    for (const { zeile } of faults) this.#zeilen.add(zeile)
    this.kept.push(...faults.slice(0, Math.max(0, MOST_FAULTS - this.kept.length)))
  }

  /** @returns the rows that have none: of the others nobody can say what becomes of them */
  without<R extends { zeile: number }>(rows: R[]): R[] {
    return this.#zeilen.size === 0 ? rows : rows.filter(({ zeile }) => !this.#zeilen.has(zeile))
  }
}
