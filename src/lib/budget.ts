/**
 * Takes an amount from the budget. `owners` is a path: a company, or a company and one of its people.
 *
 * @returns a function that gives it back; call it once
 */
type Budget = (owners: string[], amount: number) => () => void

/**
 * Budget of a limited resource that many share, such as memory for uploads.
 *
 * @param total limit for all owners together
 * @param shares limit for one owner at each level (a company, a person), so that nobody locks out the others
 * @param full makes the error for an exceeded limit
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
    // While nothing is held, any amount is allowed: otherwise one above the limit could never be taken.
    const isFull = exceeds(taken) || keys.some((key, rank) => exceeds(held.get(key) ?? 0, shares[rank]))
    if (isFull) throw full()
    add(keys, amount)
    return () => add(keys, -amount)
  }
}
