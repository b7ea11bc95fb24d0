type Options = {
  /** The deadline, in ms. */
  within?: number
  /** The longest pause between two looks, in ms. Looks come quickly at first. */
  every?: number
}

/**
 * Waits for what others are bringing about. All waits of the tests are this one.
 *
 * @param what it is that is waited for, as in "until the archive is there"
 * @param look returns false or throws as long as it is not so
 * @returns what it returned at last
 * @throws Error that says what was waited for, and what the last look threw
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  // Far beyond what a slow machine takes, and below the runner's own limit, which would say nothing.
  { within = 60_000, every = 50 }: Options = {},
): Promise<Exclude<T, false>> {
  const end = performance.now() + within
  for (let pause = 1; ; pause = Math.min(pause * 1.5, every)) {
    const { found, cause } = await looked(look)
    if (found !== false) return found as Exclude<T, false>
    if (performance.now() > end) {
      const message = cause instanceof Error ? `: ${cause.message}` : ""
      throw new Error(`waited ${within} ms in vain until ${what}${message}`, { cause })
    }
    await Bun.sleep(pause)
  }
}

async function looked<T>(look: () => T | Promise<T>): Promise<{ found: T | false; cause?: unknown }> {
  try {
    return { found: await look() }
  } catch (cause) {
    return { found: false, cause }
  }
}
