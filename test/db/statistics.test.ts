import { describe, expect, test } from "bun:test"
import { db, offenders, oneLine, plan, registered, sorting, wholeCompany } from "./queries.ts"

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

  test("say how many rows each index has for its first columns, ever fewer", () => {
    const wrong = stored.filter(([, index = "", stat = ""]) => {
      const columns = db.query(`PRAGMA index_info("${index}")`).values().length
      const figures = stat.split(" ").map(Number)
      return (
        figures.length !== columns + 1 ||
        figures.some((figure, i) => figure < 1 || figure > (figures[i - 1] ?? Infinity))
      )
    })
    expect(wrong).toEqual([])
  })
})

/**
 * A company has few of these, however many customers it has; of parts of packs, some per article, of imports, those of a
 * month, and of views of lists, some per account.
 */
const few = /\b(?:mitarbeiter|ansichten|pfandartikel|pfandbestandteile|importstuecke)\b/
/** These look at all rows of a company, and say so; EXISTS ends with the first. */
const counting = /^SELECT (?:sum|max|min|count|EXISTS) ?\(/

describe("a company's size does not count", () => {
  // The first page of a list without a filter ends by its LIMIT, if nothing has to be sorted.
  const firstPages = registered.filter((sql) => / ORDER BY .* LIMIT \S+$/.test(oneLine(sql)))
  // Queries that look only at the first :most rows, to know whether there are more, say so.
  const probing = / LIMIT 1 OFFSET \+:most\) LIMIT 1$/
  const others = registered.filter(
    (sql) => !firstPages.includes(sql) && !counting.test(oneLine(sql)) && !probing.test(oneLine(sql)),
  )
  const filtersOf = (sql: string) => [...sql.matchAll(/\((\w+) = \+:\w+\)/g)].map(([, column]) => column)

  test("is known of most queries", () => {
    expect(firstPages.length).toBeGreaterThan(50)
    expect(others.length).toBeGreaterThan(20)
  })

  test("for what it is asked for alone", () => {
    expect(offenders(others, (sql) => wholeCompany(sql).filter((step) => !few.test(step)))).toEqual([])
  })

  // SQLite looks for them in each of these tables.
  test("for deleting a customer, an article, a device, an account", () => {
    const referring = db
      .query(
        `SELECT t.name, group_concat(f."from") FROM sqlite_schema t, pragma_foreign_key_list(t.name) f
         WHERE t.type = 'table' AND f."table" IN ('kunden', 'pfandartikel', 'geraete', 'mitarbeiter')
         GROUP BY t.name, f.id`,
      )
      .values() as [string, string][]
    const indexed = ([table, columns]: [string, string]): boolean =>
      db
        .query(
          `SELECT group_concat(c.name) FROM pragma_index_list(?) i, pragma_index_info(i.name) c
           WHERE c.seqno < 2 GROUP BY i.name`,
        )
        .values(table)
        .some(([first]) => first === columns)
    expect(referring.length).toBeGreaterThan(45)
    expect(referring.filter((one) => !indexed(one))).toEqual([])
  })

  test("for a page that is filtered", () => {
    const filtered = firstPages.filter((sql) => filtersOf(sql).length > 0 && !few.test(sql))
    const passedBy = (sql: string) =>
      filtersOf(sql).every((filter) => plan(sql)[0]?.includes(`${filter}=?`)) ? [] : plan(sql)
    expect(offenders(filtered, passedBy)).toEqual([])
  })

  // Of these a company has hundreds of thousands with the same value; of the others there are few to be sorted.
  test.each(["ort_sort", "status", "datum", "fahrer_id", "tabelle", "mitarbeiter_id"])(
    "for a page of what has that %s, in any order",
    (column) => {
      const pages = firstPages.filter((sql) => sql.includes(`(${column} = +:`))
      expect(pages.length).toBeGreaterThan(0)
      expect(offenders(pages, sorting)).toEqual([])
    },
  )

  test("for a page of the few customers that are out of use", () => {
    const pages = firstPages.filter((sql) => sql.includes("(aktiv = 0)"))
    expect(pages.length).toBe(16)
    for (const sql of pages) expect(plan(sql).join()).toMatch(/^SEARCH kunden USING INDEX kunden_inaktiv_/)
  })

  test("for a page that is sorted already", () => {
    // Of records that are named, few are to be sorted.
    const sorted = firstPages.filter(
      (sql) => !/\((\w+) = \+:\w+\)|\(SELECT rowid|json_each\(\+:(ids|papiere)\)/.test(sql),
    )
    expect(offenders(sorted, sorting)).toEqual([])
  })
})
