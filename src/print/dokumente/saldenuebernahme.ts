import { formatCent, formatDatum, formatEuro, formatQuantity } from "../../lib/format.ts"
import type { PrintedDocument, Empfaenger, Preise } from "../modell.ts"
import type { Druck } from "../pdf/print.ts"
import { printTable } from "../pdf/table.ts"
import { betragSatz, daysInWords, printBriefkopf } from "./letter-parts.ts"

/** Document of a customer's holdings when the account was opened here. */
export type Saldenuebernahme = PrintedDocument & {
  an: Empfaenger
  /** `YYYY-MM-DD`: since when it is so, as it was entered. */
  tag: string
  posten: { nummer: string; bezeichnung: string; menge: number; betrag_cent: number; summe_cent: number }[]
  preise: Preise
  einspruchsfrist_tage: number
}

/** @returns the document of an opening balance, which charges nothing, ready to print */
export function saldenuebernahme(data: Saldenuebernahme): Druck {
  const { an, posten, einspruchsfrist_tage: days } = data
  const day = formatDatum(data.tag)
  const total = posten.reduce((sum, { summe_cent }) => sum + summe_cent, 0)
  const over = posten.some(({ menge }) => menge < 0)
  return {
    ...data,
    titel: `Saldenübernahme ${an.kundennummer} zum ${day}`,
    async draw(paper) {
      printBriefkopf(paper, data, [
        ["Stand vom", day],
        ["Saldo", formatEuro(total)],
      ])
      paper.heading(`Saldenübernahme zum ${day}`, 1)
      const stand = over
        ? `so stand Ihr Pfandkonto am ${day}. Ab diesem Stand führen wir es weiter:`
        : `folgendes Leihgut war am ${day} bereits bei Ihnen. Wir führen es ab diesem Stand auf Ihrem Pfandkonto weiter:`
      paper.paragraph(`Sehr geehrte Damen und Herren,\n${stand}`)
      await printTable(
        paper,
        [
          { title: "Nummer", mm: 32 },
          { title: "Bezeichnung" },
          { title: "Stück", mm: 22, align: "right" },
          { title: "je €", mm: 22, align: "right" },
          { title: "Pfand in €", mm: 30, align: "right" },
        ],
        [
          ...posten.map(({ nummer, bezeichnung, menge, betrag_cent, summe_cent }) => ({
            cells: [
              nummer,
              bezeichnung,
              formatQuantity(menge),
              formatCent(betrag_cent),
              formatCent(summe_cent),
            ],
          })),
          { cells: ["", "Übernommener Saldo", "", "", formatCent(total)], look: "sum" },
        ],
      )
      const later = [
        ...(over && posten.every(({ menge }) => menge <= 0)
          ? []
          : ["Was davon zurückkommt, schreiben wir gut."]),
        ...(over
          ? [
              "Wo die Stückzahl unter null ist, kam mehr zurück, als ausgegeben wurde: Was davon wieder hinausgeht, berechnen wir.",
            ]
          : []),
      ]
      paper.paragraph(
        `Dieser Bestand wird nicht berechnet: Er ist der Stand von vorher und steht in keiner Abrechnung. ${later.join(" ")}`,
        { bold: true },
      )
      paper.paragraph(betragSatz(data.preise))
      paper.paragraph(
        `Stimmt etwas nicht, sagen Sie es uns bitte innerhalb von ${daysInWords(days)} nach Zugang.`,
      )
    },
  }
}
