/**
 * Waits for a promise that has to fail: `expect(await failing(promise)).toThrow("…")`. Bun's own `rejects` waits in an
 * event loop within the event loop, in which `setImmediate` at times comes half a second late.
 *
 * @returns a function that throws the promise's error; it does nothing if there was none
 */
export async function failing(promise: unknown): Promise<() => void> {
  try {
    await promise
    return () => {}
  } catch (error) {
    return () => {
      throw error
    }
  }
}
