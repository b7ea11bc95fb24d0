import { Refusal } from "../../lib/refusal.ts"
import { readTable } from "../../lib/table/read.ts"
import { letterOf, type Table, type TableRow } from "../../lib/table/table-maker.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { assignedOf, type Column, columnsOf } from "./assign.ts"
import { CellFault, shownAs, type ImportColumn } from "./columns.ts"
import type { Existing, Given, Importer, Order, Row, RowFault } from "./importer.ts"
import type { Fault, Fields } from "./model.ts"

/** Longest cell that is converted, in UTF-16 units; a longer one is reported by its field. */
const CONVERTED = 100
/** Rows in one piece of the reading, and in one query for what is there. */
const ROWS_READ = 20
const ROWS_SOUGHT = 200

export type Understood<I> = { table: Table; columns: Column[]; rows: Row<I>[]; fehler: Fault[] }

type How = {
  /** Meaning of the columns, and the way to treat rows whose number is taken. */
  fields: Pick<Fields, "zuordnung" | "vorhandene">
  order: Order
  /** Rows. */
  most?: number
}

/** Number of rows that are understood, and of all. */
type Progress = { erledigt: number; gesamt: number }

/**
 * Understands a table with what the company has. Yields wherever others may come in between, with its progress once the
 * table is read: five thousand rows take seconds.
 */
export function* understand<I>(
  tenant: TenantDb,
  bytes: Uint8Array,
  importer: Importer<I>,
  { fields, order, most }: How,
): Generator<Progress | undefined, Understood<I>> {
  const assigned = assignedOf(tenant, importer, fields.zuordnung)
  const table = yield* readTable(bytes, "datei", most)
  const columns = columnsOf(table.headings, importer, assigned)
  const fehler = table.faults.map(({ zeile, column, msg }) =>
    faultAt(zeile, column, table.headings[column], msg),
  )
  const faulty = new Set(fehler.map(({ zeile }) => zeile))
  const at = (fault: RowFault): Fault => faultOf(columns, fault)
  const blank = emptyCells(importer.spalten)
  const rows: Row<I>[] = []
  const gesamt = table.rows.length
  for (let i = 0; i < gesamt; i += ROWS_READ) {
    const given: { zeile: number; given: Given }[] = []
    for (const row of table.rows.slice(i, i + ROWS_READ)) {
      const { values, faults } = readCells(row, columns)
      fehler.push(...faults)
      if (faults.length === 0 && !faulty.has(row.zeile)) given.push({ zeile: row.zeile, given: values })
    }
    const existing = fields.vorhandene === "aendern" ? findExisting(tenant, given, importer) : []
    for (const [j, one] of given.entries()) {
      const { row, faults } = understandRow(importer, one, existing[j], blank)
      fehler.push(...faults.map(at))
      if (row) rows.push(row)
    }
    yield { erledigt: Math.min(i + ROWS_READ, gesamt), gesamt }
  }
  fehler.push(...findRepeated(rows, importer).map(at))
  yield { erledigt: gesamt, gesamt }
  fehler.push(...(importer.look?.(tenant, rows, order) ?? []).map(at))
  return { table, columns, rows, fehler }
}

const faultAt = (zeile: number, column: number, heading: string | undefined, msg: string): Fault => ({
  zeile,
  spalte: heading || letterOf(column),
  zelle: `${letterOf(column)}${zeile}`,
  msg,
})

/** @returns a fault at the column where the field stands; of one that stands nowhere, by its name */
export function faultOf(columns: Column[], { zeile, feld, msg }: RowFault): Fault {
  const i = columns.findIndex(({ spalte }) => spalte !== undefined && spalte.feld === feld)
  if (i >= 0) return faultAt(zeile, i, columns[i]?.heading, msg)
  return { zeile, spalte: feld || null, zelle: null, msg }
}

function readCells({ zeile, cells }: TableRow, columns: Column[]): { values: Given; faults: Fault[] } {
  const values: Given = {}
  const faults: Fault[] = []
  for (const [i, text] of cells.entries()) {
    const cell = text.trim()
    if (cell === "") continue
    const column = columns[i]
    if (!column) faults.push(faultAt(zeile, i, undefined, "steht in einer Spalte ohne Überschrift"))
    if (!column?.spalte) continue
    const { feld, read } = column.spalte
    try {
      values[feld] = cell.length > CONVERTED || !read ? cell : read(cell)
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      faults.push(faultAt(zeile, i, column.heading, error.message))
    }
  }
  return { values, faults }
}

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
  { zeile, given }: { zeile: number; given: Given },
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
    return { row: { zeile, given, input, existing, patch }, faults: [] }
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== "invalid") throw error
    const known = new Set(spalten.map(({ feld }) => feld))
    const faults = (error.details.faults ?? []).map(({ path, msg }) => ({
      zeile,
      feld: known.has(path) ? path : (/^\w+/.exec(path)?.[0] ?? null),
      msg,
    }))
    return { faults }
  }
}

const textOf = <I>(input: I, field: string): string | undefined => {
  const value = (input as Given)[field]
  return typeof value === "string" && value !== "" ? value : undefined
}

/** @returns the rows with a key that an earlier row of the file has, and where that stands */
export function findTwice<R extends { zeile: number }>(
  rows: readonly R[],
  sameBy: (row: R) => string | undefined,
): { zeile: number; key: string; first: number }[] {
  const seen = new Map<string, number>()
  return rows.flatMap((row) => {
    const { zeile } = row
    const key = sameBy(row)
    const first = key === undefined ? zeile : seen.getOrInsert(key, zeile)
    return key === undefined || first === zeile ? [] : [{ zeile, key, first }]
  })
}

/** Faults of rows with the same unique field, and of those without a number that match the same record. */
function findRepeated<I>(rows: Row<I>[], { unique }: Importer<I>): RowFault[] {
  const faults = unique.flatMap(({ name, feld }) =>
    findTwice(rows, ({ given, input }) => (given[feld] === undefined ? undefined : textOf(input, feld))).map(
      ({ zeile, key, first }) => ({ zeile, feld, msg: `${name} ${key} steht schon in Zeile ${first}` }),
    ),
  )
  const known = new Set(faults.map(({ zeile }) => zeile))
  const records = findTwice(rows, ({ existing }) => existing?.id).filter(({ zeile }) => !known.has(zeile))
  return [
    ...faults,
    ...records.map(({ zeile, first }) => ({ zeile, feld: null, msg: `steht schon in Zeile ${first}` })),
  ]
}

/** @returns what others have already, or have changed since the rows were understood */
export function findTaken<I>(tenant: TenantDb, rows: Row<I>[], { unique }: Importer<I>): RowFault[] {
  const faults: RowFault[] = []
  for (let i = 0; i < rows.length; i += ROWS_SOUGHT) {
    const some = rows.slice(i, i + ROWS_SOUGHT)
    for (const [nr, { name, feld, holders }] of unique.entries()) {
      const found = holders(
        tenant,
        some.flatMap(({ input }) => textOf(input, feld) ?? []),
      )
      for (const { zeile, input, existing } of some) {
        const value = textOf(input, feld)
        const holder = value === undefined ? undefined : found.get(value)
        if (holder && holder.id !== existing?.id)
          faults.push({ zeile, feld, msg: `${name} ${value} ist bereits vergeben` })
        else if (nr === 0 && existing && value !== undefined && holder?.version !== existing.version)
          faults.push({ zeile, feld, msg: "wurde inzwischen geändert: bitte die Datei noch einmal wählen" })
      }
    }
  }
  return faults
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
