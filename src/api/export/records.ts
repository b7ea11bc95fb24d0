import { antwortInWords, belegartInWords, lagerartInWords, pruefartInWords } from "../../lib/arten.ts"
import { Euro } from "../../print/export/xlsx.ts"
import { belegfilter } from "../belege/model.ts"
import { listBelege } from "../belege/rules.ts"
import type { Route } from "../frame/route.ts"
import { office } from "../frame/session.ts"
import { inventurenFilter } from "../inventuren/model.ts"
import { listInventuren } from "../inventuren/rules.ts"
import { lagerColumns, listLager } from "../lager/bestand.ts"
import { lagerbewegungenFilter } from "../lager/model.ts"
import { listLagerbewegungen } from "../lager/rules.ts"
import { faelligFilter } from "../pruefplaene/model.ts"
import { listDue } from "../pruefplaene/rules.ts"
import { asTheList, exportRoute } from "./export-route.ts"

/** Lists of papers, tests, counts and stock: they go out with the filters of their pages, and never come in. */

/** `LIKE_THE_LIST` of a table without amounts. */
const NO_AMOUNTS =
  "Mit denselben Filtern wie die Liste. CSV mit Semikolon und UTF-8, oder für Excel (format=xlsx)."

export const recordRoutes: Route[] = [
  exportRoute("lager", {
    roles: office,
    description: `${NO_AMOUNTS} Solange eine Inventur offen ist, fehlt der Bestand.`,
    summary: "Was die Firma selbst auf dem Hof hat, als Tabelle",
    untraced: "about articles, not about persons",
    filters: asTheList,
    rows: listLager,
    columns: lagerColumns,
  }),
  exportRoute("lagerbewegungen", {
    roles: office,
    description: NO_AMOUNTS,
    summary: "Zukauf, Verkauf und Verschrottung als Tabelle",
    filters: { ...lagerbewegungenFilter, ...asTheList },
    rows: listLagerbewegungen,
    columns: (day) => ({
      Datum: (b) => day(b.erfasst_am),
      Art: (b) => lagerartInWords[b.art],
      Artikelnummer: (b) => b.nummer,
      Artikel: (b) => b.bezeichnung,
      Stück: (b) => b.menge,
      Bemerkung: (b) => b.bemerkung,
      "Gebucht von": (b) => b.gebucht_von_name,
      Storno: (b) => (b.storno_von === null ? "nein" : "ja"),
      Storniert: (b) => (b.storniert ? "ja" : "nein"),
    }),
  }),
  exportRoute("belege", {
    roles: office,
    summary: "Was gedruckt wurde, als Tabelle",
    filters: { ...belegfilter, ...asTheList },
    rows: listBelege,
    columns: (day) => ({
      Erstellt: (b) => day(b.erstellt_am),
      Art: (b) => belegartInWords[b.art],
      Titel: (b) => b.titel,
      Kunde: (b) => b.kunde_name,
      Von: (b) => b.von,
      Bis: (b) => b.bis,
      Betrag: (b) => (b.saldo_cent === null ? null : new Euro(b.saldo_cent)),
      "Erstellt von": (b) => b.erstellt_von_name,
      Antwort: (b) => b.antwort && antwortInWords[b.antwort],
      "Antwort am": (b) => b.antwort_datum,
      Bemerkung: (b) => b.antwort_bemerkung,
      Datei: (b) => b.dateiname,
      "Aufbewahren bis": (b) => b.aufbewahren_bis,
    }),
  }),
  exportRoute("pruefplaene", {
    roles: office,
    summary: "Was an Geräten zu prüfen ist, als Tabelle",
    filters: { ...faelligFilter, ...asTheList },
    datei: "prueftermine",
    rows: listDue,
    columns: () => ({
      Gerätenummer: (p) => p.geraetenummer,
      Bezeichnung: (p) => p.bezeichnung,
      Prüfung: (p) => pruefartInWords[p.art],
      "Fällig am": (p) => p.naechste,
      "Frist in Tagen": (p) => p.tage,
      Zuletzt: (p) => p.letzte,
      "Freigabe bis": (p) => p.freigabe_bis,
      Kunde: (p) => p.kunde_name,
    }),
  }),
  exportRoute("inventuren", {
    roles: office,
    summary: "Die Zählungen des Hofs als Tabelle",
    untraced: "about articles and devices, not about customers",
    filters: { ...inventurenFilter, ...asTheList },
    rows: listInventuren,
    columns: (day) => ({
      Bezeichnung: (i) => i.bezeichnung,
      Stand: (i) => i.status,
      Eröffnet: (i) => day(i.erstellt_am),
      "Eröffnet von": (i) => i.eroeffnet_von_name,
      Beendet: (i) => i.beendet_am && day(i.beendet_am),
      "Beendet von": (i) => i.beendet_von_name,
      "Mit Geräten": (i) => (i.mit_geraeten === 1 ? "ja" : "nein"),
      "Auf Papier gezählt": (i) => i.gezaehlt_am && day(i.gezaehlt_am),
    }),
  }),
]
