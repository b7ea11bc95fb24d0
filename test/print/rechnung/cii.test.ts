import { describe, expect, test } from "bun:test"
import { writeRechnung } from "../../../src/print/rechnung/cii.ts"
import { toPosten } from "../../../src/print/rechnung/calculate.ts"
import { details, en16931, listMissing, xrechnung } from "../../../src/print/rechnung/profile.ts"
import type { Rechnung } from "../../../src/print/rechnung/modell.ts"
import { all, type XmlNode, readXml, text } from "../../helpers/rechnung/baum.ts"
import { beispiele, cancelled, invoice, kaeufer, verkaeufer } from "../../helpers/rechnung/beispiele.ts"

/** An invoice, read as its recipient reads it. */

const TRADE = "SupplyChainTradeTransaction"
const SETTLEMENT = `${TRADE}/ApplicableHeaderTradeSettlement`
const read = (rechnung: Rechnung, profil = en16931): XmlNode => readXml(writeRechnung(rechnung, profil))
const example = (name: string): XmlNode => read(beispiele[name]!)

const typeOf = (doc: XmlNode): string => text(doc, "ExchangedDocument/TypeCode")
const linesOf = (doc: XmlNode): string[][] =>
  all(doc, `${TRADE}/IncludedSupplyChainTradeLineItem`).map((line) =>
    [
      "SpecifiedTradeProduct/Description",
      "SpecifiedLineTradeDelivery/BilledQuantity",
      "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount",
      "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity",
      "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
    ].map((path) => text(line, path)),
  )
const totalsOf = (doc: XmlNode): Record<string, string> =>
  Object.fromEntries(
    (all(doc, `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`)[0]?.children ?? []).map(
      (one) => [one.name, one.text],
    ),
  )
const taxesOf = (doc: XmlNode): string[][] =>
  all(doc, `${SETTLEMENT}/ApplicableTradeTax`).map((tax) =>
    ["CategoryCode", "RateApplicablePercent", "BasisAmount", "CalculatedAmount", "ExemptionReason"].map(
      (name) => text(tax, name),
    ),
  )
const meansOf = (doc: XmlNode): string[] =>
  ["TypeCode", "PayeePartyCreditorFinancialAccount/IBANID"].map((path) =>
    text(doc, `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/${path}`),
  )
const termsOf = (doc: XmlNode): string[] =>
  ["Description", "DueDateDateTime/DateTimeString"].map((path) =>
    text(doc, `${SETTLEMENT}/SpecifiedTradePaymentTerms/${path}`),
  )

describe("what is to be paid", () => {
  test("is an invoice: what came back counts down, VAT once on the sum of a rate", () => {
    const doc = example("netto")
    expect(typeOf(doc)).toBe("380")
    expect(linesOf(doc).slice(0, 4)).toEqual([
      ["Ausgabe", "40", "1.50", "", "60.00"],
      ["Rücknahme", "-41", "1.50", "", "-61.50"],
      ["Korrektur", "2", "1.50", "", "3.00"],
      ["Ausgabe", "1001", "0.08", "", "80.08"],
    ])
    expect(taxesOf(doc)).toEqual([
      ["S", "19", "306.51", "58.24", ""],
      ["S", "7", "80.08", "5.61", ""],
    ])
    expect(totalsOf(doc)).toEqual({
      LineTotalAmount: "386.59",
      TaxBasisTotalAmount: "386.59",
      TaxTotalAmount: "63.85",
      GrandTotalAmount: "450.44",
      DuePayableAmount: "450.44",
    })
    expect(meansOf(doc)).toEqual(["58", "DE02120300000000202051"])
    expect(termsOf(doc)).toEqual(["", "20270215"])
  })

  test("names period, parties with their numbers, and what each piece is", () => {
    const doc = example("netto")
    const agreement = all(doc, `${TRADE}/ApplicableHeaderTradeAgreement`)[0]!
    const ids = all(agreement, "SellerTradeParty/SpecifiedTaxRegistration/ID")
    expect(ids.map((id) => [id.attributes["schemeID"], id.text])).toEqual([
      ["FC", "33/270/01234"],
      ["VA", "DE123456788"],
    ])
    expect(all(agreement, "SellerTradeParty/ID")).toEqual([])
    expect(text(agreement, "BuyerTradeParty/Name")).toBe("Gasthaus Müller & Söhne")
    expect(text(agreement, "BuyerTradeParty/ID")).toBe("10023")
    expect(text(agreement, "BuyerReference")).toBe("04011000-1234512345-06")
    const mail = all(agreement, "BuyerTradeParty/URIUniversalCommunication/URIID")[0]
    expect([mail?.attributes["schemeID"], mail?.text]).toEqual(["EM", "post@mueller.example"])
    const period = all(doc, `${SETTLEMENT}/BillingSpecifiedPeriod`)[0]!
    expect(text(period, "StartDateTime/DateTimeString")).toBe("20270101")
    expect(text(period, "EndDateTime/DateTimeString")).toBe("20270131")
    const quantities = all(
      doc,
      `${TRADE}/IncludedSupplyChainTradeLineItem/SpecifiedLineTradeDelivery/BilledQuantity`,
    )
    expect(quantities.map(({ attributes }) => attributes["unitCode"])).toEqual([
      "XCR",
      "XCR",
      "XCR",
      "XBO",
      "XPX",
      "XCY",
      "XKG",
    ])
  })

  test("has the company's tax number as its identifier where it has no VAT number", () => {
    const seller = all(
      example("nur-steuernummer"),
      `${TRADE}/ApplicableHeaderTradeAgreement/SellerTradeParty`,
    )[0]!
    expect(text(seller, "ID")).toBe("33/270/01234")
    expect(
      all(seller, "SpecifiedTaxRegistration/ID").map(({ attributes }) => attributes["schemeID"]),
    ).toEqual(["FC"])
  })
})

