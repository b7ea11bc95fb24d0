import { invalid, Refusal } from "../../../lib/refusal.ts"
import { isAmountText } from "../../../lib/table/signs.ts"
import { unnamedHint } from "../../../lib/table/findings.ts"
import { MOST_ROWS, type Table, type TableRow, type WantedTable } from "../../../lib/table/table-maker.ts"
import { letterOf } from "../../../lib/table/headings.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { otherDayAbove, otherUnitAbove } from "../table/above.ts"
import { unreadHints } from "../table/unread.ts"
import { assignedOf, matchColumns, headingsOf } from "../table/assign.ts"
import { CONVERTED, readCells, type RecordCells } from "./cells.ts"
import { type ImportColumn, shownText } from "../table/columns.ts"
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
import { type Duplicates, readAnswers, settleDuplicates } from "./duplicates.ts"
import type { ImportFault, ImportForm } from "../table/model.ts"
import { FaultList, faultOf, withoutRepeats } from "./faults.ts"
import { withoutNothing } from "./placeholders.ts"
import { withItsNumber } from "./numbers-alike.ts"
import { skipRows } from "./skipped.ts"
import { composeRecord, readerOf, resolveRows, understandRow } from "./rows.ts"
import { findRepeated } from "./taken.ts"
import { Hints } from "../table/hints.ts"
import { MOST_TOTALS, otherTotals } from "./totals.ts"

/** Rows in one piece of the reading. */
const ROWS_READ = 20

export type Understood<I> = {
  /** Without the rows that are no records. */
  table: Table
  columns: Column[]
  rows: ImportRow<I>[]
  fehler: FaultList
  duplicates: Duplicates
  /** Tells the rows that were left out, and cells that were understood otherwise than they stand there. */
  hints: string[]
}

/** @returns what is sought in a file: the headings that are known or were assigned, and what somebody answered */
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

/** @throws Refusal invalid for a question about the file that nobody has answered yet */
export function requireAnswers({ fragen: [first] }: Table): void {
  if (first) throw invalid(first.feld, first.frage)
}

type How = {
  /** Meaning of the columns, and the way to treat rows whose number is taken. */
  fields: Pick<ImportForm, "zuordnung" | "vorhandene" | "doppelte">
  order: ImportOrder
}

/** Number of rows that are understood, and of all. */
type Progress = { erledigt: number; gesamt: number }

/**
 * Understands a table with what the company has. Yields its progress wherever others may come in between: five thousand
 * rows take seconds.
 */
