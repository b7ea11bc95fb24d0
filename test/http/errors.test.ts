import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test"
import { Type } from "@sinclair/typebox"
import { createApp } from "../../src/app.ts"
import { createLog } from "../../src/lib/log.ts"
import { validator } from "../../src/lib/validation/validate.ts"
import { type Company, createTestApp, PASSWORD } from "../helpers/app.ts"

const lines: string[] = []
const app = createTestApp({ log: createLog("json", (line) => lines.push(line)) })
afterAll(app.close)
let firma: Company
beforeAll(async () => {
  firma = await app.company("sommer")
})

const login = (raw: string | ReadableStream, headers: Record<string, string> = {}) =>
  app.call("POST", "/api/auth/login", { raw, headers })
const fault = (path: string, msg: string, location = "body") => ({ type: "field", location, path, msg })

describe("a body", () => {
  test("that is no JSON is 400 in the specified shape", async () => {
    for (const raw of ["{", "nicht", "{'email':1}", "\u00ff{}"]) {
      const reply = await login(raw)
      expect([reply.status, reply.body]).toEqual([400, { errors: [fault("", "Kein gültiges JSON (UTF-8)")] }])
    }
  })

  test("nested deeper than any of ours is refused before it is taken apart", async () => {
    const parse = spyOn(JSON, "parse")
    for (const raw of ["[".repeat(65_000), '{"a":'.repeat(13_000), `${"[".repeat(17)}${"]".repeat(17)}`]) {
      const request = new Request("http://localhost/api/auth/login", {
        method: "POST",
        headers: { host: "localhost" },
        body: raw,
      })
      parse.mockClear()
      const reply = await createApp(app.deps)(request)
      expect(parse).not.toHaveBeenCalled()
      expect(await reply.json()).toEqual({ errors: [fault("", "zu tief verschachtelt")] })
    }
    parse.mockClear()
    const object = (count: number) => `{${Array.from({ length: count }, (_, nr) => `"${nr}":0`).join()}}`
    const list = (count: number) => `[${Array.from({ length: count }, () => object(100)).join()}]`
    for (const raw of [object(121), list(31)])
      expect((await login(raw)).body).toEqual({ errors: [fault("", "zu viele Felder")] })
    // The test's own reading of the replies.
    expect(parse).toHaveBeenCalledTimes(2)
    for (const [raw, path] of [
      [object(120), "email"],
      [list(30), ""],
    ] as const)
      expect((await login(raw)).body.errors[0].path).toBe(path)
    parse.mockRestore()
    const name = `${'[{\\"'.repeat(30)} ist nur ein Name`
    const { token } = firma.admin
    expect((await app.call("POST", "/api/kunden", { token, body: { name } })).body.name).toBe(name)
  })

  test("that is no object is 400", async () => {
    for (const raw of ["null", "[]", '"text"', "5"]) {
      expect((await login(raw)).body).toEqual({ errors: [fault("", "muss ein Objekt sein")] })
    }
  })

  test("that is empty names what is missing", async () => {
    expect((await login("")).body).toEqual({ errors: [fault("email", "fehlt"), fault("password", "fehlt")] })
  })

  test("of more than 64 KB is 413, announced or not", async () => {
    const large = JSON.stringify({ email: "x".repeat(70_000) })
    const announced = await login(large, { "content-length": String(large.length) })
    expect([announced.status, announced.body]).toEqual([413, { error: "Anfrage zu groß" }])
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(10_000))
      },
    })
    expect((await login(chunks)).status).toBe(413)
  })

  test("with a NUL or half a character is refused, without repeating it", async () => {
    for (const raw of [
      '{"email":"a\\u0000@b.example","password":"x"}',
      '{"email":"a@b.example","password":"x\\ud800"}',
    ]) {
      const reply = await login(raw)
      expect(reply.status).toBe(400)
      expect(reply.text).toContain("unzulässige Zeichen")
    }
  })

  test("never comes back, whatever is wrong with it", async () => {
    const secret = "streng-geheim-4711"
    const bodies = [
      { email: secret, password: "" },
      { email: { [secret]: secret }, password: [secret] },
      { password: secret },
      { email: `${secret}@x.example`, password: secret, tenant_slug: "x".repeat(201) + secret },
    ]
    for (const body of bodies)
      expect((await app.call("POST", "/api/auth/login", { body })).text).not.toContain(secret)
    const post = await app.call("POST", "/api/mitarbeiter", {
      token: firma.admin.token,
      body: { rolle: secret, name: 1, email: secret, password: secret },
    })
    expect([post.status, post.text.includes(secret)]).toEqual([400, false])
  })

  test("with unknown fields is refused by name, so that a typo is not lost", async () => {
    const body = {
      email: "a@b.example",
      name: "A",
      rolle: "user",
      password: "123456",
      tenant_id: "x",
      aktiv: 1,
    }
    const reply = await app.call("POST", "/api/mitarbeiter", { token: firma.admin.token, body })
    expect(reply.body.errors).toEqual([
      fault("tenant_id", "unbekanntes Feld"),
      fault("aktiv", "unbekanntes Feld"),
    ])
  })
})

