import type { Z3Spalte, Z3Tabelle } from "./z3.ts"

const text = (name: string, beschreibung: string): Z3Spalte => ({ name, beschreibung, art: "text" })
const zahl = (name: string, beschreibung: string): Z3Spalte => ({ name, beschreibung, art: "ganzzahl" })
const cent = (name: string, beschreibung: string): Z3Spalte => ({ name, beschreibung, art: "cent" })
const datum = (name: string, beschreibung: string): Z3Spalte => ({ name, beschreibung, art: "datum" })
const key = (spalte: Z3Spalte): Z3Spalte => ({ ...spalte, schluessel: true })

const ID = key(text("id", "Kennung"))
const KUNDE = text("kunde_id", "Kennung des Kunden")
const ARTIKEL = text("pfandartikel_id", "Kennung des Pfandartikels; leer bei einem Gerät")
const GERAET = text("geraet_id", "Kennung des Geräts; leer bei einem Pfandartikel")

/** The ledger: amounts in whole cents, as the hash chain has them. */
export const BUCHUNGEN: Z3Tabelle = {
  datei: "buchungen.csv",
  name: "Pfandbuchungen",
  beschreibung: "Das Pfandbuch des Zeitraums, lückenlos nummeriert, mit Hashkette (siehe HASHKETTE.txt)",
  spalten: [
    key(zahl("lfd_nr", "Laufende Nummer")),
    text("id", "Kennung"),
    text("tenant_id", "Kennung der Firma"),
    text("vorgang_id", "Was zusammen gebucht wurde"),
    KUNDE,
    ARTIKEL,
    GERAET,
    text("art", "anfangsbestand, ausgabe, ruecknahme, korrektur_plus oder korrektur_minus"),
    zahl("menge", "Stück, immer über null; die Art gibt das Vorzeichen"),
    zahl("betrag_cent", "Pfand je Stück in Cent"),
    zahl("summe_cent", "Betrag der Buchung in Cent, mit Vorzeichen"),
    text("lieferung_id", "Kennung der Lieferung"),
    text("storno_von", "Kennung der Buchung, die diese aufhebt"),
    {
      ...text("grund", "Grund von Korrektur und Storno; ein Zeilenumbruch als \\n oder \\r, ein \\ doppelt"),
      verkettet: true,
    },
    text("gebucht_von", "Kennung des Mitarbeiters"),
    text("erfasst_am", "Wann es geschah (UTC)"),
    text("gebucht_am", "Wann es gebucht wurde (UTC)"),
    text("klasse", "Wofür: warenumschliessung, transporthilfsmittel, geraetepfand oder kaution"),
    text("steuersatz", "regel, ermaessigt oder keine; welcher das am Tag war, steht in den Abrechnungen"),
    text("preise", "netto oder brutto"),
    zahl("hash_form", "2: der Hash umfasst klasse, steuersatz und preise; 1: gebucht, bevor es das gab"),
    text("hash_davor", "Hash der Buchung davor"),
    text("hash", "Hash dieser Buchung"),
  ],
}

export const SALDEN: Z3Tabelle = {
  datei: "salden.csv",
  name: "Salden",
  beschreibung:
    "Bestand je Kunde und Artikel oder Gerät am Ende des Zeitraums, nach dem Zeitpunkt der Buchung",
  spalten: [
    key(KUNDE),
    key(text("nummer", "Nummer des Artikels oder Geräts")),
    text("bezeichnung", "Bezeichnung"),
    zahl("menge", "Stück; unter null: mehr zurück als ausgegeben"),
    cent("wert", "Gebuchtes Pfand in Euro"),
  ],
}

export const ABRECHNUNGEN: Z3Tabelle = {
  datei: "abrechnungen.csv",
  name: "Abrechnungen",
  beschreibung: "Abrechnungen und Gegenbelege, je Jahr lückenlos nummeriert",
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
    zahl("kleinunternehmer", "1: ohne Ausweis von Umsatzsteuer (UStG § 19)"),
    text("abrechnung_ist", "beleg oder rechnung; leer: von vor dieser Angabe"),
    text(
      "form",
      "papier, zugferd (PDF mit XML darin) oder xrechnung; leer: auf Papier, von vor dieser Angabe",
    ),
    text("empfaenger", "An wen sie ausgestellt wurde: Name und Anschrift, wie sie damals waren (JSON)"),
    text("erstellt_von", "Kennung des Mitarbeiters"),
    text("erstellt_am", "Zeitpunkt (UTC)"),
  ],
}

