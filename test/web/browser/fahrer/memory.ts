import { type Entry, bytesKeyOf } from "../../../../src/web/browser/fahrer/outbox/entry.ts"
import type { Store } from "../../../../src/web/browser/fahrer/outbox/store.ts"

/** Faults of a store: no room for writes, or for anything but deletions. */
export type Full = "has room" | "full" | "stuck"

/** A store as a browser's is: each method one transaction, some time later, on copies. */
export function memoryStore(
  room: () => Full = () => "has room",
): Store & { fotos: Map<string, ArrayBuffer> } {
  const entries = new Map<number, Entry>()
  const fotos = new Map<string, ArrayBuffer>()
  let last = 0
  const later = () => new Promise((resolve) => setImmediate(resolve))
  const requireRoom = (): void => {
    if (room() !== "has room") throw new DOMException("full", "QuotaExceededError")
  }
  const set = (nr: number, becomes: Entry | null | undefined): void => {
    if (becomes === undefined) return
    if (becomes === null) {
      if (room() === "stuck") throw new DOMException("stuck", "UnknownError")
      entries.delete(nr)
    } else {
      requireRoom()
      entries.set(nr, structuredClone({ ...becomes, nr }))
    }
  }
  /** Bytes are there as long as an entry names them. */
  const sweep = (): void => {
    const named = new Set([...entries.values()].map(bytesKeyOf))
    for (const key of fotos.keys()) if (!named.has(key)) fotos.delete(key)
  }
  return {
    fotos,
    async exchange(nrs, change, fresh, bytes = []) {
      await later()
      if (fresh.length > 0) requireRoom()
      for (const nr of nrs) {
        const entry = entries.get(nr)
        if (entry) set(nr, change(structuredClone(entry)))
      }
      for (const { key, bytes: content } of bytes) fotos.set(key, content.slice(0))
      const numbers = fresh.map((entry) => {
        last++
        entries.set(last, structuredClone({ ...entry, nr: last }))
        return last
      })
      sweep()
      return numbers
    },
    async all() {
      await later()
      return structuredClone([...entries.values()]).toSorted((a, b) => a.nr - b.nr)
    },
    async change(nr, change) {
      await later()
      const entry = entries.get(nr)
      if (!entry) return undefined
      set(nr, change(structuredClone(entry)))
      sweep()
      return structuredClone(entries.get(nr))
    },
    async photo(key) {
      await later()
      return fotos.get(key)?.slice(0)
    },
  }
}

/** As the browser's lock: of all tabs one works, the others go on, or wait for their turn. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  let working = 0
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    working++
    const mine = last.then(work).finally(() => working--)
    last = mine.catch(() => {})
    return mine
  }
  return {
    inTurn,
    alone: async <T>(work: () => Promise<T>): Promise<T | undefined> =>
      working > 0 ? undefined : inTurn(work),
  }
}
