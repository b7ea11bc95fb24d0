import { and, eq, getTableColumns, getTableName, type InferSelectModel, sql } from "drizzle-orm"
import { notFound } from "../http/errors.ts"
import type { Connection } from "./connection.ts"
import type { Params, Query, TenantTable } from "./query.ts"

/** What `TenantDb` sets itself, so that no caller can. */
type OwnFields = "tenant_id" | "erstellt_am" | "aktualisiert_am" | "version"

export type Row<T extends TenantTable> = InferSelectModel<T>
export type NewRow<T extends TenantTable> = Omit<T["$inferInsert"], OwnFields | "id"> & { id?: string }
export type Patch<T extends TenantTable> = Partial<Omit<T["$inferInsert"], OwnFields | "id">>

/**
 * The only door to the business tables: everything that passes here is limited to one tenant. It adds the
 * condition itself, writes `tenant_id` last, and gives nobody the connection.
 */
export class TenantDb {
  readonly #connection: Connection
  /** The tenant's id. */
  readonly id: string

  constructor(connection: Connection, tenantId: string) {
    this.#connection = connection
    this.id = tenantId
  }

  /** @returns the tenant's row of that id, or undefined: also when it is another tenant's */
  get<T extends TenantTable>(table: T, id: string): Row<T> | undefined {
    const statement = this.#connection.prepared(`get ${getTableName(table)}`, (db) =>
      db.select().from(table).where(scope(table)),
    )
    return statement.get({ tenant: this.id, id }) as Row<T> | undefined
  }

  /** @throws ApiError 404 with `message` where `get` would return undefined */
  need<T extends TenantTable>(table: T, id: string, message?: string): Row<T> {
    const row = this.get(table, id)
    if (!row) throw notFound(message)
    return row
  }

  /** @returns the stored row; makes an id when none is given */
  insert<T extends TenantTable>(table: T, values: NewRow<T>): Row<T> {
    const now = this.#connection.now()
    const row: Record<string, unknown> = {
      id: Bun.randomUUIDv7(),
      ...defined(values),
      erstellt_am: now,
      aktualisiert_am: now,
      version: 1,
      tenant_id: this.id,
    }
    const columns = Object.keys(row)
    const statement = this.#connection.preparedChange(`insert ${getTableName(table)} ${columns}`, (db) =>
      db
        .insert(table)
        .values(placeholders(columns) as never)
        .returning(),
    )
    return statement.get(row) as Row<T>
  }

  /**
   * Changes the given fields, counts the version up.
   *
   * @throws ApiError 404 when the tenant has no such row
   */
  update<T extends TenantTable>(table: T, id: string, patch: Patch<T>): Row<T> {
    const values: Record<string, unknown> = { ...defined(patch), aktualisiert_am: this.#connection.now() }
    // The types forbid these; a row must not change its owner even where they were cast away.
    for (const own of ["tenant_id", "id", "erstellt_am", "version"]) delete values[own]
    const columns = Object.keys(values)
    const statement = this.#connection.preparedChange(`update ${getTableName(table)} ${columns}`, (db) =>
      db
        .update(table)
        .set({ ...placeholders(columns), version: sql`version + 1` } as never)
        .where(scope(table))
        .returning(),
    )
    const row = statement.get({ ...values, tenant: this.id, id }) as Row<T> | undefined
    if (!row) throw notFound()
    return row
  }

  /** @returns whether there was such a row of this tenant */
  delete<T extends TenantTable>(table: T, id: string): boolean {
    const statement = this.#connection.preparedChange(`delete ${getTableName(table)}`, (db) =>
      db.delete(table).where(scope(table)).returning({ id: table.id }),
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

  /** The server's own time, ISO 8601 UTC. */
  now(): string {
    return this.#connection.now()
  }
}

function scope(table: TenantTable) {
  return and(
    eq(table.tenant_id, sql`+${sql.placeholder("tenant")}`),
    eq(table.id, sql`+${sql.placeholder("id")}`),
  )
}

function placeholders(columns: string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]))
}

/** Drizzle would drop an undefined value silently; left out is left out, on purpose and here. */
function defined(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** @returns whether the table has a column of that name */
export const hasColumn = (table: TenantTable, name: string): boolean => name in getTableColumns(table)
