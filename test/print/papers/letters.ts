import { ausgabeschein } from "../../../src/print/dokumente/ausgabeschein.ts"
import { erinnerung } from "../../../src/print/dokumente/erinnerung.ts"
import { kontoauszug } from "../../../src/print/dokumente/kontoauszug.ts"
import type { Saldenbestaetigung } from "../../../src/print/dokumente/saldenbestaetigung.ts"
import { saldenuebernahme } from "../../../src/print/dokumente/saldenuebernahme.ts"
import { bestand, BARE, FULL, geraet, minus, PLAIN } from "./people.ts"

/** Letters to customers about what they have. */

const october = { von: "2026-10-01", bis: "2026-10-31" }
const artikel = { nummer: "KI-20", bezeichnung: "Kasten leer", geraet: false, betrag_cent: 150 }
const bewegungen = [
  { ...artikel, datum: "2026-10-02", vorgang: "Ausgabe", menge: 1200, summe_cent: 180_000 },
  { ...artikel, datum: "2026-10-14", vorgang: "Rücknahme", menge: -4, summe_cent: -600 },
  {
    nummer: "K-001",
    bezeichnung: "Kühler",
    geraet: true,
    datum: "2026-10-20",
    vorgang: "Korrektur",
    menge: -1,
    betrag_cent: 0,
    summe_cent: 0,
  },
]

const auszug = { ...october, anfang: bestand, bewegungen, ende: bestand }
export const kontoauszuege = {
  "with all": kontoauszug({ ...FULL, ...auszug }),
  "with nothing": kontoauszug({ ...BARE, ...october, anfang: [], bewegungen: [], ende: [] }),
  "with one of each": kontoauszug({
    ...PLAIN,
    ...auszug,
    anfang: geraet,
    bewegungen: bewegungen.slice(1, 2),
    ende: minus,
  }),
  "on two pages": kontoauszug({
    ...PLAIN,
    ...auszug,
    bewegungen: Array.from({ length: 30 }, () => bewegungen[0]!),
    ende: [],
  }),
}

const link = { url: "https://pfand.example.de/antwort/0123456789", gueltig_bis: "2027-01-29" }
export const bestaetigungen: Record<string, Saldenbestaetigung> = {
  "with all": { ...FULL, stichtag: "2026-10-31", bestand, link },
  "with nothing": { ...BARE, stichtag: "2026-10-31", bestand: [] },
  "with one thing": { ...PLAIN, stichtag: "2026-10-31", bestand: minus },
  "with things of no value": {
    ...PLAIN,
    stichtag: "2026-10-31",
    bestand: bestand.slice(0, 2).map((one) => ({ ...one, wert_cent: 0 })),
  },
  "with more that came back": {
    ...PLAIN,
    stichtag: "2026-10-31",
    bestand: bestand.slice(0, 2).map((one) => ({ ...one, menge: -one.menge, wert_cent: -one.wert_cent })),
  },
  "with a device that is lost, and one that is there no more": {
    ...PLAIN,
    stichtag: "2026-10-31",
    bestand: [
      ...bestand,
      { ...bestand.at(-1)!, nummer: "K-002", verbleib: "verloren" },
      { ...bestand.at(-1)!, nummer: "K-003", menge: 0, verbleib: "fort" },
    ],
  },
  "with a link in few words": { ...BARE, stichtag: "2026-10-31", bestand: geraet, link },
}
const posten = [
  { nummer: "KI-20", bezeichnung: "Kasten leer", menge: 1400, betrag_cent: 150, summe_cent: 210_000 },
  { nummer: "FL-05", bezeichnung: "Flasche", menge: -4, betrag_cent: 8, summe_cent: -32 },
]
const LONG = "Gaststättenbetriebsgesellschaft zum Löwen ".repeat(4).trim()
export const uebernahmen = {
  "with several": saldenuebernahme({ ...FULL, tag: "2026-10-01", posten }),
  "with too many back": saldenuebernahme({ ...FULL, tag: "2026-10-01", posten: posten.slice(1) }),
  "with nothing": saldenuebernahme({ ...BARE, tag: "2026-10-01", posten: [] }),
  "with names that are too long": saldenuebernahme({
    ...PLAIN,
    tag: "2026-10-01",
    posten: posten.map((one) => ({ ...one, bezeichnung: LONG })),
    firma: { ...PLAIN.firma, name: LONG, email: `${"x".repeat(80)}@sommer.example` },
    an: { ...PLAIN.an, name: LONG, ansprechpartner: LONG },
  }),
  "with signs that cannot be printed": saldenuebernahme({
    ...PLAIN,
    tag: "2026-10-01",
    posten: [],
    an: { ...PLAIN.an, name: "漢\u{e000}\u202e\u0301 A\u2028B\tC\u0007D\u00adE", ort: "Київ" },
  }),
}

const old = { seit: "2026-03-01", tage: 1244 }
const aged = [
  { ...old, nummer: "KEG", bezeichnung: "KEG 30 Liter", ist_geraet: false, menge: 4, wert_cent: 12_000 },
  { ...old, nummer: "K-001", bezeichnung: "Kühler", ist_geraet: true, menge: 1, wert_cent: 5000 },
]
const reminder = { stichtag: "2026-10-31", frist: "2026-11-15" }
export const erinnerungen = {
  "the first": erinnerung({ ...FULL, ...reminder, stufe: 1, posten: aged }),
  "the second": erinnerung({ ...PLAIN, ...reminder, stufe: 2, posten: aged.slice(1) }),
  "the last": erinnerung({ ...BARE, ...reminder, stufe: 3, posten: [] }),
}

const kuehler = { geraetenummer: "K-001", bezeichnung: "Kühler" }
export const ausgabescheine = {
  "with all": ausgabeschein({
    ...FULL,
    geraet: { ...kuehler, typ: "Flaschenkühler", seriennummer: "S-77", pfandform: "pfand" },
    ausgabe: { erfasst_am: "2026-10-31T09:12:00.000Z", notiz: "Tür klemmt" },
    wert_cent: 10_000,
    standort: "Station 3, Parkweg 1, 23552 Lübeck",
    geprueft_bis: "2027-05-31",
  }),
  "with nothing": ausgabeschein({
    ...BARE,
    geraet: { ...kuehler, typ: null, seriennummer: null, pfandform: "kaution" },
    // Only the day is known.
    ausgabe: { erfasst_am: "2026-10-31T11:00:00.000Z", notiz: null },
    wert_cent: 0,
    standort: null,
    geprueft_bis: null,
  }),
}
