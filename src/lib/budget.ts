/**
 * Room that many share, such as memory for bodies that are being received.
 *
 * @param total what may be taken at one time by all
 * @param share what one owner may hold of it, so that nobody locks the others out
 * @param full makes the error for whoever finds too little left
 * @returns takes an amount; what it returns gives it back
 */
export function budget(
  total: number,
  share: number,
  full: () => Error,
): (owner: string, amount: number) => () => void {
  const held = new Map<string, number>()
  let taken = 0
  return (owner, amount) => {
    const own = held.get(owner) ?? 0
    // Whoever holds nothing may take more than a share: it would never fit otherwise.
    if ((own > 0 && own + amount > share) || (taken > 0 && taken + amount > total)) throw full()
    held.set(owner, own + amount)
    taken += amount
    return () => {
      taken -= amount
      const left = (held.get(owner) ?? 0) - amount
      if (left > 0) held.set(owner, left)
      else held.delete(owner)
    }
  }
}
