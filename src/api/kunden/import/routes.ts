import { importTable, ImportFields, ImportReply } from "../../import.ts"
import { free, type Route } from "../../route.ts"
import { office } from "../../session.ts"
import { NewKunde } from "../model.ts"
import { kundenImporter } from "./rules.ts"

export const kundenImportRoutes: Route[] = [
  free(
    "POST /api/kunden/import",
    {
      scope: "tenant",
      roles: office,
      summary: "Kunden aus einer Tabelle (CSV) übernehmen, oder erst zeigen, was geschähe",
      description:
        "Erkannt werden die Überschriften Kundennummer, Name, Ansprechpartner, Telefon, E-Mail, Straße, PLZ, Ort, Land, Anlieferungshinweis, Lieferzeit von, Lieferzeit bis, Abrechnung und Notiz. Hat auch nur eine Zeile einen Fehler, wird nichts übernommen. Höchstens 5000 Zeilen.",
      upload: { file: "datei", description: "CSV, UTF-8 oder Windows-1252", fields: ImportFields },
      slow: true,
      reply: ImportReply,
    },
    (context) => importTable(context, kundenImporter(context.services.reader(NewKunde))),
  ),
]
