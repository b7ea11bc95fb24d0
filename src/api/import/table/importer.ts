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

/** Rows of a table that a job takes over; the others are for a request, which answers at once. */
export const MOST_ROWS_OF_JOB = 100_000

/** Values of a row's cells by field. */
export type Given = Record<string, unknown>

/** @returns a value that is a text; an empty one for anything else */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Heading → field, or none; as they are compared. */
export type Assigned = Map<string, string | null>

/**
 * A column of the file, and what it is. In a pivot each filled cell of some columns is a record of its own, of which
 * the column says `record` beside the cell.
 */
export type Column = {
  heading: string
  spalte: ImportColumn | undefined
  /** Reads its cells, where all of them had to be looked at before. */
  reader?: Reader | undefined
  isExportOnly: boolean
  /** The field that it would be read as, if no other column had it. */
  second?: ImportColumn | undefined
  record?: Readonly<Given>
  /** Name of that in an assignment. */
  target?: string
  /** Deposit of one piece, of a column of pieces. */
  pfand_cent?: number
  /** Meaning of the heading itself, for people. */
  about?: string
}

/** The table whose rows hints are about, and whether they are taken over already. */
export type HintContext = { table: Table; columns: Column[]; isDone: boolean }

/** An existing record, with its fields as `check` takes them. */
export type Existing = { id: string; version: number; felder: Given }

/** A row as it is understood. */
export type ImportRow<I> = {
  zeile: number
  given: Given
  input: I
  existing: Existing | undefined
  /** Fields of the existing record that are to become other ones. */
  patch: Given
  /** Fields of which a cell has a fault: nothing else is said of them. */
  faulty?: ReadonlySet<string>
  /** Id of the record that was made of it. */
  made?: string
  /** Column of its own cell, from 0, where a row of the table holds several records. */
  column?: number
}

/** A field that is unique within a company. */
type Unique = {
  /** With its article: `Die Nummer`. */
  name: string
  feld: string
  /** @returns who has them */
  holders: (tenant: TenantDb, values: string[]) => Map<string, Existing>
}

/** Sign that a new row may be the same as a record, or as another row. */
export type Likeness<I> = {
  /** In German, without an article: `E-Mail`. */
  name: string
  /** @returns what it is sought by; several where one of them is enough */
  key: (input: I) => string | readonly string[] | undefined
  /** Keys that are sought in one piece of the work, where each takes its time. */
  atOnce?: number
  /** @returns the records by key */
  holders: (tenant: TenantDb, keys: string[]) => Map<string, Existing[]>
  /** @returns whether two with the same key are alike; they are, if it is left out */
  agrees?: (one: Given, other: Given) => boolean
}

export type RowFault = { zeile: number; feld: string | null; msg: string; column?: number | undefined }

/** Parameters of the request beside its table. */
export type ImportOrder = {
  id: string
  stichtag: string | undefined
  /** In many small transactions: each gets some of the rows. */
  isJob?: true
  einheit?: ReaderContext["einheit"]
  tage?: ReaderContext["tage"]
}

