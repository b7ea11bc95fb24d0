import { Type } from "@sinclair/typebox"
import { importTable, ImportFields, ImportReply } from "../../import.ts"
import { Cent } from "../../../lib/fields.ts"
import { free, type Route } from "../../route.ts"
import { admins } from "../../session.ts"
import { NewPfandartikel } from "../model.ts"
import { artikelImporter } from "./rules.ts"

/** Of single articles alone, which need a deposit. */
const Zeile = Type.Object(
  { ...Type.Omit(NewPfandartikel, ["bestandteile"]).properties, pfand_cent: Cent() },
  { additionalProperties: false },
)

export const artikelImportRoutes: Route[] = [
  free(
    "POST /api/pfandartikel/import",
    {
      scope: "tenant",
      roles: admins,
      summary: "Pfandartikel aus einer Tabelle (CSV) übernehmen, oder erst zeigen, was geschähe",
      description:
        "Erkannt werden die Überschriften Nummer, Bezeichnung, Pfand (in Euro), USt-Klasse und Barcode; übernommen werden einzelne Artikel. Hat auch nur eine Zeile einen Fehler, wird nichts übernommen. Höchstens 5000 Zeilen.",
      upload: { file: "datei", description: "CSV, UTF-8 oder Windows-1252", fields: ImportFields },
      slow: true,
      reply: ImportReply,
    },
    (context) => importTable(context, artikelImporter(context.services.reader(Zeile))),
  ),
]
