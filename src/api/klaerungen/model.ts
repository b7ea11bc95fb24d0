import { Type } from "@sinclair/typebox"
import { Datum, Maybe, Nullable, OneOf, stampFields, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { klaerungsarten, klaerungsStatus } from "../../db/schema/values.ts"
import { Gezaehlt } from "../feierabend/model.ts"
import { Ist, quittung } from "../lieferungen/model.ts"
import { Input, Reply } from "../shared/schema.ts"

const art = OneOf(klaerungsarten, {
  examples: ["abschluss"],
  description: "Was der Fahrer geschickt hatte",
})
export const status = OneOf(klaerungsStatus)
const positionen = Type.Array(Ist, { maxItems: 200 })

/** The driver's request, unchanged. */
const angaben = {
  positionen: Maybe(positionen),
  ...quittung,
  grund: Maybe(Text(500)),
  datum: Maybe(Datum({ description: "Der Tag, an dessen Abend gezählt wurde" })),
  gezaehlt: Maybe(Type.Array(Gezaehlt, { maxItems: 500, description: "Was abends gezählt wurde" })),
}
export const Angaben = Input(angaben)

export const NewKlaerung = Input({
  id: Maybe(Uuid()),
  art,
  lieferung_id: Maybe(Uuid()),
  kunde_id: Maybe(Uuid({ description: "Nur nötig, wo es keine Lieferung gibt" })),
  fahrer_id: Maybe(
    Uuid({ description: "Wer es getan hat, wenn das Büro es für einen Fahrer übergibt; nicht für Fahrer" }),
  ),
  versuch: Maybe(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  erfasst_am: Maybe(Zeitpunkt()),
  ablehnung: Text(1000, { description: "Was der Dienst geantwortet hatte", examples: ["Nicht geplant"] }),
  angaben: Angaben,
})

export const KlaerungReply = Reply("Klaerung", {
  id: Uuid(),
  art,
  status,
  fahrer_id: Nullable(Uuid()),
  fahrer_name: Nullable(Type.String()),
  kunde_id: Nullable(Uuid({ description: "null: eine Zählung zum Feierabend" })),
  kunde_name: Type.String(),
  lieferung_id: Nullable(Uuid()),
  versuch: Nullable(Type.Integer()),
  angaben: Type.Object({
    positionen: Type.Array(
      Type.Object({
        pfandartikel_id: Nullable(Uuid()),
        geraet_id: Nullable(Uuid()),
        nummer: Type.String({ description: "Artikel- oder Gerätenummer" }),
        bezeichnung: Type.String(),
        ist_ausgabe: Type.Integer(),
        ist_ruecknahme: Type.Integer(),
        zustand: Nullable(Type.String()),
        bemerkung: Nullable(Type.String()),
      }),
    ),
    datum: Nullable(Datum()),
    gezaehlt: Type.Array(
      Type.Object({
        art: Type.String(),
        nummer: Type.String(),
        bezeichnung: Type.String(),
        gezaehlt: Type.Integer(),
      }),
    ),
    empfaenger_name: Nullable(Type.String()),
    unterschrift: Nullable(Type.String()),
    notiz: Nullable(Type.String()),
    grund: Nullable(Type.String()),
  }),
  ablehnung: Type.String(),
  erfasst_am: Zeitpunkt({ description: "Wann der Fahrer es getan hat" }),
  entscheidung: Nullable(Type.String()),
  entschieden_von: Nullable(Type.String()),
  entschieden_am: Nullable(Zeitpunkt()),
  ...stampFields,
})

export const Buchen = Input(
  { positionen: Maybe(positionen), entscheidung: Maybe(Text(500)) },
  { description: "positionen ersetzt, was der Fahrer angab" },
)

export const Verwerfen = Input({ grund: Text(500, { examples: ["War doppelt"] }) })
