import { calculateSteuer } from "../../../src/lib/steuer.ts"
import type { Rechnung, Rechnungsposten } from "../../../src/print/rechnung/modell.ts"

/** One invoice of each kind that a company makes out. */

const grund = "Als Kleinunternehmer im Sinne des § 19 UStG weisen wir keine Umsatzsteuer aus."

export const verkaeufer: Rechnung["verkaeufer"] = {
  name: "Getränke Sommer GmbH",
  strasse: "Am Ochsenmarkt 3",
  plz: "21335",
  ort: "Lüneburg",
  land: "DE",
  steuernummer: "33/270/01234",
  ust_id: "DE 123 456 788",
  iban: "DE02 1203 0000 0000 2020 51",
  kontakt: { name: "Änne Groß", telefon: "04131 123456", email: "rechnung@sommer.example" },
}

export const kaeufer: Rechnung["kaeufer"] = {
  kundennummer: "10023",
  name: "Gasthaus Müller & Söhne",
  ansprechpartner: "Frau Groß",
  strasse: "Große Straße 12",
  plz: "21335",
  ort: "Lüneburg",
  land: "DE",
  ust_id: "DE136695976",
  email: "post@mueller.example",
  referenz: "04011000-1234512345-06",
}

type Angaben = Partial<Omit<Rechnung, "steuern" | "posten">> & { posten: readonly Rechnungsposten[] }

/** @returns an invoice whose VAT is reckoned as that of a settlement */
export function invoice(angaben: Angaben): Rechnung {
  const { posten, preise = "netto" } = angaben
  return {
    nummer: "ABR-2027-00017",
    datum: "2027-02-01",
    storniert: null,
    von: "2027-01-01",
    bis: "2027-01-31",
    verkaeufer,
    kaeufer,
    preise,
    ohne_ust_weil: posten.some(({ satz }) => satz === null) ? grund : null,
    faellig_am: "2027-02-15",
    zahlungsbedingung: null,
    hinweise: ["Zurückgenommene Verpackungen mindern das Entgelt (§ 17 UStG)."],
    ...angaben,
    steuern: [...Map.groupBy(posten, ({ satz }) => satz)].map(([satz, zeilen]) => {
      const summe = zeilen.reduce((sum, { stueck, betrag_cent }) => sum + stueck * betrag_cent, 0)
      return { satz, ...calculateSteuer(summe, satz, preise) }
    }),
  }
}

/** @returns the counter-document of an invoice */
export const cancelled = ({ posten, ...rest }: Rechnung): Rechnung =>
  invoice({
    ...rest,
    nummer: "ABR-2027-00018",
    storniert: { nummer: rest.nummer, datum: rest.datum },
    posten: posten.map((one) => ({ ...one, stueck: -one.stueck })),
  })

const kasten = { nummer: "KI-20", bezeichnung: "Kasten leer", einheit: "kasten", betrag_cent: 150 } as const
const fass = { nummer: "FA-50", bezeichnung: "Fass 50 l", einheit: "fass", betrag_cent: 3000 } as const
const flasche = {
  nummer: "FL-05",
  bezeichnung: "Flasche <0,5 l>",
  einheit: "flasche",
  betrag_cent: 8,
} as const
const kuehler = { nummer: "K-001", bezeichnung: "Kühler", einheit: "stueck", betrag_cent: 10_000 } as const
const palette = { nummer: "PAL", bezeichnung: "Palette", einheit: "palette", betrag_cent: 1500 } as const
const co2 = { nummer: "CO2", bezeichnung: "CO₂ 10 kg", einheit: "gasflasche", betrag_cent: 9999 } as const

const out = { richtung: "ausgabe" } as const
const back = { richtung: "ruecknahme" } as const
const corrected = { richtung: "korrektur" } as const

