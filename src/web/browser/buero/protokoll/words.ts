import { feldOf } from "../../../../lib/felder/tabellen.ts"
import { date, euro, moment } from "../../ui/values/format.ts"
import type { Item } from "../../ui/state/query.ts"

export type Eintrag = Item<"/api/protokoll">
type Aenderung = Eintrag["aenderungen"][number]

/** Tables in the log's words, with the screens of their records. */
export const records: Record<string, { one: string; path?: string }> = {
  kunden: { one: "Kunde", path: "/kunden/:id" },
  kunden_bilder: { one: "Bild eines Kunden" },
  geraete: { one: "Gerät", path: "/geraete/:id" },
  geraete_pruefplaene: { one: "Prüftermin" },
  geraete_pruefungen: { one: "Prüfung eines Geräts" },
  pfandartikel: { one: "Artikel", path: "/artikel/:id" },
  lagerbewegungen: { one: "Lagerbewegung" },
  pfandverluste: { one: "Verlust" },
  inventuren: { one: "Inventur", path: "/inventuren/:id" },
  lieferungen: { one: "Lieferung", path: "/lieferungen/:id" },
  lieferungen_bilder: { one: "Bild einer Lieferung" },
  mitarbeiter: { one: "Konto", path: "/mitarbeiter/:id" },
  abrechnungen: { one: "Abrechnung" },
  tenants: { one: "Firma" },
  firmenlogos: { one: "Logo der Firma" },
  datev_einstellungen: { one: "DATEV-Einstellungen" },
  belege: { one: "Beleg" },
  fahrer_einstellungen: { one: "Einstellungen für Fahrer" },
  feierabende: { one: "Feierabend" },
  klaerungen: { one: "Klärung" },
  auftraege: { one: "Belege für viele Kunden" },
}

const verbs: Record<string, string> = {
  angelegt: "angelegt",
  geaendert: "geändert",
  geloescht: "gelöscht",
  auskunft_erteilt: "Auskunft über die Person erteilt",
  person_geloescht: "Angaben zur Person gelöscht",
  hochgeladen: "hochgeladen",
  status: "Stand geändert",
  ausgegeben: "ausgegeben",
  zurueckgenommen: "zurückgenommen",
  bestandteile_geaendert: "Bestandteile geändert",
  freigegeben: "zur Ausgabe freigegeben",
  eingetragen: "eingetragen",
  dokument_angehaengt: "Zeugnis angehängt",
  geplant: "geplant",
  gestartet: "begonnen",
  zugestellt: "zugestellt",
  nicht_zugestellt: "nicht zugestellt",
  storniert: "storniert",
  neu_geplant: "neu geplant",
  positionen_geaendert: "Positionen geändert",
  umgeordnet: "umgeordnet",
  verschoben: "verschoben",
  ungeplant_abgeholt: "ungeplant abgeholt",
  erstellt: "erstellt",
  abgemeldet: "abgemeldet",
  alle_abgemeldet: "überall abgemeldet",
  anmeldung_verweigert: "Anmeldung verweigert",
  passwort_gesetzt: "Kennwort gesetzt",
  passwort_geaendert: "Kennwort geändert",
  eingereicht: "eingereicht",
  gezaehlt: "gezählt",
  gebucht: "gebucht",
  eroeffnet: "eröffnet",
  abgeschlossen: "abgeschlossen",
  verworfen: "verworfen",
  exportiert: "exportiert",
  importiert: "importiert",
  kunden_exportiert: "Kunden exportiert",
  geraete_exportiert: "Geräte exportiert",
  mitarbeiter_exportiert: "Mitarbeiter exportiert",
  lagerbewegungen_exportiert: "Lagerbewegungen exportiert",
  bestaende_exportiert: "alle Bestände exportiert",
  pfandsalden_exportiert: "alle Pfandsalden exportiert",
  pfandalter_exportiert: "Pfandalter aller Kunden exportiert",
  jahresausgleich_exportiert: "Jahresausgleich exportiert",
  schwund_exportiert: "Schwund aller Kunden exportiert",
  journal_exportiert: "Pfandjournal exportiert",
  pruefer_exportiert: "Prüfexport gemacht",
  abrechnungen_exportiert: "Abrechnungen exportiert",
  klaerungen_exportiert: "Klärungen exportiert",
  belege_exportiert: "Belege als Tabelle exportiert",
  pruefplaene_exportiert: "Prüftermine exportiert",
  lieferungen_exportiert: "Lieferungen exportiert",
  pfandbuch_exportiert: "Pfandbuch exportiert",
  protokoll_exportiert: "Protokoll exportiert",
  firma_exportiert: "ganze Firma als ZIP heruntergeladen",
}

/** `kunden.geaendert` → `Kunde geändert` */
export function actionInWords({ aktion, tabelle }: Pick<Eintrag, "aktion" | "tabelle">): string {
  const verb = aktion.split(".")[1] ?? aktion
  return `${records[tabelle]?.one ?? tabelle}: ${verbs[verb] ?? verb.replaceAll("_", " ")}`
}

