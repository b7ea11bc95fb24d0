import type { Entry } from "./entry.ts"

export type Fresh = Omit<Entry, "nr">

/** Where entries are kept. Each method is one transaction, and on the disk when it resolves. */
export type Store = {
  /**
   * Stores entries behind all others, and changes or removes (`null`) some in the same transaction.
   *
   * @returns the numbers of the new ones
   */
  exchange(nrs: number[], change: (entry: Entry) => Entry | null, fresh: Fresh[]): Promise<number[]>
  /** @returns all, in their order */
  all(): Promise<Entry[]>
  /**
   * Looks at one and changes it, with nobody in between.
   *
   * @param change returns what it becomes, `null` to remove it, or `undefined` to leave it as it is
   * @returns what it is now; undefined when there is none
   */
  change(nr: number, change: (entry: Entry) => Entry | null | undefined): Promise<Entry | undefined>
}
