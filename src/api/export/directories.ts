import type { Static } from "@sinclair/typebox"
import { buchungsartInWords } from "../../lib/buchungsart.ts"
import { klaerungsfelder } from "../../lib/felder/klaerung.ts"
import { lieferfelder } from "../../lib/felder/lieferung.ts"
import { Euro } from "../../print/export/xlsx.ts"
import { listAbrechnungen } from "../abrechnungen/list.ts"
import { abrechnungenFilter } from "../abrechnungen/model.ts"
import { klaerungenFilter } from "../klaerungen/model.ts"
import { listKlaerungen } from "../klaerungen/read.ts"
import { columnsOf } from "../import/table/field-columns.ts"
import { lieferungenFilter, type LieferungListItem } from "../lieferungen/model.ts"
import { listLieferungen } from "../lieferungen/read.ts"
import { listBuchungen } from "../pfandbuchungen/list.ts"
import { buchungenFilter } from "../pfandbuchungen/model.ts"
import { protokollFilter } from "../protokoll/model.ts"
import { listEntries } from "../protokoll/rules.ts"
import type { Route } from "../frame/route.ts"
import { admins, office } from "../frame/session.ts"
import { asTheList, columnsFrom, exportRoute } from "./export-route.ts"

/** Lists of what happened: they go out with the filters of their pages, and never come in. */

type Lieferung = Static<typeof LieferungListItem>
type Lieferexportzeile = Omit<Lieferung, "positionen"> & { p: Lieferung["positionen"][number] | undefined }

/** The note for the driver is the last of these columns: programs that read the table count on it. */
const { hinweis, ...others } = lieferfelder
const lieferspalten = columnsFrom<Lieferexportzeile>(columnsOf({ ...others, hinweis }), {
  bis: { Kunde: (l) => l.kunde_name, Standort: (l) => l.standort_name, Fahrer: (l) => l.fahrer_name },
  Stand: {
    Nummer: ({ p }) => p?.nummer,
    Bezeichnung: ({ p }) => p?.bezeichnung,
    "Soll aus": ({ p }) => p?.soll_ausgabe,
    "Soll zurück": ({ p }) => p?.soll_ruecknahme,
    "Ist aus": ({ p }) => p?.ist_ausgabe,
    "Ist zurück": ({ p }) => p?.ist_ruecknahme,
  },
})

/** @returns the positions of a delivery; a line without any where it has none */
const lines = <P>(positionen: readonly P[]): (P | undefined)[] =>
  positionen.length > 0 ? [...positionen] : [undefined]

export const directoryRoutes: Route[] = [
  exportRoute("lieferungen", {
    roles: office,
    summary: "Die Lieferungen als Tabelle, eine Zeile je Position",
    filters: { ...lieferungenFilter, ...asTheList },
    rows: (tenant, request, actor) => {
      const { items, ...rest } = listLieferungen(tenant, actor, request)
      return {
        ...rest,
        items: items.flatMap(({ positionen, ...l }) => lines(positionen).map((p) => ({ ...l, p }))),
      }
    },
    columns: () => lieferspalten,
  }),
  exportRoute("pfandbuchungen", {
    roles: office,
    summary: "Das Pfandbuch als Tabelle",
    traced: "tenants.pfandbuch_exportiert",
    filters: { ...buchungenFilter, ...asTheList },
    datei: "pfandbuch",
    rows: listBuchungen,
    columns: () => ({
      "Nr.": (b) => b.lfd_nr,
      "Geschehen am (UTC)": (b) => b.erfasst_am,
      "Gebucht am (UTC)": (b) => b.gebucht_am,
      Kunde: (b) => b.kunde_name,
      Art: (b) => buchungsartInWords[b.art],
      Nummer: (b) => b.nummer,
      Bezeichnung: (b) => b.bezeichnung,
      Stück: (b) => b.menge,
      "Je Stück": (b) => new Euro(b.betrag_cent),
      Summe: (b) => new Euro(b.summe_cent),
      Grund: (b) => b.grund,
      "Gebucht von": (b) => b.gebucht_von_name,
      Storniert: (b) => (b.storniert ? "ja" : "nein"),
    }),
  }),
  exportRoute("abrechnungen", {
    roles: office,
    summary: "Die Abrechnungen als Tabelle",
    filters: { ...abrechnungenFilter, ...asTheList },
    rows: listAbrechnungen,
    columns: () => ({
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
      // What list and paper state: Brutto only where it is an invoice, or from before the company chose.
      Betrag: (a) => new Euro(a.betrag_cent),
      Ist: (a) => (a.abrechnung_ist === "rechnung" ? "Rechnung" : "Beleg"),
    }),
  }),
  exportRoute("klaerungen", {
    roles: office,
    summary: "Die Klärungen als Tabelle",
    filters: { ...klaerungenFilter, ...asTheList },
    rows: listKlaerungen,
    columns: (day) => ({
      Datum: (k) => day(k.erfasst_am),
      Kunde: (k) => k.kunde_name,
      Fahrer: (k) => k.fahrer_name,
      "Was geschah": (k) => klaerungsfelder.art.wordsInTables[k.art],
      "Warum abgelehnt": (k) => k.ablehnung,
      Stand: (k) => k.status,
      Entscheidung: (k) => k.entscheidung,
    }),
  }),
  exportRoute("protokoll", {
    roles: admins,
    summary: "Das Protokoll als Tabelle",
    filters: { ...protokollFilter, ...asTheList },
    rows: listEntries,
    columns: () => ({
      "Zeitpunkt (UTC)": (e) => e.erstellt_am,
      Wer: (e) => e.mitarbeiter_name,
      Aktion: (e) => e.aktion,
      Betrifft: (e) => e.betrifft,
      Änderungen: (e) =>
        e.aenderungen
          .map(({ feld, vorher, nachher }) => `${feld}: ${vorher ?? "leer"} → ${nachher ?? "leer"}`)
          .join("\n"),
    }),
  }),
]
