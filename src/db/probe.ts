import { Database } from "bun:sqlite"
import { statSync } from "node:fs"

/** Time in ms for which a good result is reused, as anybody may request the probe. */
const PAUSE = 1000

/** Health check: the database file is still there and readable. */
export class Probe {
  readonly #file: string
  /** Inode of the opened file. Another file may take its name later. */
  readonly #inode: number
  /** Time of the last read, in ms since the process began. */
  #readAt = Number.NEGATIVE_INFINITY

  constructor(file: string) {
    this.#file = file
    this.#inode = statSync(file).ino
  }

  /**
   * Reads the file over a new connection, as the open one could answer from its cache after the disk is gone.
   * Never open this file without SQLite: closing it would drop the POSIX locks of the whole process on it.
   *
   * @param sql a query that reads one row at most
   * @throws Error when the file is gone, was replaced or is damaged
   */
  run(sql: string): void {
    const { ino, size } = statSync(this.#file)
    if (ino !== this.#inode || size === 0) throw new Error("the database file was replaced or emptied")
    if (performance.now() - this.#readAt < PAUSE) return
    const fresh = new Database(this.#file, { readonly: true })
    try {
      fresh.query(sql).get()
    } finally {
      fresh.close()
    }
    this.#readAt = performance.now()
  }
}
