import { versandwegInWords } from "../arten.ts"
import {
  addresses,
  choice,
  email,
  type FieldSpecs,
  instant,
  json,
  type Personenfelder,
  text,
  yesNo,
} from "./feld.ts"

const betreff = (what: string) => ({ ...text(`Betreff: ${what}`, 200), format: "zeile" as const })
const inhalt = (what: string) => text(`Text: ${what}`, 5000)

/** Settings of sending by e-mail (see feld.ts). */
export const versandfelder = {
  sendet: {
    ...yesNo("E-Mails senden"),
    default: 0,
    api: { description: "1: Was versandt werden soll, geht hinaus; 0: nichts" },
  },
  absender_name: {
    ...text("Name des Absenders", 100),
    format: "zeile",
    api: { description: "Steht vor der Adresse des Absenders; fehlt er, der Name der Firma" },
  },
  antwort_an: {
    ...email("Antworten an"),
    api: { description: "Wohin Kunden antworten; fehlt sie, die E-Mail der Firma" },
  },
  betreff_abrechnung: betreff("Abrechnung"),
  text_abrechnung: inhalt("Abrechnung"),
  betreff_lieferschein: betreff("Lieferschein"),
  text_lieferschein: inhalt("Lieferschein"),
  betreff_kontoauszug: betreff("Kontoauszug"),
  text_kontoauszug: inhalt("Kontoauszug"),
  betreff_saldenbestaetigung: betreff("Saldenbestätigung"),
  text_saldenbestaetigung: inhalt("Saldenbestätigung"),
  betreff_erinnerung: betreff("Erinnerung"),
  text_erinnerung: inhalt("Erinnerung"),
} satisfies FieldSpecs

/** Fates of a message; of one recipient all but `teilweise`. */
export const nachrichtenstandInWords = {
  wartet: "wartet",
  laeuft: "wird gesendet",
  angenommen: "angenommen",
  teilweise: "teilweise angenommen",
  abgelehnt: "abgelehnt",
  unklar: "unklar",
  zurueckgezogen: "zurückgezogen",
}

/** Fields of a message (see feld.ts). */
export const nachrichtfelder = {
  betreff: { ...text("Betreff", 400), required: true, personal: true },
  text: { ...text("Text", 8000), required: true, personal: true },
  absender_name: { ...text("Name des Absenders", 200), required: true },
  antwort_an: { ...email("Antworten an"), required: true },
  empfaenger: { ...json("Empfänger"), required: true, personal: true },
  status: { ...choice("Stand", nachrichtenstandInWords), default: "wartet" },
  letzter_versuch_am: instant("Letzter Versuch"),
  meldung: { ...text("Was der Mailserver sagte", 600), personal: true },
  erledigt_am: instant("Erledigt"),
} satisfies FieldSpecs

/** By which way documents reach a customer, and where; among the fields of a customer. */
export const kundenversandfelder = {
  versandweg: {
    ...choice("Versand", versandwegInWords),
    default: "post",
    personal: false,
    api: { description: "email: Was für viele Kunden versandt wird, bekommt er per E-Mail" },
    about: "Post oder E-Mail; leer: Post",
    example: "E-Mail",
    alsoWords: { Brief: "post", Mail: "email", Email: "email" },
  },
  abrechnung_an: {
    ...addresses("Abrechnungen an"),
    personal: true,
    officeOnly: true,
    api: { description: "Fehlt es, rechnungs_email, sonst email" },
    about: "E-Mail-Adressen mit Komma; leer gelassen: die E-Mail für Rechnungen, sonst die E-Mail",
  },
  briefe_an: {
    ...addresses("Salden und Erinnerungen an"),
    personal: true,
    officeOnly: true,
    api: { description: "Kontoauszüge, Saldenbestätigungen, Erinnerungen; fehlt es, email" },
    about: "E-Mail-Adressen mit Komma; leer gelassen: die E-Mail",
  },
  lieferschein_an: {
    ...addresses("Lieferscheine an"),
    personal: true,
    officeOnly: true,
    api: { description: "Fehlt es, email" },
    about: "E-Mail-Adressen mit Komma; leer gelassen: die E-Mail",
  },
} satisfies Personenfelder
