import { expect, test } from "bun:test"
import { type Abrechnungsdaten, abrechnung } from "../../src/print/dokumente/abrechnung.ts"
import { erinnerung } from "../../src/print/dokumente/erinnerung.ts"
import { inventur } from "../../src/print/dokumente/inventur.ts"
import { kontoauszug } from "../../src/print/dokumente/kontoauszug.ts"
import { type Lieferschein, lieferschein } from "../../src/print/dokumente/lieferschein.ts"
import { saldenbestaetigung } from "../../src/print/dokumente/saldenbestaetigung.ts"
import { feierabend } from "../../src/print/dokumente/feierabend.ts"
import { type PlannedTour, ladeliste, tourenliste } from "../../src/print/dokumente/tour.ts"
import { verfahrensdokumentation } from "../../src/print/dokumente/verfahrensdokumentation.ts"
import { type Druck, printPdf } from "../../src/print/pdf/print.ts"
import { an, bestand, erstellt_am, firma } from "../helpers/dokumente.ts"
import { readCodes } from "../helpers/codes.ts"
import { pdfPages, pdfPictures, pdfText, pdfWords } from "../helpers/pdf.ts"

const said = async (druck: Druck): Promise<string> => pdfText(await printPdf(druck))
const basis = { firma, an, erstellt_am, einspruchsfrist_tage: 8, preise: "netto" as const }

test("a statement adds up from the first balance to the last, and says how to contest it", async () => {
  const text = await said(
    kontoauszug({
      ...basis,
      von: "2026-10-01",
      bis: "2026-10-31",
      anfang: [{ nummer: "KI-20", bezeichnung: "Kasten leer", menge: 10, wert_cent: 1500, geraet: false }],
      bewegungen: [
        {
          datum: "2026-10-14",
          vorgang: "Rücknahme",
          nummer: "KI-20",
          bezeichnung: "Kasten leer",
          menge: -4,
          betrag_cent: 150,
          summe_cent: -600,
          geraet: false,
        },
        {
          datum: "2026-10-20",
          vorgang: "Rücknahme",
          nummer: "K-001",
          bezeichnung: "Kühler",
          menge: -1,
          betrag_cent: 0,
          summe_cent: 0,
          geraet: true,
        },
      ],
      ende: [{ nummer: "KI-20", bezeichnung: "Kasten leer", menge: 6, wert_cent: 900, geraet: false }],
    }),
  )
  expect(text).toContain(
    "Datum Vorgang Artikel oder Gerät Stück je € Betrag € Saldo € 01.10.2026 Anfangssaldo 15,00",
  )
  expect(text).toContain("14.10.2026 Rücknahme Kasten leer -4 1,50 -6,00 9,00")
  expect(text).toContain("20.10.2026 Rücknahme Kühler K-001 -1 0,00 0,00 9,00")
  expect(text).toContain("31.10.2026 Endsaldo 9,00")
  expect(text).toContain("Pfand auf das Leihgut, das bei Ihnen ist: 9,00 €. Alle Beträge sind netto:")
  expect(text).toContain("nicht innerhalb von 8 Tagen nach Zugang, gilt der Saldo als anerkannt")
})

test("a balance confirmation has articles, devices by number, the sum and a part to send back", async () => {
  const text = await said(saldenbestaetigung({ ...basis, stichtag: "2026-10-31", bestand }))
  expect(text).toContain("Nummer Bezeichnung Stück Pfand in €")
  expect(text).toContain("FL-05 Flasche 0,5 l braun -4 -0,32")
  expect(text).toContain("Geräte K-001 Kühler 1 100,00 Saldo 117,68")
  expect(text).toContain("Wir bestätigen den Saldo von 117,68 €")
  expect(text).toContain("Wir widersprechen")
  expect(text).toContain("Unterschrift, Firmenstempel")
  const nothing = await said(saldenbestaetigung({ ...basis, stichtag: "2026-10-31", bestand: [] }))
  expect(nothing).toContain("Es ist nichts entliehen")
  expect(nothing).toContain("Der Saldo ist ausgeglichen")
})

