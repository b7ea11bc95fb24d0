import type { Entry } from "../../src/web/fahrer/outbox/entry.ts"
import type { Store } from "../../src/web/fahrer/outbox/store.ts"

/** A store as a browser's is: each method one transaction, some time later, on copies. */
export function memoryStore(): Store {
  const entries = new Map<number, Entry>()
  let last = 0
  const later = () => new Promise((resolve) => setImmediate(resolve))
  return {
    async exchange(nrs, change, fresh) {
      await later()
      for (const nr of nrs) {
        const entry = entries.get(nr)
        const becomes = entry && change(structuredClone(entry))
        if (becomes === null) entries.delete(nr)
        else if (becomes) entries.set(nr, structuredClone(becomes))
      }
      return fresh.map((entry) => {
        last++
        entries.set(last, structuredClone({ ...entry, nr: last }))
        return last
      })
    },
    async all() {
      await later()
      return structuredClone([...entries.values()]).toSorted((a, b) => a.nr - b.nr)
    },
    async change(nr, change) {
      await later()
      const entry = entries.get(nr)
      if (!entry) return undefined
      const becomes = change(structuredClone(entry))
      if (becomes === null) entries.delete(nr)
      else if (becomes) entries.set(nr, structuredClone({ ...becomes, nr }))
      return structuredClone(entries.get(nr))
    },
  }
}

/** As the browser's lock: of all tabs one works, the others go on. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T | undefined> {
  let busy = false
  return async (work) => {
    if (busy) return undefined
    busy = true
    try {
      return await work()
    } finally {
      busy = false
    }
  }
}
