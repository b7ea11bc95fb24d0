import { Type } from "@sinclair/typebox"
import { ustVerfahren } from "../../db/schema/values.ts"
import { Datum, Nullable, OneOf, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Reply } from "../shared/schema.ts"

export const Jahr = Type.Integer({
  minimum: 2007,
  maximum: 9999,
  description: "Der Stand am 31.12. dieses Jahres; im laufenden Jahr der von heute",
  examples: [2026],
})

export const AusgleichZeile = Reply("Jahresausgleich", {
  id: Uuid({ description: "Die des Kunden" }),
  kunde_id: Uuid(),
  kundennummer: Type.String(),
  name: Type.String(),
  saetze: Type.Array(
    Type.Object({
      satz: Nullable(Type.Integer({ description: "Prozent; null, wo keine Umsatzsteuer gerechnet wird" })),
      ust_verfahren: OneOf(ustVerfahren, {
        description: "laufend: besteuert, als es ausgegeben wurde; jahresausgleich: mit diesem Saldo",
      }),
      saldo_cent: Type.Integer({
        description: "Pfand, wie es vereinbart ist: netto oder brutto nach `preise`",
      }),
      verloren_cent: Type.Integer({
        description: "Davon Pfand auf Stücke, die als verloren gebucht sind: es wurde nicht erstattet",
      }),
      netto_cent: Type.Integer(),
      ust_cent: Type.Integer(),
      brutto_cent: Type.Integer(),
    }),
    { description: "Je Steuersatz und Verfahren; leer, wo der Saldo null ist" },
  ),
})

export const JahresNachtrag = Reply("JahresNachtrag", {
  stichtag: Datum(),
  anzahl: Type.Integer({
    description:
      "So viele Buchungen von Warenumschliessungen, die danach mit einem Tag bis zum Stichtag gebucht wurden",
  }),
  summe_cent: Type.Integer({ description: "Um so viel änderten sie den Saldo" }),
  zuletzt_am: Nullable(Zeitpunkt({ description: "Wann die letzte davon gebucht wurde" })),
})
