import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { NUMBER_OF_FILES, RECORD_OF_FILE } from "../../src/db/upload-paths.ts"
import { tableNames } from "../../src/db/tables.ts"
import { keysIn } from "../helpers/schema.ts"
import { db, offenders, oneLine, plan, registered, sorting, wholeCompany } from "./queries.ts"

/** Steps that read a whole table: their cost grows with the number of rows of all tenants. */
function scans(sql: string): string[] {
  const aliases = [
    ...sql.matchAll(
      /\b(?:FROM|JOIN)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?|\bWHERE tenant_id = \+?:tenant\)\s+(?:AS\s+)?(\w+)/gi,
    ),
  ]
  const names = new Set([...tableNames, ...aliases.flatMap((match) => match.slice(1))].filter(Boolean))
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

/** Sources that are no tables of ours: lists in JSON, and a named sub-query with a limit of its own. */
function isSmall(name: string, sql: string): boolean {
  if (tableNames.includes(name)) return false
  const ctes = new RegExp(`\\b${name}\\s*(?:\\([^)]*\\))?\\s+AS\\s+(?:MATERIALIZED\\s+)?\\(`, "i")
  const json = new RegExp(`json_each\\([^)]*\\)\\s+(?:AS\\s+)?${name}\\b`, "i")
  return ctes.test(sql) || json.test(sql) || name === "json_each"
}

