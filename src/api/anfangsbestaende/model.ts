import { Type } from "@sinclair/typebox"
import { Cent, Datum, Maybe, Nullable, stampFields, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

/** A row of the table. */
export const Bestandszeile = Input({
  kunde: Maybe(Text(200)),
  debitor: Maybe(Type.Integer({ minimum: 0, maximum: 999_999_999 })),
  kundenname: Maybe(Text(200)),
  artikel: Text(200),
  artikelname: Maybe(Text(200)),
  menge: Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 }),
  betrag_cent: Maybe(Cent()),
})

export const AnfangsimportReply = Reply("Anfangsimport", {
  id: Uuid(),
  stichtag: Datum(),
  von_nr: Type.Integer({ description: "Die erste Buchung im Pfandbuch" }),
  bis_nr: Type.Integer({ description: "Die letzte; eines Auftrags: die letzte seines ersten Teils" }),
  teil_von: Nullable(Uuid({ description: "Eines Auftrags: sein erster Teil, der für alle steht" })),
  zeilen: Type.Integer(),
  kunden: Type.Integer(),
  erstellt_von: Uuid(),
  erstellt_von_name: Type.String(),
  storniert_am: Nullable(Zeitpunkt()),
  ...stampFields,
})

export const NewRuecknahme = Input({ grund: Maybe(Text(500)) })
