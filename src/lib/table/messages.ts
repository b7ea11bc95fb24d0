import type { Kind, Refusal } from "../refusal.ts"
import type { Table, TableRow, Wanted } from "./table-maker.ts"

/** Order of the thread, which reads one table and ends. */
export type Order = { bytes: Uint8Array; field: string; wanted: Wanted }

/** Messages of the thread: rows in pieces, as a whole table would hold up everybody; then all else, or a refusal. */
export type Told =
  | { rows: TableRow[] }
  | { table: Omit<Table, "rows"> }
  | { refusal: { kind: Kind; message: string; details: Refusal["details"] } }
