import { Type } from "@sinclair/typebox"
import { MOST_PIECES } from "../../lib/figures.ts"
import { Aktiv, Maybe, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Actual, quittung } from "../lieferungen/model.ts"
import { Naming } from "../shared/artikel-or-geraet.ts"
import { Input, Reply } from "../shared/schema.ts"

const reasons = Type.Array(Text(100, { examples: ["Nicht angetroffen"] }), {
  minItems: 1,
  maxItems: 12,
  uniqueItems: true,
  description: "Zum Antippen, in dieser Reihenfolge; freier Text bleibt immer möglich",
})

export const EinstellungenReply = Reply("FahrerEinstellungen", {
  ungeplant_erlaubt: Aktiv(),
  fehlschlag_gruende: Type.Array(Type.String()),
  version: Type.Integer(),
})

export const EinstellungenPatch = Input(
  { ungeplant_erlaubt: Maybe(Aktiv()), fehlschlag_gruende: Maybe(reasons) },
  { minProperties: 1 },
)

export const Ungeplant = Input({
  id: Maybe(Uuid({ description: "Wird die id der Lieferung; darf beliebig oft wiederholt werden" })),
  kunde_id: Uuid(),
  erfasst_am: Maybe(Zeitpunkt()),
  ...quittung,
  positionen: Type.Array(
    Naming({
      ...Type.Omit(Actual, ["ist_ausgabe", "ist_ruecknahme"]).properties,
      ist_ruecknahme: Type.Integer({ minimum: 1, maximum: MOST_PIECES }),
    }),
    { minItems: 1, maxItems: 200 },
  ),
})
