import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { query } from "../../../src/db/query.ts"
import { protokoll } from "../../../src/db/schema.ts"
import { type Account, type Company, createTestApp, PASSWORD } from "../../helpers/app.ts"

const app = createTestApp()
afterAll(app.close)

let firma: Company
let foreign: Company
let chefin: Account
beforeAll(async () => {
  firma = await app.company("mitarbeiter-eins")
  foreign = await app.company("mitarbeiter-zwei")
  chefin = await app.superadmin()
})

const URL = "/api/mitarbeiter"
let made = 0
const neu = <T extends object>(more: T = {} as T) => ({
  email: `person${++made}@firma.example`,
  name: "Jens Krüger",
  rolle: "user",
  password: "Kuh-47",
  ...more,
})
const post = (token: string, body: unknown) => app.call("POST", URL, { token, body })
const patch = (token: string, id: string, body: unknown, headers = {}) =>
  app.call("PATCH", `${URL}/${id}`, { token, body, headers })
const get = (token: string, path = "") => app.call("GET", URL + path, { token })
const login = (email: string, password: string) =>
  app.call("POST", "/api/auth/login", { body: { email, password } })

type Entry = { mitarbeiter_id: string | null; aktion: string; datensatz_id: string; aenderungen: any }
const entries = query<Entry, { id: string }>`
  SELECT mitarbeiter_id, aktion, datensatz_id, aenderungen FROM ${protokoll} WHERE datensatz_id = :id ORDER BY id`
const logOf = (tenant: string, id: string) =>
  app.deps.system
    .tenant(tenant)
    .all(entries, { id })
    .map((entry) => Object.assign(entry, { aenderungen: JSON.parse(entry.aenderungen) }))

