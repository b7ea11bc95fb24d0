import { parentPort, workerData } from "node:worker_threads"
import { dirname } from "node:path"
import { LedgerEnds } from "./ledger-ends.ts"
import { openDatabase } from "./open.ts"

/** Time between two checks of the WAL, in ms. */
const INTERVAL = 200

/**
 * Fewest WAL pages worth a checkpoint, of 4 KB each. Waiting pays: many bookings change the same page, and a
 * checkpoint writes only its last state to the database.
 */
const WORTH_MOVING = 500

/**
 * Most checkpoints in a row. Each moves what was written during the previous one, which is less each time
 * unless writes never pause. Once the whole WAL is moved, SQLite restarts it from the beginning instead of
 * letting it grow.
 */
const ROUNDS = 8

/**
 * Time between two notes of the ledgers' ends, in ms. A note at each commit would cost every booking two more
 * fsyncs. The price: if the WAL is deleted after a crash, up to one second of bookings is lost unnoticed.
 */
const NOTE_EVERY = 1000

/** Length of the WAL, and how much of it is in the database file already; both in pages. */
type Wal = { pages: number; moved: number }

const file = workerData as string
const sqlite = openDatabase(file)
const ends = new LedgerEnds(dirname(file), sqlite)
const noteEnds = orLater(() => ends.note())
const timer = setInterval(
  orLater(() => {
    const { pages, moved } = checkpoint("NOOP")
    if (pages - moved >= WORTH_MOVING) moveAll()
  }),
  INTERVAL,
)
noteEnds()
const noting = setInterval(noteEnds, NOTE_EVERY)

parentPort?.once("message", () => {
  clearInterval(timer)
  clearInterval(noting)
  noteEnds()
  sqlite.close()
  parentPort?.close()
})

function orLater(work: () => void): () => void {
  return () => {
    try {
      work()
    } catch {
      // The next booking reports a full or failing disk; this thread tries again.
    }
  }
}

function moveAll(): void {
  for (let round = 0; round < ROUNDS; round++) {
    const { pages, moved } = checkpoint("PASSIVE")
    if (moved >= pages) return
  }
}

/** Runs a checkpoint. NOOP only reads the length of the WAL; PASSIVE moves what it can without blocking. */
function checkpoint(mode: "NOOP" | "PASSIVE"): Wal {
  const [[, pages = 0, moved = 0] = []] = sqlite
    .query(`PRAGMA wal_checkpoint(${mode})`)
    .values() as number[][]
  return { pages, moved }
}
