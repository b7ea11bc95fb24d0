import { type FieldSpec, type FieldSpecs, fieldsOf } from "../../lib/felder/feld.ts"
import { amount, clock, count, degrees, type ImportColumn, words, yesNo } from "./columns.ts"

type Cells = Pick<ImportColumn, "read" | "write">

const cells: Partial<Record<FieldSpec["kind"], Cells>> = {
  clock,
  count,
  degrees,
  yesNo,
  money: amount,
  // Germany is written in other words, too.
  country: { read: (cell) => (/^(?:d|deutschland|germany)$/i.test(cell) ? "DE" : cell.toUpperCase()) },
}

function cellsOf(field: FieldSpec): Cells {
  if (field.kind !== "choice") return cells[field.kind] ?? {}
  const { read, write } = words(field.wordsInTables ?? field.words, field.alsoWords)
  return field.raw ? { read } : { read, write }
}

/**
 * @param others columns that are no fields, by the name of the field that they follow
 * @returns the columns of declared fields in tables that come in and go out
 */
export const columnsOf = (
  fields: FieldSpecs,
  others: Readonly<Record<string, ImportColumn[]>> = {},
): ImportColumn[] =>
  fieldsOf(fields).flatMap(([feld, declared]) => {
    const other = others[feld] ?? []
    if (declared.inTables === false) return other
    const { label, heading = label, auch = [], about = "", example = "", assigned, emptyCell } = declared
    const needed = declared.required && !assigned && (emptyCell ? { emptyCell } : { required: true as const })
    return [{ feld, name: heading, auch, about, example, ...needed, ...cellsOf(declared) }, ...other]
  })
