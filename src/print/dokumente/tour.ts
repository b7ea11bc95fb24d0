import { formatDatum, formatMenge } from "../../lib/format.ts"
import type { Dokument } from "../modell.ts"
import { type Angabe, printListhead } from "../pdf/letterhead.ts"
import type { Paper } from "../pdf/paper.ts"
import type { Druck } from "../pdf/print.ts"
import { printLongTable, printTable } from "../pdf/table.ts"
import { printSignatureLines } from "./bausteine.ts"
import type { Lieferposition } from "./lieferschein.ts"

export type Halt = {
  kunde: string
  anschrift: string
  telefon: string | null
  zeit_von: string | null
  zeit_bis: string | null
  hinweis: string | null
  status: string
  /** Why nothing was delivered. */
  grund: string | null
  posten: readonly Lieferposition[]
}

/** A driver's day. */
export type Tour = Dokument & { datum: string; fahrer: string; halte: readonly Halt[] }

export const angabenOf = ({ datum, fahrer, halte }: Tour): Angabe[] => [
  ["Datum", formatDatum(datum)],
  ["Fahrer", fahrer],
  ["Halte", String(halte.length)],
]

export const titelOf = (name: string, { datum, fahrer }: Tour): string =>
  `${name} ${formatDatum(datum)}, ${fahrer}`

const zeitOf = ({ zeit_von, zeit_bis }: Halt): string =>
  zeit_von && zeit_bis
    ? `${zeit_von}–${zeit_bis}`
    : zeit_bis
      ? `bis ${zeit_bis}`
      : zeit_von
        ? `ab ${zeit_von}`
        : ""

const plan = (posten: readonly Lieferposition[], which: "soll_ausgabe" | "soll_ruecknahme"): string =>
  posten
    .filter((one) => one[which] > 0)
    .map((one) => `${formatMenge(one[which])} × ${one.bezeichnung}`)
    .join("\n")

/** @returns the stops in order, with what each gets and gives back, and room to tick */
export function tourenliste(data: Tour): Druck {
  return {
    ...data,
    titel: titelOf("Tourenliste", data),
    querformat: true,
    async draw(paper) {
      printListhead(paper, data.firma, "Tourenliste", angabenOf(data))
      await printLongTable(
        paper,
        [
          { title: "Nr.", mm: 10, align: "right" },
          { title: "Zeit", mm: 24 },
          { title: "Kunde", mm: 66 },
          { title: "Liefern" },
          { title: "Zurücknehmen" },
          { title: "Hinweis", mm: 48 },
          { title: "Erledigt", mm: 17, align: "center" },
        ],
        data.halte.map((halt, index) => ({
          cells: [
            String(index + 1),
            zeitOf(halt),
            [halt.kunde, halt.anschrift, halt.telefon ?? ""].filter((line) => line !== "").join("\n"),
            plan(halt.posten, "soll_ausgabe"),
            plan(halt.posten, "soll_ruecknahme"),
            halt.hinweis ?? "",
            halt.status === "zugestellt" ? "ja" : halt.status === "nicht_zugestellt" ? "nein" : "[    ]",
          ],
        })),
      )
    },
  }
}

type Summe = Omit<Lieferposition, "nummer">

/** The sums per article or device over all stops, by number. */
export function addUp(halte: readonly Halt[]): [nummer: string, summe: Summe][] {
  const sums = new Map<string, Summe>()
  for (const { posten } of halte) {
    for (const one of posten) {
      const sum = sums.get(one.nummer)
      if (!sum) {
        sums.set(one.nummer, {
          ...one,
          ist_ausgabe: one.ist_ausgabe ?? 0,
          ist_ruecknahme: one.ist_ruecknahme ?? 0,
        })
        continue
      }
      sum.soll_ausgabe += one.soll_ausgabe
      sum.soll_ruecknahme += one.soll_ruecknahme
      sum.ist_ausgabe = (sum.ist_ausgabe ?? 0) + (one.ist_ausgabe ?? 0)
      sum.ist_ruecknahme = (sum.ist_ruecknahme ?? 0) + (one.ist_ruecknahme ?? 0)
    }
  }
  return [...sums].toSorted(([a], [b]) => a.localeCompare(b, "de"))
}

/** @returns what goes onto the lorry: sums first, then stop by stop with the last on top, as it is loaded */
export function ladeliste(data: Tour): Druck {
  return {
    ...data,
    titel: titelOf("Ladeliste", data),
    async draw(paper) {
      printListhead(paper, data.firma, "Ladeliste", angabenOf(data))
      const out = addUp(data.halte).filter(([, sum]) => sum.soll_ausgabe > 0)
      if (out.length === 0) return paper.paragraph("Für diese Tour ist nichts zu laden.")
      printTable(
        paper,
        [
          { title: "Nummer", mm: 34 },
          { title: "Bezeichnung" },
          { title: "Stück", mm: 24, align: "right" },
          { title: "Geladen", mm: 24, align: "center" },
        ],
        out.map(([nummer, sum]) => ({
          cells: [nummer, sum.bezeichnung, formatMenge(sum.soll_ausgabe), "[    ]"],
        })),
      )
      await printLoadingOrder(paper, data.halte)
      printSignatureLines(paper, ["Geladen von", "Geprüft von"])
    },
  }
}

async function printLoadingOrder(paper: Paper, halte: readonly Halt[]): Promise<void> {
  paper.heading("In der Reihenfolge des Ladens (letzter Halt zuerst)")
  const stops = halte
    .map((halt, index) => ({ cells: [String(index + 1), halt.kunde, plan(halt.posten, "soll_ausgabe")] }))
    .filter(({ cells }) => cells[2] !== "")
  await printLongTable(
    paper,
    [{ title: "Halt", mm: 14, align: "right" }, { title: "Kunde", mm: 62 }, { title: "Laden" }],
    stops.toReversed(),
  )
}
