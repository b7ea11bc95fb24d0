import { existsSync } from "node:fs"
import { CSV, csvPieces } from "../../../print/export/csv.ts"
import { workbook, XLSX } from "../../../print/export/xlsx.ts"
import type { TenantDb, TenantReader } from "../../../db/tenant-db.ts"
import { AVAILABLE, jobFile, writeIfRoom } from "../../../lib/job-files.ts"
import { simple } from "../../../lib/fold.ts"
import { conflict } from "../../../lib/refusal.ts"
import type { Table, TableRow } from "../../../lib/table/table-maker.ts"
import { loop } from "../../../lib/turns.ts"
import { Document } from "../../frame/reply.ts"
import type { TenantContext } from "../../frame/route.ts"
import type { Upload } from "../../frame/services.ts"
import type { Actor } from "../../frame/session.ts"
import { angabenOf, getImportauftrag } from "./importauftrag.ts"
import { FAULT } from "../table/columns.ts"
import type { Importart } from "../../../lib/importarten.ts"
import type { Importer } from "../table/importer.ts"
import type { ImportFault, ImportForm } from "../table/model.ts"
import type { FaultList } from "../rows/faults.ts"
import { findTaken } from "../rows/taken.ts"
import { withTask } from "./rules.ts"

/** Rows written at once. */
const ROWS_AT_ONCE = 500

const types = { csv: CSV, xlsx: XLSX } as const

/**
 * @returns the table of the request with a last column for the faults of each row
 * @throws as `withTask`
 */
export const writeFaults = <I>(context: TenantContext, importer: Importer<I>): Promise<Document> =>
  context.receive((upload: Upload<ImportForm>) =>
    withTask(context, upload, importer, async ({ table, rows, fehler }) => {
      const taken = await loop.soon(context.tenant.id, () => findTaken(context.tenant, rows, importer))
      fehler.addRowFaults(taken)
      const file = fileOf(table, fehler, context.tenant.now())
      return new Document(file, types[table.art], nameOf(importer, table.art))
    }),
  )

/**
 * Writes the table of a job with its faults to a file, kept for a day. A full disk does not end the job: its result names
 * the first faults anyway.
 *
 * @param folder of the uploads
 */
export async function keepFaults(
  folder: string,
  tenant: TenantDb,
  id: string,
  { table, fehler }: { table: Table; fehler: FaultList },
): Promise<void> {
  const path = jobFile(folder, tenant.id, "fehlertabellen", `${id}.${table.art}`)
  await writeIfRoom(path, fileOf(table, fehler, tenant.now()))
}

/**
 * @returns the table of a job with its faults
 * @throws Refusal missing; forbidden; conflict if the job still runs, found no fault, or its table is not kept any more
 */
export function readKeptFaults(
  tenant: TenantReader,
  actor: Actor,
  folder: string,
  id: string,
  importerOf: (art: Importart) => Importer<unknown>,
): Document {
  const { angaben, beendet_am } = getImportauftrag(tenant, actor, id)
  if (beendet_am === null) throw conflict("Die Tabelle wird noch geprüft")
  const isOver = Date.parse(beendet_am) + AVAILABLE < Date.parse(tenant.now())
  for (const art of ["xlsx", "csv"] as const) {
    const path = jobFile(folder, tenant.id, "fehlertabellen", `${id}.${art}`)
    if (!isOver && existsSync(path))
      return new Document(
        Bun.file(path).stream(),
        types[art],
        nameOf(importerOf(angabenOf(angaben).art), art),
      )
  }
  throw conflict(
    "Die Tabelle mit den Fehlern ist nicht da: Sie liegt einen Tag bereit, oder bis zur nächsten großen Tabelle. Bitte die Datei noch einmal prüfen",
  )
}

const nameOf = ({ many }: { many: string }, art: Table["art"]): string => `${many} mit Fehlern.${art}`

const fileOf = (table: Table, faults: FaultList, now: string) =>
  table.art === "xlsx" ? workbook(now, linesOf(table, faults)) : csvPieces(linesOf(table, faults))

/** @returns the headings and the rows, with a new column of faults in place of an earlier one */
function* linesOf({ headings, rows }: Table, { kept, count }: FaultList): Generator<string[][]> {
  const more = count - kept.length
  const last = more > 0 ? kept.at(-1) : undefined
  const byRow = Map.groupBy(
    kept.map((one) => (one === last ? { ...one, msg: `${one.msg}; und ${more} weitere Fehler` } : one)),
    ({ zeile }) => zeile,
  )
  const own = [...headings.keys()].filter((i) => simple(headings[i] ?? "") !== simple(FAULT))
  const line = (cells: string[], why: string): string[] => [...own.map((i) => cells[i] ?? ""), why]
  const withFaults = ({ zeile, cells }: TableRow): string[] =>
    line(cells, (byRow.get(zeile) ?? []).map(inWords).join("; "))
  yield [line(headings, FAULT)]
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) yield rows.slice(i, i + ROWS_AT_ONCE).map(withFaults)
}

const inWords = ({ spalte, msg }: ImportFault): string => (spalte ? `${spalte}: ${msg}` : msg)
