import { simple } from "../../../lib/fold.ts"
import type { Table, TableRow } from "../../../lib/table/table-maker.ts"
import { keyOf } from "../../../lib/headings.ts"
import { countKnown } from "../../../lib/table/headings.ts"
import { headingsOf } from "../table/assign.ts"
import type { Column, Importer } from "../table/importer.ts"
import { Told } from "../table/told.ts"

/** Rows that are no records: totals, and the example of a template. */

/** Nothing else begins with these words. */
const SUM =
  /^[Σ∑]?\s*(?:(?:zwischen|teil|end|gesamt|monats)?summen?|(?:gesamt|teil|zwischen)ergebnis|übertrag|subtotal|grand total|gesamt(?:an)?zahl|(?:kunden|artikel|geräte|datensatz|zeilen)(?:an)?zahl)(?![\p{L}\p{N}-])/iu
/** Names begin with these as well. */
const PERHAPS =
  /^(?:[Σ∑]|(?:insgesamt|gesamt|zusammen|total|totals|anzahl|anz|sum|count|average|ergebnis|mittelwert|durchschnitt|vortrag)(?![\p{L}\p{N}-]))/iu
/** Subtotals, as a spreadsheet and others write them: `Lüneburg Ergebnis`, `Kunden gesamt`. */
const BEHIND = /\s(?:ergebnis|gesamt|insgesamt|summe)$/iu
/** Words that may stand beside such a one. */
const BESIDE = new Set(
  `kunden kunde artikel geraete geraet personen mitarbeiter staff stueck stk st eur euro posten positionen zeilen
  datensaetze eintraege adressen konten bestand bestaende pfand kaution leergut betrag wert umsatz saldo menge anzahl summe
  gesamt total aller alle der je und in aus netto brutto liste seite buchstabe tour customers items`
    .split(/\s+/)
    .map(simple),
)

