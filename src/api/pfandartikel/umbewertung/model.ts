import { Type } from "@sinclair/typebox"
import { Cent, Maybe, Text, Uuid } from "../../../lib/fields.ts"
import { Input, Reply } from "../../shared/schema.ts"

/** Bookings of a revaluation, planned or made. */
export const UmbewertungReply = Reply("Umbewertung", {
  kunden: Type.Integer({ description: "Kunden, die Stücke zu einem anderen Betrag haben" }),
  stueck: Type.Integer(),
  wert_cent: Type.Integer({ description: "Um so viel ändert sich, was sie zusammen schulden" }),
})

export const VorschauReply = Reply("Umbewertungsvorschau", {
  ...UmbewertungReply.properties,
  gebinde: Type.Array(Type.Object({ id: Uuid(), nummer: Type.String(), bezeichnung: Type.String() }), {
    description: "Die Gebinde im Umlauf, deren Pfand sich mit dem des Artikels ändert, nach Name",
  }),
})

export const NewUmbewertung = Input({
  pfand_cent: Maybe(
    Cent({
      description:
        "Auf diesen Betrag, wie er zu sehen war; ist das Pfand des Artikels inzwischen ein anderes, antwortet der Dienst mit 409",
    }),
  ),
  erwartet_cent: Maybe(
    Type.Integer({
      description:
        "wert_cent der Vorschau. Käme inzwischen etwas anderes heraus, antwortet der Dienst mit 409",
    }),
  ),
  grund: Maybe(Text(500, { description: "Steht bei jeder Buchung; fehlt er, der neue Betrag" })),
})
