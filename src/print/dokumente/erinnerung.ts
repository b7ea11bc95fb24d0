import { formatDatum, formatEuro, formatQuantity } from "../../lib/format.ts"
import type { PrintedDocument, Empfaenger, Preise } from "../modell.ts"
import type { Druck } from "../pdf/print.ts"
import { printTable } from "../pdf/table.ts"
import { betragSatz, printBriefkopf, whatInWords } from "./letter-parts.ts"

type Posten = {
  nummer: string
  bezeichnung: string
  ist_geraet: boolean
  menge: number
  wert_cent: number
  seit: string
  tage: number
}

/** Letter that lists a customer's old holdings and asks for their return. */
type Erinnerung = PrintedDocument & {
  an: Empfaenger
  stichtag: string
  /** Number of the reminder: 1 is friendly, more is a dunning letter. */
  stufe: 1 | 2 | 3
  preise: Preise
  posten: readonly Posten[]
  /** By when it is to be settled, `YYYY-MM-DD`. */
  frist: string
}

const TITLES = {
  1: "Erinnerung an Leihgut",
  2: "Zweite Erinnerung an Leihgut",
  3: "Letzte Aufforderung: Leihgut",
}
const INTRODUCTION = {
  1: "vielleicht ist es Ihnen entgangen: Das folgende Leihgut ist schon länger bei Ihnen.",
  2: "auf unsere erste Erinnerung haben wir noch keine Rückgabe verbuchen können. Das folgende Leihgut ist weiterhin bei Ihnen.",
  3: "trotz unserer Erinnerungen ist das folgende Leihgut weiterhin bei Ihnen.",
}

/** @returns the letter; nothing in it threatens what the company has not decided */
export function erinnerung(data: Erinnerung): Druck {
  const { firma, an, stufe } = data
  const total = data.posten.reduce((sum, { wert_cent }) => sum + wert_cent, 0)
  return {
    ...data,
    titel: `${TITLES[stufe]}, Kunde ${an.kundennummer}`,
    async draw(paper) {
      printBriefkopf(paper, data, [
        ["Stand", formatDatum(data.stichtag)],
        ["Pfandwert", formatEuro(total)],
      ])
      paper.heading(TITLES[stufe], 1)
      paper.paragraph(`Sehr geehrte Damen und Herren,\n${INTRODUCTION[stufe]}`)
      await printTable(
        paper,
        [
          { title: "Artikel oder Gerät" },
          { title: "Seit", mm: 24 },
          { title: "Tage", mm: 16, align: "right" },
          { title: "Stück", mm: 20, align: "right" },
          { title: "Pfand", mm: 28, align: "right" },
        ],
        [
          ...data.posten.map(({ seit, tage, menge, wert_cent, ist_geraet, ...what }) => ({
            cells: [
              whatInWords({ ...what, geraet: ist_geraet }),
              formatDatum(seit),
              formatQuantity(tage),
              formatQuantity(menge),
              formatEuro(wert_cent),
            ],
          })),
          { cells: ["Summe", "", "", "", formatEuro(total)], look: "sum" as const },
        ],
      )
      paper.paragraph(betragSatz(data.preise))
      paper.paragraph(
        `Bitte geben Sie es unserem Fahrer bei der nächsten Lieferung mit oder vereinbaren Sie mit uns eine Abholung bis zum ${formatDatum(data.frist)}. Ist es schon zurück oder stimmt diese Aufstellung nicht, sagen Sie uns bitte Bescheid.`,
      )
      if (stufe === 3) {
        paper.paragraph(
          `Was wir bis dahin nicht zurückhaben, müssen wir als verloren ansehen; über den Ersatz melden wir uns dann bei Ihnen.`,
        )
      }
      paper.paragraph(`Mit freundlichen Grüßen\n${firma.name}`)
    },
  }
}
