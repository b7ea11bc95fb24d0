import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { query } from "../../../src/db/query.ts"
import { protokoll } from "../../../src/db/schema.ts"
import { type Company, createTestApp, PASSWORD } from "../../helpers/app.ts"

/** Milliseconds that the service's clock is ahead. */
let ahead = 0
const clock = () => new Date(Date.now() + ahead)
const app = createTestApp({ clock, env: { LOGIN_FAILURES_PER_ADDRESS: "10000" } })
afterAll(app.close)

let firma: Company
let foreign: Company
let chefin: { id: string; token: string }
beforeAll(async () => {
  firma = await app.company("tenants-eins")
  foreign = await app.company("tenants-zwei")
  chefin = await app.superadmin()
})

let made = 0
const neu = <T extends object>(more: T = {} as T) => ({
  name: "Getränke Sommer",
  slug: `sommer-${++made}`,
  typ: "standard",
  ...more,
})
const call = (method: string, path: string, body?: unknown, token = chefin.token, headers = {}) =>
  app.call(method, path, { token, headers, ...(body !== undefined && { body }) })
const post = (body: unknown) => call("POST", "/api/tenants", body)
const patch = (id: string, body: unknown, headers = {}) =>
  call("PATCH", `/api/tenants/${id}`, body, chefin.token, headers)
const login = (email: string) => app.call("POST", "/api/auth/login", { body: { email, password: PASSWORD } })

type Entry = { mitarbeiter_id: string | null; mitarbeiter_name: string; aktion: string; aenderungen: string }
const entries = query<Entry>`SELECT mitarbeiter_id, mitarbeiter_name, aktion, aenderungen FROM ${protokoll} ORDER BY id`
const logOf = (tenant: string) =>
  app.deps.system
    .tenant(tenant)
    .all(entries, {})
    .map((entry) => Object.assign(entry, { aenderungen: JSON.parse(entry.aenderungen) }))

const readOwn = (token: string) => call("GET", "/api/tenant", undefined, token)
const writeOwn = (token: string) => call("PATCH", "/api/tenant", { ort: "Celle" }, token)
const later = () => (ahead += 2 * 3_600_000)
const inAnHour = () => new Date(clock().getTime() + 3_600_000).toISOString()

/** A demo that ends in an hour, with an admin. */
async function demo(): Promise<{ id: string; email: string; token: string }> {
  const { body } = await post(neu({ typ: "demo", demo_expires_at: inAnHour() }))
  const { email, token } = await app.account(body.id, "admin")
  return { id: body.id, email, token }
}

