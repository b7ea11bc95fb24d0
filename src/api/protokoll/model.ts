import { Type } from "@sinclair/typebox"
import { Maybe, Nullable, period, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { searched } from "../shared/page.ts"
import { Reply } from "../shared/schema.ts"

export const protokollFilter = {
  ...searched("Wer etwas geändert hat, oder wen oder was: Kunde, Gerät, Artikel, Mitarbeiter"),
  tabelle: Maybe(Type.String({ maxLength: 100, examples: ["kunden"] })),
  datensatz_id: Maybe(Type.String({ maxLength: 100 })),
  mitarbeiter_id: Maybe(Uuid()),
  ...period,
}

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