describe("creating an account", () => {
  test("answers 201 with the account, without any hash, and the account can log in", async () => {
    const body = neu({ name: "  Jo\u0308rg  ", email: " GROSS@Firma.Example " })
    const reply = await post(firma.admin.token, body)
    expect(reply.status).toBe(201)
    expect(reply.headers.get("etag")).toBe('"1"')
    expect(Object.keys(reply.body).toSorted()).toEqual([
      "aktiv",
      "aktualisiert_am",
      "email",
      "erstellt_am",
      "id",
      "name",
      "rolle",
      "tenant_id",
      "version",
    ])
    expect(reply.body).toMatchObject({
      email: "gross@firma.example",
      name: "Jörg",
      rolle: "user",
      aktiv: 1,
      tenant_id: firma.id,
    })
    expect((await login("Gross@firma.example", "Kuh-47")).status).toBe(200)
  })

  test("may be repeated with the same id and content: 200, and still one account", async () => {
    const body = neu({ id: Bun.randomUUIDv7() })
    const first = await post(firma.admin.token, body)
    const second = await post(firma.admin.token, body)
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
    expect(logOf(firma.id, body.id).length).toBe(1)
  })

  test("is refused with 409 when the id was used with other content", async () => {
    const body = neu({ id: Bun.randomUUIDv7() })
    await post(firma.admin.token, body)
    const reply = await post(firma.admin.token, { ...body, name: "Jemand anders" })
    expect(reply.status).toBe(409)
    expect((await get(firma.admin.token, `/${body.id}`)).body.name).toBe("Jens Krüger")
  })

  test("repeated with another password is refused: that one would be passed on, and opens nothing", async () => {
    const body = neu({ id: Bun.randomUUIDv7() })
    await post(firma.admin.token, body)
    const other = () => post(firma.admin.token, { ...body, password: "Kuh-49" })
    expect((await other()).status).toBe(409)
    expect((await login(body.email, "Kuh-47")).status).toBe(200)
    await patch(firma.admin.token, body.id, { name: "Jens Neu" })
    const tries = await Promise.all(Array.from({ length: 30 }, other))
    expect(tries.map(({ status }) => status)).toContain(429)
  })

  test("is refused with the id of a program, an operator, or whoever else did something", async () => {
    const zugang = { name: "Lager", rechte: ["kunden.lesen"], gueltig_bis: "2027-06-30" }
    const program = await app.call("POST", "/api/programmzugaenge", {
      token: firma.admin.token,
      body: zugang,
    })
    const headers = { "x-tenant-id": firma.id }
    const kunde = await app.call("POST", "/api/kunden", {
      token: chefin.token,
      headers,
      body: { name: "Adler" },
    })
    expect([program.status, kunde.status]).toEqual([201, 201])
    for (const id of [program.body.id, chefin.id]) {
      const reply = await post(firma.admin.token, neu({ id }))
      expect([reply.status, reply.body]).toEqual([409, { error: "Diese id ist bereits vergeben" }])
    }
    const body = { ...zugang, id: firma.user.id }
    const reply = await app.call("POST", "/api/programmzugaenge", { token: firma.admin.token, body })
    expect([reply.status, reply.body]).toEqual([409, { error: "Diese id ist bereits vergeben" }])
  })

  test("sent twenty times at once makes one account", async () => {
    const body = neu({ id: Bun.randomUUIDv7() })
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(firma.admin.token, body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  }, 120_000)

  test("with one address twenty times at once makes one account", async () => {
    const body = neu()
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(firma.admin.token, body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
  }, 120_000)

  test("is refused with 409 when the address is taken in this company, whatever its case", async () => {
    const reply = await post(firma.admin.token, neu({ email: firma.user.email.toUpperCase() }))
    expect(reply.status).toBe(409)
    expect(reply.body).toEqual({ error: "Diese E-Mail-Adresse ist bereits vergeben" })
  })

  test("refuses an address with signs that nobody sees, as nobody could log in with it", async () => {
    for (const sign of ["\u200b", "\u00ad", "\u2060", "\ufeff", "\u200d"]) {
      const { status, body } = await post(firma.admin.token, neu({ email: `an${sign}na@firma.example` }))
      expect([status, body.errors[0].path, body.errors[0].msg]).toEqual([
        400,
        "email",
        "enthält unsichtbare Zeichen (vom Kopieren); bitte neu tippen",
      ])
    }
    // The log-in passes over those that a copied address brings along; the failures count together.
    for (const email of [`\u200b${firma.user.email}`, `${firma.user.email}\u2060`])
      expect((await login(email, PASSWORD)).status).toBe(200)
    // One that was stored before can still be used, and mended.
    const old = await app.account(firma.id, "user", "\u200balt@firma.example")
    expect((await login("\u200balt@firma.example", PASSWORD)).status).toBe(200)
    expect((await patch(firma.admin.token, old.id, { email: "alt@firma.example" })).status).toBe(200)
  })

  test("refuses an address with signs that no keyboard has, as programs for texts set them", async () => {
    for (const name of ["o’brien", "anna\u2011maria", "ａnna", "o\ufb00ice", "an\u2800na"]) {
      const { status, body } = await post(firma.admin.token, neu({ email: `${name}@firma.example` }))
      expect([name, status, body.errors?.[0].msg]).toEqual([
        name,
        400,
        "enthält Zeichen, die keine Tastatur hat (vom Kopieren); bitte neu tippen",
      ])
    }
  })

  test("refuses an address with letters of another script that look alike, and takes one script", async () => {
    for (const email of ["аnna@firma.example", "аро@firma.example", "anna@fіrma.example"]) {
      const { status, body } = await post(firma.admin.token, neu({ email }))
      expect([status, body.errors[0].msg]).toEqual([
        400,
        "mischt Buchstaben verschiedener Schriften, die gleich aussehen; bitte neu tippen",
      ])
    }
    for (const email of ["jürgen@straße.example", "иван@firma.example", "анна@почта.рф"])
      expect((await post(firma.admin.token, neu({ email }))).status).toBe(201)
  })

  test("takes an address and an id that another company uses: neither can be felt", async () => {
    const body = neu({ id: Bun.randomUUIDv7() })
    expect((await post(foreign.admin.token, body)).status).toBe(201)
    const reply = await post(firma.admin.token, { ...body, name: "Eine andere" })
    expect(reply.status).toBe(201)
    expect((await get(foreign.admin.token, `/${body.id}`)).body.name).toBe("Jens Krüger")
  })

  test("is refused with 409 for an id that an account has which was made without one", async () => {
    const reply = await post(firma.admin.token, neu({ id: firma.user.id }))
    expect([reply.status, reply.body]).toEqual([409, { error: "Diese id ist bereits vergeben" }])
  })

  test("names every fault at once and never what was submitted", async () => {
    const reply = await post(firma.admin.token, {
      email: "keine",
      name: " ",
      rolle: "chef",
      password: "kurz",
      tenant_id: foreign.id,
      password_hash: "x",
      id: "1",
    })
    expect(reply.status).toBe(400)
    expect(reply.body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "email",
      "id",
      "name",
      "password",
      "password_hash",
      "rolle",
      "tenant_id",
    ])
    expect(reply.text).not.toContain("keine")
    expect(reply.text).not.toContain("kurz")
  })

  test("never makes a super administrator, whoever asks", async () => {
    for (const headers of [{}, { "x-tenant-id": firma.id }]) {
      const token = "x-tenant-id" in headers ? chefin.token : firma.admin.token
      const reply = await app.call("POST", URL, { token, headers, body: neu({ rolle: "superadmin" }) })
      expect(reply.status).toBe(400)
      expect(reply.body.errors[0]).toMatchObject({ path: "rolle" })
    }
    const promoted = await patch(firma.admin.token, firma.user.id, { rolle: "superadmin" })
    expect(promoted.status).toBe(400)
  })
})

describe("who may", () => {
  test("read the list: an admin everything, the office four fields, a driver nothing", async () => {
    const admin = await get(firma.admin.token)
    const office = await get(firma.user.token)
    const driver = await get(firma.fahrer.token)
    expect(admin.body.items[0]).toHaveProperty("email")
    for (const item of office.body.items)
      expect(Object.keys(item).toSorted()).toEqual(["aktiv", "id", "name", "rolle"])
    expect(office.body.items.length).toBe(admin.body.items.length)
    expect([driver.status, driver.body]).toEqual([403, { error: "Keine Berechtigung" }])
  })

  test("read, make, change or give a password to an account: the admin alone", async () => {
    for (const { token } of [firma.user, firma.fahrer]) {
      const replies = [
        await get(token, `/${firma.user.id}`),
        await post(token, neu()),
        await patch(token, firma.user.id, { name: "x" }),
        await app.call("POST", `${URL}/${firma.user.id}/passwort`, { token, body: { password: "Kuh-48" } }),
      ]
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    }
    expect((await get(firma.admin.token, `/${firma.user.id}`)).body.name).toBe("user Test")
  })

  test("act in a company as super administrator: only by naming it", async () => {
    const without = await get(chefin.token)
    expect([without.status, without.body]).toEqual([
      400,
      { error: "Bitte den Tenant nennen: Kopfzeile X-Tenant-Id" },
    ])
    const named = (id: string) =>
      app.call("GET", URL, { token: chefin.token, headers: { "x-tenant-id": id } })
    expect((await named(firma.id)).body.items.every((item: any) => item.tenant_id === firma.id)).toBe(true)
    expect((await named(Bun.randomUUIDv7())).status).toBe(404)
    const headers = { "x-tenant-id": firma.id }
    const created = await app.call("POST", URL, { token: chefin.token, headers, body: neu() })
    expect([created.status, created.body.tenant_id]).toEqual([201, firma.id])
  })

  test("name another company: nobody else, while one's own name is allowed", async () => {
    const call = (id: string) =>
      app.call("GET", URL, { token: firma.admin.token, headers: { "x-tenant-id": id } })
    expect((await call(foreign.id)).status).toBe(403)
    expect((await call(firma.id)).status).toBe(200)
  })

  test("reach another company's account: nobody; it looks like a missing one", async () => {
    const token = firma.admin.token
    for (const id of [foreign.user.id, Bun.randomUUIDv7(), "kein-uuid"]) {
      const replies = [
        await get(token, `/${id}`),
        await patch(token, id, { name: "x" }),
        await app.call("POST", `${URL}/${id}/passwort`, { token, body: { password: "Kuh-48" } }),
      ]
      for (const { status, body } of replies)
        expect([status, body]).toEqual([404, { error: "Mitarbeiter nicht gefunden" }])
    }
  })
})

describe("changing an account", () => {
  test("changes the fields that are named, counts the version and writes it down", async () => {
    const { body: before } = await post(firma.admin.token, neu())
    const reply = await patch(firma.admin.token, before.id, { name: "Neu", rolle: "user" })
    expect(reply.status).toBe(200)
    expect(reply.headers.get("etag")).toBe('"2"')
    expect(reply.body).toEqual({
      ...before,
      name: "Neu",
      version: 2,
      aktualisiert_am: reply.body.aktualisiert_am,
    })
    expect(logOf(firma.id, before.id)).toEqual([
      expect.objectContaining({ aktion: "mitarbeiter.angelegt" }),
      {
        mitarbeiter_id: firma.admin.id,
        aktion: "mitarbeiter.geaendert",
        datensatz_id: before.id,
        aenderungen: { name: ["Jens Krüger", "Neu"] },
      },
    ])
  })

  test("to what it already is changes nothing, not even the version", async () => {
    const { body: before } = await post(firma.admin.token, neu())
    const reply = await patch(firma.admin.token, before.id, { name: before.name, aktiv: 1 })
    expect([reply.status, reply.body]).toEqual([200, before])
    expect(logOf(firma.id, before.id).length).toBe(1)
  })

  test("with If-Match succeeds for the version that was read and is 412 for an older one", async () => {
    const { body } = await post(firma.admin.token, neu())
    const etag = (await get(firma.admin.token, `/${body.id}`)).headers.get("etag") ?? ""
    expect((await patch(firma.admin.token, body.id, { name: "A" }, { "if-match": etag })).status).toBe(200)
    const stale = await patch(firma.admin.token, body.id, { name: "B" }, { "if-match": etag })
    expect(stale.status).toBe(412)
    expect((await patch(firma.admin.token, body.id, { name: "B" }, { "if-match": "unsinn" })).status).toBe(
      412,
    )
    expect((await get(firma.admin.token, `/${body.id}`)).body.name).toBe("A")
  })

  test("is 304 to read again with the tag that was given", async () => {
    const call = (tag: string) =>
      app.call("GET", `${URL}/${firma.user.id}`, {
        token: firma.admin.token,
        headers: { "if-none-match": tag },
      })
    const { headers } = await get(firma.admin.token, `/${firma.user.id}`)
    expect((await call(headers.get("etag") ?? "")).status).toBe(304)
    expect((await call('"999"')).status).toBe(200)
  })

  test("refuses what only the server sets, what is unknown, and nothing at all", async () => {
    for (const body of [
      { id: Bun.randomUUIDv7() },
      { tenant_id: foreign.id },
      { password: "Kuh-48" },
      { password_hash: "x" },
      { token_generation: 0 },
      { version: 9 },
      { nmae: "x" },
      { aktiv: 2 },
      { aktiv: true },
      { name: null },
      {},
    ]) {
      const reply = await patch(firma.admin.token, firma.user.id, body)
      expect(reply.status).toBe(400)
      expect(reply.body.errors.length).toBe(1)
    }
  })

  test("to an address that is taken is 409", async () => {
    const reply = await patch(firma.admin.token, firma.user.id, { email: firma.fahrer.email })
    expect([reply.status, reply.body]).toEqual([409, { error: "Diese E-Mail-Adresse ist bereits vergeben" }])
    expect((await patch(firma.admin.token, firma.user.id, { email: foreign.user.email })).status).toBe(200)
    await patch(firma.admin.token, firma.user.id, { email: firma.user.email })
  })

  test("of one's own address takes one's own password, and few tries at it", async () => {
    const own = await app.account(firma.id, "admin")
    const to = (email: string, currentPassword?: string) =>
      patch(own.token, own.id, { email, ...(currentPassword !== undefined && { currentPassword }) })
    const said = async (reply: ReturnType<typeof to>) => {
      const { status, body } = await reply
      return [status, body.errors?.[0].path, body.errors?.[0].msg]
    }
    expect(await said(to("neu@firma.example"))).toEqual([
      400,
      "currentPassword",
      expect.stringContaining("mit dem eigenen Passwort"),
    ])
    expect(await said(to("neu@firma.example", "falsch"))).toEqual([400, "currentPassword", "ist falsch"])
    expect((await login(own.email, PASSWORD)).status).toBe(200)
    // The form sends all of its fields.
    expect((await patch(own.token, own.id, { email: own.email, name: "Neu" })).status).toBe(200)
    expect((await to("neu@firma.example", PASSWORD)).status).toBe(200)
    expect((await login("neu@firma.example", PASSWORD)).status).toBe(200)
    for (let i = 0; i < 10; i++) await to("noch@firma.example", "falsch")
    expect((await to("noch@firma.example", PASSWORD)).status).toBe(429)
  })

  test("ends its sessions at once when it is deactivated, and they stay ended when it is active again", async () => {
    const konto = await app.account(firma.id, "user")
    expect((await get(konto.token)).status).toBe(200)
    await patch(firma.admin.token, konto.id, { aktiv: 0 })
    expect((await get(konto.token)).status).toBe(401)
    expect((await login(konto.email, PASSWORD)).status).toBe(401)
    await patch(firma.admin.token, konto.id, { aktiv: 1 })
    expect((await get(konto.token)).status).toBe(401)
    expect((await login(konto.email, PASSWORD)).status).toBe(200)
  })

  test("ends its sessions at once when it gets another role, and they stay ended when it gets the old one", async () => {
    const konto = await app.account(firma.id, "user")
    await patch(firma.admin.token, konto.id, { rolle: "fahrer" })
    expect((await get(konto.token)).status).toBe(401)
    await patch(firma.admin.token, konto.id, { rolle: "user" })
    expect((await get(konto.token)).status).toBe(401)
  })

  test("keeps its sessions when only its name changes", async () => {
    const konto = await app.account(firma.id, "user")
    await patch(firma.admin.token, konto.id, { name: "Geheiratet" })
    expect((await get(konto.token)).status).toBe(200)
  })
})

describe("the last active admin", () => {
  const LAST = { error: "Das ist das letzte aktive Konto der Verwaltung; es behält Rolle und Zugang" }

  test("keeps role and access, whoever would take them, the admin included", async () => {
    const { id, admin } = await app.company("letzter-admin")
    const headers = { "x-tenant-id": id }
    for (const body of [{ aktiv: 0 }, { rolle: "user" }, { rolle: "fahrer", aktiv: 0 }]) {
      const own = await patch(admin.token, admin.id, body)
      const operator = await patch(chefin.token, admin.id, body, headers)
      for (const { status, body: error } of [own, operator]) expect([status, error]).toEqual([409, LAST])
    }
    expect((await get(admin.token, `/${admin.id}`)).body).toMatchObject({
      rolle: "admin",
      aktiv: 1,
      version: 1,
    })
    expect((await patch(admin.token, admin.id, { name: "Darf heißen, wie er will" })).status).toBe(200)
  })

  test("is not replaced by one that is inactive, or of another company", async () => {
    const { id, admin } = await app.company("zweiter-inaktiv")
    const second = await app.account(id, "admin")
    expect((await patch(admin.token, second.id, { aktiv: 0 })).status).toBe(200)
    expect((await patch(admin.token, admin.id, { aktiv: 0 })).status).toBe(409)
  })

  test("may go when there is another", async () => {
    const { id, admin } = await app.company("zwei-admins")
    const second = await app.account(id, "admin")
    expect((await patch(admin.token, admin.id, { rolle: "user" })).status).toBe(200)
    expect((await get(admin.token)).status).toBe(401)
    expect((await patch(second.token, second.id, { rolle: "user" })).status).toBe(409)
  })

  test("remains when two admins take each other's role at the same moment", async () => {
    const { id, admin } = await app.company("gegenseitig")
    const zweiter = await app.account(id, "admin")
    const replies = await Promise.all([
      patch(admin.token, zweiter.id, { rolle: "user" }),
      patch(zweiter.token, admin.id, { aktiv: 0 }),
    ])
    // The second one loses the session (401) or, in the same turn, the argument (409).
    const [first = 0, second = 0] = replies.map(({ status }) => status).toSorted()
    expect(first).toBe(200)
    expect([401, 409]).toContain(second)
    const list = await app.call("GET", `${URL}?rolle=admin&aktiv=1`, {
      token: chefin.token,
      headers: { "x-tenant-id": id },
    })
    expect(list.body.items.length).toBe(1)
  })
})

describe("setting a password", () => {
  test("ends all sessions, the old password and writes down that it happened, without any secret", async () => {
    const konto = await app.account(firma.id, "fahrer")
    const reply = await app.call("POST", `${URL}/${konto.id}/passwort`, {
      token: firma.admin.token,
      body: { password: "ganz neu" },
    })
    expect([reply.status, reply.body]).toEqual([200, { message: "Passwort gesetzt" }])
    expect((await app.call("GET", "/api/auth/me", { token: konto.token })).status).toBe(401)
    expect((await login(konto.email, PASSWORD)).status).toBe(401)
    expect((await login(konto.email, "ganz neu")).status).toBe(200)
    const [entry] = logOf(firma.id, konto.id)
    expect(entry).toEqual({
      mitarbeiter_id: firma.admin.id,
      aktion: "mitarbeiter.passwort_gesetzt",
      datensatz_id: konto.id,
      aenderungen: {},
    })
  })

  test("is refused for the own account, whose password is changed with the one before", async () => {
    const own = await app.account(firma.id, "admin")
    const path = `${URL}/${own.id}/passwort`
    const reply = await app.call("POST", path, { token: own.token, body: { password: "Kuh-48" } })
    expect([reply.status, reply.body]).toEqual([
      403,
      { error: "Das eigene Passwort ändern Sie unter „Eigenes Konto“" },
    ])
    expect((await login(own.email, PASSWORD)).status).toBe(200)
  })

  test("asks for six characters, and takes them as they are", async () => {
    const konto = await app.account(firma.id, "fahrer")
    const set = (password: unknown) =>
      app.call("POST", `${URL}/${konto.id}/passwort`, { token: firma.admin.token, body: { password } })
    for (const password of ["12345", 123456, null, undefined]) expect((await set(password)).status).toBe(400)
    expect((await set("  öde ")).status).toBe(200)
    expect((await login(konto.email, "öde")).status).toBe(401)
    expect((await login(konto.email, "  öde ")).status).toBe(200)
  })
})

describe("the list", () => {
  let many: Company
  beforeAll(async () => {
    many = await app.company("viele-mitarbeiter")
    for (const name of ["Ärger", "Zoe", "Anna", "Anna", "Bert"]) {
      const konto = await app.account(many.id, "fahrer")
      await patch(many.admin.token, konto.id, { name })
    }
    const last = await app.account(many.id, "fahrer")
    await patch(many.admin.token, last.id, { aktiv: 0 })
  })
  const list = (parameters: string) => get(many.admin.token, `?${parameters}`)

  test("page by page shows every account once, in the order of names", async () => {
    const names: string[] = []
    const ids = new Set<string>()
    let cursor = ""
    do {
      const { body } = await list(`limit=2${cursor && `&cursor=${cursor}`}`)
      expect(body.items.length).toBeLessThanOrEqual(2)
      for (const { id, name } of body.items) {
        names.push(name)
        ids.add(id)
      }
      cursor = body.next_cursor
    } while (cursor)
    expect(names.length).toBe(9)
    expect(ids.size).toBe(9)
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  })

  test("filters, and counts only where it is asked to", async () => {
    expect((await list("rolle=admin")).body.items.length).toBe(1)
    expect((await list("aktiv=0")).body.items.length).toBe(1)
    expect((await list("rolle=fahrer&aktiv=1&total=true&limit=1")).body).toMatchObject({ total: 6 })
    expect((await list("limit=1")).body).not.toHaveProperty("total")
    expect((await list("total=true")).body).toMatchObject({ total: 9, next_cursor: null })
  })

  test("refuses what it does not know", async () => {
    for (const parameters of [
      "limit=0",
      "limit=201",
      "limit=0x10",
      "limit=1e2",
      "limit=",
      "limit=1&limit=2",
      "sort=email",
      "sort=password_hash",
      "rolle=superadmin",
      "aktiv=2",
      "total=1",
      "cursor=",
      "cursor=unsinn",
      "ort=x",
      "tenant_id=x",
    ]) {
      const { status, body } = await list(parameters)
      expect([parameters, status]).toEqual([parameters, 400])
      expect(body.errors[0].location).toBe("query")
    }
  })

  test("refuses the cursor of another list", async () => {
    const { body } = await app.call("GET", "/api/tenants?limit=1", { token: chefin.token })
    const reply = await list(`cursor=${body.next_cursor}`)
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, "cursor"])
  })

  test("never shows another company's accounts, by a cursor of theirs either", async () => {
    const theirs = await get(many.admin.token, "?limit=1")
    const { body } = await get(foreign.admin.token, `?limit=200&cursor=${theirs.body.next_cursor}`)
    expect(body.items.every((item: any) => item.tenant_id === foreign.id)).toBe(true)
  })
})

test("no reply and no log entry of a company ever holds a hash", async () => {
  const all = query<{ aenderungen: string }>`SELECT aenderungen FROM ${protokoll}`
  const log = app.deps.system.tenant(firma.id).all(all, {})
  expect(log.length).toBeGreaterThan(10)
  expect(log.filter(({ aenderungen }) => /argon2|password|token_/.test(aenderungen))).toEqual([])
})
