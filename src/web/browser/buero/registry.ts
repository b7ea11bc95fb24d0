import type { Screen } from "./shell/screen.ts"

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
 * The groups are those of the navigation, by how often they are opened; a telephone's bar has room for the first four.
 */
// One line for each screen is easier to keep apart than what the formatter makes of it.
// prettier-ignore
const groups: Record<string, Omit<Screen, "group">[]> = {
  Tagesgeschäft: [
    { path: "/heute", takes: ["tage"], label: "Heute", icon: "today", roles: office, load: () => import("./heute/heute.tsx") },
    { path: "/kunden", takes: ["q", "sort", "aktiv"], label: "Kunden", icon: "customers", roles: office, load: () => import("./kunden/list.tsx") },
    { path: "/kunden/neu", takes: ["name"], label: "Neuer Kunde", roles: office, load: () => import("./kunden/new.tsx") },
    { path: "/kunden/:id", takes: ["panel"], label: "Kunde", roles: office, load: () => import("./kunden/kunde.tsx") },
    { path: "/buchen", takes: ["kunde", "art", "tag"], label: "Buchen", also: "Rückgabe Rücknahme Ausgabe Leergut", icon: "returns", roles: office, load: () => import("./buchen/buchen.tsx") },
    { path: "/touren", takes: ["datum"], label: "Touren", icon: "tours", roles: office, load: () => import("./touren/touren.tsx") },
    { path: "/touren/woche", takes: ["woche"], label: "Woche", also: "Wochenplan Liefertage Dauertour Stammtour Vorschlag", roles: office, load: () => import("./touren/woche.tsx") },
    { path: "/lieferungen", takes: ["status", "fahrer", "kunde", "von", "bis", "sort"], label: "Lieferungen", icon: "deliveries", roles: office, load: () => import("./lieferungen/list.tsx") },
    { path: "/lieferungen/neu", takes: ["datum", "kunde", "fahrer"], label: "Neue Lieferung", roles: office, load: () => import("./lieferungen/new.tsx") },
    { path: "/lieferungen/:id", label: "Lieferung", roles: office, load: () => import("./lieferungen/lieferung.tsx") },
    { path: "/klaerungen", takes: ["status", "id"], label: "Klärung", icon: "warning", roles: office, load: () => import("./klaerungen/klaerungen.tsx") },
    { path: "/feierabend", takes: ["datum"], label: "Feierabend", icon: "check", roles: office, load: () => import("./feierabend/feierabend.tsx") },
    { path: "/geraete", takes: ["q", "status", "sort"], label: "Geräte", icon: "devices", roles: office, load: () => import("./geraete/list.tsx") },
    { path: "/geraete/neu", takes: ["code"], label: "Neues Gerät", roles: office, load: () => import("./geraete/new.tsx") },
    { path: "/geraete/:id", label: "Gerät", roles: office, load: () => import("./geraete/geraet.tsx") },
    { path: "/pruefplaene", takes: ["tage", "art"], label: "Prüftermine", also: "TÜV Druckprüfung Eichung Reinigung fällig", icon: "calendar", roles: office, load: () => import("./pruefplaene/list.tsx") },
    { path: "/artikel", takes: ["q", "art", "aktiv", "sort"], label: "Artikel", icon: "articles", roles: office, load: () => import("./artikel/list.tsx") },
    { path: "/artikel/neu", label: "Neuer Artikel", roles: admins, load: () => import("./artikel/new.tsx") },
    { path: "/artikel/:id", label: "Artikel", roles: office, load: () => import("./artikel/artikel.tsx") },
    { path: "/lager", takes: ["blick", "sort"], label: "Lager", also: "Bestand Hof Zukauf Verkauf Verschrottung Inventur", icon: "deliveries", roles: office, load: () => import("./lager/lager.tsx") },
    { path: "/inventuren", label: "Inventuren", also: "Zählen Hof Bestand", icon: "log", roles: office, load: () => import("./inventuren/list.tsx") },
    { path: "/inventuren/:id", takes: ["was"], label: "Inventur", roles: office, load: () => import("./inventuren/inventur.tsx") },
  ],
  "Pfand und Papiere": [
    { path: "/pfandbuch", takes: ["kunde", "artikel", "geraet", "person", "art", "von", "bis", "sort", "vorgang"], label: "Pfandbuch", icon: "book", roles: office, load: () => import("./pfandbuch/list.tsx") },
    { path: "/salden", takes: ["q", "sort"], label: "Salden und Alter", icon: "balance", roles: office, load: () => import("./salden/salden.tsx") },
    { path: "/schwund", takes: ["jahr", "was"], label: "Schwund", also: "Verlust Fehlbestand verloren", icon: "warning", roles: office, load: () => import("./schwund/schwund.tsx") },
    { path: "/abrechnungen", takes: ["monat", "art", "kunde", "sort"], label: "Abrechnungen", icon: "settle", roles: office, load: () => import("./abrechnungen/list.tsx") },
    { path: "/abrechnungen/lauf", takes: ["monat", "auftrag"], label: "Monat abrechnen", roles: office, load: () => import("./abrechnungen/lauf.tsx") },
    { path: "/abrechnungen/:id", label: "Abrechnung", roles: office, load: () => import("./abrechnungen/abrechnung.tsx") },
    { path: "/abrechnungen/:id/inhalt", label: "Inhalt einer Rechnung", roles: office, load: () => import("./abrechnungen/contents.tsx") },
    { path: "/belege", takes: ["art", "antwort", "kunde", "auftrag", "sort", "beleg"], label: "Belege", icon: "print", roles: office, load: () => import("./belege/list.tsx") },
    { path: "/belege/druck", takes: ["auftrag"], label: "Belege für alle drucken", roles: office, load: () => import("./belege/druck.tsx") },
    { path: "/datev", takes: ["monat", "wiederholen", "jahr"], label: "DATEV und Export", icon: "transfer", roles: office, load: () => import("./datev/datev.tsx") },
    { path: "/pruefung", label: "Prüfung", icon: "proof", roles: admins, load: () => import("./pruefung/pruefung.tsx") },
  ],
  Verwaltung: [
    { path: "/mitarbeiter", takes: ["aktiv", "sort"], label: "Mitarbeiter", icon: "staff", roles: admins, load: () => import("./mitarbeiter/list.tsx") },
    { path: "/mitarbeiter/neu", label: "Neues Konto", roles: admins, load: () => import("./mitarbeiter/new.tsx") },
    { path: "/mitarbeiter/:id", label: "Konto", roles: admins, load: () => import("./mitarbeiter/mitarbeiter.tsx") },
    { path: "/firma", label: "Firma", icon: "company", roles: office, load: () => import("./firma/firma.tsx") },
    { path: "/programme", label: "Programme", also: "Schnittstelle Token API Schlüssel Zugang anbinden", icon: "transfer", roles: admins, load: () => import("./programme/programme.tsx") },
    { path: "/einrichten", takes: ["schritt"], label: "Einrichten", also: "Import Tabelle Excel CSV Anfangsbestand Übernahme", icon: "plus", roles: office, load: () => import("./einrichten/einrichten.tsx") },
    { path: "/austausch", label: "Export", icon: "transfer", roles: office, load: () => import("./austausch/austausch.tsx") },
    { path: "/protokoll", takes: ["von", "bis", "person", "tabelle", "datensatz", "sort"], label: "Protokoll", icon: "log", roles: admins, load: () => import("./protokoll/list.tsx") },
    { path: "/firmen", label: "Firmen", icon: "company", roles: operators, global: true, load: () => import("./firmen/list.tsx") },
    { path: "/firmen/neu", label: "Neue Firma", roles: operators, global: true, load: () => import("./firmen/new.tsx") },
    { path: "/firmen/:id", label: "Firma", roles: operators, global: true, load: () => import("./firmen/tenant.tsx") },
    { path: "/zustand", label: "Zustand", also: "Betrieb Sicherung Störung Server Platz", icon: "proof", roles: operators, global: true, load: () => import("./zustand/zustand.tsx") },
    { path: "/konto", label: "Eigenes Konto", roles: everybody, global: true, load: () => import("./konto/konto.tsx") },
  ],
}

export const screens: Screen[] = Object.entries(groups).flatMap(([group, all]) =>
  all.map((screen) => ({ ...screen, group })),
)
