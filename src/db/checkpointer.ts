import { statSync } from "node:fs"
import { dirname } from "node:path"
import { Worker } from "node:worker_threads"
import { noteLedgerEnds } from "./ledger-ends.ts"

/** Time between two checks for a first write, in ms. */
const LOOK = 200

/**
 * Starts a thread that checkpoints the WAL and notes where each ledger ends (ledger-ends.ts). On the main
 * thread a checkpoint would hold up all requests. The thread starts after the first write.
 *
 * @param failed called with the error when the thread dies; the service then makes its own checkpoints
 * @returns a function that ends the thread; call it before closing the database, so that closing empties the
 *   WAL
 */
export function checkpointBeside(file: string, failed: (error: unknown) => void): () => Promise<void> {
  try {
    noteLedgerEnds(dirname(file))
  } catch {
    // The disk is full or failing; the thread tries again.
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
    // A first write after the last check has no thread yet: start one, which notes the ledgers' ends.
    look()
    await end?.()
  }
}

function begin(file: string, failed: (error: unknown) => void): () => Promise<void> {
  const worker = new Worker(new URL("./checkpoint-worker.ts", import.meta.url), { workerData: file })
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()))
  worker.once("error", failed)
  // The thread must not keep the process alive.
  worker.unref()
  return () => {
    worker.postMessage("end", [])
    return ended
  }
}
