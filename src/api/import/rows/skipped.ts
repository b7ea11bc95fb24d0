import { simple } from "../../../lib/fold.ts"
import type { Table, TableRow } from "../../../lib/table/table-maker.ts"
import { keyOf } from "../../../lib/headings.ts"
import { countKnown } from "../../../lib/table/headings.ts"
import { headingsOf } from "../table/assign.ts"
import type { Column, Importer } from "../table/importer.ts"
import { Hints } from "../table/hints.ts"
import { describesColumns, isLine, isRemark, numbersColumns, repeatsHeadings } from "./describing.ts"

/** Finds rows that are no records: totals, captions, remarks, repeated headings, the example of a template. */

/** Words that only totals begin with. */
const SUM =
  /^[Σ∑]?\s*(?:(?:zwischen|teil|end|gesamt|monats)?summen?|(?:gesamt|teil|zwischen)ergebnis|übertrag|subtotal|grand total|gesamt(?:an)?zahl|(?:kunden|artikel|geräte|datensatz|zeilen)(?:an)?zahl)(?![\p{L}\p{N}-])/iu
/** Words that totals and names begin with. */
const PERHAPS =
  /^(?:[Σ∑]|(?:insgesamt|gesamt|zusammen|total|totals|anzahl|anz|sum|count|average|ergebnis|mittelwert|durchschnitt|vortrag)(?![\p{L}\p{N}-]))/iu
/** Words that subtotals end with: `Lüneburg Ergebnis`, `Kunden gesamt`. */
const SUM_BEHIND = /\s(?:ergebnis|gesamt|insgesamt|summe)$/iu
/** Words that may stand beside such a word. */
const BESIDE = new Set(
  `rows row affected selected betroffen ausgewaehlt gefunden datensatz zeile kunden kunde artikel geraete geraet personen mitarbeiter staff stueck stk st eur euro posten positionen zeilen
  datensaetze eintraege adressen konten bestand bestaende pfand kaution leergut betrag wert umsatz saldo menge anzahl summe
  gesamt total aller alle der je und in aus netto brutto liste seite buchstabe tour customers items
  exportiert ausgegeben gedruckt aufgelistet angezeigt exported`
    .split(/\s+/)
    .map(simple),
)

