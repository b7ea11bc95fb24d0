import { afterAll, beforeAll, expect, test } from "bun:test"
import { createHmac } from "node:crypto"
import { type Company, createTestApp } from "../../helpers/app.ts"

const SECRET = "ein Geheimnis von mindestens 32 Bytes"
const app = createTestApp({ env: { JWT_SECRET: SECRET } })
afterAll(app.close)
let firma: Company
beforeAll(async () => {
  firma = await app.company("sommer")
})

type Json = Record<string, unknown>
const encode = (part: Json | string): string =>
  Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url")
const now = (): number => Math.floor(Date.now() / 1000)
const claims = (change: Json = {}): Json => ({
  id: firma.admin.id,
  email: firma.admin.email,
  rolle: "admin",
  name: "admin Test",
  tenant_id: firma.id,
  iat: now(),
  exp: now() + 3600,
  ...change,
})
function token(
  payload: Json,
  header: Json = { alg: "HS256", typ: "JWT" },
  key = SECRET,
  hash = "sha256",
): string {
  const signed = `${encode(header)}.${encode(payload)}`
  return `${signed}.${createHmac(hash, key).update(signed).digest("base64url")}`
}
const me = async (authorization: string): Promise<number> =>
  (await app.call("GET", "/api/auth/me", { headers: { authorization } })).status

test("a token signed with the secret and the specified payload is accepted", async () => {
  expect(await me(`Bearer ${token(claims())}`)).toBe(200)
  expect(await me(`bearer ${token(claims())}`)).toBe(200)
})

test("only HS256 is accepted", async () => {
  expect(await me(`Bearer ${token(claims(), { alg: "HS384" }, SECRET, "sha384")}`)).toBe(401)
  expect(await me(`Bearer ${token(claims(), { alg: "HS512" }, SECRET, "sha512")}`)).toBe(401)
  expect(await me(`Bearer ${encode({ alg: "none" })}.${encode(claims())}.`)).toBe(401)
  expect(await me(`Bearer ${encode({ alg: "none" })}.${encode(claims())}.x`)).toBe(401)
})

test("exp and iat are required, iat is not in the future, and no token lives longer than 24 hours", async () => {
  const wrong = [
    { exp: undefined },
    { iat: undefined },
    { iat: now() + 600 },
    { exp: now() - 1 },
    { iat: now() - 25 * 3600, exp: now() + 3600 },
  ]
  for (const change of wrong) expect(await me(`Bearer ${token(claims(change))}`)).toBe(401)
})

test("a key named by the header is not used", async () => {
  const jwk = { kty: "oct", k: encode("x".repeat(32)) }
  expect(
    await me(`Bearer ${token(claims(), { alg: "HS256", jwk, kid: "1", jku: "http://x" }, "x".repeat(32))}`),
  ).toBe(401)
})

test("another secret, another payload, another account's claims are refused", async () => {
  const [header, , signature] = token(claims()).split(".")
  expect(await me(`Bearer ${token(claims(), undefined, "z".repeat(40))}`)).toBe(401)
  expect(await me(`Bearer ${header}.${encode(claims({ rolle: "superadmin" }))}.${signature}`)).toBe(401)
  expect(await me(`Bearer ${token(claims({ rolle: "superadmin" }))}`)).toBe(401)
  expect(await me(`Bearer ${token(claims({ id: 7 }))}`)).toBe(401)
})

test("what is no bearer token is refused", async () => {
  const good = token(claims())
  for (const header of [
    "",
    "Bearer",
    "Bearer ",
    good,
    `Basic ${good}`,
    `Bearer ${good} x`,
    `Bearer ${good}, Bearer ${good}`,
    `Bearer a.b`,
  ]) {
    expect(await me(header)).toBe(401)
  }
})

test("a token of another tenant's account with the same id opens nothing", async () => {
  const other = await app.company("winter")
  expect(await me(`Bearer ${token(claims({ tenant_id: other.id }))}`)).toBe(404)
  const list = await app.call("GET", "/api/mitarbeiter", { token: token(claims({ tenant_id: other.id })) })
  expect(list.status).toBe(401)
})

test("a token that was seen before ends with its 24 hours, too, whatever end it names", async () => {
  let ahead = 0
  const later = createTestApp({
    env: { JWT_SECRET: SECRET },
    clock: () => new Date(Date.now() + ahead * 1000),
  })
  try {
    const company = await later.company("herbst")
    const made = (exp: number) =>
      token(claims({ id: company.admin.id, tenant_id: company.id, exp: now() + exp }))
    const status = async (text: string): Promise<number> =>
      (await later.call("GET", "/api/auth/me", { token: text })).status
    const [long, short] = [made(48 * 3600), made(3600)]
    expect([await status(long), await status(short)]).toEqual([200, 200])
    ahead = 3600 + 10
    expect([await status(long), await status(short)]).toEqual([200, 401])
    ahead = 24 * 3600 - 10
    expect(await status(long)).toBe(200)
    ahead = 24 * 3600 + 10
    expect(await status(long)).toBe(401)
    // Forgotten, and not believed again.
    expect(await status(long)).toBe(401)
    // A clock that was set right by hours ends nobody's session; one that was years ahead leaves no token for years.
    ahead = 0
    const early = made(3600)
    expect(await status(early)).toBe(200)
    ahead = -5 * 3600
    expect(await status(early)).toBe(200)
    ahead = -49 * 3600
    expect(await status(early)).toBe(401)
  } finally {
    later.close()
  }
})
