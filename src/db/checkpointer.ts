import { Worker } from "node:worker_threads"

/**
 * Moves SQLite's log of writes into the database file beside the service, in a thread of its own: done by whoever
 * happens to book, it holds up everybody for 60 to 150 ms, each time the log is long.
 *
 * @param failed hears why it ended by itself; the service then does it, as before
 * @returns ends it; to be called before the database is closed, so that closing it empties the log
 */
export function checkpointBeside(file: string, failed: (error: unknown) => void): () => Promise<void> {
  const worker = new Worker(new URL("./checkpoint-worker.ts", import.meta.url), { workerData: file })
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()))
  worker.once("error", failed)
  // It keeps no process alive.
  worker.unref()
  return () => {
    worker.postMessage("end", [])
    return ended
  }
}