/** By column, where it does not say so itself (lib/felder); with the table's name before it, of that table alone. */
const fields: Record<string, string> = {
  "tenants.typ": "Art der Firma",
  abrechnung_nach_nr: "Erste Abrechnung nach Buchung Nr.",
  steuer_nach_nr: "Geänderte Besteuerung nach Buchung Nr.",
  adresse: "Netzadresse",
  versuche: "Versuche",
  datei: "Datei",
  monat: "Monat",
  storno_von: "Hebt auf",
  klaerung_id: "Klärung",
  pfandartikel_id: "Artikel",
  geraet_id: "Gerät",
  berater: "Beraternummer",
  mandant: "Mandantennummer",
  wj_beginn: "Beginn des Wirtschaftsjahrs",
  kontenlaenge: "Länge der Sachkonten",
  skr: "Kontenrahmen",
  konto_regel: "Konto Regelsatz",
  konto_ermaessigt: "Konto ermäßigter Satz",
  konto_transport: "Konto Transporthilfsmittel",
  konto_geraetepfand: "Konto Gerätepfand",
  konto_kaution: "Konto Kaution",
  konto_alt: "Konto frühere Sätze",
  konto_kleinunternehmer: "Konto Kleinunternehmer",
  bu_regel: "Steuerschlüssel Regelsatz",
  bu_ermaessigt: "Steuerschlüssel ermäßigter Satz",
  bu_transport: "Steuerschlüssel Transporthilfsmittel",
  bu_geraetepfand: "Steuerschlüssel Gerätepfand",
  debitor_basis: "Erste Debitorennummer",
  festschreibung: "Festschreibung",
  nummer: "Nummer",
  lfd_nr: "Laufende Nummer",
  name: "Name",
  slug: "Kürzel",
  bezeichnung: "Bezeichnung",
  telefon: "Telefon",
  email: "E-Mail",
  strasse: "Straße",
  plz: "PLZ",
  ort: "Ort",
  notiz: "Notiz",
  aktiv: "Aktiv",
  rolle: "Rolle",
  typ: "Typ",
  status: "Stand",
  barcode: "Strichcode",
  pfand_cent: "Pfand",
  art: "Art",
  bei_aenderung: "Bei geändertem Pfand",
  bestandteile: "Bestandteile",
  positionen: "Positionen",
  kunde_id: "Kunde",
  fahrer_id: "Fahrer",
  lieferung_id: "Lieferung",
  geprueft_bis: "Geprüft bis",
  intervall: "Abstand",
  intervall_in: "Abstand in",
  letzte: "Zuletzt geprüft",
  naechste: "Nächste Prüfung",
  freigabe_bis: "Freigegeben bis",
  bestanden: "Bestanden",
  dokument: "Zeugnis",
  dokument_typ: "Art der Datei",
  eingetragen_von: "Eingetragen von",
  datum: "Tag",
  von: "Von",
  bis: "Bis",
  zeit_von: "Zeit von",
  zeit_bis: "Zeit bis",
  reihenfolge: "Platz auf der Tour",
  hinweis: "Hinweis",
  empfaenger_name: "Empfänger",
  unterschrift: "Unterschrift",
  daten: "Bild",
  grund: "Grund",
  versuch: "Versuch",
  ungeplant: "Ungeplant",
  gestartet_am: "Begonnen",
  erstellt_von: "Erstellt von",
  hochgeladen_von: "Hochgeladen von",
  entschieden_von: "Entschieden von",
  erfasst_am: "Geschehen",
  abgeschlossen_am: "Abgeschlossen",
  entschieden_am: "Entschieden",
  entscheidung: "Entscheidung",
  ablehnung: "Ablehnung",
  bemerkung: "Bemerkung",
  menge: "Stück",
  mit_geraeten: "Mit Geräten",
  rest_ist_null: "Ungezähltes ist nicht da",
  eroeffnet_von: "Eröffnet von",
  beendet_von: "Beendet von",
  beendet_am: "Beendet",
  gebucht_von: "Gebucht von",
  titel: "Titel",
  sortierung: "Platz",
  breite: "Breite",
  hoehe: "Höhe",
  bytes: "Größe in Bytes",
  demo_expires_at: "Demo bis",
  zeitzone: "Zeitzone",
  ust_id: "USt-IdNr.",
  steuernummer: "Steuernummer",
  iban: "IBAN",
  preise: "Preise",
  ust_verfahren: "Umsatzsteuer-Verfahren",
  abrechnung_ist: "Eine Abrechnung ist",
  form: "Form",
  profil: "Format",
  zahlungsziel_tage: "Zahlungsziel in Tagen",
  rechnung_kontakt: "Ansprechpartner für Rechnungen",
  rechnung_telefon: "Telefon für Rückfragen zu Rechnungen",
  rechnung_email: "E-Mail für Rückfragen zu Rechnungen",
  kleinunternehmer: "Kleinunternehmer nach § 19 UStG",
  einspruchsfrist_tage: "Einspruchsfrist in Tagen",
  jahr: "Jahr",
  anfang_cent: "Anfangssaldo",
  summe_cent: "Summe",
  netto_cent: "Netto",
  ust_cent: "Umsatzsteuer",
  ungeplant_erlaubt: "Ungeplante Abholung erlaubt",
  fehlschlag_gruende: "Gründe für Fehlschläge",
}

