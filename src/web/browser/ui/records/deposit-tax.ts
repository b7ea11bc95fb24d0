import type { Answer } from "../api/call.ts"
import { useGet } from "../state/query.ts"

const inWords = {
  netto: "Netto: Die Umsatzsteuer kommt dazu",
  brutto: "Brutto: Die Umsatzsteuer ist darin enthalten",
}

type Tenant = Pick<Answer<"get", "/api/tenant">, "preise" | "kleinunternehmer">

/** @returns whether a deposit is typed without or with VAT, as agreed for all of a company; empty where none is charged */
export const depositTaxOf = ({ preise, kleinunternehmer }: Tenant): string =>
  kleinunternehmer === 1 ? "" : inWords[preise]

type Artikel = Pick<Answer<"get", "/api/pfandartikel/{id}">, "ust_klasse" | "steuersatz">

/** @returns whether an article's deposit bears VAT: a transport aid's always does, others as the goods in them */
export const bearsTax = ({ ust_klasse, steuersatz }: Artikel): boolean =>
  ust_klasse === "transporthilfsmittel" || steuersatz !== "keine"

/** @param isTaxed whether it bears VAT at all @returns `depositTaxOf` the own company; empty until it is known */
export function useDepositTax(isTaxed: boolean): string {
  const { data } = useGet("/api/tenant", {})
  return data && isTaxed ? depositTaxOf(data) : ""
}