test("a credit is one of its own kind, counts up what came back, and asks for no money", () => {
  const doc = example("guthaben")
  expect(typeOf(doc)).toBe("381")
  expect(linesOf(doc)).toEqual([
    ["Rücknahme", "410", "1.50", "", "615.00"],
    ["Ausgabe", "-1", "30.00", "", "-30.00"],
    ["Rücknahme", "5", "30.00", "", "150.00"],
  ])
  expect(totalsOf(doc)["DuePayableAmount"]).toBe("860.25")
  expect(meansOf(doc)).toEqual(["1", ""])
  expect(termsOf(doc)).toEqual(["Guthaben zu Ihren Gunsten", ""])
  const due = read({ ...beispiele["guthaben"]!, faellig_am: "2027-03-01" })
  expect(termsOf(due)).toEqual(["Guthaben zu Ihren Gunsten", ""])
})

test("a counter-document names what it cancels, and keeps its own signs", () => {
  const doc = example("storno-der-rechnung")
  expect(typeOf(doc)).toBe("384")
  const [before] = all(doc, `${SETTLEMENT}/InvoiceReferencedDocument`)
  expect(text(before!, "IssuerAssignedID")).toBe("ABR-2027-00017")
  expect(text(before!, "FormattedIssueDateTime/DateTimeString")).toBe("20270201")
  expect(linesOf(doc)[0]).toEqual(["Ausgabe", "-40", "1.50", "", "-60.00"])
  expect(totalsOf(doc)["DuePayableAmount"]).toBe("-450.44")
  expect(meansOf(doc)).toEqual(["1", ""])
  const ofCredit = example("storno-des-guthabens")
  expect([typeOf(ofCredit), totalsOf(ofCredit)["DuePayableAmount"]]).toEqual(["384", "860.25"])
  expect(meansOf(ofCredit)[0]).toBe("58")
  expect(all(example("netto"), `${SETTLEMENT}/InvoiceReferencedDocument`)).toEqual([])
})

test("gross prices become net lines; VAT and total stay, and a cent of the net sum is rounding", () => {
  const doc = example("brutto-mit-rundung")
  expect(linesOf(doc)).toEqual([["Ausgabe", "9", "1.2611", "", "11.35"]])
  expect(totalsOf(doc)).toEqual({
    LineTotalAmount: "11.35",
    TaxBasisTotalAmount: "11.35",
    TaxTotalAmount: "2.16",
    RoundingAmount: "-0.01",
    GrandTotalAmount: "13.51",
    DuePayableAmount: "13.50",
  })
  // 123 457 pieces at 8 cents: of one alone, four decimals would be 6 euros off.
  expect(linesOf(example("brutto"))[2]).toEqual(["Ausgabe", "123457", "672.2689", "10000", "8299.63"])
})

