import { afterAll, describe, expect, test } from "bun:test"
import { Database } from "bun:sqlite"
import { getTableName, is } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { migrations } from "../../src/db/migrations.ts"
import { NUMBER_OF_FILES, RECORD_OF_FILE } from "../../src/db/pictures.ts"
import * as schema from "../../src/db/schema.ts"

/** Empty, and never analyzed: the plans are those of every new installation. */
const db = new Database(":memory:")
for (const { sql } of migrations) db.run(sql)
afterAll(() => db.close())

/** The queries of the service alone: other tests, in this process, make some of their own. */
const inService = `
  import "./src/app.ts"
  import { registered } from "./src/db/query.ts"
  process.stdout.write(JSON.stringify([...registered].map(({ sql }) => ({ sql }))))`
const listed = Bun.spawnSync([process.execPath, "-e", inService], { cwd: join(import.meta.dir, "../..") })
const registered = new Set(JSON.parse(listed.stdout.toString()) as { sql: string }[])

type Step = { detail: string }

const plan = (sql: string): string[] =>
  (db.query(`EXPLAIN QUERY PLAN ${sql}`).all() as Step[]).map(({ detail }) => detail)

const tables: string[] = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map((table) => getTableName(table))

/** Steps that read a whole table: their cost grows with the number of rows of all tenants. */
function scans(sql: string): string[] {
  const aliases = [
    ...sql.matchAll(
      /\b(?:FROM|JOIN)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?|\bWHERE tenant_id = \+?:tenant\)\s+(?:AS\s+)?(\w+)/gi,
    ),
  ]
  const names = new Set([...tables, ...aliases.flatMap((match) => match.slice(1))].filter(Boolean))
  const steps = plan(sql)
  // Rows collected by an earlier step, which is looked at itself.
  const collected = new Set(steps.map((step) => /^(?:MATERIALIZE|CO-ROUTINE) (\w+)/.exec(step)?.[1]))
  // A full-text index that is asked for words ("M") is searched, whatever SQLite calls it.
  const read = steps.filter((step) => !/ VIRTUAL TABLE INDEX \d+:.*M/.test(step))
  return read.filter((step) => {
    const name = /^SCAN (\w+)/.exec(step)?.[1]
    return name !== undefined && names.has(name) && !collected.has(name) && !isSmall(name, sql)
  })
}

/** Steps that read all of a company's rows of a table: harmless where a LIMIT ends them early. */
const wholeCompany = (sql: string): string[] =>
  plan(sql).filter((step) => / \(tenant_id=\?\)(?: LEFT-JOIN)?$/.test(step))

/** What is no table of ours: lists in JSON, and a sub-query that is named and was itself limited before. */
function isSmall(name: string, sql: string): boolean {
  if (tables.includes(name)) return false
  const ctes = new RegExp(`\\b${name}\\s*(?:\\([^)]*\\))?\\s+AS\\s+(?:MATERIALIZED\\s+)?\\(`, "i")
  const json = new RegExp(`json_each\\([^)]*\\)\\s+(?:AS\\s+)?${name}\\b`, "i")
  return ctes.test(sql) || json.test(sql) || name === "json_each"
}

const oneLine = (sql: string): string => sql.replace(/\s+/g, " ").trim()

