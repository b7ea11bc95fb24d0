import type { Changes, Database, Statement } from "bun:sqlite"
import { is, Param, Placeholder } from "drizzle-orm"
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite"

type Values = Record<string, unknown>
/** A compiled statement that drizzle has built. It takes its values by name. */
export type Prepared = { get(values: Values): unknown; run(values: Values): Changes }
/** Drizzle's query builder, before it is compiled. */
type Built = { toSQL(): { sql: string; params: unknown[] } }
export type Build = (db: BunSQLiteDatabase) => Built

/** Most statements built by drizzle that are cached, about 40 KB each. In normal use there are about 60. */
const KEPT = 200

/**
 * Cache of compiled statements: those whose SQL stands in the program, and those that drizzle builds. Each is
 * compiled at its first use.
 */
export class Statements {
  readonly #sqlite: Database
  readonly #drizzle: BunSQLiteDatabase
  readonly #bySql = new Map<string, Statement>()
  /** Drizzle's statements, least recently used first. */
  readonly #byKey = new Map<string, { prepared: Prepared; statement: Statement }>()

  constructor(sqlite: Database) {
    this.#sqlite = sqlite
    this.#drizzle = drizzle(sqlite)
  }

  /** @param sql part of the program: there is a fixed number of such texts, so their statements are all kept */
  forSql(sql: string): Statement {
    const known = this.#bySql.get(sql)
    if (known) return known
    const statement = this.#sqlite.prepare(sql)
    this.#bySql.set(sql, statement)
    return statement
  }

  /**
   * Returns drizzle's statement for a key. Building it costs forty times as much as running it, so it is
   * cached. Drizzle's row mapping costs as much as reading the rows, so it is bypassed.
   *
   * Each combination of updated columns is a statement of its own: too many to keep, so the least recently
   * used one is dropped.
   *
   * @param build builds the statement at its first use
   */
  forKey(key: string, build: Build): Prepared {
    const known = this.#byKey.get(key)
    if (known) {
      this.#byKey.delete(key)
      this.#byKey.set(key, known)
      return known.prepared
    }
    if (this.#byKey.size >= KEPT) this.#forgetOne()
    const { sql, params } = build(this.#drizzle).toSQL()
    const statement = this.#sqlite.prepare(sql)
    const prepared = preparedFrom(statement, params.map(nameOf))
    this.#byKey.set(key, { prepared, statement })
    return prepared
  }

  forgetAll(): void {
    this.#bySql.clear()
    this.#byKey.clear()
  }

  /** Forgets the least recently used statement. */
  #forgetOne(): void {
    const [oldest] = this.#byKey.keys()
    if (oldest === undefined) return
    this.#byKey.get(oldest)?.statement.finalize()
    this.#byKey.delete(oldest)
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
 * @throws Error for a literal value, with which a cached statement would run each time
 */
function nameOf(param: unknown): string {
  const value = is(param, Param) ? param.value : param
  if (!is(value, Placeholder)) throw new Error("a cached statement may contain placeholders only, no values")
  return value.name
}
