import { Type } from "@sinclair/typebox"
import { Zeitpunkt } from "../../lib/fields.ts"
import { MeReply } from "../auth/model.ts"

export const SitzungReply = Type.Object(
  {
    user: MeReply,
    gilt_bis: Zeitpunkt({ description: "So lange bleibt die Seite ohne Verlängerung angemeldet" }),
    verlaengerbar_bis: Zeitpunkt({ description: "Danach wird das Kennwort wieder verlangt" }),
  },
  { title: "Sitzung" },
)
