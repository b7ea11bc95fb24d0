const NAME = "pfandwerk-postausgang"
let busy = false

/** One tab at a time: of all that are open, or of this one alone where a browser has no locks (without TLS). */
export async function alone<T>(work: () => Promise<T>): Promise<T | undefined> {
  if (navigator.locks)
    return navigator.locks.request(NAME, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
  if (busy) return undefined
  busy = true
  try {
    return await work()
  } finally {
    busy = false
  }
}
