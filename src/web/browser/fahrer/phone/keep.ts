import { transact } from "./db.ts"
import { dropAllTyped, dropTyped, noteTyped } from "./typed.ts"

/** Everything beside the outbox that is kept: the day, who is logged in, what is being typed. */
export const keep = {
  get: <T>(key: string): Promise<T | undefined> =>
    transact(["sachen"], "readonly", ({ sachen }) => {
      const asked = sachen.get(key) as IDBRequest<T | undefined>
      return () => asked.result
    }),
  set: (key: string, value: unknown): Promise<void> => write((sachen) => sachen.put(value, key)),
  /** The same for what is being entered: also when the page ends at once. */
  async setTyped(key: string, value: object): Promise<void> {
    const forget = noteTyped(key, value)
    await keep.set(key, value)
    forget()
  },
  remove(key: string): Promise<void> {
    dropTyped(key)
    return write((sachen) => sachen.delete(key))
  },
  keys: (): Promise<string[]> =>
    transact(["sachen"], "readonly", ({ sachen }) => {
      const asked = sachen.getAllKeys()
      return () => asked.result.map(String)
    }),
  /** All of it, but not the outbox. */
  clear(): Promise<void> {
    dropAllTyped()
    return write((sachen) => sachen.clear())
  },
}

const write = (work: (sachen: IDBObjectStore) => unknown): Promise<void> =>
  transact(["sachen"], "readwrite", ({ sachen }) => {
    work(sachen)
    // Commits at once: a page that ends before the answer to the request would undo it otherwise.
    sachen.transaction.commit()
    return () => {}
  })
