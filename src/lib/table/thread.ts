import { Worker } from "node:worker_threads"
import { budget } from "../budget.ts"
import { queue } from "../queue.ts"
import { Refusal, type RefusalKind, unavailable } from "../refusal.ts"
import type { Table, TableRow, WantedTable } from "./table-maker.ts"

/** Order of the thread, which reads one table and ends. */
export type TableOrder = { bytes: Uint8Array; field: string; wanted: WantedTable }

/**
 * Messages of the thread: first the rows in pieces, as a whole table would hold up everybody; then all else. Or a
 * refusal.
 */
export type TableMessage =
  | { rows: TableRow[] }
  | { table: Omit<Table, "rows"> }
  | { refusal: { kind: RefusalKind; message: string; details: Refusal["details"] } }

const MB = 1024 * 1024
const tooMany = () => unavailable("Zu viele Tabellen gleichzeitig. Bitte gleich noch einmal versuchen.", 5)

/** Memory for tables that were read and are worked on: unpacked, a small file may be a large table. */
const memory = budget(256 * MB, [128 * MB, 64 * MB], tooMany)

/** One at a time, as reading may take 200 MB. */
const inTurn = queue({ parallel: 1, waiting: 40 }, tooMany)

/**
 * Reads a table in a thread of its own, while others are served. The thread ends with it, which gives its memory back; one
 * that read a small table waits a little for the next.
 *
 * @param field of the form, for the refusal
 * @param wanted what is sought in it
 * @param owners ids of company and account, which have a share of the memory each
 * @param use works on the table, whose memory counts as taken until then
 * @throws Refusal invalid for what is no table, or too large a one; unavailable when too many are read or worked on
 */
export async function withTable<T>(
  bytes: Uint8Array,
  field: string,
  wanted: WantedTable,
  owners: string[],
  use: (table: Table) => Promise<T>,
): Promise<T> {
  const table = await inTurn(() => readElsewhere({ bytes, field, wanted }), owners[0])
  const giveBack = memory(owners, table.weight)
  try {
    return await use(table)
  } finally {
    giveBack()
  }
}

/** Bytes, of a file and of what is in it, up to which a table is small: its thread is used again. */
const SMALL = MB
/** Time that such a thread waits for the next table, in ms. Starting one costs more than to read a small table. */
const WAITS = 3000

let waiting: Worker | undefined
let ending: Timer | undefined

async function readElsewhere(order: TableOrder): Promise<Table> {
  const worker = takeThread()
  const { promise, resolve, reject } = Promise.withResolvers<Table>()
  const rows: TableRow[] = []
  const hear = (message: TableMessage): void => {
    if ("rows" in message) rows.push(...message.rows)
    else if ("table" in message) resolve({ ...message.table, rows })
    else reject(new Refusal(message.refusal.kind, message.refusal.message, message.refusal.details))
  }
  const end = (): void => reject(new Error("the thread has ended"))
  worker.on("message", hear).on("error", reject).on("exit", end)
  worker.postMessage(order, [])
  let isSmall = false
  try {
    const table = await promise
    isSmall = order.bytes.length <= SMALL && table.weight <= SMALL
    return table
  } finally {
    worker.off("message", hear).off("error", reject).off("exit", end)
    if (isSmall) keepThread(worker)
    else await worker.terminate()
  }
}

function takeThread(): Worker {
  clearTimeout(ending)
  const worker = waiting ?? startThread()
  waiting = undefined
  worker.ref()
  return worker
}

function startThread(): Worker {
  const worker = new Worker(new URL("./table-worker.ts", import.meta.url))
  const forget = (): void => {
    if (waiting === worker) waiting = undefined
  }
  return worker.on("error", forget).on("exit", forget)
}

function keepThread(worker: Worker): void {
  worker.unref()
  waiting = worker
  ending = setTimeout(() => {
    waiting = undefined
    void worker.terminate()
  }, WAITS).unref()
}
