/**
 * To be imported before modules of pages, where there is no page: some ask for the tab's store when they are loaded.
 * This one holds nothing and takes nothing, as a browser's that is forbidden or full.
 */
const nothing = { getItem: () => null }

if (!("sessionStorage" in globalThis)) Object.assign(globalThis, { sessionStorage: nothing })

type Asked = { method: string; path: string; query: URLSearchParams; body: any }

/** Answers requests of the pages as the service would, while something is done. @param answers to each request: JSON, a response, or what becomes one */
export async function answering<T>(answers: (asked: Asked) => unknown, work: () => Promise<T>): Promise<T> {
  const before = globalThis.fetch
  const answer = async (input: unknown, { method = "GET", body }: RequestInit = {}) => {
    const { pathname: path, searchParams: query } = new URL(String(input), "http://localhost")
    const reply = await answers({
      method,
      path,
      query,
      body: typeof body === "string" ? JSON.parse(body) : body,
    })
    if (reply instanceof Response) return reply
    return Response.json(reply, { headers: { "x-request-id": "1" } })
  }
  globalThis.fetch = answer as never
  try {
    return await work()
  } finally {
    globalThis.fetch = before
  }
}
