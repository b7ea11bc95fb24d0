import { type Static, Type } from "@sinclair/typebox"
import { abrechnungsklassen } from "../../db/schema/values.ts"
import { MOST_PIECES } from "../../lib/figures.ts"
import { Maybe, Nullable, OneOf, Text, Uuid } from "../../lib/fields.ts"
import { Naming } from "../shared/artikel-or-geraet.ts"
import { Reply } from "../shared/schema.ts"

const menge = Type.Integer({
  minimum: 1,
  maximum: MOST_PIECES,
  description: "So viele Stücke kommen nicht zurück; bei einem Gerät immer 1",
})

/** In a query, numbers arrive as text and are converted. */
export const VerlustQuery = Naming({ kunde_id: Uuid(), menge })

export const VerlustPreview = Reply("VerlustVorschau", {
  summe_cent: Type.Integer({ description: "Um so viel ändert sich das Konto: nie über null" }),
  teile: Type.Array(Type.Object({ menge: Type.Integer(), betrag_cent: Type.Integer() }), {
    description: "Zu welchen Beträgen die Stücke ausgegeben waren, die ältesten zuerst",
  }),
  saetze: Type.Array(
    Type.Object({
      klasse: OneOf(abrechnungsklassen),
      satz: Nullable(Type.Integer({ description: "Prozent; null, wo keine Umsatzsteuer gerechnet wird" })),
      menge: Type.Integer(),
      summe_cent: Type.Integer({ description: "Das Pfand, das bleibt" }),
    }),
    { description: "Wie die Stücke besteuert wurden, als sie ausgegeben wurden" },
  ),
  bedeutung: Type.String({ description: "Was gebucht würde, und was das für die Umsatzsteuer heißt" }),
})

export type Preview = Static<typeof VerlustPreview>

export const NewVerlust = Naming({
  id: Maybe(Uuid({ description: "Wird zur vorgang_id; dieselbe id darf gefahrlos wiederholt werden" })),
  kunde_id: Uuid(),
  menge,
  bemerkung: Maybe(Text(400, { description: "Steht nach „Verlust“ bei jeder Buchung" })),
  erwartet_cent: Maybe(
    Type.Integer({
      description:
        "summe_cent der Vorschau. Würde inzwischen etwas anderes gebucht, antwortet der Dienst mit 409",
    }),
  ),
})
