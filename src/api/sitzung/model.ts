import { Zeitpunkt } from "../../lib/fields.ts"
import { MeReply } from "../auth/model.ts"
import { Reply } from "../shared/schema.ts"

export const SitzungReply = Reply("Sitzung", {
  user: MeReply,
  gilt_bis: Zeitpunkt({ description: "So lange bleibt die Seite ohne Verlängerung angemeldet" }),
  verlaengerbar_bis: Zeitpunkt({ description: "Danach wird das Kennwort wieder verlangt" }),
})