test("no letter calls an account settled while pieces are out, whatever they are worth", async () => {
  const letter = (...lines: [menge: number, wert_cent: number][]) =>
    said(
      saldenbestaetigung({
        ...basis,
        stichtag: "2026-10-31",
        bestand: lines.map(([menge, wert_cent]) => ({
          nummer: "EPAL",
          bezeichnung: "Palette",
          menge,
          wert_cent,
          geraet: false,
        })),
      }),
    )
  expect(await letter([50, 0])).toContain("Das Leihgut, das bei Ihnen ist, hat keinen Pfandwert. Alle")
  expect(await letter([-10, 0])).toContain("mehr Leihgut ohne Pfandwert zurück, als ausgegeben wurde. Alle")
  const both = await letter([80, 120000], [-10, -120000])
  expect(both).toContain("Pfand auf das Leihgut, das bei Ihnen ist: 1.200,00 €.")
  expect(both).toContain("weil mehr zurückkam, als ausgegeben wurde: 1.200,00 €. Zusammen 0,00 €. Alle")
  expect(await letter([1, 100], [-3, -300])).toContain("Zusammen 2,00 € zu Ihren Gunsten. Alle")
})

test("no text comes near the code for an answer, however long the names are", async () => {
  const link = { url: `https://pfand.example.de/antwort/${"x".repeat(43)}`, gueltig_bis: "2027-01-29" }
  const name = "Gasthaus zum Adler ".repeat(9).trim()
  const data = { ...basis, an: { ...an, name }, stichtag: "2026-10-31", bestand, link }
  const pdf = await printPdf(saldenbestaetigung({ ...data, firma: { ...firma, name } }))
  const codes = (await Promise.all(pdfPictures(pdf, 150).map(readCodes))).flat()
  expect(codes.map(({ text }) => text)).toEqual([link.url])
})

const pfandabrechnung: Abrechnungsdaten = {
  ...basis,
  nummer: "ABR-2026-00017",
  storno: null,
  von: "2026-10-01",
  bis: "2026-10-31",
  anfang_cent: 3720,
  ende_cent: 3570,
  posten: [
    {
      bezeichnung: "Kasten leer",
      einheit: "kasten",
      betrag_cent: 150,
      satz: 19,
      ausgabe: 40,
      ruecknahme: 41,
      korrektur: 0,
      summe_cent: -150,
    },
  ],
  steuern: [{ satz: 19, netto_cent: -150, ust_cent: -29, brutto_cent: -179 }],
  preise: "netto",
  ust_verfahren: "laufend",
  kleinunternehmer: false,
  abrechnung_ist: null,
  faellig_am: "2026-11-14",
}

test("a settlement tells tax, what is to be paid, and that it is no invoice", async () => {
  const text = await said(abrechnung(pfandabrechnung))
  expect(text).toContain("Pfandabrechnung ABR-2026-00017")
  expect(text).toContain("Kasten leer 40 41 1,50 19 % -1,50")
  expect(text).toContain("Umsatzsteuersatz Netto € USt € Brutto € 19 % -1,50 -0,29 -1,79")
  expect(text).toContain("Gutschrift: 1,79 €")
  expect(text).toContain("Anfangssaldo 37,20 €, Bewegungen -1,50 €, Endsaldo 35,70 €")
  expect(text).toContain("keine Rechnung im Sinne des § 14 UStG")
  expect(text).not.toContain("Jahresausgleich")
})

test("an invoice says by when it is to be paid, and one that comes to a credit does not", async () => {
  const rechnung = { ...pfandabrechnung, abrechnung_ist: "rechnung", form: "papier" } as const
  const owed = [{ satz: 19, netto_cent: 150, ust_cent: 29, brutto_cent: 179 }]
  expect(await said(abrechnung({ ...rechnung, steuern: owed }))).toContain("Bitte zahlen Sie bis 14.11.2026")
  const credit = await said(abrechnung(rechnung))
  expect(credit).toContain("Guthaben: 1,79 €")
  expect(credit).not.toContain("Bitte zahlen")
})

