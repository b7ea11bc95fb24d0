import { element } from "../xml.ts"
import { type Profile, listMissing } from "./profile.ts"
import type { Rechnung } from "./modell.ts"
import { buyerXml, sellerXml } from "./parteien.ts"
import { type Rechnungssummen, calculateRechnung } from "./calculate.ts"
import { compact, date, money } from "./amounts.ts"
import { categoryXml, lineXml } from "./zeilen.ts"

/** Writes invoices as UN/CEFACT's Cross Industry Invoice D16B. */

const NAMESPACES = {
  "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  "xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
}

/**
 * Invoice, credit note, and what corrects an invoice. A credit note counts up what came back; one that corrects
 * has the sign of its amounts.
 */
const TYPE = { rechnung: "380", guthaben: "381", storno: "384" } as const

/** Codes for a SEPA transfer, and for a way that is not said, as with a credit. */
const ZAHLUNG = { ueberweisung: "58", offen: "1" } as const

/**
 * @returns the structured invoice in UTF-8; the same data gives the same bytes
 * @throws Error where something is missing (see `listMissing`) or does not add up
 */
export function writeRechnung(rechnung: Rechnung, profile: Profile): Uint8Array {
  const missing = listMissing(rechnung, profile)
  if (missing.length > 0) throw new Error(`the invoice ${rechnung.nummer} lacks ${missing.join(", ")}`)
  const calculated = calculateRechnung(rechnung)
  const art = rechnung.storniert ? "storno" : calculated.zahlbar_cent < 0 ? "guthaben" : "rechnung"
  const sums = art === "guthaben" ? turnRound(calculated) : calculated
  const xml = element(
    "rsm:CrossIndustryInvoice",
    [
      contextXml(profile),
      documentXml(rechnung, TYPE[art]),
      element("rsm:SupplyChainTradeTransaction", [
        ...sums.zeilen.map((zeile, i) => lineXml(zeile, i + 1)),
        agreementXml(rechnung),
        // The day of the supply, as far as one day can say.
        element("ram:ApplicableHeaderTradeDelivery", [
          element("ram:ActualDeliverySupplyChainEvent", [date("ram:OccurrenceDateTime", rechnung.bis)]),
        ]),
        settlementXml(rechnung, sums, calculated.zahlbar_cent),
      ]),
    ],
    NAMESPACES,
  )
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`)
}

/** `-0` becomes 0. */
const turned = (amount: number): number => -amount || 0

const turnRound = ({ zeilen, steuern, ...summen }: Rechnungssummen): Rechnungssummen => ({
  zeilen: zeilen.map((one) => ({
    ...one,
    stueck: turned(one.stueck),
    netto_cent: turned(one.netto_cent),
  })),
  steuern: steuern.map((one) => ({
    ...one,
    netto_cent: turned(one.netto_cent),
    ust_cent: turned(one.ust_cent),
  })),
  netto_cent: turned(summen.netto_cent),
  ust_cent: turned(summen.ust_cent),
  rundung_cent: turned(summen.rundung_cent),
  zahlbar_cent: turned(summen.zahlbar_cent),
})

const contextXml = ({ leitlinie, prozess }: Profile): string =>
  element("rsm:ExchangedDocumentContext", [
    element("ram:BusinessProcessSpecifiedDocumentContextParameter", [element("ram:ID", prozess)]),
    element("ram:GuidelineSpecifiedDocumentContextParameter", [element("ram:ID", leitlinie)]),
  ])

const documentXml = ({ nummer, datum, hinweise }: Rechnung, typ: string): string =>
  element("rsm:ExchangedDocument", [
    element("ram:ID", nummer),
    element("ram:TypeCode", typ),
    date("ram:IssueDateTime", datum),
    ...hinweise.map((satz) => element("ram:IncludedNote", [element("ram:Content", satz)])),
  ])

const agreementXml = ({ verkaeufer, kaeufer }: Rechnung): string =>
  element("ram:ApplicableHeaderTradeAgreement", [
    element("ram:BuyerReference", kaeufer.referenz),
    sellerXml(verkaeufer),
    buyerXml(kaeufer),
  ])

/** @param saldo_cent below zero, nothing is to be paid */
function settlementXml(rechnung: Rechnung, sums: Rechnungssummen, saldo_cent: number): string {
  const { von, bis, storniert } = rechnung
  return element("ram:ApplicableHeaderTradeSettlement", [
    element("ram:InvoiceCurrencyCode", "EUR"),
    meansXml(rechnung, saldo_cent),
    ...sums.steuern.map((steuer) => taxXml(steuer, rechnung.ohne_ust_weil)),
    element("ram:BillingSpecifiedPeriod", [date("ram:StartDateTime", von), date("ram:EndDateTime", bis)]),
    termsXml(rechnung, saldo_cent),
    totalsXml(sums),
    element("ram:InvoiceReferencedDocument", [
      element("ram:IssuerAssignedID", storniert?.nummer ?? null),
      date("ram:FormattedIssueDateTime", storniert?.datum ?? null, "qdt"),
    ]),
  ])
}

const meansXml = ({ verkaeufer }: Rechnung, saldo_cent: number): string =>
  element("ram:SpecifiedTradeSettlementPaymentMeans", [
    element("ram:TypeCode", saldo_cent > 0 ? ZAHLUNG.ueberweisung : ZAHLUNG.offen),
    element("ram:PayeePartyCreditorFinancialAccount", [
      element("ram:IBANID", saldo_cent > 0 ? compact(verkaeufer.iban) : null),
      element("ram:AccountName", saldo_cent > 0 ? verkaeufer.name : null),
    ]),
  ])

const taxXml = (
  { satz, netto_cent, ust_cent }: Rechnungssummen["steuern"][number],
  grund: string | null,
): string =>
  element("ram:ApplicableTradeTax", [
    element("ram:CalculatedAmount", money(ust_cent)),
    element("ram:TypeCode", "VAT"),
    element("ram:ExemptionReason", satz === null ? grund : null),
    element("ram:BasisAmount", money(netto_cent)),
    ...categoryXml(satz),
  ])

/** A line that begins with "#" would be read as terms of a discount. */
const termsXml = ({ faellig_am, zahlungsbedingung }: Rechnung, saldo_cent: number): string =>
  element("ram:SpecifiedTradePaymentTerms", [
    element(
      "ram:Description",
      zahlungsbedingung?.replaceAll(/^[\s#]+/gm, "") ?? (saldo_cent < 0 ? "Guthaben zu Ihren Gunsten" : null),
    ),
    date("ram:DueDateDateTime", saldo_cent > 0 ? faellig_am : null),
  ])

const totalsXml = ({ netto_cent, ust_cent, rundung_cent, zahlbar_cent }: Rechnungssummen): string =>
  element("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
    element("ram:LineTotalAmount", money(netto_cent)),
    element("ram:TaxBasisTotalAmount", money(netto_cent)),
    element("ram:TaxTotalAmount", money(ust_cent), { currencyID: "EUR" }),
    element("ram:RoundingAmount", rundung_cent === 0 ? null : money(rundung_cent)),
    element("ram:GrandTotalAmount", money(netto_cent + ust_cent)),
    element("ram:DuePayableAmount", money(zahlbar_cent)),
  ])
