import { type Einheit, einheitInWords } from "../../lib/einheit.ts"
import { formatDatum } from "../../lib/format.ts"
import type { XmlNode } from "./read-xml.ts"
import { einheitCodes } from "./zeilen.ts"

/** German names of a structured invoice's fields, by their places in the file. */

/** A field: what it is called, its number in the standard, and what it says. */
export type Feld = { name: string; nr: string; wert: string }
type Gruppe = { titel: string; felder: Feld[] }

type Names = Record<string, readonly [name: string, nr: string]>

const partei = (id: string, name: string, tax: Record<string, string>, mail: string): Names => ({
  ID: [id === "BT-46" ? "Kundennummer" : "Kennung", id],
  Name: ["Name", name],
  "URIUniversalCommunication/URIID": ["Elektronische Adresse (E-Mail)", mail],
  "SpecifiedTaxRegistration/ID VA": ["USt-IdNr.", tax["VA"] ?? ""],
  "SpecifiedTaxRegistration/ID FC": ["Steuernummer", tax["FC"] ?? ""],
})
const anschrift = (plz: string, strasse: string, ort: string, land: string): Names => ({
  "PostalTradeAddress/PostcodeCode": ["Postleitzahl", plz],
  "PostalTradeAddress/LineOne": ["Straße", strasse],
  "PostalTradeAddress/CityName": ["Ort", ort],
  "PostalTradeAddress/CountryID": ["Land", land],
})
const kontakt = (name: string, telefon: string, email: string): Names => ({
  "DefinedTradeContact/PersonName": ["Ansprechpartner", name],
  "DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber": ["Telefon", telefon],
  "DefinedTradeContact/EmailURIUniversalCommunication/URIID": ["E-Mail", email],
})

const TRANSACTION = "SupplyChainTradeTransaction"
const AGREEMENT = `${TRANSACTION}/ApplicableHeaderTradeAgreement`
const SETTLEMENT = `${TRANSACTION}/ApplicableHeaderTradeSettlement`
const ZEILE = `${TRANSACTION}/IncludedSupplyChainTradeLineItem`

/** Groups of fields in the order in which they are read, each by what its paths begin with: the longest fits. */
const GROUPS: Record<string, { titel: string; names: Names }> = {
  ExchangedDocument: {
    titel: "Rechnung",
    names: {
      ID: ["Rechnungsnummer", "BT-1"],
      TypeCode: ["Art", "BT-3"],
      "IssueDateTime/DateTimeString": ["Rechnungsdatum", "BT-2"],
      "IncludedNote/Content": ["Bemerkung", "BT-22"],
    },
  },
  [AGREEMENT]: {
    titel: "Bestellung",
    names: { BuyerReference: ["Käuferreferenz oder Leitweg-ID", "BT-10"] },
  },
  [`${AGREEMENT}/SellerTradeParty`]: {
    titel: "Verkäufer",
    names: {
      ...partei("BT-29", "BT-27", { VA: "BT-31", FC: "BT-32" }, "BT-34"),
      ...anschrift("BT-38", "BT-35", "BT-37", "BT-40"),
      ...kontakt("BT-41", "BT-42", "BT-43"),
    },
  },
  [`${AGREEMENT}/BuyerTradeParty`]: {
    titel: "Käufer",
    names: {
      ...partei("BT-46", "BT-44", { VA: "BT-48" }, "BT-49"),
      ...anschrift("BT-53", "BT-50", "BT-52", "BT-55"),
      ...kontakt("BT-56", "BT-57", "BT-58"),
    },
  },
  [`${TRANSACTION}/ApplicableHeaderTradeDelivery`]: {
    titel: "Leistung",
    names: { "ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString": ["Liefertag", "BT-72"] },
  },
  [ZEILE]: {
    titel: "Zeile",
    names: {
      "AssociatedDocumentLineDocument/LineID": ["Zeile", "BT-126"],
      "SpecifiedTradeProduct/SellerAssignedID": ["Artikelnummer", "BT-155"],
      "SpecifiedTradeProduct/Name": ["Artikel", "BT-153"],
      "SpecifiedTradeProduct/Description": ["Bewegung", "BT-154"],
      "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount": ["Preis netto", "BT-146"],
      "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity": ["Preis gilt für", "BT-149"],
      "SpecifiedLineTradeDelivery/BilledQuantity": ["Menge", "BT-129"],
      "SpecifiedLineTradeSettlement/ApplicableTradeTax/TypeCode": ["Steuer", "BT-151"],
      "SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode": ["Steuerkategorie", "BT-151"],
      "SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent": ["Steuersatz", "BT-152"],
      "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount": [
        "Netto",
        "BT-131",
      ],
    },
  },
  [`${SETTLEMENT}/ApplicableTradeTax`]: {
    titel: "Umsatzsteuer",
    names: {
      TypeCode: ["Steuer", "BT-118"],
      BasisAmount: ["Netto", "BT-116"],
      CategoryCode: ["Steuerkategorie", "BT-118"],
      RateApplicablePercent: ["Steuersatz", "BT-119"],
      CalculatedAmount: ["Umsatzsteuer", "BT-117"],
      ExemptionReason: ["Grund, aus dem keine berechnet wird", "BT-120"],
    },
  },
  [`${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`]: {
    titel: "Summen",
    names: {
      LineTotalAmount: ["Summe der Zeilen", "BT-106"],
      TaxBasisTotalAmount: ["Netto", "BT-109"],
      TaxTotalAmount: ["Umsatzsteuer", "BT-110"],
      GrandTotalAmount: ["Brutto", "BT-112"],
      RoundingAmount: ["Rundung", "BT-114"],
      DuePayableAmount: ["Zu zahlen", "BT-115"],
    },
  },
  [SETTLEMENT]: {
    titel: "Abrechnung und Zahlung",
    names: {
      InvoiceCurrencyCode: ["Währung", "BT-5"],
      "SpecifiedTradeSettlementPaymentMeans/TypeCode": ["Zahlungsart", "BT-81"],
      "SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID": ["IBAN", "BT-84"],
      "SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/AccountName": [
        "Kontoinhaber",
        "BT-85",
      ],
      "BillingSpecifiedPeriod/StartDateTime/DateTimeString": ["Zeitraum von", "BT-73"],
      "BillingSpecifiedPeriod/EndDateTime/DateTimeString": ["Zeitraum bis", "BT-74"],
      "SpecifiedTradePaymentTerms/Description": ["Zahlungsbedingung", "BT-20"],
      "SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString": ["Fällig am", "BT-9"],
      "InvoiceReferencedDocument/IssuerAssignedID": ["Hebt auf: Rechnung", "BT-25"],
      "InvoiceReferencedDocument/FormattedIssueDateTime/DateTimeString": ["Hebt auf: vom", "BT-26"],
    },
  },
  ExchangedDocumentContext: {
    titel: "Format",
    names: {
      "BusinessProcessSpecifiedDocumentContextParameter/ID": ["Geschäftsprozess", "BT-23"],
      "GuidelineSpecifiedDocumentContextParameter/ID": ["Folgt", "BT-24"],
    },
  },
}
const ORDER = Object.keys(GROUPS)

