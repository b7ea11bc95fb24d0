/**
 * localStorage or sessionStorage, without their exceptions: where the browser forbids them, or they are full, this page
 * keeps the values in memory.
 */
function storeOf(store: () => Storage) {
  const memory = new Map<string, string>()
  const keys = (prefix: string): string[] => {
    const all = [...memory.keys()]
    try {
      all.push(...Object.keys(store()))
    } catch {
      // Only what this page has in memory.
    }
    return [...new Set(all)].filter((key) => key.startsWith(prefix))
  }
  const remove = (key: string): void => {
    memory.delete(key)
    try {
      store().removeItem(key)
    } catch {
      // A store that cannot be opened holds nothing.
    }
  }
  return {
    keys,
    remove,
    get(key: string): string | null {
      try {
        return memory.get(key) ?? store().getItem(key)
      } catch {
        return memory.get(key) ?? null
      }
    },
    /** @returns whether the browser has stored it, and not only this page's memory */
    set(key: string, value: string): boolean {
      try {
        store().setItem(key, value)
        memory.delete(key)
        return true
      } catch {
        memory.set(key, value)
        return false
      }
    },
    /** @returns whether the browser keeps all of it */
    keepsAll: (): boolean => memory.size === 0,
    clear: (): void => keys("").forEach(remove),
  }
}

/** The store of this browser. */
export const browserStore = storeOf(() => localStorage)
/** The store of this tab, which outlasts a reload of it. */
export const tabStore = storeOf(() => sessionStorage)