test("the rates of 2020 stand beside those of today", () => {
  expect(taxesOf(example("saetze-von-2020")).map(([, rate, , vat]) => [rate, vat])).toEqual([
    ["16", "12.72"],
    ["5", "3.98"],
    ["19", "15.11"],
    ["7", "5.57"],
  ])
})

test("what bears no VAT says why, beside what does", () => {
  expect(taxesOf(example("geraet-mit-kaution"))).toEqual([
    ["E", "0", "100.00", "0.00", "Kaution: Sicherheit, kein Entgelt"],
    ["S", "19", "97.00", "18.43", ""],
  ])
  const reason = "Als Kleinunternehmer im Sinne des § 19 UStG weisen wir keine Umsatzsteuer aus."
  expect(taxesOf(example("kleinunternehmer"))).toEqual([["E", "0", "30.00", "0.00", reason]])
})

test("names are what people typed, whatever XML makes of them", () => {
  const doc = example("namen")
  const agreement = all(doc, `${TRADE}/ApplicableHeaderTradeAgreement`)[0]!
  expect(text(doc, "ExchangedDocument/ID")).toBe("ABR & <17>")
  expect(text(agreement, "SellerTradeParty/Name")).toBe('A&B <C> "ı" Київ 漢字 😀')
  expect(text(agreement, "BuyerTradeParty/Name")).toBe("]]> & <!-- -->")
  const item = all(doc, `${TRADE}/IncludedSupplyChainTradeLineItem/SpecifiedTradeProduct`)[0]!
  expect([text(item, "SellerAssignedID"), text(item, "Name")]).toEqual([`K<&>'"`, `K<&>'"`])
  expect(all(doc, "ExchangedDocument/IncludedNote/Content").map((note) => note.text)).toEqual([
    "a\nb",
    "ä ö ü ß €",
  ])
})

