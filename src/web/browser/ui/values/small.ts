const memory = new Map<string, string>()

/**
 * The browser's small store, which answers at once, and throws where it is forbidden or full: then this page remembers
 * by itself.
 */
export const small = {
  get(key: string): string | null {
    try {
      return memory.get(key) ?? localStorage.getItem(key)
    } catch {
      return memory.get(key) ?? null
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value)
      memory.delete(key)
    } catch {
      memory.set(key, value)
    }
  },
  remove(key: string): void {
    memory.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Then it could keep nothing either.
    }
  },
  keys(prefix: string): string[] {
    const all = [...memory.keys()]
    try {
      all.push(...Object.keys(localStorage))
    } catch {
      // Without storage, only this page's memory is left.
    }
    return [...new Set(all)].filter((key) => key.startsWith(prefix))
  },
}
