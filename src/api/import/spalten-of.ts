import { type FieldSpec, type FieldSpecs, fieldsOf } from "../../lib/felder/feld.ts"
import { landReader } from "../../lib/land-read.ts"
import { code, phone } from "./codes.ts"
import {
  amount,
  CellFault,
  clock,
  count,
  degrees,
  type ImportColumn,
  words as readWords,
  yesNo,
} from "./columns.ts"

type Cells = Pick<ImportColumn, "read" | "reader" | "write">

const country: Cells = {
  reader: (cells) => {
    const read = landReader(cells)
    return {
      read: (cell) => {
        const reading = read(cell)
        if ("fault" in reading) throw new CellFault(reading.fault)
        return reading.value
      },
    }
  },
}

const cells: Partial<Record<FieldSpec["kind"], Cells>> = {
  clock,
  count,
  degrees,
  yesNo,
  country,
  money: amount,
}

/** `19,00`, `19 %`, `0,19`. */
const PERCENT = /^(\d{1,2}(?:[.,]\d{1,4})?)\s*(%|Prozent|v\. ?H\.)?$/i

function readRate(cell: string, rates: Readonly<Record<string, string>>): string | undefined {
  const [, figure, sign] = PERCENT.exec(cell) ?? []
  if (figure === undefined) return undefined
  const number = Number(figure.replace(",", "."))
  const percent = sign === undefined && number < 1 ? number * 100 : number
  return rates[String(Math.round(percent * 100) / 100)]
}

function cellsOf(field: FieldSpec): Cells {
  if (field.kind === "text") {
    if (field.format === "nummer") return code
    return field.format === "sichtbar" ? phone : {}
  }
  if (field.kind !== "choice") return cells[field.kind] ?? {}
  const { read, write } = readWords(field.wordsInTables ?? field.words, field.alsoWords)
  const { rates } = field
  const rated = rates ? (cell: string) => readRate(cell, rates) ?? read(PERCENT.test(cell) ? "" : cell) : read
  return field.raw ? { read: rated } : { read: rated, write }
}

/**
 * @param others columns that are no fields, by the name of the field that they follow
 * @param words more headings, by field
 * @returns the columns of declared fields in tables that come in and go out
 */
export const columnsOf = (
  fields: FieldSpecs,
  others: Readonly<Record<string, ImportColumn[]>> = {},
  words: Readonly<Record<string, readonly string[]>> = {},
): ImportColumn[] =>
  fieldsOf(fields).flatMap(([feld, declared]) => {
    const other = others[feld] ?? []
    if (declared.inTables === false) return other
    const { label, heading = label, auch = [], about = "", example = "", assigned, emptyCell } = declared
    const needed = declared.required && !assigned && (emptyCell ? { emptyCell } : { required: true as const })
    return [
      {
        feld,
        name: heading,
        auch: [...auch, ...(words[feld] ?? [])],
        about,
        example,
        ...needed,
        ...cellsOf(declared),
      },
      ...other,
    ]
  })
