import { invalid, Refusal } from "../../lib/refusal.ts"
import { MOST_FAULTS, MOST_ROWS, type Table, type Wanted } from "../../lib/table/table-maker.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { assignedOf, columnsOf } from "./assign.ts"
import { type Cells, CONVERTED, faultOf, readCells } from "./cells.ts"
import { shownAs, type ImportColumn } from "./columns.ts"
import {
  type Column,
  type Existing,
  type Given,
  type Importer,
  MOST_ROWS_OF_JOB,
  type Order,
  type Row,
  type RowFault,
} from "./importer.ts"
import { type Doubles, readAnswers, settleDoubles } from "./doubles.ts"
import type { Fault, Fields } from "./model.ts"
import { findRepeated } from "./taken.ts"

/** Rows in one piece of the reading. */
const ROWS_READ = 20

export type Understood<I> = {
  table: Table
  columns: Column[]
  rows: Row<I>[]
  fehler: FaultList
  doubles: Doubles
}

/** Faults of a table: the first are kept, and the others counted, as there may be a million. */
export class FaultList {
  readonly kept: Fault[] = []
  count = 0

  add(faults: readonly Fault[]): void {
    this.count += faults.length
    this.kept.push(...faults.slice(0, Math.max(0, MOST_FAULTS - this.kept.length)))
  }
}

/** @returns what is sought in a file: the headings that are known or were assigned, and what somebody answered */
export const wantedOf = <I>(
  tenant: TenantDb,
  importer: Importer<I>,
  { zuordnung, blatt, verborgene }: Fields,
): Wanted => ({
  words: [
    ...[...assignedOf(tenant, importer, zuordnung)].flatMap(([heading, feld]) =>
      feld === null ? [] : [heading],
    ),
    ...importer.spalten.flatMap(({ name, auch = [] }) => [name, ...auch]),
  ],
  names: [importer.one, importer.many],
  blatt,
  verborgene,
})

/** @throws Refusal invalid for a question about the file that nobody has answered yet */
export function requireAnswers({ fragen: [first] }: Table): void {
  if (first) throw invalid(first.feld, first.frage)
}

type How = {
  /** Meaning of the columns, and the way to treat rows whose number is taken. */
  fields: Pick<Fields, "zuordnung" | "vorhandene" | "doppelte">
  order: Order
}

/** Number of rows that are understood, and of all. */
type Progress = { erledigt: number; gesamt: number }

/**
 * Understands a table with what the company has. Yields its progress wherever others may come in between: five thousand
 * rows take seconds.
 */
export function* understand<I>(
  tenant: TenantDb,
  table: Table,
  importer: Importer<I>,
  { fields, order }: How,
): Generator<Progress, Understood<I>> {
  const assigned = assignedOf(tenant, importer, fields.zuordnung)
  const columns =
    importer.pivot?.(tenant, table, assigned, order) ?? columnsOf(table.headings, importer, assigned)
  const isPivot = columns.some(({ record }) => record)
  const fehler = new FaultList()
  const at = (fault: RowFault): Fault => faultOf(columns, fault)
  const blank = emptyCells(importer.spalten)
  const rows: Row<I>[] = []
  const gesamt = table.rows.length
  for (let i = 0; i < gesamt; i += ROWS_READ) {
    const given: Cells[] = []
    for (const row of table.rows.slice(i, i + ROWS_READ)) {
      const { records, faults } = readCells(row, columns, isPivot)
      fehler.add(faults)
      if (faults.length === 0) given.push(...records)
    }
    if (rows.length + given.length > mostOf(order)) throw tooManyRecords(mostOf(order))
    const existing = fields.vorhandene === "aendern" ? findExisting(tenant, given, importer) : []
    for (const [j, one] of given.entries()) {
      const { row, faults } = understandRow(importer, one, existing[j], blank)
      fehler.add(faults.map(at))
      if (row) rows.push(row)
    }
    yield { erledigt: Math.min(i + ROWS_READ, gesamt), gesamt }
  }
  const again = (row: Row<I>, existing: Existing): Row<I> | undefined => {
    const { row: changed, faults } = understandRow(importer, row, existing, blank)
    fehler.add(faults.map(at))
    return changed
  }
  const settling = settleDoubles(tenant, rows, importer, readAnswers(fields.doppelte), again)
  const settled = yield* telling(settling, { erledigt: gesamt, gesamt })
  fehler.add(findRepeated(settled.rows, importer).map(at))
  yield { erledigt: gesamt, gesamt }
  fehler.add((importer.look?.(tenant, settled.rows, order) ?? []).map(at))
  return { table, columns, fehler, ...settled }
}

