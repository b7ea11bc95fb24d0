import { type Bytes, type Entry, bytesKeyOf } from "./entry.ts"

type Fresh = Omit<Entry, "nr">

/** Where entries are kept. Each method is one transaction, and on the disk when it resolves. */
export type Store = {
  /**
   * Stores entries behind all others, and changes or removes (`null`) some in the same transaction: those that are
   * removed have not arrived, and what they did can be done again.
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
  /** @returns all, in their order */
  all(): Promise<Entry[]>
  /**
   * Looks at one and changes it, with nobody in between.
   *
   * @param change returns what it becomes, `null` to remove it, or `undefined` to leave it as it is
   * @returns what it is now; undefined when there is none
   */
  change(nr: number, change: (entry: Entry) => Entry | null | undefined): Promise<Entry | undefined>
  /** @returns a picture's bytes; undefined once no entry names it any more */
  photo(key: string): Promise<ArrayBuffer | undefined>
}

/** @returns the bytes of an entry's picture or signature, wherever they lie; undefined when it has or needs none */
export async function bytesOf(store: Store, entry: Entry): Promise<ArrayBuffer | undefined> {
  const key = bytesKeyOf(entry)
  if (key !== undefined) return store.photo(key)
  return typeof entry.body !== "string" && "bytes" in entry.body ? entry.body.bytes : undefined
}
