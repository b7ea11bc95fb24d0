import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test"
import { mitarbeiter, tenants } from "../../../src/db/schema.ts"
import { type Account, type Company, createTestApp, PASSWORD } from "../../helpers/app.ts"

const app = createTestApp()
afterAll(app.close)
let firma: Company
beforeAll(async () => {
  firma = await app.company("sommer")
})

const me = async (token: string): Promise<number> => (await app.call("GET", "/api/auth/me", { token })).status
const login = async ({ email }: Account, password = PASSWORD): Promise<string> =>
  (await app.call("POST", "/api/auth/login", { body: { email, password } })).body.token
const change = (token: string, currentPassword: string, newPassword: string) =>
  app.call("POST", "/api/auth/change-password", { token, body: { currentPassword, newPassword } })
const patch = (id: string, body: object) =>
  app.call("PATCH", `/api/mitarbeiter/${id}`, { token: firma.admin.token, body })

describe("changing one's password", () => {
  test("ends the account's other sessions, and not the one that did it", async () => {
    const account = await app.account(firma.id, "user")
    const [here, there] = [await login(account), await login(account)]
    expect((await change(here, PASSWORD, "zweites Kennwort")).status).toBe(200)
    expect([await me(here), await me(there), await me(account.token)]).toEqual([200, 401, 401])
    expect(await me(await login(account, "zweites Kennwort"))).toBe(200)
  })

  test("again, from another session, ends the one that was left", async () => {
    const account = await app.account(firma.id, "user")
    await change(account.token, PASSWORD, "zweites Kennwort")
    const second = await login(account, "zweites Kennwort")
    await change(second, "zweites Kennwort", "drittes Kennwort")
    expect([await me(account.token), await me(second)]).toEqual([401, 200])
  })

  test("twice at once: one wins, the other's current password is wrong by then", async () => {
    const account = await app.account(firma.id, "user")
    const replies = await Promise.all(
      ["eins-eins", "zwei-zwei"].map((password) => change(account.token, PASSWORD, password)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })
})

test("logout-all ends every session, the one that asks included", async () => {
  const account = await app.account(firma.id, "user")
  const other = await login(account)
  expect((await app.call("POST", "/api/auth/logout-all", { token: account.token })).status).toBe(200)
  expect([await me(account.token), await me(other)]).toEqual([401, 401])
  expect(await me(await login(account))).toBe(200)
})

test("logout-all ends a session that had survived a change of password", async () => {
  const account = await app.account(firma.id, "user")
  await change(account.token, PASSWORD, "zweites Kennwort")
  await app.call("POST", "/api/auth/logout-all", { token: account.token })
  expect(await me(account.token)).toBe(401)
})

test("a deactivated account is out at its next request, and its old token stays dead when it comes back", async () => {
  const account = await app.account(firma.id, "user")
  expect((await patch(account.id, { aktiv: 0 })).status).toBe(200)
  expect(await me(account.token)).toBe(401)
  await patch(account.id, { aktiv: 1 })
  expect(await me(account.token)).toBe(401)
  expect(await me(await login(account))).toBe(200)
})

test("a changed role is in force at the next request: the old token is dead, also after changing back", async () => {
  const account = await app.account(firma.id, "admin")
  await patch(account.id, { rolle: "fahrer" })
  expect(await me(account.token)).toBe(401)
  const driver = await login(account)
  expect((await app.call("GET", "/api/mitarbeiter", { token: driver })).status).toBe(403)
  await patch(account.id, { rolle: "admin" })
  expect([await me(account.token), await me(driver)]).toEqual([401, 401])
})

test("a changed name ends no session", async () => {
  const account = await app.account(firma.id, "user")
  await patch(account.id, { name: "Anders" })
  expect(await me(account.token)).toBe(200)
})

test("a password set by the admin ends the account's sessions", async () => {
  const account = await app.account(firma.id, "user")
  const path = `/api/mitarbeiter/${account.id}/passwort`
  expect(
    (await app.call("POST", path, { token: firma.admin.token, body: { password: "neu gesetzt" } })).status,
  ).toBe(200)
  expect(await me(account.token)).toBe(401)
  expect(await me(await login(account, "neu gesetzt"))).toBe(200)
})

test("a demo past its time is refused on business routes at once, and only the log-in stores it", async () => {
  const chef = await app.superadmin()
  const demo = await app.company("vorbei")
  const body = { typ: "demo", demo_expires_at: "2020-01-01T00:00:00Z" }
  expect((await app.call("PATCH", `/api/tenants/${demo.id}`, { token: chef.token, body })).status).toBe(200)
  const refused = await app.call("GET", "/api/tenant", { token: demo.admin.token })
  expect([refused.status, refused.body]).toEqual([403, { error: "Demo-Zugang abgelaufen" }])
  expect(refused.headers.get("retry-after")).toBe("600")
  const mine = await app.call("GET", "/api/auth/me", { token: demo.admin.token })
  expect([mine.status, mine.body.tenant_status]).toEqual([200, "aktiv"])
})

test("a company that is blocked or whose demo has ended is refused on business routes at once", async () => {
  for (const status of ["gesperrt", "abgelaufen"] as const) {
    const company = await app.company(`s-${status}`)
    const list = () => app.call("GET", "/api/kunden", { token: company.user.token })
    expect((await list()).status).toBe(200)
    const { system } = app.deps
    await system.write(() => system.tenant(company.id).update(tenants, company.id, { status }))
    const refused = await list()
    expect([refused.status, refused.body]).toEqual([403, { error: "Tenant nicht aktiv" }])
    expect(refused.headers.get("retry-after")).toBe("600")
  }
})

test("an account that is inactive in the database is out, whatever its tokens say", async () => {
  const account = await app.account(firma.id, "user")
  const tenant = app.deps.system.tenant(firma.id)
  await app.deps.system.write(() => tenant.update(mitarbeiter, account.id, { aktiv: 2 }))
  expect(await me(account.token)).toBe(401)
})

test("a page's log-in with the old password is refused when the password changes while it is checked", async () => {
  const account = await app.account(firma.id, "user")
  const { passwords } = app.deps
  const { verify } = passwords
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const verifying = spyOn(passwords, "verify").mockImplementationOnce(async (...given) => {
    const matches = await verify(...given)
    begun.resolve()
    await gate.promise
    return matches
  })
  const entering = app.call("POST", "/api/sitzung", {
    headers: { "sec-fetch-site": "same-origin" },
    body: { email: account.email, password: PASSWORD },
  })
  await begun.promise
  expect((await change(account.token, PASSWORD, "zweites Kennwort")).status).toBe(200)
  gate.resolve()
  const reply = await entering
  expect([reply.status, reply.body]).toEqual([401, { error: "Ungültige Anmeldedaten" }])
  verifying.mockRestore()
})

test("logout-all during a change of password is not undone by it", async () => {
  const account = await app.account(firma.id, "user")
  const { passwords } = app.deps
  const { hash } = passwords
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hashing = spyOn(passwords, "hash").mockImplementationOnce(async (...given) => {
    begun.resolve()
    await gate.promise
    return hash(...given)
  })
  const changing = change(account.token, PASSWORD, "zweites Kennwort")
  await begun.promise
  expect((await app.call("POST", "/api/auth/logout-all", { token: account.token })).status).toBe(200)
  gate.resolve()
  expect((await changing).status).toBe(401)
  hashing.mockRestore()
  expect(await me(account.token)).toBe(401)
  expect(await me(await login(account))).toBe(200)
})
