import { type Fault, invalidFields, Refusal } from "../../../lib/refusal.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import { MOST_FAULTS } from "../../../lib/table/table-maker.ts"
import type { ImportColumn } from "../table/columns.ts"
import type { Column, RowFault } from "../table/importer.ts"
import type { ImportFault } from "../table/model.ts"

/** @returns the fault of one cell */
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

/** @returns the fault with its cell; of a field that no column holds, with the name of the column that would */
function faultOf(
  columns: readonly Column[],
  spalten: readonly ImportColumn[],
  { zeile, feld, msg, column = -1 }: RowFault,
): ImportFault {
  const shared = columns.findIndex(({ spalte, record }) => spalte?.feld === feld && !record)
  const i = shared < 0 ? column : shared
  if (i >= 0) return faultAt(zeile, i, columns[i]?.heading, msg)
  return { zeile, spalte: nameOf(spalten, feld) ?? (feld || null), zelle: null, msg }
}

/** @returns the faults without repeats: several records of a row may have the same one */
function withoutRepeats(faults: readonly ImportFault[]): ImportFault[] {
  const said = new Set<string>()
  return faults.filter(({ zeile, spalte, zelle, msg }) => {
    const fault = `${zeile} ${zelle ?? spalte} ${msg}`
    return !said.has(fault) && said.add(fault)
  })
}

/** Faults of a table. There may be a million: the first are kept, the others only counted. */
export class FaultList {
  readonly kept: ImportFault[] = []
  count = 0
  readonly #zeilen = new Set<number>()
  readonly #columns: readonly Column[]
  readonly #spalten: readonly ImportColumn[]

  constructor(columns: readonly Column[], { spalten }: { spalten: readonly ImportColumn[] }) {
    this.#columns = columns
    this.#spalten = spalten
  }

  add(faults: readonly ImportFault[]): void {
    this.count += faults.length
    for (const { zeile } of faults) this.#zeilen.add(zeile)
    this.kept.push(...faults.slice(0, Math.max(0, MOST_FAULTS - this.kept.length)))
  }

  /** Adds faults of fields, each at its cell. */
  addRowFaults(faults: readonly RowFault[]): void {
    this.add(withoutRepeats(faults.map((fault) => faultOf(this.#columns, this.#spalten, fault))))
  }

  /** @returns the rows without faults, the only ones whose outcome is known */
  without<R extends { zeile: number }>(rows: R[]): R[] {
    return this.#zeilen.size === 0 ? rows : rows.filter(({ zeile }) => !this.#zeilen.has(zeile))
  }
}

/**
 * Takes all steps even if one of them refuses, so that people see all faults at once.
 *
 * @returns what the first step returns
 * @throws Refusal invalid with the faults of all steps; of each field the first one
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
