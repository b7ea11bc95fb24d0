import { Type } from "@sinclair/typebox"
import { programmfelder } from "../../lib/felder/programmzugang.ts"
import { newFields, replyFields } from "../../lib/felder/schema.ts"
import { Maybe, Nullable, OneOf, stampFields, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"
import { rechte } from "./rechte.ts"

const recht = OneOf(rechte as [(typeof rechte)[number]], { examples: ["kunden.lesen"] })

export const ProgrammzugangReply = Reply("Programmzugang", {
  id: Uuid(),
  ...replyFields(programmfelder),
  rechte: Type.Array(recht),
  kennung: Type.String({ description: "Die ersten Zeichen des Schlüssels" }),
  zuletzt_am: Nullable(Zeitpunkt({ description: "Zuletzt benutzt, auf zehn Minuten genau; null: noch nie" })),
  widerrufen_am: Nullable(Zeitpunkt()),
  ...stampFields,
})

export const NewProgrammzugangReply = Reply("NeuerProgrammzugang", {
  ...ProgrammzugangReply.properties,
  schluessel: Nullable(
    Type.String({
      description:
        "Steht nur in dieser einen Antwort: Authorization: Bearer …. null: dieselbe Anfrage noch einmal",
    }),
  ),
})

export const NewProgrammzugang = Input({
  id: Maybe(Uuid()),
  ...newFields(programmfelder),
  rechte: Type.Array(recht, { minItems: 1, maxItems: 30, uniqueItems: true }),
})
