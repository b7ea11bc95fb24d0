import { Type } from "@sinclair/typebox"
import { Datum } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

export const HistoryQuery = Input({ von: Datum(), bis: Datum() })

export const HistoryReply = Reply("Pfandverlauf", {
  items: Type.Array(
    Type.Object({
      tag: Datum({ description: "Der Tag der Buchung, nach UTC" }),
      stand_cent: Type.Integer({ description: "Alles Pfand bei Kunden am Ende des Tages" }),
      zugang_cent: Type.Integer({ description: "Ausgaben, Anfangsbestände und Korrekturen nach oben" }),
      abgang_cent: Type.Integer({ description: "Rücknahmen und Korrekturen nach unten" }),
    }),
  ),
})
