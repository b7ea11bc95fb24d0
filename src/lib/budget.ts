/** Takes an amount for its owners, the largest first, such as a company and one of its people. */
export type Budget = (owners: string[], amount: number) => () => void

/**
 * Room that many share, such as memory for bodies that are being received.
 *
 * @param total what may be taken at one time by all
 * @param shares what one owner of each rank may hold of it, so that nobody locks the others out
 * @param full makes the error for whoever finds too little left
 * @returns takes an amount; what it returns gives it back
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
    // Whoever holds nothing may take more than a share: it would never fit otherwise.
    const isFull = exceeds(taken) || keys.some((key, rank) => exceeds(held.get(key) ?? 0, shares[rank]))
    if (isFull) throw full()
    add(keys, amount)
    return () => add(keys, -amount)
  }
}
