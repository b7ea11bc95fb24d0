import { Type } from "@sinclair/typebox"
import { Maybe, Nullable, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { auftragsfelder } from "../shared/auftrag.ts"
import { Input, Reply } from "../shared/schema.ts"

export const FirmenexportReply = Reply("Firmenexport", {
  ...auftragsfelder,
  gesamt: Type.Integer({ description: "So viele Dateien werden es ungefähr" }),
  erledigt: Type.Integer({ description: "So viele sind geschrieben" }),
  bytes: Nullable(Type.Integer({ description: "Größe der ZIP-Datei, wenn sie fertig ist" })),
  abrufbar_bis: Nullable(Zeitpunkt({ description: "Danach wird die Datei gelöscht; null: keine da" })),
})

export const LetzterFirmenexport = Reply("LetzterFirmenexport", { letzter: Nullable(FirmenexportReply) })

export const NewFirmenexport = Input({ id: Maybe(Uuid()) })
