import { Type } from "@sinclair/typebox"
import { ereignisarten } from "../../db/schema/values.ts"
import { Maybe, Nullable, OneOf, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

const Nummer = Type.Integer({
  minimum: 1,
  description: "Je Firma lückenlos, in der Reihenfolge des Geschehens",
})

export const EreignisReply = Reply("Ereignis", {
  nummer: Nummer,
  id: Uuid(),
  art: OneOf(ereignisarten, { examples: ["lieferungen.zugestellt"] }),
  datensatz_id: Type.String({ description: "Bei Buchungen die vorgang_id" }),
  datensatz_version: Nullable(
    Type.Integer({
      description: "Die version des Datensatzes danach; null bei Buchungen, die sich nie ändern",
    }),
  ),
  adresse: Type.String({
    description: "Wo der Datensatz steht, wie er jetzt ist",
    examples: ["/api/lieferungen/01936d8e-7f00-7000-8000-00000000a001"],
  }),
  erstellt_am: Zeitpunkt(),
})

export const EreignisseQuery = Input({
  nach: Maybe(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: "Die Nummer des letzten, das schon verarbeitet ist; 0: vom ältesten an, das es noch gibt",
    }),
  ),
  anlage: Maybe(
    Type.String({
      maxLength: 100,
      description:
        "anlage aus der letzten Antwort, immer mitzusenden: Nach einer zurückgeholten Sicherung ist sie eine andere, und die Antwort 409 statt Ereignisse, die unter denselben Nummern andere sind",
    }),
  ),
  limit: Maybe(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})

export const EreignisseReply = Reply("Ereignisse", {
  items: Type.Array(EreignisReply),
  aelteste: Nullable(Nummer),
  letzte: Nullable(Nummer),
  anlage: Type.String({
    description: "Zu merken wie die nummer: Solange sie gleich bleibt, gehören die Nummern zusammen",
    examples: ["8d5f0c3a9b1e4d27"],
  }),
})
