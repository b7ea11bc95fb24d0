import { Type } from "@sinclair/typebox"
import { abrechnungen, kundenArten } from "../../db/schema/values.ts"
import {
  Datum,
  Aktiv,
  Email,
  Maybe,
  Nullable,
  OneOf,
  stampFields,
  Text,
  Uhrzeit,
  Uuid,
  Zeitpunkt,
} from "../../lib/fields.ts"

const abrechnung = OneOf(abrechnungen)
const art = OneOf(kundenArten, {
  description:
    "Wonach sich die Form einer Rechnung richtet; fehlt es, folgt es aus dem Land: ausland, in Deutschland unternehmen",
})
const text = (max: number) => Maybe(Nullable(Text(max)))
const grad = (max: number) => Type.Number({ minimum: -max, maximum: max })

const fields = {
  ansprechpartner: text(200),
  telefon: text(50),
  email: Maybe(Nullable(Email())),
  strasse: text(200),
  plz: text(20),
  ort: text(100),
  land: Maybe(
    Type.String({
      pattern: "^[A-Z]{2}$",
      maxLength: 2,
      msg: "muss ein Länderkürzel sein, z. B. DE",
      examples: ["DE"],
    }),
  ),
  breitengrad: Maybe(Nullable(grad(90))),
  laengengrad: Maybe(Nullable(grad(180))),
  anlieferungshinweis: text(2000),
  lieferzeit_von: Maybe(Nullable(Uhrzeit())),
  lieferzeit_bis: Maybe(Nullable(Uhrzeit())),
  abrechnung: Maybe(abrechnung),
  debitor_nr: Maybe(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 999_999_999,
        description: "Konto in der Buchführung; fehlt es, gilt die Grundzahl plus Kundennummer",
      }),
    ),
  ),
  art: Maybe(art),
  ust_id: Maybe(
    Nullable(
      Text(20, {
        format: "ust_id",
        description: "Eine deutsche wird an ihrer Prüfziffer geprüft, andere an ihrer Form",
        examples: ["DE123456788"],
      }),
    ),
  ),
  kaeuferreferenz: Maybe(
    Nullable(
      Text(100, {
        description:
          "Was der Kunde auf der Rechnung verlangt; bei art behoerde die Leitweg-ID, die an ihren Prüfziffern geprüft wird",
        examples: ["04011000-1234512345-06"],
      }),
    ),
  ),
  rechnungs_email: Maybe(Nullable(Email({ description: "Wohin Rechnungen gehen; fehlt sie, gilt email" }))),
  notiz: text(5000),
  aktiv: Maybe(Aktiv()),
}

const nullableText = Nullable(Type.String())

export const KundeReply = Type.Object(
  {
    id: Uuid(),
    kundennummer: Type.String(),
    name: Type.String(),
    ansprechpartner: nullableText,
    telefon: nullableText,
    email: nullableText,
    strasse: nullableText,
    plz: nullableText,
    ort: nullableText,
    land: Type.String(),
    breitengrad: Nullable(Type.Number()),
    laengengrad: Nullable(Type.Number()),
    anlieferungshinweis: nullableText,
    lieferzeit_von: Nullable(Uhrzeit()),
    lieferzeit_bis: Nullable(Uhrzeit()),
    abrechnung,
    debitor_nr: Nullable(Type.Integer()),
    art,
    ust_id: nullableText,
    kaeuferreferenz: nullableText,
    rechnungs_email: nullableText,
    notiz: nullableText,
    aktiv: Type.Integer(),
    ...stampFields,
  },
  { title: "Kunde" },
)

export const RueckgabeReply = Type.Object(
  {
    pfandartikel_id: Uuid(),
    nummer: Type.String(),
    bezeichnung: Type.String(),
    menge: Type.Integer({ description: "Die mittlere aller Male" }),
    anzahl: Type.Integer({ description: "Wie oft der Artikel unter den letzten Rückgaben war" }),
    zuletzt_am: Zeitpunkt(),
  },
  { title: "Rueckgabe" },
)

export const NewKunde = Type.Object(
  {
    id: Maybe(Uuid()),
    kundennummer: Maybe(Text(50, { description: "Wird vergeben, wenn sie fehlt" })),
    name: Text(200, { examples: ["Gasthaus zum Adler"] }),
    ...fields,
  },
  { additionalProperties: false },
)

export const KundePatch = Type.Object(
  { kundennummer: Maybe(Text(50)), name: Maybe(Text(200)), ...fields },
  { additionalProperties: false, minProperties: 1 },
)

/** Records kept of an erased person, with the law's periods. */
export const LoeschungReply = Type.Composite(
  [
    KundeReply,
    Type.Object({
      aufbewahrt: Type.Array(
        Type.Object({
          was: Type.String({ examples: ["Buchungen im Pfandbuch"] }),
          anzahl: Type.Integer({ minimum: 1 }),
          bis: Datum({ description: "Der letzte Tag, an dem es aufbewahrt wird" }),
          grund: Type.String({ examples: ["AO § 147: Bücher zehn Jahre"] }),
        }),
        { description: "Was nicht gelöscht werden darf; niemand in der Firma sieht davon noch die Person" },
      ),
    }),
  ],
  { title: "Loeschung" },
)