/** Does other work, and yields the same progress wherever it stops for a moment. */
function* telling<T>(work: Generator<undefined, T>, progress: Progress): Generator<Progress, T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    yield progress
  }
}

const mostOf = ({ isJob }: Order): number => (isJob ? MOST_ROWS_OF_JOB : MOST_ROWS)

const tooManyRecords = (most: number): Refusal =>
  invalid("datei", `hat mehr als ${most} Einträge in ihren Zeilen`)

function keyOf(field: string | undefined, given: Given): string | undefined {
  const value = field === undefined ? undefined : given[field]
  if (typeof value !== "string" || value.length > CONVERTED) return undefined
  const text = value.normalize("NFC")
  return field === "email" ? text.toLowerCase() : text
}

function findExisting<I>(
  tenant: TenantDb,
  rows: { given: Given }[],
  importer: Importer<I>,
): (Existing | undefined)[] {
  const [key] = importer.unique
  const keys = rows.map(({ given }) => keyOf(key?.feld, given))
  const found = key?.holders(
    tenant,
    keys.filter((value) => value !== undefined),
  )
  return rows.map(({ given }, i) => {
    const value = keys[i]
    return value === undefined ? importer.findUnnumbered?.(tenant, given) : found?.get(value)
  })
}

/** @returns the values of a new record's empty cells */
const emptyCells = (columns: readonly ImportColumn[]): Given =>
  Object.fromEntries(
    columns.flatMap(({ feld, emptyCell }) => (emptyCell === undefined ? [] : [[feld, emptyCell]])),
  )

/** @param blank what empty cells of a new record hold */
function understandRow<I>(
  { check, spalten }: Importer<I>,
  { zeile, given, column }: Cells,
  existing: Existing | undefined,
  blank: Given,
): { row?: Row<I>; faults: RowFault[] } {
  const all = { ...(existing?.felder ?? blank), ...given }
  try {
    const input = check(all, given)
    const patch: Given = {}
    for (const field of Object.keys(existing ? given : {})) {
      const value = (input as Given)[field]
      if (JSON.stringify(value ?? null) !== JSON.stringify(existing?.felder[field] ?? null))
        patch[field] = value
    }
    return {
      row: { zeile, given, input, existing, patch, ...(column !== undefined && { column }) },
      faults: [],
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== "invalid") throw error
    const known = new Set(spalten.map(({ feld }) => feld))
    const faults = (error.details.faults ?? []).map(({ path, msg }) => ({
      zeile,
      feld: known.has(path) ? path : (/^\w+/.exec(path)?.[0] ?? null),
      msg,
      column,
    }))
    return { faults }
  }
}

const shownText = (column: ImportColumn, value: unknown): string | null =>
  shownAs(column, value)?.toString() ?? null

/** @returns what would become of an existing record, in words */
export const changesOf = <I>({ existing, patch, input }: Row<I>, { spalten, becomes }: Importer<I>) =>
  spalten
    .filter(({ feld }) => feld in patch)
    .map((column) => ({
      spalte: column.name,
      von: shownText(column, existing?.felder[column.feld]),
      nach: becomes?.(input, column.feld) ?? shownText(column, patch[column.feld]),
    }))
