import { Type } from "@sinclair/typebox"
import { auftragsStatus } from "../../db/schema/values.ts"
import { Maybe, Nullable, OneOf, stampFields, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

export const FirmenexportReply = Reply("Firmenexport", {
  id: Uuid(),
  status: OneOf(auftragsStatus),
  gesamt: Type.Integer({ description: "So viele Dateien werden es ungefähr" }),
  erledigt: Type.Integer({ description: "So viele sind geschrieben" }),
  bytes: Nullable(Type.Integer({ description: "Größe der ZIP-Datei, wenn sie fertig ist" })),
  abrufbar_bis: Nullable(Zeitpunkt({ description: "Danach wird die Datei gelöscht; null: keine da" })),
  meldung: Nullable(Type.String({ description: "Warum er gescheitert ist" })),
  erstellt_von_name: Type.String(),
  beendet_am: Nullable(Zeitpunkt()),
  ...stampFields,
})

export const LetzterFirmenexport = Reply("LetzterFirmenexport", { letzter: Nullable(FirmenexportReply) })

export const NewFirmenexport = Input({ id: Maybe(Uuid()) })