export const POSITIONEN: Z3Tabelle = {
  datei: "abrechnungspositionen.csv",
  name: "Abrechnungspositionen",
  beschreibung: "Was eine Abrechnung je Artikel, Preis und Steuersatz zusammenfasst",
  spalten: [
    key(text("abrechnung_id", "Kennung der Abrechnung")),
    key(zahl("position", "Reihenfolge")),
    text("nummer", "Nummer des Artikels oder Geräts"),
    text("bezeichnung", "Bezeichnung"),
    text("einheit", "Worin gezählt wird; leer: von vor dieser Angabe"),
    text("klasse", "Wofür"),
    zahl("satz", "Umsatzsteuersatz in Prozent; leer: keine Umsatzsteuer"),
    cent("betrag", "Pfand je Stück in Euro"),
    zahl("ausgabe", "Stück ausgegeben"),
    zahl("ruecknahme", "Stück zurückgenommen"),
    zahl("korrektur", "Stück korrigiert, mit Vorzeichen"),
    cent("summe", "Betrag in Euro"),
  ],
}

export const STEUERN: Z3Tabelle = {
  datei: "abrechnungssteuern.csv",
  name: "Abrechnungssteuern",
  beschreibung: "Umsatzsteuer einer Abrechnung, je Satz einmal gerechnet",
  spalten: [
    key(text("abrechnung_id", "Kennung der Abrechnung")),
    key(zahl("position", "Reihenfolge")),
    text("klasse", "Wofür"),
    zahl("satz", "Umsatzsteuersatz in Prozent; leer: keine Umsatzsteuer"),
    cent("netto", "Netto in Euro"),
    cent("ust", "Umsatzsteuer in Euro"),
  ],
}

export const ZUORDNUNG: Z3Tabelle = {
  datei: "abrechnungsbuchungen.csv",
  name: "Abrechnungsbuchungen",
  beschreibung: "Welche Buchung in welcher Abrechnung steht",
  spalten: [
    key(text("abrechnung_id", "Kennung der Abrechnung")),
    key(text("buchung_id", "Kennung der Buchung")),
    zahl("gilt", "1: die Abrechnung gilt, 0: sie ist storniert"),
  ],
}

export const VERLUSTE: Z3Tabelle = {
  datei: "pfandverluste.csv",
  name: "Pfandverluste",
  beschreibung:
    "Vorgänge, die Stücke als verloren buchen, und ihre Stornos: Es wird nichts erstattet, darum stehen ihre Buchungen in keiner Abrechnung",
  spalten: [
    key(text("vorgang_id", "Der Vorgang in buchungen.csv")),
    KUNDE,
    text("pfandartikel_id", "Kennung des Pfandartikels"),
    text("erstellt_am", "Wann gebucht (UTC)"),
  ],
}

export const KUNDEN: Z3Tabelle = {
  datei: "kunden.csv",
  name: "Kunden",
  beschreibung: "Stammdaten der Kunden, Stand des Exports",
  spalten: [
    ID,
    text("kundennummer", "Kundennummer"),
    text("name", "Name"),
    text("strasse", "Straße"),
    text("plz", "Postleitzahl"),
    text("ort", "Ort"),
    text("land", "Land"),
    text("abrechnung", "je_lieferung, monatlich oder keine"),
    zahl("debitor_nr", "Debitorenkonto"),
    text("art", "unternehmen, verbraucher, behoerde oder ausland"),
    text("ust_id", "USt-IdNr."),
    text("kaeuferreferenz", "Was der Kunde auf der Rechnung verlangt; bei Behörden die Leitweg-ID"),
    zahl("aktiv", "1: aktiv"),
  ],
}

export const ARTIKELLISTE: Z3Tabelle = {
  datei: "pfandartikel.csv",
  name: "Pfandartikel",
  beschreibung: "Stammdaten der Pfandartikel, Stand des Exports",
  spalten: [
    ID,
    text("nummer", "Nummer"),
    text("bezeichnung", "Bezeichnung"),
    text("art", "einzeln oder gebinde"),
    cent("pfand", "Pfand je Stück in Euro"),
    text("ust_klasse", "warenumschliessung oder transporthilfsmittel"),
    text("steuersatz", "regel, ermaessigt oder keine"),
    text("einheit", "Worin gezählt wird"),
    zahl("aktiv", "1: aktiv"),
  ],
}

export const GERAETELISTE: Z3Tabelle = {
  datei: "geraete.csv",
  name: "Geräte",
  beschreibung: "Stammdaten der Geräte, Stand des Exports",
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
}

export const PROTOKOLL: Z3Tabelle = {
  datei: "protokoll.csv",
  name: "Protokoll",
  beschreibung: "Wer wann was geändert hat, im Zeitraum",
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
}

export const BELEGE: Z3Tabelle = {
  datei: "belege.csv",
  name: "Belege",
  beschreibung: "Aufbewahrte Belege des Zeitraums; ihre Dateien liegen im Ordner belege",
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
}