describe("creating a tenant", () => {
  test("answers 201 with the whole record", async () => {
    const reply = await post(neu({ name: " Sommer ", slug: "kuerzel", ort: "Lüneburg" }))
    expect(reply.status).toBe(201)
    expect(reply.headers.get("etag")).toBe('"1"')
    expect(reply.body).toEqual({
      id: reply.body.id,
      name: "Sommer",
      slug: "kuerzel",
      typ: "standard",
      status: "aktiv",
      demo_expires_at: null,
      zeitzone: "Europe/Berlin",
      strasse: null,
      plz: null,
      ort: "Lüneburg",
      telefon: null,
      email: null,
      ust_id: null,
      steuernummer: null,
      iban: null,
      preise: "netto",
      ust_verfahren: "laufend",
      kleinunternehmer: 0,
      einspruchsfrist_tage: 8,
      abrechnung_ist: "beleg",
      zahlungsziel_tage: 14,
      rechnung_kontakt: null,
      rechnung_telefon: null,
      rechnung_email: null,
      bundesland: null,
      antwortlink_tage: 90,
      erstellt_am: reply.body.erstellt_am,
      aktualisiert_am: reply.body.erstellt_am,
      version: 1,
    })
  })

  test("with its first admin makes an account that can log in, and writes both down without a hash", async () => {
    const admin = { email: "erste@sommer.example", name: "Petra", password: PASSWORD }
    const reply = await post(neu({ admin }))
    expect(reply.status).toBe(201)
    expect(reply.text).not.toContain("admin")
    const session = await login(admin.email)
    expect(session.body.user).toMatchObject({ rolle: "admin", tenant_id: reply.body.id })
    const log = logOf(reply.body.id)
    expect(log.map(({ aktion, mitarbeiter_id }) => [aktion, mitarbeiter_id])).toEqual([
      ["tenants.angelegt", chefin.id],
      ["mitarbeiter.angelegt", chefin.id],
    ])
    expect(JSON.stringify(log)).not.toContain("argon2")
  })

  test("may be repeated: the same id and content is 200 and makes nothing, other content is 409", async () => {
    const body = neu({
      id: Bun.randomUUIDv7(),
      admin: { email: "a@b.example", name: "A", password: "Kuh-77" },
    })
    const replies = [await post(body), await post(body), await post({ ...body, name: "Andere" })]
    const admin = { ...body.admin, password: "Kuh-78" }
    replies.push(await post({ ...body, admin }))
    expect(replies.map(({ status }) => status)).toEqual([201, 200, 409, 409])
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    expect(logOf(body.id).length).toBe(2)
  })

  test("sent twenty times at once makes one", async () => {
    const body = neu({ id: Bun.randomUUIDv7() })
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201])
    expect(logOf(body.id).length).toBe(1)
  })

  test("with one slug twenty times at once makes one", async () => {
    const body = neu()
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      error: "Dieses Kürzel ist bereits vergeben",
    })
  })

  test("with an id that a tenant already has is 409", async () => {
    expect((await post(neu({ id: firma.id }))).status).toBe(409)
  })

  test("names every fault at once", async () => {
    const reply = await post({
      slug: "Groß-",
      typ: "test",
      zeitzone: "Mars/Eins",
      demo_expires_at: "morgen",
      status: "aktiv",
      tenant_id: "x",
      admin: { email: "x", rolle: "superadmin" },
    })
    expect(reply.status).toBe(400)
    expect(reply.body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "admin.email",
      "admin.name",
      "admin.password",
      "admin.rolle",
      "demo_expires_at",
      "name",
      "slug",
      "status",
      "tenant_id",
      "typ",
      "zeitzone",
    ])
  })

  test("takes an expiry for a demo alone, and stores it as UTC", async () => {
    const end = "2026-07-01T00:00:00+02:00"
    expect((await post(neu({ demo_expires_at: end }))).body.errors[0].path).toBe("demo_expires_at")
    const reply = await post(neu({ typ: "demo", demo_expires_at: end }))
    expect(reply.body.demo_expires_at).toBe("2026-06-30T22:00:00.000Z")
  })
})

describe("who may", () => {
  test("look after all tenants: the super administrator alone", async () => {
    for (const { token } of [firma.admin, firma.user, firma.fahrer]) {
      const replies = [
        await call("GET", "/api/tenants", undefined, token),
        await call("POST", "/api/tenants", neu(), token),
        await call("GET", `/api/tenants/${firma.id}`, undefined, token),
        await call("PATCH", `/api/tenants/${firma.id}`, { name: "x" }, token),
      ]
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    }
  })

  test("read the own tenant: admin and office; change it: the admin", async () => {
    const { admin, user, fahrer } = firma
    expect((await readOwn(admin.token)).body.id).toBe(firma.id)
    expect([(await readOwn(user.token)).status, (await readOwn(fahrer.token)).status]).toEqual([200, 403])
    expect([
      (await writeOwn(admin.token)).status,
      (await writeOwn(user.token)).status,
      (await writeOwn(fahrer.token)).status,
    ]).toEqual([200, 403, 403])
  })

  test("read or change a tenant as if it were the own one: a super administrator who names it", async () => {
    expect((await call("GET", "/api/tenant")).status).toBe(400)
    const headers = { "x-tenant-id": foreign.id }
    expect((await call("GET", "/api/tenant", undefined, chefin.token, headers)).body.id).toBe(foreign.id)
    expect((await call("PATCH", "/api/tenant", { ort: "Ulm" }, chefin.token, headers)).body.ort).toBe("Ulm")
    expect((await call("GET", "/api/tenant", undefined, firma.admin.token, headers)).status).toBe(403)
  })
})

