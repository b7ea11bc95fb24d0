/**
 * Kinds and states of records in German, as they stand in lists and tables. It imports nothing, as browsers load it, too.
 * Kinds of bookings: buchungsart.ts.
 */

/** Documents that are kept. */
export const belegartInWords = {
  abrechnung: "Abrechnung",
  lieferschein: "Lieferschein",
  saldenuebernahme: "Saldenübernahme",
  kontoauszug: "Kontoauszug",
  saldenbestaetigung: "Saldenbestätigung",
  erinnerung: "Erinnerung",
  datev: "DATEV-Export",
  journal: "Journal",
}

/** How documents reach a customer. */
export const versandwegInWords = { post: "Post", email: "E-Mail" }

/** How a settlement went out, or what became of its last e-mail. */
export const abrechnungsversandInWords = {
  offen: "noch nicht",
  wartet: "wartet",
  unklar: "unklar",
  abgelehnt: "abgelehnt",
  zurueckgezogen: "zurückgezogen",
  email: "per E-Mail",
  post: "per Post",
  entfaellt: "–",
}

/** Forms of a settlement: PDF only, PDF with the invoice embedded as XML, or XML for public authorities. */
export const abrechnungsformInWords = { papier: "PDF", zugferd: "ZUGFeRD", xrechnung: "XRechnung" }

/** Regular tests of devices. */
export const pruefartInWords = {
  tuev: "TÜV-Prüfung",
  druckpruefung: "Druckprüfung",
  eichung: "Eichung",
  reinigung: "Reinigung",
}

/** Changes to the company's own stock, apart from what customers receive and return. */
export const lagerartInWords = { zukauf: "Zukauf", verkauf: "Verkauf", verschrottung: "Verschrottung" }

/** Photos of a stop. */
export const bildartInWords = { ort: "Ort", schaden: "Schaden", beweis: "Nachweis" }

/** States of devices, as they stand within a sentence, too. */
export const geraetestandInWords = {
  lager: "im Lager",
  beim_kunden: "beim Kunden",
  wartung: "in Wartung",
  verloren: "verloren",
  ausgemustert: "ausgemustert",
}

export const klaerungstandInWords = { offen: "offen", gebucht: "gebucht", verworfen: "verworfen" }

/** A customer's answers to a balance. */
export const antwortInWords = { bestaetigt: "bestätigt", bestritten: "bestritten" }

/** The German Länder by the letters of ISO 3166-2. */
export const laenderInWords = {
  BW: "Baden-Württemberg",
  BY: "Bayern",
  BE: "Berlin",
  BB: "Brandenburg",
  HB: "Bremen",
  HH: "Hamburg",
  HE: "Hessen",
  MV: "Mecklenburg-Vorpommern",
  NI: "Niedersachsen",
  NW: "Nordrhein-Westfalen",
  RP: "Rheinland-Pfalz",
  SL: "Saarland",
  SN: "Sachsen",
  ST: "Sachsen-Anhalt",
  SH: "Schleswig-Holstein",
  TH: "Thüringen",
}

/** What programs may be given, by areas of the interface. */
export const bereichInWords = {
  kunden: "Kunden und ihre Standorte",
  artikel: "Artikel",
  geraete: "Geräte und Prüftermine",
  lieferungen: "Lieferungen, Touren und Liefertage",
  buchungen: "Pfandbuch, Konten und Salden",
  abrechnungen: "Abrechnungen, Belege und DATEV",
  lager: "Lager und Inventuren",
  mitarbeiter: "Namen der Mitarbeiter und Angaben der Firma",
  ereignisse: "Ereignisse: was wann geschah, ohne Einzelheiten",
}

/** Areas that programs only read: only administrators change them, or nobody. */
export const bereicheOnlyRead: ReadonlySet<keyof typeof bereichInWords> = new Set([
  "artikel",
  "mitarbeiter",
  "ereignisse",
])
