/** An event without a name: `emit` calls everybody who listens at that moment. */
export function makeEmitter() {
  const listeners = new Set<() => void>()
  return {
    emit: (): void => listeners.forEach((listener) => listener()),
    /** @returns stops listening */
    listen: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
