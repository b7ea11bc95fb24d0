import { Type } from "@sinclair/typebox"
import { Maybe, Nullable, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Reply } from "../shared/schema.ts"

export const SaldoReply = Reply("Saldo", {
  id: Uuid(),
  kunde_id: Uuid(),
  kundennummer: Type.String(),
  name: Type.String(),
  ort: Nullable(Type.String()),
  wert_cent: Type.Integer(),
  negativ: Type.Boolean(),
  seit_am: Nullable(Zeitpunkt({ description: "Seit wann das älteste Stück beim Kunden ist" })),
})

export const saldenFilter = { q: Maybe(Type.String({ maxLength: 200 })) }

export const ueber_tagen = Maybe(
  Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: "Nur Kunden, die etwas seit mehr als so vielen Tagen haben und deren Saldo über null ist",
  }),
)

/** What `q` means, for the description. */
export const SALDEN_Q =
  "q findet Kunden wie deren Liste, auch die ohne Buchungen, in der Reihenfolge, wie gut sie passen; mit sort in jener, wenn es höchstens tausend sind."
