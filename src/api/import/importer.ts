import type { Static } from "@sinclair/typebox"
import type { importarten } from "../../db/schema/values.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { Services } from "../frame/services.ts"
import type { Actor } from "../frame/session.ts"
import type { ImportColumn } from "./columns.ts"
import type { ImportReply } from "./model.ts"

export type Importart = (typeof importarten)[number]

/** Values of a row's cells by field. */
export type Given = Record<string, unknown>

/** An existing record, with its fields as `check` takes them. */
export type Existing = { id: string; version: number; felder: Given }

/** A row as it is understood. */
export type Row<I> = {
  zeile: number
  given: Given
  input: I
  existing: Existing | undefined
  /** Fields of the existing record that are to become other ones. */
  patch: Given
}

/** A field that is unique within a company. */
type Unique = {
  /** With its article: `Die Nummer`. */
  name: string
  feld: string
  /** @returns who has them */
  holders: (tenant: TenantDb, values: string[]) => Map<string, Existing>
}

export type RowFault = { zeile: number; feld: string | null; msg: string }

/** Parameters of the request beside its table. */
export type Order = {
  id: string
  stichtag: string | undefined
  /** In many small transactions: each gets some of the rows. */
  isJob?: true
}

export type Importer<I> = {
  art: Importart
  /** One and several, for people. */
  one: string
  many: string
  spalten: readonly ImportColumn[]
  /** Headings of our own lists that say what cannot be taken over. */
  passedOver?: readonly string[]
  /**
   * @param input all fields of the record
   * @param given those that the row says
   * @returns a record, of which nothing but what is unique can be refused later; throws a Refusal with its faults
   */
  check: (input: Given, given: Given) => I
  number: (input: I) => string | undefined
  name: (input: I) => string
  /** @returns what else a preview says of a row: what a wrong column or a wrong sign would do harm in */
  details: (input: I, given: Given) => string[]
  /** @returns in words what a field becomes, where that is not its cell */
  becomes?: (input: I, feld: string) => string | undefined
  /** @returns what is allowed and may be a mistake, in German */
  hints?: (tenant: TenantDb, rows: Row<I>[]) => string[]
  /** @returns the deposit of a row to be booked */
  worth?: (input: I) => number
  /** The first is what a row and a record are the same by. */
  unique: readonly Unique[]
  /** Finds the record of a row that has no number. */
  findUnnumbered?: (tenant: TenantDb, given: Given) => Existing | undefined
  /** @returns what stands in the way of rows, seen together; may complete them */
  look?: (tenant: TenantDb, rows: Row<I>[], order: Order) => RowFault[]
  /** Slow work before the transaction. @returns what `create` gets */
  prepare?: (services: Services, rows: Row<I>[], tenantId: string) => Promise<void>
  /** Rank of a row: lower ones are made first; 0 by default. */
  rank?: (row: Row<I>) => number
  /** @returns what `undo` takes */
  create: (tenant: TenantDb, actor: Actor, row: Row<I>, order: Order) => string | undefined
  change?: (tenant: TenantDb, actor: Actor, row: Row<I>, order: Order) => void
  /** After all rows, in the same transaction. @returns what `undo` takes */
  finish?: (tenant: TenantDb, actor: Actor, rows: Row<I>[], order: Order) => string | undefined
  /** Takes back what `create` or `finish` made. @throws Refusal when others work with it already */
  undo?: (tenant: TenantDb, actor: Actor, id: string) => void
  /** Takes back what `change` did. @throws Refusal when others have changed it since */
  restore?: (tenant: TenantDb, actor: Actor, id: string, before: Given, version: number) => void
  /** Rows that have it in common are stored in one transaction. */
  together?: (input: I) => string
  zugaenge?: (rows: Row<I>[]) => Static<typeof ImportReply>["zugaenge"]
}