test("a count's report tells what moved since, and what of it is there now", async () => {
  const moved = { waehrend_ausgegeben: 0, waehrend_zurueck: 0, danach_zurueck: 6, danach_ausgegeben: 1 }
  const gone = { status_vorher: null, status_nachher: null, grund: null }
  const zeile = {
    nummer: "FASS",
    bezeichnung: "Fass",
    gezaehlt: 37,
    erwartet: 41,
    differenz: -4,
    bestand: 44,
  }
  const text = await said(
    inventur({
      ...basis,
      zeitzone: "Europe/Berlin",
      bezeichnung: "Juni",
      begonnen_am: "2026-06-15T08:00:00.000Z",
      beendet_am: "2026-06-15T10:00:00.000Z",
      beendet_von: "Anna",
      personen: ["Anna", "Jens"],
      rest_ist_null: false,
      summen: { neu: 0, fehlt: 4, zu_viel: 0, geraete_zeilen: 0, geraete_fehlen: 0, unerwartet: 0 },
      artikel: [
        { ...zeile, ...moved, danach_lager: 2, ...gone },
        { ...zeile, nummer: "KI", erwartet: null, differenz: null, ...moved, danach_lager: 0, ...gone },
      ],
      geraete: [],
      isCut: false,
    }),
  )
  expect(text).toContain("FASS Fass 41 37 -4 +7 44")
  expect(text).toContain("KI Fass neu 37")
  expect(text).toContain("Es fehlen 4 Stück, 0 sind zu viel.")
})

test("a small trader's settlement shows no VAT, neither a rate nor a sum, and says why", async () => {
  const text = await said(
    abrechnung({
      ...pfandabrechnung,
      kleinunternehmer: true,
      posten: pfandabrechnung.posten.map((one) => ({ ...one, satz: null })),
      steuern: [{ satz: null, netto_cent: -150, ust_cent: 0, brutto_cent: -150 }],
    }),
  )
  expect(text).toContain("Kasten leer 40 41 1,50 -1,50")
  expect(text).toContain("Als Kleinunternehmer im Sinne des § 19 UStG weisen wir keine Umsatzsteuer aus.")
  expect(text.replace("keine Umsatzsteuer aus", "")).not.toMatch(/USt(?!G|-IdNr)|Umsatzsteuer|netto|brutto|%/)
})

test("a counter-document names what it cancels; the yearly procedure is told", async () => {
  const text = await said(
    abrechnung({
      ...pfandabrechnung,
      storno: { nummer: "ABR-2026-00009", datum: "2026-10-01" },
      ust_verfahren: "jahresausgleich",
    }),
  )
  expect(text).toContain("Storno einer Pfandabrechnung ABR-2026-00017")
  expect(text).toContain("hebt die Abrechnung ABR-2026-00009 vollständig auf")
  expect(text).toContain("UStAE 10.1 Abs. 8")
})

const posten = {
  pfandartikel_id: "bier" as string | null,
  geraet_id: null as string | null,
  nummer: "BIER",
  bezeichnung: "Kasten Bier",
  soll_ausgabe: 20,
  soll_ruecknahme: 15,
  ist_ausgabe: null,
  ist_ruecknahme: null,
}

const geplant: Lieferschein = {
  ...basis,
  lieferanschrift: null,
  nummer: "LS-20261031-1A2B3C",
  datum: "2026-10-31",
  zeit_von: null,
  zeit_bis: "11:30",
  status: "geplant",
  fahrer: "Jens Öztürk",
  hinweis: "Klingel „Küche“",
  notiz: null,
  grund: null,
  positionen: [posten],
  zustellung: null,
}

test("a planned delivery note has room to fill in, a completed one what happened", async () => {
  const planned = await said(lieferschein(geplant))
  expect(planned).toContain("bis 11:30 Uhr")
  expect(planned).toContain(
    "Nummer Bezeichnung Lieferung Rücknahme ist geliefert / zurück BIER Kasten Bier 20 15 ______ / ______",
  )
  expect(planned).toContain("Name in Druckbuchstaben")
  expect(planned).not.toContain("Pfandkonto")
  const picture = {
    bytes: await new Bun.Image(Buffer.from(pixel, "base64")).jpeg().bytes(),
    breite: 1,
    hoehe: 1,
  }
  const pdf = await printPdf(
    lieferschein({
      ...geplant,
      status: "zugestellt",
      positionen: [{ ...posten, ist_ausgabe: 20, ist_ruecknahme: 17 }],
      zustellung: {
        erfasst_am: "2026-10-31T09:12:00.000Z",
        empfaenger_name: "Frau Groß",
        unterschrift: picture,
        photos: [{ ...picture }, { ...picture }],
        bestand,
      },
    }),
  )
  const done = pdfText(pdf)
  expect(done).toContain("Nummer Bezeichnung Geliefert Zurück BIER Kasten Bier 20 17 (geplant 15)")
  expect(done).toContain("Zugestellt am 31.10.2026, 10:12 Uhr, empfangen von Frau Groß")
  expect(done).toContain("Saldo 117,68")
  expect(
    Buffer.from(pdf)
      .toString("latin1")
      .match(/\/Subtype \/Image/g)?.length,
  ).toBe(3)
})

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

