import type { Database } from "bun:sqlite"
import { artikeltext, geraetetext, kundensuche, sortKeys } from "../lib/felder/search-text.ts"

/** Rows read at a time, so that large companies fit into memory. */
const ROWS = 2000

type Stored = {
  tenant_id: string
  id: string
  name: string
  ort: string | null
  aktiv: number
  ort_sort: string
}

/**
 * Rebuilds the search texts and sort keys of all companies. A version whose lib/fold.ts folds names in another way runs
 * it once, after one of its migrations (migrate.ts).
 */
export function foldAgain(sqlite: Database): void {
  const keys = sqlite.query(
    "UPDATE kunden SET name_sort = ?, name_ordnung = ?, ort_sort = ? WHERE tenant_id = ? AND id = ?",
  )
  rebuildIndex(sqlite, "kunden", () => {
    const texts = sqlite.query(
      "UPDATE kunden_suchtexte SET text = ?, filter = ? WHERE tenant_id = ? AND id = ?",
    )
    eachRow(sqlite, "kunden", (kunde) => {
      const { name_sort = "", name_ordnung = "", ort_sort = "" } = sortKeys(kunde)
      keys.run(name_sort, name_ordnung, ort_sort, kunde.tenant_id, kunde.id)
      const { text, filter } = kundensuche({ ...kunde, ort_sort })
      texts.run(text, filter, kunde.tenant_id, kunde.id)
    })
  })
  for (const [table, textOf] of Object.entries({ geraete: geraetetext, pfandartikel: artikeltext }))
    rebuildIndex(sqlite, table, () => {
      const texts = sqlite.query(`UPDATE ${table}_suchtexte SET text = ? WHERE tenant_id = ? AND id = ?`)
      eachRow(sqlite, table, (row) => texts.run(textOf(row), row.tenant_id, row.id))
    })
}

/** Changes a table's search texts without its triggers, and builds the index anew: row by row it takes minutes. */
function rebuildIndex(sqlite: Database, table: string, work: () => void): void {
  const triggers = sqlite
    .query<{ name: string; sql: string }, [string]>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?",
    )
    .all(`${table}_suchtexte`)
  for (const { name } of triggers) sqlite.run(`DROP TRIGGER ${name}`)
  work()
  sqlite.run(`INSERT INTO ${table}_suche (${table}_suche) VALUES ('rebuild')`)
  for (const { sql } of triggers) sqlite.run(sql)
}

function eachRow(sqlite: Database, table: string, work: (row: Stored) => void): void {
  const read = sqlite.query<Stored, [string, string]>(
    `SELECT * FROM ${table} WHERE (tenant_id, id) > (?, ?) ORDER BY tenant_id, id LIMIT ${ROWS}`,
  )
  let rows = read.all("", "")
  while (rows.length > 0) {
    for (const row of rows) work(row)
    const last = rows.at(-1)
    rows = read.all(last?.tenant_id ?? "", last?.id ?? "")
  }
}
