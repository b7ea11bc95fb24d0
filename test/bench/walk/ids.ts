import { Database } from "bun:sqlite"
import { join } from "node:path"
import { tableNames } from "../../../src/db/tables.ts"
import { BAD } from "../region/data.ts"

const tables = new Set<string>(tableNames)

/** Tables of parameters that are not called like the part of the address before them. */
const NAMED: Record<string, string> = {
  auftrag_id: "auftraege",
  fahrer_id: "mitarbeiter",
  geraet_id: "geraete",
}

const FIXED: Record<string, string> = { datum: "2023-06-01", kapitel: "betrieb", art: "tuev" }

/**
 * Reads an id of the large company's for each parameter of an address, so that its request does its work.
 *
 * @returns fills in an address; a parameter without a record in the data becomes an id that nobody has
 */
export function readIds(dataDir: string): (path: string) => string {
  const db = new Database(join(dataDir, "pfandwerk.db"), { readonly: true })
  const idOf = (table: string): string | undefined =>
    db
      .query<{ id: string }, [string]>(
        `SELECT r.id FROM ${table} r JOIN tenants t ON t.id = r.tenant_id WHERE t.slug = ? ORDER BY r.id LIMIT 1`,
      )
      .get(BAD)?.id
  const of = (before: string, name: string): string => {
    const table = NAMED[name] ?? before
    const found = FIXED[name] ?? (tables.has(table) ? idOf(table) : undefined)
    return found ?? "00000000-0000-7000-8000-000000000000"
  }
  const filled = new Map<string, string>()
  return (path) => {
    const known = filled.get(path)
    if (known !== undefined) return known
    const parts = path.split("/")
    const made = parts
      .map((part, i) => (part.startsWith(":") ? of(parts[i - 1] ?? "", part.slice(1)) : part))
      .join("/")
      .replace("*", "0")
    filled.set(path, made)
    return made
  }
}
