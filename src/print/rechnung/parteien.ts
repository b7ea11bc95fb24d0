import { element } from "../xml.ts"
import type { Kaeufer, Verkaeufer } from "./modell.ts"
import { compact } from "./amounts.ts"

/** The seller. The standard wants an identifier beside the name: its VAT number, or else the tax number. */
export const sellerXml = ({ steuernummer, ust_id, kontakt, ...firma }: Verkaeufer): string =>
  element("ram:SellerTradeParty", [
    element("ram:ID", ust_id ? null : steuernummer),
    element("ram:Name", firma.name),
    contactXml(kontakt),
    addressXml(firma),
    mailXml(kontakt.email),
    taxXml(steuernummer, "FC"),
    taxXml(compact(ust_id), "VA"),
  ])

/** The buyer. */
export const buyerXml = ({ kundennummer, name, ansprechpartner, email, ust_id, ...kunde }: Kaeufer): string =>
  element("ram:BuyerTradeParty", [
    element("ram:ID", kundennummer),
    element("ram:Name", name),
    contactXml({ name: ansprechpartner, telefon: null, email: null }),
    addressXml(kunde),
    mailXml(email),
    taxXml(compact(ust_id), "VA"),
  ])

const contactXml = ({ name, telefon, email }: Verkaeufer["kontakt"]): string =>
  element("ram:DefinedTradeContact", [
    element("ram:PersonName", name),
    element("ram:TelephoneUniversalCommunication", [element("ram:CompleteNumber", telefon)]),
    element("ram:EmailURIUniversalCommunication", [element("ram:URIID", email)]),
  ])

const addressXml = ({ strasse, plz, ort, land }: Pick<Kaeufer, "strasse" | "plz" | "ort" | "land">): string =>
  element("ram:PostalTradeAddress", [
    element("ram:PostcodeCode", plz),
    element("ram:LineOne", strasse),
    element("ram:CityName", ort),
    element("ram:CountryID", land),
  ])

const mailXml = (email: string | null): string =>
  element("ram:URIUniversalCommunication", [element("ram:URIID", email, { schemeID: "EM" })])

const taxXml = (id: string | null, scheme: "FC" | "VA"): string =>
  element("ram:SpecifiedTaxRegistration", [element("ram:ID", id, { schemeID: scheme })])
