/**
 * Requests that a small script of the shell sends before the application itself is here (buero/early.ts). Both are
 * bundled for themselves: what they share lies in the window.
 */
type Window = { early?: Map<string, Promise<Response>> }
const asked = ((globalThis as Window).early ??= new Map())

/** An answer that nobody came for by then is too old. In ms since the page was opened. */
const FRESH = 10_000

export function askEarly(url: string, headers: Record<string, string>): void {
  const response = fetch(url, { headers })
  // Whoever comes for it hears why.
  response.catch(() => {})
  asked.set(url, response)
}

/** @returns the answer that is on its way already, once */
export function takeEarly(url: string): Promise<Response> | undefined {
  const found = asked.get(url)
  asked.delete(url)
  return performance.now() < FRESH ? found : undefined
}