/** @returns the name of a column, or undefined where there is none for people */
export const labelOf = (feld: string, tabelle: string): string | undefined =>
  fields[`${tabelle}.${feld}`] ?? feldOf(tabelle, feld)?.label ?? fields[feld]

export const fieldInWords = (feld: string, tabelle: string): string => {
  const words = feld.replaceAll("_", " ")
  return labelOf(feld, tabelle) ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Fields that hold one of a few words. */
const enumerated = new Set(
  "status rolle art bei_aenderung preise ust_verfahren abrechnung_ist form skr intervall_in tenants.typ".split(
    " ",
  ),
)
export const values: Record<string, string> = {
  standard: "auf Dauer",
  demo: "Demo",
  aktiv: "aktiv",
  abgelaufen: "abgelaufen",
  gesperrt: "gesperrt",
  superadmin: "Betreiber",
  keine: "keine",
  netto: "ohne Umsatzsteuer vereinbart",
  brutto: "mit Umsatzsteuer vereinbart",
  laufend: "mit jeder Abrechnung",
  abrechnung: "Abrechnung",
  storno: "Storno",
  geplant: "geplant",
  unterwegs: "unterwegs",
  zugestellt: "zugestellt",
  storniert: "storniert",
  ort: "Ort",
  schaden: "Schaden",
  beweis: "Beweis",
  start: "Beginn",
  abschluss: "Abschluss",
  fehlschlag: "nicht zugestellt",
  feierabend: "Feierabend",
  ungeplant: "ungeplante Abholung",
  offen: "offen",
  gebucht: "gebucht",
  verworfen: "verworfen",
  "03": "SKR 03",
  "04": "SKR 04",
  tuev: "TÜV-Prüfung",
  druckpruefung: "Druckprüfung",
  eichung: "Eichung",
  reinigung: "Reinigung",
  tage: "Tagen",
  monate: "Monaten",
  lager: "im Lager",
  beim_kunden: "beim Kunden",
  wartung: "in Wartung",
  verloren: "verloren",
  ausgemustert: "ausgemustert",
  nicht_zugestellt: "nicht zugestellt",
  admin: "Verwaltung",
  user: "Büro",
  fahrer: "Fahrer",
  erstattung: "erstatten, was bezahlt wurde",
  umbewertung: "umbewerten",
  beleg: "ein Beleg",
  rechnung: "die Rechnung",
  papier: "PDF",
  zugferd: "ZUGFeRD",
  xrechnung: "XRechnung",
  zukauf: "Zukauf",
  verkauf: "Verkauf",
  verschrottung: "Verschrottung",
  abgeschlossen: "abgeschlossen",
  jahresausgleich: "Jahresausgleich",
}
const yesNo = new Set([
  "aktiv",
  "ungeplant",
  "ungeplant_erlaubt",
  "festschreibung",
  "bestanden",
  "mit_geraeten",
  "rest_ist_null",
])

/** A value as people know it. */
export function valueInWords(feld: string, value: string | null, tabelle: string): string {
  if (value === null || value === "") return "(leer)"
  const declared = feldOf(tabelle, feld)
  if (declared?.kind === "choice") return declared.words[value] ?? value
  if (declared?.kind === "yesNo" || yesNo.has(feld)) return value === "1" ? "ja" : "nein"
  if (feld.endsWith("_cent")) return euro(Number(value))
  if (feld.endsWith("_am") || feld === "demo_expires_at") return moment(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return date(value)
  if (value.startsWith("[")) return listInWords(value)
  const isEnumerated = enumerated.has(feld) || enumerated.has(`${tabelle}.${feld}`)
  return isEnumerated ? (values[value] ?? value) : value
}

/** `["Nicht angetroffen","Geschlossen"]`; somebody's own words may begin like that as well. */
function listInWords(value: string): string {
  try {
    return (JSON.parse(value) as unknown[]).join(", ")
  } catch {
    return value
  }
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An id says nothing to people; who it is stands where there is room for it. */
export const isReference = (value: string | null): boolean => value !== null && ID.test(value)

/** Fields that mean nothing to people: a record's id, and the paths of its files. */
const inner = new Set(["id", "pfad", "vorschau_pfad"])

/** @returns the changes of fields that mean something to people */
export const changesOf = ({ aenderungen }: Eintrag): Aenderung[] =>
  aenderungen.filter(({ feld, vorher, nachher }) => !inner.has(feld) && (vorher ?? "") !== (nachher ?? ""))

/** @returns the changes in short, as a line of the list has room for */
export const inShort = (eintrag: Eintrag): string =>
  changesOf(eintrag)
    .filter(({ vorher, nachher }) => !isReference(vorher) && !isReference(nachher))
    .map(({ feld, vorher, nachher }) => {
      const said = (value: string | null): string => valueInWords(feld, value, eintrag.tabelle)
      const from = vorher === null ? "" : `${said(vorher)} → `
      return `${fieldInWords(feld, eintrag.tabelle)}: ${from}${said(nachher)}`
    })
    .join(" · ")