/** Every statement written out in a file: text in quotes or backticks that begins like one. */
function statementsIn(file: string): string[] {
  const source = readFileSync(join(import.meta.dir, "../../src", file), "utf8")
  return [...source.matchAll(/(["`])\s*((?:SELECT|UPDATE|INSERT|DELETE|WITH)\b[^"`]*)\1/g)].map(
    (m) => m[2] ?? "",
  )
}

describe("every query of a tenant", () => {
  test("is known here, and reads no whole table", () => {
    expect(registered.length).toBeGreaterThan(5)
    expect(offenders(registered, scans)).toEqual([])
  })

  test("without a LIMIT reads only what it is asked for", () => {
    // Counts and sums say by themselves that they look at all, and EXISTS ends with the first.
    const unlimited = registered.filter(
      (sql) => !/ LIMIT \S+$|^SELECT (?:count|sum|max|min|EXISTS) ?\(/.test(oneLine(sql)),
    )
    expect(offenders(unlimited, wholeCompany)).toEqual([])
  })

  test("with a narrow filter reads only what passes it", () => {
    const narrow =
      /\b((?:kunde|pfandartikel|geraet|vorgang|lieferung|fahrer|mitarbeiter)_id|datum|ort_sort) = \+?:\w+/
    const passedBy = (sql: string) => {
      const column = narrow.exec(sql)?.[1]
      return new RegExp(`[( ]${column}=\\?`).test(plan(sql).join()) ? wholeCompany(sql) : plan(sql)
    }
    expect(
      offenders(
        registered.filter((sql) => narrow.test(sql)),
        passedBy,
      ),
    ).toEqual([])
  })

  test("that is an unfiltered list takes its order from an index", () => {
    const unfiltered = registered
      .filter((sql) => /ORDER BY [\w.]+( DESC)?, [\w.]*id\b.* LIMIT \+?:limit$/.test(oneLine(sql)))
      .filter((sql) => {
        const conditions = oneLine(sql).replaceAll(/\(SELECT \* FROM \w+ WHERE tenant_id = \+?:tenant\)/g, "")
        return (
          !/ WHERE /.test(conditions) ||
          / WHERE \(\([\w.]+, [\w.]*id\) [<>] \(\+?:key, \+?:keyId\)\) ORDER/.test(conditions)
        )
      })
    expect(unfiltered.length).toBeGreaterThanOrEqual(2)
    const sorted = (sql: string) => plan(sql).filter((step) => step.includes("TEMP B-TREE"))
    expect(offenders(unfiltered, sorted)).toEqual([])
  })

  test("that goes on after a key has no other bound in that direction, at which SQLite would begin", () => {
    const key = /\(\(?(\w+)(?:, id\))? [<>] \(?\+?:key\b/
    const pages = registered.map(oneLine).filter((sql) => key.test(sql))
    const bound = /\((\w+) ([<>])=? (?!\+?:key)[^()]*\) AND .*\(\(?\1(?:, id\))? \2 \(?\+?:key\b/
    expect(pages.length).toBeGreaterThan(20)
    expect(pages.filter((sql) => bound.test(sql))).toEqual([])
    const deep = pages.filter((sql) => /\(datum [<>]= /.test(sql.replaceAll("(+", "(")))
    const begun = (sql: string) => plan(sql).filter((step) => !/\(datum,id\)[<>]/.test(step))
    expect(offenders(deep, begun)).toEqual([])
  })

  test("that goes on after one value, and not after an id, goes on after a unique one", () => {
    const after = /FROM \(SELECT \* FROM (\w+) WHERE tenant_id = \+?:tenant\) .*\((\w+) [<>] \+?:key\)/
    const ties = (sql: string) => {
      const [, table = "", column = ""] = after.exec(oneLine(sql)) ?? []
      return keysIn(db, table).includes(`tenant_id,${column}`) ? [] : [`${table}.${column}`]
    }
    const pages = registered.filter((sql) => after.test(oneLine(sql)))
    expect(pages.length).toBeGreaterThan(5)
    expect(offenders(pages, ties)).toEqual([])
  })
})

describe("a search", () => {
  const searches = registered.filter((sql) => /_suche MATCH/.test(sql))
  const isInside = (sql: string): boolean => sql.includes("instr(")
  const pages = searches.filter((sql) => /LIMIT [^\s)]+$/.test(oneLine(sql)) && !isInside(sql))

  test("is known here", () => {
    // Of customers, devices and articles: those to be ranked, those after them, and their number, whole and to a
    // thousand, and as owners of what other lists show; of customers with balances, those after them once
    // more, and those whom an import compares its rows with; and what is found in each order that it can have.
    expect([searches.length, pages.length]).toEqual([28, 20])
  })

  test("for what stands inside of words reads the company's texts in their order, of articles only", () => {
    const inside = searches.filter(isInside)
    expect(inside.length).toBe(2)
    for (const sql of inside) {
      expect(plan(sql)[0]).toMatch(/^SEARCH pfandartikel_suchtexte USING INDEX pfandartikel_suchtexte_id /)
      expect(sorting(sql)).toEqual([])
    }
  })

  test("begins or ends in the index where the last page did, and goes on in its order", () => {
    for (const sql of pages) {
      const [first, ...others] = plan(sql)
      expect(first).toMatch(/_suche VIRTUAL TABLE INDEX \d+:M\d*[<>]/)
      expect(others.filter((step) => !step.startsWith("SEARCH"))).toEqual([])
    }
  })

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
    expect(statements.length).toBe(4)
  })

  // Or 500 bookings at once of a customer with many accounts stop the service.
  test("passes none of a customer's other accounts", () => {
    for (const sql of statements.filter((one) => !one.startsWith("INSERT INTO pfandwerte"))) {
      const steps = plan(sql).filter((step) => step.startsWith("SEARCH"))
      expect(steps.length).toBeGreaterThan(0)
      const keys = /rowid=\?|kunde_id=\? AND (?:geraet_id=|pfandartikel_id=\?\))/
      expect(steps.filter((step) => !keys.test(step))).toEqual([])
    }
  })
})

test("what an account holds is read from where it is looked for, in the order in which it went out", () => {
  const issues = registered.filter((sql) => /\(b\.erfasst_am, b\.lfd_nr\) [<>] \(/.test(sql))
  expect(issues.length).toBe(2)
  for (const sql of issues) {
    const [first, ...others] = plan(sql)
    expect(first).toMatch(/pfandbuchungen_ausgaben \(.* AND geraet_id=\? AND \(?erfasst_am/)
    expect(others.filter((step) => step.includes("TEMP B-TREE"))).toEqual([])
  }
})

test("bookings of a rare kind are found without passing all the others", () => {
  const rare = registered.filter((sql) => sql.includes("art = 'korrektur_plus')"))
  expect(rare.length).toBe(4)
  for (const sql of rare)
    expect(plan(sql)).toEqual([expect.stringMatching(/USING INDEX pfandbuchungen_selten /)])
})

test("a town's customers stand in its index by their names", () => {
  const town = registered.filter((sql) =>
    / WHERE \(ort_sort = \+:ort\).* ORDER BY name_ordnung/.test(oneLine(sql)),
  )
  expect(town.length).toBe(4)
  for (const sql of town) expect(plan(sql)).toEqual([expect.stringMatching(/USING INDEX kunden_im_ort /)])
})

describe("every statement across tenants", () => {
  const written = ["system-db.ts", "accounts.ts", "all-tenants.ts"].map((file) => `db/${file}`)
  const statements = [...written.flatMap(statementsIn), RECORD_OF_FILE, NUMBER_OF_FILES]
  // Counting all tenants and pictures, looking for demos at the start, and asking whether the file can be read at all.
  const whole = new Set([
    "SELECT count(*) AS n FROM tenants",
    "SELECT 1 FROM tenants LIMIT 1",
    "SELECT id, slug FROM tenants WHERE status = 'abgelaufen' AND typ = 'demo' AND demo_expires_at > :now ORDER BY slug",
    NUMBER_OF_FILES,
  ])

  test("is known here", () => {
    const source = written
      .map((file) => readFileSync(join(import.meta.dir, "../../src", file), "utf8"))
      .join("\n")
    const calls = source.match(/this\.(?:get|all|run)(?:<[^(]*>)?\(|\.(?:statement|probe)\(/g) ?? []
    expect(statements.length).toBe(calls.length)
    expect(statements.filter((sql) => sql.includes("${"))).toEqual([])
  })

  test("reads no whole table", () => {
    expect(
      offenders(
        statements.filter((sql) => !whole.has(oneLine(sql))),
        scans,
      ),
    ).toEqual([])
  })
})

test("a single record is found by its key", () => {
  const elsewhere = tableNames.filter((table) =>
    plan(`SELECT * FROM ${table} WHERE tenant_id = +:tenant AND id = +:id`).some(
      (step) => !step.startsWith(`SEARCH ${table} USING`),
    ),
  )
  expect(elsewhere).toEqual([])
})

test("a query that reads a whole table would be found", () => {
  expect(scans("SELECT * FROM kunden k WHERE k.notiz = 'x'")).toEqual(["SCAN k"])
  expect(scans("SELECT * FROM (SELECT * FROM kunden WHERE +tenant_id = :tenant) WHERE notiz = 'x'")).toEqual([
    "SCAN kunden",
  ])
})
