import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createHmac } from "node:crypto"
import { type Account, type Company, createTestApp, PASSWORD, type Reply } from "../../helpers/app.ts"

const SECRET = "ein Geheimnis von mindestens 32 Bytes"
const DAY = 86_400
const app = createTestApp({ env: { JWT_SECRET: SECRET, LOGIN_FAILURES_PER_ADDRESS: "1000" } })
const proxied = createTestApp({ env: { TRUST_PROXY: "true" } })
afterAll(() => [app, proxied].forEach(({ close }) => close()))
let firma: Company
beforeAll(async () => {
  firma = await app.company("sommer")
})

const OWN = { "sec-fetch-site": "same-origin" }
const cookieOf = ({ headers }: Reply): string => (headers.get("set-cookie") ?? "").split(";")[0] ?? ""
const open = ({ email }: Pick<Account, "email">, headers: Record<string, string> = OWN) =>
  app.call("POST", "/api/sitzung", { body: { email, password: PASSWORD }, headers })
const me = async (cookie: string): Promise<number> =>
  (await app.call("GET", "/api/auth/me", { headers: { cookie } })).status
const renew = (cookie: string) => app.call("PUT", "/api/sitzung", { headers: { cookie, ...OWN } })
const end = (cookie: string) => app.call("DELETE", "/api/sitzung", { headers: { cookie, ...OWN } })

