import { type FieldSpec, type FieldSpecs, fieldsOf } from "../../../lib/felder/feld.ts"
import { landReader } from "../../../lib/land-read.ts"
import { barcode } from "./barcode.ts"
import { account, code, isDay, postcode, wording } from "./codes.ts"
import { phone } from "./phone.ts"
import {
  accepted,
  amount,
  clock,
  degrees,
  type ImportColumn,
  type HeadingContext,
  choiceCells,
} from "./columns.ts"
import { yesNo } from "./decisions.ts"
import { hintsOf } from "./hints.ts"

type CellFormat = Pick<ImportColumn, "read" | "reader" | "write" | "words" | "isNot">

const country: CellFormat = {
  reader: (cells) => {
    const read = landReader(cells)
    return { read: (cell) => accepted(read(cell)).value }
  },
}

/** `mailto:eva@x.example`, and `Eva Lind <eva@x.example>`. */
const email: CellFormat = {
  read: (cell) => /^[^<>]*<([^<>\s]+@[^<>\s]+)>$/.exec(cell)?.[1] ?? cell.replace(/^mailto:\s*/i, ""),
}

const byField: Readonly<Record<string, CellFormat>> = { plz: { read: postcode }, barcode }

const byKind: Partial<Record<FieldSpec["kind"], CellFormat>> = {
  clock,
  count: account,
  degrees,
  yesNo,
  country,
  email,
  money: amount,
}

/** Reads names of records. A spreadsheet makes a day of `3/4`: such names get a hint. */
const called: CellFormat = {
  reader: (cells, heading) => ({
    read: wording,
    hints: () =>
      hintsOf(
        `Unter „${heading}“ [steht ein Datum|stehen # Daten], wie es Excel aus „3/4“ macht. Ist das gemeint?`,
        cells.filter(isDay),
      ),
  }),
}

/** @returns whether a cell is filled and can be read */
export function canRead(read: (cell: string) => unknown, cell: string): boolean {
  try {
    return cell !== "" && read(cell) !== undefined
  } catch {
    return false
  }
}

/** Fewer unreadable cells may all be mistakes. */
const ENOUGH_CELLS = 5

/** @returns whether a column must mean something else than its heading: it has several cells, none of them readable */
export const isUnreadable =
  (read: (cell: string) => unknown) =>
  ({ cells }: HeadingContext): boolean =>
    cells.filter(Boolean).length >= ENOUGH_CELLS && cells.every((cell) => !canRead(read, cell))

/** `19,00`, `19 %`, `0,19` */
const PERCENT = /^(\d{1,2}(?:[.,]\d{1,4})?)\s*(%|Prozent|v\. ?H\.)?$/i

function readRate(cell: string, rates: Readonly<Record<string, string>>): string | undefined {
  const [, figure, sign] = PERCENT.exec(cell) ?? []
  if (figure === undefined) return undefined
  const number = Number(figure.replace(",", "."))
  const percent = sign === undefined && number < 1 ? number * 100 : number
  return rates[String(Math.round(percent * 100) / 100)]
}

function cellsOf(field: FieldSpec): CellFormat {
  if (field.kind === "text") {
    if (field.format === "nummer") return code
    if (field.format === "sichtbar") return phone
    return field.required ? called : { read: wording }
  }
  if (field.kind !== "choice") return byKind[field.kind] ?? {}
  const { read, write } = choiceCells(field.wordsInTables ?? field.words, field.alsoWords)
  const { rates } = field
  // A heading such as "Status" has many meanings: if no cell is one of the values, it has another one.
  const isAmbiguous = field.default !== undefined && !rates
  const rated = rates ? (cell: string) => readRate(cell, rates) ?? read(PERCENT.test(cell) ? "" : cell) : read
  return {
    ...(isAmbiguous && { isNot: isUnreadable(read) }),
    read: rated,
    ...(field.raw ? { words: field.words } : { write }),
  }
}

/**
 * @param others columns that are no fields, by the field that they follow
 * @param words further headings, by field
 * @returns the columns of declared fields, for imports and exports
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
        ...((declared.kind === "text" || declared.kind === "email") && { isText: true as const }),
        ...needed,
        ...(byField[feld] ?? cellsOf(declared)),
      },
      ...other,
    ]
  })