export type Importer<I> = {
  art: Importart
  /** One and several, for people. */
  one: string
  many: string
  /** What it is, for the description of its routes, and what else is said there. */
  was: string
  about: string
  /** Also as a job, which takes many more rows. */
  isJob?: true
  /** One row. */
  zeile: TSchema
  spalten: readonly ImportColumn[]
  /** Columns that people are told of; all, if it is left out. */
  shown?: readonly ImportColumn[]
  /** Beginnings of what else a heading may be assigned to. */
  otherFields?: readonly string[]
  /** Headings of our own lists that say what cannot be taken over. */
  exportOnly?: readonly string[]
  /** Field of the record's number or name, which the row of a total does not have. */
  key: string
  /** Field of what is counted for it, where the row of a total may say so instead. */
  counted?: string
  /** @returns values for new records that the table has no column for */
  defaults?: (columns: readonly Column[]) => Given
  /** Makes the fields of a record from what several columns say. */
  compose?: (given: Given, hints: Hints) => Given
  /** @returns why a row is no record to be taken over, as `Hints` takes it; such a row has no faults */
  leavesOut?: (given: Given, tenant: TenantDb) => { kind: string; example: string } | undefined
  /**
   * @param input all fields of the record
   * @param given those that the row says
   * @param faulty those of which it says something that cannot be read
   * @returns a record, of which nothing but what is unique can be refused later; throws a Refusal with its faults
   */
  check: (input: Given, given: Given, faulty?: ReadonlySet<string>) => I
  number: (input: I) => string | undefined
  name: (input: I) => string
  /** @returns what else a preview says of a row: what a wrong column or a wrong sign would do harm in */
  details: (input: I, given: Given) => string[]
  /** @returns in words what a field becomes, where that is not its cell */
  becomes?: (input: I, feld: string) => string | undefined
  /** @returns what is allowed and may be a mistake, in German; of what is done, only what was read in which way */
  hints?: (tenant: TenantDb, rows: ImportRow<I>[], seen: HintContext) => string[]
  /**
   * @returns the columns of a table that holds several records in each row; undefined for any other
   * @throws Refusal invalid where a heading could mean two things
   */
  pivot?: (tenant: TenantDb, table: Table, assigned: Assigned, order: ImportOrder) => Column[] | undefined
  /** @returns what to ask before a table is taken over */
  asks?: (table: Table, columns: readonly Column[], order: ImportOrder) => Frage[]
  /** @returns the deposit of a row to be booked */
  worth?: (input: I) => number
  /** The first is what a row and a record are the same by. */
  unique: readonly Unique[]
  likeness?: readonly Likeness<I>[]
  /** Finds the record of a row that has no number. */
  findUnnumbered?: (tenant: TenantDb, given: Given) => Existing | undefined
  /** @returns what stands in the way of each row by itself; may complete it */
  resolve?: (tenant: TenantDb, rows: ImportRow<I>[], order: ImportOrder) => RowFault[]
  /** @returns what stands in the way of rows, seen together; may complete them. Comes after `resolve` */
  checkTogether?: (tenant: TenantDb, rows: ImportRow<I>[], order: ImportOrder) => RowFault[]
  /** Slow work before the transaction, whose results `create` finds in the rows. */
  prepare?: (services: Services, rows: ImportRow<I>[], tenantId: string) => Promise<void>
  /** Rank of a row: lower ones are made first; 0 by default. */
  rank?: (row: ImportRow<I>) => number
  /** @returns what `undo` takes */
  create: (tenant: TenantDb, actor: Actor, row: ImportRow<I>, order: ImportOrder) => string | undefined
  /** @returns what `restore` gets as `after`: fields that are stored elsewhere, whose version says nothing of them */
  change?: (tenant: TenantDb, actor: Actor, row: ImportRow<I>, order: ImportOrder) => Given | undefined
  /** After all rows, in the same transaction. @returns what `undo` takes */
  finish?: (tenant: TenantDb, actor: Actor, rows: ImportRow<I>[], order: ImportOrder) => string | undefined
  /**
   * Takes back what `create` or `finish` made in the order with this id.
   *
   * @param version of the record as the order left it; undefined where that was not kept yet
   * @returns why something of it stays all the same, in German
   * @throws Refusal when others work with it already
   */
  undo?: (
    tenant: TenantDb,
    actor: Actor,
    id: string,
    order: string,
    version: number | undefined,
  ) => string | undefined
  /** @returns the version of a record that `undo` or `restore` takes */
  version?: (tenant: TenantDb, id: string) => number | undefined
  /**
   * Takes back what `change` did.
   *
   * @param after what `change` returned; undefined where that was not kept yet
   * @returns why something of it stays all the same, in German
   * @throws Refusal when others have changed it since
   */
  restore?: (
    tenant: TenantDb,
    actor: Actor,
    id: string,
    before: Given,
    version: number,
    after: Given | undefined,
  ) => string | undefined
  /** Rows that have it in common are stored in one transaction. */
  together?: (input: I) => string
  zugaenge?: (rows: ImportRow<I>[]) => Static<typeof ImportReply>["zugaenge"]
}

/** @param parse reads one row */
export type ImporterWith<I> = (parse: (input: unknown) => unknown) => Importer<I>

/** What can be taken over from tables of one kind. */
export type TableImport = {
  /** @param parse as of the services */
  reading: (parse: (row: TSchema) => (input: unknown) => unknown) => Importer<unknown>
  /** The importer of rows that are read already. */
  stored: Importer<unknown>
}

export function tableImport<I>(importerWith: ImporterWith<I>): TableImport {
  const importer = importerWith as ImporterWith<unknown>
  const stored = importer(() => {
    throw new Error("rows are read before they are stored")
  })
  return { stored, reading: (parse) => importer(parse(stored.zeile)) }
}
