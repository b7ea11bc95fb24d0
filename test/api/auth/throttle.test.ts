import { afterEach, expect, test } from "bun:test"
import { Throttle, type Tried } from "../../../src/api/auth/throttle.ts"
import { unavailable } from "../../../src/lib/refusal.ts"
import { silentLog } from "../../../src/lib/log.ts"
import { createPasswords } from "../../../src/lib/passwords.ts"
import { createTestApp, PASSWORD, type TestApp } from "../../helpers/app.ts"

let app: TestApp
afterEach(() => app?.close())
const from = (address: string) => ({ "x-forwarded-for": address })
const attempt = (email: string, password: string, address: string, tenant_slug?: string) =>
  app.call("POST", "/api/auth/login", { body: { email, password, tenant_slug }, headers: from(address) })

const who = (email: string) => ({ email, id: undefined })

test("after 10 failures for an account and address: 429 with Retry-After, even with the right password", async () => {
  const now = new Date()
  app = createTestApp({ clock: () => now, env: { TRUST_PROXY: "true" } })
  const { admin, user } = await app.company("sommer")
  const failures = await Promise.all(
    Array.from({ length: 10 }, () => attempt(admin.email, "falsch", "10.0.0.1")),
  )
  expect(failures.map(({ status }) => status)).toEqual(Array(10).fill(401))
  const refused = await attempt(admin.email, PASSWORD, "10.0.0.1")
  expect(refused.status).toBe(429)
  expect(refused.headers.get("retry-after")).toBe("900")
  expect(refused.body.error).toContain("15 Minuten")
  // The owner elsewhere, and others here, are not locked out.
  expect((await attempt(admin.email, PASSWORD, "10.0.0.2")).status).toBe(200)
  expect((await attempt(user.email, PASSWORD, "10.0.0.1")).status).toBe(200)
})

test("an unknown account is throttled like a known one", async () => {
  app = createTestApp({ env: { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ACCOUNT: "2" } })
  const statuses: number[] = []
  for (let i = 0; i < 3; i++) statuses.push((await attempt("niemand@firma.example", "x", "10.0.0.1")).status)
  expect(statuses).toEqual([401, 401, 429])
})

test("an e-mail address has one count, with its company or without, and whether or not there is an account", async () => {
  app = createTestApp({ env: { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ACCOUNT: "4" } })
  const one = await app.company("eins")
  const two = await app.company("zwei")
  const email = "anna@firma.example"
  await app.account(one.id, "user", email)
  const slugs = [undefined, "eins", "gibt-es-nicht", "zwei", "eins"]
  for (const [address, mail] of [
    ["10.0.0.1", email],
    ["10.0.0.2", "niemand@firma.example"],
  ] as const) {
    const statuses: number[] = []
    for (const slug of slugs) statuses.push((await attempt(mail, "falsch", address, slug)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 429])
  }
  // Whoever has an account of that address in a company of their own gains no attempts at others.
  await app.account(two.id, "user", email)
  for (let i = 0; i < 3; i++) {
    expect((await attempt(email, "falsch", "10.0.0.3", "eins")).status).toBe(401)
    expect((await attempt(email, PASSWORD, "10.0.0.3", "zwei")).status).toBe(200)
  }
  expect((await attempt(email, PASSWORD, "10.0.0.3", "eins")).status).toBe(200)
  for (let i = 0; i < 4; i++) await attempt(email, "falsch", "10.0.0.3", "eins")
  expect((await attempt(email, PASSWORD, "10.0.0.3", "zwei")).status).toBe(429)
})

test("a success forgives the account's failures", async () => {
  app = createTestApp({ env: { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ACCOUNT: "2" } })
  const { admin } = await app.company("sommer")
  for (let i = 0; i < 3; i++) {
    expect((await attempt(admin.email, "falsch", "10.0.0.1")).status).toBe(401)
    expect((await attempt(admin.email, PASSWORD, "10.0.0.1")).status).toBe(200)
  }
})

test("a new password forgives the failures at the old one: who forgot theirs has failed often", async () => {
  app = createTestApp({ env: { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ACCOUNT: "2" } })
  const { admin, user } = await app.company("sommer")
  for (let i = 0; i < 2; i++) await attempt(user.email, "falsch", "10.0.0.1")
  expect((await attempt(user.email, "falsch", "10.0.0.1")).status).toBe(429)
  const body = { password: "Kuh-77-Weide" }
  const path = `/api/mitarbeiter/${user.id}/passwort`
  expect((await app.call("POST", path, { token: admin.token, body })).status).toBe(200)
  expect((await attempt(user.email, "Kuh-77-Weide", "10.0.0.1")).status).toBe(200)
})

test("an address is refused after its own number of failures, whatever the accounts", async () => {
  app = createTestApp({ env: { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ADDRESS: "3" } })
  const { admin } = await app.company("sommer")
  for (let i = 0; i < 3; i++) expect((await attempt(`a${i}@b.example`, "x", "10.0.0.1")).status).toBe(401)
  expect((await attempt(admin.email, PASSWORD, "10.0.0.1")).status).toBe(429)
  expect((await attempt(admin.email, PASSWORD, "10.0.0.2")).status).toBe(200)
})