/** Every statement written out in a file: text in quotes or backticks that begins like one. */
function statementsIn(file: string): string[] {
  const source = readFileSync(join(import.meta.dir, "../../src", file), "utf8")
  return [...source.matchAll(/(["`])\s*((?:SELECT|UPDATE|INSERT|DELETE|WITH)\b[^"`]*)\1/g)].map(
    (m) => m[2] ?? "",
  )
}

describe("every query of a tenant", () => {
  test("is known here", () => {
    expect(registered.size).toBeGreaterThan(5)
  })

  for (const { sql } of registered) {
    test(`reads no whole table: ${oneLine(sql)}`, () => {
      expect(scans(sql)).toEqual([])
    })
  }

  // Counts and sums say by themselves that they look at all.
  const unlimited = [...registered].filter(
    ({ sql }) => !/ LIMIT \S+$|^SELECT (?:count|sum|max|min)\(/.test(oneLine(sql)),
  )
  for (const { sql } of unlimited) {
    test(`without a LIMIT reads only what it is asked for: ${oneLine(sql)}`, () => {
      expect(wholeCompany(sql)).toEqual([])
    })
  }

  const narrow =
    /\b((?:kunde|pfandartikel|geraet|vorgang|lieferung|fahrer|mitarbeiter)_id|datum|ort_sort) = \+?:\w+/
  for (const { sql } of registered) {
    const column = narrow.exec(sql)?.[1]
    if (column === undefined) continue
    test(`with a narrow filter reads only what passes it: ${oneLine(sql)}`, () => {
      expect(wholeCompany(sql)).toEqual([])
      expect(plan(sql).join()).toMatch(new RegExp(`[( ]${column}=\\?`))
    })
  }

  const orders = [...registered]
    .map(({ sql }) => sql)
    .filter((sql) => /ORDER BY [\w.]+( DESC)?, [\w.]*id\b.* LIMIT \+?:limit$/.test(oneLine(sql)))
  const unfiltered = orders.filter((sql) => {
    const conditions = oneLine(sql).replaceAll(/\(SELECT \* FROM \w+ WHERE tenant_id = \+?:tenant\)/g, "")
    return (
      !/ WHERE /.test(conditions) ||
      / WHERE \(\([\w.]+, [\w.]*id\) [<>] \(\+?:key, \+?:keyId\)\) ORDER/.test(conditions)
    )
  })

  test("that is an unfiltered list is known here", () => {
    expect(unfiltered.length).toBeGreaterThanOrEqual(2)
  })

  for (const sql of unfiltered) {
    test(`takes its order from an index: ${oneLine(sql)}`, () => {
      expect(plan(sql).filter((step) => step.includes("TEMP B-TREE"))).toEqual([])
    })
  }
})

describe("a search", () => {
  const searches = [...registered].map(({ sql }) => sql).filter((sql) => /_suche MATCH/.test(sql))
  const pages = searches.filter((sql) => /LIMIT \S+$/.test(oneLine(sql)))

  test("is known here", () => {
    // Of customers, devices and articles: those to be ranked, those after them, and their number, to FEW and in all.
    expect([searches.length, pages.length]).toEqual([12, 6])
  })

  for (const sql of pages) {
    test(`begins or ends in the index where the last page did, and goes on in its order: ${oneLine(sql)}`, () => {
      const [first, ...others] = plan(sql)
      expect(first).toMatch(/_suche VIRTUAL TABLE INDEX \d+:M\d*[<>]/)
      expect(others.filter((step) => !step.startsWith("SEARCH"))).toEqual([])
    })
  }

  test("looks beginnings of words up, of every length behind the tenant's id", () => {
    const [[sql]] = db.query("SELECT sql FROM sqlite_schema WHERE name = 'kunden_suche'").values() as [
      [string],
    ]
    const lengths = /prefix = '([\d ]+)'/.exec(sql)?.[1]?.split(" ").map(Number)
    expect(lengths).toEqual(Array.from({ length: 31 }, (_, i) => 32 + 1 + i))
  })
})

describe("what the triggers do at each booking", () => {
  const [trigger] = db
    .query("SELECT sql FROM sqlite_schema WHERE name = 'pfandbuchungen_fuehren_konten'")
    .values()[0] as string[]
  const body = trigger?.replaceAll(/--.*$/gm, "").replaceAll(/\bNEW\.(\w+)/g, ":$1") ?? ""
  const statements = body
    .slice(body.indexOf("BEGIN") + "BEGIN".length, body.lastIndexOf("END"))
    .split(";")
    .map((sql) => sql.trim())
    .filter(Boolean)

  test("is known here", () => {
    expect(statements.length).toBe(5)
  })

  // Or 500 bookings at once of a customer with many accounts, or of an account with many bookings, stop the service.
  for (const sql of statements)
    test(`passes neither a customer's other accounts nor what was counted before: ${oneLine(sql).slice(0, 60)}`, () => {
      const steps = plan(sql).filter((step) => step.startsWith("SEARCH"))
      expect(steps.length).toBeGreaterThan(0)
      const keys =
        /rowid=\?|\bid=\?|storno_von=\?|kunde_id=\? AND (?:geraet_id=|pfandartikel_id=\? AND lfd_nr[<>]|pfandartikel_id=\?\)|seit_am>)/
      expect(steps.filter((step) => !keys.test(step))).toEqual([])
    })
})

test("bookings of a rare kind are found without passing all the others", () => {
  const rare = [...registered].map(({ sql }) => sql).filter((sql) => sql.includes("art = 'korrektur_plus')"))
  expect(rare.length).toBe(4)
  for (const sql of rare)
    expect(plan(sql)).toEqual([expect.stringMatching(/USING INDEX pfandbuchungen_selten /)])
})

test("a town's customers stand in its index by their names", () => {
  const town = [...registered]
    .map(({ sql }) => sql)
    .filter((sql) => / WHERE \(ort_sort = \+:ort\).* ORDER BY name_sort/.test(oneLine(sql)))
  expect(town.length).toBe(4)
  for (const sql of town) expect(plan(sql)).toEqual([expect.stringMatching(/USING INDEX kunden_im_ort /)])
})

describe("every statement across tenants", () => {
  const statements = [...statementsIn("db/system-db.ts"), RECORD_OF_FILE, NUMBER_OF_FILES]
  // Counting all tenants and pictures, and asking whether the file can be read at all.
  const whole = new Set([
    "SELECT count(*) AS n FROM tenants",
    "SELECT 1 FROM tenants LIMIT 1",
    NUMBER_OF_FILES,
  ])

  test("is known here", () => {
    const source = readFileSync(join(import.meta.dir, "../../src/db/system-db.ts"), "utf8")
    const calls = source.match(/this\.#(?:get|run)(?:<[^(]*>)?\(|\.(?:statement|probe)\((?!sql)/g) ?? []
    expect(statements.length).toBe(calls.length)
    expect(statements.filter((sql) => sql.includes("${"))).toEqual([])
  })

  for (const sql of statements) {
    if (whole.has(sql)) continue
    test(`reads no whole table: ${oneLine(sql)}`, () => {
      expect(scans(sql)).toEqual([])
    })
  }
})

describe("a single record is found by its key", () => {
  for (const table of tables) {
    test(table, () => {
      const steps = plan(`SELECT * FROM ${table} WHERE tenant_id = +:tenant AND id = +:id`)
      expect(steps.every((step) => step.startsWith(`SEARCH ${table} USING`))).toBe(true)
    })
  }
})

test("a query that reads a whole table would be found", () => {
  expect(scans("SELECT * FROM kunden k WHERE k.notiz = 'x'")).toEqual(["SCAN k"])
  expect(scans("SELECT * FROM (SELECT * FROM kunden WHERE +tenant_id = :tenant) WHERE notiz = 'x'")).toEqual([
    "SCAN kunden",
  ])
})
