import { parentPort, workerData } from "node:worker_threads"
import { dirname } from "node:path"
import { LedgerEnds } from "./ledger-ends.ts"
import { openDatabase } from "./open.ts"

/** Time between two looks at the log, in ms. */
const INTERVAL = 200

/** In pages of 4 KB. Pages that many bookings change are written once for all of these. */
const ENOUGH = 500

/** While it writes, others book. What they wrote is little: after some rounds nothing is left, and the log begins anew. */
const ROUNDS = 8

/**
 * Time between two notes of the ledgers' ends, in ms. Noted at each commit, every booking would wait for two syncs more;
 * so a log of writes that is deleted right after a crash may take the bookings of a second along unnoticed.
 */
const NOTE_EVERY = 1000

type Log = { pages: number; moved: number }

const file = workerData as string
const sqlite = openDatabase(file, { create: false })
const ends = new LedgerEnds(dirname(file), sqlite)
const timer = setInterval(() => {
  try {
    const { pages, moved } = checkpoint("NOOP")
    if (pages - moved >= ENOUGH) moveAll()
  } catch {
    // A full or failing disk: whoever books is told. Here it is tried again.
  }
}, INTERVAL)
noteEnds()
const noting = setInterval(noteEnds, NOTE_EVERY)

parentPort?.once("message", () => {
  clearInterval(timer)
  clearInterval(noting)
  noteEnds()
  sqlite.close()
  parentPort?.close()
})

function noteEnds(): void {
  try {
    ends.note()
  } catch {
    // A full or failing disk: it is tried again.
  }
}

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
