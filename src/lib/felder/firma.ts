import { laenderInWords } from "../arten.ts"
import { choice, count, email, type FieldSpecs, instant, text, yesNo, phone, postcode } from "./feld.ts"

const betreiber = {
  name: {
    ...text("Name der Firma", 200),
    format: "zeile",
    required: true,
    apiNew: { examples: ["Getränke Sommer GmbH"] },
    inLog: "Name",
  },
  slug: { label: "Kürzel", kind: "slug", required: true },
  typ: {
    ...choice("Art", { demo: "Demo", standard: "Standard" }),
    required: true,
    inLog: "Art der Firma",
    wordsInLog: { demo: "Demo", standard: "auf Dauer" },
  },
  status: {
    ...choice("Stand", { aktiv: "aktiv", abgelaufen: "abgelaufen", gesperrt: "gesperrt" }),
    default: "aktiv",
  },
  demo_expires_at: instant("Demo bis"),
} satisfies FieldSpecs

const anschrift = {
  zeitzone: { label: "Zeitzone", kind: "timeZone", default: "Europe/Berlin" },
  strasse: { ...text("Straße und Hausnummer", 200), inLog: "Straße" },
  plz: postcode("PLZ"),
  ort: text("Ort", 100),
  telefon: phone("Telefon"),
  email: email("E-Mail"),
  ust_id: { ...text("USt-IdNr.", 20), format: "ust_id" },
  steuernummer: { ...text("Steuernummer", 30), api: { examples: ["33/270/01234"] } },
  iban: { ...text("IBAN", 34), format: "iban" },
} satisfies FieldSpecs

/** Settings of the tax on settlements. */
export const steuerfelder = {
  preise: {
    ...choice("Pfandbeträge", { netto: "Netto", brutto: "Brutto" }),
    default: "netto",
    api: {
      description:
        "Ob Pfandbeträge ohne oder mit Umsatzsteuer vereinbart sind; mit dem Steuerberater festlegen. Steht mit der ersten Buchung fest",
    },
    inLog: "Preise",
    wordsInLog: { netto: "ohne Umsatzsteuer vereinbart", brutto: "mit Umsatzsteuer vereinbart" },
  },
  ust_verfahren: {
    ...choice("Umsatzsteuer auf Pfand", { laufend: "Laufend", jahresausgleich: "Jahresausgleich" }),
    default: "laufend",
    api: {
      description:
        "Umsatzsteuer auf Pfand mit jeder Abrechnung, oder auf Antrag einmal im Jahr auf den Saldo (UStAE 10.1 Abs. 8); mit dem Steuerberater festlegen",
    },
    inLog: "Umsatzsteuer-Verfahren",
    wordsInLog: { laufend: "mit jeder Abrechnung", jahresausgleich: "Jahresausgleich" },
  },
  kleinunternehmer: {
    ...yesNo("Kleinunternehmer nach § 19 UStG"),
    default: 0,
    api: { description: "1: Kleinunternehmer nach § 19 UStG; kein Beleg weist dann Umsatzsteuer aus" },
  },
  /** Days within which a customer can dispute a balance. */
  einspruchsfrist_tage: {
    ...count("Einspruchsfrist in Tagen", 365),
    min: 0,
    default: 8,
    api: { description: "Innerhalb wie vieler Tage einem Saldo zu widersprechen ist", examples: [8] },
  },
  /** Kind of its settlements; each settlement keeps the value it was made with. */
  abrechnung_ist: {
    ...choice("Eine Abrechnung ist", { beleg: "ein Beleg", rechnung: "die Rechnung" }),
    default: "beleg",
    api: {
      description:
        "Was eine Abrechnung ist; mit dem Steuerberater festlegen. beleg: geht in die Rechnungsstellung woanders ein, ohne Umsatzsteuer und ohne Zahlbetrag. rechnung: sie ist die Rechnung, mit allem, was § 14 Abs. 4 UStG verlangt. Wird mit jeder Abrechnung festgeschrieben",
    },
  },
  /** Days from an invoice's date to its due date. */
  zahlungsziel_tage: {
    ...count("Zahlungsziel in Tagen", 365),
    min: 0,
    default: 14,
    api: { description: "Wie viele Tage nach ihrem Datum eine Rechnung fällig ist", examples: [14] },
  },
} satisfies FieldSpecs

/** Contact for questions about an invoice. */
const rueckfragen = {
  rechnung_kontakt: {
    ...text("Ansprechpartner für Rechnungen", 200),
    format: "zeile",
    api: { description: "Wer Fragen zu Rechnungen beantwortet" },
  },
  rechnung_telefon: {
    ...phone("Telefon für Rückfragen"),
    inLog: "Telefon für Rückfragen zu Rechnungen",
  },
  rechnung_email: {
    ...email("E-Mail für Rückfragen"),
    inLog: "E-Mail für Rückfragen zu Rechnungen",
  },
} satisfies FieldSpecs

/** Where a company plans its tours. */
export const planungsfelder = {
  bundesland: {
    ...choice("Bundesland", laenderInWords),
    api: { description: "Wessen Feiertage beim Planen gelten; null: nur die bundesweiten", examples: ["NI"] },
  },
} satisfies FieldSpecs

/** How long a customer's link to a document works. */
export const linkfelder = {
  antwortlink_tage: {
    ...count("Links für Kunden gelten, in Tagen", 365),
    min: 0,
    default: 90,
    api: {
      description:
        "Wie viele Tage ein Link gilt, über den ein Kunde einen Beleg sieht und einem Saldo antwortet; 0: Die Firma will keine",
      examples: [90],
    },
  },
} satisfies FieldSpecs

/** Printed on documents. */
export const briefkopffelder = { ...anschrift, ...rueckfragen }

/** The fields that a company's own administrators change. */
export const eigenefelder = {
  ...anschrift,
  ...steuerfelder,
  ...rueckfragen,
  ...planungsfelder,
  ...linkfelder,
}

/** The fields of a company (see feld.ts). */
export const firmenfelder = { ...betreiber, ...eigenefelder }
