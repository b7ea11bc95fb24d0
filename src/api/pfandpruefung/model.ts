import { type Static, Type } from "@sinclair/typebox"
import { Nullable, OneOf } from "../../lib/fields.ts"
import { Reply } from "../shared/schema.ts"

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
      art: OneOf(["kette", "saldo", "gesamtsaldo", "alter", "verlauf", "bestand", "abrechnung", "lager"]),
      msg: Type.String(),
    }),
  ),
})

export type Pruefung = Static<typeof PruefungReply>
export type Faults = Pruefung["fehler"]
