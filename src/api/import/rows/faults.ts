import { type Fault, invalidFields, Refusal } from "../../../lib/refusal.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import { MOST_FAULTS } from "../../../lib/table/table-maker.ts"
import type { ImportColumn } from "../table/columns.ts"
import type { Column, RowFault } from "../table/importer.ts"
import type { ImportFault } from "../table/model.ts"

export const faultAt = (
  zeile: number,
  column: number,
  heading: string | undefined,
  msg: string,
): ImportFault => ({
  zeile,
  spalte: heading || letterOf(column),
  zelle: `${letterOf(column)}${zeile}`,
  msg,
})

const nameOf = (spalten: readonly ImportColumn[], field: string | null): string | undefined =>
  spalten.find(({ feld }) => feld === field)?.name

/** @returns a fault at the column where the field stands; of one that stands nowhere, by the name of its column */
export function faultOf(
  columns: Column[],
  spalten: readonly ImportColumn[],
  { zeile, feld, msg, column = -1 }: RowFault,
): ImportFault {
  const shared = columns.findIndex(({ spalte, record }) => spalte?.feld === feld && !record)
  const i = shared < 0 ? column : shared
  if (i >= 0) return faultAt(zeile, i, columns[i]?.heading, msg)
  return { zeile, spalte: nameOf(spalten, feld) ?? (feld || null), zelle: null, msg }
}

/** @returns the faults without those that several records of a row have in common */
export function withoutRepeats(faults: readonly ImportFault[]): ImportFault[] {
  const said = new Set<string>()
  return faults.filter(({ zeile, spalte, zelle, msg }) => {
    const fault = `${zeile} ${zelle ?? spalte} ${msg}`
    return !said.has(fault) && said.add(fault)
  })
}

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

/**
 * Does all steps, so that the faults of all are first at once; of a field the first.
 *
 * @returns what the first step returns
 * @throws Refusal invalid
 */
export function collectFaults<T>(first: () => T, ...others: (() => unknown)[]): T {
  const faults: Fault[] = []
  const done = [first, ...others].map((step) => {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== "invalid") throw error
      faults.push(...(error.details.faults ?? []))
      return undefined
    }
  })
  const shown = faults.filter(({ path }, i) => faults.findIndex((fault) => fault.path === path) === i)
  if (shown.length > 0) throw invalidFields(shown)
  return done[0] as T
}
