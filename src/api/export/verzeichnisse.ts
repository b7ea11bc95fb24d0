import { Type } from "@sinclair/typebox"
import { abrechnungsarten, buchungsarten } from "../../db/schema/values.ts"
import { Datum, Maybe, OneOf, Text, Uuid, zeitraum } from "../../lib/fields.ts"
import { Euro } from "../../print/export/xlsx.ts"
import { listAbrechnungen } from "../abrechnungen/liste.ts"
import { status as klaerungsstand } from "../klaerungen/model.ts"
import { listKlaerungen } from "../klaerungen/read.ts"
import { status as lieferstand } from "../lieferungen/model.ts"
import { listLieferungen } from "../lieferungen/read.ts"
import { listBuchungen } from "../pfandbuchungen/filter.ts"
import { listEintraege } from "../protokoll/rules.ts"
import { free, type Route } from "../frame/route.ts"
import { admins, office } from "../frame/session.ts"
import { days } from "../shared/time.ts"
import { exportList, exportQuery } from "./table.ts"
import { buchungsworte, klaerungsstaende, klaerungsworte, lieferworte } from "./words.ts"

/** Lists of what happened: they go out with the filters of their pages, and never come in. */

const options = { scope: "tenant", file: "text/csv" } as const
const description =
  "Mit denselben Filtern wie die Liste. CSV mit Semikolon, UTF-8 und Komma in Beträgen, oder für Excel (format=xlsx)."

const nurEins = Maybe(
  Type.Integer({ minimum: 1, maximum: 1, description: "1: nur, was noch keinem Fahrer zugeteilt ist" }),
)

