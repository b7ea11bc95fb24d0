import { Database } from "bun:sqlite"
import { migrations } from "./migrations.ts"

/**
 * Compares a database's triggers and indexes with those that its migrations create. Another program may have
 * dropped one: bookings would still work, but balances (pfandkonten) would no longer follow them.
 *
 * @returns names of those that are missing or different
 */
export function findMissingRules(sqlite: Database): string[] {
  const [[version] = []] = sqlite.query("PRAGMA user_version").values()
  const present = new Map(rulesOf(sqlite))
  return rulesAt(Number(version)).flatMap(([name, sql]) => (present.get(name) === sql ? [] : [name]))
}

/** A trigger or an index. */
type Rule = [name: string, sql: string]

const rulesOf = (sqlite: Database): Rule[] =>
  sqlite
    .query("SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL")
    .values() as Rule[]

/** Rules by schema version, remembered: to make them, all migrations have to run. */
const known = new Map<number, Rule[]>()

function rulesAt(version: number): Rule[] {
  const before = known.get(version)
  if (before) return before
  const made = new Database(":memory:", { strict: true })
  try {
    made.transaction(() => {
      for (const { sql } of migrations.slice(0, version)) made.run(sql)
    })()
    const rules = rulesOf(made)
    known.set(version, rules)
    return rules
  } finally {
    made.close()
  }
}
