import { Database } from "bun:sqlite"
import { statSync } from "node:fs"

/** Time in ms for which a good result is reused, as anybody may request the probe. */
const PAUSE = 1000
/** Time in ms after which a writer that has not ended counts as one that hangs. */
const HANGS_AFTER = 6000

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

/** Health check: something can be written, and no writer hangs. */
export class WriteProbe {
  readonly #write: (work: () => void) => Promise<void>
  /** Probe under way: many callers share it. */
  #running: Promise<void> | undefined
  /** Time of the last good one, in ms since the process began. */
  #doneAt = Number.NEGATIVE_INFINITY

  /** @param write the connection's `write`; an empty transaction takes the lock, but needs no fsync */
  constructor(write: (work: () => void) => Promise<void>) {
    this.#write = write
  }

  /** @throws Error when another program holds the lock, or a writer hangs; after HANGS_AFTER at the latest */
  run(): Promise<void> {
    if (performance.now() - this.#doneAt < PAUSE) return Promise.resolve()
    this.#running ??= this.#try().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #try(): Promise<void> {
    const { promise: hanging, reject } = Promise.withResolvers<never>()
    const end = setTimeout(() => reject(new Error("a writer hangs")), HANGS_AFTER)
    try {
      await Promise.race([this.#write(() => {}), hanging])
      this.#doneAt = performance.now()
    } finally {
      clearTimeout(end)
    }
  }
}
