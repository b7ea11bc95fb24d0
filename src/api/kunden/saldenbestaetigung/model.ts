import { Type } from "@sinclair/typebox"
import { Datum, Maybe } from "../../../lib/fields.ts"
import { an, bestand } from "../kontoauszug/model.ts"

export const SaldenbestaetigungReply = Type.Object(
  { an, stichtag: Datum(), bestand, saldo_cent: Type.Integer(), einspruchsfrist_tage: Type.Integer() },
  { title: "Saldenbestaetigung" },
)

export const StichtagQuery = Type.Object(
  { stichtag: Maybe(Datum({ description: "Fehlt es, heute" })) },
  { additionalProperties: false },
)
