/**
 * Requests that a small script of the shell sends before the application itself is here (buero/early.ts). Both are
 * bundled for themselves: what they share lies in the window.
 * A <link rel="preload"> would not do: it sends no header, which names an operator's company, nor knows a customer's id.
 */
type Early = { response: Promise<Response>; body?: unknown }
type Window = { early?: Map<string, Early> }
const asked = ((globalThis as Window).early ??= new Map())

/** An answer that nobody came for by then is too old. In ms since the page was opened. */
const FRESH = 10_000

export function askEarly(url: string, headers: Record<string, string>): void {
  const early: Early = { response: fetch(url, { headers }) }
  asked.set(url, early)
  const read = async (): Promise<void> => {
    const response = await early.response
    if (response.ok) early.body = await response.clone().json()
  }
  // The caller that comes for the response hears why.
  read().catch(() => {})
}

/** @returns the answer that is on its way already, once */
export function takeEarly(url: string): Early | undefined {
  const found = asked.get(url)
  asked.delete(url)
  return performance.now() < FRESH ? found : undefined
}

/** @returns what it says, if it has come already, once: so that it is there when its screen is first drawn */
export const takeEarlyBody = (url: string): unknown =>
  asked.get(url)?.body === undefined ? undefined : takeEarly(url)?.body
