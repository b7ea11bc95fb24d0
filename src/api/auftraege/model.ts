import { Type } from "@sinclair/typebox"
import { druckauftraege } from "../../db/schema/values.ts"
import { Aktiv, Datum, Maybe, Nullable, OneOf, Text, Uuid } from "../../lib/fields.ts"
import { erinnerungsangaben } from "../kunden/erinnerung/model.ts"
import { auftragsfelder } from "../shared/auftrag.ts"
import { Input, Reply } from "../shared/schema.ts"

const druck = "; nicht beim Abrechnungslauf"
const art = OneOf(druckauftraege, { examples: ["kontoauszuege"] })

export const AuftragReply = Reply("Auftrag", {
  ...auftragsfelder,
  art,
  von: Datum(),
  bis: Datum(),
  ort: Nullable(Type.String({ description: "Nur Kunden in diesem Ort" })),
  aktiv: Nullable(Type.Integer({ description: "1: nur aktive Kunden, 0: nur inaktive" })),
  fahrer_id: Nullable(Uuid({ description: "Nur Kunden, die er im Zeitraum auf seiner Tour hatte" })),
  gewaehlt: Nullable(Type.Integer({ description: "Nur so viele einzeln gewählte Kunden" })),
  mit_bestand: Type.Boolean({ description: "Nur Kunden, die am Ende des Zeitraums etwas hatten" }),
  ab_tagen: Nullable(
    Type.Integer({ description: "Nur Kunden, die etwas am Ende des Zeitraums so lange hatten" }),
  ),
  stufe: Nullable(Type.Integer({ description: "Einer Erinnerung: 1 ist freundlich, 3 die letzte" })),
  nur_leergut: Type.Boolean({ description: "Einer Erinnerung: nicht an Geräte" }),
  frist: Nullable(Datum({ description: "Einer Erinnerung: bis wann es zurück sein soll" })),
  gesamt: Type.Integer({ description: "So viele Kunden" }),
  uebergangen: Type.Integer({
    description: "Nichts abzurechnen; oder nicht, wonach gefiltert wird",
  }),
  fehler: Type.Integer({ description: "Bei so vielen Kunden ging es nicht" }),
  ungedruckt: Type.Integer({
    description: "So viele Abrechnungen eines Laufs ließen sich nicht drucken; abgerechnet sind sie",
  }),
  betrag_cent: Nullable(
    Type.Integer({
      description: "Worauf die Abrechnungen eines Laufs bisher zusammen lauten; null bei anderen und älteren",
    }),
  ),
})

export const AuftragWithFaults = Reply("AuftragMitFehlern", {
  ...AuftragReply.properties,
  kundenfehler: Type.Array(
    Type.Object({
      kunde_id: Uuid(),
      kundennummer: Type.String(),
      name: Type.String(),
      meldung: Type.String(),
    }),
    { description: "Die ersten 200" },
  ),
})

export const NewAuftrag = Input({
  id: Maybe(Uuid()),
  art,
  von: Maybe(
    Datum({ description: "Fehlt es, der Erste des Monats von bis; bei Erinnerungen 31 Tage vor heute" }),
  ),
  bis: Maybe(
    Datum({
      description: "Letzter Tag des Zeitraums, oder der Stichtag; nur Erinnerungen sind immer von heute",
    }),
  ),
  ort: Maybe(Text(200, { description: `Nur Kunden in diesem Ort${druck}` })),
  aktiv: Maybe(Aktiv()),
  fahrer_id: Maybe(
    Uuid({ description: `Nur Kunden, die dieser Fahrer im Zeitraum auf seiner Tour hatte${druck}` }),
  ),
  kunden: Maybe(
    Type.Array(Uuid(), {
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      description: `Nur diese Kunden${druck}`,
    }),
  ),
  mit_bestand: Maybe(
    Type.Boolean({
      description: `Nur Kunden, die am Ende des Zeitraums etwas hatten, in Stück oder Wert${druck}`,
    }),
  ),
  ab_tagen: Maybe(
    Type.Integer({
      minimum: 0,
      maximum: 3650,
      description: `Nur Kunden, die etwas am Ende des Zeitraums so lange hatten${druck}; bei Erinnerungen 31, wenn es fehlt`,
    }),
  ),
  stufe: erinnerungsangaben.stufe,
  nur_leergut: erinnerungsangaben.nur_leergut,
  frist: erinnerungsangaben.frist,
  erwartet: Maybe(
    Input(
      { kunden: Type.Integer(), betrag_cent: Type.Integer() },
      {
        description:
          "Nur beim Abrechnungslauf: was GET /api/abrechnungen/lauf/summe zeigte. Käme inzwischen etwas anderes heraus, antwortet der Dienst mit 409",
      },
    ),
  ),
})

export const Druckwahl = Input({
  weg: Maybe(
    OneOf(["alle", "post"] as const, {
      description:
        "post: ohne die Papiere, die per E-Mail hinausgehen oder hinausgingen, und ohne die gelöschter Personen; fehlt es, alle",
    }),
  ),
})

export const PostversandReply = Reply("Postversand", {
  vermerkt: Type.Integer({ description: "Bei so vielen ist es damit vermerkt" }),
  per_email_offen: Type.Integer({
    description: "Bei so vielen nicht: ihre Kunden wollen eine E-Mail, und die ist noch nicht versandt",
  }),
})
