import { type Static, Type } from "@sinclair/typebox"
import { fehlerarten } from "../../lib/pruefungen.ts"
import { Maybe, Nullable, OneOf, Uuid } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

export const PruefungReply = Reply("Pruefung", {
  in_ordnung: Type.Boolean(),
  buchungen: Type.Integer(),
  letzter_hash: Nullable(
    Type.String({
      description:
        "Hash der letzten Buchung. Außerhalb aufgeschrieben, etwa im Monatsabschluss, beweist er später, dass bis dahin keine fehlt",
    }),
  ),
  fehler: Type.Array(
    Type.Object({
      art: OneOf(fehlerarten),
      msg: Type.String(),
    }),
  ),
  hinweise: Type.Array(
    Type.Object({
      kunde_id: Type.String(),
      pfandartikel_id: Type.String(),
      msg: Type.String(),
      summe_cent: Type.Integer({ description: "Um so viel änderte der Ausgleich das Konto" }),
    }),
    {
      description:
        "Konten, auf denen ohne Stücke ein Wert steht, aus früheren Versionen: kein Fehler. Jedes lässt sich ausgleichen",
    },
  ),
})

export const NewAusgleich = Input({
  id: Maybe(Uuid({ description: "Wird zur vorgang_id; dieselbe id darf gefahrlos wiederholt werden" })),
  kunde_id: Uuid(),
  pfandartikel_id: Uuid(),
  erwartet_cent: Maybe(
    Type.Integer({
      description:
        "summe_cent des Hinweises. Würde inzwischen etwas anderes gebucht, antwortet der Dienst mit 409",
    }),
  ),
})

export type Pfandpruefung = Static<typeof PruefungReply>
export type Faults = Pfandpruefung["fehler"]
export type Hinweise = Pfandpruefung["hinweise"]
