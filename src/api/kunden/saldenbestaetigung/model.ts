import { Type } from "@sinclair/typebox"
import { Datum, Maybe } from "../../../lib/fields.ts"
import { an, bestand } from "../kontoauszug/model.ts"
import { Input, Reply } from "../../shared/schema.ts"

export const SaldenbestaetigungReply = Reply("Saldenbestaetigung", {
  an,
  stichtag: Datum(),
  bestand,
  saldo_cent: Type.Integer(),
  einspruchsfrist_tage: Type.Integer(),
})

export const StichtagQuery = Input({ stichtag: Maybe(Datum({ description: "Fehlt es, heute" })) })
