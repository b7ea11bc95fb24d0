import { formatCent, formatDatum, formatEuro, formatQuantity } from "../../lib/format.ts"
import type { Bestand, Kontobewegung, PrintedDocument, Empfaenger, Preise } from "../modell.ts"
import type { Paper } from "../pdf/paper.ts"
import type { Druck } from "../pdf/print.ts"
import { type PrintedColumn, type PrintedRow, printTable } from "../pdf/table.ts"
import {
  betragSatz,
  einspruchSatz,
  printBestand,
  printBriefkopf,
  saldoSatz,
  saldoOf,
  whatInWords,
} from "./letter-parts.ts"

/** A customer's account over a period: what was held before, what moved, what is held after. */
export type Kontoauszug = PrintedDocument & {
  an: Empfaenger
  von: string
  bis: string
  anfang: Bestand[]
  bewegungen: Kontobewegung[]
  ende: Bestand[]
  preise: Preise
  einspruchsfrist_tage: number
}

const COLUMNS: PrintedColumn[] = [
  { title: "Datum", mm: 20 },
  { title: "Vorgang", mm: 26 },
  { title: "Artikel oder Gerät" },
  { title: "Stück", mm: 15, align: "right" },
  { title: "je €", mm: 17, align: "right" },
  { title: "Betrag €", mm: 21, align: "right" },
  { title: "Saldo €", mm: 23, align: "right" },
]

/** @returns the statement, ready to print */
export function kontoauszug(data: Kontoauszug): Druck {
  const period = `${formatDatum(data.von)} bis ${formatDatum(data.bis)}`
  return {
    ...data,
    zeilen: data.bewegungen.length,
    titel: `Kontoauszug ${data.an.kundennummer}, ${period}`,
    async draw(paper) {
      const end = saldoOf(data.ende)
      printBriefkopf(paper, data, [
        ["Zeitraum", period],
        ["Anfangssaldo", formatEuro(saldoOf(data.anfang))],
        ["Endsaldo", formatEuro(end)],
      ])
      paper.heading("Kontoauszug Leihgut und Pfand", 1)
      await printMovements(paper, data)
      paper.heading(`Bestand am ${formatDatum(data.bis)}`)
      await printBestand(paper, data.ende, "Endsaldo")
      paper.paragraph(saldoSatz(data.ende), { bold: true })
      paper.paragraph(betragSatz(data.preise))
      paper.paragraph(einspruchSatz(data.einspruchsfrist_tage))
    },
  }
}

async function printMovements(paper: Paper, { von, bis, anfang, bewegungen }: Kontoauszug): Promise<void> {
  const balance = (datum: string, text: string, cent: number, look: PrintedRow["look"]): PrintedRow => ({
    cells: [formatDatum(datum), text, "", "", "", "", formatCent(cent)],
    look,
  })
  const running = [saldoOf(anfang)]
  const saldo = () => running.at(-1) ?? 0
  const rows = function* (): Generator<PrintedRow> {
    yield balance(von, "Anfangssaldo", saldo(), "group")
    for (const bewegung of bewegungen) {
      const { datum, vorgang, menge, betrag_cent, summe_cent } = bewegung
      running.push(saldo() + summe_cent)
      yield {
        cells: [
          formatDatum(datum),
          vorgang,
          whatInWords(bewegung),
          formatQuantity(menge),
          formatCent(betrag_cent),
          formatCent(summe_cent),
          formatCent(saldo()),
        ],
      }
    }
    yield balance(bis, "Endsaldo", saldo(), "sum")
  }
  await printTable(paper, COLUMNS, rows(), (printed) => [
    "",
    "Übertrag",
    "",
    "",
    "",
    "",
    formatCent(running[printed - 1] ?? saldo()),
  ])
}
