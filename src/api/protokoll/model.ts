import { Type } from "@sinclair/typebox"
import { Nullable, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Reply } from "../shared/schema.ts"

export const EntryReply = Reply("Protokolleintrag", {
  id: Uuid(),
  mitarbeiter_id: Nullable(
    Type.String({ description: "null: die Kommandozeile, oder jemand, der nicht angemeldet ist" }),
  ),
  mitarbeiter_name: Type.String(),
  aktion: Type.String({ examples: ["kunden.geaendert"] }),
  tabelle: Type.String(),
  datensatz_id: Type.String(),
  betrifft: Nullable(
    Type.String({ description: "Wen oder was, wie es heute heißt; null: davon ist nichts mehr da" }),
  ),
  aenderungen: Type.Array(
    Type.Object({
      feld: Type.String(),
      vorher: Nullable(Type.String({ description: "Zahlen als Text; null: leer" })),
      nachher: Nullable(Type.String()),
    }),
  ),
  erstellt_am: Zeitpunkt(),
})
