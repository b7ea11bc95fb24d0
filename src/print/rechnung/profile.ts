import { element } from "../xml.ts"
import type { Rechnung } from "./modell.ts"

/** Missing parts of an invoice, with their German names. */
export const details = {
  "verkaeufer.name": "Name der Firma",
  "verkaeufer.strasse": "Straße der Firma",
  "verkaeufer.plz": "Postleitzahl der Firma",
  "verkaeufer.ort": "Ort der Firma",
  "verkaeufer.steuer": "Steuernummer oder USt-IdNr. der Firma",
  "verkaeufer.iban": "IBAN der Firma",
  "verkaeufer.kontakt.name": "Ansprechpartner für Rechnungen",
  "verkaeufer.kontakt.telefon": "Telefon für Fragen zu Rechnungen",
  "verkaeufer.kontakt.email": "E-Mail für Fragen zu Rechnungen",
  "kaeufer.name": "Name des Kunden",
  "kaeufer.strasse": "Straße des Kunden",
  "kaeufer.plz": "Postleitzahl des Kunden",
  "kaeufer.ort": "Ort des Kunden",
  "kaeufer.referenz": "Käuferreferenz oder Leitweg-ID des Kunden",
  "kaeufer.email": "E-Mail des Kunden für Rechnungen",
  faelligkeit: "Fälligkeit oder Zahlungsbedingung",
  ohne_ust_weil: "Grund, aus dem keine Umsatzsteuer ausgewiesen wird",
} as const

type Detail = keyof typeof details

/** For each part, the value whose absence means that it is missing. */
type Proofs = Partial<Record<Detail, (rechnung: Rechnung) => string | null>>

/** Parts that the law asks for in every form (UStG § 14 (4)), and those needed to pay the invoice. */
const ALWAYS: Proofs = {
  "verkaeufer.name": ({ verkaeufer }) => verkaeufer.name,
  "verkaeufer.strasse": ({ verkaeufer }) => verkaeufer.strasse,
  "verkaeufer.plz": ({ verkaeufer }) => verkaeufer.plz,
  "verkaeufer.ort": ({ verkaeufer }) => verkaeufer.ort,
  "verkaeufer.steuer": ({ verkaeufer }) => `${verkaeufer.steuernummer ?? ""}${verkaeufer.ust_id ?? ""}`,
  "verkaeufer.iban": ({ verkaeufer }) => verkaeufer.iban,
  "kaeufer.name": ({ kaeufer }) => kaeufer.name,
  "kaeufer.strasse": ({ kaeufer }) => kaeufer.strasse,
  "kaeufer.plz": ({ kaeufer }) => kaeufer.plz,
  "kaeufer.ort": ({ kaeufer }) => kaeufer.ort,
  faelligkeit: (rechnung) =>
    isOwed(rechnung) ? `${rechnung.faellig_am ?? ""}${rechnung.zahlungsbedingung ?? ""}` : "nothing to pay",
  ohne_ust_weil: ({ posten, ohne_ust_weil }) =>
    posten.some(({ satz }) => satz === null) ? ohne_ust_weil : "all lines bear VAT",
}

const isOwed = ({ steuern }: Rechnung): boolean =>
  steuern.reduce((sum, { brutto_cent }) => sum + brutto_cent, 0) > 0

/** A kind of structured invoice. */
export type Profile = {
  /** Name of the specification that the invoice follows. */
  leitlinie: string
  /** The business process that it belongs to, where it has to say. */
  prozess: string | null
  /** Parts that the specification asks for beyond the law. */
  needs: Proofs
}

/** The European standard itself, as ZUGFeRD has it inside the PDF. */
export const en16931: Profile = {
  leitlinie: "urn:cen.eu:en16931:2017",
  prozess: null,
  needs: {},
}

/** XRechnung, the format of public bodies in Germany, version 3.0. */
export const xrechnung: Profile = {
  leitlinie: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  prozess: "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
  needs: {
    "verkaeufer.kontakt.name": ({ verkaeufer }) => verkaeufer.kontakt.name,
    "verkaeufer.kontakt.telefon": ({ verkaeufer }) => verkaeufer.kontakt.telefon,
    "verkaeufer.kontakt.email": ({ verkaeufer }) => verkaeufer.kontakt.email,
    "kaeufer.referenz": ({ kaeufer }) => kaeufer.referenz,
    "kaeufer.email": ({ kaeufer }) => kaeufer.email,
  },
}

/** @returns what an invoice lacks to be written in this form, to be asked for before it is made; `details` names it */
export function listMissing(rechnung: Rechnung, { needs }: Profile): Detail[] {
  const all = { ...ALWAYS, ...needs }
  return (Object.keys(details) as Detail[]).filter(
    (name) => all[name] && element("x", all[name](rechnung)) === "",
  )
}
