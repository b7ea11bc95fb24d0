import { type TObject, Type } from "@sinclair/typebox"
import { einheiten } from "../../db/schema/values.ts"
import { Datum, Nullable, OneOf, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { GeraetReply } from "../geraete/model.ts"
import { FehlendReply } from "../feierabend/model.ts"
import { FaelligReply } from "../pruefplaene/model.ts"
import { LieferungReply } from "../lieferungen/model.ts"
import { Reply } from "../shared/schema.ts"

const count = Type.Integer({ minimum: 0 })
const nullableText = Nullable(Type.String())

/** The first entries and their number; counting stops at 1000. */
const Auszug = <T extends TObject>(item: T) =>
  Type.Object({
    anzahl: Type.Integer({ minimum: 0, maximum: 1000, description: "1000 heißt: so viele oder mehr" }),
    items: Type.Array(item),
  })

const stopp = ["id", "datum", "status", "kunde_id", "fahrer_id", "grund", "gestartet_am"] as const
const TodayLieferung = Reply("HeuteLieferung", {
  ...Type.Pick(LieferungReply, stopp).properties,
  kunde_name: Type.String(),
  ort: nullableText,
  fahrer_name: nullableText,
})

const TodayLiefertag = Reply("HeuteLiefertag", {
  id: Uuid({ description: "Der Liefertag" }),
  datum: Datum(),
  kunde_id: Uuid(),
  kunde_name: Type.String(),
  ort: nullableText,
  fahrer_id: Nullable(Uuid()),
  fahrer_name: nullableText,
})

const TodayGeraet = Type.Pick(GeraetReply, ["id", "geraetenummer", "bezeichnung", "status_seit"], {
  title: "HeuteGeraet",
})

const TodayPfand = Reply("HeuteOffenesPfand", {
  ...Type.Pick(GeraetReply, ["id", "geraetenummer", "bezeichnung"]).properties,
  kunde_id: Uuid(),
  kunde_name: Type.String(),
  wert_cent: Type.Integer({ description: "Was davon noch auf dem Konto des Kunden ist" }),
})

const TodaySaldo = Reply("HeuteSaldo", {
  kunde_id: Uuid(),
  kundennummer: Type.String(),
  name: Type.String(),
  wert_cent: Type.Integer(),
  seit_am: Nullable(Zeitpunkt({ description: "Seit wann das älteste Stück beim Kunden ist" })),
})

const TodayBestritten = Reply("HeuteBestritten", {
  id: Uuid({ description: "Der Beleg" }),
  titel: Type.String(),
  kunde_id: Uuid(),
  kunde_name: Type.String(),
  name: Type.String({ description: "Wer geantwortet hat" }),
  bemerkung: Type.String(),
  erstellt_am: Zeitpunkt(),
})

export const UndoneReply = Reply("Liegengeblieben", {
  anzahl: Type.Integer({ minimum: 0, description: "Je Art wird bis 1000 gezählt" }),
})

export const TodayReply = Reply("Heute", {
  datum: Datum({ description: "Heute, wo die Firma ist" }),
  touren: Type.Array(
    Type.Object({
      fahrer_id: Nullable(Uuid()),
      fahrer_name: Nullable(Type.String({ description: "null: noch keinem Fahrer zugeteilt" })),
      stopps: count,
      geplant: count,
      unterwegs: count,
      zugestellt: count,
      nicht_zugestellt: count,
      verspaetet: Type.Integer({ minimum: 0, description: "Noch offen, und zeit_bis ist vorbei" }),
    }),
  ),
  neu_zu_planen: Auszug(TodayLieferung),
  nie_beendet: Auszug(TodayLieferung),
  nie_begonnen: Auszug(TodayLieferung),
  liefertage: Auszug(TodayLiefertag),
  liefertage_vorbei: Auszug(TodayLiefertag),
  bestritten: Auszug(TodayBestritten),
  feierabend_fehlt: Auszug(FehlendReply.properties.items.items),
  feierabend_neu_zu_zaehlen: Auszug(FehlendReply.properties.items.items),
  inventur_offen: Nullable(
    Type.Object(
      { id: Uuid(), bezeichnung: Type.String(), erstellt_am: Zeitpunkt() },
      { description: "Sie läuft seit einem früheren Tag: Bis zum Abschluss zeigt niemand den Bestand" },
    ),
  ),
  geraete_verloren: Auszug(TodayGeraet),
  geraete_pfand_offen: Auszug(TodayPfand),
  geraete_lange_in_wartung: Auszug(TodayGeraet),
  pruefungen: Type.Object(
    {
      ueberfaellig: Type.Integer(),
      tage_30: Type.Integer(),
      tage_60: Type.Integer(),
      tage_90: Type.Integer({ description: "Fällig in 90 Tagen, Früheres eingeschlossen" }),
      items: Type.Array(FaelligReply, { description: "Die ersten" }),
    },
    { description: "Was an Geräten zu prüfen ist; gezählt wird bis 1000" },
  ),
  pfand: Type.Object({
    wert_cent: Type.Integer({ description: "Alles Pfand, das bei Kunden ist" }),
    geraete_wert_cent: Type.Integer(),
    geraete: Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: "So viele Geräte sind bei Kunden; 100000 heißt: so viele oder mehr",
    }),
    geraete_verloren: Type.Integer({
      minimum: 0,
      maximum: 1000,
      description:
        "So viele weitere sind nicht bei dem Kunden, auf dessen Konto noch Pfand für sie offen ist, etwa weil sie dort verloren gingen: Es steht mit in geraete_wert_cent; 1000 heißt: so viele oder mehr",
    }),
    artikel: Type.Array(
      Type.Object({
        pfandartikel_id: Uuid(),
        nummer: Type.String(),
        bezeichnung: Type.String(),
        einheit: OneOf(einheiten),
        bestand: Type.Integer(),
        mehr_zurueck: Type.Integer({
          minimum: 0,
          description: "Stück, die Kunden mehr zurückgaben, als sie bekamen; in bestand schon abgezogen",
        }),
        wert_cent: Type.Integer(),
      }),
      { description: "Die tausend mit dem meisten Pfand" },
    ),
  }),
  alte_salden: Type.Object({
    tage: Type.Integer({ description: "Älter als so viele Tage" }),
    kunden: Type.Integer({ minimum: 0, maximum: 10_000, description: "10000 heißt: so viele oder mehr" }),
    wert_cent: Type.Integer({ description: "Pfand auf die Stücke, die so lange draußen sind" }),
    geraete_cent: Type.Integer({ description: "Davon auf Geräte, die oft auf Dauer geliehen sind" }),
  }),
  groesste_salden: Type.Array(TodaySaldo),
  aelteste_salden: Type.Array(TodaySaldo),
  aeltestes_leergut: Type.Array(TodaySaldo, {
    description: "Wer am längsten Artikel hat; ohne Geräte, auch in seit_am und wert_cent",
  }),
  sicherung: Nullable(
    Type.Object(
      { letzte_am: Nullable(Zeitpunkt()), misslungen_am: Nullable(Zeitpunkt()) },
      {
        description:
          "Nur für die Verwaltung; letzte_am null: noch nie. misslungen_am: Seither ist keine Sicherung gelungen",
      },
    ),
  ),
  pruefung: Nullable(
    Type.Object(
      {
        geprueft_am: Zeitpunkt(),
        in_ordnung: Type.Boolean(),
        buchungen: Type.Integer(),
        letzter_hash: nullableText,
        fehler: Type.Integer(),
      },
      { description: "Die letzte Prüfung des Pfandbuchs; nur für die Verwaltung, null: noch nie" },
    ),
  ),
  erste_schritte: Nullable(
    Type.Object(
      {
        briefkopf: Type.Boolean({ description: "Anschrift und Steuernummer der Firma stehen fest" }),
        artikel: Type.Boolean(),
        kunde: Type.Boolean(),
        mitarbeiter: Type.Boolean({ description: "Mehr als ein Konto" }),
        lieferung: Type.Boolean(),
      },
      { description: "Was eine neue Firma schon getan hat; null: alles" },
    ),
  ),
})
