import { free, type Route, type TenantContext } from "../route.ts"
import type { Rolle } from "../session.ts"
import { writeFaults } from "./faults.ts"
import type { Importer } from "./importer.ts"
import { ImportFields, ImportReply } from "./model.ts"
import { importTable } from "./rules.ts"

type About<P extends string> = { path: P; roles: readonly Rolle[]; was: string; description: string }

const upload = {
  file: "datei",
  description: "Excel (.xlsx), oder CSV in UTF-8 oder Windows-1252",
  fields: ImportFields,
} as const

/** @returns the two routes of what can be taken over from a table */
export function importRoutes<I>(
  { path, roles, was, description }: About<string>,
  importerOf: (context: TenantContext) => Importer<I>,
): Route[] {
  const about = `${description} Welche Überschriften erkannt werden, sagt GET /api/einrichtung. Hat auch nur eine Zeile einen Fehler, wird nichts übernommen. Höchstens 5000 Zeilen.`
  const options = {
    scope: "tenant",
    roles,
    upload,
    slow: true,
    refusals: { conflict: "Die id wurde schon für eine andere Datei verwendet" },
  } as const
  return [
    free(
      `POST /api/${path}/import`,
      {
        ...options,
        summary: `${was} aus einer Tabelle (Excel oder CSV) übernehmen, oder erst zeigen, was geschähe`,
        description: about,
        reply: ImportReply,
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
