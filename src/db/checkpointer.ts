import { statSync } from "node:fs"
import { dirname } from "node:path"
import { Worker } from "node:worker_threads"
import { noteLedgerEnds } from "./ledger-ends.ts"

/** Time between two checks for new writes, in ms. */
const LOOK = 200

/**
 * Moves SQLite's log of writes into the database file beside the service, and notes where each ledger ends
 * (ledger-ends.ts), in a thread of its own: inside the service each checkpoint would hold up all requests for 60 to 150
 * ms. The thread begins with the first write, as it costs 5 MB.
 *
 * @param failed is called with the reason when the thread dies; the service then makes its own checkpoints
 * @returns a function that ends the thread; call it before closing the database, so that closing empties the log
 */
export function checkpointBeside(file: string, failed: (error: unknown) => void): () => Promise<void> {
  try {
    noteLedgerEnds(dirname(file))
  } catch {
    // A full or failing disk: the thread tries it again.
  }
  let end: (() => Promise<void>) | undefined
  const look = (): void => {
    if (end || !statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) return
    clearInterval(looking)
    end = begin(file, failed)
  }
  const looking = setInterval(look, LOOK)
  looking.unref()
  return async () => {
    clearInterval(looking)
    // A first booking since the last look has no thread yet, and is noted by one.
    look()
    await end?.()
  }
}

function begin(file: string, failed: (error: unknown) => void): () => Promise<void> {
  const worker = new Worker(new URL("./checkpoint-worker.ts", import.meta.url), { workerData: file })
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()))
  worker.once("error", failed)
  // The thread keeps no process alive.
  worker.unref()
  return () => {
    worker.postMessage("end", [])
    return ended
  }
}
