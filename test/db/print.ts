/** Prints the tables, indexes and triggers of the database as all migrations together make them. */
import { Database } from "bun:sqlite"
import { migrations } from "../../src/db/migrations.ts"

const db = new Database(":memory:")
for (const { sql } of migrations) db.run(sql)
const definitions = db
  .query(
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY tbl_name, rowid",
  )
  .values()
process.stdout.write(definitions.map(([sql]) => `${sql};\n\n`).join(""))
