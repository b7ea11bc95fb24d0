import type { geraete_suchtexte, pfandartikel_suchtexte } from "../../db/schema.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { type FieldSpecs, namesOf } from "../../lib/felder/feld.ts"
import { searchText } from "../../lib/fold.ts"

/** Lets a record be found by this text (lib/fold.ts, searchText), and by no earlier one. */
export function putSearchText(
  tenant: TenantDb,
  texts: typeof geraete_suchtexte | typeof pfandartikel_suchtexte,
  id: string,
  text: string,
): void {
  const known = tenant.find(texts, id)
  if (known?.text === text) return
  if (known) tenant.update(texts, id, { text })
  else tenant.insert(texts, { id, text })
}

/** @returns what makes the search text of a record, by the declaration of its fields */
export function searchTextOf(fields: FieldSpecs): (record: Readonly<Record<string, unknown>>) => string {
  const searched = namesOf(fields, (field) => field.searched)
  return (record) => searchText(searched.map((name) => String(record[name] ?? "")))
}