describe("the own tenant", () => {
  test("takes its contact data, and gives fields up with null", async () => {
    const token = firma.admin.token
    const contact = {
      strasse: "Hafen 1",
      plz: "21335",
      telefon: "04131",
      email: "BUERO@Firma.example",
      ust_id: "DE 136 695 976",
      zeitzone: "Europe/Vienna",
    }
    const reply = await call("PATCH", "/api/tenant", contact, token)
    expect(reply.body).toMatchObject({ ...contact, email: "buero@firma.example" })
    expect((await call("PATCH", "/api/tenant", { telefon: null }, token)).body.telefon).toBeNull()
    expect((await call("PATCH", "/api/tenant", { zeitzone: null }, token)).status).toBe(400)
    // Both stand on every invoice.
    for (const [field, value, msg] of [
      ["iban", "DE00123", /keine gültige IBAN/],
      ["ust_id", "DE136695977", /keine gültige USt-IdNr/],
      ["ust_id", "DE136695976\u200b", /keine gültige USt-IdNr/],
    ] as const)
      expect((await call("PATCH", "/api/tenant", { [field]: value }, token)).body.errors).toMatchObject([
        { path: field, msg: expect.stringMatching(msg) },
      ])
    const iban = "DE02 1203 0000 0000 2020 51"
    expect((await call("PATCH", "/api/tenant", { iban }, token)).body.iban).toBe(iban)
  })

  test("takes nothing that is the super administrator's", async () => {
    for (const body of [
      { name: "x" },
      { slug: "x" },
      { typ: "standard" },
      { status: "aktiv" },
      { demo_expires_at: null },
      { id: firma.id },
      {},
    ]) {
      expect((await call("PATCH", "/api/tenant", body, firma.admin.token)).status).toBe(400)
    }
  })

  test("is 412 when it changed since it was read, and written down when it changes", async () => {
    const token = foreign.admin.token
    const etag = (await call("GET", "/api/tenant", undefined, token)).headers.get("etag") ?? ""
    expect((await call("PATCH", "/api/tenant", { ort: "Kiel" }, token, { "if-match": etag })).status).toBe(
      200,
    )
    expect((await call("PATCH", "/api/tenant", { ort: "Bonn" }, token, { "if-match": etag })).status).toBe(
      412,
    )
    expect(logOf(foreign.id).at(-1)).toMatchObject({
      mitarbeiter_id: foreign.admin.id,
      aktion: "tenants.geaendert",
      aenderungen: { ort: [expect.anything(), "Kiel"] },
    })
  })
})

describe("a tenant", () => {
  test("that is missing is 404, to read and to change", async () => {
    for (const id of [Bun.randomUUIDv7(), "unsinn"]) {
      expect((await call("GET", `/api/tenants/${id}`)).body).toEqual({ error: "Tenant nicht gefunden" })
      expect((await patch(id, { name: "x" })).status).toBe(404)
    }
  })

  test("that is blocked shuts its staff out at the next request, and lets them in again when it is not", async () => {
    const { id, admin } = await app.company("gesperrt")
    const read = () => call("GET", "/api/tenant", undefined, admin.token)
    expect((await patch(id, { status: "gesperrt" })).body.status).toBe("gesperrt")
    expect([(await read()).status, (await read()).body]).toEqual([403, { error: "Tenant nicht aktiv" }])
    expect((await login(admin.email)).body).toEqual({ error: "Tenant nicht aktiv" })
    await patch(id, { status: "aktiv" })
    expect([(await read()).status, (await login(admin.email)).status]).toEqual([200, 200])
  })

  test("keeps its slug to itself: another's is 409, its own is not", async () => {
    const taken = await patch(firma.id, { slug: foreign.slug })
    expect([taken.status, taken.body]).toEqual([409, { error: "Dieses Kürzel ist bereits vergeben" }])
    expect((await patch(firma.id, { slug: firma.slug })).status).toBe(200)
  })

  test("is 412 when it changed since it was read", async () => {
    const { body } = await post(neu())
    expect((await patch(body.id, { name: "A" }, { "if-match": '"1"' })).body.version).toBe(2)
    expect((await patch(body.id, { name: "B" }, { "if-match": '"1"' })).status).toBe(412)
  })

  test("refuses unknown fields and what only the server sets", async () => {
    for (const body of [
      { id: "x" },
      { tenant_id: "x" },
      { erstellt_am: "x" },
      { version: 3 },
      { status: "weg" },
      { name: null },
      {},
    ]) {
      expect((await patch(firma.id, body)).status).toBe(400)
    }
    expect((await patch(firma.id, { demo_expires_at: "2030-01-01T00:00:00Z" })).body.errors[0].path).toBe(
      "demo_expires_at",
    )
  })
})

