import { BOM, csvLine, harmless } from "../../print/export/csv.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { PageOf, PageRequest } from "../page.ts"
import { Document } from "../reply.ts"
import { textStream } from "../stream.ts"
import { localTime } from "../time.ts"

type Cell = string | number | null | undefined
/** Heading → what stands below it. */
export type Columns<R> = Record<string, (row: R) => Cell>

/** So many rows are read before other requests get their turn. */
const AT_ONCE = 500

const text = (cell: Cell): string => (typeof cell === "string" ? harmless(cell) : String(cell ?? ""))

/** Euros with a comma, without the sign of thousands: as spreadsheets and the import read it. */
export const euro = (cent: number | null): string =>
  cent === null ? "" : (cent / 100).toFixed(2).replace(".", ",")

/** @returns a whole list as a table, read as it is sent; gives way to other requests in between */
export function exportList<R>(
  tenant: TenantDb,
  list: { page: (tenant: TenantDb, request: PageRequest) => PageOf<R> },
  name: string,
  columns: Columns<R>,
): Document {
  const pieces = function* (): Generator<string> {
    yield BOM + csvLine(Object.keys(columns))
    let cursor: string | null | undefined
    do {
      const page = list.page(tenant, { limit: AT_ONCE, ...(cursor && { cursor }) })
      yield page.items.map((row) => csvLine(Object.values(columns).map((cell) => text(cell(row))))).join("")
      cursor = page.next_cursor
    } while (cursor !== null)
  }
  const type = "text/csv; charset=utf-8"
  return new Document(textStream(pieces()), type, `${name}-${localTime(tenant).datum}.csv`)
}
