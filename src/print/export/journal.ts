import { formatDatum, formatDezimal } from "../../lib/format.ts"
import { BOM, csvLine, harmless } from "./csv.ts"

/** One account's share of a settlement. */
type Journalzeile = {
  nummer: string
  storno: boolean
  datum: string
  von: string
  bis: string
  kundennummer: string
  name: string
  debitor: number | undefined
  wofuer: string
  konto: number
  satz: number | null
  netto_cent: number
  ust_cent: number
  /** Not: with the invoice for the goods. */
  gebucht: boolean
}

const HEADINGS = [
  "Nummer",
  "Art",
  "Datum",
  "Von",
  "Bis",
  "Kundennummer",
  "Kunde",
  "Debitor",
  "Wofür",
  "Konto",
  "Steuersatz",
  "Netto",
  "Umsatzsteuer",
  "Brutto",
  "Zu buchen",
]

/** The settlements of a month for a spreadsheet: semicolons, decimal comma, UTF-8 with BOM. @returns its first line */
export const journalHeading = (): string => BOM + csvLine(HEADINGS)

/** @returns lines below it */
export function journalLines(zeilen: readonly Journalzeile[]): string {
  const lines = zeilen.map((zeile) =>
    csvLine([
      zeile.nummer,
      zeile.storno ? "Storno" : "Abrechnung",
      formatDatum(zeile.datum),
      formatDatum(zeile.von),
      formatDatum(zeile.bis),
      harmless(zeile.kundennummer),
      harmless(zeile.name),
      zeile.debitor === undefined ? "" : String(zeile.debitor),
      zeile.wofuer,
      String(zeile.konto),
      zeile.satz === null ? "" : String(zeile.satz),
      formatDezimal(zeile.netto_cent),
      formatDezimal(zeile.ust_cent),
      formatDezimal(zeile.netto_cent + zeile.ust_cent),
      zeile.gebucht ? "ja" : "nein: mit der Rechnung über die Ware",
    ]),
  )
  return lines.join("")
}
