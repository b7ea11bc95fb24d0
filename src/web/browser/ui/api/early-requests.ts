/**
 * Requests that a small script sends before the application has loaded (buero/early.ts). The two are separate bundles,
 * and share this map through the window. A <link rel="preload"> would not do: it cannot send the header that names an
 * operator's company, and knows no customer's id.
 */
type Early = { response: Promise<Response>; body?: unknown }
type Window = { early?: Map<string, Early> }
const asked = ((globalThis as Window).early ??= new Map())

/** From then on an answer that nobody has taken is too old. In ms since the page was opened. */
const FRESH = 10_000

export function askEarly(url: string, headers: Record<string, string>): void {
  const early: Early = { response: fetch(url, { headers }) }
  asked.set(url, early)
  const read = async (): Promise<void> => {
    const response = await early.response
    if (response.ok) early.body = await response.clone().json()
  }
  // Whoever takes the response gets the error.
  read().catch(() => {})
}

/** @returns the request that is under way already; only the first caller gets it */
export function takeEarly(url: string): Early | undefined {
  const found = asked.get(url)
  asked.delete(url)
  return performance.now() < FRESH ? found : undefined
}

/**
 * @returns the body of such a request if it has arrived, so that the first drawing can show it; only the first caller
 *   gets it
 */
export const takeEarlyBody = (url: string): unknown =>
  asked.get(url)?.body === undefined ? undefined : takeEarly(url)?.body
