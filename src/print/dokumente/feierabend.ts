import { formatDatum, formatQuantity, formatMoment } from "../../lib/format.ts"
import { lieferstandInWords } from "../../lib/lieferstand.ts"
import { bookedLater } from "../../lib/feierabend.ts"
import { printListhead } from "../pdf/letterhead.ts"
import { MM, type Paper } from "../pdf/paper.ts"
import type { Druck } from "../pdf/print.ts"
import { printTable } from "../pdf/table.ts"
import { printSignatureLines } from "./letter-parts.ts"
import { addUp, detailsOf, type Stop, titleOf, type Tour, type Tourposten } from "./tour.ts"

/** The driver's count when unloading, beside the expected load. */
type Zaehlung = {
  erfasst_am: string
  bemerkung: string | null
  /** Stops of the day that were booked after the count. */
  danach: readonly { kunde_name: string }[]
  positionen: readonly {
    art: "leergut" | "ware"
    bezeichnung: string
    nummer: string
    erwartet: number
    gezaehlt: number
    differenz: number
  }[]
}

/** A driver's evening with its count, if there is one: the stops are those that count for the truck then. */
export type Evening = Tour & {
  zeitzone: string
  zaehlung: Zaehlung | undefined
  /** What the office booked beside deliveries, which counts for the truck as well. */
  daneben: readonly Tourposten[]
}

/** @returns the end of a driver's day: what was done and is still open, what must stand in the yard now, and what does */
export function feierabend(data: Evening): Druck {
  return {
    ...data,
    titel: titleOf("Feierabend-Protokoll", data),
    async draw(paper) {
      printListhead(paper, data.firma, "Feierabend-Protokoll", detailsOf(data))
      if (data.stops.length + data.daneben.length === 0)
        paper.paragraph("An diesem Tag wurde kein Stopp fertig, und keiner war offen.")
      else await printDay(paper, data)
      await printUndelivered(paper, data)
      await printCount(paper, data)
      paper.space(4 * MM)
      printSignatureLines(paper, ["Fahrer", "Hof"])
    },
  }
}

/** Leaves room to count by hand where nobody has counted on the telephone. */
async function printDay(paper: Paper, { stops, daneben, zaehlung }: Evening): Promise<void> {
  const byHand = zaehlung === undefined
  const done = stops.filter(({ status }) => status === "zugestellt").length
  paper.paragraph(`${done} von ${stops.length} Stopps sind zugestellt.`)
  if (daneben.length > 0)
    paper.paragraph(
      "Mitgezählt ist, was das Büro aus Meldungen des Fahrers neben den Lieferungen gebucht hat.",
    )
  await printTable(
    paper,
    [
      { title: "Bezeichnung" },
      { title: "Geladen", mm: 22, align: "right" },
      { title: "Geliefert", mm: 22, align: "right" },
      { title: "Ungeliefert", mm: 23, align: "right" },
      { title: "Leergut zurück", mm: 28, align: "right" },
      ...(byHand ? [{ title: "Gezählt", mm: 22, align: "center" as const }] : []),
    ],
    addUp([...stops, { posten: daneben }]).map((sum) => ({
      cells: [
        sum.bezeichnung,
        formatQuantity(sum.soll_ausgabe),
        formatQuantity(sum.ist_ausgabe ?? 0),
        formatQuantity(Math.max(0, sum.soll_ausgabe - (sum.ist_ausgabe ?? 0))),
        formatQuantity(sum.ist_ruecknahme ?? 0),
        ...(byHand ? ["_______"] : []),
      ],
    })),
  )
}

const kinds = { leergut: "zurückgebracht", ware: "nicht zugestellt" }

async function printCount(paper: Paper, { zaehlung, zeitzone }: Evening): Promise<void> {
  if (!zaehlung) return
  const { erfasst_am, bemerkung, danach, positionen } = zaehlung
  paper.heading(`Beim Abladen gezählt am ${formatMoment(erfasst_am, zeitzone)}`)
  if (positionen.length === 0) paper.paragraph("Der Wagen war leer.")
  else
    await printTable(
      paper,
      [
        { title: "Bezeichnung" },
        { title: "", mm: 36 },
        { title: "Erwartet", mm: 22, align: "right" },
        { title: "Gezählt", mm: 22, align: "right" },
        { title: "Abweichung", mm: 28, align: "right" },
      ],
      positionen.map(({ bezeichnung, nummer, art, erwartet, gezaehlt, differenz }) => ({
        cells: [
          `${bezeichnung} ${nummer}`,
          kinds[art],
          formatQuantity(erwartet),
          formatQuantity(gezaehlt),
          inWords(differenz),
        ],
      })),
    )
  if (bemerkung) paper.paragraph(`Bemerkung: ${bemerkung}`)
  if (danach.length > 0) paper.paragraph(bookedLater(danach))
}

function inWords(difference: number): string {
  if (difference === 0) return "–"
  if (difference > 0) return `${formatQuantity(difference)} zu viel`
  return `${formatQuantity(-difference)} ${difference === -1 ? "fehlt" : "fehlen"}`
}

/** States that end a stop without a delivery. */
const ENDED: Record<string, string> = {
  storniert: lieferstandInWords.storniert,
  nicht_zugestellt: lieferstandInWords.nicht_zugestellt,
}

async function printUndelivered(paper: Paper, { datum, stops }: Evening): Promise<void> {
  const open = stops.filter(({ status }) => status !== "zugestellt")
  if (open.length === 0) return
  const still = (stop: Stop): string =>
    stop.datum === datum ? "noch offen" : `noch offen, vom ${formatDatum(stop.datum)}`
  paper.heading("Nicht zugestellt")
  await printTable(
    paper,
    [{ title: "Kunde", mm: 70 }, { title: "Grund" }],
    open.map((stop) => ({
      cells: [stop.kunde, stop.grund ?? ENDED[stop.status] ?? still(stop)],
    })),
  )
}
