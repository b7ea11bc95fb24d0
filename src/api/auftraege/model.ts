import { Type } from "@sinclair/typebox"
import { auftragsarten, auftragsStatus } from "../../db/schema/values.ts"
import { Datum, Maybe, Nullable, OneOf, stampFields, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"

const art = OneOf(auftragsarten, { examples: ["kontoauszuege"] })

export const AuftragReply = Type.Object(
  {
    id: Uuid(),
    art,
    status: OneOf(auftragsStatus),
    von: Datum(),
    bis: Datum(),
    ort: Nullable(Type.String({ description: "Nur Kunden in diesem Ort" })),
    mit_bestand: Type.Boolean({ description: "Nur Kunden, deren Saldo nicht null ist" }),
    gesamt: Type.Integer({ description: "So viele Kunden" }),
    erledigt: Type.Integer(),
    uebergangen: Type.Integer({ description: "Schon abgerechnet, oder nichts abzurechnen" }),
    fehler: Type.Integer(),
    erstellt_von_name: Type.String(),
    beendet_am: Nullable(Zeitpunkt()),
    meldung: Nullable(Type.String({ description: "Warum er gescheitert ist" })),
    ...stampFields,
  },
  { title: "Auftrag" },
)

export const AuftragMitFehlern = Type.Object(
  {
    ...AuftragReply.properties,
    kundenfehler: Type.Array(
      Type.Object({
        kunde_id: Uuid(),
        kundennummer: Type.String(),
        name: Type.String(),
        meldung: Type.String(),
      }),
      { description: "Die ersten 200" },
    ),
  },
  { title: "AuftragMitFehlern" },
)

export const NewAuftrag = Type.Object(
  {
    id: Maybe(Uuid()),
    art,
    von: Maybe(Datum({ description: "Fehlt es, der Erste des Monats von bis" })),
    bis: Datum({ description: "Letzter Tag des Zeitraums, oder der Stichtag" }),
    ort: Maybe(Text(200, { description: "Nur Kunden in diesem Ort; nicht beim Abrechnungslauf" })),
    mit_bestand: Maybe(
      Type.Boolean({ description: "Nur Kunden, deren Saldo nicht null ist; nicht beim Abrechnungslauf" }),
    ),
  },
  { additionalProperties: false },
)
