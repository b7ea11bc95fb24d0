import { Database } from "bun:sqlite"
import { join } from "node:path"
import { migrations } from "../../src/db/migrations.ts"

/** Empty, and never analyzed: what the planner knows is what the migrations say, as in every new installation. */
export const db = new Database(":memory:")
for (const { sql } of migrations) db.run(sql)

/** In a process of its own: other tests, in this one, make queries of their own. */
const printing = `
  import "./test/helpers/routes.ts"
  import { registered } from "./src/db/query.ts"
  process.stdout.write(JSON.stringify([...registered].map(({ sql }) => sql)))`
const printed = Bun.spawnSync([process.execPath, "-e", printing], { cwd: join(import.meta.dir, "../..") })

/** Every query of a tenant that the service knows. */
export const registered = [...new Set(JSON.parse(printed.stdout.toString()) as string[])]

/** @returns the steps in which SQLite would answer a query */
export const plan = (sql: string): string[] =>
  (db.query(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail)

export const oneLine = (sql: string): string => sql.replace(/\s+/g, " ").trim()

/**
 * @param found what speaks against a query
 * @returns the queries against which something speaks, each with it
 */
export const offenders = (queries: readonly string[], found: (sql: string) => string[]) =>
  queries
    .map((sql) => ({ sql: oneLine(sql), found: found(sql) }))
    .filter(({ found: steps }) => steps.length > 0)

/** @returns the steps that read all of a company's rows of a table: harmless where a LIMIT ends them early */
export const wholeCompany = (sql: string): string[] =>
  plan(sql).filter((step) => / \(tenant_id=\?\)(?: LEFT-JOIN)?$/.test(step))

/** @returns the steps that sort: "FOR LAST TERM" only what is equal in the index, and that is one row */
export const sorting = (sql: string): string[] =>
  plan(sql).filter((step) => step.includes("B-TREE FOR ORDER BY"))
