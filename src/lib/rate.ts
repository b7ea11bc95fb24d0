import { Refusal } from "./refusal.ts"

/**
 * Lets each owner do something so often in a time, and refuses what is more. Remembered in memory only.
 *
 * @param per in ms
 * @returns a function that counts one more. @throws Refusal too many, with the time after which it may be tried again
 */
export function limitRate(most: number, per: number, message: string): (owner: string) => void {
  /** By owner: when it was done, in ms since the start, as clocks jump. */
  const done = new Map<string, number[]>()
  return (owner) => {
    const now = performance.now()
    for (const [one, times] of done) if ((times.at(-1) ?? 0) <= now - per) done.delete(one)
    const times = (done.get(owner) ?? []).filter((time) => time > now - per)
    const [oldest = now] = times
    if (times.length >= most)
      throw new Refusal("too many", message, { retryAfter: Math.ceil((oldest + per - now) / 1000) })
    done.set(owner, [...times, now])
  }
}
