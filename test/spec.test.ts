import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { type Company, createTestApp, PASSWORD } from "./helpers/app.ts"

/** spec.md, walked from top to bottom. The quoted words are its own. */

/** Lead of the service's clock over the real one, in ms. */
let ahead = 0
const now = () => Date.now() + ahead
const app = createTestApp({ clock: () => new Date(now()), env: { LOGIN_FAILURES_PER_ADDRESS: "1000000" } })
afterAll(app.close)

let firma: Company
beforeAll(async () => {
  firma = await app.company("sommer")
})

const login = (body: unknown) => app.call("POST", "/api/auth/login", { body })
/** A second connection, as somebody at the machine has one. */
function sql(text: string, ...params: (string | number | null)[]): unknown[] {
  const db = new Database(join(app.dir, "pfandwerk.db"))
  try {
    return db.query(text).all(...params)
  } finally {
    db.close()
  }
}

async function demo(expires: string | null) {
  const company = await app.company(`demo-${Bun.randomUUIDv7()}`)
  sql("UPDATE tenants SET typ = 'demo', demo_expires_at = ? WHERE id = ?", expires, company.id)
  return company
}
const statusOf = (id: string) =>
  (sql("SELECT status FROM tenants WHERE id = ?", id)[0] as { status: string }).status

describe("POST /api/auth/login", () => {
  test("answers 200 with exactly token and user", async () => {
    const { email, id } = firma.admin
    const reply = await login({ email, password: PASSWORD, tenant_slug: "sommer" })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      token: expect.any(String),
      user: { id, email, name: "admin Test", rolle: "admin", tenant_id: firma.id },
    })
  })

  test("the token's payload holds id, email, rolle, name, tenant_id and expires 24 hours after issue", async () => {
    const { email, id } = firma.fahrer
    const { body } = await login({ email, password: PASSWORD })
    const [header, payload] = body.token
      .split(".")
      .map((part: string) => Buffer.from(part, "base64url").toString())
    expect(JSON.parse(header)).toEqual({ alg: "HS256", typ: "JWT" })
    const claims = JSON.parse(payload)
    expect(claims).toMatchObject({ id, email, rolle: "fahrer", name: "fahrer Test", tenant_id: firma.id })
    expect(claims.exp - claims.iat).toBe(24 * 60 * 60)
    expect(Object.keys(claims).toSorted()).toEqual([
      "email",
      "exp",
      "iat",
      "id",
      "jti",
      "name",
      "rolle",
      "tenant_id",
    ])
  })

  test("rule 1: a body that fails validation is 400 with all its errors", async () => {
    const reply = await login({ email: "keine", password: "" })
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.body)).toEqual(["errors"])
    expect(reply.body.errors.map((fault: { path: string }) => fault.path).toSorted()).toEqual([
      "email",
      "password",
    ])
    expect((await login({})).body.errors).toHaveLength(2)
    expect((await login({ email: 1, password: {}, tenant_slug: [] })).body.errors).toHaveLength(3)
  })

  test("the e-mail is normalized before use", async () => {
    expect((await login({ email: `  ${firma.admin.email.toUpperCase()} `, password: PASSWORD })).status).toBe(
      200,
    )
  })

  test("fields that are not specified are ignored", async () => {
    expect((await login({ email: firma.admin.email, password: PASSWORD, remember: true })).status).toBe(200)
  })

  test("the password is taken as it is", async () => {
    expect((await login({ email: firma.admin.email, password: ` ${PASSWORD}` })).status).toBe(401)
  })

  test("rule 2: with tenant_slug the account is looked up within that tenant", async () => {
    const other = await app.company("winter")
    const twin = await app.account(other.id, "user", firma.user.email)
    const reply = await login({ email: firma.user.email, password: PASSWORD, tenant_slug: "winter" })
    expect(reply.body.user).toMatchObject({ id: twin.id, tenant_id: other.id })
    expect(
      (await login({ email: firma.admin.email, password: PASSWORD, tenant_slug: "winter" })).status,
    ).toBe(401)
  })

  test("rule 3: without tenant_slug a super administrator is preferred; their tenant_id is null", async () => {
    const chef = await app.superadmin()
    await app.account(firma.id, "admin", chef.email)
    const reply = await login({ email: chef.email, password: PASSWORD })
    expect(reply.body.user).toMatchObject({ id: chef.id, rolle: "superadmin", tenant_id: null })
    const withSlug = await login({ email: chef.email, password: PASSWORD, tenant_slug: "sommer" })
    expect(withSlug.body.user.rolle).toBe("admin")
  })

  test("rule 3: otherwise one matching account is taken", async () => {
    expect((await login({ email: firma.admin.email, password: PASSWORD })).body.user.id).toBe(firma.admin.id)
  })

  test("rules 4 and 5: no account, an inactive one and a wrong password look alike", async () => {
    const gone = await app.account(firma.id, "user")
    sql("UPDATE mitarbeiter SET aktiv = 0 WHERE id = ?", gone.id)
    const odd = await app.account(firma.id, "user")
    sql("UPDATE mitarbeiter SET aktiv = 2 WHERE id = ?", odd.id)
    const attempts = [
      { email: "niemand@firma.example", password: PASSWORD },
      { email: gone.email, password: PASSWORD },
      { email: odd.email, password: PASSWORD },
      { email: firma.admin.email, password: "falsch" },
      { email: firma.admin.email, password: PASSWORD, tenant_slug: "gibt-es-nicht" },
    ]
    for (const attempt of attempts) {
      const reply = await login(attempt)
      expect([reply.status, reply.text]).toEqual([401, '{"error":"Ungültige Anmeldedaten"}'])
      expect(reply.headers.get("www-authenticate")).toBe("Bearer")
    }
  })

  test("rule 6: a tenant whose status is not aktiv is 403, after the password", async () => {
    for (const status of ["abgelaufen", "gesperrt"]) {
      const company = await app.company(`s-${status}`)
      sql("UPDATE tenants SET status = ? WHERE id = ?", status, company.id)
      const reply = await login({ email: company.admin.email, password: PASSWORD })
      expect([reply.status, reply.body]).toEqual([403, { error: "Tenant nicht aktiv" }])
      expect((await login({ email: company.admin.email, password: "falsch" })).status).toBe(401)
    }
  })

  test("rule 6: a demo past demo_expires_at is 403 and stored as abgelaufen", async () => {
    const company = await demo(new Date(now() - 1000).toISOString())
    const first = await login({ email: company.admin.email, password: PASSWORD })
    expect([first.status, first.body]).toEqual([403, { error: "Demo-Zugang abgelaufen" }])
    expect(statusOf(company.id)).toBe("abgelaufen")
    const second = await login({ email: company.admin.email, password: PASSWORD })
    expect([second.status, second.body]).toEqual([403, { error: "Tenant nicht aktiv" }])
  })

  test("rule 6: a wrong password does not store the transition", async () => {
    const company = await demo(new Date(now() - 1000).toISOString())
    expect((await login({ email: company.admin.email, password: "falsch" })).status).toBe(401)
    expect(statusOf(company.id)).toBe("aktiv")
  })

  test("rule 6: a demo without an expiry, or before it, or another kind of tenant is let in", async () => {
    const tomorrow = await demo(new Date(now() + 86_400_000).toISOString())
    const endless = await demo(null)
    const standard = await demo(new Date(now() - 1000).toISOString())
    sql("UPDATE tenants SET typ = 'standard' WHERE id = ?", standard.id)
    for (const { admin } of [tomorrow, endless, standard]) {
      expect((await login({ email: admin.email, password: PASSWORD })).status).toBe(200)
    }
  })
})

