import { Type } from "@sinclair/typebox"
import { Zeitpunkt } from "../../lib/fields.ts"
import { MeReply } from "../auth/model.ts"
import { Reply } from "../shared/schema.ts"

export const SitzungReply = Reply("Sitzung", {
  user: MeReply,
  gilt_bis: Zeitpunkt({ description: "So lange bleibt die Seite ohne Verlängerung angemeldet" }),
  verlaengerbar_bis: Zeitpunkt({ description: "Danach wird das Passwort wieder verlangt" }),
  entwurf_schluessel: Type.String({
    description:
      "Damit verschließt eine Seite in den Speichern des Browsers, was in Formularen steht und noch nicht gesendet ist: 32 Bytes in Base64, je Konto dieselben. Nirgends ablegen",
  }),
})
