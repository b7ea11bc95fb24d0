import type { TableRow } from "../../../lib/table/table-maker.ts"
import { CellFault, type ImportColumn, type Reader } from "../table/columns.ts"
import type { Column, Given } from "../table/importer.ts"
import type { ImportFault } from "../table/model.ts"
import { faultAt } from "./faults.ts"

/** Longest cell that columns convert, in UTF-16 units; longer texts are taken as they are. */
export const CONVERTED = 100

/** What a row says of one record. In a pivot, `column` is that of its own cell. */
export type RecordCells = {
  zeile: number
  given: Given
  column?: number
  /** Fields of which a cell has a fault. */
  faulty?: ReadonlySet<string>
}

/** Result of a formula that failed, in German, in English, or of LibreOffice. */
const ERROR =
  /^(?:#(?:DIV\/0!|NV|N\/A|BEZUG!|REF!|WERT!|VALUE!|NAME\?|ZAHL!|NUM!|NULL!|ÜBERLAUF!|SPILL!|KALK!|CALC!)|(?:Err|Fehler):\d{3})$/

/** Ditto marks, which no spreadsheet understands. A bare `Do` is a name, or Thursday. */
const DITTO = /^(?:[-–—\s]*["″〃„“”]{1,2}[-–—\s]*|(?:dto|dito|ditto|desgl)\.?|do\.|wie oben)$/i
const AS_ABOVE = "sagt nur „wie oben“: bitte ausschreiben, was gemeint ist"

const BEYOND = "steht in einer Spalte ohne Überschrift"
const WITHOUT_RESULT = "enthält eine Formel ohne Ergebnis: bitte in Excel öffnen und noch einmal speichern"

/** @returns the value of a cell; undefined if it says nothing @throws CellFault */
function valueOf(cell: string, spalte: ImportColumn, reader: Reader | undefined): unknown {
  const { read } = reader ?? spalte
  const { longest = CONVERTED, isText, isCompared } = spalte
  if (!read) return cell
  if (cell.length <= longest) return read(cell)
  if (isText) return cell
  if (isCompared) return undefined
  throw new CellFault(`höchstens ${longest} Zeichen`)
}

/**
 * @param isPivot whether each cell of some columns is a record of its own
 * @returns the records of a row, and the faults of its cells
 */
export function readCells(
  { zeile, cells, formulas = [], beyond = [] }: TableRow,
  columns: Column[],
  isPivot: boolean,
): { records: RecordCells[]; faults: ImportFault[] } {
  const faulty = new Set(formulas.flatMap((i) => columns[i]?.spalte?.feld ?? []))
  const shared: Given = {}
  const own: RecordCells[] = []
  const faults = [
    ...formulas
      .filter((i) => columns[i]?.spalte)
      .map((i) => faultAt(zeile, i, columns[i]?.heading, WITHOUT_RESULT)),
    ...beyond.map((i) => faultAt(zeile, i, undefined, BEYOND)),
  ]
  for (const [i, text] of cells.entries()) {
    const cell = text.trim()
    if (cell === "") continue
    const column = columns[i]
    if (!column?.spalte) continue
    const { feld } = column.spalte
    if (formulas.includes(i)) continue
    try {
      if (ERROR.test(cell)) throw new CellFault(`enthält den Fehler ${cell} eines Tabellenprogramms`)
      if (DITTO.test(cell)) throw new CellFault(AS_ABOVE)
      const value = valueOf(cell, column.spalte, column.reader)
      if (value === undefined) continue
      if (!column.record) shared[feld] = value
      else if (value !== null) own.push({ zeile, given: { ...column.record, [feld]: value }, column: i })
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      faulty.add(feld)
      faults.push(faultAt(zeile, i, column.heading, error.message))
    }
  }
  const part = { zeile, ...(faults.length > 0 && { faulty }) }
  if (formulas.length > 0 && cells.every((cell) => cell.trim() === "")) return { records: [], faults }
  if (!isPivot) return { records: [{ ...part, given: shared }], faults }
  return { records: own.map((one) => ({ ...one, ...part, given: { ...shared, ...one.given } })), faults }
}
