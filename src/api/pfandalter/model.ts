import { Type } from "@sinclair/typebox"
import { Datum, Nullable, Uuid, Zeitpunkt } from "../../lib/fields.ts"

const stufe = Type.Object({ menge: Type.Integer(), wert_cent: Type.Integer() }, { title: "Altersstufe" })

/** Ages of held pieces in days. */
export const Stufen = Type.Object(
  { bis_30: stufe, bis_90: stufe, bis_180: stufe, aelter: stufe },
  { title: "Altersstufen", description: "Wert nach dem, was für die Stücke bezahlt ist" },
)

export const AlterZeile = Type.Object(
  {
    id: Uuid(),
    kunde_id: Uuid(),
    kundennummer: Type.String(),
    name: Type.String(),
    wert_cent: Type.Integer({ description: "Saldo" }),
    negativ: Type.Boolean({ description: "Von manchem kam mehr zurück, als ausgegeben wurde" }),
    seit_am: Nullable(Zeitpunkt()),
    stufen: Stufen,
  },
  { title: "Pfandalter" },
)

export const KundeAlterReply = Type.Object(
  {
    stufen: Stufen,
    posten: Type.Array(
      Type.Object({
        nummer: Type.String(),
        bezeichnung: Type.String(),
        menge: Type.Integer(),
        wert_cent: Type.Integer(),
        seit: Datum({ description: "Tag der Ausgabe" }),
        tage: Type.Integer(),
      }),
      { description: "Was der Kunde hat, nach dem Tag der Ausgabe: zuerst ausgegeben, zuerst zurück" },
    ),
  },
  { title: "KundePfandalter" },
)
