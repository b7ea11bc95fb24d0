import { Type } from "@sinclair/typebox"
import { Maybe, Nullable, OneOf, Text, Uuid, Zeitpunkt } from "../../../lib/fields.ts"
import { pictureFields } from "../../pictures/model.ts"
import { Reply } from "../../shared/schema.ts"

const art = OneOf(["ort", "schaden", "beweis"], { examples: ["beweis"] })

export const LieferbildReply = Reply("Lieferbild", {
  id: Uuid(),
  lieferung_id: Nullable(Uuid({ description: "null, solange eine ungeplante Abholung in Klärung ist" })),
  versuch: Type.Integer({ minimum: 1, description: "Bei welchem Versuch es aufgenommen wurde" }),
  art,
  pfandartikel_id: Nullable(Uuid()),
  geraet_id: Nullable(Uuid()),
  erfasst_am: Zeitpunkt({ description: "Wann es aufgenommen wurde" }),
  ...pictureFields,
})

/** The optional fields of the form; all of them arrive as text. */
export const LieferbildFields = Type.Object({
  art,
  titel: Maybe(Text(200)),
  versuch: Maybe(
    Type.String({
      pattern: "^[1-9][0-9]{0,5}$",
      msg: "muss eine ganze Zahl ab 1 sein",
      description: "Bei welchem Versuch es aufgenommen wurde; sonst beim jetzigen",
      examples: ["1"],
    }),
  ),
  pfandartikel_id: Maybe(Uuid({ description: "Der Artikel, zu dem es gehört" })),
  geraet_id: Maybe(Uuid({ description: "Das Gerät, zu dem es gehört" })),
  erfasst_am: Maybe(Zeitpunkt()),
  id: Maybe(Uuid()),
})