export const verzeichnisRoutes: Route[] = [
  free(
    "GET /api/export/lieferungen",
    {
      ...options,
      description,
      roles: office,
      summary: "Die Lieferungen als Tabelle, eine Zeile je Position",
      traced: "tenants.lieferungen_exportiert",
      query: exportQuery({
        datum: Maybe(Datum()),
        fahrer_id: Maybe(Uuid()),
        ohne_fahrer: nurEins,
        kunde_id: Maybe(Uuid()),
        status: Maybe(lieferstand),
        ...zeitraum,
      }),
    },
    ({ tenant, actor, query: { format, ...filter } }) => {
      type Eintrag = ReturnType<typeof listLieferungen>["items"][number]
      type Zeile = { l: Eintrag; p: Eintrag["positionen"][number] | undefined }
      return exportList<Zeile>(
        tenant,
        (page) => {
          const { items, ...rest } = listLieferungen(tenant, actor, { ...filter, ...page })
          return {
            ...rest,
            items: items.flatMap((l): Zeile[] =>
              l.positionen.length > 0 ? l.positionen.map((p) => ({ l, p })) : [{ l, p: undefined }],
            ),
          }
        },
        "lieferungen",
        {
          Datum: ({ l }) => l.datum,
          von: ({ l }) => l.zeit_von,
          bis: ({ l }) => l.zeit_bis,
          Kunde: ({ l }) => l.kunde_name,
          Fahrer: ({ l }) => l.fahrer_name,
          Stand: ({ l }) => lieferworte[l.status],
          Nummer: ({ p }) => p?.nummer,
          Bezeichnung: ({ p }) => p?.bezeichnung,
          "Soll aus": ({ p }) => p?.soll_ausgabe,
          "Soll zurück": ({ p }) => p?.soll_ruecknahme,
          "Ist aus": ({ p }) => p?.ist_ausgabe,
          "Ist zurück": ({ p }) => p?.ist_ruecknahme,
          "Angenommen von": ({ l }) => l.empfaenger_name,
          Grund: ({ l }) => l.grund,
          Hinweis: ({ l }) => l.hinweis,
        },
        format,
      )
    },
  ),
  free(
    "GET /api/export/pfandbuchungen",
    {
      ...options,
      description,
      roles: office,
      summary: "Das Pfandbuch als Tabelle",
      traced: "tenants.pfandbuch_exportiert",
      query: exportQuery({
        kunde_id: Maybe(Uuid()),
        pfandartikel_id: Maybe(Uuid()),
        geraet_id: Maybe(Uuid()),
        gebucht_von: Maybe(Uuid()),
        art: Maybe(OneOf(buchungsarten)),
        ...zeitraum,
      }),
    },
    ({ tenant, query: { format, ...filter } }) =>
      exportList(
        tenant,
        (page) => listBuchungen(tenant, { ...filter, ...page }),
        "pfandbuch",
        {
          "Nr.": (b) => b.lfd_nr,
          "Geschehen am (UTC)": (b) => b.erfasst_am,
          "Gebucht am (UTC)": (b) => b.gebucht_am,
          Kunde: (b) => b.kunde_name,
          Art: (b) => buchungsworte[b.art],
          Nummer: (b) => b.nummer,
          Bezeichnung: (b) => b.bezeichnung,
          Stück: (b) => b.menge,
          "Je Stück": (b) => new Euro(b.betrag_cent),
          Summe: (b) => new Euro(b.summe_cent),
          Grund: (b) => b.grund,
          "Gebucht von": (b) => b.gebucht_von_name,
          Storniert: (b) => (b.storniert ? "ja" : "nein"),
        },
        format,
      ),
  ),
  free(
    "GET /api/export/abrechnungen",
    {
      ...options,
      description,
      roles: office,
      summary: "Die Abrechnungen als Tabelle",
      traced: "tenants.abrechnungen_exportiert",
      query: exportQuery({
        kunde_id: Maybe(Uuid()),
        von: Maybe(Datum()),
        bis: Maybe(Datum()),
        art: Maybe(OneOf(abrechnungsarten)),
      }),
    },
    ({ tenant, query: { format, ...filter } }) =>
      exportList(
        tenant,
        (page) => listAbrechnungen(tenant, { ...filter, ...page }),
        "abrechnungen",
        {
          Nummer: (a) => a.nummer,
          Datum: (a) => a.datum,
          Art: (a) => (a.art === "storno" ? "Storno" : "Abrechnung"),
          Kundennummer: (a) => a.kundennummer,
          Kunde: (a) => a.kunde_name,
          von: (a) => a.von,
          bis: (a) => a.bis,
          Netto: (a) => new Euro(a.netto_cent),
          USt: (a) => new Euro(a.ust_cent),
          Brutto: (a) => new Euro(a.brutto_cent),
          Storniert: (a) => (a.storniert ? "ja" : "nein"),
        },
        format,
      ),
  ),
  free(
    "GET /api/export/klaerungen",
    {
      ...options,
      description,
      roles: office,
      summary: "Die Klärungen als Tabelle",
      traced: "tenants.klaerungen_exportiert",
      query: exportQuery({
        status: Maybe(klaerungsstand),
        kunde_id: Maybe(Uuid()),
        lieferung_id: Maybe(Uuid()),
      }),
    },
    ({ tenant, query: { format, ...filter } }) => {
      const day = days(tenant)
      return exportList(
        tenant,
        (page) => listKlaerungen(tenant, { ...filter, ...page }),
        "klaerungen",
        {
          Datum: (k) => day(k.erfasst_am),
          Kunde: (k) => k.kunde_name,
          Fahrer: (k) => k.fahrer_name,
          "Was geschah": (k) => klaerungsworte[k.art],
          "Warum abgelehnt": (k) => k.ablehnung,
          Stand: (k) => klaerungsstaende[k.status],
          Entscheidung: (k) => k.entscheidung,
        },
        format,
      )
    },
  ),
  free(
    "GET /api/export/protokoll",
    {
      ...options,
      description,
      roles: admins,
      summary: "Das Protokoll als Tabelle",
      traced: "tenants.protokoll_exportiert",
      query: exportQuery({
        tabelle: Maybe(Text(100)),
        datensatz_id: Maybe(Text(100)),
        mitarbeiter_id: Maybe(Uuid()),
        ...zeitraum,
      }),
    },
    ({ tenant, query: { format, ...filter } }) =>
      exportList(
        tenant,
        (page) => listEintraege(tenant, { ...filter, ...page }),
        "protokoll",
        {
          "Zeitpunkt (UTC)": (e) => e.erstellt_am,
          Wer: (e) => e.mitarbeiter_name,
          Aktion: (e) => e.aktion,
          Betrifft: (e) => e.betrifft,
          Änderungen: (e) =>
            e.aenderungen
              .map(({ feld, vorher, nachher }) => `${feld}: ${vorher ?? "leer"} → ${nachher ?? "leer"}`)
              .join("\n"),
        },
        format,
      ),
  ),
]
