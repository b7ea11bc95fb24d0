import { expect, test } from "bun:test"
import fc from "fast-check"
import type { Einheit } from "../../../src/lib/einheit.ts"
import { calculateSteuer } from "../../../src/lib/steuer.ts"
import { writeRechnung } from "../../../src/print/rechnung/cii.ts"
import { einheitCodes } from "../../../src/print/rechnung/zeilen.ts"
import { en16931, xrechnung } from "../../../src/print/rechnung/profile.ts"
import type { Rechnung, Rechnungsposten } from "../../../src/print/rechnung/modell.ts"
import { calculateRechnung } from "../../../src/print/rechnung/calculate.ts"
import { all, checkSchema, type XmlNode, readXml, text } from "../../helpers/rechnung/baum.ts"
import { beispiele, cancelled, invoice, kaeufer, verkaeufer } from "../../helpers/rechnung/beispiele.ts"
import { findings, regeln } from "../../helpers/rechnung/regeln.ts"

/** Every invoice keeps to the schema and to the rules of the standard, and says what the settlement says. */

const profile = { en16931, xrechnung }
const SETTLEMENT = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement"
const SUM = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`

for (const [name, rechnung] of Object.entries(beispiele)) {
  for (const [form, profil] of Object.entries(profile)) {
    test(`${name} as ${form} keeps to the schema and to all rules`, () => {
      const xml = writeRechnung(rechnung, profil)
      expect(checkSchema(xml)).toBeUndefined()
      const doc = readXml(xml)
      expect(findings(doc)).toEqual([])
      expect(disagreements(rechnung, doc)).toEqual([])
    }, 120_000)
  }
}

const cents = (doc: XmlNode, path: string): number => Math.round(Number(text(doc, path) || "0") * 100)

/** @returns what a file says otherwise than the settlement: VAT and total to the cent, net and rounding to one a rate */
function disagreements(rechnung: Rechnung, doc: XmlNode): string[] {
  const { steuern, posten, storniert } = rechnung
  const total = (pick: (steuer: Rechnung["steuern"][number]) => number) =>
    steuern.reduce((sum, steuer) => sum + pick(steuer), 0)
  const brutto = total((steuer) => steuer.brutto_cent)
  const sign = brutto < 0 && !storniert ? -1 : 1
  const pieces = all(doc, "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem").map((line) =>
    Number(text(line, "SpecifiedLineTradeDelivery/BilledQuantity")),
  )
  const rounding = cents(doc, `${SUM}/RoundingAmount`)
  const vats = all(doc, `${SETTLEMENT}/ApplicableTradeTax`).map((tax) => [
    text(tax, "CategoryCode") === "E" ? null : Number(text(tax, "RateApplicablePercent")),
    sign * cents(tax, "CalculatedAmount") || 0,
  ])
  const agreed = {
    art: text(doc, "ExchangedDocument/TypeCode") === (storniert ? "384" : brutto < 0 ? "381" : "380"),
    zahlbar: cents(doc, `${SUM}/DuePayableAmount`) === (sign * brutto || 0),
    ust: Bun.deepEquals(
      vats,
      steuern.map(({ satz, ust_cent }) => [satz, ust_cent]),
    ),
    rundung: Math.abs(rounding) <= (rechnung.preise === "brutto" ? steuern.length : 0),
    netto:
      cents(doc, `${SUM}/TaxBasisTotalAmount`) + rounding === (sign * total((one) => one.netto_cent) || 0),
    stueck: Bun.deepEquals(
      pieces,
      posten.map(({ stueck }) => sign * stueck || 0),
    ),
  }
  return Object.entries(agreed).flatMap(([name, holds]) => (holds ? [] : [name]))
}

const someSaetze = fc.uniqueArray(fc.constantFrom(19, 7, 16, 5, null), { minLength: 1, maxLength: 3 })

const postenOf = (saetze: readonly (number | null)[]): fc.Arbitrary<Rechnungsposten> =>
  fc.record({
    nummer: fc.string({ minLength: 1, maxLength: 20 }).map((nummer) => `N${nummer}`),
    bezeichnung: fc.string({ unit: "binary", maxLength: 40 }),
    richtung: fc.constantFrom("ausgabe", "ruecknahme", "korrektur"),
    stueck: fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -200_000, max: 200_000 })),
    einheit: fc.constantFrom(...(Object.keys(einheitCodes) as Einheit[])),
    betrag_cent: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 1_000_000 })),
    satz: fc.constantFrom(...saetze),
  })

/** Companies of every kind, with whatever they call themselves, and what they may bill. */
const rechnungen: fc.Arbitrary<Rechnung> = fc
  .record({
    posten: someSaetze.chain((some) => fc.array(postenOf(some), { minLength: 1, maxLength: 40 })),
    preise: fc.constantFrom("netto", "brutto"),
    name: fc.string({ unit: "binary", maxLength: 60 }).map((name) => `N${name}`),
    ust_id: fc.constantFrom("DE 123456788", null),
    storno: fc.boolean(),
    zahlungsbedingung: fc.constantFrom(null, "Zahlbar sofort", "#SKONTO#TAGE=7#\n# nicht"),
  })
  .map(({ posten, preise, name, ust_id, storno, zahlungsbedingung }) => {
    const rechnung = invoice({
      posten,
      preise,
      zahlungsbedingung,
      verkaeufer: { ...verkaeufer, name, ust_id },
      kaeufer: { ...kaeufer, name },
    })
    return storno ? cancelled(rechnung) : rechnung
  })

test("so does whatever a company can bill, in cents of its own settlement", () => {
  fc.assert(
    fc.property(rechnungen, fc.constantFrom(en16931, xrechnung), (rechnung, profil) => {
      const xml = writeRechnung(rechnung, profil)
      expect(checkSchema(xml)).toBeUndefined()
      const doc = readXml(xml)
      expect(findings(doc)).toEqual([])
      expect(disagreements(rechnung, doc)).toEqual([])
    }),
    { numRuns: 400 },
  )
}, 120_000)

test("every gross total of up to 400 euros is net and its VAT, and a cent only where no net one has that VAT", () => {
  for (const satz of [19, 16, 7, 5]) {
    for (let betrag_cent = 1; betrag_cent <= 40_000; betrag_cent += satz === 19 ? 1 : 7) {
      const one = { nummer: "K", bezeichnung: "K", richtung: "ausgabe", einheit: "kasten", satz } as const
      const { steuern, rundung_cent } = calculateRechnung(
        invoice({ preise: "brutto", posten: [{ ...one, stueck: 1, betrag_cent }] }),
      )
      const { netto_cent = 0, ust_cent = 0 } = steuern[0] ?? {}
      const isExact = calculateSteuer(betrag_cent - ust_cent, satz, "netto").ust_cent === ust_cent
      if (
        Math.abs(rundung_cent) !== (isExact ? 0 : 1) ||
        netto_cent + ust_cent + rundung_cent !== betrag_cent
      )
        throw new Error(`${betrag_cent} at ${satz}: ${netto_cent} + ${ust_cent} + ${rundung_cent}`)
    }
  }
})

const kasten = { nummer: "K", bezeichnung: "K", richtung: "ausgabe", einheit: "kasten", satz: 19 } as const

test("what the bearing sum is beside the net one, the largest line bears, returns too", () => {
  const { netto_cent, rundung_cent, zeilen } = calculateRechnung(
    invoice({
      preise: "brutto",
      posten: [
        { ...kasten, stueck: 1, betrag_cent: 100 },
        { ...kasten, stueck: -1, betrag_cent: 153 },
      ],
    }),
  )
  expect([netto_cent, rundung_cent, zeilen.map((one) => one.netto_cent)]).toEqual([-44, -1, [84, -128]])
})

test("the price is that of ten pieces from a hundred on, of a hundred from a thousand on, out or back", () => {
  const basisOf = (stueck: number) =>
    calculateRechnung(invoice({ preise: "brutto", posten: [{ ...kasten, stueck, betrag_cent: 8 }] }))
      .zeilen[0]?.basis
  const counts = [1, 99, 100, 999, 1000, 9999, 10_000]
  expect(counts.map(basisOf)).toEqual([1, 1, 10, 10, 100, 100, 1000])
  expect(counts.map((stueck) => basisOf(-stueck))).toEqual([1, 1, 10, 10, 100, 100, 1000])
})

test("a line of which as much went out as came back shows the price of one piece without VAT", () => {
  const { zeilen } = calculateRechnung(
    invoice({ preise: "brutto", posten: [{ ...kasten, stueck: 0, betrag_cent: 119 }] }),
  )
  expect(zeilen).toMatchObject([{ netto_cent: 0, preis: 10_000, basis: 1 }])
})

/** One fault for each rule: where it stands, and what stands there instead. */
type Fault = [example: string, what: RegExp, instead: string]
const inside = (name: string): RegExp => new RegExp(`(<ram:${name}[^>]*>)[^<]*(?=</ram:${name}>)`)
const without = (name: string): RegExp => new RegExp(`<ram:${name}[ >].*?</ram:${name}>`, "g")
const inParty = (party: string, name: string): RegExp =>
  new RegExp(`(<ram:${party}>.*?)<ram:${name}>.*?</ram:${name}>`)
/** The first of them behind the lines. */
const behind = (name: string): RegExp =>
  new RegExp(`(<ram:ApplicableHeaderTradeSettlement>.*?<ram:${name}[^>]*>)[^<]*`)

const faults: Record<string, Fault> = {
  "BR-01": ["netto", without("GuidelineSpecifiedDocumentContextParameter"), ""],
  "BR-02": ["netto", /(<rsm:ExchangedDocument><ram:ID>)[^<]*/, "$1 "],
  "BR-03": ["netto", without("IssueDateTime"), ""],
  "BR-04": ["netto", inside("TypeCode"), "$1389"],
  "BR-05": ["netto", inside("InvoiceCurrencyCode"), "$1USD"],
  "BR-06": ["netto", inParty("SellerTradeParty", "Name"), "$1"],
  "BR-07": ["netto", inParty("BuyerTradeParty", "Name"), "$1"],
  "BR-09": ["netto", inParty("SellerTradeParty", "CountryID"), "$1"],
  "BR-11": ["netto", inParty("BuyerTradeParty", "CountryID"), "$1"],
  "BR-12": ["netto", behind("LineTotalAmount"), "$1"],
  "BR-13": ["netto", behind("TaxBasisTotalAmount"), "$1"],
  "BR-14": ["netto", behind("GrandTotalAmount"), "$1"],
  "BR-15": ["netto", behind("DuePayableAmount"), "$1"],
  "BR-16": ["netto", without("IncludedSupplyChainTradeLineItem"), ""],
  "BR-21": ["netto", /<ram:LineID>2</, "<ram:LineID>1<"],
  "BR-22": ["netto", inside("BilledQuantity"), "$1"],
  "BR-23": ["netto", /unitCode="XKG"/, 'unitCode="KISTE"'],
  "BR-24": ["netto", inside("LineTotalAmount"), "$1"],
  "BR-25": ["netto", /(<ram:SpecifiedTradeProduct>.*?<ram:Name>)[^<]*/, "$1"],
  "BR-26": ["netto", inside("ChargeAmount"), "$1"],
  "BR-27": ["netto", inside("ChargeAmount"), "$1-1.50"],
  "BR-29": ["netto", /(<ram:StartDateTime>.*?>)20270101/, "$120270201"],
  "BR-48": [
    "netto",
    /(<\/ram:IncludedSupplyChainTradeLineItem><ram:Appl.*?<ram:RateApplicablePercent>)19/,
    "$1",
  ],
  "BR-49": ["netto", /(PaymentMeans><ram:TypeCode>)58/, "$1"],
  "BR-55": ["storno-der-rechnung", inside("IssuerAssignedID"), "$1"],
  "BR-61": ["netto", inside("IBANID"), "$1DE02120300000000202052"],
  "BR-CO-04": ["netto", inside("CategoryCode"), "$1"],
  "BR-CO-09": ["netto", />DE123456788</, ">123456788<"],
  "BR-CO-10": ["netto", inside("LineTotalAmount"), "$160.01"],
  "BR-CO-13": ["netto", behind("TaxBasisTotalAmount"), "$10.01"],
  "BR-CO-14": ["netto", behind("TaxTotalAmount"), "$10.01"],
  "BR-CO-15": ["netto", behind("GrandTotalAmount"), "$10.01"],
  "BR-CO-16": ["brutto-mit-rundung", without("RoundingAmount"), ""],
  "BR-CO-17": ["netto", behind("CalculatedAmount"), "$157.58"],
  "BR-CO-18": ["netto", without("ApplicableTradeTax"), ""],
  "BR-CO-25": ["netto", without("SpecifiedTradePaymentTerms"), ""],
  "BR-CO-26": ["nur-steuernummer", inParty("SellerTradeParty", "ID"), "$1"],
  "BR-DEC-09": ["netto", behind("LineTotalAmount"), "$1457.081"],
  "BR-DEC-12": ["netto", behind("TaxBasisTotalAmount"), "$1457.081"],
  "BR-DEC-13": ["netto", behind("TaxTotalAmount"), "$11.001"],
  "BR-DEC-14": ["netto", behind("GrandTotalAmount"), "$11.001"],
  "BR-DEC-17": ["brutto-mit-rundung", behind("RoundingAmount"), "$10.011"],
  "BR-DEC-18": ["netto", behind("DuePayableAmount"), "$11.001"],
  "BR-DEC-19": ["netto", behind("BasisAmount"), "$11.001"],
  "BR-DEC-20": ["netto", behind("CalculatedAmount"), "$11.001"],
  "BR-DEC-23": ["netto", inside("LineTotalAmount"), "$160.001"],
  "BR-S-01": [
    "netto",
    /(<ram:ApplicableHeaderTradeSettlement>.*?)<ram:ApplicableTradeTax>.*<\/ram:ApplicableTradeTax>/,
    "$1",
  ],
  "BR-S-02": ["netto", without("SpecifiedTaxRegistration"), ""],
  "BR-S-05": ["netto", inside("RateApplicablePercent"), "$10"],
  "BR-S-08": ["netto", behind("BasisAmount"), "$1302.00"],
  "BR-S-09": ["netto", behind("CalculatedAmount"), "$157.58"],
  "BR-S-10": [
    "netto",
    /(<ram:ApplicableHeaderTradeSettlement>.*?<ram:TypeCode>VAT<\/ram:TypeCode>)/,
    "$1<ram:ExemptionReason>x</ram:ExemptionReason>",
  ],
  "BR-E-01": ["kleinunternehmer", /(<ram:ApplicableHeaderTradeSettlement>.*?<ram:CategoryCode>)E/, "$1S"],
  "BR-E-02": ["kleinunternehmer", without("SpecifiedTaxRegistration"), ""],
  "BR-E-05": ["kleinunternehmer", inside("RateApplicablePercent"), "$119"],
  "BR-E-08": ["kleinunternehmer", behind("BasisAmount"), "$130.01"],
  "BR-E-09": ["kleinunternehmer", behind("CalculatedAmount"), "$10.01"],
  "BR-E-10": ["kleinunternehmer", without("ExemptionReason"), ""],
  "BT-131": ["brutto", inside("BasisQuantity"), "$11"],
  decimals: ["netto", inside("ChargeAmount"), "$11.50000"],
  "PEPPOL-EN16931-R008": ["netto", inside("Description"), "$1 "],
  "PEPPOL-EN16931-R001": ["netto", without("BusinessProcessSpecifiedDocumentContextParameter"), ""],
  "PEPPOL-EN16931-R010": ["netto", inParty("BuyerTradeParty", "URIUniversalCommunication"), "$1"],
  "PEPPOL-EN16931-R020": ["netto", inParty("SellerTradeParty", "URIUniversalCommunication"), "$1"],
  "BR-DE-1": ["netto", without("SpecifiedTradeSettlementPaymentMeans"), ""],
  "BR-DE-3": ["netto", inParty("SellerTradeParty", "CityName"), "$1"],
  "BR-DE-4": ["netto", inParty("SellerTradeParty", "PostcodeCode"), "$1"],
  "BR-DE-5": ["netto", inParty("SellerTradeParty", "PersonName"), "$1"],
  "BR-DE-6": ["netto", without("TelephoneUniversalCommunication"), ""],
  "BR-DE-7": ["netto", without("EmailURIUniversalCommunication"), ""],
  "BR-DE-8": ["netto", inParty("BuyerTradeParty", "CityName"), "$1"],
  "BR-DE-9": ["netto", inParty("BuyerTradeParty", "PostcodeCode"), "$1"],
  "BR-DE-15": ["netto", without("BuyerReference"), ""],
  "BR-DE-18": ["nur-steuernummer", /(PaymentTerms><ram:Description>)/, "$1#"],
  "BR-DE-21": ["netto", /xrechnung_3\.0/, "xrechnung_2.0"],
  "BR-DE-26": ["storno-der-rechnung", without("InvoiceReferencedDocument"), ""],
}

test("each rule tells of what breaks it", () => {
  expect(Object.keys(faults)).toEqual(Object.keys(regeln))
  for (const [rule, [name, what, instead]] of Object.entries(faults)) {
    const whole = Buffer.from(writeRechnung(beispiele[name]!, xrechnung)).toString()
    const broken = whole.replace(what, instead)
    expect([rule, broken === whole, findings(readXml(Buffer.from(broken))).includes(rule)]).toEqual([
      rule,
      false,
      true,
    ])
  }
})

test("the schema tells of elements in another order, and of ones that are missing", () => {
  const whole = Buffer.from(writeRechnung(beispiele["netto"]!, en16931)).toString()
  const turned = whole.replace(/(<ram:LineOne>.*?<\/ram:LineOne>)(<ram:CityName>.*?<\/ram:CityName>)/, "$2$1")
  expect(checkSchema(Buffer.from(turned))).toContain("LineOne")
  const missing = whole.replace(/<ram:DuePayableAmount>.*?<\/ram:DuePayableAmount>/, "")
  expect(checkSchema(Buffer.from(missing))).toContain("DuePayableAmount")
  const unescaped = whole.replace("Müller &amp; Söhne", "Müller & Söhne")
  expect(checkSchema(Buffer.from(unescaped))).toBeString()
})
