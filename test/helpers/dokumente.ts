import type { Kontoauszug } from "../../src/print/dokumente/kontoauszug.ts"
import type { Bestand, Empfaenger, Firma } from "../../src/print/modell.ts"

/** A company and a customer for documents that are printed without a database. */
export const firma: Firma = {
  name: "Getränke Sommer GmbH",
  strasse: "Am Ochsenmarkt 3",
  plz: "21335",
  ort: "Lüneburg",
  telefon: "04131 123456",
  email: "büro@sommer.example",
  steuernummer: "33/270/01234",
  ust_id: "DE123456789",
  iban: "DE02 1203 0000 0000 2020 51",
  zeitzone: "Europe/Berlin",
  logo: null,
}

export const an: Empfaenger = {
  kundennummer: "10023",
  name: "Gasthaus Müller & Söhne",
  ansprechpartner: "Frau Änne Groß",
  strasse: "Große Straße 12",
  plz: "21335",
  ort: "Lüneburg",
  land: "DE",
}

export const erstellt_am = "2026-11-01T06:00:00.000Z"

export const bestand: Bestand[] = [
  { nummer: "KI-20", bezeichnung: "Kasten leer", menge: 12, wert_cent: 1800, geraet: false },
  { nummer: "FL-05", bezeichnung: "Flasche 0,5 l braun", menge: -4, wert_cent: -32, geraet: false },
  { nummer: "K-001", bezeichnung: "Kühler", menge: 1, wert_cent: 10_000, geraet: true },
]

/** A statement of so many movements, over a month. */
export const withMovements = (count: number): Kontoauszug => ({
  firma,
  an,
  erstellt_am,
  von: "2026-10-01",
  bis: "2026-10-31",
  anfang: [],
  bewegungen: Array.from({ length: count }, (_, index) => ({
    datum: `2026-10-${String(1 + (index % 28)).padStart(2, "0")}`,
    vorgang: "Ausgabe",
    nummer: "KI-20",
    bezeichnung: "Kasten leer",
    menge: 2,
    betrag_cent: 150,
    summe_cent: 300,
    geraet: false,
  })),
  ende: [
    { nummer: "KI-20", bezeichnung: "Kasten leer", menge: 2 * count, wert_cent: 300 * count, geraet: false },
  ],
  preise: "netto",
  einspruchsfrist_tage: 8,
})