test("a delivery that failed says why", async () => {
  const text = await said(lieferschein({ ...geplant, status: "nicht_zugestellt", grund: "Ruhetag" }))
  expect(text).toContain("Nicht zugestellt: Ruhetag")
  expect(text).not.toContain("Unterschrift")
})

const stop = {
  datum: "2026-10-31",
  anschrift: "Große Straße 12, 21335 Lüneburg",
  telefon: "04131 998877",
  zeit_von: "08:00",
  zeit_bis: "11:30",
  hinweis: "Hund beißt nicht",
  grund: null,
}

const tour: PlannedTour = {
  firma,
  erstellt_am,
  datum: "2026-10-31",
  fahrer: "Jens Öztürk",
  frueher: [],
  stops: [
    {
      ...stop,
      kunde: "Erster",
      status: "zugestellt",
      posten: [{ ...posten, ist_ausgabe: 19, ist_ruecknahme: 3 }],
    },
    { ...stop, kunde: "Zweiter", status: "nicht_zugestellt", grund: "Niemand da", posten: [posten] },
  ],
}

test("lists of a tour: stops in order, sums to load with the last stop first, and the end of the day", async () => {
  const stops = await said(tourenliste(tour))
  expect(stops).toContain("Nr. Zeit Kunde Liefern Zurücknehmen Hinweis Erledigt 1")
  expect(stops).toContain("20 × Kasten Bier 15 × Kasten Bier")
  expect(stops.indexOf("Erster")).toBeLessThan(stops.indexOf("Zweiter"))
  expect(stops).toMatch(/Erster.* beißt nicht ja .*Zweiter.* beißt nicht nein /)
  const load = await said(ladeliste(tour))
  expect(load).toContain("Nummer Bezeichnung Stück Geladen BIER Kasten Bier 40")
  expect(load.lastIndexOf("Zweiter")).toBeLessThan(load.lastIndexOf("Erster"))
  // A single piece is loaded and fetched, and nothing is what the others are.
  const few = (soll_ausgabe: number, soll_ruecknahme: number): PlannedTour => ({
    ...tour,
    stops: [
      { ...stop, kunde: "Einer", status: "geplant", posten: [{ ...posten, soll_ausgabe, soll_ruecknahme }] },
    ],
  })
  expect(await said(ladeliste(few(1, 0)))).toContain("BIER Kasten Bier 1 [ ]")
  expect(await said(ladeliste(few(1, 0)))).toContain("1 × Kasten Bier")
  expect(await said(ladeliste(few(0, 1)))).toContain("Für diese Tour ist nichts zu laden.")
  expect(await said(tourenliste(few(0, 1)))).toMatch(/08:00[^×]*1 × Kasten Bier Hund beißt nicht \[ \]/)
  const abend = { ...tour, zeitzone: "Europe/Berlin", zaehlung: undefined, daneben: [] }
  const third = { ...stop, kunde: "Dritter", status: "zugestellt" as const }
  const more = [{ ...posten, ist_ausgabe: 2, ist_ruecknahme: 4 }]
  const both = await said(feierabend({ ...abend, stops: [...tour.stops, { ...third, posten: more }] }))
  expect(both).toContain("2 von 3 Stopps sind zugestellt")
  expect(both).toContain("Kasten Bier 60 21 39 7")
  const evening = await said(feierabend(abend))
  expect(evening).toContain("1 von 2 Stopps sind zugestellt")
  expect(evening).toContain("Kasten Bier 40 19 21 3")
  expect(evening).toContain("Zweiter Niemand da")
  expect(evening).toContain(
    "Bezeichnung Geladen Geliefert Ungeliefert Leergut zurück Gezählt Kasten Bier 40 19 21 3 _______",
  )
  const position = { bezeichnung: "Kasten Bier", nummer: "BIER" }
  const counted = await said(
    feierabend({
      ...abend,
      zaehlung: {
        erfasst_am: "2026-10-31T16:05:00.000Z",
        bemerkung: "Einer stand noch im Hof",
        danach: [{ kunde_name: "Gasthof Adler" }],
        positionen: [
          { ...position, art: "leergut", erwartet: 3, gezaehlt: 4, differenz: 1 },
          { ...position, art: "ware", erwartet: 21, gezaehlt: 20, differenz: -1 },
        ],
      },
    }),
  )
  expect(counted).toContain("gezählt am 31.10.2026, 17:05")
  expect(counted).toContain(
    "Bezeichnung Erwartet Gezählt Abweichung Kasten Bier BIER zurückgebracht 3 4 1 zu viel",
  )
  expect(counted).toContain("Kasten Bier BIER nicht zugestellt 21 20 1 fehlt")
  expect(counted).toContain("Bemerkung: Einer stand noch im Hof")
  expect(counted).toContain("Nach der Zählung noch gebucht: Gasthof Adler. Bitte neu zählen.")
  expect(counted).not.toContain("19 21 3 _")
})

