import { and, eq, getTableColumns, getTableName, type InferSelectModel, type SQL, sql } from "drizzle-orm"
import { conflict, missing } from "../lib/refusal.ts"
import type { Connection } from "./connection.ts"
import type { Params, Query, TenantTable } from "./query.ts"

/** Columns that only `TenantDb` sets. */
type OwnFields = "tenant_id" | "erstellt_am" | "aktualisiert_am" | "version"

export type Row<T extends TenantTable> = InferSelectModel<T>
export type NewRow<T extends TenantTable> = Omit<T["$inferInsert"], OwnFields | "id"> & { id?: string }
export type Patch<T extends TenantTable> = Partial<Omit<T["$inferInsert"], OwnFields | "id">>

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
    const stored = idTaken(name, () => statement.run(row))
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
    if (given.length === 0) return []
    const { name, blank } = layout(table)
    const now = this.#connection.now()
    const rows = given.map((values) => this.#complete(blank, values, now))
    const columns = Object.keys(blank)
    const statement = this.#connection.preparedChange(
      `insert all ${name}`,
      (db) => db.insert(table).select(fromJson(columns) as never),
      this.id,
    )
    const json = JSON.stringify(rows.map((row) => columns.map((column) => row[column])))
    idTaken(name, () => statement.run({ tenant: this.id, rows: json }))
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
    const values: Fields = {}
    const given: Fields = patch
    // In the table's column order, so that the order of a client's fields does not lead to another statement.
    for (const column in blank)
      if (given[column] !== undefined && !unchangeable.has(column)) values[column] = given[column]
    values["aktualisiert_am"] = this.#connection.now()
    const columns = Object.keys(values)
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
    values["tenant"] = this.id
    values["id"] = id
    const row = statement.get(values) as Row<T> | undefined
    if (!row) throw missing()
    return row
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
function idTaken<T>(table: string, store: () => T): T {
  try {
    return store()
  } catch (error) {
    if ((error as Error).message.endsWith(` failed: ${table}.tenant_id, ${table}.id`))
      throw conflict("Diese id ist bereits vergeben")
    throw error
  }
}

type Fields = Record<string, unknown>

type Layout = {
  name: string
  /** Every column with its default, or null. */
  blank: Fields
  /** Name of the INTEGER PRIMARY KEY, which SQLite numbers itself; undefined without one. */
  numbered: string | undefined
}
const layouts = new Map<TenantTable, Layout>()

function layout(table: TenantTable): Layout {
  const known = layouts.get(table)
  if (known) return known
  const columns = Object.values(getTableColumns(table))
  const made = {
    name: getTableName(table),
    blank: Object.fromEntries(columns.map(({ name, default: value = null }) => [name, value as unknown])),
    numbered: columns.find((column) => column.primary && column.dataType === "number")?.name,
  }
  layouts.set(table, made)
  return made
}

/** SELECT that yields the rows in `:rows`, a JSON array of arrays; `tenant_id` comes from `:tenant`. */
function fromJson(columns: string[]): SQL {
  const values = columns.map((column, i) =>
    column === "tenant_id" ? sql`+${sql.placeholder("tenant")}` : sql.raw(`j.value ->> ${i}`),
  )
  return sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${sql.placeholder("rows")}) j`
}

/** Columns that `update` ignores, in case a cast got round the types: no row may change its tenant. */
const unchangeable = new Set(["tenant_id", "id", "erstellt_am", "version"])

function placeholders(columns: string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]))
}
