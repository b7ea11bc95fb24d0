import { invalid } from "../refusal.ts"
import { readCsv } from "./csv.ts"
import { MOST_ROWS, type Table, type WantedTable } from "./table-maker.ts"
import { readWorkbook } from "./workbook.ts"

const starts = (bytes: Uint8Array, sign: string): boolean =>
  Buffer.from(bytes.subarray(0, sign.length)).toString("latin1") === sign

/** A sheet of Excel before 1997, without the file around it: the record that begins it, of 4 to 16 bytes. */
const isOldSheet = ([kind, version = 1, low = 0, high]: Uint8Array): boolean =>
  kind === 9 && [0, 2, 4, 8].includes(version) && low >= 4 && low <= 16 && high === 0

/**
 * Reads a table by what the file is, never by its name.
 *
 * @param field of the form, for the refusal
 * @param wanted what is sought in it
 * @param most rows
 * @returns the table; yields often, so that others are served
 * @throws Refusal invalid for what is no table, or has too many rows or columns
 */
export function* readTable(
  bytes: Uint8Array,
  field: string,
  wanted: WantedTable = {},
  most = MOST_ROWS,
): Generator<undefined, Table> {
  if (starts(bytes, "PK")) return yield* readWorkbook(bytes, field, wanted, most)
  if (starts(bytes, "\xd0\xcf\x11\xe0") || isOldSheet(bytes))
    throw invalid(
      field,
      "ist eine alte Excel-Datei (.xls), oder eine mit einem Passwort: bitte ohne Passwort als .xlsx speichern",
    )
  return yield* readCsv(bytes, field, wanted, most)
}
