import { formatCent, formatDatum, formatEuro, formatQuantity, dayIn } from "../../lib/format.ts"
import type { Bestand, PrintedDocument, Empfaenger, Preise } from "../modell.ts"
import { type Detail, printLetterhead } from "../pdf/letterhead.ts"
import { MM, type Paper } from "../pdf/paper.ts"
import { LEADING, type Style } from "../pdf/style.ts"
import { type PrintedColumn, printTable } from "../pdf/table.ts"

/** Parts that several documents share. */

/** The head of a letter to a customer about their account. @param details what it is about, at most eight */
export function printBriefkopf(
  paper: Paper,
  { firma, an, erstellt_am }: PrintedDocument & { an: Empfaenger },
  details: readonly Detail[],
): void {
  printLetterhead(paper, firma, an, [
    ["Datum", formatDatum(dayIn(erstellt_am, firma.zeitzone))],
    ["Kundennummer", an.kundennummer],
    ...details,
  ])
}

/** @returns what holdings are worth together, in cents */
export const saldoOf = (bestaende: readonly Bestand[]): number =>
  bestaende.reduce((sum, { wert_cent }) => sum + wert_cent, 0)

/** An article by its name; a device with its number too, as a customer may have several of a kind. */
export const whatInWords = ({
  nummer,
  bezeichnung,
  geraet,
}: Pick<Bestand, "nummer" | "bezeichnung" | "geraet">) => (geraet ? `${bezeichnung} ${nummer}` : bezeichnung)

const VERBLEIB = { verloren: "verloren gemeldet", fort: "nicht mehr bei Ihnen, Pfand offen" }

/** @returns what to say to the customer of a device that is not there though its deposit is open; empty for all else */
export const verbleibInWords = ({ verbleib }: Pick<Bestand, "verbleib">): string =>
  verbleib ? VERBLEIB[verbleib] : ""

/** @returns the name of an article or device, and where the device is if not with the customer */
export const bezeichnungOf = (bestand: Bestand): string =>
  bestand.verbleib ? `${bestand.bezeichnung} (${verbleibInWords(bestand)})` : bestand.bezeichnung

const BESTAND: PrintedColumn[] = [
  { title: "Nummer", mm: 32 },
  { title: "Bezeichnung" },
  { title: "Stück", mm: 22, align: "right" },
  { title: "Pfand in €", mm: 30, align: "right" },
]

/** Table of holdings: articles first, then devices by their numbers, then the sum; a sentence for none. */
export async function printBestand(
  paper: Paper,
  bestaende: readonly Bestand[],
  total: string,
): Promise<void> {
  if (bestaende.length === 0) return paper.paragraph("Es ist nichts entliehen; der Saldo beträgt 0,00 €.")
  const line = (bestand: Bestand) => ({
    cells: [
      bestand.nummer,
      bezeichnungOf(bestand),
      formatQuantity(bestand.menge),
      formatCent(bestand.wert_cent),
    ],
  })
  const artikel = bestaende.filter(({ geraet }) => !geraet)
  const geraete = bestaende.filter(({ geraet }) => geraet)
  await printTable(paper, BESTAND, [
    ...artikel.map(line),
    ...(geraete.length > 0 ? [{ cells: ["", "Geräte"], look: "group" as const }] : []),
    ...geraete.map(line),
    { cells: ["", total, "", formatCent(saldoOf(bestaende))], look: "sum" },
  ])
}

/**
 * Sentences that tell what a balance is, without a sign. Nothing of it need be unpaid: of most customers every delivery
 * is settled. Pieces decide, not the sum: what has no value, or what cancels out in euros, is not settled, and a customer
 * who accepts that it is would owe nothing back.
 */
