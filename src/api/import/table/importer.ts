import type { Static, TSchema } from "@sinclair/typebox"
import type { TenantDb } from "../../../db/tenant-db.ts"
import type { Importart } from "../../../lib/importarten.ts"
import type { Frage } from "../../../lib/table/findings.ts"
import type { Table } from "../../../lib/table/table-maker.ts"
import type { Services } from "../../frame/services.ts"
import type { Actor } from "../../frame/session.ts"
import type { ReaderContext, ImportColumn, Reader } from "./columns.ts"
import type { ImportReply } from "./model.ts"
import type { Hints } from "./hints.ts"

/** Most rows for a job. A request, which answers at once, takes fewer (`MOST_ROWS`). */
export const MOST_ROWS_OF_JOB = 100_000

/** Values by field. */
export type Given = Record<string, unknown>

/** @returns a value that is a text; an empty one for anything else */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Heading, in the form of `simple`, → field; null for a column that is not imported. */
export type Assigned = Map<string, string | null>

/** A column of the file. In a pivot, each filled cell of some columns is a record of its own. */
export type Column = {
  heading: string
  /** What it holds; undefined for a column that is not read. */
  spalte: ImportColumn | undefined
  /** Reads its cells, if all of them have to be looked at first. */
  reader?: Reader | undefined
  /** Whether only our own files have it, for people to read: it is ignored without a hint. */
  isExportOnly: boolean
  /** What it would hold, if another column did not. */
  second?: ImportColumn | undefined
  /** In a pivot: fields that its heading adds to the record of each of its cells. */
  record?: Readonly<Given>
  /** In a pivot: `feld` of its heading in an assignment. */
  target?: string
  /** In a pivot: deposit of one piece. */
  pfand_cent?: number
  /** In a pivot: what its heading names, for people. */
  about?: string
}

/** What hints may need besides the rows. `isDone` is set after the import. */
export type HintContext = { table: Table; columns: Column[]; isDone: boolean }

/** A stored record, with its fields in the form that `check` takes. */
export type Existing = { id: string; version: number; felder: Given }

/** A row of the table, or one of its records in a pivot. */
export type ImportRow<I> = {
  zeile: number
  /** What the row says. */
  given: Given
  /** The whole record, as `check` returned it. */
  input: I
  /** The stored record that it changes; undefined for a new one. */
  existing: Existing | undefined
  /** Fields that change, with their new values. */
  patch: Given
  /** Fields whose cells have a fault: they get no second one. */
  faulty?: ReadonlySet<string>
  /** Id of the new record, once it is stored. */
  made?: string
  /** In a pivot: column of its own cell, from 0. */
  column?: number
}

/** A row that changes a stored record. */
type Changing<I> = ImportRow<I> & { existing: Existing }

/** A field that is unique within a company. */
type Unique = {
  /** In German, with its article: `Die Nummer`. */
  name: string
  feld: string
  /** @returns the stored records with these values, by value */
  holders: (tenant: TenantDb, values: string[]) => Map<string, Existing>
}

/** A way in which a new row may resemble a stored record, or an earlier row. */
export type Likeness<I> = {
  /** In German, without an article: `E-Mail`. */
  name: string
  /** @returns what is looked up, or several of which one has to match; undefined for nothing */
  key: (input: I) => string | readonly string[] | undefined
  /** Most keys to look up between two yields, if each takes long. */
  atOnce?: number
  /** @returns the stored records with these keys, by key */
  holders: (tenant: TenantDb, keys: string[]) => Map<string, Existing[]>
  /** @returns whether two with the same key resemble each other; always, if it is left out */
  agrees?: (one: Given, other: Given) => boolean
}

/** A fault of a row; `feld` is null for one of the whole row. `msg` is German. */
export type RowFault = { zeile: number; feld: string | null; msg: string; column?: number | undefined }

/** Parameters of the request besides its table and its assignments. */
export type ImportOrder = {
  id: string
  stichtag: string | undefined
  /** Set for a job, which stores some of the rows in each of many transactions. */
  isJob?: true
  einheit?: ReaderContext["einheit"]
  tage?: ReaderContext["tage"]
}

