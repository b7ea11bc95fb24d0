import { Type } from "@sinclair/typebox"
import { Datum, Maybe, Nullable, stampFields, Uuid } from "../../lib/fields.ts"
import { liefertagfelder } from "../../lib/felder/liefertag.ts"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { MOST_PIECES } from "../../lib/figures.ts"
import { Input, Reply } from "../shared/schema.ts"

const menge = Type.Integer({ minimum: 0, maximum: MOST_PIECES })

const positionen = Type.Array(
  Type.Object({ pfandartikel_id: Uuid(), soll_ausgabe: Maybe(menge), soll_ruecknahme: Maybe(menge) }),
  { maxItems: 100, description: "Was gewöhnlich mitgeht und zurückkommt; Geräte stehen hier nicht" },
)

export const LiefertagReply = Reply("Liefertag", {
  id: Uuid(),
  ...replyFields(liefertagfelder),
  kunde_name: Nullable(Type.String()),
  fahrer_name: Nullable(Type.String()),
  naechster: Nullable(
    Datum({ description: "Der nächste Tag, der weder geplant noch ausgelassen ist; null: kein weiterer" }),
  ),
  positionen: Type.Array(
    Type.Object({
      pfandartikel_id: Uuid(),
      nummer: Type.String(),
      bezeichnung: Type.String(),
      soll_ausgabe: Type.Integer(),
      soll_ruecknahme: Type.Integer(),
    }),
  ),
  ...stampFields,
})

export const NewLiefertag = Input({
  id: Maybe(Uuid()),
  ...newFields(liefertagfelder),
  positionen: Maybe(positionen),
})

const { kunde_id: _, ...changeable } = patchFields(liefertagfelder)
export const LiefertagPatch = Input({ ...changeable, positionen: Maybe(positionen) }, { minProperties: 1 })
