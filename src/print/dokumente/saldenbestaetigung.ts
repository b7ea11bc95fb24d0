import { formatDatum, formatEuro } from "../../lib/format.ts"
import type { Bestand, PrintedDocument, Empfaenger, Preise } from "../modell.ts"
import { printCode } from "../pdf/code.ts"
import { MM, type Paper } from "../pdf/paper.ts"
import type { Style } from "../pdf/style.ts"
import { bestandTabelle, kontaktOf, type Belegseite } from "./seite.ts"
import type { Druck } from "../pdf/print.ts"
import {
  betragSatz,
  einspruchSatz,
  heightOf,
  printBestand,
  printLines,
  printBriefkopf,
  printSignatureLines,
  printTickBox,
  saldoSatz,
  saldoOf,
} from "./letter-parts.ts"

/** Letter that asks a customer to confirm the holdings at the end of a day. */
export type Saldenbestaetigung = PrintedDocument & {
  an: Empfaenger
  stichtag: string
  bestand: Bestand[]
  preise: Preise
  einspruchsfrist_tage: number
  /** Where the customer can answer without paper. */
  link?: Antwortlink | undefined
}

/** An address that a customer opens, and the last day on which it works, `YYYY-MM-DD`. */
type Antwortlink = { url: string; gueltig_bis: string }

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
      bestand.length > 0 ? saldoSatz(bestand) : nothing,
      betragSatz(data.preise),
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
      const saldo = saldoOf(bestand)
      printBriefkopf(paper, data, [
        ["Stichtag", stichtag],
        ["Saldo", formatEuro(saldo)],
      ])
      paper.heading(`Saldenbestätigung zum ${stichtag}`, 1)
      paper.paragraph(
        `Sehr geehrte Damen und Herren,\nnach unseren Büchern war bei Ihnen am Ende des ${stichtag} folgendes Leihgut:`,
      )
      await printBestand(paper, bestand, "Saldo")
      paper.paragraph(saldoSatz(bestand), { bold: true })
      paper.paragraph(betragSatz(data.preise))
      paper.paragraph(einspruchSatz(data.einspruchsfrist_tage))
      printReply(paper, data, saldo)
    },
  }
}

/** Edge of the code: its modules are 0.7 mm wide, which every telephone reads. */
const CODE = 28 * MM
const BESIDE = CODE + 8 * MM
/** Heights of the part that is ticked, written and signed, and of the whole reply, where there is no code. */
const BELOW = 58 * MM
const WHOLE = 78 * MM

type Line = readonly [text: string, style: Style, tag?: "H2"]

/** Prints the part to send back, on one page so that one sheet is enough, and beside it how to answer without paper. */
function printReply(paper: Paper, { firma, an, stichtag, link }: Saldenbestaetigung, saldo: number): void {
  const width = paper.width - (link ? BESIDE : 0)
  const head: Line[] = [
    [`Antwort an ${firma.name}`, { size: 11, bold: true }, "H2"],
    [`${an.name}, Kundennummer ${an.kundennummer}, Stichtag ${formatDatum(stichtag)}`, {}],
    ...(link ? linesOf(link) : []),
  ]
  const height = head.reduce((sum, [text, style]) => sum + heightOf(paper, text, width, style), 0)
  paper.need(link ? BELOW + Math.max(CODE, height) : WHOLE)
  paper.space(4)
  paper.rule(paper.left, paper.right, paper.y, 0, 0.8)
  paper.space(6)
  const top = paper.y
  for (const [text, style, tag] of head) printLines(paper, text, width, style, tag)
  if (link) {
    printCode(paper, link.url, { x: paper.right - CODE, y: top, edge: CODE })
    paper.y = Math.max(paper.y, top + CODE)
  }
  paper.space(4)
  printTickBox(paper, `Wir bestätigen den Saldo von ${formatEuro(saldo)} und den aufgeführten Bestand.`)
  printTickBox(paper, "Wir widersprechen. Nach unserer Aufstellung sind es stattdessen:")
  for (let line = 0; line < 2; line++) {
    paper.space(8 * MM)
    paper.rule(paper.left + 7 * MM, paper.right, paper.y, 0.5)
  }
  printSignatureLines(paper, ["Ort, Datum", "Unterschrift, Firmenstempel"])
}

/** The address in letters as well: beside its code, and for whoever reads the document on a screen. */
const linesOf = ({ url, gueltig_bis }: Antwortlink): Line[] => [
  [
    `Ohne Papier antworten: den Code mit dem Telefon ansehen oder die Adresse öffnen. Der Link gilt bis ${formatDatum(gueltig_bis)}; wer ihn hat, kann antworten.`,
    { size: 9 },
  ],
  [url, { size: 8, grey: 0.3 }],
]
