/** In ms; far beyond what a slow machine takes. */
const PATIENCE = 30_000

/**
 * Repeats a check of what others are still bringing about.
 *
 * @param check throws as long as it is not there
 * @returns what the check returns
 * @throws what the check threw last, once patience has ended
 */
export async function eventually<T>(check: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE
  for (;;)
    try {
      return await check()
    } catch (error) {
      if (performance.now() > until) throw error
      await Bun.sleep(50)
    }
}
