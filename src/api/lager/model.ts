import { Type } from "@sinclair/typebox"
import { einheiten, lagerarten } from "../../db/schema/values.ts"
import { MOST_IN_YARD } from "../../lib/figures.ts"
import { Aktiv, Maybe, Nullable, OneOf, stampFields, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { searched } from "../shared/page.ts"
import { Input, Reply } from "../shared/schema.ts"

export const lagerFilter = searched("Artikel: Wortanfänge in Nummer, Bezeichnung und Barcode")
export const lagerbewegungenFilter = { ...lagerFilter, pfandartikel_id: Maybe(Uuid()) }

const stueck = Type.Integer()
const since = Type.Integer({ description: "Seit der letzten Zählung" })

export const LagerReply = Reply("Lagerbestand", {
  id: Uuid({ description: "Die des Artikels" }),
  nummer: Type.String(),
  bezeichnung: Type.String(),
  einheit: OneOf(einheiten),
  aktiv: Aktiv(),
  bei_kunden: Type.Integer({ description: "Laut Pfandbuch; es gehört nicht zum Bestand" }),
  mehr_zurueck: Type.Integer({
    minimum: 0,
    description: "Stück, die Kunden mehr zurückgaben, als sie bekamen; in bei_kunden schon abgezogen",
  }),
  stand: Nullable(
    Type.Object(
      {
        gezaehlt: stueck,
        gezaehlt_am: Zeitpunkt(),
        zugekauft: since,
        zurueckgekommen: since,
        ausgegeben: since,
        verkauft: since,
        verschrottet: since,
        bestand: Type.Integer({
          description:
            "gezaehlt + zugekauft + zurueckgekommen − ausgegeben − verkauft − verschrottet; negativ: es fehlt",
        }),
      },
      { description: "null: noch nie gezählt, oder es wird gerade gezählt" },
    ),
  ),
})

export const LagerbewegungReply = Reply("Lagerbewegung", {
  id: Uuid(),
  pfandartikel_id: Uuid(),
  nummer: Type.String(),
  bezeichnung: Type.String(),
  art: OneOf(lagerarten),
  menge: Type.Integer({ description: "Ein Storno ist negativ" }),
  bemerkung: Nullable(Type.String()),
  storno_von: Nullable(Uuid()),
  storniert: Type.Boolean(),
  erfasst_am: Zeitpunkt({ description: "Wann es geschah" }),
  gebucht_von_name: Nullable(Type.String({ description: "null: der Betreiber" })),
  ...stampFields,
})

export const NewLagerbewegung = Input({
  id: Maybe(Uuid()),
  pfandartikel_id: Uuid({ description: "Ein Gebinde bewegt seine Teile" }),
  art: OneOf(lagerarten),
  menge: Type.Integer({ minimum: 1, maximum: MOST_IN_YARD }),
  bemerkung: Maybe(Text(500)),
  erfasst_am: Maybe(Zeitpunkt()),
})

export const LagerbewegungenReply = Reply("Lagerbewegungen", { bewegungen: Type.Array(LagerbewegungReply) })

export const LagerStorno = Input({ bemerkung: Maybe(Text(500)) })
