import { type Entry, photoKeyOf } from "../outbox/entry.ts"
import type { Store } from "../outbox/store.ts"
import { read, transact } from "./db.ts"

type Stores = { eintraege: IDBObjectStore; fotos: IDBObjectStore }

/** The outbox on the telephone itself. A picture's bytes are there as long as an entry names them. */
export const entryStore: Store = {
  exchange: (nrs, change, fresh, bytes = []) =>
    transact(["eintraege", "fotos"], "readwrite", (stores) => {
      const named = new Set(fresh.map(photoKeyOf))
      for (const nr of nrs) changeOne(stores, nr, change, named)
      for (const photo of bytes) stores.fotos.put(photo.bytes, photo.key)
      const added = fresh.map((entry) => stores.eintraege.add(entry))
      return () => added.map(({ result }) => Number(result))
    }),
  all: () => read("eintraege", (store) => store.getAll()),
  change: (nr, change) =>
    transact(["eintraege", "fotos"], "readwrite", (stores) => {
      const result = changeOne(stores, nr, change)
      return () => result.now
    }),
  photo: (key) => read("fotos", (fotos) => fotos.get(key)),
}

function changeOne(
  { eintraege, fotos }: Stores,
  nr: number,
  change: (entry: Entry) => Entry | null | undefined,
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
    if (becomes === null) eintraege.delete(nr)
    else if (becomes) eintraege.put(becomes)
  })
  return result
}
