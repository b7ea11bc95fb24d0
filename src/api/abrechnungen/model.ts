import { Type } from "@sinclair/typebox"
import {
  abrechnungIst,
  abrechnungsarten,
  abrechnungsformen,
  abrechnungsklassen,
  abrechnungsversand,
  einheiten,
  preisarten,
  ustVerfahren,
} from "../../db/schema/values.ts"
import { versandwegInWords } from "../../lib/arten.ts"
import { valuesIn } from "../../lib/felder/feld.ts"
import { Datum, Maybe, Monat, Nullable, OneOf, stampFields, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

export const GONE = "Abrechnung nicht gefunden"

const cent = (description: string) => Type.Integer({ description })
const art = OneOf(abrechnungsarten)
const klasse = OneOf(abrechnungsklassen)
const satz = Nullable(Type.Integer({ description: "Prozent; null, wo keine Umsatzsteuer gerechnet wird" }))

const abrechnung_ist = OneOf(abrechnungIst, {
  description: "beleg: ohne Umsatzsteuer, sie steht auf der Rechnung über die Ware; rechnung: nach § 14 UStG",
})
const betrag = cent(
  "Worauf sie lautet: bei einem Beleg die Summe der Bewegungen wie vereinbart, sonst brutto_cent. Unter null ein Guthaben",
)
const brutto = cent("Mit Umsatzsteuer gerechnet; was zu zahlen ist, steht in betrag_cent")

/** What a list of settlements and its export are narrowed by. */
export const abrechnungenFilter = {
  kunde_id: Maybe(Uuid()),
  monat: Maybe(Monat({ description: "Der Zeitraum endet in diesem Monat" })),
  auftrag_id: Maybe(Uuid({ description: "Mit diesem Abrechnungslauf entstanden" })),
  von: Maybe(Datum({ description: "Ausgestellt an diesem Tag oder später" })),
  bis: Maybe(Datum({ description: "Ausgestellt an diesem Tag oder früher" })),
  art: Maybe(art),
  unversandt: Maybe(
    Type.Boolean({
      description:
        "true: nur, was gilt und noch nicht hinausging, weder mit einer E-Mail, die ein Mailserver nahm, noch per Post; Stornos, wenn der Kunde das Stornierte haben kann",
    }),
  ),
}

const future = OneOf(abrechnungsformen, {
  description:
    "In welcher Form sie ausginge. papier: nur Seiten; zugferd: PDF mit der Rechnung als XML darin; xrechnung: XML",
})

const position = Type.Object({
  pfandartikel_id: Nullable(Uuid()),
  geraet_id: Nullable(Uuid()),
  nummer: Type.String(),
  bezeichnung: Type.String(),
  einheit: Nullable(OneOf(einheiten, { description: "null: von vor der Angabe" })),
  klasse,
  satz,
  betrag_cent: Type.Integer(),
  ausgabe: Type.Integer(),
  ruecknahme: Type.Integer(),
  korrektur: Type.Integer({ description: "Mit Vorzeichen" }),
  summe_cent: Type.Integer(),
})

const steuer = Type.Object({
  klasse,
  satz,
  netto_cent: Type.Integer(),
  ust_cent: Type.Integer(),
  brutto_cent: Type.Integer(),
})

const kopf = {
  id: Uuid(),
  nummer: Type.String({ examples: ["ABR-2026-00001"] }),
  art,
  storno_von: Nullable(Uuid({ description: "Die Abrechnung, die hiermit storniert ist" })),
  grund: Nullable(Type.String()),
  kunde_id: Uuid(),
  lieferung_id: Nullable(Uuid()),
  auftrag_id: Nullable(Uuid({ description: "Der Abrechnungslauf, mit dem sie entstand" })),
  datum: Datum(),
  von: Datum(),
  bis: Datum(),
  anfang_cent: cent("Pfandkonto vor dieser Abrechnung, netto oder brutto nach `preise`"),
  ausserhalb_cent: Nullable(
    cent(
      "In anfang_cent, und seit der Abrechnung davor außerhalb von Abrechnungen gebucht: Verluste und Anfangsbestände. Stornierte davor zählen nicht. null bei Stornos, bei älteren und bei der ersten, wenn davor nichts verloren ging",
    ),
  ),
  summe_cent: cent("Summe der Bewegungen"),
  netto_cent: Type.Integer(),
  ust_cent: Type.Integer(),
  preise: OneOf(preisarten),
  ust_verfahren: OneOf(ustVerfahren),
  kleinunternehmer: Type.Integer({ description: "1: ohne Ausweis von Umsatzsteuer (§ 19 UStG)" }),
  abrechnung_ist: Nullable(abrechnung_ist),
  form: Nullable(
    OneOf(abrechnungsformen, {
      description:
        "papier: nur Seiten; zugferd: PDF mit der Rechnung als XML darin (EN 16931); xrechnung: XML, das PDF ist eine Ansicht davon. null: auf Papier, von vor dieser Angabe",
    }),
  ),
  versand_offen: Type.Integer({
    description:
      "1: gilt und ging noch nicht hinaus, weder mit einer E-Mail, die ein Mailserver nahm, noch per Post; bei Stornos, wenn der Kunde das Stornierte haben kann",
  }),
  per_post_am: Nullable(Zeitpunkt({ description: "Wann vermerkt wurde, dass sie per Post hinausging" })),
  erstellt_von: Type.String(),
  ...stampFields,
}

const versand = OneOf(abrechnungsversand, {
  description:
    "email: ein Mailserver nahm sie; post: so vermerkt; wartet, unklar, abgelehnt, zurueckgezogen: was aus der E-Mail damit wurde; offen: noch nichts; entfaellt: braucht nicht hinauszugehen",
})

const empfang = {
  versandweg: OneOf(valuesIn(versandwegInWords), { description: "Wie der Kunde heute seine Post bekommt" }),
  versand_an: Type.Array(Type.String(), { description: "Wohin eine E-Mail damit heute ginge" }),
}

const kundenkopf = { kundennummer: Type.String(), kunde_name: Type.String() }

export const AbrechnungZeile = Reply("AbrechnungZeile", {
  ...kopf,
  ...kundenkopf,
  brutto_cent: brutto,
  betrag_cent: betrag,
  storniert: Type.Boolean({ description: "Durch ein Storno berichtigt" }),
  versand,
  ...empfang,
})

export const AbrechnungReply = Reply("Abrechnung", {
  ...kopf,
  leistung_von: Datum({
    description:
      "Erster Tag, an dem etwas davon bewegt wurde, wenn er vor `von` liegt; sonst `von`. Rechnungen nennen ihn als Beginn der Leistungszeit",
  }),
  verluste_cent: Nullable(
    cent(
      "Von ausserhalb_cent die Verluste; das Übrige sind Anfangsbestände. null auch, wo ältere das nicht trennen",
    ),
  ),
  ende_cent: cent("anfang_cent + summe_cent"),
  versand,
  ...empfang,
  brutto_cent: brutto,
  betrag_cent: betrag,
  xrechnung: Type.Boolean({ description: "Es gibt sie auch als XRechnung, unter xrechnung.xml" }),
  ...kundenkopf,
  kunde_name: Type.String({ description: "Wie er heute heißt" }),
  empfaenger_name: Nullable(
    Type.String({ description: "Wie er auf dem Beleg heißt; null, wenn er gelöscht wurde" }),
  ),
  papier_am: Nullable(
    Zeitpunkt({
      description:
        "Wann ihr PDF zum ersten Mal gemacht wurde, zum Speichern, Drucken oder Versenden; null: noch nie",
    }),
  ),
  storno_von_nummer: Nullable(Type.String({ description: "Die Nummer der Abrechnung `storno_von`" })),
  storniert_durch: Nullable(Type.Object({ id: Uuid(), nummer: Type.String() })),
  positionen: Type.Array(position),
  steuern: Type.Array(steuer),
})

const ausland_mit_ust = Type.Boolean({ description: "Ob eine Rechnung ins Ausland deutsche USt auswiese" })

export const PreviewReply = Reply("Abrechnungsvorschau", {
  kunde_id: Uuid(),
  bis: Datum(),
  buchungen: Type.Integer({
    description:
      "Wie viele Buchungen abgerechnet würden; ist keine offen, von wie vielen Anfangsbeständen, Verlusten und Stornos davon übernommen würde, was sie an Steuer von einem Satz zum anderen verschieben",
  }),
  anfang_cent: Type.Integer(),
  summe_cent: Type.Integer(),
  ende_cent: Type.Integer(),
  netto_cent: Type.Integer(),
  ust_cent: Type.Integer(),
  brutto_cent: Type.Integer(),
  betrag_cent: betrag,
  abrechnung_ist,
  form: future,
  ausland_mit_ust,
  hindernis: Nullable(
    Type.String({ description: "Was der Firma oder dem Kunden fehlt, um sie auszustellen" }),
  ),
  positionen: Type.Array(position),
  steuern: Type.Array(steuer),
})

export const LaufPreview = Reply("Laufvorschau", {
  id: Uuid({ description: "Die des Kunden" }),
  kunde_id: Uuid(),
  kundennummer: Type.String(),
  name: Type.String(),
  buchungen: Type.Integer({ description: "Wie viele Buchungen abgerechnet würden" }),
  summe_cent: Type.Integer(),
  brutto_cent: brutto,
  betrag_cent: betrag,
  vormonat_cent: Nullable(
    Type.Integer({
      description: "Worauf die Abrechnungen des Monats davor zusammen lauten; null, wenn es nichts gab",
    }),
  ),
  form: Nullable(future),
  ausland_mit_ust,
  hindernis: Nullable(Type.String({ description: "Warum dieser Kunde nicht abgerechnet würde" })),
})

export const LaufSumme = Reply("Laufsumme", {
  kunden: Type.Integer({ description: "So viele Kunden würden abgerechnet" }),
  betrag_cent: Type.Integer({ description: "Worauf ihre Abrechnungen zusammen lauten würden" }),
  hindernisse: Type.Integer({ description: "So viele würden nicht abgerechnet, weil etwas im Weg steht" }),
})

export const NewAbrechnung = Input({
  id: Maybe(Uuid()),
  kunde_id: Uuid(),
  von: Maybe(Datum({ description: "Fehlt es, beginnt der Zeitraum mit der ältesten offenen Buchung" })),
  bis: Datum({ description: "Letzter Tag; was danach erfasst ist, bleibt offen" }),
  erwartet_cent: Maybe(
    Type.Integer({
      description:
        "betrag_cent der Vorschau. Käme inzwischen etwas anderes heraus, antwortet der Dienst mit 409",
    }),
  ),
})

export const NewGegenbeleg = Input({ id: Maybe(Uuid()), grund: Text(500) })

const feld = Type.Object({
  name: Type.String({ examples: ["Rechnungsnummer"] }),
  nr: Type.String({ description: "Nummer in EN 16931, leer wo sie keine hat", examples: ["BT-1"] }),
  wert: Type.String({ description: "Wie man es liest: Tage, Beträge und Kennzahlen auf Deutsch" }),
})

export const RechnungReply = Reply("Rechnungsfelder", {
  gruppen: Type.Array(Type.Object({ titel: Type.String(), felder: Type.Array(feld) }), {
    description: "Alle Felder außer denen der Zeilen, in der Reihenfolge, in der man sie liest",
  }),
  zeilen: Type.Array(Type.Array(feld), { description: "Die Felder jeder Zeile, höchstens der ersten 200" }),
  zeilen_anzahl: Type.Integer({ description: "So viele Zeilen hat die Rechnung" }),
})
