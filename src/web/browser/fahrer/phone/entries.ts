import { type Entry, bytesKeyOf } from "../outbox/entry.ts"
import type { Store } from "../outbox/store.ts"
import { read, type StoreName, transact } from "./db.ts"
import { type Ended, endedBy, endedDraftOf, END_MARK } from "./ended.ts"

type Stores = Record<StoreName, IDBObjectStore>

/**
 * The outbox in the telephone's database. Bytes of pictures and signatures are kept as long as an entry refers to
 * them.
 */
export const entryStore: Store = {
  exchange: (nrs, change, fresh, bytes = []) =>
    transact(["eintraege", "fotos", "sachen"], "readwrite", (stores) => {
      const named = new Set(fresh.map(bytesKeyOf))
      // A removed entry was taken back or discarded: its stop is open again.
      const reopen = (gone: Entry): unknown => stores.sachen.delete(END_MARK + endedDraftOf(gone))
      for (const nr of nrs) changeOne(stores, nr, change, { named, removed: reopen })
      for (const photo of bytes) stores.fotos.put(photo.bytes, photo.key)
      const added = fresh.map((entry) => stores.eintraege.add(entry))
      for (const entry of fresh) end(stores, entry)
      return () => added.map(({ result }) => Number(result))
    }),
  all: () => read("eintraege", (store) => store.getAll()),
  change: (nr, change) =>
    // Without the store of the drafts, so that sending does not wait for somebody who types.
    transact(["eintraege", "fotos"], "readwrite", (stores) => {
      const result = changeOne(stores, nr, change)
      return () => result.now
    }),
  photo: (key) => read("fotos", (fotos) => fotos.get(key)),
}

/** @returns the marks of all stops that were ended here, and which no stored day knows yet */
export const readEnded = (): Promise<Ended[]> =>
  read("sachen", (sachen) => sachen.getAll(IDBKeyRange.bound(END_MARK, `${END_MARK}\uffff`)))

/** Marks the draft of a stop that an entry ends. Any other entry contains all of its draft, which is removed. */
function end({ sachen }: Stores, entry: Parameters<typeof endedBy>[0]): void {
  const mark = endedBy(entry)
  if (!mark) {
    if (entry.entwurf !== undefined) sachen.delete(entry.entwurf)
    return
  }
  try {
    sachen.put(mark, END_MARK + mark.entwurf)
  } catch {
    // Without room for the mark, the entry is stored all the same; notes.ts remembers it once it has arrived.
  }
}

type Changing = { named?: Set<string | undefined>; removed?: (entry: Entry) => unknown }

function changeOne(
  { eintraege, fotos }: Pick<Stores, "eintraege" | "fotos">,
  nr: number,
  change: (entry: Entry) => Entry | null | undefined,
  { named = new Set(), removed = () => {} }: Changing = {},
): { now: Entry | undefined } {
  const result: { now: Entry | undefined } = { now: undefined }
  const asked = eintraege.get(nr) as IDBRequest<Entry | undefined>
  asked.addEventListener("success", () => {
    if (!asked.result) return
    const becomes = change(asked.result)
    result.now = becomes === null ? undefined : (becomes ?? asked.result)
    const photo = bytesKeyOf(asked.result)
    if (photo !== undefined && !named.has(photo) && (!result.now || bytesKeyOf(result.now) !== photo))
      fotos.delete(photo)
    if (becomes === null) {
      eintraege.delete(nr)
      removed(asked.result)
    }
    if (becomes) eintraege.put(becomes)
  })
  return result
}