describe("of many faults", () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, nr) => [`f${nr}`, 0]))
  const create = (body: object) => app.call("POST", "/api/kunden", { token: firma.admin.token, body })

  test("a hundred are named, and no more are looked for", async () => {
    const { body } = await create(unknown(120))
    expect(body.errors).toEqual(Object.keys(unknown(100)).map((name) => fault(name, "unbekanntes Feld")))
    const Item = Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false })
    const check = validator(Type.Object({ list: Type.Array(Item, { maxItems: 200 }) }), "body")
    const unseen = new Proxy({}, { ownKeys: () => expect.unreachable("looked at") as never })
    const list = [
      ...Array.from({ length: 4 }, () => unknown(25)),
      ...Array.from({ length: 100 }, () => unseen),
    ]
    expect(() => check({ list })).toThrow("list[3].f24: unbekanntes Feld")
    // Nor into a list that is too long.
    expect(() => check({ list: Array.from({ length: 201 }, () => unseen) })).toThrow(
      /^list: höchstens 200 Einträge$/,
    )
  })

  test("a list that is too long is told once", async () => {
    const positionen = Array.from({ length: 10_000 }, () => ({}))
    const { body } = await app.call("POST", "/api/lieferungen", {
      token: firma.admin.token,
      body: { kunde_id: firma.admin.id, datum: "2026-03-31", positionen },
    })
    expect(body.errors).toEqual([
      fault("positionen", expect.stringMatching(/^höchstens \d+ Einträge$/) as never),
    ])
  })

  test("names are told only as far as anybody reads them", async () => {
    const { body } = await create({ name: "Adler", [`${"/~".repeat(20_000)}`]: 1 })
    expect(body.errors).toEqual([fault("/~".repeat(100), "unbekanntes Feld")])
  })
})

describe("a query", () => {
  const list = (query: string) => app.call("GET", `/api/mitarbeiter?${query}`, { token: firma.admin.token })

  test.each([
    "limit=0",
    "limit=201",
    "limit=0x10",
    "limit=1e2",
    "limit=Infinity",
    "limit=",
    "limit=1&limit=2",
    "limit=-1",
    "limit=1.5",
  ])("%s is 400 and names limit", async (query) => {
    const reply = await list(query)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ location: "query", path: "limit" }])
  })

  test("of more parameters than any route has is read no further than its first faults", async () => {
    const many = Array.from({ length: 1500 }, (_, nr) => `p${nr}=1`).join("&")
    const { status, body } = await list(many)
    expect([status, body.errors.length]).toEqual([400, 100])
    const repeated = await list("limit=5&".repeat(1500))
    expect(repeated.body.errors).toMatchObject([{ location: "query", path: "limit" }])
  })

  test("with an unknown parameter, order or cursor is 400", async () => {
    expect((await list("limti=5")).body.errors).toEqual([fault("limti", "unbekanntes Feld", "query")])
    expect((await list("sort=password_hash")).status).toBe(400)
    for (const cursor of ["x", "W10", Buffer.from('["name",{},1]').toString("base64url")]) {
      expect((await list(`cursor=${cursor}`)).body.errors).toMatchObject([
        { location: "query", path: "cursor" },
      ])
    }
  })
})

describe("an address", () => {
  test("that nobody knows is 404", async () => {
    for (const path of ["/api/nix", "/api", "/nix", "/api/auth/login/x", "/API/auth/login", "/faviconXsvg"]) {
      const reply = await app.call("GET", path)
      expect([path, reply.status, reply.body]).toEqual([path, 404, { error: "Nicht gefunden" }])
    }
  })

  test("with another method is 405 and says which it takes", async () => {
    const cases = [
      ["GET", "/api/auth/login", "POST"],
      ["OPTIONS", "/api/auth/login", "POST"],
      ["DELETE", "/api/auth/me", "GET, HEAD"],
      ["PUT", "/api/tenants/1", "GET, HEAD, PATCH"],
      ["POST", "/uploads/a.jpg", "GET, HEAD"],
    ]
    for (const [method = "", path = "", allow] of cases) {
      const reply = await app.call(method, path)
      expect([reply.status, reply.headers.get("allow"), reply.body]).toEqual([
        405,
        allow ?? "",
        { error: "Methode nicht erlaubt" },
      ])
    }
  })

  test("answers HEAD like GET, without a body", async () => {
    const head = await app.call("HEAD", "/health")
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"])
  })
})