const isFigure = (cell: string): boolean =>
  /^[-+(]?[\d.,'’\s]+[-)]?\s*(?:€|EUR|Euro|%)?$/i.test(cell) || /^[-–]$/.test(cell)
const isBeside = (text: string): boolean =>
  (text.match(/[\p{L}]+/gu) ?? []).every((word) => word.length === 1 || BESIDE.has(simple(word)))

const filledOf = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => cell !== "")

/** @returns whether a row sums up others, and is no record that is called so: that one has a number, or an address */
function isTotal(cells: readonly string[], keyAt: number): boolean {
  const [first = "", ...others] = filledOf(cells)
  const key = cells[keyAt]?.trim() ?? ""
  if (key !== "" && key !== first) return false
  const isSum = SUM.test(first) && (others.some(isFigure) || isBeside(first.replace(SUM, "")))
  const isPerhaps = PERHAPS.test(first) && isBeside(first.replace(PERHAPS, ""))
  const isCount = /^\(?\d[\d.]*\s+\p{L}/u.test(first) && isBeside(first)
  const isBehind = BEHIND.test(first) && others.some(isFigure)
  if (!isSum && !isPerhaps && !isCount && !isBehind) return false
  return others.every((cell) => isFigure(cell) || isBeside(cell))
}

/** The row that a template has below its headings: nobody's. A spreadsheet may have written some cells in other words. */
function isExample(cells: readonly string[], columns: readonly Column[], keyAt: number): boolean {
  const isSame = ({ spalte }: Column, i: number): boolean => cells[i]?.trim() === spalte?.example
  if (columns.some((column, i) => (i === keyAt || column.spalte?.required) && !isSame(column, i)))
    return false
  const known = columns.flatMap(({ spalte }, i) => {
    const cell = cells[i]?.trim() ?? ""
    return spalte && cell !== "" ? [{ cell, example: spalte.example }] : []
  })
  const same = known.filter(({ cell, example }) => cell === example)
  return same.length >= Math.min(4, Math.max(3, known.length)) && same.length >= known.length * 0.6
}

/** Remarks below a list, alone in their rows. */
const REMARK =
  /^[#*\s-]*(?:(?:stand|datum|druck|gedruckt|druckdatum|erstellt|ausgedruckt)(?![\p{L}-])(?:[^\p{L}]*|\s+(?:von|mit)\s.*?)\d{1,4}[.-]\d|(?:erstellt|gedruckt|exportiert) (?:mit|von|aus)\s|(?:seite|blatt|page)\s*:?\s*\d|(?:ende(?: der (?:liste|datei))?|listenende|dateiende)[-*#\s.]*$)/iu

const isRemark = (cells: readonly string[]): boolean => {
  const filled = filledOf(cells)
  return filled.length === 1 && REMARK.test(filled[0]?.replace(/\b(?:am|vom|um)\b/gi, " ") ?? "")
}

/** @returns whether a row has the headings of another table, which some sheets have below the first */
function isOtherHeading(cells: readonly string[], known: ReadonlySet<string>): boolean {
  const filled = filledOf(cells)
  const count = filled.some((cell) => /\d{2}/.test(cell)) ? 0 : countKnown(filled, known)
  return count > 1 && count * 2 >= filled.length
}

/** Printed lists have their headings on every page. */
const isHeading = (cells: readonly string[], columns: readonly Column[]): boolean => {
  const same = columns.filter(({ heading }, i) => heading !== "" && cells[i]?.trim() === heading)
  return same.length > 1 && same.length >= cells.filter((cell) => cell.trim() !== "").length
}

/** A number, and no word: `10001`, `K-17`. */
const isCode = (cell: string): boolean => /^\S*\d\S*$/.test(cell)

/**
 * @returns tells rows that hold nothing but a word where the others have their number, such as the letter that begins
 */
function captionsIn(rows: readonly TableRow[], keyAt: number): (cells: readonly string[]) => boolean {
  const wide = rows.filter(({ cells }) => filledOf(cells).length > 1)
  const keys = wide.map(({ cells }) => cells[keyAt]?.trim() ?? "").filter((key) => key !== "")
  const areCodes = keys.filter(isCode).length * 2 > keys.length
  return (cells) => {
    const key = cells[keyAt]?.trim() ?? ""
    return areCodes && key !== "" && !isCode(key) && filledOf(cells).length === 1
  }
}

const OTHER_TABLE =
  "Unter der Tabelle beginnt eine andere: [Ihre Zeile wird|Ihre # Zeilen werden] nicht übernommen"

/** @returns numbers of the rows that are no records, those of totals among them, and what is told of them */
export function passedOver(
  { rows }: Pick<Table, "rows">,
  columns: readonly Column[],
  importer: Pick<Importer<never>, "key" | "spalten">,
): { zeilen: Set<number>; totals: Set<number>; told: string[] } {
  const keyAt = columns.findIndex(({ spalte }) => spalte !== undefined && spalte.feld === importer.key)
  const known = new Set(headingsOf(importer).map(keyOf))
  const isCaption = captionsIn(rows, columns.length > 1 ? keyAt : -1)
  const told = new Told()
  const zeilen = new Set<number>()
  const totals = new Set<number>()
  const leave = ({ zeile, cells }: TableRow, kind: string): void => {
    zeilen.add(zeile)
    told.add(kind, `Zeile ${zeile} (${filledOf(cells).slice(0, 2).join(" ").slice(0, 60)})`)
  }
  for (const [i, row] of rows.entries()) {
    if (i > 0 && !isHeading(row.cells, columns) && isOtherHeading(row.cells, known)) {
      const title = rows[i - 1]
      const hasTitle = title && !zeilen.has(title.zeile) && filledOf(title.cells).length === 1
      for (const below of rows.slice(hasTitle ? i - 1 : i)) leave(below, OTHER_TABLE)
      break
    }
    if (i === 0 && isExample(row.cells, columns, keyAt))
      leave(row, "Die Beispielzeile der Vorlage wird nicht übernommen")
    else if (isTotal(row.cells, keyAt)) {
      totals.add(row.zeile)
      leave(row, "Summen werden nicht übernommen")
    } else if (isHeading(row.cells, columns)) leave(row, "Wiederholte Überschriften werden nicht übernommen")
    else if (isRemark(row.cells)) leave(row, "Vermerke unter der Liste werden nicht übernommen")
    else if (isCaption(row.cells)) leave(row, "Zwischenüberschriften werden nicht übernommen")
  }
  return { zeilen, totals, told: told.list() }
}
