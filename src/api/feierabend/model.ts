import { Type } from "@sinclair/typebox"
import { MOST_IN_YARD } from "../../lib/figures.ts"
import { Datum, Maybe, Nullable, OneOf, stampFields, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { NAMING } from "../shared/artikel-or-geraet.ts"
import { Input, Reply } from "../shared/schema.ts"

const art = OneOf(["leergut", "ware"], {
  description: "leergut: was zurückkam, auch Geräte; ware: was nicht zugestellt wurde",
})
const menge = Type.Integer({ minimum: 0, maximum: MOST_IN_YARD })

export const FeierabendReply = Reply("Feierabend", {
  id: Uuid(),
  fahrer_id: Uuid(),
  fahrer_name: Type.String(),
  datum: Datum(),
  bemerkung: Nullable(Type.String()),
  erfasst_am: Zeitpunkt(),
  gezaehlt_von: Nullable(Uuid({ description: "Wer die Zählung eingetragen hat: der Fahrer oder das Büro" })),
  gezaehlt_von_name: Nullable(Type.String({ description: "null: der Betreiber" })),
  danach: Type.Array(Type.Object({ lieferung_id: Uuid(), kunde_name: Type.String() }), {
    description:
      "Stopps des Tages, die erst nach der Zählung gebucht, storniert oder neu gebucht wurden: dann bitte neu zählen",
  }),
  positionen: Type.Array(
    Type.Object({
      art,
      pfandartikel_id: Nullable(Uuid()),
      geraet_id: Nullable(Uuid()),
      nummer: Type.String(),
      bezeichnung: Type.String(),
      erwartet: Type.Integer({ description: "Nach den Lieferungen, als gezählt wurde" }),
      gezaehlt: Type.Integer(),
      differenz: Type.Integer({ description: "gezaehlt − erwartet; negativ: es fehlt" }),
    }),
  ),
  ...stampFields,
})

const FehlenderFeierabend = Reply("FehlenderFeierabend", {
  datum: Datum(),
  fahrer_id: Uuid(),
  fahrer_name: Type.String(),
})

export const FehlendReply = Type.Object({
  items: Type.Array(FehlenderFeierabend, { description: "Niemand hat gezählt" }),
  neu_zu_zaehlen: Type.Array(FehlenderFeierabend, {
    description: "Nach der letzten Zählung wurde für diesen Tag noch etwas gebucht oder storniert",
  }),
})

export const UngezaehltReply = Type.Object({ items: Type.Array(FehlenderFeierabend) })

export const ErwartetReply = Reply("ErwarteterFeierabend", {
  positionen: Type.Array(
    Type.Object({
      art,
      pfandartikel_id: Nullable(Uuid()),
      geraet_id: Nullable(Uuid()),
      nummer: Type.String(),
      bezeichnung: Type.String(),
      erwartet: Type.Integer({ description: "Nach den Lieferungen, wie sie jetzt sind" }),
    }),
  ),
  offen: Type.Array(Type.Object({ lieferung_id: Uuid(), datum: Datum(), kunde_name: Type.String() }), {
    description: "Stopps, die noch offen sind: Gezählt wird erst danach",
  }),
})

export const Counted = Input(
  { art, pfandartikel_id: Maybe(Uuid()), geraet_id: Maybe(Uuid()), gezaehlt: menge },
  { description: NAMING },
)

export const NewFeierabend = Input({
  id: Maybe(Uuid()),
  fahrer_id: Maybe(Uuid({ description: "Wessen Wagen; nur im Büro, fehlt er, der eigene" })),
  datum: Datum(),
  erfasst_am: Maybe(Zeitpunkt()),
  bemerkung: Maybe(Text(2000)),
  positionen: Type.Array(Counted, { maxItems: 500 }),
})
