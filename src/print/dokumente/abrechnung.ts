import { formatCent, formatDatum, formatEuro, formatMenge, tagVon } from "../../lib/format.ts"
import type { Dokument, Empfaenger } from "../modell.ts"
import { type Angabe, printLetterhead } from "../pdf/letterhead.ts"
import type { Paper } from "../pdf/paper.ts"
import type { Druck } from "../pdf/print.ts"
import { type TableRow, printTable } from "../pdf/table.ts"

/** What moved of one article at one price and one rate. */
export type Abrechnungsposten = {
  bezeichnung: string
  betrag_cent: number
  /** Per cent; null where no tax is reckoned. */
  satz: number | null
  ausgabe: number
  ruecknahme: number
  /** Signed. */
  korrektur: number
  summe_cent: number
}

export type Steuerzeile = { satz: number | null; netto_cent: number; ust_cent: number; brutto_cent: number }

/** A settlement, as it is stored. */
export type Abrechnung = Dokument & {
  an: Empfaenger
  nummer: string
  /** The number of the settlement that this one cancels. */
  storno_nummer: string | null
  von: string
  bis: string
  anfang_cent: number
  ende_cent: number
  posten: readonly Abrechnungsposten[]
  steuern: readonly Steuerzeile[]
  preise: "netto" | "brutto"
  ust_verfahren: "laufend" | "jahresausgleich"
  einspruchsfrist_tage: number
}

/** @returns the settlement or its counter-document, ready to print */
export function abrechnung(data: Abrechnung): Druck {
  const name = data.storno_nummer === null ? "Pfandabrechnung" : "Storno einer Pfandabrechnung"
  const datum = formatDatum(tagVon(data.erstellt_am, data.firma.zeitzone))
  const angaben: Angabe[] = [
    ["Nummer", data.nummer],
    ["Datum", datum],
    ["Kundennummer", data.an.kundennummer],
    ["Zeitraum", `${formatDatum(data.von)} bis ${formatDatum(data.bis)}`],
  ]
  if (data.storno_nummer !== null) angaben.push(["Storniert", data.storno_nummer])
  return {
    firma: data.firma,
    erstellt_am: data.erstellt_am,
    titel: `${name} ${data.nummer}`,
    draw(paper) {
      printLetterhead(paper, data.firma, data.an, angaben)
      paper.heading(`${name} ${data.nummer}`, 1)
      if (data.storno_nummer !== null) {
        paper.paragraph(
          `Dieser Beleg hebt die Abrechnung ${data.storno_nummer} vollständig auf; alle Beträge stehen mit umgekehrtem Vorzeichen.`,
        )
      }
      printPosten(paper, data)
      printSteuern(paper, data)
      printResult(paper, data)
    },
  }
}

const rate = (satz: number | null): string => (satz === null ? "–" : `${satz} %`)
const pieces = (menge: number): string => (menge === 0 ? "" : formatMenge(menge))

function printPosten(paper: Paper, { posten, preise }: Abrechnung): void {
  const rows: TableRow[] = posten.map((one) => ({
    cells: [
      one.bezeichnung,
      pieces(one.ausgabe),
      pieces(one.ruecknahme),
      pieces(one.korrektur),
      formatCent(one.betrag_cent),
      rate(one.satz),
      formatCent(one.summe_cent),
    ],
  }))
  const summe = posten.reduce((sum, one) => sum + one.summe_cent, 0)
  rows.push({
    cells: [`Summe der Bewegungen (${preise})`, "", "", "", "", "", formatCent(summe)],
    look: "sum",
  })
  printTable(
    paper,
    [
      { title: "Artikel oder Gerät" },
      { title: "Ausgabe", mm: 18, align: "right" },
      { title: "Rückn.", mm: 17, align: "right" },
      { title: "Korrektur", mm: 19, align: "right" },
      { title: "je €", mm: 17, align: "right" },
      { title: "USt", mm: 14, align: "right" },
      { title: "Betrag €", mm: 25, align: "right" },
    ],
    rows,
  )
}

function printSteuern(paper: Paper, { steuern, ust_verfahren }: Abrechnung): void {
  const total = (pick: (line: Steuerzeile) => number) =>
    formatCent(steuern.reduce((sum, line) => sum + pick(line), 0))
  printTable(
    paper,
    [
      { title: "Umsatzsteuersatz" },
      { title: "Netto €", mm: 32, align: "right" },
      { title: "USt €", mm: 32, align: "right" },
      { title: "Brutto €", mm: 32, align: "right" },
    ],
    [
      ...steuern.map((line) => ({
        cells: [
          line.satz === null ? "ohne Umsatzsteuer" : rate(line.satz),
          formatCent(line.netto_cent),
          formatCent(line.ust_cent),
          formatCent(line.brutto_cent),
        ],
      })),
      {
        cells: [
          "Summe",
          total((line) => line.netto_cent),
          total((line) => line.ust_cent),
          total((line) => line.brutto_cent),
        ],
        look: "sum" as const,
      },
    ],
  )
  if (ust_verfahren === "jahresausgleich") {
    paper.paragraph(
      "Die Umsatzsteuer auf Pfand für Warenumschließungen wird nach der Vereinfachung des UStAE 10.1 Abs. 8 einmal im Jahr auf den Saldo berechnet und steht deshalb hier nicht.",
      { size: 9 },
    )
  }
}

function printResult(paper: Paper, data: Abrechnung): void {
  const brutto = data.steuern.reduce((sum, line) => sum + line.brutto_cent, 0)
  paper.paragraph(brutto < 0 ? `Gutschrift: ${formatEuro(-brutto)}` : `Zu zahlen: ${formatEuro(brutto)}`, {
    bold: true,
    size: 12,
  })
  paper.paragraph(
    `Pfandkonto (${data.preise}): Anfangssaldo ${formatEuro(data.anfang_cent)}, Bewegungen ${formatEuro(data.ende_cent - data.anfang_cent)}, Endsaldo ${formatEuro(data.ende_cent)}.`,
  )
  paper.paragraph(
    `Dieser Beleg ist die Abrechnung des Leihguts und keine Rechnung im Sinne des § 14 UStG. Einwände bitte innerhalb von ${data.einspruchsfrist_tage} Tagen nach Zugang.`,
    { size: 9 },
  )
}