/** Codes as people read them, by the number of their field. */
const CODES: Record<string, Record<string, string>> = {
  "BT-3": { "380": "Rechnung", "381": "Guthaben (Rechnungskorrektur)", "384": "Stornorechnung" },
  "BT-81": { "1": "nicht festgelegt", "58": "SEPA-Überweisung" },
  "BT-151": { VAT: "Umsatzsteuer", S: "mit Umsatzsteuer", E: "ohne Umsatzsteuer" },
  "BT-118": { VAT: "Umsatzsteuer", S: "mit Umsatzsteuer", E: "ohne Umsatzsteuer" },
}
const EINHEITEN: Record<string, string> = Object.fromEntries(
  Object.entries(einheitCodes).map(([einheit, code]) => [code, einheitInWords[einheit as Einheit]]),
)

function valueOf({ text, attributes }: XmlNode, path: string, nr: string): string {
  if (attributes["format"] === "102") return formatDatum(text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"))
  const { unitCode } = attributes
  if (unitCode) return `${text.replace(".", ",")} ${EINHEITEN[unitCode] ?? unitCode} (${unitCode})`
  if (path.endsWith("Amount")) return `${text.replace(".", ",")} €`
  if (path.endsWith("Percent")) return `${text} %`
  const meaning = CODES[nr]?.[text]
  return meaning ? `${meaning} (${text})` : text
}

function* leaves(node: XmlNode, path: string): Generator<[path: string, leaf: XmlNode]> {
  if (node.children.length === 0) yield [path, node]
  for (const child of node.children) yield* leaves(child, path === "" ? child.name : `${path}/${child.name}`)
}

/** The longest that a path begins with. */
const groupOf = (path: string): string | undefined =>
  ORDER.filter((start) => path.startsWith(`${start}/`)).toSorted((a, b) => b.length - a.length)[0]

function fieldOf(path: string, group: string | undefined, node: XmlNode): Feld {
  const rest = group === undefined ? path : path.slice(group.length + 1)
  const names = (group && GROUPS[group]?.names) || {}
  // Two tax numbers are told apart by their scheme.
  const [name, nr] = names[rest] ?? names[`${rest} ${node.attributes["schemeID"]}`] ?? [rest, ""]
  return { name, nr, wert: valueOf(node, path, nr) }
}

/**
 * @param root of the file
 * @returns every field of the whole invoice, by groups; one that has no name here is called as in the file, so that
 *   nothing is left out
 */
export function readGruppen(root: XmlNode): Gruppe[] {
  const fields = [...leaves(root, "")]
    .filter(([path]) => !path.startsWith(`${ZEILE}/`))
    .map(([path, node]) => [groupOf(path), path, node] as const)
  const groups = Map.groupBy(fields, ([group]) => group)
  return [...ORDER, undefined].flatMap((group) => {
    const own = (groups.get(group) ?? []).map(([, path, node]) => fieldOf(path, group, node))
    return own.length === 0 ? [] : [{ titel: (group && GROUPS[group]?.titel) || "Weitere", felder: own }]
  })
}

/** @returns the fields of each line */
export function readZeilen(root: XmlNode): Feld[][] {
  const transaction = root.children.find(({ name }) => name === TRANSACTION)
  const zeilen = transaction?.children.filter(({ name }) => ZEILE.endsWith(`/${name}`)) ?? []
  return zeilen.map((zeile) =>
    [...leaves(zeile, "")].map(([path, node]) => fieldOf(`${ZEILE}/${path}`, ZEILE, node)),
  )
}
