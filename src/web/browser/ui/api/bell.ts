/** Rings when something has changed, for all who listen by then. */
export function makeBell() {
  const listeners = new Set<() => void>()
  return {
    ring: (): void => listeners.forEach((listener) => listener()),
    /** @returns stops listening */
    listen: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
