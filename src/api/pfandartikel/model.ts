import { Type } from "@sinclair/typebox"
import { artikelArten, beiAenderung } from "../../db/schema/values.ts"
import { artikelfelder, bestandteilfelder, MOST_PARTS } from "../../lib/felder/artikel.ts"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { Aktiv, Cent, Maybe, OneOf, stampFields, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

const bestandteile = Type.Array(Input(newFields(bestandteilfelder)), { minItems: 1, maxItems: MOST_PARTS })

/** Filters of the list, and of what is printed for it. */
export const artikelFilter = {
  q: Maybe(Type.String({ maxLength: 200 })),
  art: Maybe(OneOf(artikelArten)),
  aktiv: Maybe(Aktiv()),
}

export const PfandartikelReply = Reply("Pfandartikel", {
  id: Uuid(),
  ...replyFields(artikelfelder),
  pfand_cent: Type.Integer({ description: "Bei einem Gebinde die Summe seiner Teile" }),
  bestandteile: Type.Array(
    Type.Object({
      pfandartikel_id: Uuid(),
      nummer: Type.String(),
      bezeichnung: Type.String(),
      menge: Type.Integer(),
      pfand_cent: Type.Integer({ description: "Je Stück" }),
    }),
  ),
  bei_aenderung: OneOf(beiAenderung, {
    description: "Was bei der letzten Änderung des Pfands gewählt wurde; was es bedeutet, steht bei PATCH",
  }),
  ...stampFields,
})

export const BeiKundenReply = Reply("ArtikelBeiKunden", {
  bestand: Type.Integer({ description: "Was Kunden haben, weniger mehr_zurueck" }),
  wert_cent: Type.Integer(),
  betraege: Type.Array(Type.Object({ betrag_cent: Type.Integer(), stueck: Type.Integer() }), {
    description:
      "Dieselben Stück nach dem Pfand, zu dem sie gebucht sind; zusammen bestand und wert_cent. Unter null, wo zu einem Betrag mehr zurückkam",
  }),
  am_laengsten: Type.Array(
    Type.Object({ kunde_id: Uuid(), name: Type.String(), stueck: Type.Integer(), seit_am: Zeitpunkt() }),
    { description: "Wer davon am längsten etwas hat, höchstens zehn; seit wann sein ältestes Stück" },
  ),
  mehr_zurueck: Type.Object(
    {
      kunden: Type.Integer(),
      stueck: Type.Integer(),
      items: Type.Array(Type.Object({ kunde_id: Uuid(), name: Type.String(), stueck: Type.Integer() }), {
        description: "Bei welchen Kunden am meisten, höchstens zehn",
      }),
    },
    { description: "Stück, die Kunden mehr zurückgaben, als sie bekamen" },
  ),
})

export const NewPfandartikel = Input({
  id: Maybe(Uuid()),
  ...newFields(artikelfelder),
  pfand_cent: Maybe(Cent({ description: "Nur bei art einzeln, dort nötig", examples: [150] })),
  bestandteile: Maybe(bestandteile),
})

/** Of which art it is stays. */
const { art: _, ...changeable } = patchFields(artikelfelder)

export const PfandartikelPatch = Input(
  {
    ...changeable,
    pfand_cent: Maybe(Cent()),
    bestandteile: Maybe(bestandteile),
    bei_aenderung: Maybe(
      OneOf(beiAenderung, {
        description:
          "Was für Stücke gilt, die bei Kunden sind, wenn sich das Pfand ändert. erstattung (so auch, wenn es fehlt): zurück gibt es, was bezahlt wurde, die ältesten Stücke zuerst. umbewertung: POST …/umbewertung bucht je Kunde, dass sie jetzt das neue Pfand wert sind.",
      }),
    ),
  },
  { minProperties: 1 },
)
