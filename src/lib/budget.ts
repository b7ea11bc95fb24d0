/** Takes an amount for its owners, outermost first: a company, then one of its people. */
type Budget = (owners: string[], amount: number) => () => void

/**
 * A limited resource that many share, such as memory for uploads.
 *
 * @param total what all together may hold
 * @param shares what one owner of each rank may hold, so that nobody locks out the others
 * @param full makes the error when too little is left
 * @returns a function that takes an amount and returns one that gives it back
 */
export function budget(total: number, shares: number[], full: () => Error): Budget {
  const held = new Map<string, number>()
  let taken = 0
  const add = (keys: string[], amount: number): void => {
    taken += amount
    for (const key of keys) {
      const sum = (held.get(key) ?? 0) + amount
      if (sum > 0) held.set(key, sum)
      else held.delete(key)
    }
  }
  return (owners, amount) => {
    const keys = owners.map((_, rank) => owners.slice(0, rank + 1).join(" "))
    const exceeds = (own: number, share = total): boolean => own > 0 && own + amount > share
    // The first amount may exceed the share: one that is larger than it would never fit otherwise.
    const isFull = exceeds(taken) || keys.some((key, rank) => exceeds(held.get(key) ?? 0, shares[rank]))
    if (isFull) throw full()
    add(keys, amount)
    return () => add(keys, -amount)
  }
}
