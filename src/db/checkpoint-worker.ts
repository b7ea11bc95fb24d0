import { parentPort, workerData } from "node:worker_threads"
import { dirname } from "node:path"
import { LedgerEnds } from "./ledger-ends.ts"
import { openDatabase } from "./open.ts"

/** Time between two looks at the log, in ms. */
const INTERVAL = 200

/**
 * Shortest log that is moved, in pages of 4 KB: a page that many bookings change stands in it many times, and only its
 * last state is written to the database.
 */
const WORTH_MOVING = 500

/**
 * Most checkpoints in a row. Each moves what was booked during the one before, which is less each time. Once nothing is
 * left, SQLite begins the log anew instead of letting it grow.
 */
const ROUNDS = 8

/**
 * Time between two notes of the ledgers' ends, in ms. A note at each commit would make every booking
 * wait for two more syncs. The price: a log deleted right after a crash may lose the bookings of one second unnoticed.
 */
const NOTE_EVERY = 1000

/** Length of the log, and how much of it is in the database already; in pages. */
type Log = { pages: number; moved: number }

const file = workerData as string
const sqlite = openDatabase(file, { create: false })
const ends = new LedgerEnds(dirname(file), sqlite)
const timer = setInterval(() => {
  try {
    const { pages, moved } = checkpoint("NOOP")
    if (pages - moved >= WORTH_MOVING) moveAll()
  } catch {
    // A full or failing disk is reported by the next booking; this thread tries again.
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
    // A full or failing disk is reported by the next booking; this thread tries again.
  }
}

function moveAll(): void {
  for (let round = 0; round < ROUNDS; round++) {
    const { pages, moved } = checkpoint("PASSIVE")
    if (moved >= pages) return
  }
}

/** NOOP only reads the log's length; PASSIVE moves what it can, neither waiting for others nor holding them up. */
function checkpoint(mode: "NOOP" | "PASSIVE"): Log {
  const [[, pages = 0, moved = 0] = []] = sqlite
    .query(`PRAGMA wal_checkpoint(${mode})`)
    .values() as number[][]
  return { pages, moved }
}
