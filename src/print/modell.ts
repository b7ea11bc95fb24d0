import type { Einheit } from "../lib/einheit.ts"

/** Contents of documents: plain data, as the rows have it. */

/** A picture that a document can hold: JPEG, or PNG without transparency. */
export type Picture = { bytes: Uint8Array; breite: number; hoehe: number }

/** The company whose letterhead a document carries. */
export type Firma = {
  name: string
  strasse: string | null
  plz: string | null
  ort: string | null
  telefon: string | null
  email: string | null
  steuernummer: string | null
  ust_id: string | null
  iban: string | null
  zeitzone: string
  /** Contact for questions about an invoice; missing in what was frozen before there was one. */
  rechnung_kontakt?: string | null
  rechnung_telefon?: string | null
  rechnung_email?: string | null
  logo: Picture | null
}

/** Whether amounts of deposit are without VAT or with it, as the company agreed with its customers. */
export type Preise = "netto" | "brutto"

/** The customer whom a document is for. */
export type Empfaenger = {
  kundennummer: string
  name: string
  ansprechpartner: string | null
  strasse: string | null
  plz: string | null
  ort: string | null
  land: string
  /** The following are missing in what was frozen before there were invoices. */
  art?: "unternehmen" | "verbraucher" | "behoerde" | "ausland"
  ust_id?: string | null
  kaeuferreferenz?: string | null
  rechnungs_email?: string | null
}

/** Parts of every document: its company, and its time (which makes its bytes the same when printed again). */
export type PrintedDocument = {
  firma: Firma
  erstellt_am: string
  /** The ledger's number of the last booking that it counts: a ledger that ends before it has lost some. */
  stand_nr?: number | null | undefined
}

/** A customer's holding of one article, or one device; `wert_cent` is the sum booked for it. */
export type Bestand = {
  nummer: string
  bezeichnung: string
  menge: number
  wert_cent: number
  geraet: boolean
  /** Of a device whose deposit is open: `verloren` there, or `fort`, elsewhere by now. Left out while it is there. */
  verbleib?: "verloren" | "fort"
}

/** A movement of a customer's account, as it is shown to people. */
export type Kontobewegung = {
  /** `YYYY-MM-DD`, as the company's clocks had it. */
  datum: string
  /** Kind of movement: "Ausgabe", "Rücknahme", "Korrektur", "Storno", … */
  vorgang: string
  nummer: string
  bezeichnung: string
  /** Signed: plus for what went out. */
  menge: number
  betrag_cent: number
  /** Signed, as `menge`. */
  summe_cent: number
  geraet: boolean
}

/** Movements of one article at one price and one rate. */
export type Abrechnungsposten = {
  bezeichnung: string
  /** Null where it was not frozen yet. */
  einheit: Einheit | null
  betrag_cent: number
  /** Per cent; null where no tax is calculated. */
  satz: number | null
  ausgabe: number
  ruecknahme: number
  /** Signed. */
  korrektur: number
  summe_cent: number
}

/** A file inside a document. */
export type Attachment = {
  name: string
  /** Its media type. */
  typ: string
  /** Relationship to the pages, in PDF's terms. */
  relation: "Alternative"
  description: string
  bytes: Uint8Array
  /** Entry in the document's metadata, as XML. */
  metadaten: string
}