test("lists of a tour add up an article and a device of one number apart", async () => {
  const open = { ...posten, nummer: "12", soll_ruecknahme: 0 }
  const twelve = [
    { ...open, bezeichnung: "Fass 30 l", pfandartikel_id: "fass", soll_ausgabe: 5 },
    { ...open, bezeichnung: "Kühler", pfandartikel_id: null, geraet_id: "kuehler", soll_ausgabe: 1 },
  ]
  const both = { ...tour, stops: [{ ...stop, kunde: "Einer", status: "geplant", posten: twelve }] }
  expect(await said(ladeliste(both))).toContain("12 Fass 30 l 5 [ ] 12 Kühler 1 [ ]")
  const evening = { ...both, zeitzone: "Europe/Berlin", zaehlung: undefined, daneben: [] }
  expect(await said(feierabend(evening))).toContain("Fass 30 l 5 0 5 0 _______ Kühler 1 0 1 0 _______")
})

test("a reminder names what, since when and until when", async () => {
  const since = { seit: "2026-03-01", tage: 244 }
  const text = await said(
    erinnerung({
      ...basis,
      stichtag: "2026-10-31",
      stufe: 3,
      frist: "2026-11-15",
      posten: [
        {
          ...since,
          nummer: "KEG",
          bezeichnung: "KEG 30 Liter",
          ist_geraet: false,
          menge: 4,
          wert_cent: 12_000,
        },
        { ...since, nummer: "K-001", bezeichnung: "Kühler", ist_geraet: true, menge: 1, wert_cent: 5000 },
      ],
    }),
  )
  expect(text).toContain("Letzte Aufforderung: Leihgut")
  expect(text).toContain("Artikel oder Gerät Seit Tage Stück Pfand KEG 30 Liter 01.03.2026 244 4 120,00 €")
  expect(text).toContain("Kühler K-001 01.03.2026 244 1 50,00 €")
  expect(text).toContain("bis zum 15.11.2026")
  expect(text).toContain("Mit freundlichen Grüßen Getränke Sommer GmbH")
  expect(text).toContain("müssen wir als verloren ansehen")
  for (const stufe of [1, 2] as const) {
    const earlier = await said(
      erinnerung({ ...basis, stichtag: "2026-10-31", stufe, frist: "2026-11-15", posten: [] }),
    )
    expect(earlier).not.toMatch(/Letzte|verloren/)
  }
})

test("the description of procedures states version, settings and roles", async () => {
  const text = await said(
    verfahrensdokumentation({
      firma,
      erstellt_am,
      version: "1.2.3",
      einstellungen: [["Preise", "netto"]],
      roles: [["Fahrer", "eigene Lieferungen"]],
      betrieb: [["Sicherung", "täglich"]],
    }),
  )
  for (const part of [
    "Pfandwerk 1.2.3",
    "Preise netto",
    "Fahrer eigene Lieferungen",
    "Sicherung täglich",
    "§ 147 AO",
  ])
    expect(text).toContain(part)
})

test("the street and the town of a letter are seen, however long the name is", async () => {
  const name = "Gaststättenbetriebsgesellschaft zum Löwen ".repeat(5).trim()
  const long = { ...an, name, ansprechpartner: `Frau ${name}`, land: "AT" }
  const text = await said(saldenbestaetigung({ ...basis, an: long, stichtag: "2026-10-31", bestand }))
  expect(text).toMatch(
    /Frau Gaststätten.*Große Straße 12 .*21335 Lüneburg.* ÖSTERREICH .*Saldenbestätigung zum/,
  )
  expect(text).toMatch(/Gaststättenbetr… Frau Gast.*Gaststättenbetr… Große Straße 12/)
})

