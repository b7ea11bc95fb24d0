import { Type } from "@sinclair/typebox"
import { Datum, Nullable, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Reply } from "../shared/schema.ts"

const stufe = Reply("Altersstufe", { menge: Type.Integer(), wert_cent: Type.Integer() })

/** Ages of held pieces in days. */
export const Steps = Reply(
  "Altersstufen",
  { bis_30: stufe, bis_90: stufe, bis_180: stufe, aelter: stufe },
  {
    description:
      "Wert nach dem, was für die Stücke bezahlt ist; ohne das Pfand, das für Geräte offen ist, die nicht mehr dort sind",
  },
)

export const AgeRow = Reply("Pfandalter", {
  id: Uuid(),
  kunde_id: Uuid(),
  kundennummer: Type.String(),
  name: Type.String(),
  ort: Nullable(Type.String()),
  wert_cent: Type.Integer({ description: "Saldo" }),
  negativ: Type.Boolean({ description: "Von manchem kam mehr zurück, als ausgegeben wurde" }),
  seit_am: Nullable(Zeitpunkt()),
  letzte_am: Nullable(Zeitpunkt({ description: "Wann sich auf dem Pfandkonto zuletzt etwas bewegte" })),
  stufen: Steps,
})

export const KundeAgeReply = Reply("KundePfandalter", {
  stufen: Steps,
  posten: Type.Array(
    Type.Object({
      nummer: Type.String(),
      bezeichnung: Type.String(),
      ist_geraet: Type.Boolean(),
      menge: Type.Integer(),
      wert_cent: Type.Integer(),
      seit: Datum({ description: "Tag der Ausgabe" }),
      tage: Type.Integer(),
    }),
    { description: "Was der Kunde hat, nach dem Tag der Ausgabe: zuerst ausgegeben, zuerst zurück" },
  ),
})
