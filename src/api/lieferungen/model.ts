import { Type } from "@sinclair/typebox"
import {
  Datum,
  Maybe,
  Nullable,
  OneOf,
  stampFields,
  Text,
  Uhrzeit,
  Uuid,
  Zeitpunkt,
} from "../../lib/fields.ts"

export const status = OneOf(["geplant", "unterwegs", "zugestellt", "nicht_zugestellt", "storniert"])
const menge = Type.Integer({ minimum: 0, maximum: 100_000 })
const eines = "Nennt genau eines von pfandartikel_id und geraet_id"

const soll = Type.Object(
  {
    pfandartikel_id: Maybe(Uuid()),
    geraet_id: Maybe(Uuid()),
    soll_ausgabe: Maybe(menge),
    soll_ruecknahme: Maybe(menge),
  },
  { additionalProperties: false, description: eines },
)
const ist = Type.Object(
  {
    pfandartikel_id: Maybe(Uuid()),
    geraet_id: Maybe(Uuid()),
    ist_ausgabe: Maybe(menge),
    ist_ruecknahme: Maybe(menge),
  },
  { additionalProperties: false, description: eines },
)

export const PositionReply = Type.Object(
  {
    id: Uuid(),
    pfandartikel_id: Nullable(Uuid()),
    geraet_id: Nullable(Uuid()),
    nummer: Type.String({ description: "Artikel- oder Gerätenummer" }),
    bezeichnung: Type.String(),
    soll_ausgabe: Type.Integer(),
    soll_ruecknahme: Type.Integer(),
    ist_ausgabe: Nullable(Type.Integer()),
    ist_ruecknahme: Nullable(Type.Integer()),
  },
  { title: "Lieferposition" },
)

export const LieferungReply = Type.Object(
  {
    id: Uuid(),
    kunde_id: Uuid(),
    fahrer_id: Nullable(Uuid()),
    datum: Datum(),
    zeit_von: Nullable(Uhrzeit()),
    zeit_bis: Nullable(Uhrzeit()),
    reihenfolge: Type.Integer(),
    status,
    hinweis: Nullable(Type.String()),
    notiz: Nullable(Type.String()),
    empfaenger_name: Nullable(Type.String()),
    unterschrift: Nullable(Type.String()),
    grund: Nullable(Type.String()),
    gestartet_am: Nullable(Zeitpunkt()),
    erfasst_am: Nullable(Zeitpunkt()),
    abgeschlossen_am: Nullable(Zeitpunkt()),
    positionen: Type.Array(PositionReply),
    ...stampFields,
  },
  { title: "Lieferung" },
)

/** Without the signature, which would make a list of fifty a few megabytes. */
export const LieferungListItem = Type.Omit(LieferungReply, ["unterschrift"], { title: "LieferungEintrag" })

const plan = {
  fahrer_id: Maybe(Nullable(Uuid())),
  zeit_von: Maybe(Nullable(Uhrzeit())),
  zeit_bis: Maybe(Nullable(Uhrzeit())),
  hinweis: Maybe(Nullable(Text(2000))),
}

export const NewLieferung = Type.Object(
  {
    id: Maybe(Uuid()),
    kunde_id: Uuid(),
    datum: Datum(),
    ...plan,
    positionen: Type.Array(soll, { maxItems: 200 }),
  },
  { additionalProperties: false },
)

export const LieferungPatch = Type.Object(
  { datum: Maybe(Datum()), ...plan, positionen: Maybe(Type.Array(soll, { maxItems: 200 })) },
  { additionalProperties: false, minProperties: 1 },
)

export const Start = Type.Object({ erfasst_am: Maybe(Zeitpunkt()) }, { additionalProperties: false })

export const Abschluss = Type.Object(
  {
    id: Maybe(Uuid({ description: "Wird zur vorgang_id der Buchungen" })),
    erfasst_am: Maybe(Zeitpunkt()),
    empfaenger_name: Maybe(Text(200)),
    unterschrift: Maybe(
      Type.String({
        pattern: "^data:image/png;base64,iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$",
        maxLength: 48_000,
        msg: "muss ein PNG als data:image/png;base64,… sein, höchstens 48 000 Zeichen",
        examples: [
          "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        ],
      }),
    ),
    notiz: Maybe(Text(2000)),
    positionen: Type.Array(ist, { maxItems: 200 }),
  },
  { additionalProperties: false },
)

export const Fehlschlag = Type.Object(
  { erfasst_am: Maybe(Zeitpunkt()), grund: Text(500, { examples: ["Niemand da"] }) },
  { additionalProperties: false },
)
export const LieferStorno = Type.Object({ grund: Maybe(Text(500)) }, { additionalProperties: false })
export const NeuPlanen = Type.Object(
  { datum: Datum(), fahrer_id: Maybe(Nullable(Uuid())), zeit_von: plan.zeit_von, zeit_bis: plan.zeit_bis },
  { additionalProperties: false },
)
