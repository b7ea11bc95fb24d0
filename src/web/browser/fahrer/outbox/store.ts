import { type Bytes, type Entry, bytesKeyOf } from "./entry.ts"

type Fresh = Omit<Entry, "nr">

/** Stores entries. Each method is one transaction, which is on the disk when it resolves. */
export type Store = {
  /**
   * Stores new entries, and changes or removes (`null`) others in the same transaction. A removed entry has not arrived, so
   * that its stop is open again.
   *
   * @param bytes of the pictures among the new ones, unless they are here already
   * @returns the numbers of the new ones
   */
  exchange(
    nrs: number[],
    change: (entry: Entry) => Entry | null,
    fresh: Fresh[],
    bytes?: Bytes[],
  ): Promise<number[]>
  /** @returns all entries, in their order */
  all(): Promise<Entry[]>
  /**
   * Reads an entry and changes it, in one transaction.
   *
   * @param change returns what it becomes, `null` to remove it, or `undefined` to leave it as it is
   * @returns the entry as it is now; undefined for none
   */
  change(nr: number, change: (entry: Entry) => Entry | null | undefined): Promise<Entry | undefined>
  /** @returns the bytes of a picture or signature; undefined once no entry refers to them */
  photo(key: string): Promise<ArrayBuffer | undefined>
}

/** @returns the bytes of an entry's picture or signature, stored apart or in it; undefined if it has none */
export async function bytesOf(store: Store, entry: Entry): Promise<ArrayBuffer | undefined> {
  const key = bytesKeyOf(entry)
  if (key !== undefined) return store.photo(key)
  return typeof entry.body !== "string" && "bytes" in entry.body ? entry.body.bytes : undefined
}
