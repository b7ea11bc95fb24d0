import type { Herkunft } from "../pfandlots/saetze.ts"
import { formatEuro, formatQuantity } from "../../lib/format.ts"
import type { Preview } from "./model.ts"

/** Pieces of an article, or a device by its number. */
type Lost = { menge: number; geraetenummer: string | undefined }
/** Lost pieces that had gone out with the same tax. */
export type Satz = Preview["saetze"][number] & Herkunft
type Saetze = readonly Satz[]

const isKaution = ({ klasse }: Satz): boolean => klasse === "kaution"
const sumOf = (saetze: Saetze): number => saetze.reduce((sum, { summe_cent }) => sum + summe_cent, 0)

/**
 * Tax of deposits that are kept. The deposit was consideration when the pieces went out: on the packaging of goods it
 * has the rate of the goods, and pallets are a supply of their own. Only paying it back would reduce that; keeping it
 * changes nothing (UStG § 17, UStAE 3.10 (5a), 10.1 (8)). The same holds for the deposit of a device. A security
 * (Kaution) was no consideration. If it is kept, it is usually compensation, and it stands in the bookkeeping as
 * received until somebody books it as compensation. Where no deposit was agreed, what the company asks for is
 * compensation, and is not booked in the deposit ledger.
 *
 * @param saetze how they had gone out
 * @param isOpen whether some of what went out is not settled yet
 * @returns what is booked and what it means, for the person who books it
 */
export function inWords(lost: Lost, saetze: Saetze, isOpen: boolean): string {
  const total = sumOf(saetze)
  const pieces = whatLeaves(lost)
  if (total === 0)
    return `${pieces} das Konto des Kunden. Pfand war keines darauf: Was die Firma dafür verlangt, ist in der Regel Schadensersatz ohne Umsatzsteuer und wird nicht hier gebucht.`
  const rest = isOpen ? " Was noch nicht abgerechnet ist, berechnet die nächste Abrechnung wie sonst." : ""
  const deposit = saetze.every(isKaution) ? "Kaution" : "Pfand"
  return `${pieces} das Konto des Kunden, ${formatEuro(total)} ${deposit} behält die Firma. ${steuer(saetze)}${rest}`
}

function whatLeaves({ menge, geraetenummer }: Lost): string {
  if (geraetenummer !== undefined) return `Das Gerät ${geraetenummer} verlässt`
  return menge === 1 ? "1 Stück verlässt" : `${formatQuantity(menge)} Stück verlassen`
}

function steuer(saetze: Saetze): string {
  const kaution = saetze.filter(isKaution)
  const pfand = saetze.filter((one) => !isKaution(one))
  if (pfand.length === 0) return KAUTION
  const ofPfand = steuerOfPfand(pfand)
  return kaution.length === 0
    ? ofPfand
    : `${ofPfand} ${formatEuro(sumOf(kaution))} davon sind Kaution. ${KAUTION}`
}

const KAUTION =
  "Eine Kaution ist eine Sicherheit: Wird sie behalten, ist das in der Regel Schadensersatz ohne Umsatzsteuer. In der Buchhaltung steht sie weiter als erhaltene Kaution, bis sie dort umgebucht wird."

function steuerOfPfand(saetze: Saetze): string {
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
