const NAME = "pfandwerk-postausgang"
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Does work in one tab at a time; without TLS, where browsers have no locks, one at a time in this tab alone. */
export async function alone<T>(work: () => Promise<T>): Promise<T | undefined> {
  if (navigator.locks)
    return navigator.locks.request(NAME, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
  return waiting > 0 ? undefined : inTurn(work)
}

/** Waits for that lock, and does work under it. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(NAME, work)
  waiting++
  const mine = last.then(work).finally(() => waiting--)
  last = mine.catch(() => {})
  return mine
}
