import { Type } from "@sinclair/typebox"
import { Datum, Maybe, Nullable, Uuid } from "../../lib/fields.ts"
import { KundeReply } from "../kunden/model.ts"
import { LieferungReply, PositionReply } from "../lieferungen/model.ts"
import { LiefertagReply } from "../liefertage/model.ts"
import { Input, Reply } from "../shared/schema.ts"

export const TourenQuery = Input({ datum: Datum() })
export const TourPath = Type.Object({ datum: Datum(), fahrer_id: Type.String({ maxLength: 36 }) })

const stueck = Type.Integer({ minimum: 0 })

const Ladung = Reply(
  "Ladung",
  {
    gebinde: stueck,
    einzeln: stueck,
    geraete: stueck,
    gebinde_zurueck: stueck,
    einzeln_zurueck: stueck,
    geraete_zurueck: stueck,
  },
  { description: "Stück, die nach Plan hinausgehen und zurückkommen" },
)

const { properties: planned } = Type.Pick(LieferungReply, [
  "reihenfolge",
  "status",
  "version",
  "versuch",
  "zeit_von",
  "zeit_bis",
  "hinweis",
  "kunde_id",
  "standort_id",
])
const { strasse, plz, ort, telefon, anlieferungshinweis, breitengrad, laengengrad } = KundeReply.properties
const atKunde = { strasse, plz, ort, telefon, anlieferungshinweis, breitengrad, laengengrad }

export const TourenReply = Reply("Touren", {
  datum: Datum(),
  touren: Type.Array(
    Type.Object({
      fahrer_id: Nullable(Uuid()),
      fahrer_name: Nullable(Type.String({ description: "null: noch keinem Fahrer zugeteilt" })),
      verspaetet: Type.Integer({ minimum: 0, description: "So viele Stopps sind verspätet" }),
      ladung: Ladung,
      stopps: Type.Array(
        Type.Object({
          lieferung_id: Uuid(),
          verspaetet: Type.Boolean({
            description: "Tag oder zeit_bis ist vorbei, und sie ist noch geplant oder unterwegs",
          }),
          ...planned,
          grund: Nullable(Type.String({ description: "Warum nicht zugestellt wurde" })),
          kunde_name: Type.String(),
          standort_name: Nullable(
            Type.String({ description: "Dann ist die Anschrift die des Standorts; null: die des Kunden" }),
          ),
          ...atKunde,
          positionen: Type.Array(PositionReply),
        }),
      ),
    }),
  ),
})

export const UnfinishedReply = Reply("Unbeendet", {
  items: Type.Array(
    Type.Object({
      lieferung_id: Uuid(),
      ...Type.Pick(LieferungReply, ["datum", "gestartet_am", "fahrer_id", "kunde_id"]).properties,
      fahrer_name: Nullable(Type.String()),
      kunde_name: Type.String(),
    }),
  ),
})

export const Order = Input({
  lieferung_ids: Type.Array(Uuid(), { minItems: 1, maxItems: 500, uniqueItems: true }),
})

export const DayPath = Type.Object({ datum: Datum() })

export const Copy = Input({
  id: Maybe(Uuid({ description: "Dieselbe id darf gefahrlos wiederholt werden" })),
  von: Datum({
    examples: ["2026-03-24"],
    description: "Der Tag, dessen Lieferungen noch einmal geplant werden",
  }),
  fahrer_id: Maybe(Nullable(Uuid({ description: "Nur die Tour dieses Fahrers; null: was keinen hat" }))),
})

export const CopyReply = Reply("Tourkopie", {
  datum: Datum(),
  items: Type.Array(Type.Object({ lieferung_id: Uuid(), kunde_id: Uuid(), kunde_name: Type.String() })),
  ausgelassen: Type.Array(Type.Object({ kunde_id: Uuid(), kunde_name: Type.String(), grund: Type.String() })),
})

export const Verschiebung = Input({
  lieferung_id: Uuid(),
  fahrer_id: Nullable(Uuid({ description: "Wer sie nun fährt; null: niemand" })),
  vor: Maybe(
    Nullable(
      Uuid({
        description:
          "Die offene Lieferung, vor die sie kommt, mit version auch eine erledigte; null: ans Ende",
      }),
    ),
  ),
  version: Maybe(
    Type.Integer({ minimum: 1, description: "Der Stand, den man gesehen hat; sonst gilt jeder" }),
  ),
})

export const WocheQuery = Input({ woche: Datum({ description: "Ein Tag der Woche, gleich welcher" }) })

