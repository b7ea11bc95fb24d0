import type { Herkunft } from "../abrechnungen/tax-lots.ts"
import { formatEuro, formatQuantity } from "../../lib/format.ts"
import type { Preview } from "./model.ts"

/** Lost pieces that had gone out with the same tax. */
export type Satz = Preview["saetze"][number] & Herkunft
type Saetze = readonly Satz[]

/**
 * Tax of deposits that are kept. The deposit was consideration when the pieces went out: what goods are packed in
 * shares the rate of the goods, pallets are a supply of their own. Only paying it back would reduce that; keeping it
 * changes nothing (UStG § 17, UStAE 3.10 (5a), 10.1 (8)). Where nothing was agreed as a deposit, what the company asks
 * for is compensation, and no booking of the deposit ledger.
 *
 * @param menge pieces that are lost
 * @param saetze how they had gone out
 * @param isOpen some of what went out is not settled yet
 * @returns what is booked and what it means, for the person who books it
 */
export function inWords(menge: number, saetze: Saetze, isOpen: boolean): string {
  const total = saetze.reduce((sum, { summe_cent }) => sum + summe_cent, 0)
  const pieces = menge === 1 ? "1 Stück verlässt" : `${formatQuantity(menge)} Stück verlassen`
  if (total === 0)
    return `${pieces} das Konto des Kunden. Pfand war keines darauf: Was die Firma dafür verlangt, ist in der Regel Schadensersatz ohne Umsatzsteuer und wird nicht hier gebucht.`
  const rest = isOpen ? " Was noch nicht abgerechnet ist, berechnet die nächste Abrechnung wie sonst." : ""
  return `${pieces} das Konto des Kunden, ${formatEuro(total)} Pfand behält die Firma. ${steuer(saetze)}${rest}`
}

function steuer(saetze: Saetze): string {
  if (saetze.every(({ kleinunternehmer }) => kleinunternehmer === 1))
    return "Umsatzsteuer fällt nicht an (UStG § 19)."
  const besteuert = saetze.filter(({ satz }) => satz !== null)
  if (besteuert.length === 0) return "Umsatzsteuer fällt darauf nicht an."
  const imAusgleich = besteuert.filter(
    ({ klasse, ust_verfahren }) => klasse === "warenumschliessung" && ust_verfahren === "jahresausgleich",
  )
  const atOnce = besteuert.filter((one) => !imAusgleich.includes(one))
  return [
    atOnce.length > 0 &&
      `Die Umsatzsteuer darauf (${rates(atOnce)}) entstand mit der Ausgabe und bleibt: Es wird nichts erstattet, also nichts berichtigt und nichts noch einmal besteuert.`,
    imAusgleich.length > 0 &&
      `Die Umsatzsteuer darauf (${rates(imAusgleich)}) kommt mit dem Jahresausgleich: Die Stücke bleiben in seinem Saldo stehen, denn erstattet wird nichts.`,
  ]
    .filter(Boolean)
    .join(" ")
}

const rates = (saetze: Saetze): string =>
  [...new Set(saetze.map(({ satz }) => satz))]
    .toSorted((a, b) => Number(b) - Number(a))
    .map((satz) => `${satz} %`)
    .join(" und ")
