/** Subjects and texts of e-mails, with fields to fill. It imports nothing, as browsers load it, too. */

/** Documents that are sent by e-mail. */
export const versandarten = [
  "abrechnung",
  "lieferschein",
  "kontoauszug",
  "saldenbestaetigung",
  "erinnerung",
] as const
export type Versandart = (typeof versandarten)[number]

/** What can be filled in, with an example for the preview. */
export const platzhalter = {
  kunde: "Gasthaus zur Linde",
  kundennummer: "20001",
  firma: "Getränke Sommer GmbH",
  beleg: "Pfandabrechnung ABR-2026-00001",
  zeitraum: "01.03.2026 bis 31.03.2026",
} as const
export type Platzhalter = Record<keyof typeof platzhalter, string>

/** How papers are called, as examples. */
const papers: Record<Versandart, string> = {
  abrechnung: platzhalter.beleg,
  lieferschein: "Lieferschein LS-20260331-3F9A2C",
  kontoauszug: "Kontoauszug 20001, 01.03.2026 bis 31.03.2026",
  saldenbestaetigung: "Saldenbestätigung 20001 zum 31.03.2026",
  erinnerung: "Erinnerung an Leihgut, Kunde 20001",
}

/** @returns the examples for an e-mail with such a paper, to a customer of a company whose settlements are invoices or not */
export const exampleOf = (art: Versandart, isInvoice: boolean): Platzhalter => ({
  ...platzhalter,
  beleg: art === "abrechnung" && isInvoice ? "Rechnung über Pfand ABR-2026-00001" : papers[art],
})

const FIELD = /\{([^{}\n]*)\}/g

/** @returns the fields in a text that do not exist */
export const unknownFields = (text: string): string[] =>
  [...text.matchAll(FIELD)].map(([, name = ""]) => name).filter((name) => !Object.hasOwn(platzhalter, name))

/** @returns the text with its fields filled, once: what comes out of a field is no field */
export const fillFields = (text: string, values: Platzhalter): string =>
  text.replaceAll(FIELD, (field, name: string) => values[name as keyof Platzhalter] ?? field)

/** What stands before the link below a text, where the installation and the company have links. */
export const linkworte: Readonly<Record<string, string>> = {
  lieferschein: "Den Lieferschein ansehen",
  saldenbestaetigung: "Den Saldo ansehen und antworten",
}

const letter = (sentence: string): string => `Guten Tag,\n\n${sentence}\n\nMit freundlichen Grüßen\n{firma}\n`

/** What is written where the company has written nothing of its own. */
export const standardtexte: Record<Versandart, { betreff: string; text: string }> = {
  abrechnung: {
    betreff: "{beleg}",
    text: letter("anbei erhalten Sie die {beleg} für den Zeitraum {zeitraum}."),
  },
  lieferschein: { betreff: "{beleg}", text: letter("anbei erhalten Sie den {beleg}.") },
  kontoauszug: { betreff: "{beleg}", text: letter("anbei erhalten Sie den {beleg}.") },
  saldenbestaetigung: {
    betreff: "{beleg}",
    text: letter("anbei erhalten Sie die {beleg}. Bitte prüfen Sie den Saldo und antworten Sie uns."),
  },
  erinnerung: {
    betreff: "{beleg}",
    text: letter("anbei erinnern wir Sie an Leihgut, das noch bei Ihnen ist."),
  },
}
