import { getTableName } from "drizzle-orm"
import { query } from "../../db/query.ts"
import { ansichten, geraete, pfandartikel, protokoll } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"

/** More than a company has. */
const ALL = 100_000

/** Lists that are searched by what stands on things, and not by people. */
const THINGS = [geraete, pfandartikel].map((table): string => getTableName(table))

const searching = query<{ id: string; adresse: string }, { ohne: string; limit: number }>`
  SELECT a.id, a.adresse FROM ${ansichten} a
  WHERE a.liste NOT IN (SELECT value FROM json_each(:ohne)) AND instr(a.adresse, 'q=') > 0 LIMIT :limit`

const logged = query<{ id: string }, { tabelle: string; limit: number }>`
  SELECT p.id FROM ${protokoll} p WHERE p.tabelle = :tabelle AND instr(p.aenderungen, 'q=') > 0
  ORDER BY p.id LIMIT :limit`

/** @returns the words that a view searches for; empty for one without */
const searchedBy = (adresse: string): string => new URLSearchParams(adresse).get("q") ?? ""

/**
 * Forgets the views that search for a person who is erased, and what any view searched for from the log, as that names
 * people without their ids.
 *
 * @param isOver whether words found the person, and nobody any more
 */
export function forgetSearches(tenant: TenantDb, isOver: (q: string) => boolean): void {
  for (const { id, adresse } of tenant.all(searching, { ohne: JSON.stringify(THINGS), limit: ALL })) {
    const q = searchedBy(adresse)
    if (q !== "" && isOver(q)) tenant.delete(ansichten, id)
  }
  const entries = tenant.all(logged, { tabelle: getTableName(ansichten), limit: ALL })
  for (const { id } of entries) tenant.update(protokoll, id, { aenderungen: "{}" })
}
