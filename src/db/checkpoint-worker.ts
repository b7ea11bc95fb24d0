import { parentPort, workerData } from "node:worker_threads"
import { openDatabase } from "./open.ts"

/** How often it looks at the log, in ms. */
const INTERVAL = 200

/** In pages of 4 KB. Pages that many bookings change are written once for all of these. */
const ENOUGH = 500

/** While it writes, others book. What they wrote is little: after some rounds nothing is left, and the log begins anew. */
const ROUNDS = 8

type Log = { pages: number; moved: number }

const sqlite = openDatabase(workerData as string, { create: false })
const timer = setInterval(() => {
  try {
    const { pages, moved } = checkpoint("NOOP")
    if (pages - moved >= ENOUGH) moveAll()
  } catch {
    // A full or failing disk: whoever books is told. Here it is tried again.
  }
}, INTERVAL)

parentPort?.once("message", () => {
  clearInterval(timer)
  sqlite.close()
  parentPort?.close()
})

function moveAll(): void {
  for (let round = 0; round < ROUNDS; round++) {
    const { pages, moved } = checkpoint("PASSIVE")
    if (moved >= pages) return
  }
}

/** PASSIVE waits for nobody, and nobody waits for it. */
function checkpoint(mode: "NOOP" | "PASSIVE"): Log {
  const [[, pages = 0, moved = 0] = []] = sqlite
    .query(`PRAGMA wal_checkpoint(${mode})`)
    .values() as number[][]
  return { pages, moved }
}
