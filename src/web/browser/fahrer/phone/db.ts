/**
 * The telephone's database. Not by the package idb: it calls a transaction failed at its first error, when Firefox does
 * not say yet that the telephone is full, and knows nothing of opens that hang or connections lost in sleep.
 */
const NAME = "pfandwerk-fahrer"
/**
 * Version of the layout. Since the second one, pictures' bytes lie apart. Older entries that still wait stay as they
 * are, as a full telephone could not move them.
 */
const LAYOUT = 2
/** An open that neither succeeds nor fails: another tab is in the way, or an iPhone has just awoken. In ms. */
const PATIENCE = 4000
let opened: Promise<IDBDatabase> | undefined
let opensLate = (): void => {}

/** @param call is told when the store opens that nobody waited for any more */
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
    // Nobody asks again meanwhile; when it opens after all, that is the one.
    let isGivenUp = false
    const silent = setTimeout(() => {
      isGivenUp = true
      reject(new Error("IndexedDB"))
    }, PATIENCE)
    asked.addEventListener("success", () => {
      const db = asked.result
      clearTimeout(silent)
      opened = Promise.resolve(db)
      // Closed by the system in the background: the next one opens it anew.
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
 * Works in one transaction, which is on the disk when this resolves, not only in the system's memory.
 *
 * @param work asks for things, and @returns what reads their answers
 * @throws DOMException `QuotaExceededError` without room, and others where the browser keeps nothing at all
 */
export async function transact<T>(names: StoreName[], mode: IDBTransactionMode, work: Work<T>): Promise<T> {
  try {
    return await run(names, mode, work)
  } catch (error) {
    // An iPhone that slept has lost its connection without saying so.
    if ((error as Error).name !== "InvalidStateError" && (error as Error).name !== "UnknownError") throw error
    forget()
    return run(names, mode, work)
  }
}

/** @returns the answer to one question to one store */
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
    // Not at the error before it, where browsers other than Chromium do not know yet that the telephone is full.
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