describe("GET /api/auth/me", () => {
  test("answers one object of the account and its tenant", async () => {
    const { body, status } = await app.call("GET", "/api/auth/me", { token: firma.admin.token })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: firma.admin.id,
      email: firma.admin.email,
      name: "admin Test",
      rolle: "admin",
      tenant_id: firma.id,
      erstellt_am: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      tenant_name: "Firma sommer",
      tenant_slug: "sommer",
      tenant_typ: "standard",
      demo_expires_at: null,
      tenant_status: "aktiv",
    })
  })

  test("tenant fields are null for an account without a tenant", async () => {
    const chef = await app.superadmin()
    const { body } = await app.call("GET", "/api/auth/me", { token: chef.token })
    expect(body).toMatchObject({ tenant_id: null, tenant_name: null, tenant_slug: null, tenant_typ: null })
    expect(body).toMatchObject({ demo_expires_at: null, tenant_status: null, rolle: "superadmin" })
  })

  test("an account that no longer exists is 404", async () => {
    const gone = await app.account(firma.id, "user")
    sql("DELETE FROM mitarbeiter WHERE id = ?", gone.id)
    const reply = await app.call("GET", "/api/auth/me", { token: gone.token })
    expect([reply.status, reply.body]).toEqual([404, { error: "Benutzer nicht gefunden" }])
  })

  test("the token expires after 24 hours", async () => {
    const { body } = await login({ email: firma.admin.email, password: PASSWORD })
    const me = () => app.call("GET", "/api/auth/me", { token: body.token })
    expect((await me()).status).toBe(200)
    ahead = 24 * 3_600_000 - 10_000
    expect((await me()).status).toBe(200)
    ahead = 24 * 3_600_000 + 10_000
    expect((await me()).status).toBe(401)
    ahead = 0
  })
})

