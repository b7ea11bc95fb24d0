import type { Changes, Database, Statement } from "bun:sqlite"
import { is, Param, Placeholder } from "drizzle-orm"
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite"

type Values = Record<string, unknown>
/** A compiled statement with named parameters, whose SQL drizzle wrote. */
export type Prepared = { get(values: Values): unknown; run(values: Values): Changes }
/** Drizzle's query builder, before it is compiled. */
type Built = { toSQL(): { sql: string; params: unknown[] } }
export type Build = (db: BunSQLiteDatabase) => Built

/** Most statements of drizzle that are cached, about 40 KB each. The service itself uses about 60. */
const KEPT = 200

/** Cache of compiled statements: each is compiled at its first use. */
export class Statements {
  readonly #sqlite: Database
  readonly #drizzle: BunSQLiteDatabase
  readonly #written = new Map<string, Statement>()
  /** Drizzle's statements, least recently used first. */
  readonly #built = new Map<string, { prepared: Prepared; statement: Statement }>()

  constructor(sqlite: Database) {
    this.#sqlite = sqlite
    this.#drizzle = drizzle(sqlite)
  }

  /** @param sql part of the program: there is a fixed number of such texts, so all are kept */
  written(sql: string): Statement {
    const known = this.#written.get(sql)
    if (known) return known
    const statement = this.#sqlite.prepare(sql)
    this.#written.set(sql, statement)
    return statement
  }

  /**
   * Returns the statement for a key. Building one with drizzle costs forty times as much as running it, so it
   * is cached. Drizzle's row mapping costs as much as reading the rows, so it is bypassed.
   *
   * @param build builds the statement at its first use. Each combination of updated columns is a statement of
   *   its own: too many to keep, so the least recently used one is dropped
   */
  built(key: string, build: Build): Prepared {
    const known = this.#built.get(key)
    if (known) {
      this.#built.delete(key)
      this.#built.set(key, known)
      return known.prepared
    }
    if (this.#built.size >= KEPT) this.#forgetOne()
    const { sql, params } = build(this.#drizzle).toSQL()
    const statement = this.#sqlite.prepare(sql)
    const prepared = preparedFrom(statement, params.map(nameOf))
    this.#built.set(key, { prepared, statement })
    return prepared
  }

  forgetAll(): void {
    this.#written.clear()
    this.#built.clear()
  }

  /** Forgets the least recently used statement. */
  #forgetOne(): void {
    const [oldest] = this.#built.keys()
    if (oldest === undefined) return
    this.#built.get(oldest)?.statement.finalize()
    this.#built.delete(oldest)
  }
}

function preparedFrom(statement: Statement, names: string[]): Prepared {
  const bound = (values: Values) => names.map((name) => values[name]) as string[]
  return {
    get: (values) => statement.get(...bound(values)) ?? undefined,
    run: (values) => statement.run(...bound(values)),
  }
}

/**
 * @returns the placeholder's name
 * @throws Error for a literal value: a cached statement may contain placeholders only
 */
function nameOf(param: unknown): string {
  const value = is(param, Param) ? param.value : param
  if (!is(value, Placeholder)) throw new Error("a statement is kept, so all of its values have names")
  return value.name
}
