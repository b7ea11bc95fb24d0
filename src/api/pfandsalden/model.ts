import { Type } from "@sinclair/typebox"
import { Maybe, Nullable, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Reply } from "../shared/schema.ts"

const seit_am = Nullable(Zeitpunkt({ description: "Seit wann das älteste Stück beim Kunden ist" }))

export const PfandkontoReply = Reply("Pfandkonto", {
  kunde_id: Uuid(),
  kundennummer: Type.String(),
  name: Type.String(),
  wert_cent: Type.Integer({ description: "Summe über alle Artikel und Geräte" }),
  seit_am,
  negativ: Type.Boolean({
    description:
      "Von mindestens einem Artikel kam mehr zurück, als ausgegeben wurde, oder für ein Gerät wurde mehr erstattet als bezahlt",
  }),
  artikel: Type.Array(
    Type.Object({
      pfandartikel_id: Uuid(),
      nummer: Type.String(),
      bezeichnung: Type.String(),
      bestand: Type.Integer(),
      wert_cent: Type.Integer(),
      seit_am,
      negativ: Type.Boolean(),
      bezahlt: Type.Array(Type.Object({ menge: Type.Integer(), betrag_cent: Type.Integer() }), {
        description:
          "Was für die Stücke bezahlt ist, in der Reihenfolge, in der sie zurückkommen. Eine Rücknahme nimmt davon die ersten; was darüber hinausgeht, hat das Pfand von heute",
      }),
    }),
  ),
  geraete: Type.Array(
    Type.Object({
      geraet_id: Uuid(),
      geraetenummer: Type.String(),
      bezeichnung: Type.String(),
      beim_kunden: Type.Boolean({ description: "false: das Gerät ist fort, aber noch auf dem Konto" }),
      standort_name: Nullable(
        Type.String({ description: "An welchem Standort des Kunden es ist; null: an seiner Anschrift" }),
      ),
      wert_cent: Type.Integer({ description: "Was dafür bezahlt ist; 0, wo das Pfand erlassen wurde" }),
      seit_am,
    }),
  ),
})

export const SaldoReply = Reply("Saldo", {
  id: Uuid(),
  kunde_id: Uuid(),
  kundennummer: Type.String(),
  name: Type.String(),
  ort: Nullable(Type.String()),
  wert_cent: Type.Integer(),
  negativ: Type.Boolean(),
  seit_am,
})

export const saldenFilter = { q: Maybe(Type.String({ maxLength: 200 })) }

export const ueber_tagen = Maybe(
  Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: "Nur Kunden, die etwas seit mehr als so vielen Tagen haben, was auch ihr Saldo ist",
  }),
)

/** What `q` means, for the description. */
export const SALDEN_Q =
  "q findet Kunden wie deren Liste, auch die ohne Buchungen, in der Reihenfolge, wie gut sie passen; mit sort in jener, wenn es höchstens tausend sind."
