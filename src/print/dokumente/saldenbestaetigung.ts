import { formatDatum, formatEuro } from "../../lib/format.ts"
import type { Bestand, PrintedDocument, Empfaenger } from "../modell.ts"
import { MM, type Paper } from "../pdf/paper.ts"
import type { Druck } from "../pdf/print.ts"
import {
  einspruchSatz,
  printBestand,
  printBriefkopf,
  printSignatureLines,
  printTickBox,
  saldoSatz,
  sumOf,
} from "./letter-parts.ts"

/** Letter that asks a customer to confirm the holdings at the end of a day. */
export type Saldenbestaetigung = PrintedDocument & {
  an: Empfaenger
  stichtag: string
  bestand: Bestand[]
  einspruchsfrist_tage: number
}

/** @returns the letter, with the part that the customer signs and sends back */
export function saldenbestaetigung(data: Saldenbestaetigung): Druck {
  const { an, bestand } = data
  const stichtag = formatDatum(data.stichtag)
  return {
    ...data,
    titel: `Saldenbestätigung ${an.kundennummer} zum ${stichtag}`,
    async draw(paper) {
      const saldo = sumOf(bestand)
      printBriefkopf(paper, data, [
        ["Stichtag", stichtag],
        ["Saldo", formatEuro(saldo)],
      ])
      paper.heading(`Saldenbestätigung zum ${stichtag}`, 1)
      paper.paragraph(
        `Sehr geehrte Damen und Herren,\nnach unseren Büchern war bei Ihnen am Ende des ${stichtag} folgendes Leihgut:`,
      )
      await printBestand(paper, bestand, "Saldo")
      paper.paragraph(saldoSatz(saldo), { bold: true })
      paper.paragraph(einspruchSatz(data.einspruchsfrist_tage))
      printReply(paper, data, saldo)
    },
  }
}

/** The part to send back stays together, so that one sheet is enough. */
function printReply(paper: Paper, { firma, an, stichtag }: Saldenbestaetigung, saldo: number): void {
  paper.need(78 * MM)
  paper.space(4)
  paper.rule(paper.left, paper.right, paper.y, 0, 0.8)
  paper.space(6)
  paper.heading(`Antwort an ${firma.name}`)
  paper.paragraph(`${an.name}, Kundennummer ${an.kundennummer}, Stichtag ${formatDatum(stichtag)}`)
  printTickBox(paper, `Wir bestätigen den Saldo von ${formatEuro(saldo)} und den aufgeführten Bestand.`)
  printTickBox(paper, "Wir widersprechen. Nach unserer Aufstellung sind es stattdessen:")
  for (let line = 0; line < 2; line++) {
    paper.space(8 * MM)
    paper.rule(paper.left + 7 * MM, paper.right, paper.y, 0.5)
  }
  printSignatureLines(paper, ["Ort, Datum", "Unterschrift, Firmenstempel"])
}
