import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Company, createTestApp, PASSWORD } from "../helpers/app.ts"

/** A company's own web pages: named exactly, with a token, and never with the cookie of our pages. */

const SHOP = "https://shop.sommer.example"
const app = createTestApp({ env: { CORS_ORIGINS: `${SHOP}, http://localhost:5173` } })
const closed = createTestApp()
afterAll(() => {
  app.close()
  closed.close()
})
let firma: Company
beforeAll(async () => {
  firma = await app.company("sommer")
})

const from = (origin: string, more: Record<string, string> = {}) => ({ headers: { origin, ...more } })
const asks = (origin: string) =>
  from(origin, {
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "authorization,if-match",
  })
const cors = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith("access-control"))

describe("a page that is named", () => {
  test("may ask, send and read, each time as itself", async () => {
    for (const origin of [SHOP, "http://localhost:5173"]) {
      const asked = await app.call("OPTIONS", "/api/kunden", asks(origin))
      expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, origin])
      expect(asked.headers.get("access-control-allow-methods")).toContain("PATCH")
      expect(asked.headers.get("access-control-allow-headers")).toMatch(/Authorization.*If-Match/)
      const read = await app.call("GET", "/api/kunden", { token: firma.user.token, ...from(origin) })
      expect([read.status, read.headers.get("access-control-allow-origin")]).toEqual([200, origin])
      expect(read.headers.get("access-control-expose-headers")).toContain("ETag")
      expect(read.headers.get("vary")).toContain("Origin")
      // Refusals are readable, too.
      const refused = await app.call("GET", "/api/kunden", from(origin))
      expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, origin])
    }
  })

  test("is never let in by the cookie, and never told that it might send one", async () => {
    const own = { host: "localhost", "sec-fetch-site": "same-origin" }
    const body = { email: firma.user.email, password: PASSWORD, tenant_slug: "sommer" }
    const login = await app.call("POST", "/api/sitzung", { body, headers: own })
    const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    expect((await app.call("GET", "/api/kunden", { headers: { cookie, ...own } })).status).toBe(200)
    const sent = await app.call("GET", "/api/kunden", from(SHOP, { cookie, "sec-fetch-site": "same-site" }))
    expect(sent.status).toBe(401)
    expect(sent.headers.get("access-control-allow-credentials")).toBeNull()
    // The log-in of our own pages is no other page's.
    const asked = await app.call("OPTIONS", "/api/sitzung", asks(SHOP))
    expect([asked.status, cors(asked.headers)]).toEqual([405, []])
    const tried = await app.call("POST", "/api/sitzung", { body, ...from(SHOP) })
    expect(cors(tried.headers)).toEqual([])
  })
})

test("our own pages are not shut out where the operator has named the service's own origin, too", async () => {
  const named = createTestApp({ env: { CORS_ORIGINS: "http://localhost" } })
  const { admin } = await named.company("sommer")
  const body = { email: admin.email, password: PASSWORD, tenant_slug: "sommer" }
  for (const more of [{}, { "sec-fetch-site": "same-origin" }]) {
    const own = from("http://localhost", more).headers
    const login = await named.call("POST", "/api/sitzung", { body, headers: own })
    const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    const kunde = { kundennummer: Bun.randomUUIDv7(), name: "Gasthaus Adler" }
    const changed = await named.call("POST", "/api/kunden", { body: kunde, headers: { ...own, cookie } })
    expect([more, login.status, changed.status]).toEqual([more, 200, 201])
  }
  named.close()
})

describe("a page that is not named", () => {
  test.each([
    "https://shop.sommer.example.evil.example",
    "https://evil.example",
    "http://shop.sommer.example",
    "https://shop.sommer.example:8443",
    "https://SHOP.sommer.example",
    "null",
    "*",
  ])("gets no leave: %s", async (origin) => {
    const asked = await app.call("OPTIONS", "/api/kunden", asks(origin))
    expect([asked.status, cors(asked.headers)]).toEqual([405, []])
    const read = await app.call("GET", "/api/kunden", { token: firma.user.token, ...from(origin) })
    expect([read.status, cors(read.headers)]).toEqual([200, []])
  })

  test("is every page where none is named, and nothing else is open but the interface", async () => {
    const other = await closed.company("winter")
    const read = await closed.call("GET", "/api/kunden", { token: other.user.token, ...from(SHOP) })
    expect([read.status, cors(read.headers), read.headers.get("vary")]).toEqual([200, [], null])
    expect((await closed.call("OPTIONS", "/api/kunden", asks(SHOP))).status).toBe(405)
    const page = await app.call("GET", "/health", from(SHOP))
    expect(cors(page.headers)).toEqual([])
  })
})

test("what names no exact page is refused at the start", () => {
  for (const wrong of [
    "*",
    "https://*.firma.de",
    "https://firma.de/",
    "http://firma.de",
    "firma.de",
    "https://a.de,",
    "null",
  ])
    expect(() => createTestApp({ env: { CORS_ORIGINS: wrong } })).toThrow(
      "CORS_ORIGINS muss aus genauen Herkünften bestehen",
    )
})
