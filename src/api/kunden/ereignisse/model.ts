import { Type } from "@sinclair/typebox"
import { Nullable, Uuid, Zeitpunkt } from "../../../lib/fields.ts"
import { art } from "../../pfandbuchungen/model.ts"
import { Reply } from "../../shared/schema.ts"

export const EventReply = Reply("Kundenereignis", {
  vorgang_id: Uuid(),
  lfd_nr: Type.Integer({ description: "Der letzten Buchung darin" }),
  erfasst_am: Zeitpunkt(),
  gebucht_am: Zeitpunkt(),
  gebucht_von_name: Nullable(Type.String({ description: "null: der Betreiber" })),
  grund: Nullable(Type.String()),
  summe_cent: Type.Integer(),
  storniert: Type.Boolean({ description: "Storniert" }),
  ist_storno: Type.Boolean({ description: "Selbst ein Storno" }),
  verlust: Type.Boolean({ description: "Ein Verlust, oder sein Storno" }),
  lieferung: Nullable(
    Type.Object({
      id: Uuid(),
      empfaenger_name: Nullable(Type.String()),
      unterschrieben: Type.Boolean({ description: "Die Unterschrift steht bei der Lieferung" }),
    }),
  ),
  positionen: Type.Array(
    Type.Object({
      id: Uuid(),
      geraet_id: Nullable(Uuid({ description: "null: ein Artikel" })),
      nummer: Type.String(),
      bezeichnung: Type.String(),
      art,
      menge: Type.Integer(),
      summe_cent: Type.Integer(),
    }),
  ),
})
