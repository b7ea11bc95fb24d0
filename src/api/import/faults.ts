import { CSV, csvPieces } from "../../print/export/csv.ts"
import { workbook, XLSX } from "../../print/export/xlsx.ts"
import { Document } from "../frame/reply.ts"
import type { TenantContext, Upload } from "../frame/route.ts"
import { FEHLER } from "./columns.ts"
import type { Importer } from "./importer.ts"
import type { Fields } from "./model.ts"
import { faultOf, findTaken } from "./read.ts"
import { readTask } from "./rules.ts"

/**
 * @returns the table of the request as it came, with what is wrong in each row
 * @throws Refusal invalid for what is no table
 */
export const writeFaults = <I>(context: TenantContext, importer: Importer<I>): Promise<Document> =>
  context.receive(async (upload: Upload<Fields>) => {
    const task = await readTask(context, upload, importer)
    const { table, columns, rows, fehler } = task
    const taken = await context.services.turns.soon(context.tenant.id, () =>
      findTaken(context.tenant, rows, importer),
    )
    const all = [...fehler, ...taken.map(({ zeile, feld, msg }) => faultOf(columns, zeile, feld, msg))]
    const byRow = Map.groupBy(all, ({ zeile }) => zeile)
    const kept = table.headings.map((heading) => heading !== FEHLER)
    const line = (cells: string[], last: string): string[] => [
      ...kept
        .keys()
        .toArray()
        .filter((i) => kept[i])
        .map((i) => cells[i] ?? ""),
      last,
    ]
    const lines = [
      line(table.headings, FEHLER),
      ...table.rows.map(({ zeile, cells }) =>
        line(
          cells,
          (byRow.get(zeile) ?? []).map(({ spalte, msg }) => (spalte ? `${spalte}: ${msg}` : msg)).join("; "),
        ),
      ),
    ]
    const name = `${importer.many} mit Fehlern`
    return table.art === "xlsx"
      ? new Document(workbook(context.tenant.now(), [lines]), XLSX, `${name}.xlsx`)
      : new Document(csvPieces([lines]), CSV, `${name}.csv`)
  })