const anzahl = Type.Integer({ minimum: 0 })
const { positionen, zeit_von, zeit_bis, hinweis } = LiefertagReply.properties
const bedenken = Type.Array(Type.String(), {
  description: "Was dagegen spricht, ihn ungesehen zu übernehmen, etwa ein Feiertag",
})

export const WocheReply = Reply("Woche", {
  woche: Datum({ description: "Ihr Montag" }),
  tage: Type.Array(
    Type.Object({
      datum: Datum(),
      feiertag: Nullable(Type.String({ description: "Im Land der Firma, oder in Teilen davon" })),
      touren: Type.Array(
        Type.Object({
          fahrer_id: Nullable(Uuid()),
          fahrer_name: Nullable(Type.String()),
          stopps: anzahl,
          erledigt: anzahl,
          nicht_zugestellt: anzahl,
        }),
      ),
    }),
  ),
  vorschlag: Type.Array(
    Type.Object({
      liefertag_id: Uuid(),
      version: Type.Integer({ description: "Der Stand des Liefertags, aus dem der Vorschlag folgt" }),
      datum: Datum(),
      kunde_id: Uuid(),
      kunde_name: Type.String(),
      ort: Nullable(Type.String()),
      fahrer_id: Nullable(Uuid()),
      fahrer_name: Nullable(Type.String()),
      zeit_von: { ...zeit_von, description: "Wie sie geplant wird: ohne eigene Zeiten die des Kunden" },
      zeit_bis,
      hinweis,
      positionen,
      bedenken,
      ausweichtage: Type.Array(Type.Object({ datum: Datum(), bedenken }), {
        description: "Andere Tage dieser Woche, an denen er stattdessen geplant werden kann",
      }),
    }),
    {
      description:
        "Regelmäßige Lieferungen dieser Woche, über die noch nicht entschieden ist; höchstens 2000",
    },
  ),
  vorbei: Type.Array(
    Type.Object({
      liefertag_id: Uuid(),
      version: Type.Integer({ description: "Der Stand des Liefertags" }),
      datum: Datum(),
      kunde_id: Uuid(),
      kunde_name: Type.String(),
      fahrer_id: Nullable(Uuid()),
      fahrer_name: Nullable(Type.String()),
    }),
    { description: "Weder geplant noch ausgelassen, und der Tag ist vorbei; je Tag höchstens 500" },
  ),
  ausgelassen: Type.Array(
    Type.Object({ liefertag_id: Uuid(), datum: Datum(), kunde_id: Uuid(), kunde_name: Type.String() }),
    { description: "Was diese Woche ausfällt; höchstens 2000" },
  ),
})

export const Uebernahme = Input({
  eintraege: Type.Array(
    Type.Object({
      liefertag_id: Uuid(),
      version: Type.Integer({ minimum: 1, description: "Wie im Vorschlag" }),
      datum: Maybe(Datum({ description: "Ein anderer Tag dieser Woche als der vorgeschlagene" })),
      auslassen: Maybe(
        Type.Boolean({ description: "true: diese Woche nicht; er wird für sie nicht mehr vorgeschlagen" }),
      ),
    }),
    { minItems: 1, maxItems: 2000 },
  ),
})

export const UebernahmeReply = Reply("Wochenplan", {
  woche: Datum(),
  items: Type.Array(
    Type.Object({
      liefertag_id: Uuid(),
      kunde_id: Uuid(),
      kunde_name: Type.String(),
      lieferung_id: Nullable(Uuid({ description: "null: diese Woche ausgelassen" })),
    }),
  ),
  ausgelassen: Type.Array(
    Type.Object({ liefertag_id: Uuid(), kunde_name: Nullable(Type.String()), grund: Type.String() }),
    { description: "Was nicht geplant werden konnte" },
  ),
})

export const Wiederaufnahme = Input({
  liefertag_ids: Type.Array(Uuid(), { minItems: 1, maxItems: 2000, uniqueItems: true }),
  auch_geplante: Maybe(
    Type.Boolean({
      description:
        "true: auch was daraus geplant und seither nicht geändert wurde; die Lieferung wird abgesagt",
    }),
  ),
})

export const WiederaufnahmeReply = Reply("Wiederaufnahme", {
  woche: Datum(),
  items: Type.Array(Type.Object({ liefertag_id: Uuid() }), {
    description: "Die davon bis jetzt ausgelassen oder geplant waren",
  }),
  geblieben: Type.Array(
    Type.Object({ liefertag_id: Uuid(), kunde_name: Type.String(), grund: Type.String() }),
    { description: "Was geplant bleibt, und warum" },
  ),
})

export const WochePath = Type.Object({ woche: Datum() })
