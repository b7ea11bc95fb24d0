import { parentPort, workerData } from "node:worker_threads"
import { dirname } from "node:path"
import { LedgerEnds } from "./ledger-ends.ts"
import { openDatabase } from "./open.ts"

/** Time between two looks at the log, in ms. */
const INTERVAL = 200

/**
 * Length of the log, in pages of 4 KB, from which it is moved: a page that many bookings change is then written once.
 */
const ENOUGH = 500

/** Rounds in a row: others book while it writes, less each time, until nothing is left and the log begins anew. */
const ROUNDS = 8

/**
 * Time between two notes of the ledgers' ends, in ms. A note at each commit would make every booking
 * wait for two more syncs. The price: a log deleted right after a crash may lose the bookings of one second unnoticed.
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
    // A full or failing disk: the next booking reports it. Here it is tried again.
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

/** A PASSIVE checkpoint neither waits for others nor holds them up. */
function checkpoint(mode: "NOOP" | "PASSIVE"): Log {
  const [[, pages = 0, moved = 0] = []] = sqlite
    .query(`PRAGMA wal_checkpoint(${mode})`)
    .values() as number[][]
  return { pages, moved }
}
