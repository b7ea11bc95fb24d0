import type { Z3Column, Z3Table } from "./z3.ts"

const text = (name: string, description: string): Z3Column => ({ name, description, art: "text" })
const number = (name: string, description: string): Z3Column => ({ name, description, art: "ganzzahl" })
const cent = (name: string, description: string): Z3Column => ({ name, description, art: "cent" })
const datum = (name: string, description: string): Z3Column => ({ name, description, art: "datum" })
const key = (column: Z3Column): Z3Column => ({ ...column, key: true })

const ID = key(text("id", "Kennung"))
const KUNDE = text("kunde_id", "Kennung des Kunden")
const ARTIKEL = text("pfandartikel_id", "Kennung des Pfandartikels; leer bei einem Gerät")
const GERAET = text("geraet_id", "Kennung des Geräts; leer bei einem Pfandartikel")

/** Master data as it is when the auditor asks, by its table: all rows of each. */
export const z3Stammdaten = {
  kunden: {
    datei: "kunden.csv",
    name: "Kunden",
    description: "Stammdaten der Kunden, Stand des Exports",
    spalten: [
      ID,
      text("kundennummer", "Kundennummer"),
      text("name", "Name"),
      text("strasse", "Straße"),
      text("plz", "Postleitzahl"),
      text("ort", "Ort"),
      text("land", "Land"),
      text("abrechnung", "je_lieferung, monatlich oder keine"),
      number("debitor_nr", "Debitorenkonto"),
      text("art", "unternehmen, verbraucher, behoerde oder ausland"),
      text("ust_id", "USt-IdNr."),
      text("kaeuferreferenz", "Was der Kunde auf der Rechnung verlangt; bei Behörden die Leitweg-ID"),
      number("aktiv", "1: aktiv"),
    ],
  },
  standorte: {
    datei: "standorte.csv",
    name: "Standorte",
    description: "Wohin an Kunden außer an ihre eigene Anschrift geliefert wird, Stand des Exports",
    spalten: [
      ID,
      KUNDE,
      text("name", "Name"),
      text("strasse", "Straße"),
      text("plz", "Postleitzahl"),
      text("ort", "Ort"),
      text("land", "Land"),
      number("aktiv", "1: aktiv"),
    ],
  },
  pfandartikel: {
    datei: "pfandartikel.csv",
    name: "Pfandartikel",
    description: "Stammdaten der Pfandartikel, Stand des Exports",
    spalten: [
      ID,
      text("nummer", "Nummer"),
      text("bezeichnung", "Bezeichnung"),
      text("art", "einzeln oder gebinde"),
      cent("pfand", "Pfand je Stück in Euro"),
      text("ust_klasse", "warenumschliessung oder transporthilfsmittel"),
      text("steuersatz", "regel, ermaessigt oder keine"),
      text("einheit", "Worin gezählt wird"),
      number("aktiv", "1: aktiv"),
    ],
  },
  geraete: {
    datei: "geraete.csv",
    name: "Geräte",
    description: "Stammdaten der Geräte, Stand des Exports",
    spalten: [
      ID,
      text("geraetenummer", "Gerätenummer"),
      text("bezeichnung", "Bezeichnung"),
      text("seriennummer", "Seriennummer"),
      cent("pfand", "Pfand oder Kaution in Euro"),
      text("pfandform", "pfand oder kaution"),
      text("status", "Status"),
      KUNDE,
    ],
  },
} satisfies Record<string, Z3Table>

