import { sections } from "./firma/sections.ts"
import type { Place, Screen } from "./shell/screen.ts"

const office = ["superadmin", "admin", "user"] as const
const admins = ["superadmin", "admin"] as const
const operators = ["superadmin"] as const
const everybody = [...office, "fahrer"] as const

/**
 * Every screen of the office is one line here, and a folder named like the first word of its address:
 * `/buero/kunden/:id` lives in `src/web/browser/buero/kunden/`, with its style sheets beside it (found by themselves). A
 * screen is a component that is the module's default export; it gets the parameters of its address, draws a <Page>
 * (ui/page/page.tsx), and is loaded when it is first shown. Parts of several screens are in `src/web/browser/ui/`
 * (see src/web/browser/ui/README.md), nothing is imported from another screen's folder.
 *
 * A place is one entry of the navigation. Its screens with a `tab` are reached by tabs, the others from there. The place
 * opened most often comes first; a telephone's bar has room for the first four. `also` are other words that people type
 * for a screen, its earlier names among them.
 */
// One line for each screen is easier to keep apart than what the formatter makes of it.
// prettier-ignore
const places: { place: Place; screens: Omit<Screen, "place">[] }[] = [
  {
    place: { name: "Heute", icon: "today" },
    screens: [
      { path: "/heute", takes: ["tage"], label: "Heute", tab: "Heute", also: "Start Übersicht Dashboard unerledigt", roles: office, load: () => import("./heute/heute.tsx") },
    ],
  },
  {
    place: { name: "Kunden", icon: "customers" },
    screens: [
      { path: "/kunden", takes: ["q", "sort", "aktiv"], label: "Kunden", tab: "Liste", also: "Adressen Kundenliste Stammdaten Wirte", tasks: [{ label: "Regelmäßig liefern", also: "jeden Montag Dienstag Mittwoch Donnerstag Freitag Samstag jede Woche wöchentlich Dauerauftrag Liefertag vereinbaren Rhythmus", where: "Beim Kunden unter „Liefertage“", roles: office }, { label: "Verlust buchen", also: "verloren Kunde Pfand behalten einbehalten", where: "Beim Kunden unter „Bestand“", roles: admins }], roles: office, load: () => import("./kunden/list.tsx") },
      { path: "/kunden/neu", takes: ["name"], label: "Neuer Kunde", also: "Kunde anlegen hinzufügen", roles: office, load: () => import("./kunden/new.tsx") },
      { path: "/kunden/:id", takes: ["panel", "bis", "wie"], label: "Kunde", roles: office, load: () => import("./kunden/kunde.tsx") },
      { path: "/salden", lists: { pfandalter: "" }, takes: ["q", "sort", "ueber_tagen"], label: "Salden und Alter", tab: "Salden und Alter", also: "offenes Pfand Außenstände Pfandsalden offene Posten Guthaben Kontostand", roles: office, load: () => import("./salden/salden.tsx") },
    ],
  },
  {
    place: { name: "Rückgabe buchen", icon: "returns", short: "Buchen" },
    screens: [
      { path: "/buchen", takes: ["kunde", "art", "tag", "wie", "geraet"], label: "Rückgabe buchen", tab: "Rückgabe buchen", also: "Rückgabe Rücknahme Ausgabe Leergut Buchung Leergutannahme Pfandrückgabe erfassen eingeben Kästen Flaschen", tasks: [{ label: "Korrektur oder Anfangsbestand buchen", also: "Korrekturen eigener Betrag Übernahme", where: "Als Art der Buchung", roles: admins }], roles: office, load: () => import("./buchen/buchen.tsx") },
    ],
  },
  {
    place: { name: "Touren", icon: "tours" },
    screens: [
      { path: "/touren", takes: ["datum"], label: "Touren", tab: "Tag", also: "Tafel Tourentafel Disposition Tourenplan Tagesplan Route", roles: office, load: () => import("./touren/touren.tsx") },
      { path: "/touren/woche", takes: ["woche"], label: "Woche", tab: "Woche", also: "Wochenplan Liefertage Dauertour Stammtour Vorschlag Rhythmus", roles: office, load: () => import("./touren/woche.tsx") },
      { path: "/lieferungen", takes: ["q", "status", "fahrer", "kunde", "von", "bis", "sort"], label: "Lieferungen", tab: "Lieferungen", also: "Aufträge Stopps Zustellungen Lieferschein Abholung", roles: office, load: () => import("./lieferungen/list.tsx") },
      { path: "/lieferungen/neu", takes: ["datum", "kunde", "fahrer"], label: "Neue Lieferung", also: "Auftrag Abholung planen anlegen", roles: office, load: () => import("./lieferungen/new.tsx") },
      { path: "/lieferungen/:id", takes: ["panel"], label: "Lieferung", roles: office, load: () => import("./lieferungen/lieferung.tsx") },
      { path: "/klaerungen", takes: ["q", "status", "id"], label: "Klärung", tab: "Klärung", also: "abgelehnt Meldung Fehler Reklamation", roles: office, load: () => import("./klaerungen/klaerungen.tsx") },
      { path: "/feierabend", takes: ["datum"], label: "Feierabend", tab: "Feierabend", also: "Tagesabschluss abladen Wagen", roles: office, load: () => import("./feierabend/feierabend.tsx") },
    ],
  },
  {
    place: { name: "Geräte", icon: "devices" },
    screens: [
      { path: "/geraete", takes: ["q", "status", "sort", "ueber_tagen"], label: "Geräte", tab: "Bestand", also: "Leihgeräte Zapfanlage Kühlschrank Strichcode Barcode Etiketten", roles: office, load: () => import("./geraete/list.tsx") },
      { path: "/geraete/neu", takes: ["code"], label: "Neues Gerät", also: "anlegen hinzufügen", roles: office, load: () => import("./geraete/new.tsx") },
      { path: "/geraete/:id", label: "Gerät", roles: office, load: () => import("./geraete/geraet.tsx") },
      { path: "/pruefplaene", takes: ["q", "tage", "art"], label: "Prüftermine", tab: "Prüftermine", also: "TÜV Druckprüfung Eichung Reinigung fällig Wartung", roles: office, load: () => import("./pruefplaene/list.tsx") },
    ],
  },
  {
    place: { name: "Artikel", icon: "articles" },
    screens: [
      { path: "/artikel", lists: { pfandartikel: "" }, takes: ["q", "art", "aktiv", "sort"], label: "Artikel", tab: "Artikel", also: "Pfandartikel Leergutarten Kasten Flasche Fass Gebinde Pfandbetrag Preise Umbewertung", tasks: [{ label: "Pfandbetrag ändern", also: "Artikel Preis Pfand ändern bearbeiten Umbewertung", where: "Beim Artikel unter „Bearbeiten“", roles: admins }], roles: office, load: () => import("./artikel/list.tsx") },
      { path: "/artikel/neu", takes: ["name"], label: "Neuer Artikel", also: "anlegen hinzufügen", roles: admins, load: () => import("./artikel/new.tsx") },
      { path: "/artikel/:id", label: "Artikel", roles: office, load: () => import("./artikel/artikel.tsx") },
    ],
  },
  {
    place: { name: "Hof", icon: "yard" },
    screens: [
      { path: "/lager", lists: { lager: "", "lager/bewegungen": "blick=bewegungen" }, takes: ["q", "blick", "sort"], label: "Bestand auf dem Hof", tab: "Bestand", also: "Bestand Hof Zukauf Verkauf Verschrottung Inventur Lager", roles: office, load: () => import("./lager/lager.tsx") },
      { path: "/inventuren", takes: ["q"], label: "Inventuren", tab: "Inventur", also: "Zählen Hof Bestand Stichtag", roles: office, load: () => import("./inventuren/list.tsx") },
      { path: "/inventuren/:id", takes: ["was", "abweichung"], label: "Inventur", roles: office, load: () => import("./inventuren/inventur.tsx") },
      { path: "/schwund", lists: { schwund: "", "schwund/kunden": "was=kunden", "schwund/geraete": "was=geraete", "schwund/pfand": "was=pfand" }, takes: ["q", "jahr", "was", "ort"], label: "Schwund", tab: "Schwund", also: "Verlust Fehlbestand verloren Bruch Differenz", roles: office, load: () => import("./schwund/schwund.tsx") },
    ],
  },
  {
    place: { name: "Buchungen", icon: "book" },
    screens: [
      { path: "/pfandbuch", lists: { pfandbuchungen: "" }, takes: ["q", "kunde", "artikel", "geraet", "person", "art", "von", "bis", "sort", "vorgang"], label: "Buchungen", tab: "Buchungen", also: "Pfandbuch Storno Journal Bewegungen stornieren rückgängig Verlauf", roles: office, load: () => import("./pfandbuch/list.tsx") },
    ],
  },
  {
    place: { name: "Abrechnung", icon: "settle" },
    screens: [
      { path: "/abrechnungen", takes: ["q", "zeitraum", "monat", "lauf", "art", "versand", "kunde", "sort"], label: "Abrechnungen", tab: "Abrechnungen", also: "Rechnungen Gutschrift Faktura", tasks: [{ label: "Abrechnung stornieren", also: "Storno einer Abrechnung Rechnung zurücknehmen rückgängig", where: "Auf der Abrechnung", roles: admins }], roles: office, load: () => import("./abrechnungen/list.tsx") },
      { path: "/abrechnungen/lauf", takes: ["monat", "auftrag"], label: "Monat abrechnen", also: "Monatsabschluss Abrechnungslauf Sammelrechnung alle abrechnen", roles: office, load: () => import("./abrechnungen/lauf.tsx") },
      { path: "/abrechnungen/:id", label: "Abrechnung", roles: office, load: () => import("./abrechnungen/abrechnung.tsx") },
      { path: "/abrechnungen/:id/inhalt", label: "Inhalt einer Rechnung", roles: office, load: () => import("./abrechnungen/contents.tsx") },
      { path: "/belege", takes: ["q", "art", "antwort", "kunde", "auftrag", "sort", "beleg"], label: "Briefe", tab: "Briefe", also: "Belege Kontoauszug Pfandauszug Saldenbestätigung Erinnerung Mahnung Anschreiben", roles: office, load: () => import("./belege/list.tsx") },
      { path: "/belege/druck", takes: ["auftrag", "art", "tage"], label: "Briefe für alle", also: "drucken Serienbrief Mahnung Saldenbestätigung Kontoauszug Erinnerung", roles: office, load: () => import("./belege/druck.tsx") },
      { path: "/nachrichten", takes: ["q", "status", "sorgen", "kunde", "sort", "nachricht"], label: "E-Mails", tab: "E-Mails", also: "Versand Mail gesendet unklar abgelehnt Postausgang", roles: office, load: () => import("./nachrichten/list.tsx") },
      { path: "/datev", takes: ["monat", "wiederholen", "jahr", "stichtag"], label: "DATEV und Steuerprüfung", tab: "DATEV und Steuerprüfung", also: "Export Jahresausgleich Z3 Steuerberater Buchhaltung Buchungsstapel Betriebsprüfung Finanzamt GoBD Verfahrensdokumentation Prüfer", tasks: [{ label: "DATEV-Export", also: "Buchungsstapel exportieren", where: "Für einen Monat", roles: admins }, { label: "Bestand zum Stichtag", also: "Saldenliste Bestandsliste Jahresabschluss Kundenbestände Inventar Debitoren Jahresende Silvester", where: "DATEV und Steuerprüfung", roles: office }], roles: office, load: () => import("./datev/datev.tsx") },
    ],
  },
  {
    place: { name: "Kontrolle", icon: "proof" },
    screens: [
      { path: "/pruefung", label: "Prüfung des Pfandbuchs", tab: "Prüfung des Pfandbuchs", also: "Revision Prüfsumme Hashkette Wirtschaftsprüfer Prüfbericht Nachweis", roles: admins, load: () => import("./pruefung/pruefung.tsx") },
      { path: "/protokoll", takes: ["q", "von", "bis", "person", "tabelle", "datensatz", "sort"], label: "Protokoll", tab: "Protokoll", also: "Änderungen Verlauf wer hat geändert", roles: admins, load: () => import("./protokoll/list.tsx") },
    ],
  },
  {
    place: { name: "Firma", icon: "company" },
    screens: [
      { path: "/firma", takes: ["abschnitt"], sections, label: "Firma", tab: "Angaben", also: "Einstellungen Stammdaten Umzug Datenexport", roles: office, load: () => import("./firma/firma.tsx") },
      { path: "/mitarbeiter", takes: ["q", "aktiv", "sort"], label: "Mitarbeiter", tab: "Mitarbeiter", also: "Benutzer Konten Rollen Rechte Passwort vergessen zurücksetzen Fahrer abmelden", roles: admins, load: () => import("./mitarbeiter/list.tsx") },
      { path: "/mitarbeiter/neu", label: "Neuer Mitarbeiter", also: "Neues Konto Benutzer Kollege Fahrer anlegen hinzufügen", roles: admins, load: () => import("./mitarbeiter/new.tsx") },
      { path: "/mitarbeiter/:id", label: "Mitarbeiter", roles: admins, load: () => import("./mitarbeiter/mitarbeiter.tsx") },
      { path: "/programme", label: "Programme", tab: "Programme", also: "Schnittstelle Token API Schlüssel Zugang anbinden Webhooks REST", roles: admins, load: () => import("./programme/programme.tsx") },
      { path: "/einrichten", takes: ["schritt"], label: "Einrichten", tab: "Einrichten", also: "Import Tabelle Excel CSV Anfangsbestand Übernahme einlesen", roles: office, load: () => import("./einrichten/einrichten.tsx") },
      { path: "/austausch", label: "Austausch", tab: "Austausch", also: "Export exportieren Tabellen CSV Excel herunterladen", roles: office, load: () => import("./austausch/austausch.tsx") },
    ],
  },
  {
    place: { name: "Betrieb", icon: "companies" },
    screens: [
      { path: "/firmen", takes: ["q"], label: "Firmen", tab: "Firmen", roles: operators, global: true, load: () => import("./firmen/list.tsx") },
      { path: "/firmen/neu", label: "Neue Firma", roles: operators, global: true, load: () => import("./firmen/new.tsx") },
      { path: "/firmen/:id", label: "Firma", roles: operators, global: true, load: () => import("./firmen/tenant.tsx") },
      { path: "/zustand", label: "Zustand", tab: "Zustand", also: "Betrieb Sicherung Störung Server Platz", roles: operators, global: true, load: () => import("./zustand/zustand.tsx") },
    ],
  },
]

// prettier-ignore
const ownAccount: Screen = { path: "/konto", label: "Eigenes Konto", also: "Passwort ändern Profil abmelden überall", roles: everybody, global: true, load: () => import("./konto/konto.tsx") }

export const screens: Screen[] = [
  ...places.flatMap(({ place, screens: own }) => own.map((screen) => ({ ...screen, place }))),
  ownAccount,
]