export function saldoSatz(bestaende: readonly Bestand[]): string {
  const over = bestaende.filter(({ menge, wert_cent }) => menge < 0 || (menge === 0 && wert_cent < 0))
  const gone = bestaende.filter(({ verbleib }) => verbleib === "fort")
  const held = bestaende.filter((bestand) => !over.includes(bestand) && !gone.includes(bestand))
  const [owed, left, owing] = [saldoOf(held), saldoOf(gone), -saldoOf(over)]
  const sentences = [
    ...(held.length === 0
      ? []
      : owed === 0
        ? ["Das Leihgut, das bei Ihnen ist, hat keinen Pfandwert."]
        : [`Pfand auf das Leihgut, das bei Ihnen ist: ${formatEuro(owed)}.`]),
    ...(gone.length === 0
      ? []
      : [`Noch offenes Pfand auf Geräte, die nicht mehr bei Ihnen sind: ${formatEuro(left)}.`]),
    ...(over.length === 0
      ? []
      : owing === 0
        ? ["Es kam mehr Leihgut ohne Pfandwert zurück, als ausgegeben wurde."]
        : [`Pfand zu Ihren Gunsten, weil mehr zurückkam, als ausgegeben wurde: ${formatEuro(owing)}.`]),
  ]
  if (sentences.length === 0) return "Der Saldo ist ausgeglichen."
  if ([owed, left, owing].filter((cent) => cent !== 0).length < 2) return sentences.join(" ")
  const sum = owed + left - owing
  return [...sentences, `Zusammen ${formatEuro(Math.abs(sum))}${sum < 0 ? " zu Ihren Gunsten" : ""}.`].join(
    " ",
  )
}

/** A sentence on what amounts of deposit contain, and that none of them asks for money. */
export const betragSatz = (preise: Preise): string =>
  `Alle Beträge sind ${
    preise === "netto"
      ? "netto: Umsatzsteuer kommt hinzu, soweit sie anfällt"
      : "brutto: Umsatzsteuer ist enthalten, soweit sie anfällt"
  }. Dies ist keine Rechnung: Was zu zahlen ist, steht auf unseren Abrechnungen und Rechnungen.`

/** A line to sign on, with what belongs there below it. */
export function printSignatureLine(paper: Paper, x: number, width: number, label: string): void {
  paper.rule(x, x + width, paper.y, 0)
  paper.tag("Span", undefined, () => paper.write(label, x, paper.y + 10, { size: 8, grey: 0.3 }))
}

/** Lines to sign on, beside each other. */
export function printSignatureLines(paper: Paper, labels: readonly string[]): void {
  paper.need(22 * MM)
  paper.space(14 * MM)
  const width = (paper.width - (labels.length - 1) * 8 * MM) / labels.length
  for (const [index, label] of labels.entries())
    printSignatureLine(paper, paper.left + index * (width + 8 * MM), width, label)
  paper.space(16)
}

/** @returns a number of days behind a preposition, as in `innerhalb von`: `1 Tag`, `8 Tagen` */
export const daysInWords = (days: number): string => `${days} ${days === 1 ? "Tag" : "Tagen"}`

/** The sentence by which a balance counts as accepted in time. */
export const einspruchSatz = (days: number): string =>
  `Bitte prüfen Sie diese Aufstellung. Widersprechen Sie ihr nicht innerhalb von ${daysInWords(days)} nach Zugang, gilt der Saldo als anerkannt.`

/** Below each paragraph in a column, in points. */
const GAP = 4

/** A paragraph in a column at the left, or a heading. */
export function printLines(
  paper: Paper,
  text: string,
  width: number,
  style: Style,
  tag: "P" | "H2" = "P",
): void {
  const { size = 10 } = style
  const place = (): [number, number, Style] => {
    paper.y += size * LEADING
    return [paper.left, paper.y - size * 0.34, style]
  }
  paper.lines(paper.wrap(text, width, style), place, tag)
  paper.space(GAP)
}

/** @returns the height of the same, in points */
export const heightOf = (paper: Paper, text: string, width: number, style: Style): number =>
  paper.wrap(text, width, style).length * (style.size ?? 10) * LEADING + GAP

/** A box to tick, with what is ticked beside it. */
export function printTickBox(paper: Paper, text: string): void {
  const lines = paper.wrap(text, paper.width - 8 * MM)
  paper.need(lines.length * 13.2 + 6)
  paper.box(paper.left, paper.y + 2.5, 9, 9, { border: 0 })
  paper.lines(lines, () => {
    paper.y += 13.2
    return [paper.left + 7 * MM, paper.y - 3]
  })
  paper.space(6)
}
