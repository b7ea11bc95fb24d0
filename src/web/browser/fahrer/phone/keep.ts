import { read, transact } from "./db.ts"
import { dropAllTyped, dropTyped, noteTyped } from "./typed.ts"

/** Everything beside the outbox that is kept: the day, who is logged in, what is being typed. */
export const keep = {
  get: <T>(key: string): Promise<T | undefined> => read("sachen", (store) => store.get(key)),
  set: (key: string, value: unknown): Promise<void> => write((store) => store.put(value, key)),
  /** Keeps what is being entered, also when the page ends at once. */
  async setTyped(key: string, value: object): Promise<void> {
    const forget = noteTyped(key, value)
    await keep.set(key, value)
    forget()
  },
  /** Removes it, and what lies apart from it. */
  remove(key: string): Promise<void> {
    dropTyped(key)
    const parts = keep.partsOf(key)
    return write((store) => {
      store.delete(key)
      store.delete(IDBKeyRange.bound(parts, `${parts}\uffff`))
    })
  },
  /** @returns the beginning of the keys of what lies apart from a draft, such as pictures */
  partsOf: (key: string): string => `teil ${key} `,
  /** All of them were given as text. */
  keys: (): Promise<string[]> => read("sachen", (store) => store.getAllKeys()),
  /** All of it, but not the outbox. */
  clear(): Promise<void> {
    dropAllTyped()
    return write((store) => store.clear())
  },
}

const write = (work: (store: IDBObjectStore) => unknown): Promise<void> =>
  transact(["sachen"], "readwrite", ({ sachen }) => {
    work(sachen)
    // Commits at once: a page that ends before the answer to the request would undo it otherwise.
    sachen.transaction.commit()
    return () => {}
  })