const isFigure = (cell: string): boolean =>
  /^[-+(]?[\d.,'’\s]+[-)]?\s*(?:€|EUR|Euro|%)?$/i.test(cell) || /^[-–]$/.test(cell)
const isBeside = (text: string): boolean =>
  (text.match(/[\p{L}]+/gu) ?? []).every((word) => word.length === 1 || BESIDE.has(simple(word)))

const filledOf = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => cell !== "")

/** The word of a subtotal in the column of what is counted; such a row has the number of its group. */
const SUM_ALONE =
  /^[Σ∑]?\s*(?:(?:zwischen|teil|end|gesamt)?summe|(?:gesamt|teil|zwischen)?ergebnis|gesamt|total|[Σ∑])\s*:?$/iu

/** Columns, from 0, of the record's number or name, and of what is counted; -1 without one. */
type Where = { keyAt: number; wordAt: number }

/** @returns whether a row is a total, and not a record with such a name, which would have a number or an address */
function isTotal(cells: readonly string[], { keyAt, wordAt }: Where): boolean {
  const [first = "", ...others] = filledOf(cells)
  const key = cells[keyAt]?.trim() ?? ""
  if (SUM_ALONE.test(cells[wordAt]?.trim() ?? "")) return true
  if (key !== "" && key !== first) return false
  const isSum = SUM.test(first) && (others.some(isFigure) || isBeside(first.replace(SUM, "")))
  const isPerhaps = PERHAPS.test(first) && isBeside(first.replace(PERHAPS, ""))
  // `12 Kunden` is a count; `12 A` is somebody's number.
  const isCount = /^\(?\d[\d.]*\s+\p{L}{2}/u.test(first) && isBeside(first)
  const isBehind = SUM_BEHIND.test(first) && others.some(isFigure)
  if (!isSum && !isPerhaps && !isCount && !isBehind) return false
  return others.every((cell) => isFigure(cell) || isBeside(cell))
}

/** @returns whether it is the example of a template. A spreadsheet may have reformatted some of its cells */
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

/** @returns whether it is the headings of another table below the first */
function isOtherHeading(cells: readonly string[], known: ReadonlySet<string>): boolean {
  const filled = filledOf(cells)
  const count = filled.some((cell) => /\d{2}/.test(cell)) ? 0 : countKnown(filled, known)
  return count > 1 && count * 2 >= filled.length
}

/** @returns whether it repeats the headings, as printed lists do on every page */
const isHeading = (cells: readonly string[], columns: readonly Column[]): boolean => {
  const same = columns.filter(({ heading }, i) => heading !== "" && cells[i]?.trim() === heading)
  return same.length > 1 && same.length >= cells.filter((cell) => cell.trim() !== "").length
}

/** @returns whether it is a number of a record, and not a word: `10001`, `K-17` */
const isCode = (cell: string): boolean => /^\S*\d\S*$/.test(cell)

/** Rows between two yields: each may have hundreds of cells. */
const ROWS_AT_ONCE = 20

/** @returns a test for rows that have a word, or nothing, where most rows have their number */
function* withoutNumberIn(
  rows: readonly TableRow[],
  where: Where,
): Generator<undefined, (cells: readonly string[]) => boolean> {
  const keys: string[] = []
  for (const [i, { cells }] of rows.entries()) {
    if (i % ROWS_AT_ONCE === 0) yield
    const key = cells[where.keyAt]?.trim() ?? ""
    if (key !== "" && filledOf(cells).length > 1 && !isTotal(cells, where)) keys.push(key)
  }
  const codes = keys.filter(isCode).length
  return (cells) => keys.length > 0 && codes * 2 >= keys.length && !isCode(cells[where.keyAt]?.trim() ?? "")
}

const OTHER_TABLE =
  "Unter der Tabelle beginnt eine andere: [Ihre Zeile wird|Ihre # Zeilen werden] nicht übernommen"

const DESCRIBED = "Zeilen, die die Spalten beschreiben, werden nicht übernommen"
/** Rows below the headings, any of which may describe the columns. */
const FIRST = 3

/** @returns tests of rows; `reasonOf` says in German why a row is no record */
function* reasonsIn(
  rows: readonly TableRow[],
  columns: readonly Column[],
  importer: Pick<Importer<never>, "key" | "counted" | "spalten">,
) {
  const placeOf = (feld: string | undefined): number =>
    columns.findIndex(({ spalte }) => spalte !== undefined && spalte.feld === feld)
  const keyAt = placeOf(importer.key)
  const where = { keyAt, wordAt: placeOf(importer.counted) }
  const known = new Set(headingsOf(importer).map(keyOf))
  const lacksNumber = yield* withoutNumberIn(rows, { ...where, keyAt: columns.length > 1 ? keyAt : -1 })
  const describes = (cells: readonly string[]): boolean => {
    const named = columns.flatMap(({ spalte }, i) =>
      i === keyAt || spalte?.required ? [cells[i]?.trim() ?? ""] : [],
    )
    return describesColumns(filledOf(cells), named) || numbersColumns(cells)
  }
  const isOther = (cells: readonly string[]): boolean =>
    !isHeading(cells, columns) && isOtherHeading(cells, known)
  const hasWord = ({ cells }: TableRow): boolean => lacksNumber(cells) && (cells[keyAt]?.trim() ?? "") !== ""
  const reasonOf = ({ cells }: TableRow, i: number): string | undefined => {
    const filled = filledOf(cells)
    if (i === 0 && isExample(cells, columns, keyAt))
      return "Die Beispielzeile der Vorlage wird nicht übernommen"
    if (isTotal(cells, where)) return TOTALS
    if (isHeading(cells, columns)) return "Wiederholte Überschriften werden nicht übernommen"
    if (isLine(filled)) return "Trennlinien werden nicht übernommen"
    if (i < FIRST && repeatsHeadings(cells, columns)) return DESCRIBED
    if ((i < FIRST && describes(cells)) || (i === 0 && isOther(cells))) return DESCRIBED
    if (isRemark(filled, lacksNumber(cells))) return "Vermerke unter der Liste werden nicht übernommen"
    const isCaption = lacksNumber(cells) && filled.length === 1 && (cells[keyAt]?.trim() ?? "") !== ""
    return isCaption ? "Zwischenüberschriften werden nicht übernommen" : undefined
  }
  const areOneForm = (some: readonly TableRow[]): boolean => {
    const forms = some.map(({ cells }) => (cells[keyAt] ?? "").replaceAll(/\d+/g, "0"))
    const counts = [...Map.groupBy(forms, (form) => form).values()].map(({ length }) => length)
    return Math.max(0, ...counts) >= forms.length * NEARLY_ALL
  }
  return { isOther, hasWord, areOneForm, reasonOf }
}

/** If this share of numbers has one form, such as `00000` or `K-000`, a word among them may be a mistake. */
const NEARLY_ALL = 0.8
const A_WORD = "Bei [einer Zeile|# Zeilen] steht ein Wort, wo die anderen ihre Nummer haben. Ist das gemeint?"

const IN_EURO = /^[[(]?(?:in )?(?:€|EUR|Euro)[\])]?$/i
/** Longest text that is kept of rows that describe the columns, in UTF-16 units. */
const LONGEST = 200

const TOTALS = "Summen werden nicht übernommen"

/** Rows that are no records. */
export type Skipped = {
  /** Their numbers, and those of totals among them. */
  zeilen: Set<number>
  totals: Set<number>
  /** Cells that say `in EUR`, in rows that describe the columns. */
  described: string
  /** In German. */
  hints: string[]
}

/** Finds rows that are no records. Yields often, so that others are served: a file may have a million cells. */
export function* skipRows(
  { rows }: Pick<Table, "rows">,
  columns: readonly Column[],
  importer: Pick<Importer<never>, "key" | "counted" | "spalten">,
): Generator<undefined, Skipped> {
  const { isOther, hasWord, areOneForm, reasonOf } = yield* reasonsIn(rows, columns, importer)
  const hints = new Hints()
  const zeilen = new Set<number>()
  const totals = new Set<number>()
  const described: string[] = []
  const odd: TableRow[] = []
  const inWords = ({ zeile, cells }: TableRow): string =>
    `Zeile ${zeile} (${filledOf(cells).slice(0, 2).join(" ").slice(0, 60)})`
  const leave = (row: TableRow, kind: string): void => {
    zeilen.add(row.zeile)
    hints.add(kind, inWords(row))
  }
  for (const [i, row] of rows.entries()) {
    if (i % ROWS_AT_ONCE === 0) yield
    if (i > 0 && isOther(row.cells)) {
      const title = rows[i - 1]
      const hasTitle = title && !zeilen.has(title.zeile) && filledOf(title.cells).length === 1
      for (const below of rows.slice(hasTitle ? i - 1 : i)) leave(below, OTHER_TABLE)
      break
    }
    const reason = reasonOf(row, i)
    if (reason === TOTALS) totals.add(row.zeile)
    if (reason === DESCRIBED) described.push(...filledOf(row.cells).filter((cell) => IN_EURO.test(cell)))
    if (reason !== undefined) leave(row, reason)
    else if (hasWord(row)) odd.push(row)
  }
  if (odd.length > 0 && areOneForm(rows.filter(({ zeile }) => !zeilen.has(zeile))))
    for (const row of odd) hints.add(A_WORD, inWords(row))
  return { zeilen, totals, described: described.join(" ").slice(0, LONGEST), hints: hints.list() }
}
