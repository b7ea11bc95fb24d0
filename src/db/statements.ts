import type { Changes, Database, Statement } from "bun:sqlite"
import { is, Param, Placeholder } from "drizzle-orm"
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite"

type Values = Record<string, unknown>
/** A statement of drizzle's, run without it. */
export type Prepared = { get(values: Values): unknown; run(values: Values): Changes }
/** What drizzle builds. */
type Built = { toSQL(): { sql: string; params: unknown[] } }
export type Build = (db: BunSQLiteDatabase) => Built

/** At most so many of drizzle's statements are kept, some 40 KB each; the service itself has about sixty. */
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

  /** @param sql written in the program, which has a limited number of them: none is forgotten */
  written(sql: string): Statement {
    const known = this.#written.get(sql)
    if (known) return known
    const statement = this.#sqlite.prepare(sql)
    this.#written.set(sql, statement)
    return statement
  }

  /**
   * Drizzle writes the statement, SQLite runs it: building one costs forty times running it, and drizzle's own
   * mapping of the row (which is the record already) as much again as reading it.
   *
   * @param build makes the statement at the first use. Each set of fields that somebody changes together is a
   *   statement of its own: too many to keep them all, so the least recently used one goes
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

  #forgetOne(): void {
    for (const [key, { statement }] of this.#built) {
      this.#built.delete(key)
      statement.finalize()
      return
    }
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
