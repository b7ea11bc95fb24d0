/**
 * The telephone's database. Not by the package idb, which rejects at the first error of a transaction, when Firefox does
 * not say yet that the telephone is full, and which does not handle opens that hang, or connections lost in sleep.
 */
const NAME = "pfandwerk-fahrer"
/**
 * Version of the schema. Since 2, the bytes of pictures are in a store of their own. Older entries that still wait keep
 * theirs, as a full telephone could not move them.
 */
const LAYOUT = 2
/** Longest wait for the database to open: another tab may block it, or an iPhone may just have awoken. In ms. */
const PATIENCE = 4000
let opened: Promise<IDBDatabase> | undefined
let opensLate = (): void => {}

/** @param call is called when the database opens after that wait */
export const onLateOpen = (call: () => void): void => void (opensLate = call)

export type StoreName = "eintraege" | "fotos" | "sachen"

function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(NAME, LAYOUT)
  asked.addEventListener("upgradeneeded", ({ oldVersion }) => {
    if (oldVersion < 1) {
      asked.result.createObjectStore("eintraege", { keyPath: "nr", autoIncrement: true })
      asked.result.createObjectStore("sachen")
    }
    if (oldVersion < 2) asked.result.createObjectStore("fotos")
  })
  return new Promise((resolve, reject) => {
    // After giving up, there is no second request: if this one succeeds after all, its connection is used.
    let isGivenUp = false
    const silent = setTimeout(() => {
      isGivenUp = true
      reject(new Error("IndexedDB"))
    }, PATIENCE)
    asked.addEventListener("success", () => {
      const db = asked.result
      clearTimeout(silent)
      opened = Promise.resolve(db)
      // The system may close it in the background: then the next use opens it again.
      db.addEventListener("close", forget)
      db.addEventListener("versionchange", () => {
        db.close()
        forget()
      })
      resolve(db)
      if (isGivenUp) opensLate()
    })
    asked.addEventListener("error", () => {
      clearTimeout(silent)
      forget()
      reject(asked.error ?? new Error("IndexedDB"))
    })
  })
}

const forget = (): void => {
  opened = undefined
}

type Work<T> = (stores: Record<StoreName, IDBObjectStore>) => () => T

/**
 * Runs work in one transaction, which is on the disk when this resolves, not only in the system's memory.
 *
 * @param work makes the requests, and returns a function that reads their results
 * @throws DOMException `QuotaExceededError` without room, others if the browser stores nothing at all
 */
export async function transact<T>(names: StoreName[], mode: IDBTransactionMode, work: Work<T>): Promise<T> {
  try {
    return await run(names, mode, work)
  } catch (error) {
    // An iPhone that slept may have lost its connection without saying so.
    if ((error as Error).name !== "InvalidStateError" && (error as Error).name !== "UnknownError") throw error
    forget()
    return run(names, mode, work)
  }
}

/** @returns the result of a single request to one store */
export const read = <T>(name: StoreName, question: (store: IDBObjectStore) => IDBRequest): Promise<T> =>
  transact([name], "readonly", (stores) => {
    const asked = question(stores[name]) as IDBRequest<T>
    return () => asked.result
  })

async function run<T>(names: StoreName[], mode: IDBTransactionMode, work: Work<T>): Promise<T> {
  opened ??= open()
  const transaction = (await opened).transaction(names, mode, { durability: "strict" })
  const stores = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]))
  const result = orAbort(transaction, () => work(stores as Record<StoreName, IDBObjectStore>))
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve(result()))
    // Not at the `error` before it: only Chromium knows by then that the telephone is full.
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("IndexedDB")))
  })
}

/** Undoes everything when `work` throws. */
function orAbort<T>(transaction: IDBTransaction, work: () => T): T {
  try {
    return work()
  } catch (error) {
    transaction.abort()
    throw error
  }
}
