import { Type } from "@sinclair/typebox"
import { kundenfelder } from "../../lib/felder/kunde.ts"
import { replyFields } from "../../lib/felder/schema.ts"
import { Datum, Nullable, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { standortfelder } from "../../lib/felder/standort.ts"
import { LieferungReply, PositionReply } from "../lieferungen/model.ts"
import { EinstellungenReply } from "./model.ts"
import { Reply } from "../shared/schema.ts"

const { kundennummer, name, strasse, plz, ort, ...further } = replyFields(kundenfelder)
const { ansprechpartner, telefon, breitengrad, laengengrad, anlieferungshinweis } = further
const short = { id: Uuid(), kundennummer, name, strasse, plz, ort }
const atTheDoor = { ansprechpartner, telefon, breitengrad, laengengrad, anlieferungshinweis }

/** Fields of a customer that a driver needs at the door. */
export const Tagkunde = Type.Object({ ...short, ...atTheDoor })

const { kunde_id: _, aktiv: __, ...ofStandort } = replyFields(standortfelder)

/** Fields of a customer's place that a driver needs at its door. */
export const Tagstandort = Type.Object({ id: Uuid(), ...ofStandort })

const Stopp = Type.Object({
  ...Type.Pick(LieferungReply, [
    "id",
    "kunde_id",
    "standort_id",
    "datum",
    "zeit_von",
    "zeit_bis",
    "reihenfolge",
    "status",
    "hinweis",
    "grund",
    "empfaenger_name",
    "gestartet_am",
    "erfasst_am",
    "versuch",
    "ungeplant",
  ]).properties,
  gescheitert_am: Type.Optional(
    Zeitpunkt({ description: "Heute nicht zugestellt und neu geplant: Die Ware ist noch auf dem Wagen" }),
  ),
  unterschrieben: Type.Boolean(),
  positionen: Type.Array(
    Type.Omit(PositionReply, ["nummer", "bezeichnung", "einheit", "geprueft_bis"], {
      title: "Tagesposition",
    }),
  ),
})

export const DayReply = Reply("Fahrertag", {
  version: Type.String({ description: "Ändert sich, sobald sich irgendetwas hiervon ändert; auch ETag" }),
  heute: Datum(),
  morgen: Datum(),
  firma: Type.Object({
    name: Type.String(),
    telefon: Nullable(Type.String()),
    links: Type.Boolean({ description: "Kunden können ihren Lieferschein über einen Link bekommen" }),
  }),
  fahrer: Type.Object({ id: Uuid(), name: Type.String() }),
  einstellungen: EinstellungenReply,
  inventur: Nullable(
    Type.Object(
      { id: Uuid(), bezeichnung: Type.String() },
      { description: "Der Hof wird gerade gezählt; null: nein" },
    ),
  ),
  gezaehlt_am: Nullable(
    Zeitpunkt({ description: "Wann der Wagen heute zuletzt gezählt wurde; null: noch nicht" }),
  ),
  gezaehlt_selbst: Type.Boolean({
    description: "true: der Fahrer hat diese Zählung eingetragen, nicht das Büro",
  }),
  stopps: Type.Array(Stopp, {
    description: "Heute und morgen, und was an früheren Tagen begonnen und nie oder erst heute beendet wurde",
  }),
  entschieden: Type.Optional(
    Type.Array(Uuid(), {
      description:
        "Meldungen dieses Fahrers, die das Büro in den letzten Tagen gebucht oder verworfen hat: Sie gelten hier nicht mehr",
    }),
  ),
  nicht_alle: Type.Boolean({ description: "Es sind mehr als 1000 Stopps: Die letzten von morgen fehlen" }),
  aeltere: Type.Integer({
    description:
      "Stopps dieses Fahrers, die vor mehr als sieben Tagen geplant waren und nie begonnen wurden; nicht dabei",
  }),
  kunden: Type.Array(
    Type.Object({
      ...Tagkunde.properties,
      bestand: Type.Array(Type.Object({ pfandartikel_id: Uuid(), bestand: Type.Integer() })),
      ueblich: Type.Array(Type.Object({ pfandartikel_id: Uuid(), menge: Type.Integer() }), {
        description: "Was der Kunde meist zurückgibt, das Häufigste zuerst",
      }),
      bilder: Type.Array(Type.Object({ vorschau_url: Type.String(), titel: Nullable(Type.String()) })),
    }),
  ),
  standorte: Type.Array(Tagstandort, { description: "Wohin Stopps gehen, die einen standort_id haben" }),
  weitere_kunden: Type.Array(Type.Object(short), {
    description: "Wo der Fahrer zuletzt war, für ungeplante Abholungen",
  }),
  artikel: Type.Array(
    Type.Object({
      id: Uuid(),
      nummer: Type.String(),
      bezeichnung: Type.String(),
      art: Type.String(),
      barcode: Nullable(Type.String()),
      aktiv: Type.Integer(),
      teile: Type.Array(Type.Object({ pfandartikel_id: Uuid(), menge: Type.Integer() })),
    }),
  ),
  nicht_alle_artikel: Type.Boolean({
    description:
      "Es gibt mehr als 1000 Artikel im Umlauf: Dabei sind die ersten und alle, die an den Stopps vorkommen",
  }),
  geraete: Type.Array(
    Type.Object({
      id: Uuid(),
      geraetenummer: Type.String(),
      bezeichnung: Type.String(),
      barcode: Nullable(Type.String()),
      status: Type.String(),
      kunde_id: Nullable(Uuid()),
      geprueft_bis: Nullable(Datum({ description: "Danach darf es nicht abgegeben werden" })),
    }),
    { description: "Bei diesen Kunden, geplant, oder im Lager (höchstens 500)" },
  ),
})
