import { Database } from "bun:sqlite"
import { appliedIn } from "./applied.ts"
import { migrations } from "./migrations.ts"

/**
 * Compares a database's triggers and indexes with those that its migrations create. Another program may have
 * dropped one: bookings would still work, but balances (pfandkonten) would no longer follow them.
 *
 * @returns names of those that are missing or different
 */
export function findMissingRules(sqlite: Database): string[] {
  const present = new Map(rulesOf(sqlite))
  return rulesAfter(appliedIn(sqlite, migrations)).flatMap(([name, sql]) =>
    present.get(name) === sql ? [] : [name],
  )
}

/** A trigger or an index. */
type Rule = [name: string, sql: string]

const rulesOf = (sqlite: Database): Rule[] =>
  sqlite
    .query("SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL")
    .values() as Rule[]

/** Rules by the migrations that make them, remembered: to make them, all of those have to run. */
const known = new Map<string, Rule[]>()

function rulesAfter(applied: string[]): Rule[] {
  const key = applied.join()
  const before = known.get(key)
  if (before) return before
  const made = new Database(":memory:", { strict: true })
  try {
    made.transaction(() => {
      for (const { name, sql } of migrations) if (applied.includes(name)) made.run(sql)
    })()
    const rules = rulesOf(made)
    known.set(key, rules)
    return rules
  } finally {
    made.close()
  }
}