test("each form says which it is", () => {
  const context = (profil: typeof en16931) =>
    ["BusinessProcess", "Guideline"].map((name) =>
      text(
        read(beispiele["netto"]!, profil),
        `ExchangedDocumentContext/${name}SpecifiedDocumentContextParameter/ID`,
      ),
    )
  expect(context(en16931)).toEqual(["", "urn:cen.eu:en16931:2017"])
  expect(context(xrechnung)).toEqual([
    "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
    "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  ])
})

test("the same data gives the same bytes", () => {
  const [first, again] = [1, 2].map(() => writeRechnung(structuredClone(beispiele["brutto"]!), xrechnung))
  expect(Buffer.compare(first!, again!)).toBe(0)
})

describe("what is missing", () => {
  const nobody = { name: " ", strasse: null, plz: "", ort: null, ust_id: null, email: null }
  const bare = invoice({
    verkaeufer: {
      ...verkaeufer,
      ...nobody,
      steuernummer: null,
      iban: null,
      kontakt: { name: null, telefon: "\u0000", email: null },
    },
    kaeufer: { ...kaeufer, ...nobody, referenz: null },
    faellig_am: null,
    ohne_ust_weil: null,
    posten: [19, null].map((satz) => ({ ...beispiele["netto"]!.posten[0]!, satz })),
  })

  test("is named: what the law asks for always, contact and addresses for public bodies", () => {
    const law = [
      ...["name", "strasse", "plz", "ort", "steuer", "iban"].map((name) => `verkaeufer.${name}`),
      ...["name", "strasse", "plz", "ort"].map((name) => `kaeufer.${name}`),
      "faelligkeit",
      "ohne_ust_weil",
    ]
    const beyond = [
      ...["name", "telefon", "email"].map((name) => `verkaeufer.kontakt.${name}`),
      "kaeufer.referenz",
      "kaeufer.email",
    ]
    expect<string[]>(listMissing(bare, en16931).toSorted()).toEqual(law.toSorted())
    expect<string[]>(listMissing(bare, xrechnung).toSorted()).toEqual([...law, ...beyond].toSorted())
    for (const rechnung of Object.values(beispiele)) expect(listMissing(rechnung, xrechnung)).toEqual([])
    // Each in words of its own, which say whose it is.
    expect(new Set(Object.values(details)).size).toBe(Object.keys(details).length)
  })

  test("is never left out of a file", () => {
    expect(() => writeRechnung(bare, en16931)).toThrow("verkaeufer.strasse")
    const { kontakt: _, ...firma } = verkaeufer
    const silent = { ...firma, kontakt: { name: null, telefon: null, email: null } }
    const rechnung = { ...beispiele["netto"]!, verkaeufer: silent }
    expect(() => writeRechnung(rechnung, xrechnung)).toThrow("verkaeufer.kontakt.telefon")
    expect(writeRechnung(rechnung, en16931).length).toBeGreaterThan(1000)
  })

  test("a credit needs no day on which it is due", () => {
    expect(listMissing({ ...beispiele["guthaben"]!, faellig_am: null }, en16931)).toEqual([])
    expect(listMissing({ ...beispiele["netto"]!, faellig_am: null }, en16931)).toEqual(["faelligkeit"])
    const one = { nummer: "K", bezeichnung: "K", einheit: "kasten", satz: 19, betrag_cent: 150 } as const
    const even = invoice({
      faellig_am: null,
      posten: [
        { ...one, richtung: "ausgabe", stueck: 2 },
        { ...one, richtung: "ruecknahme", stueck: -2 },
      ],
    })
    expect(listMissing(even, en16931)).toEqual([])
  })
})

test("a settlement whose VAT is one cent off is refused", () => {
  const { steuern, ...rest } = beispiele["netto"]!
  for (const name of ["netto_cent", "ust_cent", "brutto_cent"] as const) {
    const [first, ...others] = steuern
    const off = { ...rest, steuern: [{ ...first!, [name]: first![name] + 1 }, ...others] }
    expect(() => writeRechnung(off, en16931)).toThrow("does not add up: VAT of 19 %")
  }
  expect(() => writeRechnung({ ...rest, steuern: steuern.slice(0, 1) }, en16931)).toThrow("no VAT of 7 %")
  const more = [...steuern, { satz: 16, netto_cent: 0, ust_cent: 0, brutto_cent: 0 }]
  expect(taxesOf(read({ ...rest, steuern: more })).map(([, rate]) => rate)).toEqual(["19", "7"])
})

test("a position is a line for each direction in which pieces moved", () => {
  const was = {
    nummer: "KI-20",
    bezeichnung: "Kasten",
    einheit: "kasten",
    betrag_cent: 150,
    satz: 19,
  } as const
  const moved = (ausgabe: number, ruecknahme: number, korrektur: number) =>
    toPosten([{ ...was, ausgabe, ruecknahme, korrektur }]).map(({ richtung, stueck }) => [richtung, stueck])
  expect(moved(40, 41, -2)).toEqual([
    ["ausgabe", 40],
    ["ruecknahme", -41],
    ["korrektur", -2],
  ])
  // A counter-document has the pieces with the other sign.
  expect(moved(0, -41, 0)).toEqual([["ruecknahme", 41]])
  expect(moved(0, 0, 0)).toEqual([["korrektur", 0]])
  const two = [
    { ...was, ausgabe: 0, ruecknahme: 0, korrektur: 0 },
    { ...was, nummer: "B", ausgabe: 1, ruecknahme: 0, korrektur: 0 },
  ]
  expect(toPosten(two)).toEqual([{ ...was, nummer: "B", position: 1, richtung: "ausgabe", stueck: 1 }])
})

test("what the file of one settlement costs", () => {
  const rechnung = cancelled(beispiele["netto"]!)
  const many = { ...rechnung, posten: Array.from({ length: 60 }, () => ({ ...rechnung.posten[3]! })) }
  const whole = invoice(many)
  const spent = (count: number, write: () => unknown): string => {
    for (let i = 0; i < count; i++) write()
    const before = process.cpuUsage()
    for (let i = 0; i < count; i++) write()
    const { user, system } = process.cpuUsage(before)
    return ((user + system) / 1000 / count).toFixed(1)
  }
  const write = () => writeRechnung(whole, xrechnung)
  process.stderr.write(`an invoice of 60 lines takes ${spent(200, write)} ms of a processor\n`)
  const largest = () => writeRechnung(beispiele["5000-zeilen"]!, en16931)
  process.stderr.write(`one of 5000 lines takes ${spent(2, largest)} ms\n`)
  expect(write().length).toBeLessThan(100_000)
})
