import type { TenantDb } from "../../../db/tenant-db.ts"
import { invalid, Refusal } from "../../../lib/refusal.ts"
import { MOST_ROWS, type Table, type WantedTable } from "../../../lib/table/table-maker.ts"
import { assignedOf, headingsOf } from "../table/assign.ts"
import { type ImportColumn, shownText } from "../table/columns.ts"
import { Hints } from "../table/hints.ts"
import {
  type Column,
  type Existing,
  type Given,
  type Importer,
  MOST_ROWS_OF_JOB,
  type ImportOrder,
  type ImportRow,
  type RowFault,
} from "../table/importer.ts"
import type { ImportForm } from "../table/model.ts"
import { CONVERTED, readCells, type RecordCells } from "./cells.ts"
import { type Duplicates, readAnswers, settleDuplicates } from "./duplicates.ts"
import { FaultList } from "./faults.ts"
import { withItsNumber } from "./numbers-alike.ts"
import { type How, prepare, tableHints } from "./prepare.ts"
import { composeRecord, resolveRows, understandRow } from "./rows.ts"
import { findRepeated } from "./taken.ts"

/** Rows read between two yields. */
const ROWS_AT_ONCE = 20

export type Understood<I> = {
  /** Without rows that are no records. */
  table: Table
  columns: Column[]
  rows: ImportRow<I>[]
  fehler: FaultList
  duplicates: Duplicates
  /** On rows that were skipped, and cells that were read otherwise than they stand; in German. */
  hints: string[]
}

/** @returns what to look for in a file: known and assigned headings, and the answers of the request */
export const wantedOf = <I>(
  tenant: TenantDb,
  importer: Importer<I>,
  { zuordnung, blatt, verborgene }: ImportForm,
): WantedTable => ({
  words: [
    ...[...assignedOf(tenant, importer, zuordnung)].flatMap(([heading, feld]) =>
      feld === null ? [] : [heading],
    ),
    ...headingsOf(importer),
  ],
  names: [importer.one, importer.many],
  blatt,
  verborgene,
})

/** @throws Refusal invalid if a question about the table is still open */
export function requireAnswers({ fragen: [first] }: Table): void {
  if (first) throw invalid(first.feld, first.frage)
}

/** Rows that are understood, and all rows. */
type Progress = { erledigt: number; gesamt: number }

/**
 * Finds out what each row of a table means: a new record, a change of a stored one, a duplicate or a fault. Yields its
 * progress often, so that others are served meanwhile: five thousand rows take seconds.
 *
 * @throws Refusal invalid for more records than the import takes, or an assignment or answers that cannot be read
 */
export function* understand<I>(
  tenant: TenantDb,
  sent: Table,
  importer: Importer<I>,
  { fields, order }: How,
): Generator<Progress, Understood<I>> {
  const begun = { erledigt: 0, gesamt: sent.rows.length }
  const prepared = yield* withProgress(prepare(tenant, sent, importer, { fields, order }), begun)
  const { table, columns, skipped } = prepared
  const isPivot = columns.some(({ record }) => record)
  const fehler = new FaultList(columns, importer)
  const defaults = { ...emptyCellDefaults(importer.spalten, columns), ...importer.defaults?.(columns) }
  const isChange = fields.vorhandene === "aendern"
  const composing = new Hints()
  const rows: ImportRow<I>[] = []
  const faultyRows: ImportRow<I>[] = []
  const gesamt = table.rows.length
  for (let i = 0; i < gesamt; i += ROWS_AT_ONCE) {
    const given: RecordCells[] = []
    for (const row of table.rows.slice(i, i + ROWS_AT_ONCE)) {
      const { records, faults } = readCells(row, columns, isPivot)
      const some = records.flatMap((one) => composeRecord(importer, tenant, one, composing))
      // Faults of a row that is no record do not matter.
      if (some.length === 0 && records.length > 0) {
        skipped.zeilen.add(row.zeile)
        continue
      }
      fehler.add(faults)
      given.push(...some)
    }
    if (rows.length + given.length > mostRecords(order)) throw tooManyRecords(mostRecords(order))
    const existing = isChange ? findExisting(tenant, given, importer) : []
    const refused: RowFault[] = []
    for (const [j, one] of given.entries()) {
      const { row, faults } = understandRow(importer, one, existing[j], defaults, isChange)
      refused.push(...faults)
      if (row?.faulty) faultyRows.push(row)
      else if (row) rows.push(row)
    }
    fehler.addRowFaults(refused)
    yield { erledigt: Math.min(i + ROWS_AT_ONCE, gesamt), gesamt }
  }
  const asChange = (row: ImportRow<I>, existing: Existing): ImportRow<I> | undefined => {
    const { row: changed, faults } = understandRow(
      importer,
      { ...row, given: withItsNumber(importer, row.given, existing) },
      existing,
      defaults,
      isChange,
    )
    fehler.addRowFaults(faults)
    return changed
  }
  const settling = settleDuplicates(tenant, rows, importer, readAnswers(fields.doppelte), asChange)
  const settled = yield* withProgress(settling, { erledigt: gesamt, gesamt })
  fehler.addRowFaults(findRepeated(settled.rows, importer))
  yield { erledigt: gesamt, gesamt }
  fehler.addRowFaults(resolveRows(tenant, settled.rows, faultyRows, importer, order))
  fehler.addRowFaults(importer.checkTogether?.(tenant, settled.rows, order) ?? [])
  const taken = { ...table, rows: table.rows.filter(({ zeile }) => !skipped.zeilen.has(zeile)) }
  const hints = [
    ...tableHints(tenant, importer, taken, columns, order),
    ...prepared.hints,
    ...composing.list(),
    ...columns.flatMap(({ reader }) => reader?.hints?.() ?? []),
  ]
  const asked = columns.flatMap(({ reader }) => reader?.frage ?? [])
  // One answer is valid for all columns of days.
  const fragen = [...table.fragen, ...asked.slice(0, 1), ...(importer.asks?.(table, columns, order) ?? [])]
  return { table: { ...taken, fragen }, columns, fehler, hints, ...settled }
}

/** Does other work, and yields the same progress wherever it yields. */
function* withProgress<T>(work: Generator<undefined, T>, progress: Progress): Generator<Progress, T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    yield progress
  }
}

const mostRecords = ({ isJob }: ImportOrder): number => (isJob ? MOST_ROWS_OF_JOB : MOST_ROWS)

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

/** @returns what empty cells of a new record mean */
const emptyCellDefaults = (spalten: readonly ImportColumn[], columns: readonly Column[]): Given =>
  Object.fromEntries([
    ...spalten.flatMap(({ feld, emptyCell }) => (emptyCell === undefined ? [] : [[feld, emptyCell]])),
    ...columns.flatMap(({ spalte, reader }) =>
      spalte && reader?.emptyCell !== undefined ? [[spalte.feld, reader.emptyCell]] : [],
    ),
  ])

/** @returns what a row would change of its record, in words */
export const changesOf = <I>({ existing, patch, input }: ImportRow<I>, { spalten, becomes }: Importer<I>) =>
  spalten
    .filter(({ feld }) => feld in patch)
    .map((column) => ({
      spalte: column.name,
      von: shownText(column, existing?.felder[column.feld]),
      nach: becomes?.(input, column.feld) ?? shownText(column, patch[column.feld]),
    }))
