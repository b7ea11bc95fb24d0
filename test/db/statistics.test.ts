import { afterAll, describe, expect, test } from "bun:test"
import { Database } from "bun:sqlite"
import { join } from "node:path"
import { migrations } from "../../src/db/migrations.ts"

/** Empty: what the planner knows of the tables is what the migrations say, as in every installation. */
const db = new Database(":memory:")
for (const { sql } of migrations) db.run(sql)
afterAll(() => db.close())

const plan = (sql: string): string[] =>
  (db.query(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail)
const oneLine = (sql: string): string => sql.replace(/\s+/g, " ").trim()

/** Of the service alone, asked in a process of its own: other tests make queries, too. */
const printing =
  'import "./app.ts"; import { registered } from "./db/query.ts"; process.stdout.write(JSON.stringify([...registered]))'
const printed = Bun.spawnSync([process.execPath, "-e", printing], { cwd: join(import.meta.dir, "../../src") })
const registered = JSON.parse(printed.stdout.toString()) as { sql: string }[]

describe("the figures that the planner goes by", () => {
  const indexes = db
    .query(
      "SELECT tbl_name, name FROM sqlite_schema WHERE type = 'index' AND tbl_name NOT LIKE '%_suche%' ORDER BY name",
    )
    .values() as [string, string][]
  const stored = db.query("SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY idx").values() as string[][]

  test("name every index there is, and none that is gone", () => {
    expect(stored.map(([table, index]) => [table, index])).toEqual(indexes)
  })

  for (const [, index = "", stat = ""] of stored) {
    test(`say how many rows ${index} has for its first columns, ever fewer`, () => {
      const columns = db.query(`PRAGMA index_info("${index}")`).values().length
      const figures = stat.split(" ").map(Number)
      expect(figures.length).toBe(columns + 1)
      expect(figures).toEqual(figures.toSorted((a, b) => b - a))
      expect(figures.every((figure) => figure >= 1)).toBe(true)
    })
  }
})

/** A company has few of these, however many customers it has. */
const few = /\b(?:mitarbeiter|pfandartikel)\b/
/** These look at all rows of a company, and say so. */
const counting = /^SELECT (?:sum|max|min|count)\(/

describe("a company's size does not count", () => {
  const wholeCompany = (sql: string): string[] =>
    plan(sql).filter((step) => / \(tenant_id=\?\)(?: LEFT-JOIN)?$/.test(step) && !few.test(step))
  // The first page of a list without a filter ends by its LIMIT, if nothing has to be sorted.
  const firstPages = registered.filter(({ sql }) => / ORDER BY .* LIMIT \S+$/.test(oneLine(sql)))
  const others = registered.filter((query) => !firstPages.includes(query) && !counting.test(query.sql))

  test("is known of most queries", () => {
    expect(firstPages.length).toBeGreaterThan(50)
    expect(others.length).toBeGreaterThan(20)
  })

  for (const { sql } of others) {
    test(`for what it is asked for alone: ${oneLine(sql)}`, () => {
      expect(wholeCompany(sql)).toEqual([])
    })
  }

  for (const { sql } of firstPages) {
    const filters = [...sql.matchAll(/\((\w+) = \+:\w+\)/g)].map(([, column]) => column)
    if (filters.length === 0 || few.test(sql)) continue
    test(`for a page of what has that ${filters}: ${oneLine(sql)}`, () => {
      const steps = plan(sql)
      for (const filter of filters) expect(steps[0]).toContain(`${filter}=?`)
    })
  }

  // Of these a company has hundreds of thousands with the same value; of the others there are few to be sorted.
  for (const column of ["ort_sort", "status", "datum", "fahrer_id", "tabelle", "mitarbeiter_id"]) {
    const pages = firstPages.filter(({ sql }) => sql.includes(`(${column} = +:`))

    test(`for a page of what has that ${column}, in any order`, () => {
      expect(pages.length).toBeGreaterThan(0)
      for (const { sql } of pages)
        expect([sql, plan(sql).join()]).not.toEqual([sql, expect.stringContaining("B-TREE FOR ORDER BY")])
    })
  }

  test("for a page of the few customers that are out of use", () => {
    const pages = firstPages.filter(({ sql }) => sql.includes("(aktiv = 0)"))
    expect(pages.length).toBe(16)
    for (const { sql } of pages)
      expect(plan(sql).join()).toMatch(/^SEARCH kunden USING INDEX kunden_inaktiv_/)
  })

  for (const { sql } of firstPages) {
    if (/\((\w+) = \+:\w+\)|\(SELECT rowid/.test(sql)) continue
    test(`for a page that is sorted already: ${oneLine(sql)}`, () => {
      // "FOR LAST TERM" sorts only what is equal in the index, and that is one row.
      expect(plan(sql).filter((step) => step.includes("B-TREE FOR ORDER BY"))).toEqual([])
    })
  }
})
