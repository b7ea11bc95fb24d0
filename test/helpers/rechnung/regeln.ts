import { type XmlNode, all, text } from "./baum.ts"

/**
 * The rules of EN 16931 that an invoice of ours can break, written from the standard's text, without a tolerance: what
 * one of them says of a file that its writer made is not what the writer believes of it.
 */

const HEAD = "ExchangedDocument"
const TRADE = "SupplyChainTradeTransaction"
const LINE = `${TRADE}/IncludedSupplyChainTradeLineItem`
const SELLER = `${TRADE}/ApplicableHeaderTradeAgreement/SellerTradeParty`
const BUYER = `${TRADE}/ApplicableHeaderTradeAgreement/BuyerTradeParty`
const SETTLEMENT = `${TRADE}/ApplicableHeaderTradeSettlement`
const MEANS = `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans`
const TERMS = `${SETTLEMENT}/SpecifiedTradePaymentTerms`
const TAX = `${SETTLEMENT}/ApplicableTradeTax`
const SUM = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`
const PERIOD = `${SETTLEMENT}/BillingSpecifiedPeriod`
const BEFORE = `${SETTLEMENT}/InvoiceReferencedDocument`
const GUIDELINE = "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"

const LINE_NET = "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"
const LINE_TAX = "SpecifiedLineTradeSettlement/ApplicableTradeTax"
const QUANTITY = "SpecifiedLineTradeDelivery/BilledQuantity"
const PRICE = "SpecifiedLineTradeAgreement/NetPriceProductTradePrice"

/** A decimal number in ten-thousandths: so that nothing is reckoned with fractions of two. */
function exact(value: string): bigint {
  const [, sign, whole = "0", behind = ""] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(value) ?? []
  if (sign === undefined) throw new Error(`no number: "${value}"`)
  return BigInt(`${sign}${whole}${behind.padEnd(4, "0")}`)
}
const sum = (values: readonly string[]): bigint => values.reduce((total, one) => total + exact(one), 0n)
const texts = (from: XmlNode, path: string): string[] => all(from, path).map((one) => one.text)
/** Missing optional amounts are none. */
const amount = (doc: XmlNode, name: string): bigint => exact(text(doc, `${SUM}/${name}`) || "0")

/** To the cent, half of it away from zero. */
function toCent(numerator: bigint, denominator: bigint): bigint {
  const positive = numerator < 0n ? -numerator : numerator
  const cents = (2n * positive + denominator * 100n) / (2n * denominator * 100n)
  return (numerator < 0n ? -cents : cents) * 100n
}

const said = (path: string) => (doc: XmlNode) => text(doc, path).trim() !== ""
const everyLine = (holds: (line: XmlNode) => boolean) => (doc: XmlNode) => all(doc, LINE).every(holds)
const everyTax = (category: string, holds: (tax: XmlNode, doc: XmlNode) => boolean) => (doc: XmlNode) =>
  all(doc, TAX)
    .filter((tax) => text(tax, "CategoryCode") === category)
    .every((tax) => holds(tax, doc))
const linesOf = (doc: XmlNode, category: string, rate?: string) =>
  all(doc, LINE).filter(
    (line) =>
      text(line, `${LINE_TAX}/CategoryCode`) === category &&
      (rate === undefined || exact(text(line, `${LINE_TAX}/RateApplicablePercent`)) === exact(rate)),
  )
const netOf = (lines: readonly XmlNode[]): bigint => sum(lines.flatMap((line) => texts(line, LINE_NET)))
/** Two decimals at most. */
const isMoney = (path: string) => (doc: XmlNode) =>
  texts(doc, path).every((one) => /^-?\d+(\.\d{1,2})?$/.test(one))
const isTaxed = (doc: XmlNode) =>
  all(doc, `${SELLER}/SpecifiedTaxRegistration/ID`).some((id) => id.text !== "")
const hasTax = (category: string, enough: (taxes: number, lines: number) => boolean) => (doc: XmlNode) =>
  enough(
    all(doc, TAX).filter((tax) => text(tax, "CategoryCode") === category).length,
    linesOf(doc, category).length,
  )
const isXRechnung = (doc: XmlNode) => text(doc, GUIDELINE).includes("xrechnung")
const isPublic = (holds: (doc: XmlNode) => boolean) => (doc: XmlNode) => !isXRechnung(doc) || holds(doc)

const CODES = new Set(["XCR", "XBO", "XKG", "XPX", "XCY", "C62"])

/** ISO 7064, MOD 97-10. */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(iban)) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join("")
  return BigInt(digits) % 97n === 1n
}

function hasEmpty({ text: own, children }: XmlNode): boolean {
  return children.length === 0 ? own.trim() === "" : children.some(hasEmpty)
}

/** Each with what it says of a whole file. "BT-131" and "decimals" have no number of their own in the standard. */
export const regeln: Record<string, (doc: XmlNode) => boolean> = {
  "BR-01": said(GUIDELINE),
  "BR-02": said(`${HEAD}/ID`),
  "BR-03": (doc) => /^\d{8}$/.test(text(doc, `${HEAD}/IssueDateTime/DateTimeString`)),
  "BR-04": (doc) => ["380", "381", "384"].includes(text(doc, `${HEAD}/TypeCode`)),
  "BR-05": (doc) => text(doc, `${SETTLEMENT}/InvoiceCurrencyCode`) === "EUR",
  "BR-06": said(`${SELLER}/Name`),
  "BR-07": said(`${BUYER}/Name`),
  "BR-09": said(`${SELLER}/PostalTradeAddress/CountryID`),
  "BR-11": said(`${BUYER}/PostalTradeAddress/CountryID`),
  "BR-12": said(`${SUM}/LineTotalAmount`),
  "BR-13": said(`${SUM}/TaxBasisTotalAmount`),
  "BR-14": said(`${SUM}/GrandTotalAmount`),
  "BR-15": said(`${SUM}/DuePayableAmount`),
  "BR-16": (doc) => all(doc, LINE).length > 0,
  "BR-21": (doc) => {
    const ids = texts(doc, `${LINE}/AssociatedDocumentLineDocument/LineID`)
    return ids.length === all(doc, LINE).length && new Set(ids).size === ids.length
  },
  "BR-22": everyLine(said(QUANTITY)),
  "BR-23": everyLine((line) => CODES.has(all(line, QUANTITY)[0]?.attributes["unitCode"] ?? "")),
  "BR-24": everyLine(said(LINE_NET)),
  "BR-25": everyLine(said("SpecifiedTradeProduct/Name")),
  "BR-26": everyLine(said(`${PRICE}/ChargeAmount`)),
  "BR-27": everyLine((line) => exact(text(line, `${PRICE}/ChargeAmount`)) >= 0n),
  "BR-29": (doc) => {
    const [from, to] = [
      text(doc, `${PERIOD}/StartDateTime/DateTimeString`),
      text(doc, `${PERIOD}/EndDateTime/DateTimeString`),
    ]
    return /^\d{8}$/.test(from) && from <= to
  },
  "BR-48": (doc) => all(doc, TAX).every(said("RateApplicablePercent")),
  "BR-49": (doc) => all(doc, MEANS).every(said("TypeCode")),
  "BR-55": (doc) => all(doc, BEFORE).every(said("IssuerAssignedID")),
  "BR-61": (doc) =>
    text(doc, `${MEANS}/TypeCode`) !== "58" ||
    isIban(text(doc, `${MEANS}/PayeePartyCreditorFinancialAccount/IBANID`)),
  "BR-CO-04": everyLine(said(`${LINE_TAX}/CategoryCode`)),
  "BR-CO-09": (doc) =>
    [SELLER, BUYER]
      .flatMap((party) => all(doc, `${party}/SpecifiedTaxRegistration/ID`))
      .every(({ attributes, text: id }) => attributes["schemeID"] !== "VA" || /^[A-Z]{2}\S+$/.test(id)),
  "BR-CO-10": (doc) => amount(doc, "LineTotalAmount") === netOf(all(doc, LINE)),
  "BR-CO-13": (doc) => amount(doc, "TaxBasisTotalAmount") === amount(doc, "LineTotalAmount"),
  "BR-CO-14": (doc) => amount(doc, "TaxTotalAmount") === sum(texts(doc, `${TAX}/CalculatedAmount`)),
  "BR-CO-15": (doc) =>
    amount(doc, "GrandTotalAmount") === amount(doc, "TaxBasisTotalAmount") + amount(doc, "TaxTotalAmount"),
  "BR-CO-16": (doc) =>
    amount(doc, "DuePayableAmount") === amount(doc, "GrandTotalAmount") + amount(doc, "RoundingAmount"),
  "BR-CO-17": (doc) =>
    all(doc, TAX).every(
      (tax) =>
        exact(text(tax, "CalculatedAmount")) ===
        toCent(exact(text(tax, "BasisAmount")) * exact(text(tax, "RateApplicablePercent")), 1_000_000n),
    ),
  "BR-CO-18": (doc) => all(doc, TAX).length > 0,
  "BR-CO-25": (doc) =>
    amount(doc, "DuePayableAmount") <= 0n ||
    said(`${TERMS}/Description`)(doc) ||
    said(`${TERMS}/DueDateDateTime/DateTimeString`)(doc),
  "BR-CO-26": (doc) =>
    said(`${SELLER}/ID`)(doc) ||
    all(doc, `${SELLER}/SpecifiedTaxRegistration/ID`).some(
      ({ attributes }) => attributes["schemeID"] === "VA",
    ),
  "BR-DEC-09": isMoney(`${SUM}/LineTotalAmount`),
  "BR-DEC-12": isMoney(`${SUM}/TaxBasisTotalAmount`),
  "BR-DEC-13": isMoney(`${SUM}/TaxTotalAmount`),
  "BR-DEC-14": isMoney(`${SUM}/GrandTotalAmount`),
  "BR-DEC-17": isMoney(`${SUM}/RoundingAmount`),
  "BR-DEC-18": isMoney(`${SUM}/DuePayableAmount`),
  "BR-DEC-19": isMoney(`${TAX}/BasisAmount`),
  "BR-DEC-20": isMoney(`${TAX}/CalculatedAmount`),
  "BR-DEC-23": isMoney(`${LINE}/${LINE_NET}`),
  "BR-S-01": hasTax("S", (taxes, lines) => taxes > 0 === lines > 0),
  "BR-S-02": (doc) => linesOf(doc, "S").length === 0 || isTaxed(doc),
  "BR-S-05": (doc) =>
    linesOf(doc, "S").every((line) => exact(text(line, `${LINE_TAX}/RateApplicablePercent`)) > 0n),
  "BR-S-08": (doc) => {
    const rates = all(doc, TAX)
      .filter((tax) => text(tax, "CategoryCode") === "S")
      .map((tax) => exact(text(tax, "RateApplicablePercent")))
    const whole = everyTax(
      "S",
      (tax) =>
        exact(text(tax, "BasisAmount")) === netOf(linesOf(doc, "S", text(tax, "RateApplicablePercent"))),
    )
    return whole(doc) && new Set(rates).size === rates.length
  },
  "BR-S-09": everyTax(
    "S",
    (tax) =>
      exact(text(tax, "CalculatedAmount")) ===
      toCent(exact(text(tax, "BasisAmount")) * exact(text(tax, "RateApplicablePercent")), 1_000_000n),
  ),
  "BR-S-10": everyTax("S", (tax) => all(tax, "ExemptionReason").length === 0),
  "BR-E-01": hasTax("E", (taxes, lines) => taxes === (lines > 0 ? 1 : 0)),
  "BR-E-02": (doc) => linesOf(doc, "E").length === 0 || isTaxed(doc),
  "BR-E-05": (doc) =>
    linesOf(doc, "E").every((line) => exact(text(line, `${LINE_TAX}/RateApplicablePercent`)) === 0n),
  "BR-E-08": everyTax("E", (tax, doc) => exact(text(tax, "BasisAmount")) === netOf(linesOf(doc, "E"))),
  "BR-E-09": everyTax("E", (tax) => exact(text(tax, "CalculatedAmount")) === 0n),
  "BR-E-10": everyTax("E", said("ExemptionReason")),
  // Pieces by price, of as many pieces as it is for, is the line.
  "BT-131": everyLine((line) => {
    const basis = exact(text(line, `${PRICE}/BasisQuantity`) || "1")
    const product = exact(text(line, QUANTITY)) * exact(text(line, `${PRICE}/ChargeAmount`))
    return exact(text(line, LINE_NET)) === toCent(product, basis)
  }),
  decimals: everyLine((line) =>
    [QUANTITY, `${PRICE}/ChargeAmount`, `${PRICE}/BasisQuantity`]
      .flatMap((path) => texts(line, path))
      .every((one) => /^-?\d+(\.\d{1,4})?$/.test(one)),
  ),
  "PEPPOL-EN16931-R008": (doc) => !hasEmpty(doc),
  "PEPPOL-EN16931-R001": isPublic(
    said("ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID"),
  ),
  "PEPPOL-EN16931-R010": isPublic(said(`${BUYER}/URIUniversalCommunication/URIID`)),
  "PEPPOL-EN16931-R020": isPublic(said(`${SELLER}/URIUniversalCommunication/URIID`)),
  "BR-DE-1": isPublic((doc) => all(doc, MEANS).length > 0),
  "BR-DE-3": isPublic(said(`${SELLER}/PostalTradeAddress/CityName`)),
  "BR-DE-4": isPublic(said(`${SELLER}/PostalTradeAddress/PostcodeCode`)),
  "BR-DE-5": isPublic(said(`${SELLER}/DefinedTradeContact/PersonName`)),
  "BR-DE-6": isPublic(said(`${SELLER}/DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber`)),
  "BR-DE-7": isPublic(said(`${SELLER}/DefinedTradeContact/EmailURIUniversalCommunication/URIID`)),
  "BR-DE-8": isPublic(said(`${BUYER}/PostalTradeAddress/CityName`)),
  "BR-DE-9": isPublic(said(`${BUYER}/PostalTradeAddress/PostcodeCode`)),
  "BR-DE-15": isPublic(said(`${TRADE}/ApplicableHeaderTradeAgreement/BuyerReference`)),
  "BR-DE-18": isPublic((doc) => !/^\s*#/m.test(text(doc, `${TERMS}/Description`))),
  "BR-DE-21": (doc) =>
    [
      "urn:cen.eu:en16931:2017",
      "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
    ].includes(text(doc, GUIDELINE)),
  "BR-DE-26": (doc) => text(doc, `${HEAD}/TypeCode`) !== "384" || all(doc, BEFORE).length > 0,
}

/** @returns which rules a file breaks, in their order; also those that it leaves nothing to reckon with */
export const findings = (doc: XmlNode): string[] =>
  Object.keys(regeln).filter((name) => {
    try {
      return !regeln[name]?.(doc)
    } catch {
      return true
    }
  })
