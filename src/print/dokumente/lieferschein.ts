import { formatDatum, formatQuantity, formatHappened } from "../../lib/format.ts"
import { lieferstandInWords } from "../../lib/lieferstand.ts"
import type { Bestand, Picture, PrintedDocument, Empfaenger, Preise } from "../modell.ts"
import { type Detail, printLetterhead } from "../pdf/letterhead.ts"
import { MM, type Paper } from "../pdf/paper.ts"
import type { Druck } from "../pdf/print.ts"
import { printTable } from "../pdf/table.ts"
import { bestandTabelle, kontaktOf, type Belegseite } from "./seite.ts"
import {
  betragSatz,
  einspruchSatz,
  printBestand,
  printSignatureLine,
  printSignatureLines,
  saldoSatz,
} from "./letter-parts.ts"

/** A delivery: what is planned, or what happened and who signed for it. */
export type Lieferschein = PrintedDocument & {
  an: Empfaenger
  /** The place that it goes to, in words; null for the customer's own address. */
  lieferanschrift: string | null
  nummer: string
  datum: string
  zeit_von: string | null
  zeit_bis: string | null
  status: "geplant" | "unterwegs" | "zugestellt" | "nicht_zugestellt" | "storniert"
  fahrer: string | null
  hinweis: string | null
  notiz: string | null
  /** Why it was not delivered. */
  grund: string | null
  positionen: readonly Lieferposition[]
  /** Only of one that was delivered. */
  zustellung: Zustellung | null
  preise: Preise
  einspruchsfrist_tage: number
}

/** One thing that a stop gets or gives back. */
export type Lieferposition = {
  nummer: string
  bezeichnung: string
  soll_ausgabe: number
  soll_ruecknahme: number
  ist_ausgabe: number | null
  ist_ruecknahme: number | null
}

export type Zustellung = {
  erfasst_am: string
  empfaenger_name: string | null
  unterschrift: Picture | null
  photos: readonly Picture[]
  /** The customer's holdings after the delivery. */
  bestand: readonly Bestand[]
}

export const lieferscheinTitel = (nummer: string): string => `Lieferschein ${nummer}`

/** @returns the delivery note; planned ones have columns to fill in and a line to sign on */
export function lieferschein(data: Lieferschein): Druck {
  const { zustellung } = data
  return {
    ...data,
    titel: lieferscheinTitel(data.nummer),
    bilder: [...(zustellung?.unterschrift ? [zustellung.unterschrift] : []), ...(zustellung?.photos ?? [])],
    async draw(paper) {
      printLetterhead(paper, data.firma, data.an, detailsOf(data))
      paper.heading(lieferscheinTitel(data.nummer), 1)
      if (data.lieferanschrift) paper.paragraph(`Lieferanschrift: ${data.lieferanschrift}`, { bold: true })
      if (data.hinweis) paper.paragraph(`Hinweis: ${data.hinweis}`)
      if (data.grund) paper.paragraph(`Nicht zugestellt: ${data.grund}`, { bold: true })
      await printPositionen(paper, data)
      if (data.notiz) paper.paragraph(`Notiz: ${data.notiz}`)
      if (data.zustellung) await printZustellung(paper, data, data.zustellung)
      else if (data.status === "geplant" || data.status === "unterwegs")
        printSignatureLines(paper, ["Datum, Uhrzeit", "Name in Druckbuchstaben", "Unterschrift"])
    },
  }
}

/** @returns what the customer's own copy shows, for the page of a link */
export function lieferscheinSeite(data: Lieferschein): Belegseite {
  const { firma, an, zustellung, positionen } = data
  const received = zustellung?.empfaenger_name
  const angaben: (readonly [string, string] | null)[] = [
    ["Kunde", an.name],
    ["Kundennummer", an.kundennummer],
    ["Nummer", data.nummer],
    ["Lieferdatum", formatDatum(data.datum)],
    zustellung && ["Zugestellt", formatHappened(zustellung.erfasst_am, firma.zeitzone)],
    received ? ["Empfangen von", received] : null,
  ]
  return {
    firma: firma.name,
    kontakt: kontaktOf(firma),
    angaben: angaben.filter((one) => one !== null),
    tabellen: [
      {
        titel: "Geliefert und zurückgenommen",
        spalten: ["Nummer", "Bezeichnung", "Geliefert", "Zurück"],
        zeilen: positionen.map(({ nummer, bezeichnung, ist_ausgabe, ist_ruecknahme }) => [
          nummer,
          bezeichnung,
          formatQuantity(ist_ausgabe ?? 0),
          formatQuantity(ist_ruecknahme ?? 0),
        ]),
        summe: null,
      },
      ...(zustellung && zustellung.bestand.length > 0
        ? [bestandTabelle("Pfandkonto nach dieser Lieferung", zustellung.bestand)]
        : []),
    ],
    saetze: zustellung
      ? [saldoSatz(zustellung.bestand), betragSatz(data.preise), einspruchSatz(data.einspruchsfrist_tage)]
      : [],
  }
}

