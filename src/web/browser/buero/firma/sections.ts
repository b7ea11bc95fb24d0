/** Sections of the page, to be gone to by an address; `also` are words that people type for one. */
export const sections = [
  {
    id: "briefkopf",
    label: "Anschrift und Briefkopf",
    also: "Logo IBAN Bankverbindung Steuernummer USt-IdNr Telefon Adresse Feiertage Bundesland Zeitzone Ansprechpartner",
  },
  {
    id: "steuern",
    label: "Umsatzsteuer und Abrechnung",
    also: "Steuern Mehrwertsteuer MwSt USt Netto Brutto Kleinunternehmer Zahlungsziel Einspruchsfrist Rechnung",
  },
  { id: "links", label: "Links für Kunden", also: "QR-Code Antwort bestätigen Gültigkeit" },
  {
    id: "versand",
    label: "Versand per E-Mail",
    also: "Mailserver SMTP Postausgang Absender Mail Betreff Probe Port",
  },
  { id: "fahrer", label: "Fahrer", also: "Gründe nicht zugestellt ungeplante Abholung Telefon App" },
  {
    id: "datev",
    label: "Buchführung (DATEV)",
    also: "Berater Mandant Konten Kontenrahmen SKR Buchhaltung Debitoren BU-Schlüssel",
  },
] as const

export type SectionId = (typeof sections)[number]["id"]
