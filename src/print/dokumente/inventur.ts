import { formatQuantity, formatMoment } from "../../lib/format.ts"
import { geraetestandInWords } from "../../lib/arten.ts"
import type { PrintedDocument } from "../modell.ts"
import { printListhead } from "../pdf/letterhead.ts"
import { MM, type Paper } from "../pdf/paper.ts"
import type { Druck } from "../pdf/print.ts"
import { type PrintedColumn, printTable } from "../pdf/table.ts"
import { printSignatureLines } from "./letter-parts.ts"

type CountedPosition = {
  nummer: string
  bezeichnung: string
  gezaehlt: number
  erwartet: number | null
  differenz: number | null
  waehrend_ausgegeben: number
  waehrend_zurueck: number
  danach_ausgegeben: number
  danach_zurueck: number
  danach_lager: number
  bestand: number | null
  status_vorher: string | null
  status_nachher: string | null
  grund: string | null
}

/** A closed count of the yard. */
export type Inventurbericht = PrintedDocument & {
  zeitzone: string
  bezeichnung: string
  begonnen_am: string
  beendet_am: string
  beendet_von: string | null
  personen: readonly string[]
  rest_ist_null: boolean
  summen: {
    neu: number
    fehlt: number
    zu_viel: number
    geraete_zeilen: number
    geraete_fehlen: number
    unerwartet: number
  }
  artikel: readonly CountedPosition[]
  geraete: readonly CountedPosition[]
  /** There are more positions than are printed. */
  isCut: boolean
}

/** @returns the report of a count, ready to print */
export function inventur(data: Inventurbericht): Druck {
  const moment = (text: string) => formatMoment(text, data.zeitzone)
  return {
    ...data,
    titel: `Inventur ${data.bezeichnung}`,
    zeilen: data.artikel.length + data.geraete.length,
    async draw(paper) {
      printListhead(paper, data.firma, `Inventur: ${data.bezeichnung}`, [
        ["Begonnen", moment(data.begonnen_am)],
        ["Abgeschlossen", `${moment(data.beendet_am)}${data.beendet_von ? `, ${data.beendet_von}` : ""}`],
        ["Gezählt von", data.personen.join(", ") || "niemandem"],
      ])
      await printArtikel(paper, data)
      await printGeraete(paper, data)
      if (data.isCut) paper.paragraph("Die übrigen Zeilen stehen in der Tabelle (CSV).")
      paper.space(4 * MM)
      printSignatureLines(paper, ["Gezählt", "Geprüft"])
    },
  }
}

const COLUMNS: PrintedColumn[] = [
  { title: "Nummer", mm: 24 },
  { title: "Artikel" },
  { title: "Erwartet", mm: 19, align: "right" },
  { title: "Gezählt", mm: 19, align: "right" },
  { title: "Differenz", mm: 19, align: "right" },
  { title: "Seither", mm: 17, align: "right" },
  { title: "Bestand", mm: 18, align: "right" },
]

const signed = (n: number): string => (n > 0 ? `+${formatQuantity(n)}` : formatQuantity(n))
const since = (one: CountedPosition): number => one.danach_zurueck - one.danach_ausgegeben + one.danach_lager

async function printArtikel(
  paper: Paper,
  { artikel, summen, rest_ist_null }: Inventurbericht,
): Promise<void> {
  paper.heading("Artikel")
  if (artikel.length === 0) return void paper.paragraph("Artikel wurden nicht gezählt.")
  paper.paragraph(
    summen.fehlt + summen.zu_viel === 0
      ? summen.neu === artikel.length
        ? "Zum ersten Mal gezählt: erwartet war nichts."
        : "Alles ist da, was erwartet war."
      : `Es fehlen ${formatQuantity(summen.fehlt)} Stück, ${formatQuantity(summen.zu_viel)} sind zu viel.`,
    { bold: true },
  )
  await printTable(
    paper,
    COLUMNS,
    artikel.map((one) => ({
      cells: [
        one.nummer,
        one.bezeichnung,
        one.erwartet === null ? "neu" : formatQuantity(one.erwartet),
        formatQuantity(one.gezaehlt),
        one.differenz === null ? "" : signed(one.differenz),
        signed(since(one)),
        formatQuantity(one.bestand ?? 0),
      ],
    })),
  )
  paper.paragraph(
    "Erwartet: laut Büchern, als die letzte Zeile des Artikels gezählt wurde. Seither: was sich von da bis zum Abschluss bewegt hat.",
  )
  if (rest_ist_null) paper.paragraph("Was niemand gezählt hat, gilt als nicht da.")
  const unsure = artikel.filter((one) => one.waehrend_ausgegeben + one.waehrend_zurueck > 0)
  if (unsure.length === 0) return
  paper.paragraph(
    "Diese Artikel haben sich bewegt, während sie gezählt wurden; eine Differenz kann daher kommen:",
    { bold: true },
  )
  for (const one of unsure) {
    paper.paragraph(
      `${one.nummer} ${one.bezeichnung}: ${formatQuantity(one.waehrend_ausgegeben)} ausgegeben, ${formatQuantity(one.waehrend_zurueck)} zurück`,
    )
    await paper.rest()
  }
}

const standInWords: Readonly<Record<string, string>> = geraetestandInWords

async function printGeraete(paper: Paper, { geraete, summen }: Inventurbericht): Promise<void> {
  if (summen.geraete_zeilen === 0) return
  paper.heading("Geräte")
  const off = geraete.filter(({ gezaehlt, erwartet }) => gezaehlt !== erwartet)
  paper.paragraph(
    `${formatQuantity(geraete.filter(({ gezaehlt }) => gezaehlt === 1).length)} gefunden, ${formatQuantity(summen.geraete_fehlen)} nicht gefunden, ${formatQuantity(summen.unerwartet)} nicht erwartet.`,
    { bold: true },
  )
  if (off.length === 0) return
  await printTable(
    paper,
    [
      { title: "Nummer", mm: 26 },
      { title: "Gerät" },
      { title: "Laut Büchern", mm: 28 },
      { title: "Gefunden", mm: 20 },
      { title: "Danach", mm: 26 },
      { title: "Grund", mm: 40 },
    ],
    off.map((one) => ({
      cells: [
        one.nummer,
        one.bezeichnung,
        standInWords[one.status_vorher ?? ""] ?? "",
        one.gezaehlt === 1 ? "ja" : "nein",
        standInWords[one.status_nachher ?? ""] ?? "offen",
        one.grund ?? "",
      ],
    })),
  )
}
