import { element } from "../xml.ts"
import type { Direction } from "./modell.ts"
import type { Rechnungszeile } from "./calculate.ts"
import { money, price } from "./amounts.ts"
import type { Einheit } from "../../lib/einheit.ts"

/** Units of pieces, by their codes in UN/ECE Recommendations 20 and 21. */
export const einheitCodes: Record<Einheit, string> = {
  kasten: "XCR",
  flasche: "XBO",
  fass: "XKG",
  palette: "XPX",
  gasflasche: "XCY",
  stueck: "C62",
}

/** Names of the directions on an invoice: a correction has one name, whatever its sign. */
const DIRECTION: Record<Direction, string> = {
  ausgabe: "Ausgabe",
  ruecknahme: "Rücknahme",
  korrektur: "Korrektur",
}

/** A line. What came back is a negative quantity, as a price is never below zero. */
export function lineXml(zeile: Rechnungszeile, nr: number): string {
  const unitCode = einheitCodes[zeile.einheit]
  return element("ram:IncludedSupplyChainTradeLineItem", [
    element("ram:AssociatedDocumentLineDocument", [element("ram:LineID", String(nr))]),
    element("ram:SpecifiedTradeProduct", [
      element("ram:SellerAssignedID", zeile.nummer),
      element("ram:Name", zeile.bezeichnung) || element("ram:Name", zeile.nummer),
      element("ram:Description", DIRECTION[zeile.richtung]),
    ]),
    element("ram:SpecifiedLineTradeAgreement", [
      element("ram:NetPriceProductTradePrice", [
        element("ram:ChargeAmount", price(zeile.preis)),
        element("ram:BasisQuantity", zeile.basis === 1 ? null : String(zeile.basis), { unitCode }),
      ]),
    ]),
    element("ram:SpecifiedLineTradeDelivery", [
      element("ram:BilledQuantity", String(zeile.stueck), { unitCode }),
    ]),
    element("ram:SpecifiedLineTradeSettlement", [
      element("ram:ApplicableTradeTax", [element("ram:TypeCode", "VAT"), ...categoryXml(zeile.satz)]),
      element("ram:SpecifiedTradeSettlementLineMonetarySummation", [
        element("ram:LineTotalAmount", money(zeile.netto_cent)),
      ]),
    ]),
  ])
}

/** Taxed, or else exempt: "not subject to VAT" may stand beside no other category, and names no tax number. */
export const categoryXml = (satz: number | null): string[] => [
  element("ram:CategoryCode", satz === null ? "E" : "S"),
  element("ram:RateApplicablePercent", String(satz ?? 0)),
]