/** The tables in their order. */
export const z3Tables = {
  /** The ledger: amounts in whole cents, as the hash chain has them. */
  buchungen: {
    datei: "buchungen.csv",
    name: "Pfandbuchungen",
    description: "Das Pfandbuch des Zeitraums, lückenlos nummeriert, mit Hashkette (siehe HASHKETTE.txt)",
    spalten: [
      key(number("lfd_nr", "Laufende Nummer")),
      text("id", "Kennung"),
      text("tenant_id", "Kennung der Firma"),
      text("vorgang_id", "Was zusammen gebucht wurde"),
      KUNDE,
      ARTIKEL,
      GERAET,
      text("art", "anfangsbestand, ausgabe, ruecknahme, korrektur_plus oder korrektur_minus"),
      number("menge", "Stück, immer über null; die Art gibt das Vorzeichen"),
      number("betrag_cent", "Pfand je Stück in Cent"),
      number("summe_cent", "Betrag der Buchung in Cent, mit Vorzeichen"),
      text("lieferung_id", "Kennung der Lieferung"),
      text("storno_von", "Kennung der Buchung, die diese aufhebt"),
      {
        ...text(
          "grund",
          "Grund von Korrektur und Storno; ein Zeilenumbruch als \\n oder \\r, ein \\ doppelt",
        ),
        chained: true,
      },
      text("gebucht_von", "Kennung des Mitarbeiters"),
      text("erfasst_am", "Wann es geschah (UTC)"),
      text("gebucht_am", "Wann es gebucht wurde (UTC)"),
      text("klasse", "Wofür: warenumschliessung, transporthilfsmittel, geraetepfand oder kaution"),
      text("steuersatz", "regel, ermaessigt oder keine; welcher das am Tag war, steht in den Abrechnungen"),
      text("preise", "netto oder brutto"),
      number("kleinunternehmer", "1: ohne Ausweis von Umsatzsteuer (UStG § 19)"),
      text("ust_verfahren", "laufend oder jahresausgleich"),
      number(
        "hash_form",
        "Was der Hash umfasst: 3 alles bis ust_verfahren, 2 bis preise, 1 bis gebucht_am; früher gebucht, weniger Felder",
      ),
      text("hash_davor", "Hash der Buchung davor"),
      text("hash", "Hash dieser Buchung"),
    ],
  },
  salden: {
    datei: "salden.csv",
    name: "Salden",
    description:
      "Bestand je Kunde und Artikel oder Gerät am Ende des Zeitraums, nach dem Zeitpunkt der Buchung",
    spalten: [
      key(KUNDE),
      key(text("art", "artikel oder geraet: ein Artikel und ein Gerät können dieselbe Nummer haben")),
      key(text("nummer", "Nummer des Artikels oder Geräts")),
      text("bezeichnung", "Bezeichnung"),
      number("menge", "Stück; unter null: mehr zurück als ausgegeben"),
      cent("wert", "Gebuchtes Pfand in Euro"),
    ],
  },
  abrechnungen: {
    datei: "abrechnungen.csv",
    name: "Abrechnungen",
    description: "Abrechnungen und Gegenbelege, je Jahr lückenlos nummeriert",
    spalten: [
      ID,
      text("nummer", "Nummer"),
      text("art", "abrechnung oder storno"),
      text("storno_von", "Kennung der Abrechnung, die dieser Gegenbeleg aufhebt"),
      text("grund", "Grund des Stornos"),
      KUNDE,
      text("lieferung_id", "Kennung der Lieferung"),
      datum("datum", "Ausstellungstag"),
      datum("von", "Beginn des Zeitraums"),
      datum("bis", "Ende des Zeitraums"),
      cent("anfang", "Pfandkonto davor in Euro"),
      cent("summe", "Bewegungen in Euro"),
      cent("netto", "Netto in Euro"),
      cent("ust", "Umsatzsteuer in Euro"),
      text("preise", "netto oder brutto"),
      text("ust_verfahren", "laufend oder jahresausgleich"),
      number("kleinunternehmer", "1: ohne Ausweis von Umsatzsteuer (UStG § 19)"),
      text("abrechnung_ist", "beleg oder rechnung; leer: von vor dieser Angabe"),
      text(
        "form",
        "papier, zugferd (PDF mit XML darin) oder xrechnung; leer: auf Papier, von vor dieser Angabe",
      ),
      text("empfaenger", "An wen sie ausgestellt wurde: Name und Anschrift, wie sie damals waren (JSON)"),
      text("erstellt_von", "Kennung des Mitarbeiters"),
      text("erstellt_am", "Zeitpunkt (UTC)"),
    ],
  },
  positionen: {
    datei: "abrechnungspositionen.csv",
    name: "Abrechnungspositionen",
    description: "Was eine Abrechnung je Artikel, Preis und Steuersatz zusammenfasst",
    spalten: [
      key(text("abrechnung_id", "Kennung der Abrechnung")),
      key(number("position", "Reihenfolge")),
      text("nummer", "Nummer des Artikels oder Geräts"),
      text("bezeichnung", "Bezeichnung"),
      text("einheit", "Worin gezählt wird; leer: von vor dieser Angabe"),
      text("klasse", "Wofür"),
      number("satz", "Umsatzsteuersatz in Prozent; leer: keine Umsatzsteuer"),
      cent("betrag", "Pfand je Stück in Euro"),
      number("ausgabe", "Stück ausgegeben"),
      number("ruecknahme", "Stück zurückgenommen"),
      number("korrektur", "Stück korrigiert, mit Vorzeichen"),
      cent("summe", "Betrag in Euro"),
    ],
  },
  steuern: {
    datei: "abrechnungssteuern.csv",
    name: "Abrechnungssteuern",
    description: "Umsatzsteuer einer Abrechnung, je Satz einmal gerechnet",
    spalten: [
      key(text("abrechnung_id", "Kennung der Abrechnung")),
      key(number("position", "Reihenfolge")),
      text("klasse", "Wofür"),
      number("satz", "Umsatzsteuersatz in Prozent; leer: keine Umsatzsteuer"),
      cent("netto", "Netto in Euro"),
      cent("ust", "Umsatzsteuer in Euro"),
    ],
  },
  zuordnung: {
    datei: "abrechnungsbuchungen.csv",
    name: "Abrechnungsbuchungen",
    description: "Welche Buchung in welcher Abrechnung steht",
    spalten: [
      key(text("abrechnung_id", "Kennung der Abrechnung")),
      key(text("buchung_id", "Kennung der Buchung")),
      number("gilt", "1: die Abrechnung gilt, 0: sie ist storniert"),
    ],
  },
  verschiebungen: {
    datei: "abrechnungsverschiebungen.csv",
    name: "Abrechnungsverschiebungen",
    description:
      "Von welcher Buchung, die in keiner Abrechnung steht (Anfangsbestand, Verlust, Storno davon), eine Abrechnung übernimmt, was sie an Steuer von einem Satz zum anderen verschiebt (meist nichts)",
    spalten: [
      key(text("abrechnung_id", "Kennung der Abrechnung")),
      key(text("buchung_id", "Kennung der Buchung")),
      number("gilt", "1: die Abrechnung gilt, 0: sie ist storniert"),
    ],
  },
  verluste: {
    datei: "pfandverluste.csv",
    name: "Pfandverluste",
    description:
      "Vorgänge, die Stücke oder ein Gerät als verloren buchen, und ihre Stornos: Es wird nichts erstattet, darum stehen ihre Buchungen in keiner Abrechnung",
    spalten: [
      key(text("vorgang_id", "Der Vorgang in buchungen.csv")),
      KUNDE,
      ARTIKEL,
      GERAET,
      text("erstellt_am", "Wann gebucht (UTC)"),
    ],
  },
  umbewertungen: {
    datei: "pfandumbewertungen.csv",
    name: "Pfandumbewertungen",
    description:
      "Vorgänge, die Stücke auf ein anderes Pfand umbewerten, und ihre Stornos: Die Stücke bleiben beim Kunden, so alt und so besteuert, wie sie ausgegeben wurden",
    spalten: [
      key(text("vorgang_id", "Der Vorgang in buchungen.csv")),
      KUNDE,
      text("pfandartikel_id", "Kennung des Pfandartikels"),
      text("erstellt_am", "Wann gebucht (UTC)"),
    ],
  },
  anfangsvorgaenge: {
    datei: "anfangsvorgaenge.csv",
    name: "Anfangsvorgänge",
    description:
      "Vorgänge von Anfangsbeständen mit Stücken unter null (korrektur_minus), und ihre Stornos: Sie sind der Stand von vorher, darum stehen ihre Buchungen in keiner Abrechnung",
    spalten: [
      key(text("vorgang_id", "Der Vorgang in buchungen.csv")),
      KUNDE,
      text("erstellt_am", "Wann gebucht (UTC)"),
    ],
  },
  ...z3Stammdaten,
  protokoll: {
    datei: "protokoll.csv",
    name: "Protokoll",
    description: "Wer wann was geändert hat, im Zeitraum",
    spalten: [
      ID,
      text("erstellt_am", "Zeitpunkt (UTC)"),
      text("mitarbeiter_id", "Kennung des Mitarbeiters; leer: Befehlszeile"),
      text("mitarbeiter_name", "Name des Mitarbeiters"),
      text("aktion", "Was getan wurde"),
      text("tabelle", "Art des Datensatzes"),
      text("datensatz_id", "Kennung des Datensatzes"),
      text("aenderungen", "Feld: vorher und nachher (JSON)"),
    ],
  },
  belege: {
    datei: "belege.csv",
    name: "Belege",
    description: "Aufbewahrte Belege des Zeitraums; ihre Dateien liegen im Ordner belege",
    spalten: [
      ID,
      text("datei", "Name der Datei in diesem Archiv"),
      text("art", "Art des Belegs"),
      text("titel", "Titel"),
      KUNDE,
      text("bezug_id", "Kennung der Abrechnung oder Lieferung"),
      text(
        "profil",
        "Einer elektronischen Rechnung (XML): en16931, wie sie in ihrem PDF steckt, oder xrechnung",
      ),
      text("sha256", "Prüfsumme der Datei"),
      text("erstellt_von_name", "Wer ihn gemacht hat"),
      text("erstellt_am", "Wann er gemacht wurde (UTC)"),
      text("antwort", "Antwort des Kunden"),
      datum("antwort_datum", "Tag der Antwort"),
    ],
  },
} satisfies Record<string, Z3Table>
