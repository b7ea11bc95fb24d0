import type { RefusalKind, Refusal } from "../refusal.ts"
import type { Table, TableRow, WantedTable } from "./table-maker.ts"

/** Order of the thread, which reads one table and ends. */
export type TableOrder = { bytes: Uint8Array; field: string; wanted: WantedTable }

/** Messages of the thread: rows in pieces, as a whole table would hold up everybody; then all else, or a refusal. */
export type TableMessage =
  | { rows: TableRow[] }
  | { table: Omit<Table, "rows"> }
  | { refusal: { kind: RefusalKind; message: string; details: Refusal["details"] } }