export const Z3_TABELLEN: readonly Z3Tabelle[] = [
  BUCHUNGEN,
  SALDEN,
  ABRECHNUNGEN,
  POSITIONEN,
  STEUERN,
  ZUORDNUNG,
  VERLUSTE,
  KUNDEN,
  ARTIKELLISTE,
  GERAETELISTE,
  PROTOKOLL,
  BELEGE,
]

/** For whoever wants to recompute the chain with a program of their own, or with the script beside it. */
export const HASHKETTE = `Die Hashkette des Pfandbuchs nachrechnen
========================================

Jede Zeile von buchungen.csv trägt in "hash" eine SHA-256-Prüfsumme (hexadezimal) über ihren Inhalt und über den
Hash der Buchung davor ("hash_davor"). Wer eine Buchung nachträglich änderte, müsste alle folgenden mit ändern.

1. Die Prüfsumme einer Zeile wird gebildet über diesen Text in UTF-8: ein JSON-Array ohne Leerzeichen mit, in
   dieser Reihenfolge,

     hash_davor, tenant_id, lfd_nr, id, vorgang_id, kunde_id, pfandartikel_id, geraet_id, art, menge,
     betrag_cent, summe_cent, lieferung_id, storno_von, grund, gebucht_von, erfasst_am, gebucht_am

   und wo hash_form 2 ist, danach noch

     klasse, steuersatz, preise

   lfd_nr, menge, betrag_cent und summe_cent sind Zahlen, alles andere ist Text. Ein leeres Feld ist null.
   Zeichen außerhalb von ASCII stehen als sie selbst, nicht als \\u-Folge. In "grund" steht in der Datei \\n und \\r
   für einen Zeilenumbruch und \\\\ für einen Rückstrich, damit jede Zeile der Datei eine Buchung ist.
2. Die Zeilen sind nach lfd_nr lückenlos. "hash_davor" jeder Zeile ist "hash" der Zeile davor. Die allererste
   Buchung einer Firma (lfd_nr 1) hat dort 64 Nullen; beginnt der Zeitraum später, ist es der Hash der letzten
   Buchung vor dem Zeitraum, wie er in einem früheren Export steht.
3. hash_form ist 1 bei Buchungen, die gemacht wurden, bevor Klasse, Steuersatz und Preisart mit der Buchung
   festgehalten wurden. Sie bekamen bei der Umstellung, was Artikel, Gerät und Firma an diesem Tag waren; diese drei
   Felder sichert ihr Hash nicht. Auf eine Zeile mit hash_form 2 folgt keine mit 1 mehr.
4. summe_cent ist menge mal betrag_cent, negativ bei ruecknahme und korrektur_minus.

Das Programm hashkette.py in diesem Archiv tut genau das (Python 3, ohne weitere Pakete):

     python3 hashkette.py buchungen.csv
`

export const HASHKETTE_PY = `import csv, hashlib, json, re, sys

ZAHLEN = {"lfd_nr", "menge", "betrag_cent", "summe_cent"}
TEILE = ["hash_davor", "tenant_id", "lfd_nr", "id", "vorgang_id", "kunde_id", "pfandartikel_id", "geraet_id", "art",
         "menge", "betrag_cent", "summe_cent", "lieferung_id", "storno_von", "grund", "gebucht_von", "erfasst_am",
         "gebucht_am"]
STEUER = ["klasse", "steuersatz", "preise"]

def wert(zeile, name):
    if zeile[name] == "":
        return None
    if name == "grund":
        return re.sub(r"\\\\(.)", lambda zeichen: {"n": "\\n", "r": "\\r"}.get(zeichen[1], zeichen[1]), zeile[name])
    return int(zeile[name]) if name in ZAHLEN else zeile[name]

davor, nummer, anzahl, summe, form = None, None, 0, 0, 1
with open(sys.argv[1], encoding="utf-8-sig", newline="") as datei:
    for zeile in csv.DictReader(datei, delimiter=";"):
        if int(zeile["hash_form"]) < form:
            sys.exit("Buchung %s hat eine fruehere hash_form als die davor" % zeile["lfd_nr"])
        form = int(zeile["hash_form"])
        teile = TEILE + STEUER if form == 2 else TEILE
        text = json.dumps([wert(zeile, name) for name in teile], ensure_ascii=False, separators=(",", ":"))
        if hashlib.sha256(text.encode("utf-8")).hexdigest() != zeile["hash"]:
            sys.exit("Buchung %s stimmt nicht" % zeile["lfd_nr"])
        if davor is not None and (zeile["hash_davor"] != davor or int(zeile["lfd_nr"]) != nummer + 1):
            sys.exit("Vor Buchung %s fehlt etwas" % zeile["lfd_nr"])
        davor, nummer = zeile["hash"], int(zeile["lfd_nr"])
        anzahl += 1
        summe += int(zeile["summe_cent"])
print("%d Buchungen stimmen, Summe %d Cent, letzter Hash %s" % (anzahl, summe, davor))
`