test("good log-ins count for nothing: an office behind one address may log in all day", async () => {
  app = createTestApp({ env: { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ADDRESS: "3" } })
  const { admin } = await app.company("sommer")
  for (let i = 0; i < 5; i++) expect((await attempt(admin.email, PASSWORD, "10.0.0.1")).status).toBe(200)
  for (let i = 0; i < 3; i++) expect((await attempt(`a${i}@b.example`, "x", "10.0.0.1")).status).toBe(401)
  expect((await attempt(admin.email, PASSWORD, "10.0.0.1")).status).toBe(429)
})

test("what a proxy passes on counts as an address only when it is one", async () => {
  app = createTestApp({ env: { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ADDRESS: "4" } })
  const wrong = async (address: string) => (await attempt("a@b.example", "x", address)).status
  const none = ["x".repeat(12_000), "10.0.0.256", `fe80::1%${"e".repeat(12_000)}`, "unknown"]
  for (const address of none) expect(await wrong(address)).toBe(401)
  // All of them were the same caller: nothing of what they said is kept.
  expect(await wrong("10.0.0.1.example")).toBe(429)
  for (const address of ["10.0.0.1", "2001:db8::1", "::ffff:10.0.0.2"]) expect(await wrong(address)).toBe(401)
})

test("an address is the same with a port, and in every spelling", async () => {
  app = createTestApp({ env: { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ADDRESS: "4" } })
  const wrong = async (address: string) => (await attempt("a@b.example", "x", address)).status
  const same = [
    ["203.0.113.7:51324", "203.0.113.7", "::ffff:203.0.113.7", "[::ffff:cb00:7107]:40", '"203.0.113.7:1", ,'],
    [
      "2001:db8::1",
      "[2001:DB8:0:0:ffff::1]:443",
      "2001:0db8:0000:0000::2",
      '8.8.8.8,"[2001:db8::3]:4711"',
      "2001:db8:0:0:1::",
    ],
  ]
  for (const addresses of same) {
    const statuses: number[] = []
    for (const address of addresses) statuses.push(await wrong(address))
    expect(statuses).toEqual([401, 401, 401, 401, 429])
  }
  expect(await wrong("198.51.100.9:40001")).toBe(401)
})

test("a proxy may say it as RFC 7239 does, and where both headers contradict each other neither counts", async () => {
  app = createTestApp({ env: { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ADDRESS: "2" } })
  const body = { email: "a@b.example", password: "x" }
  const wrong = async (headers: Record<string, string>) =>
    (await app.call("POST", "/api/auth/login", { body, headers })).status
  const same = [
    "for=203.0.113.7;proto=https;by=10.0.0.1",
    'for=8.8.8.8, For="203.0.113.7:51324"',
    "for=198.51.100.1,for = 203.0.113.7",
  ]
  const statuses: number[] = []
  for (const forwarded of same) statuses.push(await wrong({ forwarded }))
  expect(statuses).toEqual([401, 401, 429])
  expect(await wrong({ forwarded: 'for="[2001:db8::1]:4711"' })).toBe(401)
  // Whoever writes the header that the proxy leaves alone wins no counter of his own.
  const forged = [1, 2, 3].map((i) =>
    wrong({ forwarded: `for=9.9.9.${i}`, "x-forwarded-for": "203.0.113.8" }),
  )
  expect((await Promise.all(forged)).toSorted()).toEqual([401, 401, 429])
  // Nor does whoever writes an entry before that of a proxy that says of him nothing: all of them count as one address.
  expect(await wrong({ forwarded: "for=9.9.8.1, by=203.0.113.1" })).toBe(429)
})

test("behind two proxies the address that the outer one saw counts, and nothing before it", async () => {
  app = createTestApp({ env: { TRUST_PROXY: "2", LOGIN_FAILURES_PER_ADDRESS: "2" } })
  const wrong = async (chain: string) => (await attempt("a@b.example", "x", chain)).status
  const chains = [
    "203.0.113.1, 10.0.0.2",
    "8.8.8.8, 203.0.113.1,10.0.0.2",
    "9.9.9.9, 203.0.113.1:77, 10.0.0.2",
  ]
  const statuses: number[] = []
  for (const chain of chains) statuses.push(await wrong(chain))
  expect(statuses).toEqual([401, 401, 429])
  expect(await wrong("203.0.113.2, 10.0.0.2")).toBe(401)
  // Somebody who reached the inner one directly.
  expect(await wrong("203.0.113.1")).toBe(429)
})

