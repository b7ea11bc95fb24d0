import { Type } from "@sinclair/typebox"
import { Uuid } from "../../lib/fields.ts"

export const SaldoReply = Type.Object(
  {
    id: Uuid(),
    kunde_id: Uuid(),
    kundennummer: Type.String(),
    name: Type.String(),
    wert_cent: Type.Integer(),
    negativ: Type.Boolean(),
  },
  { title: "Saldo" },
)
