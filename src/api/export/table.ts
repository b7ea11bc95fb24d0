import { type TProperties, Type } from "@sinclair/typebox"
import { CSV, csvPieces } from "../../print/export/csv.ts"
import { type Cell, workbook, XLSX } from "../../print/export/xlsx.ts"
import { Maybe, OneOf } from "../../lib/fields.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import { shownAs, type Spalte } from "../import/columns.ts"
import type { PageOf, PageRequest } from "../shared/page.ts"
import { Document } from "../frame/reply.ts"
import { localTime } from "../shared/time.ts"

/** Heading → what stands below it. */
export type Columns<R> = Record<string, (row: R) => Cell>

/** Kind of file and filters of an exported list. */
export const exportQuery = <F extends TProperties>(filters: F) =>
  Type.Object(
    {
      format: Maybe(
        OneOf(["csv", "xlsx"], { description: "xlsx: für Excel; fehlt es, csv", examples: ["csv"] }),
      ),
      ...filters,
    },
    { additionalProperties: false },
  )
type Format = "csv" | "xlsx" | undefined

/** Rows that are read before other requests get their turn. */
const AT_ONCE = 500

/** @returns the columns that the import knows, from a record's fields */
export const columnsFrom = <R>(
  spalten: readonly Spalte[],
  felder: (row: R) => object = (row) => row as object,
): Columns<R> =>
  Object.fromEntries(
    spalten.map((spalte) => [
      spalte.name,
      (row: R) => shownAs(spalte, (felder(row) as Record<string, unknown>)[spalte.feld]),
    ]),
  )

/** @returns the rows of a whole list below their headings, read as they are wanted, from its first page on */
export function* piecesOfList<R>(
  page: (request: PageRequest) => PageOf<R>,
  columns: Columns<R>,
  first = page({ limit: AT_ONCE }),
): Generator<Cell[][]> {
  const cells = Object.values(columns)
  yield [Object.keys(columns)]
  for (let read = first; ;) {
    yield read.items.map((row) => cells.map((cell) => cell(row)))
    const cursor = read.next_cursor
    if (cursor === null) return
    read = page({ limit: AT_ONCE, cursor })
  }
}

/**
 * @returns a whole list as a table, read as it is sent; gives way to other requests in between
 * @throws Refusal invalid for filters that the list does not have together
 */
export function exportList<R>(
  tenant: TenantDb,
  page: (request: PageRequest) => PageOf<R>,
  name: string,
  columns: Columns<R>,
  format: Format,
): Document {
  // Read before anything is sent: a filter that the list does not have is told, and not a broken file.
  const pieces = piecesOfList(page, columns, page({ limit: AT_ONCE }))
  const file = `${name}-${localTime(tenant).datum}`
  return format === "xlsx"
    ? new Document(workbook(tenant.now(), pieces), XLSX, `${file}.xlsx`)
    : new Document(csvPieces(pieces), CSV, `${file}.csv`)
}
