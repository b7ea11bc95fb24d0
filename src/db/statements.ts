import type { Changes, Database, Statement } from "bun:sqlite"
import { is, Param, Placeholder } from "drizzle-orm"
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite"

type Values = Record<string, unknown>
/** A compiled statement that drizzle has built. It takes its values by name. */
export type Prepared = { get(values: Values): unknown; run(values: Values): Changes }
/** Drizzle's query builder, before it is compiled. */
type Built = { toSQL(): { sql: string; params: unknown[] } }
export type Build = (db: BunSQLiteDatabase) => Built
/** `prepared` is set for those that drizzle has built. */
type Kept = { statement: Statement; prepared?: Prepared }

/**
 * Most cached statements, 20 to 40 KB each. The program has some 600 texts, and about 60 that drizzle builds. Lists have
 * one for each combination of filters, changes one for each combination of columns: a single account could make the
 * service keep thousands.
 */
const KEPT = 1000

/** Cache of compiled statements: of texts, and of what drizzle builds. Each is compiled at its first use. */
export class Statements {
  readonly #sqlite: Database
  readonly #drizzle: BunSQLiteDatabase
  /** By text, or by drizzle's key; least recently used first. */
  readonly #kept = new Map<string, Kept>()

  constructor(sqlite: Database) {
    this.#sqlite = sqlite
    this.#drizzle = drizzle(sqlite)
  }

  forSql(sql: string): Statement {
    return this.#cached(sql, () => ({ statement: this.#sqlite.prepare(sql) })).statement
  }

  /** Runs BEGIN, COMMIT and the like. `Database.transaction` would create four functions per call. */
  run(sql: string): void {
    this.forSql(sql).run()
  }

  /**
   * Returns drizzle's statement for a key. Building it costs far more than running it, so it is cached. Drizzle's
   * row mapping costs as much as reading the rows, so it is bypassed.
   *
   * @param build builds the statement at its first use
   */
  forKey(key: string, build: Build): Prepared {
    const made = this.#cached(key, () => {
      const { sql, params } = build(this.#drizzle).toSQL()
      const statement = this.#sqlite.prepare(sql)
      return { statement, prepared: preparedFrom(statement, params.map(nameOf)) }
    })
    return made.prepared as Prepared
  }

  #cached(key: string, make: () => Kept): Kept {
    const known = this.#kept.get(key)
    if (known) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    if (this.#kept.size >= KEPT) this.#forgetOne()
    const made = make()
    this.#kept.set(key, made)
    return made
  }

  forgetAll(): void {
    this.#kept.clear()
  }

  /** Forgets the least recently used statement. */
  #forgetOne(): void {
    const [oldest = ""] = this.#kept.keys()
    this.#kept.get(oldest)?.statement.finalize()
    this.#kept.delete(oldest)
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
 * @throws Error for a literal value: the cached statement would use it in every later run, too
 */
function nameOf(param: unknown): string {
  const value = is(param, Param) ? param.value : param
  if (!is(value, Placeholder)) throw new Error("a cached statement may contain placeholders only, no values")
  return value.name
}
