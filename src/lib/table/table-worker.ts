import { parentPort } from "node:worker_threads"
import { Refusal } from "../refusal.ts"
import { lowerThread } from "../threads.ts"
import { readTable } from "./read.ts"
import type { Table } from "./table-maker.ts"
import type { TableMessage, TableOrder } from "./thread.ts"

/** Cells of one message, which take a few milliseconds to receive. */
const PIECE = 10_000

lowerThread()
parentPort?.on("message", (order: TableOrder) => {
  try {
    const { rows, ...table } = read(order)
    const step = Math.max(1, Math.floor(PIECE / Math.max(1, table.headings.length)))
    for (let i = 0; i < rows.length; i += step) post({ rows: rows.slice(i, i + step) })
    post({ table })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { kind, message, details } = error
    post({ refusal: { kind, message, details: { ...details, cause: undefined } } })
  }
})

const post = (message: TableMessage): void => parentPort?.postMessage(message, [])

/** Nobody else waits in this thread. */
function read({ bytes, field, wanted }: TableOrder): Table {
  const reading = readTable(bytes, field, wanted)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}
