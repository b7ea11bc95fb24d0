import { einheitInWords } from "../../lib/einheit.ts"
import { formatCent, formatQuantity } from "../../lib/format.ts"
import type { Paper } from "../pdf/paper.ts"
import { type PrintedColumn, type PrintedRow, printTable } from "../pdf/table.ts"
import type { Abrechnungsposten } from "../modell.ts"
import type { Rechnungssteuer } from "../rechnung/modell.ts"
import type { Abrechnungsdaten } from "./abrechnung-daten.ts"

/** Table of movements with their VAT. */

const rate = (satz: number | null): string => (satz === null ? "–" : `${satz} %`)
const pieces = (menge: number): string => (menge === 0 ? "" : formatQuantity(menge))
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0)

/** Whether amounts are with VAT or without, where there is any. */
export const priced = ({ kleinunternehmer, preise }: Abrechnungsdaten): string =>
  kleinunternehmer ? "" : ` (${preise})`

/** Prints a line for each movement, and their sum. */
export async function printPosten(paper: Paper, data: Abrechnungsdaten): Promise<void> {
  const { posten } = data
  const columns = columnsOf(data)
  const rows: PrintedRow[] = posten.map((one, i) => ({ cells: columns.map(({ cell }) => cell(one, i)) }))
  const sums = columns.map(({ sum }) => sum ?? "")
  rows.push({ cells: [`Summe der Bewegungen${priced(data)}`, ...sums.slice(1)], look: "sum" })
  await printTable(paper, columns, rows)
}

type SumColumn = PrintedColumn & { cell: (one: Abrechnungsposten, i: number) => string; sum?: string }

/**
 * No rate where no VAT is shown, no unit where none was frozen, and net beside gross where an invoice is calculated
 * gross.
 */
function columnsOf(data: Abrechnungsdaten): SumColumn[] {
  const { abrechnung_ist, kleinunternehmer, posten } = data
  const right = "right" as const
  const netto = nettoOf(data)
  const satz: SumColumn = { title: "USt", mm: 14, align: right, cell: (one) => rate(one.satz) }
  const einheit: SumColumn = {
    title: "Einheit",
    mm: netto ? 18 : 20,
    cell: (one) => (one.einheit === null ? "" : einheitInWords[one.einheit]),
  }
  const total = formatCent(sumOf(posten.map((one) => one.summe_cent)))
  return [
    { title: "Artikel oder Gerät", cell: (one) => one.bezeichnung },
    ...(abrechnung_ist === null ? [] : [einheit]),
    { title: "Ausgabe", mm: netto ? 16 : 18, align: right, cell: (one) => pieces(one.ausgabe) },
    { title: "Rückn.", mm: netto ? 14 : 17, align: right, cell: (one) => pieces(one.ruecknahme) },
    { title: "Korrektur", mm: netto ? 17 : 19, align: right, cell: (one) => pieces(one.korrektur) },
    { title: "je €", mm: netto ? 15 : 17, align: right, cell: (one) => formatCent(one.betrag_cent) },
    ...(kleinunternehmer || abrechnung_ist === "beleg" ? [] : [satz]),
    ...(netto
      ? [
          {
            title: "Netto €",
            mm: 19,
            align: right,
            cell: (_: unknown, i: number) => formatCent(netto[i] ?? 0),
            sum: formatCent(sumOf(netto)),
          },
        ]
      : []),
    {
      title: netto ? "Brutto €" : "Betrag €",
      mm: netto ? 19 : 25,
      align: right,
      cell: (one) => formatCent(one.summe_cent),
      sum: total,
    },
  ]
}

/** @returns the net amount of each position, where an invoice is calculated gross: the sum of its lines in the XML */
function nettoOf({ summen, preise, kleinunternehmer, posten }: Abrechnungsdaten): number[] | undefined {
  if (!summen || preise === "netto" || kleinunternehmer) return undefined
  const netto = posten.map(() => 0)
  for (const { position = 0, netto_cent } of summen.zeilen)
    netto[position] = (netto[position] ?? 0) + netto_cent
  return netto
}

/** Prints a line for each rate of VAT and their sum; where there is no VAT, why. */
export async function printSteuern(paper: Paper, data: Abrechnungsdaten): Promise<void> {
  if (data.kleinunternehmer)
    return paper.paragraph("Als Kleinunternehmer im Sinne des § 19 UStG weisen wir keine Umsatzsteuer aus.")
  const { zeilen, rundung_cent } = taxesOf(data)
  const total = (pick: (line: Rechnungssteuer) => number) => sumOf(zeilen.map(pick))
  await printTable(
    paper,
    [
      { title: "Umsatzsteuersatz" },
      { title: "Netto €", mm: 32, align: "right" },
      { title: "USt €", mm: 32, align: "right" },
      { title: "Brutto €", mm: 32, align: "right" },
    ],
    [
      ...zeilen.map((line) => ({
        cells: [
          line.satz === null ? "ohne Umsatzsteuer" : rate(line.satz),
          formatCent(line.netto_cent),
          formatCent(line.ust_cent),
          formatCent(line.brutto_cent),
        ],
      })),
      ...(rundung_cent === 0 ? [] : [{ cells: ["Rundung", "", "", formatCent(rundung_cent)] }]),
      {
        cells: [
          "Summe",
          formatCent(total((line) => line.netto_cent)),
          formatCent(total((line) => line.ust_cent)),
          formatCent(total((line) => line.brutto_cent) + rundung_cent),
        ],
        look: "sum" as const,
      },
    ],
  )
  const { ohne_ust_weil, ust_verfahren } = data
  if (ohne_ust_weil) paper.paragraph(`Ohne Umsatzsteuer: ${ohne_ust_weil}`, { size: 9 })
  else if (ust_verfahren === "jahresausgleich")
    paper.paragraph(
      "Die Umsatzsteuer auf Pfand für Warenumschließungen wird nach der Vereinfachung des UStAE 10.1 Abs. 8 einmal im Jahr auf den Saldo berechnet und steht deshalb hier nicht.",
      { size: 9 },
    )
}

/** The taxes of an invoice as its XML has them: where amounts are gross, net and VAT may come to a cent beside them. */
function taxesOf({ steuern, summen }: Abrechnungsdaten): {
  zeilen: readonly Rechnungssteuer[]
  rundung_cent: number
} {
  if (!summen) return { zeilen: steuern, rundung_cent: 0 }
  const zeilen = summen.steuern.map((one) => ({ ...one, brutto_cent: one.netto_cent + one.ust_cent }))
  return { zeilen, rundung_cent: summen.rundung_cent }
}