const netto = invoice({
  posten: [
    { ...kasten, ...out, satz: 19, stueck: 40 },
    { ...kasten, ...back, satz: 19, stueck: -41 },
    { ...kasten, ...corrected, satz: 19, stueck: 2 },
    { ...flasche, ...out, satz: 7, stueck: 1001 },
    { ...palette, ...out, satz: 19, stueck: 3 },
    { ...co2, ...back, satz: 19, stueck: -1 },
    { ...fass, ...out, satz: 19, stueck: 12 },
  ],
})
const guthaben = invoice({
  nummer: "ABR-2027-00019",
  faellig_am: null,
  posten: [
    { ...kasten, ...back, satz: 19, stueck: -410 },
    { ...fass, ...out, satz: 7, stueck: 1 },
    { ...fass, ...back, satz: 7, stueck: -5 },
  ],
})
const brutto = invoice({
  preise: "brutto",
  posten: [
    { ...kasten, ...out, satz: 19, stueck: 7 },
    { ...kasten, ...back, satz: 19, stueck: -3 },
    { ...flasche, ...out, satz: 19, stueck: 123_457 },
    { ...kasten, ...out, satz: 7, betrag_cent: 3, stueck: 1 },
    { ...fass, ...back, satz: 7, stueck: -199 },
  ],
})

/** Three of them are 34, 33 and 34 cents net. */
const einzeln = { ...kasten, ...out, betrag_cent: 40, satz: 19, stueck: 1 }

export const beispiele: Record<string, Rechnung> = {
  netto,
  guthaben,
  "storno-der-rechnung": cancelled(netto),
  "storno-des-guthabens": cancelled({ ...guthaben, faellig_am: "2027-02-15" }),
  brutto,
  // 13.50 is no net amount with its VAT: 11.34 and 2.15, or 11.35 and 2.16.
  "brutto-mit-rundung": invoice({
    preise: "brutto",
    posten: [{ ...kasten, ...out, satz: 19, stueck: 9 }],
  }),
  "zweimal-dasselbe": invoice({ preise: "brutto", posten: [einzeln, einzeln, einzeln] }),
  "brutto-guthaben": { ...cancelled(brutto), storniert: null },
  "saetze-von-2020": invoice({
    datum: "2027-02-01",
    posten: [16, 5, 19, 7].flatMap((satz) => [
      { ...kasten, ...back, satz, stueck: -7 },
      { ...fass, ...out, satz, stueck: 3 },
    ]),
  }),
  "geraet-mit-kaution": invoice({
    ohne_ust_weil: "Kaution: Sicherheit, kein Entgelt",
    posten: [
      { ...kuehler, ...out, satz: null, stueck: 1 },
      { ...kuehler, ...out, nummer: "K-002", satz: 19, stueck: 1 },
      { ...kasten, ...corrected, satz: 19, stueck: -2 },
    ],
  }),
  kleinunternehmer: invoice({
    verkaeufer: { ...verkaeufer, ust_id: null },
    posten: [{ ...kasten, ...out, satz: null, stueck: 20 }],
  }),
  "nur-steuernummer": invoice({
    verkaeufer: { ...verkaeufer, ust_id: null },
    kaeufer: { ...kaeufer, ust_id: null, ansprechpartner: null },
    faellig_am: null,
    zahlungsbedingung: "# Zahlbar sofort & ohne <Abzug>",
    posten: [{ ...kasten, ...out, satz: 19, stueck: 20 }],
  }),
  null: invoice({
    posten: [
      { ...kasten, ...out, satz: 19, stueck: 20 },
      { ...kasten, ...back, satz: 19, stueck: -20 },
    ],
  }),
  nichts: invoice({ preise: "brutto", posten: [{ ...kasten, ...corrected, satz: 19, stueck: 0 }] }),
  namen: invoice({
    nummer: "ABR & <17>",
    verkaeufer: { ...verkaeufer, name: 'A&B <C> "ı" Київ 漢字 😀\u0001\ud800' },
    kaeufer: { ...kaeufer, name: "]]> & <!-- -->", kundennummer: "K&K <1>" },
    hinweise: ["a\nb", "   ", "ä ö ü ß €"],
    posten: [{ ...kasten, ...out, bezeichnung: "  ", nummer: "K<&>'\"", satz: 19, stueck: 20 }],
  }),
  "5000-zeilen": invoice({
    preise: "brutto",
    posten: Array.from({ length: 5000 }, (_, i) => ({
      ...(i % 3 === 0 ? kasten : flasche),
      ...(i % 2 === 0 ? out : back),
      nummer: `N-${i}`,
      satz: i % 5 === 0 ? 7 : 19,
      stueck: (i % 2 === 0 ? 1 : -1) * (1 + ((i * 7919) % 240)),
    })),
  }),
}
