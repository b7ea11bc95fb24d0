import { Database } from "bun:sqlite"
import { statSync } from "node:fs"

/** Time for which an answer is reused, as anybody may ask. In ms. */
const PAUSE = 1000

/** Checks that the database's file is still there and readable. */
export class Probe {
  readonly #file: string
  /** Identity of the opened file: another one may lie under its name later. */
  readonly #inode: number
  /** Time of the last read, in ms since the process began. */
  #readAt = Number.NEGATIVE_INFINITY

  constructor(file: string) {
    this.#file = file
    this.#inode = statSync(file).ino
  }

  /**
   * Reads the file over a new connection: the open one would answer from memory although the disk is gone. (Never open
   * the file in any other way: closing it would end SQLite's locks on it.)
   *
   * @param sql a query that reads a row or none
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
