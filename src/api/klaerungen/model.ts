import { Type } from "@sinclair/typebox"
import { Datum, Maybe, Nullable, stampFields, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { klaerungsfelder } from "../../lib/felder/klaerung.ts"
import { newFields, replyFields, reportFields } from "../../lib/felder/schema.ts"
import { Counted } from "../feierabend/model.ts"
import { grund, Actual, quittung } from "../lieferungen/model.ts"
import { searched } from "../shared/page.ts"
import { Input, Reply } from "../shared/schema.ts"

const { ablehnung } = newFields(klaerungsfelder)
const { entscheidung } = reportFields(klaerungsfelder)
const { art, status, fahrer_id, kunde_id, ...others } = replyFields(klaerungsfelder)

export const klaerungenFilter = {
  ...searched("Kunde oder Fahrer: Wortanfänge in Name, Nummer, Anschrift oder Telefon"),
  status: Maybe(status),
  kunde_id: Maybe(Uuid()),
  lieferung_id: Maybe(Uuid()),
}

const positionen = Type.Array(Actual, { maxItems: 200 })

/** The driver's request, unchanged. */
const details = {
  positionen: Maybe(positionen),
  standort_id: Maybe(
    Nullable(Uuid({ description: "Der Standort, an dem der Fahrer war; null: die Anschrift des Kunden" })),
  ),
  ...quittung,
  grund,
  datum: Maybe(Datum({ description: "Der Tag, an dessen Abend gezählt wurde" })),
  gezaehlt: Maybe(Type.Array(Counted, { maxItems: 500, description: "Was abends gezählt wurde" })),
}
export const Details = Input(details)

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
  ablehnung,
  angaben: Details,
})

export const KlaerungReply = Reply("Klaerung", {
  id: Uuid(),
  art,
  status,
  fahrer_id,
  fahrer_name: Nullable(Type.String()),
  kunde_id,
  kunde_name: Type.String(),
  ...others,
  schon_gebucht: Nullable(
    Type.Object(
      {
        lfd_nr: Type.Integer({ description: "Die jüngste dieser Buchungen" }),
        gebucht_am: Type.String(),
        positionen: Type.Array(
          Type.Object({
            pfandartikel_id: Nullable(Uuid()),
            geraet_id: Nullable(Uuid()),
            nummer: Type.String(),
            bezeichnung: Type.String(),
            ausgabe: Type.Integer(),
            ruecknahme: Type.Integer(),
          }),
        ),
      },
      { description: "Was zu dieser Lieferung im Pfandbuch steht, ohne Storniertes; null: nichts" },
    ),
  ),
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
    lieferanschrift: Nullable(
      Type.String({ description: "Der Standort, an dem der Fahrer war, wie er heute heißt" }),
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
  ...stampFields,
})

export const Buchen = Input(
  {
    positionen: Maybe(positionen),
    zusaetzlich_zu: Maybe(
      Type.Integer({
        minimum: 1,
        description:
          "Steht zu der Lieferung schon etwas im Pfandbuch: schon_gebucht.lfd_nr, wie gesehen. Sagt, dass es dazukommt",
      }),
    ),
    entscheidung,
  },
  { description: "positionen ersetzt, was der Fahrer angab" },
)

export const Verwerfen = Input({
  grund: Text(klaerungsfelder.entscheidung.max, { examples: ["War doppelt"] }),
})
