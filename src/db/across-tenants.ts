import type { Connection } from "./connection.ts"
import type { Params } from "./query.ts"

/**
 * Base class of queries across all tenants: of `SystemDb`, and of those that only it creates. In a SELECT, write "+:x"
 * for ":x" (`unpeeked` in query.ts).
 */
export class AcrossTenants {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  now(): string {
    return this.#connection.now()
  }

  protected get<T>(sql: string, params: Params): T | undefined {
    return (this.#connection.statement(sql).get(params) as T | null) ?? undefined
  }

  protected all<T>(sql: string, params: Params): T[] {
    return this.#connection.statement(sql).all(params) as T[]
  }

  /** @returns the number of changed rows */
  protected run(sql: string, params: Params): number {
    return this.#connection.changing(sql).run(params).changes
  }
}