export function* understand<I>(
  tenant: TenantDb,
  sent: Table,
  importer: Importer<I>,
  { fields, order }: How,
): Generator<Progress, Understood<I>> {
  const begun = { erledigt: 0, gesamt: sent.rows.length }
  const { table: whole, hints: nothing } = yield* withProgress(withoutNothing(sent), begun)
  const assigned = assignedOf(tenant, importer, fields.zuordnung)
  const columns = importer.pivot?.(tenant, whole, assigned, order) ?? matchColumns(whole, importer, assigned)
  const isPivot = columns.some(({ record }) => record)
  const skipped = yield* withProgress(skipRows(whole, columns, importer), begun)
  const isTotal = ({ zeile }: TableRow): boolean => skipped.totals.has(zeile)
  const summed = whole.rows.filter((row) => isTotal(row) || !skipped.zeilen.has(row.zeile))
  const table = {
    ...whole,
    rows: whole.rows.filter(({ zeile }) => !skipped.zeilen.has(zeile)),
    amounts: amountsIn(summed, whole),
    titel: `${whole.titel} ${skipped.described}`.trim(),
  }
  for (const [i, column] of columns.entries()) column.reader = readerOf(tenant, table, column, i, order)
  const totals = otherTotals(summed, columns, isTotal).slice(0, MOST_TOTALS)
  const fehler = new FaultList()
  const at = (faults: readonly RowFault[]): ImportFault[] =>
    withoutRepeats(faults.map((fault) => faultOf(columns, importer.spalten, fault)))
  const blank = { ...emptyCells(importer.spalten, columns), ...importer.blanks?.(columns) }
  const isChange = fields.vorhandene === "aendern"
  const composing = new Hints()
  const rows: ImportRow<I>[] = []
  const faultyRows: ImportRow<I>[] = []
  const gesamt = table.rows.length
  for (let i = 0; i < gesamt; i += ROWS_READ) {
    const given: RecordCells[] = []
    for (const row of table.rows.slice(i, i + ROWS_READ)) {
      const { records, faults } = readCells(row, columns, isPivot)
      const some = records.flatMap((one) => composeRecord(importer, tenant, one, composing))
      // Of a row that is no record, no fault is told.
      if (some.length === 0 && records.length > 0) {
        skipped.zeilen.add(row.zeile)
        continue
      }
      fehler.add(faults)
      given.push(...some)
    }
    if (rows.length + given.length > mostOf(order)) throw tooManyRecords(mostOf(order))
    const existing = isChange ? findExisting(tenant, given, importer) : []
    const refused: RowFault[] = []
    for (const [j, one] of given.entries()) {
      const { row, faults } = understandRow(importer, one, existing[j], blank, isChange)
      refused.push(...faults)
      if (row?.faulty) faultyRows.push(row)
      else if (row) rows.push(row)
    }
    fehler.add(at(refused))
    yield { erledigt: Math.min(i + ROWS_READ, gesamt), gesamt }
  }
  const again = (row: ImportRow<I>, existing: Existing): ImportRow<I> | undefined => {
    const { row: changed, faults } = understandRow(
      importer,
      { ...row, given: withItsNumber(importer, row.given, existing) },
      existing,
      blank,
      isChange,
    )
    fehler.add(at(faults))
    return changed
  }
  const settling = settleDuplicates(tenant, rows, importer, readAnswers(fields.doppelte), again)
  const settled = yield* withProgress(settling, { erledigt: gesamt, gesamt })
  fehler.add(at(findRepeated(settled.rows, importer)))
  yield { erledigt: gesamt, gesamt }
  fehler.add(at(resolveRows(tenant, settled.rows, faultyRows, importer, order)))
  fehler.add(at(importer.checkTogether?.(tenant, settled.rows, order) ?? []))
  const taken = table.rows.filter(({ zeile }) => !skipped.zeilen.has(zeile))
  const unread = whole.unnamed.filter((i) => !columns[i]?.spalte).map(letterOf)
  const hints = [
    ...unnamedHint(unread),
    ...unreadHints({ ...table, rows: taken }, columns, importer.art !== "anfangsbestaende"),
    ...otherDayAbove(tenant, { art: importer.art, titel: whole.titel, stichtag: order.stichtag }),
    ...otherUnitAbove(whole.titel, columns),
    ...nothing,
    ...skipped.hints,
    ...totals,
    ...composing.list(),
    ...columns.flatMap(({ reader }) => reader?.hints?.() ?? []),
  ]
  const asked = columns.flatMap(({ reader }) => reader?.frage ?? [])
  // One answer is for all columns of days.
  const fragen = [...whole.fragen, ...asked.slice(0, 1), ...(importer.asks?.(table, columns, order) ?? [])]
  return { table: { ...table, rows: taken, fragen }, columns, fehler, hints, ...settled }
}

/** Deposits in a row of their own make no amounts of the pieces below them; of a workbook, only its formats say more. */
const amountsIn = (rows: readonly TableRow[], { art, amounts }: Table): number[] =>
  art === "csv" ? amounts.filter((i) => rows.some(({ cells }) => isAmountText(cells[i] ?? ""))) : amounts

/** Does other work, and yields the same progress wherever it stops for a moment. */
function* withProgress<T>(work: Generator<undefined, T>, progress: Progress): Generator<Progress, T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    yield progress
  }
}

const mostOf = ({ isJob }: ImportOrder): number => (isJob ? MOST_ROWS_OF_JOB : MOST_ROWS)

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
const emptyCells = (spalten: readonly ImportColumn[], columns: readonly Column[]): Given =>
  Object.fromEntries([
    ...spalten.flatMap(({ feld, emptyCell }) => (emptyCell === undefined ? [] : [[feld, emptyCell]])),
    ...columns.flatMap(({ spalte, reader }) =>
      spalte && reader?.emptyCell !== undefined ? [[spalte.feld, reader.emptyCell]] : [],
    ),
  ])

/** @returns what would become of an existing record, in words */
export const changesOf = <I>({ existing, patch, input }: ImportRow<I>, { spalten, becomes }: Importer<I>) =>
  spalten
    .filter(({ feld }) => feld in patch)
    .map((column) => ({
      spalte: column.name,
      von: shownText(column, existing?.felder[column.feld]),
      nach: becomes?.(input, column.feld) ?? shownText(column, patch[column.feld]),
    }))
