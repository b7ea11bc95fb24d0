import { formatDatum, formatEuro } from "../../lib/format.ts"
import type { Bestand, PrintedDocument, Empfaenger } from "../modell.ts"
import { printCode } from "../pdf/code.ts"
import { MM, type Paper } from "../pdf/paper.ts"
import { bestandTabelle, kontaktOf, type Belegseite } from "./seite.ts"
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
  /** Where the customer can answer without paper. */
  link?: Antwortlink | undefined
}

/** An address that a customer opens, and the last day on which it works, `YYYY-MM-DD`. */
export type Antwortlink = { url: string; gueltig_bis: string }

/** @returns the same for the page of a link */
export function saldenbestaetigungSeite(data: Saldenbestaetigung): Belegseite {
  const { firma, an, bestand, stichtag } = data
  const nothing = "Es ist nichts entliehen; der Saldo beträgt 0,00 €."
  return {
    firma: firma.name,
    kontakt: kontaktOf(firma),
    angaben: [
      ["Kunde", an.name],
      ["Kundennummer", an.kundennummer],
      ["Stichtag", formatDatum(stichtag)],
    ],
    tabellen: bestand.length > 0 ? [bestandTabelle("Leihgut am Ende des Stichtags", bestand)] : [],
    saetze: [
      bestand.length > 0 ? saldoSatz(sumOf(bestand)) : nothing,
      einspruchSatz(data.einspruchsfrist_tage),
    ],
  }
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
function printReply(paper: Paper, { firma, an, stichtag, link }: Saldenbestaetigung, saldo: number): void {
  if (link) printLink(paper, link)
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

/** Edge of the code: its modules are 0.7 mm wide, which every telephone reads. */
const CODE = 30 * MM

/** How to answer without paper: a code for the telephone, and beside it the same address in letters. */
function printLink(paper: Paper, { url, gueltig_bis }: Antwortlink): void {
  paper.need(CODE + 8 * MM)
  paper.space(2 * MM)
  const top = paper.y
  const left = paper.left + CODE + 6 * MM
  const width = paper.right - left
  printCode(paper, url, { x: paper.left, y: top, edge: CODE })
  const block = (text: string, style: { size: number; bold?: boolean; grey?: number }): void =>
    paper.lines(paper.wrap(text, width, style), () => {
      paper.y += style.size * 1.32
      return [left, paper.y - style.size * 0.34, style]
    })
  block("Ohne Papier antworten", { size: 11, bold: true })
  paper.space(2)
  block(
    `Mit dem Telefon den Code ansehen oder die Adresse öffnen: Dort steht diese Aufstellung, und Sie bestätigen oder bestreiten sie. Der Link gilt bis ${formatDatum(gueltig_bis)}; wer ihn hat, kann antworten.`,
    { size: 10 },
  )
  paper.space(2)
  block(url, { size: 8, grey: 0.3 })
  paper.y = Math.max(paper.y, top + CODE) + 2 * MM
}
