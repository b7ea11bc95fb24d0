import { Type } from "@sinclair/typebox"
import { Datum, Maybe, OneOf } from "../../../lib/fields.ts"
import { Input, Reply } from "../../shared/schema.ts"

export const bestand = Type.Array(
  Type.Object({
    nummer: Type.String(),
    bezeichnung: Type.String(),
    menge: Type.Integer({ description: "Unter null: mehr zurück als ausgegeben" }),
    wert_cent: Type.Integer(),
    geraet: Type.Boolean(),
    verbleib: Type.Optional(
      OneOf(["verloren", "fort"], {
        description:
          "Von Geräten, deren Pfand offen ist. verloren: dort als verloren gemeldet; fort: nicht mehr beim Kunden, menge ist 0. Fehlt es, ist es dort",
      }),
    ),
  }),
)

export const an = Type.Object({ kundennummer: Type.String(), name: Type.String() })

export const KontoauszugReply = Reply("Kontoauszug", {
  an,
  von: Datum(),
  bis: Datum(),
  anfang: bestand,
  anfang_cent: Type.Integer(),
  bewegungen: Type.Array(
    Type.Object({
      datum: Datum({ description: "An dem es erfasst wurde" }),
      vorgang: Type.String({ examples: ["Ausgabe"] }),
      nummer: Type.String(),
      bezeichnung: Type.String(),
      menge: Type.Integer({ description: "Mit Vorzeichen" }),
      betrag_cent: Type.Integer(),
      summe_cent: Type.Integer(),
      geraet: Type.Boolean(),
    }),
  ),
  ende: bestand,
  ende_cent: Type.Integer(),
})

export const PeriodQuery = Input({
  von: Maybe(Datum({ description: "Fehlt es, der Erste des Monats von bis" })),
  bis: Maybe(Datum({ description: "Fehlt es, heute" })),
})
