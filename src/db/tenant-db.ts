import { and, eq, getTableName, type InferSelectModel, sql } from "drizzle-orm"
import { conflict, missing } from "../lib/refusal.ts"
import type { Connection } from "./connection.ts"
import {
  changedColumns,
  type Fields,
  layout,
  placeholders,
  rowsInJson,
  selectRows,
  valueAt,
} from "./layout.ts"
import type { Params, Query, TenantTable } from "./query.ts"

/** Columns that only `TenantDb` sets. */
type OwnFields = "tenant_id" | "erstellt_am" | "aktualisiert_am" | "version"

export type Row<T extends TenantTable> = InferSelectModel<T>
export type NewRow<T extends TenantTable> = Omit<T["$inferInsert"], OwnFields | "id"> & { id?: string }
export type Patch<T extends TenantTable> = Partial<Omit<T["$inferInsert"], OwnFields | "id">>

/** Tables with a full-text index. */
export type SearchedTable = "kunden" | "geraete" | "pfandartikel"

/**
 * Access to the rows of one tenant: the only access of the business (api/) to its tables, except where
 * log-in, sessions and the list of tenants use `SystemDb`. It adds the tenant's condition itself, overrides a
 * given `tenant_id`, and never hands out the connection.
 */
export class TenantDb {
  readonly #connection: Connection
  /** The tenant's id. */
  readonly id: string

  constructor(connection: Connection, tenantId: string) {
    this.#connection = connection
    this.id = tenantId
  }