const change = (token: string, body: unknown) =>
  app.call("POST", "/api/auth/change-password", { token, body })

describe("POST /api/auth/change-password", () => {
  test("rule 1: both passwords are needed, the new one with at least 6 characters", async () => {
    const { token } = await app.account(firma.id, "user")
    const short = await change(token, { currentPassword: "", newPassword: "12345" })
    expect(short.status).toBe(400)
    expect(short.body.errors.map((fault: { path: string }) => fault.path).toSorted()).toEqual([
      "currentPassword",
      "newPassword",
    ])
    expect((await change(token, { currentPassword: PASSWORD, newPassword: "Kuh-77" })).status).toBe(200)
  })

  test("rule 2: an account that no longer exists is 404, after validation", async () => {
    const gone = await app.account(firma.id, "user")
    sql("DELETE FROM mitarbeiter WHERE id = ?", gone.id)
    expect((await change(gone.token, {})).status).toBe(400)
    const reply = await change(gone.token, { currentPassword: PASSWORD, newPassword: "Kuh-77" })
    expect([reply.status, reply.body]).toEqual([404, { error: "Benutzer nicht gefunden" }])
  })

  test("rule 3: a wrong current password is 401", async () => {
    const { token } = await app.account(firma.id, "user")
    const reply = await change(token, { currentPassword: "falsch", newPassword: "Kuh-77" })
    expect([reply.status, reply.body]).toEqual([401, { error: "Aktuelles Passwort ist falsch" }])
  })

  test("rule 4: the stored hash is replaced and a message returned", async () => {
    const account = await app.account(firma.id, "user")
    const reply = await change(account.token, { currentPassword: PASSWORD, newPassword: "neues Kennwort" })
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ["message"]])
    expect((await login({ email: account.email, password: "neues Kennwort" })).status).toBe(200)
    expect((await login({ email: account.email, password: PASSWORD })).status).toBe(401)
  })

  test("passwords are stored only as one-way hashes", () => {
    const hashes = sql("SELECT password_hash FROM mitarbeiter") as { password_hash: string }[]
    for (const { password_hash } of hashes)
      expect(password_hash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$")
  })
})

describe("authentication", () => {
  test("me and change-password require a token, login does not", async () => {
    for (const [method, path] of [
      ["GET", "/api/auth/me"],
      ["POST", "/api/auth/change-password"],
    ] as const) {
      const reply = await app.call(method, path)
      expect([reply.status, Object.keys(reply.body)]).toEqual([401, ["error"]])
    }
  })

  test("no reply of these endpoints ever holds a hash", async () => {
    const { token, email } = await app.account(firma.id, "admin")
    const replies = [
      await login({ email, password: PASSWORD }),
      await app.call("GET", "/api/auth/me", { token }),
      await app.call("GET", "/api/mitarbeiter", { token }),
      await app.call("POST", "/api/auth/change-password", {
        token,
        body: { currentPassword: "x", newPassword: "Kuh-77" },
      }),
    ]
    for (const { text } of replies) expect(text).not.toMatch(/argon2|password_hash|\$2[aby]\$/)
  })
})

test("other routes: /health outside /api needs no token; /uploads is public", async () => {
  expect((await app.call("GET", "/health")).body.status).toBe("ok")
  expect((await app.call("GET", "/uploads/nichts.jpg")).status).toBe(404)
})

// Last: it breaks the database under the running service.
test("on an unexpected failure: 500 with the specified message and nothing else", async () => {
  const { email, token } = firma.admin
  sql("ALTER TABLE mitarbeiter RENAME TO weg")
  const replies = [
    await login({ email, password: PASSWORD }),
    await app.call("GET", "/api/auth/me", { token }),
    await app.call("POST", "/api/auth/change-password", {
      token,
      body: { currentPassword: "x", newPassword: "Kuh-77" },
    }),
  ]
  sql("ALTER TABLE weg RENAME TO mitarbeiter")
  expect(replies.map(({ status, text }) => [status, text])).toEqual([
    [500, '{"error":"Serverfehler beim Login"}'],
    [500, '{"error":"Serverfehler"}'],
    [500, '{"error":"Serverfehler"}'],
  ])
})
