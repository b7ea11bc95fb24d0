import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { Glob } from "bun"
import { migrations } from "../src/db/migrations.ts"

/** The second and third belt of tenant isolation: who may import what, and what the database refuses by itself. */

const files = [...new Glob("src/**/*.ts").scanSync()].map((path) => ({
  path,
  text: readFileSync(path, "utf8"),
}))
const importing = (what: RegExp): string[] =>
  files
    .filter(({ text }) => text.split("\n").some((line) => /\bfrom "|import\(/.test(line) && what.test(line)))
    .map(({ path }) => path)

test("only db/ talks to SQLite", () => {
  const outside = importing(/"(bun:sqlite|drizzle-orm\/bun-sqlite)"/).filter(
    (path) => !path.startsWith("src/db/"),
  )
  expect(outside).toEqual([])
})

test("only the log-in, the session, the tenants and the command line see across tenants", () => {
  const allowed =
    /^src\/(db|api\/auth|api\/sitzung|api\/tenants|cli|ops\/demo)\/|^src\/api\/(session|services|route)\.ts$|^src\/http\/(session|call|deps)\.ts$/
  expect(importing(/\/system-db\.ts"/).filter((path) => !allowed.test(path))).toEqual([])
})

test("rules and the database know nothing of HTTP's framework", () => {
  const free = /rules\.ts$|^src\/db\//
  expect(importing(/"elysia|@elysiajs/).filter((path) => free.test(path))).toEqual([])
})

test("only main.ts reads the environment of the process", () => {
  const readers = files.filter(({ text }) => /process\.env|Bun\.env/.test(text)).map(({ path }) => path)
  expect(readers).toEqual(["src/main.ts"])
})

const db = new Database(":memory:")
for (const { sql } of migrations) db.run(sql)
const tables = db
  .query(
    "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
  .all() as { name: string; strict: number }[]
/** Full-text tables bring helpers of their own. */
const own = tables.filter(({ name }) => !/_suche(_|$)/.test(name))

test("every table is STRICT and carries tenant_id", () => {
  expect(own.filter(({ strict }) => strict !== 1)).toEqual([])
  for (const { name } of own) {
    const columns = db.query(`SELECT name FROM pragma_table_info('${name}')`).all() as { name: string }[]
    expect(columns.map((column) => column.name)).toContain("tenant_id")
  }
})

test("every reference between business tables is composite, so that none can cross tenants", () => {
  for (const { name } of own) {
    const parts = db.query(`SELECT id, "table", "from" FROM pragma_foreign_key_list('${name}')`).all() as {
      id: number
      table: string
      from: string
    }[]
    for (const { id, table } of parts.filter((part) => part.table !== "tenants")) {
      const columns = parts.filter((part) => part.id === id).map((part) => part.from)
      expect([name, table, columns.includes("tenant_id")]).toEqual([name, table, true])
    }
  }
})

test("no business table has a key of the id alone, which would tell tenants of each other's ids", () => {
  for (const { name } of own.filter((table) => table.name !== "tenants")) {
    const indexes = db
      .query(`SELECT name FROM pragma_index_list('${name}') WHERE "unique" = 1 AND partial = 0`)
      .all() as { name: string }[]
    for (const index of indexes) {
      const columns = (
        db.query(`SELECT name FROM pragma_index_info('${index.name}')`).all() as { name: string }[]
      ).map((column) => column.name)
      const harmless = columns.includes("tenant_id") || columns.every((column) => column.endsWith("pfad"))
      expect([name, columns, harmless]).toEqual([name, columns, true])
    }
  }
})
