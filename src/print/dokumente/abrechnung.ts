import { formatDatum, dayIn } from "../../lib/format.ts"
import { type Detail, printLetterhead } from "../pdf/letterhead.ts"
import type { Druck } from "../pdf/print.ts"
import { nameOf, printResult, printStorno, rechnungsangaben } from "./abrechnung-art.ts"
import type { Abrechnungsdaten } from "./abrechnung-daten.ts"
import { printPosten, printSteuern, priced } from "./abrechnung-tabellen.ts"

export type { Abrechnungsdaten }

/** @returns the settlement or its counter-document, ready to print */
export function abrechnung(data: Abrechnungsdaten): Druck {
  const name = nameOf(data)
  const datum = formatDatum(dayIn(data.erstellt_am, data.firma.zeitzone))
  const details: Detail[] = [
    ["Nummer", data.nummer],
    ["Datum", datum],
    ["Kundennummer", data.an.kundennummer],
    [
      data.abrechnung_ist === "rechnung" ? "Leistungszeit" : "Zeitraum",
      `${formatDatum(data.von)} bis ${formatDatum(data.bis)}`,
    ],
  ]
  if (data.storno !== null) details.push(["Storniert", data.storno.nummer])
  if (data.abrechnung_ist === "rechnung") details.push(...rechnungsangaben(data))
  return {
    ...data,
    titel: `${name} ${data.nummer}`,
    async draw(paper) {
      printLetterhead(paper, data.firma, data.an, details)
      paper.heading(`${name} ${data.nummer}`, 1)
      printStorno(paper, data)
      await printPosten(paper, data)
      if (data.abrechnung_ist !== "beleg") await printSteuern(paper, data)
      printResult(paper, data, priced(data))
    },
  }
}