describe("a record", () => {
  test("carries its version as ETag; If-None-Match spares it, a stale If-Match is 412", async () => {
    const { token } = firma.admin
    const path = `/api/mitarbeiter/${firma.user.id}`
    const first = await app.call("GET", path, { token })
    expect(first.headers.get("etag")).toBe('"1"')
    expect((await app.call("GET", path, { token, headers: { "if-none-match": '"1"' } })).status).toBe(304)
    const patch = (name: string, tag: string) =>
      app.call("PATCH", path, { token, body: { name }, headers: { "if-match": tag } })
    expect((await patch("Neu", '"1"')).headers.get("etag")).toBe('"2"')
    expect((await patch("Zu spät", '"1"')).status).toBe(412)
    for (const [tag, status] of [
      ['W/"2"', 304],
      ['"1", "2"', 304],
      ['"1", W/"22"', 200],
    ] as const) {
      const answered = await app.call("GET", path, { token, headers: { "if-none-match": tag } })
      expect([tag, answered.status]).toEqual([tag, status])
    }
    const changing = { token, body: { name: "Anders" }, headers: { "if-none-match": '"3"' } }
    const changed = await app.call("PATCH", path, changing)
    expect([changed.status, changed.headers.get("etag"), changed.body.name]).toEqual([200, '"3"', "Anders"])
    expect((await patch("Unsinn", "abc")).status).toBe(412)
    expect((await patch("Egal", "*")).status).toBe(200)
    expect((await app.call("GET", path, { token })).body.name).toBe("Egal")
  })
})

describe("every reply", () => {
  test("has the security headers and a request id, a proxy's if there is one", async () => {
    const replies = await Promise.all([
      app.call("GET", "/health"),
      app.call("GET", "/api/nix"),
      app.call("PUT", "/api/auth/login"),
      app.call("GET", "/api/auth/me"),
      login("{"),
      app.call("GET", "/uploads/nix.png"),
      app.call("GET", "/api/tenant", { token: firma.admin.token }),
    ])
    for (const { headers } of replies) {
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("x-frame-options")).toBe("DENY")
      expect(headers.get("content-security-policy")).toContain("default-src 'none'")
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("cache-control")).toBe("no-store")
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
    }
    const given = await app.call("GET", "/health", { headers: { "x-request-id": "proxy-0815" } })
    expect(given.headers.get("x-request-id")).toBe("proxy-0815")
    const hostile = await app.call("GET", "/health", { headers: { "x-request-id": "a b<script>" } })
    expect(hostile.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
  })

  test("leaves one line in the log, with its id and without a secret or a query", async () => {
    lines.length = 0
    const { body } = await app.call("POST", "/api/auth/login", {
      body: { email: firma.admin.email, password: PASSWORD },
    })
    await app.call("GET", "/api/mitarbeiter?sort=name", { token: body.token })
    await app.call("POST", "/api/auth/login", {
      body: { email: firma.admin.email, password: "falsches-Kennwort" },
    })
    expect(lines.filter((line) => JSON.parse(line).message === "request")).toHaveLength(3)
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({
      level: "info",
      method: "GET",
      path: "/api/mitarbeiter",
      route: "/api/mitarbeiter",
      tenant: firma.id,
      status: 200,
      ms: expect.any(Number),
      request_id: expect.any(String),
    })
    for (const secret of [
      PASSWORD,
      "falsches-Kennwort",
      body.token,
      "argon2",
      firma.admin.email,
      "sort=name",
    ]) {
      expect(lines.join("\n")).not.toContain(secret)
    }
  })
})

test("a host or an address that is none is refused before anything else", async () => {
  for (const host of ["a:99999999", "a b", "[::1", "a/b", "x@y", ""]) {
    const reply = await app.call("GET", "/health", { headers: { host } })
    expect([host, reply.status]).toEqual([host, 400])
  }
  for (const host of ["localhost:3000", "pfand.example", "127.0.0.1", "[::1]:3000", "pfand_1.local."]) {
    expect((await app.call("GET", "/health", { headers: { host } })).status).toBe(200)
  }
})
