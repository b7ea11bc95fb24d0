import { type Entry, photoKeyOf } from "../outbox/entry.ts"
import type { Store } from "../outbox/store.ts"
import { read, type StoreName, transact } from "./db.ts"
import { type Ended, endedBy, endedDraftOf, MARK } from "./ended.ts"

type Stores = Record<StoreName, IDBObjectStore>
const ALL = ["eintraege", "fotos", "sachen"] as const

/** The outbox on the telephone itself. Bytes of pictures and signatures are there as long as an entry names them. */
export const entryStore: Store = {
  exchange: (nrs, change, fresh, bytes = []) =>
    transact([...ALL], "readwrite", (stores) => {
      const named = new Set(fresh.map(photoKeyOf))
      // Removed here: it was taken back, and is being entered again.
      for (const nr of nrs) changeOne(stores, nr, change, () => true, named)
      for (const photo of bytes) stores.fotos.put(photo.bytes, photo.key)
      const added = fresh.map((entry) => stores.eintraege.add(entry))
      for (const entry of fresh) end(stores, entry)
      return () => added.map(({ result }) => Number(result))
    }),
  all: () => read("eintraege", (store) => store.getAll()),
  change: (nr, change) =>
    transact([...ALL], "readwrite", (stores) => {
      // Removed although it was refused: the driver dropped it. All others are removed because they have arrived.
      const result = changeOne(stores, nr, change, ({ stand }) => stand === "braucht dich")
      return () => result.now
    }),
  photo: (key) => read("fotos", (fotos) => fotos.get(key)),
}

/** @returns the marks of all stops that were ended here and are not known to be */
export const readEnded = (): Promise<Ended[]> =>
  read("sachen", (sachen) => sachen.getAll(IDBKeyRange.bound(MARK, `${MARK}\uffff`)))

/** Marks the draft that an entry ends, or removes the one that it holds all of. */
function end({ sachen }: Stores, entry: Parameters<typeof endedBy>[0]): void {
  const mark = endedBy(entry)
  if (!mark) {
    if (entry.entwurf !== undefined) sachen.delete(entry.entwurf)
    return
  }
  try {
    sachen.put(mark, MARK + mark.entwurf)
  } catch {
    // A store without room for it takes the entry all the same: notes.ts keeps what is known of it when it has arrived.
  }
}

/** @param isOpenAgain whether an entry that is removed leaves its stop to be done again */
function changeOne(
  { eintraege, fotos, sachen }: Stores,
  nr: number,
  change: (entry: Entry) => Entry | null | undefined,
  isOpenAgain: (entry: Entry) => boolean,
  named = new Set<string | undefined>(),
): { now: Entry | undefined } {
  const result: { now: Entry | undefined } = { now: undefined }
  const asked = eintraege.get(nr) as IDBRequest<Entry | undefined>
  asked.addEventListener("success", () => {
    if (!asked.result) return
    const becomes = change(asked.result)
    result.now = becomes === null ? undefined : (becomes ?? asked.result)
    const photo = photoKeyOf(asked.result)
    if (photo !== undefined && !named.has(photo) && (!result.now || photoKeyOf(result.now) !== photo))
      fotos.delete(photo)
    const draft = endedDraftOf(asked.result)
    if (becomes === null && draft !== undefined && isOpenAgain(asked.result)) sachen.delete(MARK + draft)
    if (becomes === null) eintraege.delete(nr)
    else if (becomes) eintraege.put(becomes)
  })
  return result
}
