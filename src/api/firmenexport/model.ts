import { Type } from "@sinclair/typebox"
import { auftragsStatus } from "../../db/schema/values.ts"
import { Maybe, Nullable, OneOf, stampFields, Uuid, Zeitpunkt } from "../../lib/fields.ts"

export const FirmenexportReply = Type.Object(
  {
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
  },
  { title: "Firmenexport" },
)

export const LetzterFirmenexport = Type.Object(
  { letzter: Nullable(FirmenexportReply) },
  { title: "LetzterFirmenexport" },
)

export const NewFirmenexport = Type.Object({ id: Maybe(Uuid()) }, { additionalProperties: false })