  /** @returns the tenant's row with this id; undefined if there is none, or if it is another tenant's */
  find<T extends TenantTable>(table: T, id: string): Row<T> | undefined {
    const statement = this.#connection.prepared(`get ${getTableName(table)}`, (db) =>
      db.select().from(table).where(scope(table)),
    )
    return statement.get({ tenant: this.id, id }) as Row<T> | undefined
  }

  /** @throws Refusal missing with `message` where `find` would return undefined */
  get<T extends TenantTable>(table: T, id: string, message?: string): Row<T> {
    const row = this.find(table, id)
    if (!row) throw missing(message)
    return row
  }

  /**
   * Inserts a row, with a new id if none is given.
   *
   * @returns the stored row
   * @throws Refusal conflict when the id is taken
   */
  insert<T extends TenantTable>(table: T, values: NewRow<T>): Row<T> {
    return this.#insert(table, values, false) as Row<T>
  }

  /** Inserts a row unless it violates a unique constraint. @returns the stored row, or undefined */
  insertNew<T extends TenantTable>(table: T, values: NewRow<T>): Row<T> | undefined {
    return this.#insert(table, values, true)
  }

  #insert<T extends TenantTable>(table: T, given: Fields, onlyNew: boolean): Row<T> | undefined {
    const { name, blank, numbered } = layout(table)
    const row = this.#complete(blank, given, this.#connection.now())
    // All columns get a value here, so the stored row need not be read back.
    const statement = this.#connection.preparedChange(
      onlyNew ? `new ${name}` : `insert ${name}`,
      (db) => {
        const insert = db.insert(table).values(placeholders(Object.keys(blank)) as never)
        return onlyNew ? insert.onConflictDoNothing() : insert
      },
      this.id,
    )
    const stored = refusingTakenId(name, () => statement.run(row))
    if (stored.changes === 0) return undefined
    if (numbered) row[numbered] = stored.lastInsertRowid
    return row as Row<T>
  }

  /**
   * Inserts many rows, in their order, with one statement. A statement gets slower with every page that its
   * savepoint (group-commit.ts) has changed: 20,000 rows take a minute row by row, and half a second this way.
   * Not for tables with BLOBs or numbered rows (`Layout.numbered`).
   *
   * @returns the stored rows
   * @throws Refusal conflict when a given id is taken
   */
  insertAll<T extends TenantTable>(table: T, given: readonly NewRow<T>[]): Row<T>[] {
    const [first] = given
    if (!first) return []
    // A single row is cheaper without JSON.
    if (given.length === 1) return [this.insert(table, first)]
    const { name, blank } = layout(table)
    const now = this.#connection.now()
    const rows = given.map((values) => this.#complete(blank, values, now))
    const columns = Object.keys(blank)
    const statement = this.#connection.preparedChange(
      `insert all ${name}`,
      (db) => db.insert(table).select(selectRows(columns) as never),
      this.id,
    )
    const json = JSON.stringify(rows.map((row) => columns.map((column) => row[column])))
    refusingTakenId(name, () => statement.run({ tenant: this.id, rows: json }))
    return rows as Row<T>[]
  }

  /** @returns all columns of a new row */
  #complete(blank: Fields, given: Fields, now: string): Fields {
    const row = { ...blank }
    for (const column in blank) if (given[column] !== undefined) row[column] = given[column]
    // Ids and times come from the same clock, so that both have the same order.
    row["id"] ??= Bun.randomUUIDv7("hex", Date.parse(now))
    row["erstellt_am"] = row["aktualisiert_am"] = now
    row["version"] = 1
    row["tenant_id"] = this.id
    return row
  }

  /**
   * Changes the given fields and increments the version.
   *
   * @throws Refusal missing when the tenant has no such row
   */
  update<T extends TenantTable>(table: T, id: string, patch: Patch<T>): Row<T> {
    const { name, blank } = layout(table)
    const given: Fields = { ...patch, aktualisiert_am: this.#connection.now() }
    const columns = changedColumns(blank, given)
    const statement = this.#connection.preparedChange(
      `update ${name} ${columns.join()}`,
      (db) =>
        db
          .update(table)
          .set({ ...placeholders(columns), version: sql`version + 1` } as never)
          .where(scope(table))
          .returning(),
      this.id,
    )
    const values = Object.fromEntries(columns.map((column) => [column, given[column]]))
    const row = statement.get({ ...values, tenant: this.id, id }) as Row<T> | undefined
    if (!row) throw missing()
    return row
  }

  /**
   * Changes many rows, and increments their versions, with one statement (see `insertAll`).
   *
   * @param given the new values by id; all rows change the same fields
   * @throws Refusal missing when the tenant lacks one of the rows
   */
  updateAll<T extends TenantTable>(table: T, given: readonly (Patch<T> & { id: string })[]): void {
    const [first] = given
    if (!first) return
    const { name, blank } = layout(table)
    const columns = changedColumns(blank, first)
    const values = Object.fromEntries(columns.map((column, i) => [column, valueAt(i + 1)]))
    const statement = this.#connection.preparedChange(
      `update all ${name} ${columns.join()}`,
      (db) =>
        db
          .update(table)
          .set({ ...values, aktualisiert_am: sql.placeholder("now"), version: sql`version + 1` } as never)
          .from(rowsInJson() as never)
          .where(and(eq(table.tenant_id, sql`+${sql.placeholder("tenant")}`), eq(table.id, valueAt(0)))),
      this.id,
    )
    const rows = JSON.stringify(given.map((row: Fields) => ["id", ...columns].map((column) => row[column])))
    const { changes } = statement.run({ tenant: this.id, rows, now: this.#connection.now() })
    if (changes !== given.length) throw missing()
  }

  /** Deletes a row. @returns whether this tenant had it */
  delete<T extends TenantTable>(table: T, id: string): boolean {
    const statement = this.#connection.preparedChange(
      `delete ${getTableName(table)}`,
      (db) => db.delete(table).where(scope(table)).returning({ id: table.id }),
      this.id,
    )
    return statement.get({ tenant: this.id, id }) !== undefined
  }

  /** See `Connection.markingDeleted`. Call `purgeStep` afterwards, until it returns false. */
  markingDeleted<T>(searched: SearchedTable, work: () => T): T {
    return this.#connection.markingDeleted(`${searched}_suche`, work)
  }

  /** See `Connection.purgeStep`. The index has the words of all companies. */
  purgeStep(searched: SearchedTable, isFirst: boolean): boolean {
    return this.#connection.purgeStep(`${searched}_suche`, isFirst)
  }

  all<R, P extends Params>(query: Query<R, P>, params: P): R[] {
    return this.#connection.statement(query.sql).all({ ...params, tenant: this.id }) as R[]
  }

  first<R, P extends Params>(query: Query<R, P>, params: P): R | undefined {
    return (
      (this.#connection.statement(query.sql).get({ ...params, tenant: this.id }) as R | null) ?? undefined
    )
  }

  /** @throws Refusal missing with `message` where `first` would return undefined */
  getFirst<R, P extends Params>(query: Query<R, P>, params: P, message?: string): R {
    const row = this.first(query, params)
    if (row === undefined) throw missing(message)
    return row
  }

  /** See `Connection.changesOf`. */
  changes(): string {
    return this.#connection.changesOf(this.id)
  }

  /** The server's own time, ISO 8601 UTC. */
  now(): string {
    return this.#connection.now()
  }
}

/** `TenantDb` without the methods that write, for routes that only read. */
export type TenantReader = Pick<
  TenantDb,
  "id" | "find" | "get" | "all" | "first" | "getFirst" | "changes" | "now"
>

/** Condition for one row of the tenant: `:tenant` and `:id`, with "+" as in `unpeeked` (query.ts). */
function scope(table: TenantTable) {
  return and(
    eq(table.tenant_id, sql`+${sql.placeholder("tenant")}`),
    eq(table.id, sql`+${sql.placeholder("id")}`),
  )
}

/** Turns a duplicate primary key into a conflict. Checking first would cost another query per row. */
function refusingTakenId<T>(table: string, store: () => T): T {
  try {
    return store()
  } catch (error) {
    if ((error as Error).message.endsWith(` failed: ${table}.tenant_id, ${table}.id`))
      throw conflict("Diese id ist bereits vergeben")
    throw error
  }
}