function detailsOf(data: Lieferschein): Detail[] {
  const time =
    data.zeit_von && data.zeit_bis
      ? `${data.zeit_von} bis ${data.zeit_bis} Uhr`
      : data.zeit_bis
        ? `bis ${data.zeit_bis} Uhr`
        : data.zeit_von && `ab ${data.zeit_von} Uhr`
  const details: (Detail | null | "")[] = [
    ["Nummer", data.nummer],
    ["Lieferdatum", formatDatum(data.datum)],
    time && ["Lieferzeit", time],
    ["Kundennummer", data.an.kundennummer],
    data.fahrer && ["Fahrer", data.fahrer],
    ["Status", lieferstandInWords[data.status]],
  ]
  return details.filter((one) => one !== null && one !== "") as Detail[]
}

async function printPositionen(paper: Paper, { positionen, status }: Lieferschein): Promise<void> {
  const done = status === "zugestellt"
  const pieces = (soll: number, actual: number | null) => {
    if (!done) return formatQuantity(soll)
    return actual === soll
      ? formatQuantity(soll)
      : `${formatQuantity(actual ?? 0)} (geplant ${formatQuantity(soll)})`
  }
  const open = status === "geplant" || status === "unterwegs"
  const mm = done ? 32 : 21
  const columns = [
    { title: "Nummer", mm: 30 },
    { title: "Bezeichnung" },
    { title: done ? "Geliefert" : "Lieferung", mm, align: "right" as const },
    { title: done ? "Zurück" : "Rücknahme", mm, align: "right" as const },
  ]
  await printTable(
    paper,
    open ? [...columns, { title: "ist geliefert / zurück", mm: 34, align: "center" as const }] : columns,
    positionen.map((one) => ({
      cells: [
        one.nummer,
        one.bezeichnung,
        pieces(one.soll_ausgabe, one.ist_ausgabe),
        pieces(one.soll_ruecknahme, one.ist_ruecknahme),
        "______ / ______",
      ],
    })),
  )
}

async function printZustellung(
  paper: Paper,
  { firma, einspruchsfrist_tage, preise }: Lieferschein,
  zustellung: Zustellung,
): Promise<void> {
  const { erfasst_am, empfaenger_name, unterschrift, photos, bestand } = zustellung
  paper.need(45 * MM)
  paper.heading("Empfang")
  paper.paragraph(
    `Zugestellt am ${formatHappened(erfasst_am, firma.zeitzone)}${empfaenger_name ? `, empfangen von ${empfaenger_name}` : ""}.`,
  )
  if (unterschrift) {
    paper.picture(unterschrift, "Unterschrift des Empfängers", [paper.left, paper.y, 70 * MM, 25 * MM])
    paper.space(26 * MM)
    printSignatureLine(paper, paper.left, 70 * MM, "Unterschrift")
    paper.space(18)
  }
  printPhotos(paper, photos)
  paper.heading("Pfandkonto nach dieser Lieferung")
  await printBestand(paper, bestand, "Saldo")
  paper.paragraph(saldoSatz(bestand), { bold: true })
  paper.paragraph(betragSatz(preise))
  paper.paragraph(einspruchSatz(einspruchsfrist_tage), { size: 9 })
}

const PER_ROW = 4

function printPhotos(paper: Paper, photos: readonly Picture[]): void {
  if (photos.length === 0) return
  const gap = 4 * MM
  const edge = (paper.width - (PER_ROW - 1) * gap) / PER_ROW
  // Keeps the heading on one page with the first row.
  paper.need(edge + 10 * MM)
  paper.heading(photos.length === 1 ? "Foto" : "Fotos")
  for (const [index, photo] of photos.entries()) {
    const column = index % PER_ROW
    if (column === 0) paper.need(edge)
    paper.picture(photo, `Foto ${index + 1}`, [paper.left + column * (edge + gap), paper.y, edge, edge])
    if (column === PER_ROW - 1 || index === photos.length - 1) paper.space(edge + gap)
  }
}
