import { Type } from "@sinclair/typebox"
import {
  abrechnungsklassen,
  buchungsarten,
  preisarten,
  steuersaetze,
  ustVerfahren,
} from "../../db/schema/values.ts"
import { MOST_PIECES } from "../../lib/figures.ts"
import { Cent, Maybe, Nullable, OneOf, period, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { PfandkontoReply } from "../pfandsalden/model.ts"
import { Naming } from "../shared/artikel-or-geraet.ts"
import { searched } from "../shared/page.ts"
import { Input, Reply } from "../shared/schema.ts"

export const art = OneOf(buchungsarten, { examples: ["ausgabe"] })

export const buchungenFilter = {
  ...searched("Kunde oder Gerät: Wortanfänge in Name, Nummer, Anschrift, Telefon, Bezeichnung"),
  kunde_id: Maybe(Uuid()),
  pfandartikel_id: Maybe(Uuid()),
  geraet_id: Maybe(Uuid()),
  vorgang_id: Maybe(Uuid()),
  lieferung_id: Maybe(Uuid()),
  art: Maybe(art),
  gebucht_von: Maybe(Uuid({ description: "Wer gebucht hat" })),
  ...period,
}
const BuchungReply = Reply("Buchung", {
  id: Uuid(),
  lfd_nr: Type.Integer({ minimum: 1, description: "Lückenlos je Tenant" }),
  vorgang_id: Uuid(),
  kunde_id: Uuid(),
  pfandartikel_id: Nullable(Uuid()),
  geraet_id: Nullable(Uuid()),
  art,
  menge: Type.Integer({ minimum: 1 }),
  betrag_cent: Cent({ description: "Pfand je Stück zum Zeitpunkt der Buchung" }),
  summe_cent: Type.Integer({
    description: "menge × betrag_cent; negativ bei Rücknahme und korrektur_minus",
  }),
  lieferung_id: Nullable(Uuid()),
  storno_von: Nullable(Uuid()),
  grund: Nullable(Type.String()),
  gebucht_von: Type.String(),
  erfasst_am: Zeitpunkt(),
  gebucht_am: Zeitpunkt(),
  klasse: OneOf(abrechnungsklassen, { description: "Wie es besteuert wird, beim Buchen festgehalten" }),
  steuersatz: OneOf(steuersaetze),
  preise: OneOf(preisarten),
  kleinunternehmer: Type.Integer({ description: "1: ohne Ausweis von Umsatzsteuer (§ 19 UStG)" }),
  ust_verfahren: OneOf(ustVerfahren),
  hash: Type.String({ description: "SHA-256 über die Buchung und den Hash der vorigen" }),
})

/** A booking in a list, with the names of customer, article and device. */
export const BuchungListItem = Type.Composite(
  [
    BuchungReply,
    Type.Object({
      kunde_name: Nullable(Type.String()),
      nummer: Type.String({ description: "Artikel- oder Gerätenummer" }),
      bezeichnung: Type.String(),
      gebucht_von_name: Nullable(Type.String({ description: "null: der Betreiber" })),
      storniert: Type.Boolean({ description: "Storniert" }),
      verlust: Type.Boolean({ description: "Ein Verlust, oder sein Storno" }),
      gegen_vorgang_id: Nullable(
        Uuid({ description: "Der Vorgang, der diese Buchung aufhebt, oder den ein Storno aufhebt" }),
      ),
    }),
  ],
  { title: "BuchungEintrag" },
)

const posten = Naming({
  art,
  menge: Type.Integer({ minimum: 1, maximum: MOST_PIECES }),
  betrag_cent: Maybe(Cent({ description: "Nur für die Verwaltung; sonst gilt das Pfand des Artikels" })),
})

const positionen = Type.Array(posten, { minItems: 1, maxItems: 200 })

const lieferung_id = Maybe(
  Uuid({
    description:
      "Die Lieferung, für die neu gebucht wird, weil ihre Buchung storniert ist. Es zählt dann als das, was bei ihr hin- und zurückging",
  }),
)

export const NewVorgang = Input({
  id: Maybe(Uuid({ description: "Wird zur vorgang_id; dieselbe id darf gefahrlos wiederholt werden" })),
  kunde_id: Uuid(),
  lieferung_id,
  erfasst_am: Maybe(Zeitpunkt()),
  grund: Maybe(Text(500)),
  positionen,
  erwartet_cent: Maybe(
    Type.Integer({
      description:
        "Die Summe, die vor dem Buchen zu sehen war (Vorschau). Würde inzwischen eine andere gebucht, antwortet der Dienst mit 409",
    }),
  ),
})

export const NewPreview = Input({
  kunde_id: Uuid(),
  lieferung_id,
  erfasst_am: Maybe(Zeitpunkt()),
  positionen,
})

export const PreviewReply = Reply("Vorschau", {
  positionen: Type.Array(
    Type.Object({
      summe_cent: Type.Integer({ description: "negativ bei Rücknahme und korrektur_minus" }),
      teile: Type.Array(Type.Object({ menge: Type.Integer(), betrag_cent: Type.Integer() }), {
        description: "Die Buchungen, die daraus werden, in ihrer Reihenfolge",
      }),
    }),
    { description: "In der Reihenfolge der Anfrage" },
  ),
  ust_kommt_dazu: Type.Boolean({
    description: "Zu diesen Beträgen, oder zu einem Teil davon, rechnet die Abrechnung noch Umsatzsteuer",
  }),
})

export const VorgangReply = Reply("Vorgang", {
  vorgang_id: Uuid(),
  buchungen: Type.Array(BuchungReply),
  pfandkonto: PfandkontoReply,
})

export const NewStorno = Input({ id: Maybe(Uuid()), grund: Text(500) })
