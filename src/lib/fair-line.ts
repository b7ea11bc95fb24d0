/**
 * A line in which owners take turns, so that nobody waits behind all that another one has brought. What one owner
 * brings keeps its order.
 */
export class FairLine<T> {
  /** In the order in which they come next. */
  readonly #owners = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** @returns how many things of this owner wait */
  waiting(owner: string): number {
    return this.#owners.get(owner)?.length ?? 0
  }

  /** Whether one of those who may now has brought something. */
  has(mayNow: (owner: string) => boolean): boolean {
    for (const owner of this.#owners.keys()) if (mayNow(owner)) return true
    return false
  }

  push(owner: string, item: T): void {
    const own = this.#owners.get(owner)
    if (own) own.push(item)
    else this.#owners.set(owner, [item])
    this.#size++
  }

  /**
   * @param mayNow passes over owners who have to wait still
   * @returns the first thing of the owner whose turn it is, who goes behind the others then
   */
  shift(mayNow: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, items] of this.#owners) {
      if (!mayNow(owner)) continue
      this.#owners.delete(owner)
      const item = items.shift()
      if (items.length > 0) this.#owners.set(owner, items)
      this.#size--
      return item
    }
    return undefined
  }

  /** What this owner has brought comes behind what all others have by now. */
  goBehind(owner: string): void {
    const own = this.#owners.get(owner)
    if (!own) return
    this.#owners.delete(owner)
    this.#owners.set(owner, own)
  }

  /** Makes it the next one again, as if it had not been taken. */
  putBack(owner: string, item: T): void {
    const others = [...this.#owners].filter(([other]) => other !== owner)
    const own = [item, ...(this.#owners.get(owner) ?? [])]
    this.#owners.clear()
    this.#owners.set(owner, own)
    for (const [other, items] of others) this.#owners.set(other, items)
    this.#size++
  }

  /** @returns what was meant, taken out of the line, whoever's turn it is */
  remove(isMeant: (item: T) => boolean): T[] {
    const removed: T[] = []
    for (const [owner, items] of this.#owners) {
      const kept = items.filter((item) => !isMeant(item))
      removed.push(...items.filter(isMeant))
      if (kept.length > 0) this.#owners.set(owner, kept)
      else this.#owners.delete(owner)
    }
    this.#size -= removed.length
    return removed
  }
}
