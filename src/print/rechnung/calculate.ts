import { calculateSteuer } from "../../lib/steuer.ts"
import type { Abrechnungsposten } from "../modell.ts"
import type { Direction, Rechnung, Rechnungsposten, Rechnungssteuer } from "./modell.ts"

/** A position of a settlement, as it is stored. */
type NumberedPosten = Omit<Abrechnungsposten, "summe_cent"> & { nummer: string }

/**
 * @returns a line for each direction in which pieces of a position moved; where there is none at all, one line of no
 *   pieces, as an invoice has at least one
 */
export function toPosten(positionen: readonly NumberedPosten[]): Rechnungsposten[] {
  const posten = positionen.flatMap(({ ausgabe, ruecknahme, korrektur, einheit, ...rest }, position) => {
    const item = { ...rest, einheit: einheit ?? "stueck", position }
    const stueck: Record<Direction, number> = { ausgabe, ruecknahme: -ruecknahme, korrektur }
    return (Object.keys(stueck) as Direction[])
      .filter((direction) => stueck[direction] !== 0)
      .map((direction) => ({ ...item, richtung: direction, stueck: stueck[direction] }))
  })
  const [first] = positionen
  if (posten.length > 0 || !first) return posten
  return [{ ...first, einheit: first.einheit ?? "stueck", position: 0, richtung: "korrektur", stueck: 0 }]
}

/** A line without VAT: `preis` is that of `basis` pieces, in ten-thousandths of a euro. */
export type Rechnungszeile = Rechnungsposten & { netto_cent: number; preis: number; basis: number }

/** Totals of an invoice, signed like the settlement's. */
export type Rechnungssummen = {
  zeilen: readonly Rechnungszeile[]
  /** One of each rate that a line has. */
  steuern: readonly Omit<Rechnungssteuer, "brutto_cent">[]
  netto_cent: number
  ust_cent: number
  /** Rounding difference of a total calculated gross: at most a cent for each rate. */
  rundung_cent: number
  zahlbar_cent: number
}

/**
 * Calculates an invoice as the standard does: from lines without VAT, whose sum bears the VAT of each rate. VAT and total
 * are the settlement's, to the cent. Not every gross amount is a net one with its VAT: then the net one beside it is
 * taken, and the cent stands as rounding.
 *
 * @throws Error where the settlement's VAT is not that of its lines
 */
export function calculateRechnung({ steuern, preise, ...rechnung }: Rechnung): Rechnungssummen {
  // Each an object of its own, by which its line is found again.
  const posten = rechnung.posten.map((one) => ({ ...one }))
  const saetze = Map.groupBy(posten, ({ satz }) => satz)
  const parts = steuern.map((steuer) => calculateSatz(saetze.get(steuer.satz) ?? [], steuer, preise))
  const zeilen = new Map(parts.flatMap((part) => part.zeilen))
  const bearing = parts.filter((part) => part.zeilen.length > 0)
  const netto_cent = sumOf(bearing.map((part) => part.netto_cent))
  const ust_cent = sumOf(bearing.map((part) => part.ust_cent))
  const zahlbar_cent = sumOf(steuern.map(({ brutto_cent }) => brutto_cent))
  return {
    zeilen: posten.map((one) => zeilen.get(one) ?? fail(`no VAT of ${one.satz} %`)),
    steuern: bearing.map((part) => ({
      satz: part.satz,
      netto_cent: part.netto_cent,
      ust_cent: part.ust_cent,
    })),
    netto_cent,
    ust_cent,
    rundung_cent: zahlbar_cent - netto_cent - ust_cent,
    zahlbar_cent,
  }
}

const fail = (what: string): never => {
  throw new Error(`the invoice does not add up: ${what}`)
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)

/** The lines of one rate, and the sum that bears its VAT. */
function calculateSatz(
  posten: readonly Rechnungsposten[],
  steuer: Rechnungssteuer,
  preise: Rechnung["preise"],
) {
  const { satz, netto_cent, ust_cent, brutto_cent } = steuer
  const amounts = posten.map(({ stueck, betrag_cent }) => stueck * betrag_cent)
  const due = calculateSteuer(sumOf(amounts), satz, preise)
  if (due.netto_cent !== netto_cent || due.ust_cent !== ust_cent || due.brutto_cent !== brutto_cent)
    fail(`VAT of ${satz} %`)
  const bearing = bearingSum(steuer)
  const netto = cutNetto(amounts, { satz, preise, bearing })
  const zeilen = posten.map((one, i): [Rechnungsposten, Rechnungszeile] => {
    const amount = netto[i] ?? 0
    return [one, { ...one, netto_cent: amount, ...priceOf(one, amount, preise) }]
  })
  return { satz, ust_cent, netto_cent: bearing, zeilen }
}

/** @returns the net sum whose VAT is exactly the settlement's: its own, or the one a cent below or above */
const bearingSum = ({ satz, netto_cent, ust_cent }: Rechnungssteuer): number =>
  [0, -1, 1]
    .map((beside) => netto_cent + beside)
    .find((sum) => calculateSteuer(sum, satz, "netto").ust_cent === ust_cent) ?? fail(`net sum of ${satz} %`)

type Target = { satz: number | null; preise: Rechnung["preise"]; bearing: number }

/**
 * Takes the VAT out of each line: a line is what it adds to the net of the gross sum so far. So the lines add up to
 * that of all, and none is a cent off. Where `bearing` is a cent more or less, the largest line takes that up.
 */
function cutNetto(amounts: readonly number[], { satz, preise, bearing }: Target): number[] {
  let sum = 0
  let before = 0
  const netto = amounts.map((amount) => {
    sum += amount
    const upTo = calculateSteuer(sum, satz, preise).netto_cent
    const part = upTo - before
    before = upTo
    return part
  })
  const largest = netto.reduce((best, one, i) => (Math.abs(one) > Math.abs(netto[best] ?? 0) ? i : best), 0)
  return netto.map((one, i) => (i === largest ? one + bearing - before : one))
}

/**
 * @returns a price without VAT, in ten-thousandths of a euro, and for how many pieces it is (`basis`): one, from a
 *   hundred pieces on ten, from a thousand on a hundred. So it gives the line's amount to the cent
 */
function priceOf(
  { stueck, betrag_cent, satz }: Rechnungsposten,
  netto_cent: number,
  preise: Rechnung["preise"],
): Pick<Rechnungszeile, "preis" | "basis"> {
  if (preise === "netto" || satz === null) return { preis: betrag_cent * 100, basis: 1 }
  if (stueck === 0) return { preis: Math.round((betrag_cent * 10_000) / (100 + satz)), basis: 1 }
  const pieces = Math.abs(stueck)
  let basis = 1
  while (pieces >= 100 * basis) basis *= 10
  return { preis: Math.round((Math.abs(netto_cent) * 100 * basis) / pieces), basis }
}
