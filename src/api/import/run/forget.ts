import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { auftraege, importstuecke } from "../../../db/schema.ts"
import type { TenantDb } from "../../../db/tenant-db.ts"
import { DAY } from "../../../lib/day.ts"
import { pagesAfter } from "../../shared/page.ts"
import type { ImportReply } from "../table/model.ts"
import { angabenOf } from "./importauftrag.ts"
import type { Importstueck } from "./pieces.ts"

/** Time in ms for which the result of a job shows single rows: names, addresses, telephones. */
export const TOLD_FOR = 7 * DAY

/** Results cleared in one transaction. */
export const BATCH = 20

const results = query<{ id: string; ergebnis: string; angaben: string }, { vor: string; limit: number }>`
  SELECT a.id, a.ergebnis, a.angaben FROM ${auftraege} a
  WHERE a.art = 'import' AND a.ergebnis IS NOT NULL AND a.beendet_am < :vor
    AND json_array_length(a.ergebnis, '$.vorschau') + json_array_length(a.ergebnis, '$.aenderungen')
      + json_array_length(a.ergebnis, '$.fehler') + coalesce(json_array_length(a.ergebnis, '$.doppelte'), 0)
      + coalesce(json_array_length(a.ergebnis, '$.spalten'), 0) > 0
  LIMIT :limit`

/** Time in ms for which an import can be taken back. */
export const TAKEN_BACK_FOR = 30 * DAY

const piecesOfEnded = query<{ id: string }, { vor: string; limit: number }>`
  SELECT s.id FROM ${importstuecke} s CROSS JOIN ${auftraege} a ON a.id = s.auftrag_id
  WHERE a.beendet_am < :vor LIMIT :limit`

/**
 * Deletes the pieces by which imports are taken back, as the former values in them name persons.
 *
 * @param vor instant, ISO 8601 UTC: pieces of imports that ended before it
 * @returns how many; fewer than the limit if none are left
 */
export function forgetPieces(tenant: TenantDb, vor: string, limit = BATCH): number {
  const found = tenant.all(piecesOfEnded, { vor, limit })
  for (const { id } of found) tenant.delete(importstuecke, id)
  return found.length
}

const withFormer = query<{ id: string; inhalt: string; angaben: string }, { nach: string; limit: number }>`
  SELECT s.id, s.inhalt, a.angaben FROM ${importstuecke} s CROSS JOIN ${auftraege} a ON a.id = s.auftrag_id
  WHERE s.id > :nach AND a.beendet_am IS NOT NULL AND json_array_length(s.inhalt, '$.geaendert') > 0
  ORDER BY s.id LIMIT :limit`

/**
 * Empties the former values in pieces by which imports are taken back: they may name a person who is erased, whosever
 * record they were. What the imports made can still be taken back, and so can all articles. Reads some at a time: a
 * company may have imported hundreds of thousands of rows.
 */
export function forgetFormer(tenant: TenantDb): void {
  const someAfter = (last?: { id: string }) => tenant.all(withFormer, { nach: last?.id ?? "", limit: BATCH })
  for (const some of pagesAfter(someAfter))
    for (const { id, inhalt, angaben } of some) {
      if (angabenOf(angaben).art === "pfandartikel") continue
      const before = JSON.parse(inhalt) as Importstueck["inhalt"]
      if (!before.geaendert.some(({ vorher, nachher }) => vorher ?? nachher)) continue
      const geaendert = before.geaendert.map(({ vorher: _, nachher: __, ...one }) => one)
      tenant.update(importstuecke, id, { inhalt: JSON.stringify({ ...before, geaendert }) })
    }
}

const GONE = "Was in den Zeilen stand, ist gelöscht; die Zahlen sind geblieben"

/**
 * Clears the results of imports, except for their figures, and what was said of columns and rows when they were ordered.
 *
 * @param vor instant, ISO 8601 UTC: results of imports that ended before it
 * @returns how many; fewer than the limit if none are left
 */
export function forgetRows(tenant: TenantDb, vor: string, limit = BATCH): number {
  const found = tenant.all(results, { vor, limit })
  for (const { id, ergebnis, angaben } of found) {
    const before = JSON.parse(ergebnis) as Static<typeof ImportReply>
    // Headings may be the names of customers.
    const headings = { spalten: [], erkannte_spalten: [], unbekannte_spalten: [], fragen: [] }
    const rows = { fehler: [], vorschau: [], aenderungen: [], doppelte: [], blaetter: [] }
    const after = { ...before, ...headings, ...rows, hinweise: [GONE] }
    const { fields, ...order } = angabenOf(angaben)
    const { zuordnung: _columns, doppelte: _answers, ...kept } = fields
    tenant.update(auftraege, id, {
      ergebnis: JSON.stringify(after),
      angaben: JSON.stringify({ ...order, fields: kept }),
    })
  }
  return found.length
}
