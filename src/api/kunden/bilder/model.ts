import { Type } from "@sinclair/typebox"
import { Maybe, Nullable, Text, Uuid } from "../../../lib/fields.ts"
import { pictureFields } from "../../pictures/model.ts"
import { Input, Reply } from "../../shared/schema.ts"

export const BildReply = Reply("Bild", {
  id: Uuid(),
  kunde_id: Uuid(),
  pfad: Type.String(),
  vorschau_pfad: Type.String(),
  sortierung: Type.Integer(),
  ...pictureFields,
})

/** The optional fields of the form, beside the file. */
export const UploadFields = Type.Object({ titel: Maybe(Text(200)), id: Maybe(Uuid()) })

export const BildPatch = Input(
  {
    titel: Maybe(Nullable(Text(200))),
    sortierung: Maybe(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
  },
  { minProperties: 1 },
)