/** What the import of one kind of table adds to the engine (rows, run). */
export type Importer<I> = {
  art: Importart
  /** Names of one and several, in German. */
  one: string
  many: string
  /** Name and description for its routes, in German. */
  was: string
  about: string
  /** Set if there is also a job for it, which takes more rows. */
  isJob?: true
  /** Schema of one record, which `parse` checks. */
  zeile: TSchema
  /** Columns that it reads. */
  spalten: readonly ImportColumn[]
  /** Columns that people are shown; all, if it is left out. */
  shown?: readonly ImportColumn[]
  /** Prefixes of what else a heading may be assigned to. */
  otherFields?: readonly string[]
  /** Headings of our own exports that are not imported. */
  exportOnly?: readonly string[]
  /** Field of the record's number or name, which a row of totals lacks. */
  key: string
  /** Field where a row of subtotals may have a word such as `Summe`. */
  counted?: string
  /** @returns values for new records that the table has no column for */
  defaults?: (columns: readonly Column[]) => Given
  /** Makes the fields of a record of what several columns say. */
  compose?: (given: Given, hints: Hints) => Given
  /** @returns why a row is not imported, as `Hints` takes it; faults of such a row do not matter */
  leavesOut?: (given: Given, tenant: TenantDb) => { kind: string; example: string } | undefined
  /**
   * @param input all fields of the record
   * @param given those that the row says
   * @param faulty those whose cells cannot be read
   * @returns the record
   * @throws Refusal invalid with all its faults, except those that depend on other records
   */
  check: (input: Given, given: Given, faulty?: ReadonlySet<string>) => I
  /** Fields that `check` may change with another one that the row says: by that, the one that follows. */
  follows?: Readonly<Record<string, string>>
  /** @returns the record's number, for people */
  number: (input: I) => string | undefined
  /** @returns the record's name, for people */
  name: (input: I) => string
  /** @returns what else a preview shows of a row, in German: whatever a wrong column or sign would spoil */
  details: (input: I, given: Given) => string[]
  /** @returns what a field becomes, in words; undefined if that is its cell */
  becomes?: (input: I, feld: string) => string | undefined
  /** @returns what is allowed but may be a mistake, in German; after the import, only how the table was read */
  hints?: (tenant: TenantDb, rows: ImportRow<I>[], seen: HintContext) => string[]
  /**
   * @returns the columns of a pivot, whose rows hold several records each; undefined for any other table
   * @throws Refusal invalid if two headings name the same
   */
  pivot?: (tenant: TenantDb, table: Table, assigned: Assigned, order: ImportOrder) => Column[] | undefined
  /** @returns questions to be answered before the import */
  asks?: (table: Table, columns: readonly Column[], order: ImportOrder) => Frage[]
  /** @returns the deposit that a row books, in cents */
  worth?: (input: I) => number
  /** The first identifies the record that a row changes. */
  unique: readonly Unique[]
  likeness?: readonly Likeness<I>[]
  /** @returns the stored record of a row without a number */
  findUnnumbered?: (tenant: TenantDb, given: Given) => Existing | undefined
  /** Finds the other records that a row names, and completes its `input`. @returns the faults */
  resolve?: (tenant: TenantDb, rows: ImportRow<I>[], order: ImportOrder) => RowFault[]
  /** Checks all rows together, after `resolve`, and may complete them. @returns the faults */
  checkTogether?: (tenant: TenantDb, rows: ImportRow<I>[], order: ImportOrder) => RowFault[]
  /** Slow work before the transaction; `create` finds its results in the rows. */
  prepare?: (services: Services, rows: ImportRow<I>[], tenantId: string) => Promise<void>
  /** @returns the rank of a row, 0 by default: lower ones are stored first */
  rank?: (row: ImportRow<I>) => number
  /** @returns the id that `undo` takes */
  create: (tenant: TenantDb, actor: Actor, row: ImportRow<I>, order: ImportOrder) => string | undefined
  /** @returns what `restore` gets as `after`: fields stored elsewhere, which the record's version does not cover */
  change?: (tenant: TenantDb, actor: Actor, row: Changing<I>, order: ImportOrder) => Given | undefined
  /** Comes after all rows, in the same transaction. @returns the id that `undo` takes */
  finish?: (tenant: TenantDb, actor: Actor, rows: ImportRow<I>[], order: ImportOrder) => string | undefined
  /**
   * Takes back what `create` or `finish` made.
   *
   * @param order id of the import
   * @param version of the record after the import; undefined for imports of earlier versions of the service
   * @returns why a part of it stays, in German
   * @throws Refusal if others use it by now
   */
  undo?: (
    tenant: TenantDb,
    actor: Actor,
    id: string,
    order: string,
    version: number | undefined,
  ) => string | undefined
  /** @returns the other records whose version a change of this one raises */
  touches?: (tenant: TenantDb, id: string) => string[]
  /** @returns the current version of a record */
  version?: (tenant: TenantDb, id: string) => number | undefined
  /**
   * Takes back what `change` did.
   *
   * @param before former values of the fields that changed
   * @param version of the record after the import
   * @param after what `change` returned
   * @returns why a part of it stays, in German
   * @throws Refusal if others have changed it since
   */
  restore?: (
    tenant: TenantDb,
    actor: Actor,
    id: string,
    before: Given,
    version: number,
    after: Given | undefined,
  ) => string | undefined
  /** @returns a key: rows with the same one are stored in one transaction */
  together?: (input: I) => string
  /** @returns the passwords of new accounts */
  zugaenge?: (rows: ImportRow<I>[]) => Static<typeof ImportReply>["zugaenge"]
}

/** @param parse checks one record by the importer's schema */
export type ImporterWith<I> = (parse: (input: unknown) => unknown) => Importer<I>

/** An importer in its two forms. */
export type TableImport = {
  /** The importer that checks rows. @param parse as of the services */
  reading: (parse: (row: TSchema) => (input: unknown) => unknown) => Importer<unknown>
  /** The importer of rows that are checked already. */
  stored: Importer<unknown>
}

/** @returns both forms of an importer */
export function tableImport<I>(importerWith: ImporterWith<I>): TableImport {
  const importer = importerWith as ImporterWith<unknown>
  const stored = importer(() => {
    throw new Error("rows are read before they are stored")
  })
  return { stored, reading: (parse) => importer(parse(stored.zeile)) }
}
