import type { Entry } from "../outbox/entry.ts"
import type { Fresh, Store } from "../outbox/store.ts"

const NAME = "pfandwerk-fahrer"
let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(NAME, 1)
  asked.addEventListener("upgradeneeded", () => {
    asked.result.createObjectStore("eintraege", { keyPath: "nr", autoIncrement: true })
    asked.result.createObjectStore("sachen")
  })
  return new Promise((resolve, reject) => {
    asked.addEventListener("success", () => {
      const db = asked.result
      // Closed by the system in the background: the next one opens it anew.
      db.addEventListener("close", forget)
      db.addEventListener("versionchange", () => {
        db.close()
        forget()
      })
      resolve(db)
    })
    asked.addEventListener("error", () => reject(asked.error ?? new Error("IndexedDB")))
  })
}

const forget = (): void => {
  opened = undefined
}

/** On the disk when it resolves, not only in the system's memory. */
async function transact<T>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => () => T,
): Promise<T> {
  try {
    return await run(name, mode, work)
  } catch (error) {
    // An iPhone that slept has lost its connection without saying so.
    if ((error as Error).name !== "InvalidStateError" && (error as Error).name !== "UnknownError") throw error
    forget()
    return run(name, mode, work)
  }
}

async function run<T>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => () => T,
): Promise<T> {
  opened ??= open()
  opened.catch(forget)
  const transaction = (await opened).transaction(name, mode, { durability: "strict" })
  const result = orAbort(transaction, () => work(transaction.objectStore(name)))
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error("IndexedDB"))
    transaction.addEventListener("complete", () => resolve(result()))
    transaction.addEventListener("abort", fail)
    transaction.addEventListener("error", fail)
  })
}

/** What throws half way leaves nothing behind. */
function orAbort<T>(transaction: IDBTransaction, work: () => T): T {
  try {
    return work()
  } catch (error) {
    transaction.abort()
    throw error
  }
}

/** The outbox on the telephone itself. */
export const entryStore: Store = {
  exchange: (nrs, change, fresh: Fresh[]) =>
    transact("eintraege", "readwrite", (store) => {
      for (const nr of nrs) changeOne(store, nr, change)
      const added = fresh.map((entry) => store.add(entry))
      return () => added.map(({ result }) => Number(result))
    }),
  all: () =>
    transact("eintraege", "readonly", (store) => {
      const asked = store.getAll() as IDBRequest<Entry[]>
      return () => asked.result
    }),
  change: (nr, change) =>
    transact("eintraege", "readwrite", (store) => {
      const result = changeOne(store, nr, change)
      return () => result.now
    }),
}

function changeOne(
  store: IDBObjectStore,
  nr: number,
  change: (entry: Entry) => Entry | null | undefined,
): { now: Entry | undefined } {
  const result: { now: Entry | undefined } = { now: undefined }
  const asked = store.get(nr) as IDBRequest<Entry | undefined>
  asked.addEventListener("success", () => {
    if (!asked.result) return
    const becomes = change(asked.result)
    result.now = becomes === null ? undefined : (becomes ?? asked.result)
    if (becomes === null) store.delete(nr)
    else if (becomes) store.put(becomes)
  })
  return result
}

/** Everything else that is kept: the day, who is logged in, what is being typed. */
export const keep = {
  get: <T>(key: string): Promise<T | undefined> =>
    transact("sachen", "readonly", (store) => {
      const asked = store.get(key) as IDBRequest<T | undefined>
      return () => asked.result
    }),
  set: (key: string, value: unknown): Promise<void> =>
    transact("sachen", "readwrite", (store) => {
      store.put(value, key)
      return () => {}
    }),
  remove: (key: string): Promise<void> =>
    transact("sachen", "readwrite", (store) => {
      store.delete(key)
      return () => {}
    }),
  keys: (): Promise<string[]> =>
    transact("sachen", "readonly", (store) => {
      const asked = store.getAllKeys()
      return () => asked.result.map(String)
    }),
  /** All of it, but not the outbox. */
  clear: (): Promise<void> =>
    transact("sachen", "readwrite", (store) => {
      store.clear()
      return () => {}
    }),
}
