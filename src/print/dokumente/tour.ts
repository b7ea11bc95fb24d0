import { formatDatum, formatQuantity } from "../../lib/format.ts"
import type { PrintedDocument } from "../modell.ts"
import { type Detail, printListhead } from "../pdf/letterhead.ts"
import type { Paper } from "../pdf/paper.ts"
import type { Druck } from "../pdf/print.ts"
import { type PrintedColumn, printTable } from "../pdf/table.ts"
import { printSignatureLines } from "./letter-parts.ts"
import type { Lieferposition } from "./lieferschein.ts"
import { compareGerman } from "../../lib/fold.ts"

export type Stop = {
  /** The day for which it is planned. */
  datum: string
  kunde: string
  anschrift: string
  telefon: string | null
  zeit_von: string | null
  zeit_bis: string | null
  hinweis: string | null
  status: string
  /** Why nothing was delivered. */
  grund: string | null
  posten: readonly Tourposten[]
}

/** What a stop gets or gives back, and which article or device it is. */
export type Tourposten = Lieferposition & { pfandartikel_id: string | null; geraet_id: string | null }

/** A driver's day. */
export type Tour = PrintedDocument & { datum: string; fahrer: string; stops: readonly Stop[] }

/** The same before it begins. */
export type PlannedTour = Tour & {
  /** Stops of earlier days that are still open: the driver's telephone shows them with the day's own. */
  frueher: readonly Stop[]
}

export const detailsOf = ({ datum, fahrer, stops }: Tour): Detail[] => [
  ["Datum", formatDatum(datum)],
  ["Fahrer", fahrer],
  ["Stopps", String(stops.length)],
]

export const titleOf = (name: string, { datum, fahrer }: Tour): string =>
  `${name} ${formatDatum(datum)}, ${fahrer}`

const timeOf = ({ zeit_von, zeit_bis }: Stop): string =>
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
    .map((one) => `${formatQuantity(one[which])} × ${one.bezeichnung}`)
    .join("\n")

const FRUEHER = "Noch offen von früheren Tagen"

/** @returns the stops in order, with what each gets and gives back, and room to tick */
export function tourenliste(data: PlannedTour): Druck {
  return {
    ...data,
    titel: titleOf("Tourenliste", data),
    querformat: true,
    async draw(paper) {
      printListhead(paper, data.firma, "Tourenliste", detailsOf(data))
      await printStops(paper, data.stops, { title: "Nr.", mm: 10, align: "right" }, (_, index) =>
        String(index + 1),
      )
      if (data.frueher.length === 0) return
      paper.heading(FRUEHER)
      await printStops(paper, data.frueher, { title: "Tag", mm: 22 }, ({ datum }) => formatDatum(datum))
    },
  }
}

async function printStops(
  paper: Paper,
  stops: readonly Stop[],
  first: PrintedColumn,
  firstOf: (stop: Stop, index: number) => string,
): Promise<void> {
  await printTable(
    paper,
    [
      first,
      { title: "Zeit", mm: 24 },
      { title: "Kunde", mm: 66 },
      { title: "Liefern" },
      { title: "Zurücknehmen" },
      { title: "Hinweis", mm: 48 },
      { title: "Erledigt", mm: 17, align: "center" },
    ],
    stops.map((stop, index) => ({
      cells: [
        firstOf(stop, index),
        timeOf(stop),
        [stop.kunde, stop.anschrift, stop.telefon ?? ""].filter((line) => line !== "").join("\n"),
        plan(stop.posten, "soll_ausgabe"),
        plan(stop.posten, "soll_ruecknahme"),
        stop.hinweis ?? "",
        stop.status === "zugestellt" ? "ja" : stop.status === "nicht_zugestellt" ? "nein" : "[    ]",
      ],
    })),
  )
}

/** The sums per article or device over all stops, by number: an article and a device may have the same one. */
export function addUp(stops: readonly Pick<Stop, "posten">[]): Lieferposition[] {
  const sums = new Map<string | null, Lieferposition>()
  for (const { posten } of stops) {
    for (const one of posten) {
      const id = one.pfandartikel_id ?? one.geraet_id
      const sum = sums.get(id)
      if (!sum) {
        sums.set(id, {
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
  return [...sums.values()].toSorted((a, b) => compareGerman(a.nummer, b.nummer))
}

/**
 * @returns what goes onto the truck: sums first, then stop by stop with the last on top, as it is loaded; with what is still
 *   open of earlier days, as the driver's telephone has it and as it is expected in the evening
 */
export function ladeliste(data: PlannedTour): Druck {
  return {
    ...data,
    titel: titleOf("Ladeliste", data),
    async draw(paper) {
      printListhead(paper, data.firma, "Ladeliste", detailsOf(data))
      const out = addUp([...data.stops, ...data.frueher]).filter(({ soll_ausgabe }) => soll_ausgabe > 0)
      if (out.length === 0) return paper.paragraph("Für diese Tour ist nichts zu laden.")
      await printTable(
        paper,
        [
          { title: "Nummer", mm: 34 },
          { title: "Bezeichnung" },
          { title: "Stück", mm: 24, align: "right" },
          { title: "Geladen", mm: 24, align: "center" },
        ],
        out.map(({ nummer, bezeichnung, soll_ausgabe }) => ({
          cells: [nummer, bezeichnung, formatQuantity(soll_ausgabe), "[    ]"],
        })),
      )
      await printLoadingOrder(paper, data)
      printSignatureLines(paper, ["Geladen von", "Geprüft von"])
    },
  }
}

async function printLoadingOrder(paper: Paper, { stops, frueher }: PlannedTour): Promise<void> {
  const load = { title: "Laden" }
  const rowsOf = (some: readonly Stop[], firstOf: (stop: Stop, index: number) => string) =>
    some
      .map((stop, index) => ({
        cells: [firstOf(stop, index), stop.kunde, plan(stop.posten, "soll_ausgabe")],
      }))
      .filter(({ cells }) => cells[2] !== "")
  const rows = rowsOf(stops, (_, index) => String(index + 1))
  if (rows.length > 0) {
    paper.heading("In der Reihenfolge des Ladens (letzter Stopp zuerst)")
    await printTable(
      paper,
      [{ title: "Stopp", mm: 15, align: "right" }, { title: "Kunde", mm: 62 }, load],
      rows.toReversed(),
    )
  }
  const left = rowsOf(frueher, ({ datum }) => formatDatum(datum))
  if (left.length === 0) return
  paper.heading(FRUEHER)
  paper.paragraph("Oben mitgezählt. Was nicht mehr geliefert wird, bitte neu planen oder absagen.")
  await printTable(paper, [{ title: "Tag", mm: 22 }, { title: "Kunde", mm: 62 }, load], left)
}