test("a refused log-in is forgotten after the window", async () => {
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  app = createTestApp({ clock, env: { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ACCOUNT: "1" } })
  const { admin } = await app.company("sommer")
  await attempt(admin.email, "falsch", "10.0.0.1")
  expect((await attempt(admin.email, PASSWORD, "10.0.0.1")).status).toBe(429)
  ahead = 15 * 60_000 + 1
  expect((await attempt(admin.email, PASSWORD, "10.0.0.1")).status).toBe(200)
})

test("a clock that was a year ahead and was set right locks nobody out until then", async () => {
  let ahead = 365 * 86_400_000
  const clock = () => new Date(Date.now() + ahead)
  app = createTestApp({ clock, env: { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ACCOUNT: "1" } })
  const { admin } = await app.company("sommer")
  await attempt(admin.email, "falsch", "10.0.0.1")
  expect((await attempt(admin.email, PASSWORD, "10.0.0.1")).status).toBe(429)
  ahead = 0
  expect((await attempt(admin.email, PASSWORD, "10.0.0.1")).status).toBe(200)
})

test("without a trusted proxy the header is hearsay, and changing it helps nobody", async () => {
  app = createTestApp({ env: { LOGIN_FAILURES_PER_ACCOUNT: "1" } })
  const { admin } = await app.company("sommer")
  await attempt(admin.email, "falsch", "10.0.0.1")
  expect((await attempt(admin.email, PASSWORD, "10.0.0.2")).status).toBe(429)
})

test("changing the password is throttled, too", async () => {
  app = createTestApp({ env: { LOGIN_FAILURES_PER_ACCOUNT: "2" } })
  const { admin } = await app.company("sommer")
  const change = (currentPassword: string) =>
    app.call("POST", "/api/auth/change-password", {
      token: admin.token,
      body: { currentPassword, newPassword: "Kuh-77" },
    })
  expect((await change("falsch")).status).toBe(401)
  // One count with the log-in.
  expect((await attempt(admin.email, "falsch", "-")).status).toBe(401)
  expect((await change(PASSWORD)).status).toBe(429)
})

test("a household's addresses of IPv6 count as one", () => {
  const throttle = new Throttle({ perAccount: 9, perAddress: 2, windowMs: 1000 }, () => new Date(0))
  throttle.attempt("2001:db8:1:2::1", who("a"))
  throttle.attempt("2001:db8:1:2:ffff:1:2:3", who("b"))
  expect(() => throttle.attempt("2001:db8:1:2::9", who("c"))).toThrow("Zu viele")
  expect(() => throttle.attempt("2001:db8:1:3::1", who("d"))).not.toThrow()
})

test("a success forgives its own account's failures alone, and an attempt that was never decided itself alone", () => {
  const throttle = new Throttle({ perAccount: 3, perAddress: 99, windowMs: 1000 }, () => new Date(0))
  const [one, other] = ["1", "2"].map((id) => ({ email: "a", id })) as [Tried, Tried]
  throttle.attempt("10.0.0.1", one)
  throttle.attempt("10.0.0.1", one)
  throttle.attempt("10.0.0.1", other).succeeded()
  throttle.attempt("10.0.0.1", one).takeBack()
  throttle.attempt("10.0.0.1", one)
  expect(() => throttle.attempt("10.0.0.1", one)).toThrow("Zu viele")
})

test("however many addresses come, only so many are remembered", () => {
  const throttle = new Throttle({ perAccount: 1, perAddress: 1, windowMs: 1000 }, () => new Date(0))
  throttle.attempt("10.0.0.1", who("a"))
  for (let i = 0; i < 30_000; i++) throttle.attempt(`10.1.${i >> 8}.${i & 255}`, who("a"))
  // The first was forgotten to make room.
  expect(() => throttle.attempt("10.0.0.1", who("a"))).not.toThrow()
})

test("an address that is refused already makes nothing of others forgotten", () => {
  const throttle = new Throttle({ perAccount: 1, perAddress: 3, windowMs: 1000 }, () => new Date(0))
  throttle.attempt("10.0.0.1", who("opfer"))
  for (let i = 0; i < 20_000; i++) {
    try {
      throttle.attempt("10.0.0.2", who(`konto${i}`))
    } catch {
      // Refused from the fourth on.
    }
  }
  expect(() => throttle.attempt("10.0.0.1", who("opfer"))).toThrow("Zu viele")
})

test("an overloaded service is nobody's wrong password", async () => {
  let busy = true
  const passwords = createPasswords(silentLog)
  const verify: typeof passwords.verify = async (...args) => {
    if (busy) throw unavailable("voll")
    return passwords.verify(...args)
  }
  const env = { LOGIN_FAILURES_PER_ACCOUNT: "2", LOGIN_FAILURES_PER_ADDRESS: "2" }
  app = createTestApp({ env, passwords: { ...passwords, verify } })
  const { admin } = await app.company("sommer")
  for (let i = 0; i < 3; i++) {
    const refused = await attempt(admin.email, PASSWORD, "10.0.0.1")
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"])
  }
  busy = false
  expect((await attempt(admin.email, PASSWORD, "10.0.0.1")).status).toBe(200)
})
