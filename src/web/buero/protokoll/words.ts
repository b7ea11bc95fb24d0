import { date, euro, moment } from "../../ui/format.ts"
import type { Item } from "../../ui/query.ts"

export type Eintrag = Item<"/api/protokoll">
type Aenderung = Eintrag["aenderungen"][number]

/** What the log is about, and where one can look at it. */
export const records: Record<string, { one: string; path?: string }> = {
  kunden: { one: "Kunde", path: "/kunden/:id" },
  kunden_bilder: { one: "Bild eines Kunden" },
  geraete: { one: "Gerät", path: "/geraete/:id" },
  pfandartikel: { one: "Artikel", path: "/artikel/:id" },
  lieferungen: { one: "Lieferung", path: "/lieferungen/:id" },
  lieferungen_bilder: { one: "Bild einer Lieferung" },
  mitarbeiter: { one: "Konto", path: "/mitarbeiter/:id" },
  abrechnungen: { one: "Abrechnung" },
  tenants: { one: "Firma" },
  firmenlogos: { one: "Logo der Firma" },
  datev_einstellungen: { one: "DATEV-Einstellungen" },
  fahrer_einstellungen: { one: "Einstellungen für Fahrer" },
  feierabende: { one: "Feierabend" },
  klaerungen: { one: "Klärung" },
}

const verbs: Record<string, string> = {
  angelegt: "angelegt",
  geaendert: "geändert",
  geloescht: "gelöscht",
  person_geloescht: "Angaben zur Person gelöscht",
  hochgeladen: "hochgeladen",
  status: "Stand geändert",
  ausgegeben: "ausgegeben",
  zurueckgenommen: "zurückgenommen",
  bestandteile_geaendert: "Bestandteile geändert",
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
}

/** `kunden.geaendert` → `Kunde geändert` */
export function actionInWords({ aktion, tabelle }: Pick<Eintrag, "aktion" | "tabelle">): string {
  const verb = aktion.split(".")[1] ?? aktion
  return `${records[tabelle]?.one ?? tabelle}: ${verbs[verb] ?? verb.replaceAll("_", " ")}`
}

const fields: Record<string, string> = {
  kundennummer: "Kundennummer",
  debitor_nr: "Debitorennummer",
  geraetenummer: "Gerätenummer",
  nummer: "Nummer",
  lfd_nr: "Laufende Nummer",
  name: "Name",
  slug: "Kürzel",
  bezeichnung: "Bezeichnung",
  ansprechpartner: "Ansprechpartner",
  telefon: "Telefon",
  email: "E-Mail",
  strasse: "Straße",
  plz: "PLZ",
  ort: "Ort",
  land: "Land",
  breitengrad: "Breitengrad",
  laengengrad: "Längengrad",
  anlieferungshinweis: "Anlieferungshinweis",
  lieferzeit_von: "Lieferzeit von",
  lieferzeit_bis: "Lieferzeit bis",
  abrechnung: "Abrechnung",
  notiz: "Notiz",
  aktiv: "Aktiv",
  rolle: "Rolle",
  typ: "Typ",
  status: "Stand",
  seriennummer: "Seriennummer",
  barcode: "Strichcode",
  pfand_cent: "Pfand",
  pfandform: "Art der Sicherheit",
  art: "Art",
  ust_klasse: "Umsatzsteuer-Klasse",
  steuersatz: "Steuersatz",
  bestandteile: "Bestandteile",
  positionen: "Positionen",
  kunde_id: "Kunde",
  fahrer_id: "Fahrer",
  lieferung_id: "Lieferung",
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
  titel: "Titel",
  sortierung: "Platz",
  pfad: "Datei",
  vorschau_pfad: "Vorschau",
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
  einspruchsfrist_tage: "Einspruchsfrist in Tagen",
  jahr: "Jahr",
  anfang_cent: "Anfangssaldo",
  summe_cent: "Summe",
  netto_cent: "Netto",
  ust_cent: "Umsatzsteuer",
  ungeplant_erlaubt: "Ungeplante Abholung erlaubt",
  fehlschlag_gruende: "Gründe für Fehlschläge",
}

export const fieldInWords = (feld: string): string => {
  const words = feld.replaceAll("_", " ")
  return fields[feld] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Fields that hold one of a few words. */
const enumerated = new Set(
  "status rolle art abrechnung ust_klasse steuersatz pfandform preise ust_verfahren".split(" "),
)
const values: Record<string, string> = {
  lager: "im Lager",
  beim_kunden: "beim Kunden",
  wartung: "in Wartung",
  verloren: "verloren",
  ausgemustert: "ausgemustert",
  nicht_zugestellt: "nicht zugestellt",
  admin: "Verwaltung",
  user: "Büro",
  fahrer: "Fahrer",
  warenumschliessung: "Warenumschließung",
  transporthilfsmittel: "Transporthilfsmittel",
  regel: "Regelsatz",
  ermaessigt: "ermäßigter Satz",
  je_lieferung: "je Lieferung",
  jahresausgleich: "Jahresausgleich",
}
const yesNo = new Set(["aktiv", "ungeplant", "ungeplant_erlaubt"])

/** A value as people know it. */
export function valueInWords(feld: string, value: string | null): string {
  if (value === null || value === "") return "(leer)"
  if (yesNo.has(feld)) return value === "1" ? "ja" : "nein"
  if (feld.endsWith("_cent")) return euro(Number(value))
  if (feld.endsWith("_am") || feld === "demo_expires_at") return moment(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return date(value)
  return enumerated.has(feld) ? (values[value] ?? value) : value
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An id says nothing to people; who it is stands where there is room for it. */
export const isReference = (value: string | null): boolean => value !== null && ID.test(value)

/** What changed; the record's own id is not among what people know of it. */
export const changesOf = ({ aenderungen }: Eintrag): Aenderung[] =>
  aenderungen.filter(({ feld, vorher, nachher }) => feld !== "id" && (vorher ?? "") !== (nachher ?? ""))

/** What a line of the list has room for. */
export const inShort = (eintrag: Eintrag): string =>
  changesOf(eintrag)
    .filter(({ vorher, nachher }) => !isReference(vorher) && !isReference(nachher))
    .map(({ feld, vorher, nachher }) =>
      vorher === null
        ? `${fieldInWords(feld)}: ${valueInWords(feld, nachher)}`
        : `${fieldInWords(feld)}: ${valueInWords(feld, vorher)} → ${valueInWords(feld, nachher)}`,
    )
    .join(" · ")
