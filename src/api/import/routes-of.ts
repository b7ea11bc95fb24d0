import { MOST_ROWS } from "../../lib/table/table-maker.ts"
import { importRoles } from "../frame/orderer.ts"
import { free, type Route, type TenantContext } from "../frame/route.ts"
import type { Upload } from "../frame/services.ts"
import { ImportauftragReply, orderImport } from "./run/importauftrag.ts"
import { writeFaults } from "./run/fault-table.ts"
import { type ImporterWith, MOST_ROWS_OF_JOB, tableImport } from "./table/importer.ts"
import { type ImportForm, ImportFields, ImportReply } from "./table/model.ts"
import { importTable, storeAll, type StoredImport } from "./run/rules.ts"

const upload = {
  file: "datei",
  description:
    "Excel (.xlsx), LibreOffice (.ods), oder CSV in UTF-8, UTF-16, Windows-1252, -1250, -1254, ISO 8859-2, Codepage 850 oder Mac Roman",
  fields: ImportFields,
} as const

/** @returns the routes for importing one kind of table */
export function importRoutes<I>(importerWith: ImporterWith<I>): Route[] {
  const { reading, stored } = tableImport(importerWith)
  const { art: path, was, about: first, isJob } = stored
  const importerOf = ({ services }: TenantContext) => reading(services.parse)
  const about = `${first} Welche Überschriften erkannt werden, sagt GET /api/einrichtung. Hat auch nur eine Zeile einen Fehler, wird nichts übernommen. Höchstens ${MOST_ROWS} Zeilen.`
  const options = {
    scope: "tenant",
    roles: importRoles(path),
    upload,
    refusals: { conflict: "Die id wurde schon für eine andere Datei verwendet" },
  } as const
  const asJob = free(
    `POST /api/${path}/import/auftrag`,
    {
      ...options,
      summary: `Dasselbe (${was}) als Auftrag, für große Tabellen`,
      description: `Bis ${MOST_ROWS_OF_JOB} Zeilen. Die Tabelle wird nebenher gelesen und in kleinen Schritten übernommen; was sich nicht übernehmen lässt, nimmt alle davor zurück. Wie weit er ist, und was dabei herauskam, sagt GET /api/einrichtung/auftraege/{auftrag_id}.`,
      reply: ImportauftragReply,
      creates: true,
      refusals: { conflict: "Die id wurde schon anders verwendet, oder es warten schon 20 Aufträge" },
    },
    (context) =>
      context.receive((form: Upload<ImportForm>) => orderImport(context, form, importerOf(context))),
  )
  return [
    ...(isJob ? [asJob] : []),
    free(
      `POST /api/${path}/import`,
      {
        ...options,
        summary: `${was} aus einer Tabelle (Excel oder CSV) übernehmen, oder erst zeigen, was geschähe`,
        description: about,
        reply: ImportReply,
        inThread: ({ tenant, actor, body }) => storeAll(tenant, actor, body as StoredImport<unknown>, stored),
      },
      (context) => importTable(context, importerOf(context)),
    ),
    free(
      `POST /api/${path}/import/fehler`,
      {
        ...options,
        summary: `Dieselbe Tabelle (${was}) mit einer Spalte der Fehler, zum Berichtigen`,
        description: "Nimmt dasselbe Formular wie der Import; übernimmt nichts.",
        file: "application/octet-stream",
        untraced: "the caller's own file",
      },
      (context) => writeFaults(context, importerOf(context)),
    ),
  ]
}
