import { Database } from "bun:sqlite"
import { join } from "node:path"
import { checkLedgers as readLedgers } from "../../src/ops/check/check.ts"
import { tableNames } from "../helpers/fill.ts"

/**
 * Holds what both servers stored against each other, so that the floor writes all that the service writes.
 *
 * @throws Error naming a table with another number of rows
 */
export function compareRows(own: string, bare: string): void {
  const [ours, floors] = [own, bare].map(countAll)
  for (const [name, count] of ours ?? []) {
    if (floors?.get(name) !== count)
      throw new Error(`${name}: ${count} rows, and ${floors?.get(name)} in the floor's`)
  }
}

/** @throws Error when a ledger that was written to does not verify */
export async function checkLedgers(folders: string[]): Promise<void> {
  for (const folder of folders) {
    const [first] = (await readLedgers(folder)).faults
    if (first) throw new Error(`${folder}: ${first.faults[0]}`)
  }
}

function countAll(dataDir: string): Map<string, number> {
  const db = new Database(join(dataDir, "pfandwerk.db"), { readonly: true })
  const count = (name: string) => Number(db.query(`SELECT count(*) FROM "${name}"`).values()[0]?.[0])
  const counts = new Map(tableNames(db).map((name) => [name, count(name)]))
  db.close()
  return counts
}
