import { Type } from "@sinclair/typebox"
import { artikelArten, beiAenderung, einheiten, steuersaetze, ustKlassen } from "../../db/schema/values.ts"
import { Aktiv, Cent, Maybe, Nullable, OneOf, stampFields, Text, Uuid } from "../../lib/fields.ts"

const art = OneOf(artikelArten, { examples: ["einzeln"] })
const ust_klasse = OneOf(ustKlassen)
const steuersatz = OneOf(steuersaetze, {
  description: "Der Umsatzsteuersatz der Ware darin; fehlt er, regel",
})

const einheit = OneOf(einheiten, {
  description: "Worin gezählt wird; steht auf Abrechnungen. Fehlt es, folgt es aus der Bezeichnung",
})

const bestandteil = Type.Object(
  { pfandartikel_id: Uuid(), menge: Type.Integer({ minimum: 1, maximum: 10_000 }) },
  { additionalProperties: false },
)
const bestandteile = Type.Array(bestandteil, { minItems: 1, maxItems: 20 })

export const PfandartikelReply = Type.Object(
  {
    id: Uuid(),
    nummer: Type.String(),
    bezeichnung: Type.String(),
    art,
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
    ust_klasse,
    steuersatz,
    einheit,
    barcode: Nullable(Type.String()),
    aktiv: Type.Integer(),
    bei_aenderung: OneOf(beiAenderung, {
      description: "Was bei der letzten Änderung des Pfands gewählt wurde; was es bedeutet, steht bei PATCH",
    }),
    ...stampFields,
  },
  { title: "Pfandartikel" },
)

export const NewPfandartikel = Type.Object(
  {
    id: Maybe(Uuid()),
    nummer: Text(50, { examples: ["BIER-20"] }),
    bezeichnung: Text(200, { examples: ["Kasten Bier 20 × 0,5 l"] }),
    art,
    pfand_cent: Maybe(Cent({ description: "Nur bei art einzeln, dort nötig", examples: [150] })),
    bestandteile: Maybe(bestandteile),
    ust_klasse,
    steuersatz: Maybe(steuersatz),
    einheit: Maybe(einheit),
    barcode: Maybe(Nullable(Text(100))),
    aktiv: Maybe(Aktiv()),
  },
  { additionalProperties: false },
)

export const PfandartikelPatch = Type.Object(
  {
    bezeichnung: Maybe(Text(200)),
    nummer: Maybe(Text(50)),
    pfand_cent: Maybe(Cent()),
    bestandteile: Maybe(bestandteile),
    ust_klasse: Maybe(ust_klasse),
    steuersatz: Maybe(steuersatz),
    einheit: Maybe(einheit),
    barcode: Maybe(Nullable(Text(100))),
    aktiv: Maybe(Aktiv()),
    bei_aenderung: Maybe(
      OneOf(beiAenderung, {
        description:
          "Was für Stücke gilt, die bei Kunden sind, wenn sich das Pfand ändert. erstattung (so auch, wenn es fehlt): zurück gibt es, was bezahlt wurde, die ältesten Stücke zuerst. umbewertung: POST …/umbewertung bucht je Kunde, dass sie jetzt das neue Pfand wert sind.",
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
)