describe("a demo past its end", () => {
  test("is refused on business routes without being stored, and stored by the log-in", async () => {
    const { id, email, token } = await demo()
    later()
    expect((await call("GET", "/api/tenant", undefined, token)).body).toEqual({
      error: "Demo-Zugang abgelaufen",
    })
    expect((await call("GET", `/api/tenants/${id}`)).body.status).toBe("aktiv")
    expect((await login(email)).body).toEqual({ error: "Demo-Zugang abgelaufen" })
    expect((await call("GET", `/api/tenants/${id}`)).body.status).toBe("abgelaufen")
    expect((await login(email)).body).toEqual({ error: "Tenant nicht aktiv" })
  })

  test("is open again when it is prolonged, also after a log-in stored that it was over", async () => {
    for (const stored of [false, true]) {
      const { id, email } = await demo()
      later()
      if (stored) await login(email)
      const end = inAnHour()
      expect((await patch(id, { demo_expires_at: end })).body).toMatchObject({
        status: "aktiv",
        demo_expires_at: end,
      })
      expect((await login(email)).status).toBe(200)
    }
  })

  test("is open again, without an end, when it becomes a standard tenant", async () => {
    const { id, email } = await demo()
    later()
    await login(email)
    expect((await patch(id, { typ: "standard" })).body).toMatchObject({
      typ: "standard",
      status: "aktiv",
      demo_expires_at: null,
    })
    expect((await login(email)).status).toBe(200)
    expect((await patch(id, { demo_expires_at: "2030-01-01T00:00:00Z" })).status).toBe(400)
  })

  test("stays over when its new end has passed too, and blocked when it was blocked", async () => {
    const { id, email } = await demo()
    later()
    await login(email)
    expect((await patch(id, { demo_expires_at: "2026-01-01T00:00:00Z" })).body.status).toBe("abgelaufen")
    await patch(id, { status: "gesperrt" })
    expect((await patch(id, { demo_expires_at: "2030-01-01T00:00:00Z" })).body.status).toBe("gesperrt")
  })
})

describe("the list", () => {
  test("page by page shows every tenant once, in the order of names", async () => {
    const seen: { id: string; name: string }[] = []
    let cursor = ""
    let total = 0
    do {
      const { body } = await call("GET", `/api/tenants?limit=3&total=true${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.items)
      total = body.total
      cursor = body.next_cursor
    } while (cursor)
    expect(seen.length).toBe(total)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(total)
    expect(seen.map(({ name }) => name)).toEqual(
      seen.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    )
    expect((await call("GET", "/api/tenants")).body).not.toHaveProperty("total")
  })

  test("is searched by name and slug, page by page", async () => {
    for (const slug of ["hopfen-a", "hopfen-b", "hopfen-c"])
      await post(neu({ name: `Malzhaus ${slug.at(-1)}`, slug }))
    const names = async (asked: string) => {
      const { body } = await call("GET", `/api/tenants?total=true&${asked}`)
      return [body.total, body.items.map(({ name }: { name: string }) => name), body.next_cursor]
    }
    expect(await names("q=hopfen-b")).toEqual([1, ["Malzhaus b"], null])
    const [total, first, cursor] = await names("q=hopfen&limit=2")
    expect([total, first]).toEqual([3, ["Malzhaus a", "Malzhaus b"]])
    expect(await names(`q=hopfen&limit=2&cursor=${cursor}`)).toEqual([3, ["Malzhaus c"], null])
  })

  test("refuses what it does not know, and the cursor of another list", async () => {
    const other = await call("GET", "/api/mitarbeiter?limit=1", undefined, firma.admin.token)
    for (const parameters of [
      "limit=0",
      "limit=201",
      "cursor=x",
      "sort=slug",
      "ort=x",
      `cursor=${other.body.next_cursor}`,
    ]) {
      const { status, body } = await call("GET", `/api/tenants?${parameters}`)
      expect([parameters, status, body.errors[0].location]).toEqual([parameters, 400, "query"])
    }
  })
})

describe("the logo of the own tenant", () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

  test("is told with it, and changes its tag, but not its version", async () => {
    const { token } = firma.admin
    const before = await readOwn(token)
    expect(before.body.logo).toBeNull()
    const raw = new FormData()
    raw.append("logo", new Blob([Buffer.from(pixel, "base64")]), "logo.png")
    await app.call("PUT", "/api/tenant/logo", { token, raw })
    const after = await readOwn(token)
    expect(after.body.logo).toEqual({ breite: 1, hoehe: 1, aktualisiert_am: expect.any(String) })
    expect(after.body.version).toBe(before.body.version)
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"))
    const headers = { "if-match": before.headers.get("etag") ?? "" }
    expect((await call("PATCH", "/api/tenant", { ort: "Celle" }, token, headers)).body.logo.breite).toBe(1)
    expect((await readOwn(foreign.admin.token)).body.logo).toBeNull()
  })
})