/** A page's token, as it was signed so many days ago with the password typed then. */
function signed(owner: Account, typed: number, change: object = {}): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url")
  const seconds = Math.floor(Date.now() / 1000)
  const claims = {
    id: owner.id,
    email: owner.email,
    name: "x",
    rolle: "admin",
    tenant_id: firma.id,
    iat: seconds - 60,
    exp: seconds + 3600,
    jti: `0.${crypto.randomUUID()}`,
    sid: crypto.randomUUID(),
    auth_time: Math.floor(seconds - typed * DAY),
    ...change,
  }
  const text = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`
  return `sitzung=${text}.${createHmac("sha256", SECRET).update(text).digest("base64url")}`
}

describe("logging in from a page", () => {
  test("answers with the user and sets a cookie for a day that no script can read", async () => {
    const reply = await open(firma.admin)
    expect([reply.status, reply.body.user.email]).toEqual([200, firma.admin.email])
    expect(reply.text).not.toContain("eyJ")
    const cookie = reply.headers.get("set-cookie") ?? ""
    expect(cookie).toMatch(
      /^sitzung-[0-9a-f]{8}=eyJ[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=86400$/,
    )
    expect(await me(cookieOf(reply))).toBe(200)
    const read = await app.call("GET", "/api/sitzung", { headers: { cookie: cookieOf(reply) } })
    expect([read.status, read.body]).toEqual([200, reply.body])
    expect(Date.parse(read.body.verlaengerbar_bis) - Date.parse(read.body.gilt_bis)).toBe(13 * DAY * 1000)
  })

  test("is known under another name at each port and from each service: cookies are shared by all ports", async () => {
    const names = [
      await open(firma.admin),
      await open(firma.admin, { ...OWN, host: "localhost:3000" }),
      await open(firma.admin, { ...OWN, host: "localhost:3001" }),
      await open(firma.admin, { ...OWN, host: "[::1]" }),
    ].map((reply) => cookieOf(reply).split("=")[0] ?? "")
    expect(names).toEqual([names[0]!, `${names[0]}-3000`, `${names[0]}-3001`, names[0]!])
    const account = await proxied.account((await proxied.company("winter")).id, "user")
    const body = { email: account.email, password: PASSWORD }
    const elsewhere = cookieOf(await proxied.call("POST", "/api/sitzung", { body, headers: OWN }))
    expect(elsewhere).not.toStartWith(`${names[0]}=`)
    // Both in one browser: each takes its own.
    const here = cookieOf(await open(firma.admin))
    for (const both of [`${here}; ${elsewhere}`, `${elsewhere}; ${here}`]) {
      expect(await me(both)).toBe(200)
      expect((await proxied.call("GET", "/api/auth/me", { headers: { cookie: both } })).status).toBe(200)
    }
  })

  test("under the name of before an upgrade goes on, and is renewed under that of today", async () => {
    const before = signed(firma.admin, 0)
    expect(before).toStartWith("sitzung=")
    const renewed = cookieOf(await renew(before))
    expect(renewed).toMatch(/^sitzung-[0-9a-f]{8}=/)
    expect((await end(`${before}; ${renewed}`)).status).toBe(204)
    expect(await me(before)).toBe(401)
  })

  test("ends the log-in that the page had before, only when the password is right", async () => {
    const before = cookieOf(await open(firma.admin))
    const wrong = { email: firma.admin.email, password: "falsch" }
    await app.call("POST", "/api/sitzung", { body: wrong, headers: { ...OWN, cookie: before } })
    expect(await me(before)).toBe(200)
    const after = cookieOf(await open(firma.admin, { ...OWN, cookie: before }))
    expect([await me(before), await me(after)]).toEqual([401, 200])
  })

  test("has the rules and the words of the log-in", async () => {
    const both = async (body: object) =>
      Promise.all(
        ["/api/auth/login", "/api/sitzung"].map(async (path) => {
          const { status, text } = await app.call("POST", path, { body, headers: OWN })
          return [status, text]
        }),
      )
    for (const body of [{}, { email: firma.admin.email, password: "falsch" }, { email: 5, password: "" }]) {
      const [login, sitzung] = await both(body)
      expect(sitzung).toEqual(login)
      expect(login?.[0]).not.toBe(200)
    }
    const demo = await app.company("gesperrt")
    const chef = await app.superadmin()
    await app.call("PATCH", `/api/tenants/${demo.id}`, { token: chef.token, body: { status: "gesperrt" } })
    const refused = await open(demo.admin)
    expect([refused.status, refused.body]).toEqual([403, { error: "Tenant nicht aktiv" }])
  })

  test("sets a __Host- cookie where the trusted proxy speaks TLS, and takes no other there", async () => {
    const account = await proxied.account((await proxied.company("sommer")).id, "user")
    const body = { email: account.email, password: PASSWORD }
    // A proxy behind another adds to what the other said.
    const https = { "x-forwarded-proto": "https, https" }
    const reply = await proxied.call("POST", "/api/sitzung", { body, headers: { ...OWN, ...https } })
    expect(reply.headers.get("set-cookie")).toMatch(
      /^__Host-sitzung-[0-9a-f]{8}=.*; SameSite=Strict; .*; Secure$/,
    )
    const [name, token] = cookieOf(reply).split("=")
    const ask = async (cookie: string) =>
      (await proxied.call("GET", "/api/sitzung", { headers: { cookie, ...https } })).status
    expect([await ask(`a=b; ${name}=${token}`), await ask(`sitzung=${token}`)]).toEqual([200, 401])
    // As it was called before an upgrade.
    expect(await ask(`__Host-sitzung=${token}`)).toBe(200)
    // Somebody without a proxy before it could send the header as well.
    const plain = await open(firma.admin, { ...OWN, ...https })
    expect(plain.headers.get("set-cookie")).toStartWith("sitzung-")
  })
})

describe("a cookie", () => {
  test("counts only where no Authorization is sent", async () => {
    const cookie = cookieOf(await open(firma.admin))
    const headers = { cookie, authorization: "Bearer kein.gueltiges.token" }
    expect((await app.call("GET", "/api/auth/me", { headers })).status).toBe(401)
    // With a token of its own, a program needs no page.
    const written = await app.call("POST", "/api/kunden", {
      token: firma.admin.token,
      headers: { cookie },
      body: { name: "Gasthaus" },
    })
    expect(written.status).toBe(201)
  })

  test("reads only for a page of this service and for a typed address, as some papers are kept when they are read", async () => {
    const cookie = cookieOf(await open(firma.admin))
    const kunde = await app.call("POST", "/api/kunden", {
      token: firma.admin.token,
      body: { name: "Gasthaus" },
    })
    const path = `/api/kunden/${kunde.body.id}/kontoauszug.pdf?von=2026-01-01&bis=2026-01-31`
    const status = async (headers: Record<string, string>) =>
      (await app.call("GET", path, { headers: { host: "pfand.example", cookie, ...headers } })).status
    const belege = async () =>
      (await app.call("GET", "/api/belege?total=true", { token: firma.admin.token })).body.total
    const before = await belege()
    for (const headers of [
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site" },
      { referer: "http://nachbar.example/" },
      { referer: "http://pfand.example.boese.example/" },
      { referer: "http://pfand.example:8080/" },
    ]) {
      expect([headers, await status(headers)]).toEqual([headers, 403])
    }
    expect(await belege()).toBe(before)
    for (const headers of [
      OWN,
      { "sec-fetch-site": "none" },
      { referer: "http://pfand.example/buero/kunden" },
      {},
    ]) {
      expect([headers, await status(headers)]).toEqual([headers, 200])
    }
    const { token } = firma.admin
    const neighbour = { "sec-fetch-site": "same-site" }
    expect((await app.call("GET", path, { token, headers: neighbour })).status).toBe(200)
  })

  test("changes something only for a page of this service", async () => {
    const cookie = cookieOf(await open(firma.admin))
    const send = async (headers: Record<string, string>, method = "POST", path = "/api/kunden") =>
      (await app.call(method, path, { body: { name: "Gasthaus" }, headers: { cookie, ...headers } })).status
    expect(await send(OWN)).toBe(201)
    expect(await send({ origin: "http://localhost" })).toBe(201)
    const foreign: Record<string, string>[] = [
      {},
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "cross-site", origin: "http://localhost" },
      { origin: "https://boese.example" },
      { origin: "null" },
      { origin: "http://localhost.boese.example" },
      { origin: "http://unter.localhost" },
      { origin: "https://localhost" },
      { origin: "http://localhost:8080" },
      { referer: "http://localhost/buero" },
      { "content-type": "text/plain", origin: "https://boese.example" },
      { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
      { "content-type": "multipart/form-data; boundary=x" },
    ]
    for (const headers of foreign) expect([headers, await send(headers)]).toEqual([headers, 403])
    for (const method of ["PUT", "DELETE"]) expect(await send({}, method, "/api/sitzung")).toBe(403)
    // Before its body is looked at, too.
    expect((await app.call("POST", "/api/sitzung", { body: {}, headers: { origin: "null" } })).status).toBe(
      403,
    )
    expect(await me(cookie)).toBe(200)
  })

  test("that another site brings along does not even log somebody in", async () => {
    const faults = [{}, { "sec-fetch-site": "cross-site" }, { origin: "https://boese.example" }]
    for (const headers of faults) {
      const reply = await open(firma.admin, headers as Record<string, string>)
      expect([reply.status, reply.headers.get("set-cookie")]).toEqual([403, null])
    }
  })

  test("reads without either, because nothing is changed by reading", async () => {
    const { routes } = await import("../../helpers/routes.ts")
    expect(routes.filter(({ method, mode }) => method === "GET" && mode === "write")).toEqual([])
    expect(await me(cookieOf(await open(firma.admin)))).toBe(200)
  })
})

describe("ending a session", () => {
  test("kills its token and all it was renewed to, and no other of the account", async () => {
    const [first, other] = [cookieOf(await open(firma.admin)), cookieOf(await open(firma.admin))]
    const second = cookieOf(await renew(first))
    expect([await me(first), await me(second)]).toEqual([200, 200])
    const reply = await end(second)
    expect([reply.status, reply.headers.get("set-cookie")]).toEqual([
      204,
      expect.stringMatching(/^sitzung-[0-9a-f]{8}=; Path=\/; HttpOnly; SameSite=Strict; Max-Age=0$/),
    ])
    expect([await me(first), await me(second), await me(other)]).toEqual([401, 401, 200])
    expect((await renew(first)).status).toBe(401)
  })

  test("works for a program's token, too", async () => {
    const { body } = await app.call("POST", "/api/auth/login", {
      body: { email: firma.user.email, password: PASSWORD },
    })
    expect((await app.call("DELETE", "/api/sitzung", { token: body.token })).status).toBe(204)
    expect((await app.call("GET", "/api/auth/me", { token: body.token })).status).toBe(401)
    expect((await app.call("GET", "/api/auth/me", { token: firma.user.token })).status).toBe(200)
  })

  test("is not forgotten when another one ends hours later", async () => {
    let ahead = 0
    const timed = createTestApp({ clock: () => new Date(Date.now() + ahead) })
    const { admin } = await timed.company("sommer")
    const body = { email: admin.email, password: PASSWORD }
    const logIn = async () => cookieOf(await timed.call("POST", "/api/sitzung", { body, headers: OWN }))
    const ask = async (method: string, cookie: string) =>
      (await timed.call(method, "/api/sitzung", { headers: { cookie, ...OWN } })).status
    const first = await logIn()
    expect(await ask("DELETE", first)).toBe(204)
    ahead = 23 * 3_600_000
    expect(await ask("DELETE", await logIn())).toBe(204)
    expect(await ask("GET", first)).toBe(401)
    timed.close()
  })

  test("a hundred times a day does not let the first come back", async () => {
    const account = await app.account(firma.id, "user")
    const { system } = app.deps
    const [first, still] = [cookieOf(await open(account)), cookieOf(await open(account))]
    await end(first)
    const seconds = Math.floor(Date.now() / 1000)
    for (let i = 0; i < 100; i++) {
      await system.write(() =>
        system.accounts.endSession(
          { ...account, tenant_id: firma.id },
          crypto.randomUUID(),
          seconds + DAY,
          seconds,
        ),
      )
    }
    // No account's list of them grows without end: all its sessions ended instead.
    expect([await me(first), await me(still)]).toEqual([401, 401])
    // Those whose day is over are counted no more.
    const [early, late] = [cookieOf(await open(account)), cookieOf(await open(account))]
    for (let i = 0; i < 100; i++) {
      const owner = { ...account, tenant_id: firma.id }
      await system.write(() =>
        system.accounts.endSession(owner, crypto.randomUUID(), seconds - 10, seconds - 20),
      )
    }
    await end(early)
    expect([await me(early), await me(late)]).toEqual([401, 200])
    // The list begins anew, so that the next one to log out ends no others.
    const [next, other] = [cookieOf(await open(account)), cookieOf(await open(account))]
    await end(next)
    expect([await me(next), await me(other)]).toEqual([401, 200])
  })
})

describe("renewal", () => {
  test("gives another token for another day, counted from the password", async () => {
    const cookie = signed(firma.admin, 2)
    const reply = await renew(cookie)
    expect([reply.status, reply.headers.get("set-cookie")]).toEqual([
      200,
      expect.stringContaining("Max-Age=86400"),
    ])
    expect(cookieOf(reply)).not.toBe(cookie)
    expect(await me(cookieOf(reply))).toBe(200)
  })

  test("ends SITZUNG_TAGE after the password was typed", async () => {
    const typed = Math.floor(Date.now() / 1000 - 13.75 * DAY)
    const last = await renew(signed(firma.admin, 0, { auth_time: typed }))
    expect(Date.parse(last.body.gilt_bis)).toBe((typed + 14 * DAY) * 1000)
    const left = Number(/Max-Age=(\d+)$/.exec(last.headers.get("set-cookie") ?? "")?.[1])
    expect(left).toBeWithin(1, 0.25 * DAY + 1)
    expect((await renew(signed(firma.admin, 14.001))).status).toBe(401)
  })

  test("has a last second, and gives no session of none", async () => {
    const now = new Date(Math.floor(Date.now() / 1000) * 1000)
    const still = createTestApp({ env: { JWT_SECRET: SECRET }, clock: () => now })
    const sommer = await still.company("sommer")
    const seconds = now.getTime() / 1000
    const last = async (left: number) => {
      const change = { tenant_id: sommer.id, auth_time: seconds - 14 * DAY + left }
      const cookie = signed(sommer.admin, 0, change)
      return (await still.call("PUT", "/api/sitzung", { headers: { cookie, ...OWN } })).status
    }
    expect([await last(1), await last(0)]).toEqual([200, 401])
    still.close()
  })

  test("is for pages alone", async () => {
    expect((await app.call("PUT", "/api/sitzung", { token: firma.admin.token })).status).toBe(409)
    const nobody = signed(firma.admin, 0, { sid: 5 })
    expect((await renew(nobody)).status).toBe(401)
  })

  test("goes on after the own change of password, and ends with every other revocation", async () => {
    const account = await app.account(firma.id, "admin")
    const cookie = cookieOf(await open(account))
    const changed = await app.call("POST", "/api/auth/change-password", {
      headers: { cookie, ...OWN },
      body: { currentPassword: PASSWORD, newPassword: "zweites Kennwort" },
    })
    expect(changed.status).toBe(200)
    const renewed = cookieOf(await renew(cookie))
    expect(await me(renewed)).toBe(200)
    await app.call("PATCH", `/api/mitarbeiter/${account.id}`, {
      token: firma.admin.token,
      body: { aktiv: 0 },
    })
    expect([await me(renewed), (await renew(renewed)).status]).toEqual([401, 401])
  })
})

describe("what a page is told of the end of its log-in", () => {
  const isEnded = async (cookie: string, path = "/api/kunden") =>
    (await app.call("GET", path, { headers: { cookie, ...OWN } })).headers.get("x-session")

  test("that the service has ended it, and not that it merely expired", async () => {
    const change = (account: Account, path: string, method: string, body?: object) =>
      app.call(method, `/api/mitarbeiter/${account.id}${path}`, {
        token: firma.admin.token,
        ...(body && { body }),
      })
    for (const stop of [
      (account: Account) => change(account, "", "PATCH", { aktiv: 0 }),
      (account: Account) => change(account, "", "PATCH", { rolle: "user" }),
      (account: Account) => change(account, "/abmelden", "POST"),
      (account: Account) => change(account, "/passwort", "POST", { password: "drittes Kennwort" }),
    ]) {
      const account = await app.account(firma.id, "admin")
      const cookie = cookieOf(await open(account))
      expect(await isEnded(cookie)).toBe(null)
      expect((await stop(account)).status).toBeLessThan(300)
      expect([await isEnded(cookie), await isEnded(cookie, "/api/sitzung")]).toEqual(["ended", "ended"])
    }
    expect(await isEnded("")).toBe(null)
    expect(await isEnded(signed(firma.admin, 1, { exp: 1 }))).toBe(null)
    expect(await isEnded(`${signed(firma.admin, 1)}x`)).toBe(null)
  })

  test("that its company is blocked", async () => {
    const mahnung = await app.company("mahnung")
    const cookie = cookieOf(await open(mahnung.user))
    const { token } = await app.superadmin()
    await app.call("PATCH", `/api/tenants/${mahnung.id}`, { token, body: { status: "gesperrt" } })
    expect([await isEnded(cookie), await isEnded(cookie, "/api/sitzung")]).toEqual(["ended", null])
  })

  test("the key to what was typed: another one for an account of another company with the same id", async () => {
    const made = async ({ admin, slug }: Company) => {
      const body = { id, email: `gleich@${slug}.example`, name: "Gleich", rolle: "user", password: PASSWORD }
      await app.call("POST", "/api/mitarbeiter", { token: admin.token, body })
      return (await open(body)).body.entwurf_schluessel
    }
    const id = Bun.randomUUIDv7()
    expect(await made(firma)).not.toBe(await made(await app.company("gleiche-id")))
  })

  test("the key to what was typed: one for each account, in each of its log-ins", async () => {
    const key = async (account: Account) => (await open(account)).body.entwurf_schluessel
    const keys = [await key(firma.admin), await key(firma.admin), await key(firma.user)]
    expect(Buffer.from(keys[0], "base64").length).toBe(32)
    expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([true, false])
  })
})
