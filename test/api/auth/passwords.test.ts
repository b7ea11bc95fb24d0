import { afterAll, expect, spyOn, test } from "bun:test"
import { silentLog } from "../../../src/lib/log.ts"
import { createPasswords, DECOY } from "../../../src/lib/passwords.ts"
import { mitarbeiter } from "../../../src/db/schema.ts"
import { createTestApp, PASSWORD } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"

const app = createTestApp()
afterAll(app.close)
const login = (email: string, password = PASSWORD) =>
  app.call("POST", "/api/auth/login", { body: { email, password } })

async function accountWithHash(hash: string): Promise<{ id: string; email: string; tenantId: string }> {
  const { id } = await app.company(`h-${Bun.randomUUIDv7()}`)
  const { email, id: accountId } = await app.account(id, "user")
  await app.deps.system.write(() =>
    app.deps.system.tenant(id).update(mitarbeiter, accountId, { password_hash: hash }),
  )
  return { id: accountId, email, tenantId: id }
}

test("a bcrypt hash of the earlier service is accepted, and renewed at log-in without ending sessions", async () => {
  const account = await accountWithHash(await Bun.password.hash(PASSWORD, { algorithm: "bcrypt", cost: 4 }))
  const version = () => app.deps.system.tenant(account.tenantId).get(mitarbeiter, account.id).version
  const before = version()
  const first = await login(account.email)
  expect(first.status).toBe(200)
  // Nobody has changed the account.
  expect(version()).toBe(before)
  const stored = app.deps.system.accounts.passwordHash(account.id, account.tenantId)
  expect(stored).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$")
  expect((await login(account.email)).status).toBe(200)
  expect((await app.call("GET", "/api/auth/me", { token: first.body.token })).status).toBe(200)
})

test("a hash with weaker parameters is renewed as well", async () => {
  const weak = await Bun.password.hash(PASSWORD, { algorithm: "argon2id", memoryCost: 64, timeCost: 1 })
  const account = await accountWithHash(weak)
  await login(account.email)
  expect(app.deps.system.accounts.passwordHash(account.id, account.tenantId)).toContain("m=19456,t=2")
})

test("a wrong password renews nothing", async () => {
  const hash = await Bun.password.hash(PASSWORD, { algorithm: "bcrypt", cost: 4 })
  const account = await accountWithHash(hash)
  expect((await login(account.email, "falsch")).status).toBe(401)
  expect(app.deps.system.accounts.passwordHash(account.id, account.tenantId)).toBe(hash)
})

test("a malformed hash matches nothing and breaks nothing", async () => {
  for (const hash of ["", "kaputt", "$argon2id$v=19$m=1"]) {
    const account = await accountWithHash(hash)
    const reply = await login(account.email)
    expect([reply.status, reply.body]).toEqual([401, { error: "Ungültige Anmeldedaten" }])
  }
})

test("a password is the same from a file, a copied text and a keyboard", async () => {
  const passwords = createPasswords(silentLog)
  const copied = "Gru\u0308n\u200bkohl\u00a077"
  const typed = "Gr\u00fcnkohl 77"
  const verify = async (password: string, hash: Promise<string>) => passwords.verify(password, await hash, "")
  expect(await verify(typed, passwords.hash(copied, ""))).toBe(true)
  expect(await verify(copied, passwords.hash(typed, ""))).toBe(true)
  expect(await verify(copied, Bun.password.hash(copied))).toBe(true)
  expect(await verify("Grunkohl 77", passwords.hash(copied, ""))).toBe(false)
  expect(await verify("\u200b".repeat(7), passwords.hash("\u200b".repeat(8), ""))).toBe(false)
})

test("long passwords are not cut: the 73rd byte counts", async () => {
  const passwords = createPasswords(silentLog)
  const hash = await passwords.hash(`${"x".repeat(72)}a`, "")
  expect(await passwords.verify(`${"x".repeat(72)}b`, hash, "")).toBe(false)
  expect(await passwords.verify(`${"x".repeat(72)}a`, hash, "")).toBe(true)
})

test("an unknown account costs a verification as well", async () => {
  const verify = spyOn(Bun.password, "verify")
  expect(await createPasswords(silentLog).verify("falsch", undefined, "")).toBe(false)
  expect(verify.mock.calls).toEqual([["falsch", DECOY]])
  verify.mockRestore()
})

test("what is verified for an unknown account is made like the hashes of new passwords", async () => {
  const passwords = createPasswords(silentLog)
  const shapeOf = (hash: string) => hash.replace(/[A-Za-z0-9+/]{20,}/g, ({ length }) => `<${length}>`)
  expect(shapeOf(DECOY)).toBe(shapeOf(await passwords.hash("neu", "")))
  expect(shapeOf(DECOY)).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$<43>$<43>")
  // Malformed, it would throw and cost nothing.
  expect(await Bun.password.verify("neu", DECOY)).toBe(false)
})

test("so many are hashed at once, so many wait, and whoever comes then is told to come again", async () => {
  const passwords = createPasswords(silentLog, { parallel: 1, waiting: 2 })
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash("x", "")))
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
  ])
  const refused = results[4] as PromiseRejectedResult
  expect(refused.reason).toMatchObject({ kind: "unavailable", details: { retryAfter: 1 } })
  expect(await passwords.verify("x", await passwords.hash("x", ""), "")).toBe(true)
})

test("accounts that one company makes at once leave others room to log in", async () => {
  const small = createTestApp({ passwords: createPasswords(silentLog, { parallel: 1, waiting: 8 }) })
  const { admin } = await small.company("voll")
  const other = await small.company("leer")
  const made = Array.from({ length: 12 }, (_, i) =>
    small.call("POST", "/api/mitarbeiter", {
      token: admin.token,
      body: { name: "Neu", email: `neu-${i}@firma.example`, password: PASSWORD, rolle: "user" },
    }),
  )
  await until("half of the places are taken", () => small.deps.passwords.load().waiting >= 4)
  const body = { email: other.admin.email, password: PASSWORD }
  expect((await small.call("POST", "/api/auth/login", { body })).status).toBe(200)
  const refused = (await Promise.all(made)).filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  small.close()
})

test("every refused log-in has had one verification, whether there is an account or not", async () => {
  const checked: boolean[] = []
  const real = createPasswords(silentLog)
  const verify: typeof real.verify = (password, hash) => {
    checked.push(hash !== undefined)
    return real.verify(password, hash, "")
  }
  const counting = createTestApp({ passwords: { ...real, verify } })
  const { admin } = await counting.company("sommer")
  const attempts = [
    { email: admin.email, password: "falsch" },
    { email: "niemand@firma.example", password: "falsch" },
    { email: admin.email, password: PASSWORD, tenant_slug: "gibt-es-nicht" },
  ]
  for (const body of attempts)
    expect((await counting.call("POST", "/api/auth/login", { body })).status).toBe(401)
  expect(checked).toEqual([true, false, false])
  counting.close()
})
