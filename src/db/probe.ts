import { Database } from "bun:sqlite"
import { statSync } from "node:fs"

/** Time for which an answer counts, since anybody may ask. In ms. */
const PAUSE = 1000

/** Looks whether the database's file is still there and can be read. */
export class Probe {
  readonly #file: string
  /** Of the file that was opened: another one may lie under its name later. */
  readonly #inode: number
  /** When it was last read, in milliseconds since the start. */
  #readAt = Number.NEGATIVE_INFINITY

  constructor(file: string) {
    this.#file = file
    this.#inode = statSync(file).ino
  }

  /**
   * Asks the file itself, over a connection of its own: the open one would answer from memory although the disk is
   * gone. (Never open the file in another way: closing it would end SQLite's locks on it.)
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
