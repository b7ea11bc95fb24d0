import { formatQuantity } from "../../lib/format.ts"
import { ENOUGH, vergleiche } from "../../lib/pruefungen.ts"
import type { PrintedDocument } from "../modell.ts"
import { printListhead } from "../pdf/letterhead.ts"
import type { Paper } from "../pdf/paper.ts"
import type { Druck } from "../pdf/print.ts"
import { printTable } from "../pdf/table.ts"
import { printSignatureLines } from "./letter-parts.ts"

type Result = { buchungen: number; letzter_hash: string | null }

/** A check of the ledger, to be handed to an auditor or a tax adviser. */
export type Pruefbericht = PrintedDocument & {
  version: string
  /** Who asked for it. */
  von: string
  /** In words, as are the moments of earlier ones. */
  geprueft_am: string
  pruefung: Result & {
    in_ordnung: boolean
    fehler: readonly { art: string; msg: string }[]
    hinweise: readonly { msg: string }[]
  }
  /** The latest first; `fehler` is their number. */
  frueher: readonly (Result & { geprueft_am: string; fehler: number })[]
}

const outcome = (faults: number): string =>
  faults === 0 ? "In Ordnung" : faults === 1 ? "1 Fehler" : `${formatQuantity(faults)} Fehler`

/** @returns a report that says what was checked, when, by which version, and what came of it */
export function pruefbericht(data: Pruefbericht): Druck {
  const { firma, version, von, geprueft_am, pruefung } = data
  const { buchungen, letzter_hash, fehler } = pruefung
  return {
    ...data,
    titel: `Prüfbericht Pfandbuch ${geprueft_am}`,
    async draw(paper) {
      printListhead(paper, firma, "Prüfbericht: Prüfung des Pfandbuchs", [
        ["Geprüft", geprueft_am],
        ["Programm", `Pfandwerk ${version}`],
        ["Veranlasst von", von],
        ["Ergebnis", outcome(fehler.length)],
      ])
      paper.paragraph(
        fehler.length >= ENOUGH
          ? `Die Prüfung endete nach ${ENOUGH} Fehlern: Was danach käme, ist nicht geprüft.`
          : buchungen === 0
            ? "Das Pfandbuch enthält noch keine Buchung."
            : `Geprüft wurden alle Buchungen des Unternehmens, laufende Nummer 1 bis ${formatQuantity(buchungen)}, jede einzeln und vollständig, nicht als Stichprobe.`,
      )
      await printComparisons(paper, fehler)
      await printNotes(paper, "Was gefunden wurde", fehler)
      await printNotes(paper, "Werte ohne Stücke aus früheren Versionen, kein Fehler", pruefung.hinweise)
      if (letzter_hash !== null) {
        paper.heading("Prüfsumme der letzten Buchung")
        paper.paragraph(letzter_hash)
        paper.paragraph(
          "Sie steht für alle Buchungen bis dahin (SHA-256 über jede Buchung und die Prüfsumme der Buchung davor). Wer sie aufbewahrt, kann später beweisen, dass seither keine davon verändert oder entfernt wurde. Mit dem Prüferexport lässt sie sich ohne Pfandwerk nachrechnen.",
        )
      }
      await printEarlier(paper, data.frueher)
      printSignatureLines(paper, ["Ort, Datum", "Verantwortlich"])
    },
  }
}

async function printComparisons(paper: Paper, faults: Pruefbericht["pruefung"]["fehler"]): Promise<void> {
  await printTable(
    paper,
    [{ title: "Was geprüft wurde", mm: 50 }, { title: "" }, { title: "Ergebnis", mm: 26 }],
    vergleiche.map(({ arten, title, text }) => {
      const found = faults.filter(({ art }) => (arten as readonly string[]).includes(art)).length
      const isUnknown = found === 0 && faults.length >= ENOUGH
      return { cells: [title, text, isUnknown ? "Nicht zu Ende geprüft" : outcome(found)] }
    }),
  )
}

async function printNotes(paper: Paper, titel: string, notes: readonly { msg: string }[]): Promise<void> {
  if (notes.length === 0) return
  paper.heading(titel)
  for (const { msg } of notes) {
    paper.paragraph(msg)
    await paper.rest()
  }
}

async function printEarlier(paper: Paper, earlier: Pruefbericht["frueher"]): Promise<void> {
  if (earlier.length === 0) return
  paper.heading("Frühere Prüfungen")
  await printTable(
    paper,
    [
      { title: "Geprüft" },
      { title: "Buchungen", mm: 24, align: "right" },
      { title: "Ergebnis", mm: 26 },
      { title: "Prüfsumme beginnt mit", mm: 44 },
    ],
    earlier.map(({ geprueft_am, buchungen, fehler, letzter_hash }) => ({
      cells: [geprueft_am, formatQuantity(buchungen), outcome(fehler), letzter_hash?.slice(0, 16) ?? "–"],
    })),
  )
}
