import { Type } from "@sinclair/typebox"
import { Nullable, Uuid, Zeitpunkt } from "../../../lib/fields.ts"
import { PfandkontoReply } from "../../pfandsalden/model.ts"

export const LetzteRueckgabe = Type.Object(
  {
    vorgang_id: Uuid(),
    erfasst_am: Zeitpunkt(),
    positionen: Type.Array(
      Type.Object({
        geraet_id: Nullable(Uuid({ description: "null: ein Artikel" })),
        nummer: Type.String(),
        bezeichnung: Type.String(),
        menge: Type.Integer(),
      }),
    ),
  },
  { description: "Was der Kunde zuletzt zurückgebracht hat; Storniertes zählt nicht" },
)

/** The account as it is read, not as a booking answers with it. */
export const KundenkontoReply = Type.Composite(
  [PfandkontoReply, Type.Object({ letzte_rueckgabe: Nullable(LetzteRueckgabe) })],
  { title: "Kundenkonto" },
)
