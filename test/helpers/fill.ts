import type { Database } from "bun:sqlite"

export type Rows = Record<string, Record<string, unknown>[]>
type Column = { name: string; type: string; notnull: number }
type Reference = { id: number; table: string; from: string; to: string | null }

/** Ordinary tables: no virtual ones, none that belong to a virtual one or to SQLite, and not the note of migrations. */
export function tableNames(db: Database): string[] {
  return db
    .query("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name")
    .values()
    .map(([name]) => String(name))
    .filter((name) => !name.startsWith("sqlite_") && name !== "migrationen")
}

export const readRows = (db: Database): Rows =>
  Object.fromEntries(
    tableNames(db).map((name) => [
      name,
      db.query(`SELECT * FROM "${name}" ORDER BY rowid`).all() as Rows[string],
    ]),
  )

/**
 * Puts rows into every table that it finds, whatever the schema: tries values until the database's own rules
 * (references, checks, triggers) let a row pass.
 *
 * @param seeds of random values, tried one after the other
 * @param isWanted which tables get rows; those of the others are kept, if they have any
 * @throws Error naming a table that stayed empty
 */
export function fill(
  db: Database,
  perTable = 3,
  seeds: readonly number[] = [6, 4, 42],
  isWanted: (table: string) => boolean = () => true,
): void {
  const [seed = 0, ...others] = seeds
  try {
    // Each row by itself would wait for the disk.
    db.transaction(() => fillTables(db, perTable, sequence(seed), isWanted))()
  } catch (error) {
    // The first rows of some leave no way to the last: others may.
    if (others.length === 0) throw error
    fill(db, perTable, others, isWanted)
  }
}

function fillTables(
  db: Database,
  perTable: number,
  random: (n: number) => number,
  isWanted: (table: string) => boolean,
): void {
  const isEmpty = (name: string) => db.query(`SELECT 1 FROM "${name}" LIMIT 1`).get() === null
  const parents = (name: string) => referencesOf(db, name).length
  // Those with the fewest parents first: an account without its tenant would be a super administrator.
  const order = tableNames(db).toSorted((a, b) => parents(a) - parents(b))
  let empty = order.filter((name) => isWanted(name) || isEmpty(name))
  // A table has its turn again whose parents were empty, or whose rows a trigger took away with those of another.
  for (let round = 0; round < 30 && empty.length > 0; round++) {
    for (const name of empty) {
      // One row where everything begins (the tenant), so that all others find their parents in it.
      const count = referencesOf(db, name).length === 0 ? 1 : perTable
      for (let i = 0; i < count && insertOne(db, name, random); i++);
    }
    empty = order.filter(isEmpty)
    // Of the rows that are there none fits: others may.
    const parentsOfEmpty = new Set(empty.flatMap((name) => referencesOf(db, name).map(({ table }) => table)))
    for (const name of order)
      if (parentsOfEmpty.has(name) && referencesOf(db, name).length > 0) insertOne(db, name, random)
  }
  if (empty.length > 0) throw new Error(`no row passes the rules of ${empty.join(", ")}`)
}

const referencesOf = (db: Database, table: string): Reference[] =>
  db.query(`PRAGMA foreign_key_list("${table}")`).all() as Reference[]

function insertOne(db: Database, table: string, random: (n: number) => number): boolean {
  const columns = db.query(`PRAGMA table_info("${table}")`).all() as Column[]
  const references = referencesOf(db, table)
  const text = String(db.query("SELECT sql FROM sqlite_schema WHERE name = ?").values(table)[0]?.[0])
  const tried = columns.map((column) => [column.name, candidates(column, text, random)] as const)
  const read = parentsReader(db)
  for (let attempt = 0; attempt < 300; attempt++) {
    const row = Object.fromEntries(tried.map(([name, values]) => [name, pick(values(), random)]))
    refer(read, row, references, random)
    const names = Object.keys(row)
    try {
      db.query(
        `INSERT INTO "${table}" (${names.map((name) => `"${name}"`)}) VALUES (${names.map(() => "?")})`,
      ).run(...(Object.values(row) as string[]))
      return true
    } catch {
      // Against one of the rules: the next attempt has other values.
    }
  }
  return false
}

type ParentsReader = (sql: string, values: string[]) => Rows[string]

/** Reads the same parents once: until a row passes, nothing changes. */
function parentsReader(db: Database): ParentsReader {
  const known = new Map<string, Rows[string]>()
  return (sql, values) => {
    const key = JSON.stringify([sql, values])
    const rows = known.get(key) ?? (db.query(sql).all(...values) as Rows[string])
    known.set(key, rows)
    return rows
  }
}

/** Points every reference at one row that is there; all of them agree on the columns they share (the tenant). */
function refer(
  read: ParentsReader,
  row: Record<string, unknown>,
  references: Reference[],
  random: (n: number) => number,
): void {
  const settled = new Set<string>()
  for (const group of Map.groupBy(references, ({ id }) => id).values()) {
    if (group.some(({ from }) => row[from] === null)) continue
    const shared = group.filter(({ from }) => settled.has(from))
    const where = shared.map(({ to }) => ` AND "${to ?? "id"}" IS ?`).join("")
    const parents = read(
      `SELECT * FROM "${group[0]?.table}" WHERE 1${where} ORDER BY rowid`,
      shared.map(({ from }) => row[from] as string),
    )
    const parent = parents[random(parents.length)]
    for (const { from, to } of group) {
      if (!settled.has(from)) row[from] = parent?.[to ?? "id"] ?? null
      settled.add(from)
    }
  }
}

/** Values worth a try: those that the checks name, and one of each form that this service stores. */
function candidates(column: Column, tableSql: string, random: (n: number) => number): () => unknown[] {
  const nothing = column.notnull === 1 ? [] : [null]
  const named = [...tableSql.matchAll(new RegExp(`"${column.name}" (?:NOT )?IN \\(([^)]*)\\)`, "g"))]
  const values = named.flatMap(([, list = ""]) => list.split(",").map((v) => v.trim().replace(/^'|'$/g, "")))
  if (column.type.toUpperCase() === "INTEGER") return () => [...nothing, 0, 1, 2]
  if (column.type.toUpperCase() === "BLOB") return () => [...nothing, Uint8Array.of(random(256))]
  if (column.type.toUpperCase() === "REAL") return () => [...nothing, 0.5]
  if (values.length > 0) return () => [...nothing, ...values]
  // One of few, so that two columns can be the same where a rule asks for it.
  return () => [...nothing, `Wert ${random(8)} äöü`]
}

const pick = (values: unknown[], random: (n: number) => number): unknown => values[random(values.length)]

/** Random numbers, but the same at every run. */
function sequence(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}
