import { pressable, said, typed } from "./no-window.ts"
import { answerFor, ID, type Look } from "./sample.ts"

/** Presses each button of pages that are drawn without a browser, and sends each form, for drawn.test.ts. */

/** Ids that a page makes itself: another one each time. */
const MADE = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const steady = (text: string): string =>
  text.replaceAll(MADE, (id) => (id.startsWith(ID.slice(0, 18)) ? id : "‹neu›"))

const turn = (): Promise<void> => new Promise((done) => setImmediate(done))
const nothing = (): void => {}
const store = { getItem: () => null, setItem: nothing, removeItem: nothing }
/** Stands for what is pressed, and for what a script makes to save a file. */
const element = { closest: () => null, click: nothing, focus: nothing, querySelector: () => null }

/**
 * Presses all of what `draw` draws, as if somebody had typed into its forms.
 *
 * @param refuses whether the service refuses each request
 * @returns what each press did, by the name of what was pressed: requests, where it led, and messages; nothing of those
 *   that only open something
 */
export async function pressEach(
  draw: () => void,
  look: Look,
  refuses = false,
): Promise<Record<string, string[]>> {
  pressable.clear()
  typed.isOn = true
  draw()
  typed.isOn = false
  const did: Record<string, string[]> = {}
  let done: string[] = []
  const given = {
    fetch: async (url: string, { method = "GET", headers, body }: RequestInit = {}) => {
      const seen = new Headers(headers).get("if-match")
      const sent = body instanceof FormData ? [...body.keys()].join(" ") : body
      done.push([method, url, seen && `(${seen})`, sent].filter(Boolean).join(" "))
      return refuses ? Response.json({ error: "‹abgelehnt›" }, REFUSED) : reply(method, url, look)
    },
    history: {
      pushState: (_: unknown, __: unknown, url: string) => done.push(`→ ${url}`),
      replaceState: (_: unknown, __: unknown, url: string) => done.push(`⇒ ${url}`),
      back: () => done.push("zurück"),
    },
    document: { ...element, createElement: () => ({ ...element }), activeElement: null, body: element },
    sessionStorage: store,
  }
  globalThis.window.location.assign = (url) => void done.push(`⇒ ${String(url)}`)
  const before = Object.keys(given).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  for (const [name, press] of pressable) {
    done = []
    said.length = 0
    try {
      await (press as (event: object) => unknown)({ target: element })
      for (let i = 0; i < 20; i += 1) await turn()
    } catch (error) {
      done.push(`wirft: ${(error as Error).message}`)
    }
    if (done.length + said.length > 0) did[name] = [...done, ...said].map(steady)
  }
  for (const [name, descriptor] of before) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
  }
  return did
}

const REFUSED = { status: 409, headers: { "x-request-id": "1" } }

function reply(method: string, url: string, look: Look): Response {
  const headers = { "x-request-id": "1", "content-disposition": 'attachment; filename="Datei"' }
  const answer = answerFor(method.toLowerCase(), url.split("?")[0] ?? "", look)
  return answer === undefined
    ? new Response(null, { status: 204, headers })
    : Response.json(answer, { headers })
}
