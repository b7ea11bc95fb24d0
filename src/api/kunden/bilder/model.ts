import { Type } from "@sinclair/typebox"
import { Maybe, Nullable, stampFields, Text, Uuid } from "../../../lib/fields.ts"

export const BildReply = Type.Object(
  {
    id: Uuid(),
    kunde_id: Uuid(),
    pfad: Type.String(),
    vorschau_pfad: Type.String(),
    url: Type.String({
      description: "Das Bild, höchstens 2560 Pixel lang",
      examples: ["/uploads/ab/ab12.webp"],
    }),
    vorschau_url: Type.String({ description: "Die Vorschau, höchstens 480 Pixel lang" }),
    titel: Nullable(Type.String()),
    sortierung: Type.Integer(),
    breite: Type.Integer(),
    hoehe: Type.Integer(),
    bytes: Type.Integer(),
    hochgeladen_von: Nullable(Type.String()),
    ...stampFields,
  },
  { title: "Bild" },
)

/** The optional fields of the form, beside the file. */
export const UploadFields = Type.Object({ titel: Maybe(Text(200)), id: Maybe(Uuid()) })

export const BildPatch = Type.Object(
  {
    titel: Maybe(Nullable(Text(200))),
    sortierung: Maybe(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
  },
  { additionalProperties: false, minProperties: 1 },
)
