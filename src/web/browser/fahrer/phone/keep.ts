import { read, transact } from "./db.ts"
import { dropAllTyped, dropTyped, noteTyped } from "./typed.ts"

/** Storage for everything but the outbox: the day, the owner, the drafts. */
export const keep = {
  get: <T>(key: string): Promise<T | undefined> => read("sachen", (store) => store.get(key)),
  set: (key: string, value: unknown): Promise<void> => write((store) => store.put(value, key)),
  /** Stores a draft so that it survives even if the page is closed at once. */
  async setTyped(key: string, value: object): Promise<void> {
    const forget = noteTyped(key, value)
    await keep.set(key, value)
    forget()
  },
  /** Removes a value, and what is stored apart from it. */
  remove(key: string): Promise<void> {
    dropTyped(key)
    const parts = keep.partsOf(key)
    return write((store) => {
      store.delete(key)
      store.delete(IDBKeyRange.bound(parts, `${parts}\uffff`))
    })
  },
  /** @returns the prefix of the keys of what is stored apart from a draft, such as pictures */
  partsOf: (key: string): string => `teil ${key} `,
  /** @returns all keys */
  keys: (): Promise<string[]> => read("sachen", (store) => store.getAllKeys()),
  /** Removes everything but the outbox. */
  clear(): Promise<void> {
    dropAllTyped()
    return write((store) => store.clear())
  },
}

const write = (work: (store: IDBObjectStore) => unknown): Promise<void> =>
  transact(["sachen"], "readwrite", ({ sachen }) => {
    work(sachen)
    // Otherwise, a page that is closed before the request is answered would undo it.
    sachen.transaction.commit()
    return () => {}
  })
