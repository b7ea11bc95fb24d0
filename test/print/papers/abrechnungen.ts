import { type Abrechnungsdaten, abrechnung } from "../../../src/print/dokumente/abrechnung.ts"
import { toPosten } from "../../../src/print/rechnung/calculate.ts"
import type { Abrechnungsposten } from "../../../src/print/modell.ts"
import { BARE, FULL, PLAIN } from "./people.ts"

/** Settlements: records, invoices and what cancels them, with each remark that one can have. */

const kasten: Abrechnungsposten = {
  bezeichnung: "Kasten leer",
  einheit: "kasten",
  betrag_cent: 150,
  satz: 19,
  ausgabe: 1040,
  ruecknahme: 41,
  korrektur: -2,
  summe_cent: 149_550,
}
const kuehler: Abrechnungsposten = {
  bezeichnung: "Kühler K-001",
  einheit: "stueck",
  betrag_cent: 10_000,
  satz: null,
  ausgabe: 0,
  ruecknahme: 1,
  korrektur: 0,
  summe_cent: -10_000,
}
const credit = { ...kasten, ausgabe: 0, korrektur: 0, summe_cent: -6150 }

const steuern = [
  { satz: 19, netto_cent: 149_550, ust_cent: 28_415, brutto_cent: 177_965 },
  { satz: null, netto_cent: -10_000, ust_cent: 0, brutto_cent: -10_000 },
]
const owed = { posten: [kasten, kuehler], steuern, anfang_cent: 3720, ende_cent: 143_270 }
const refund = {
  posten: [credit],
  steuern: [{ satz: 19, netto_cent: -6150, ust_cent: -1169, brutto_cent: -7319 }],
  anfang_cent: 3720,
  ende_cent: -2430,
}
const nothing = { posten: [], steuern: [], anfang_cent: 0, ende_cent: 0 }

const plain = {
  ...PLAIN,
  nummer: "ABR-2026-00017",
  storno: null,
  von: "2026-10-01",
  bis: "2026-10-31",
  ust_verfahren: "laufend",
  kleinunternehmer: false,
  form: "papier",
  faellig_am: "2026-11-14",
} as const
const rechnung = { ...plain, ...owed, abrechnung_ist: "rechnung" } as const
const beleg = { ...plain, ...owed, abrechnung_ist: "beleg" } as const
const old = { ...plain, ...owed, abrechnung_ist: null, form: null } as const
const storno = { nummer: "ABR-2026-00009", datum: "2026-10-01" }

/** Where prices are gross, an invoice shows the net amount of each line. */
const brutto = {
  preise: "brutto",
  posten: [kasten],
  steuern: [{ satz: 19, netto_cent: 125_672, ust_cent: 23_878, brutto_cent: 149_550 }],
} as const
const zeilen = toPosten([{ ...kasten, nummer: "KI-20" }]).map((one, index) => ({
  ...one,
  preis: 12_605,
  basis: 100,
  netto_cent: [131_092, -5168, -252][index] ?? 0,
}))
const summen = {
  zeilen,
  steuern: [{ satz: 19, netto_cent: 125_672, ust_cent: 23_877 }],
  netto_cent: 125_672,
  ust_cent: 23_877,
  rundung_cent: 1,
  zahlbar_cent: 149_550,
}

const looks: Record<string, Abrechnungsdaten> = {
  "invoice, with all": {
    ...FULL,
    ...rechnung,
    firma: FULL.firma,
    an: FULL.an,
    form: "zugferd",
    ausserhalb_cent: 700,
    verluste_cent: 300,
    ohne_ust_weil: "Kaution ist kein Entgelt.",
  },
  "invoice, with nothing": {
    ...BARE,
    ...rechnung,
    ...nothing,
    firma: BARE.firma,
    an: BARE.an,
    einspruchsfrist_tage: 1,
  },
  "invoice that comes to a credit": { ...rechnung, ...refund, form: "xrechnung" },
  "invoice of gross amounts": { ...rechnung, ...brutto, form: "xrechnung", summen, ende_cent: 153_270 },
  "invoice to an authority, once a year": {
    ...rechnung,
    firma: { ...PLAIN.firma, ust_id: null, rechnung_email: "buch@sommer.example" },
    an: { ...PLAIN.an, art: "behoerde", kaeuferreferenz: "04011000-1234512345-35" },
    ust_verfahren: "jahresausgleich",
    ausserhalb_cent: 700,
  },
  "invoice of a small trader": {
    ...rechnung,
    kleinunternehmer: true,
    posten: [{ ...kuehler, einheit: null }],
    steuern: [{ satz: null, netto_cent: -10_000, ust_cent: 0, brutto_cent: -10_000 }],
  },
  "cancelled invoice": { ...rechnung, ...refund, storno, grund: "Falscher Kunde" },
  "cancelled credit": { ...rechnung, storno, zahlungsbedingung: "Das Guthaben wird nicht ausgezahlt." },
  record: { ...beleg, ausserhalb_cent: 300, verluste_cent: 300 },
  "record, once a year": { ...beleg, ...refund, ust_verfahren: "jahresausgleich" },
  "record of a small trader": { ...beleg, kleinunternehmer: true },
  "cancelled record": { ...beleg, ...refund, storno, grund: null },
  "cancelled record, corrected": { ...old, form: "papier", storno, abrechnung_ist: null },
  "from before there were kinds": { ...old, ausserhalb_cent: 300 },
  "credit from before there were kinds": { ...old, ...refund, ust_verfahren: "jahresausgleich" },
  "cancelled before there were kinds": { ...old, ...refund, storno },
}

export const abrechnungen = Object.fromEntries(
  Object.entries(looks).map(([look, data]) => [look, abrechnung(data)]),
)
