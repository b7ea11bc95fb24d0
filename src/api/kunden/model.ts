import { Type } from "@sinclair/typebox"
import { kundenfelder } from "../../lib/felder/kunde.ts"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { Aktiv, Datum, Maybe, Nullable, stampFields, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { PfandartikelReply } from "../pfandartikel/model.ts"
import { Input, Reply } from "../shared/schema.ts"

export const kundenFilter = {
  q: Maybe(Type.String({ maxLength: 200 })),
  ort: Maybe(Type.String({ maxLength: 100, examples: ["Lüneburg"] })),
  aktiv: Maybe(Aktiv()),
}

export const KundeReply = Reply("Kunde", {
  id: Uuid(),
  ...replyFields(kundenfelder),
  ...stampFields,
  saldo_cent: Maybe(Type.Integer({ description: "Nur in der Liste, mit ?saldo=true" })),
})

export const RueckgabeReply = Reply("Rueckgabe", {
  pfandartikel_id: Uuid(),
  nummer: Type.String(),
  bezeichnung: Type.String(),
  menge: Type.Integer({ description: "Die mittlere aller Male; 0, wenn er davon noch nichts zurückgab" }),
  anzahl: Type.Integer({ description: "Wie oft der Artikel unter den letzten Rückgaben war" }),
  zuletzt_am: Nullable(Zeitpunkt()),
})

/** With all that a form needs to book it. */
export const UsualReply = Reply("Rueckgabe", {
  ...RueckgabeReply.properties,
  pfandartikel: PfandartikelReply,
})

export const NewKunde = Input({ id: Maybe(Uuid()), ...newFields(kundenfelder) })

export const KundePatch = Input(patchFields(kundenfelder), { minProperties: 1 })

/** Records kept of an erased person, with the law's periods. */
export const LoeschungReply = Type.Composite(
  [
    KundeReply,
    Type.Object({
      aufbewahrt: Type.Array(
        Type.Object({
          was: Type.String({ examples: ["Buchungen im Pfandbuch"] }),
          anzahl: Type.Integer({ minimum: 1 }),
          bis: Datum({ description: "Der letzte Tag, an dem es aufbewahrt wird" }),
          grund: Type.String({ examples: ["AO § 147: Bücher zehn Jahre"] }),
        }),
        { description: "Was nicht gelöscht werden darf; niemand in der Firma sieht davon noch die Person" },
      ),
    }),
  ],
  { title: "Loeschung" },
)