test("photos stand on the page of their heading", async () => {
  const photo = {
    bytes: await new Bun.Image(Buffer.from(pixel, "base64")).jpeg().bytes(),
    breite: 1,
    hoehe: 1,
  }
  for (let lines = 1; lines < 40; lines += 3) {
    const zustellung = {
      erfasst_am: erstellt_am,
      empfaenger_name: null,
      unterschrift: null,
      photos: [photo],
      bestand: [],
    }
    const notiz = Array.from({ length: lines }, (_, nr) => `Zeile ${nr}`).join("\n")
    const data = { ...geplant, status: "zugestellt" as const, notiz, zustellung }
    const pages = pdfPages(await printPdf(lieferschein(data)))
    for (const page of pages.slice(0, -1))
      expect(page.replace(/Getränke Sommer GmbH[^]*$/, "")).not.toMatch(/Foto\s*$/)
  }
})

/** The window of an envelope (DIN 5008, form B), in points from above. */
const WINDOW = { top: 62.7 * (72 / 25.4), bottom: 90 * (72 / 25.4) }

test("an address stays in the window of the envelope, with three lines and with seven", async () => {
  const names = ["Adler", "Gasthaus zum Adler ".repeat(3), "Gasthaus zum Adler ".repeat(9)]
  for (const name of names)
    for (const [land, last] of [
      ["DE", "Lüneburg"],
      ["AT", "ÖSTERREICH"],
    ] as const)
      // prettier-ignore
      for (const ansprechpartner of [null, "Frau Änne Groß"]) {
        const data = { ...basis, an: { ...an, name, land, ansprechpartner }, stichtag: "2026-10-31", bestand }
        const words = pdfWords(await printPdf(saldenbestaetigung(data)))
        const begin = words.find(({ word }) => word === name.split(" ")[0])!
        const end = words.find(({ word, top }) => word === last && top > begin.top)!
        expect(begin.top).toBeGreaterThanOrEqual(WINDOW.top)
        expect(end.bottom).toBeLessThanOrEqual(WINDOW.bottom)
      }
})

test("what is cut says so, and no country stands on a letter at home", async () => {
  const strasse = "Straße des siebzehnten Juni ".repeat(9).trim()
  const data = { ...basis, an: { ...an, strasse }, stichtag: "2026-10-31", bestand }
  const text = await said(saldenbestaetigung({ ...data, firma: { ...firma, strasse } }))
  expect(text).toMatch(/siebzehnten[^…]*… 21335 Lüneburg/)
  expect(text).not.toMatch(/DEUTSCHLAND|Deutschland/)
  // The sender above the window, and the foot of the page.
  expect(text.match(/…/g)!.length).toBeGreaterThanOrEqual(3)
})

test("letters are what they are for who copies or searches them, whatever was printed before", async () => {
  // An "i" and an "ì" are drawn with an "ı".
  await said(
    saldenbestaetigung({ ...basis, an: { ...an, name: "iìí fi ffi" }, stichtag: "2026-10-31", bestand }),
  )
  const name = "Kapı Ilıca fi ffi ﬁ Київ Ёлка Αθήνα Łódź Ştefan ßẞ"
  const text = await said(
    saldenbestaetigung({ ...basis, an: { ...an, name }, stichtag: "2026-10-31", bestand }),
  )
  expect(text).toContain("Kapı Ilıca fi ffi fi Київ Ёлка Αθήνα Łódź Ştefan ßẞ")
})

test("a letter that the fonts do not have is a box, none is left out, and signs without a picture are", async () => {
  const name = "A漢B😀C\u200d\u202eD e\u0301"
  const text = await said(
    saldenbestaetigung({ ...basis, an: { ...an, name }, stichtag: "2026-10-31", bestand }),
  )
  expect(text).toContain("A□B□CD é")
  // Whoever reads the paper is told what a box is, and nobody else.
  const note = "□ = Zeichen, das sich nicht drucken lässt"
  expect(text).toContain(note)
  expect(await said(saldenbestaetigung({ ...basis, stichtag: "2026-10-31", bestand }))).not.toContain(note)
})
