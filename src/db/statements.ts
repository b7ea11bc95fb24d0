import type { Changes, Database, Statement } from "bun:sqlite"
import { is, Param, Placeholder } from "drizzle-orm"
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite"

type Values = Record<string, unknown>
/** A statement that drizzle wrote and SQLite runs. */
export type Prepared = { get(values: Values): unknown; run(values: Values): Changes }
/** Drizzle's own form of a statement. */
type Built = { toSQL(): { sql: string; params: unknown[] } }
export type Build = (db: BunSQLiteDatabase) => Built

/** Drizzle's statements kept at most, some 40 KB each; the service itself has about sixty. */
const KEPT = 200

/** Compiles each statement once, at its first use, and keeps it. */
export class Statements {
  readonly #sqlite: Database
  readonly #drizzle: BunSQLiteDatabase
  readonly #written = new Map<string, Statement>()
  /** In the order of their last use. */
  readonly #built = new Map<string, { prepared: Prepared; statement: Statement }>()

  constructor(sqlite: Database) {
    this.#sqlite = sqlite
    this.#drizzle = drizzle(sqlite)
  }

  /** @param sql written in the program; there is a fixed number of them, so all are kept */
  written(sql: string): Statement {
    const known = this.#written.get(sql)
    if (known) return known
    const statement = this.#sqlite.prepare(sql)
    this.#written.set(sql, statement)
    return statement
  }

  /**
   * A statement that drizzle writes once and SQLite runs. Writing it costs forty times as much as running it, so it is
   * kept; drizzle's mapping of rows costs as much as reading them, so it is left out.
   *
   * @param build makes the statement at its first use. Each combination of changed fields is a statement of its own:
   *   too many to keep all, so the least recently used one is forgotten
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

/** @throws Error for a value without a name: TenantDb puts only named ones into a statement that is kept */
function nameOf(param: unknown): string {
  const value = is(param, Param) ? param.value : param
  if (!is(value, Placeholder)) throw new Error("a statement is kept, so all of its values have names")
  return value.name
}
