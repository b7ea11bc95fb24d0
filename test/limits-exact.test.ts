import { afterEach, expect, test } from "bun:test"
import { klaerungen, kunden_bilder, lieferungen } from "../src/db/schema.ts"
import { createTestApp, type TestApp } from "./helpers/app.ts"
import { yard } from "./helpers/pfand.ts"

/** Values at each limit: just allowed, and just too much. */

let app: TestApp
afterEach(() => app.close())

const DOOR = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
)

/** A picture whose file has so many bytes; what lies behind its end is no part of it. */
function form(bytes: number): FormData {
  const raw = new FormData()
  raw.set("bild", new File([DOOR, new Uint8Array(bytes - DOOR.length)], "tuer.png"))
  return raw
}

test("a booking of exactly ten billion euros", async () => {
  app = createTestApp()
  const hof = await yard(app, "sommer")
  const { token } = hof.admin
  const ust_klasse = "warenumschliessung"
  const fass = {
    nummer: "GOLD",
    bezeichnung: "Goldfass",
    art: "einzeln",
    pfand_cent: 1_000_000_000,
    ust_klasse,
  }
  const { id } = (await app.call("POST", "/api/pfandartikel", { token, body: fass })).body
  const book = async (menge: number) => {
    const positionen = [{ pfandartikel_id: id, art: "ausgabe", menge }]
    const body = { kunde_id: hof.kunden[0], positionen }
    return (await app.call("POST", "/api/pfandbuchungen", { token, body })).status
  }
  expect([await book(1000), await book(1001)]).toEqual([201, 409])
})

test("a body of exactly 64 KB, of 256 KB where a driver's work is sent, whether its size is announced or not", async () => {
  app = createTestApp()
  const hof = await yard(app, "sommer")
  const { token } = hof.fahrer
  const send = async (path: string, bytes: number, announced: boolean) => {
    const text = new TextEncoder().encode(JSON.stringify({}).padEnd(bytes))
    const raw = announced ? text : new Blob([text]).stream()
    const headers = announced ? { "content-length": String(bytes) } : {}
    return (await app.call("POST", path, { token, raw, headers })).status
  }
  // What is read is refused for what it lacks.
  for (const [path, most] of [
    ["/api/auth/change-password", 65_536],
    ["/api/klaerungen", 262_144],
  ] as const)
    for (const announced of [true, false])
      expect([
        path,
        announced,
        await send(path, most, announced),
        await send(path, most + 1, announced),
      ]).toEqual([path, announced, 400, 413])
})

test("a picture of exactly MAX_FILE_SIZE", async () => {
  app = createTestApp({ env: { MAX_FILE_SIZE: "200000" } })
  const hof = await yard(app, "sommer")
  const upload = async (bytes: number) => {
    const path = `/api/kunden/${hof.kunden[0]}/bilder`
    const { status, headers } = await app.call("POST", path, { token: hof.fahrer.token, raw: form(bytes) })
    return [status, headers.get("connection")]
  }
  expect([await upload(200_000), await upload(200_001)]).toEqual([
    [201, null],
    [413, null],
  ])
  // The rest of a body is not read that is far too large.
  expect(await upload(400_000)).toEqual([413, "close"])
})

test("the last picture for which there is exactly room", async () => {
  app = createTestApp({ env: { QUOTA_PER_TENANT: "100000" } })
  const hof = await yard(app, "sommer")
  const { token } = hof.fahrer
  const path = `/api/kunden/${hof.kunden[0]}/bilder`
  const upload = async () => (await app.call("POST", path, { token, raw: form(1000) })).status
  expect(await upload()).toBe(201)
  const { system } = app.deps
  const tenant = system.tenant(hof.id)
  const [first] = (await app.call("GET", path, { token })).body.items
  const takeUpTo = (bytes: number) =>
    system.write(() => tenant.update(kunden_bilder, first.id, { bytes: bytes - first.bytes }))
  await takeUpTo(100_001)
  expect(await upload()).toBe(413)
  await takeUpTo(100_000)
  expect(await upload()).toBe(201)
})

test("the last document, and the last picture of a delivery and of a question, for which there is room", async () => {
  const quota = 1_000_000
  app = createTestApp({ env: { QUOTA_PER_TENANT: String(quota) } })
  const hof = await yard(app, "sommer")
  const { token } = hof.fahrer
  const { system } = app.deps
  const tenant = system.tenant(hof.id)
  const kunde_id = hof.kunden[0]
  const { lieferung, klaerung } = await system.write(() => ({
    lieferung: tenant.insert(lieferungen, { kunde_id, fahrer_id: hof.fahrer.id, datum: "2026-03-31" }).id,
    klaerung: tenant.insert(klaerungen, {
      kunde_id,
      fahrer_id: hof.fahrer.id,
      art: "ungeplant",
      angaben: "{}",
      ablehnung: "x",
      erfasst_am: tenant.now(),
    }).id,
  }))
  const upload = async (path: string) => {
    const raw = form(1000)
    if (!path.startsWith("kunden")) raw.set("art", "beweis")
    return (await app.call("POST", `/api/${path}/bilder`, { token, raw })).status
  }
  const picture = {
    kunde: () => upload(`kunden/${kunde_id}`),
    lieferung: () => upload(`lieferungen/${lieferung}`),
    klaerung: () => upload(`lieferungen/${klaerung}`),
  }
  // Each on another day, so that each is another document.
  let day = 10
  const print = async () => {
    const path = `/api/kunden/${kunde_id}/saldenbestaetigung.pdf?stichtag=2026-03-${day++}`
    return (await app.call("GET", path, { token: hof.user.token })).status
  }
  for (const make of Object.values(picture)) expect(await make()).toBe(201)
  expect(await print()).toBe(200)
  const first = async (path: string) =>
    (await app.call("GET", `/api/${path}`, { token: hof.user.token })).body.items[0]
  const beleg = await first("belege")
  const kundenbild = await first(`kunden/${kunde_id}/bilder`)
  const lieferbild = await first(`lieferungen/${lieferung}/bilder`)
  const question = await first(`lieferungen/${klaerung}/bilder`)
  const rest = lieferbild.bytes + question.bytes + beleg.bytes
  const makers = [
    ...Object.values(picture).map((make) => ({ make, bytes: kundenbild.bytes, about: 0, made: 201 })),
    // Of another day, it is packed a little better or worse.
    { make: print, bytes: beleg.bytes, about: 200, made: 200 },
  ]
  let more = 0
  for (const { make, bytes, about, made } of makers) {
    const leave = (free: number) =>
      system.write(() => tenant.update(kunden_bilder, kundenbild.id, { bytes: quota - rest - more - free }))
    await leave(bytes - about - 1)
    expect(await make()).toBe(413)
    await leave(bytes + about)
    expect(await make()).toBe(made)
    more += bytes
  }
})

test("a demo in its last moment", async () => {
  // A little ahead of the clock that signs tokens.
  let now = Date.now() + 60_000
  const end = now + 3_600_000
  app = createTestApp({ clock: () => new Date(now) })
  const operator = await app.superadmin()
  const admin = { email: "a@demo.example", name: "Anna", password: "ein gutes Kennwort" }
  const demo = {
    name: "Demo",
    slug: "demo",
    typ: "demo",
    demo_expires_at: new Date(end).toISOString(),
    admin,
  }
  expect((await app.call("POST", "/api/tenants", { token: operator.token, body: demo })).status).toBe(201)
  const { email, password } = admin
  const login = () => app.call("POST", "/api/auth/login", { body: { email, password } })
  const { token } = (await login()).body
  const read = async () => (await app.call("GET", "/api/kunden", { token })).status
  now = end
  expect([await read(), (await login()).status]).toEqual([200, 200])
  now = end + 1
  expect([await read(), (await login()).status]).toEqual([403, 403])
})

test("one id serves requests of different kinds", async () => {
  app = createTestApp()
  const hof = await yard(app, "sommer")
  const { token } = hof.admin
  const id = Bun.randomUUIDv7()
  const post = async (path: string, body: object) => {
    const reply = await app.call("POST", `/api/${path}`, { token, body: { id, ...body } })
    return reply.status
  }
  const kunde_id = hof.kunden[0]
  const positionen = [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }]
  const all: [string, object][] = [
    ["kunden", { name: "Adler" }],
    ["geraete", { geraetenummer: "X", bezeichnung: "Kühler" }],
    ["lieferungen", { kunde_id, datum: "2026-03-31", positionen: [] }],
    ["pfandbuchungen", { kunde_id, positionen }],
  ]
  for (const [path, body] of all) expect([path, await post(path, body)]).toEqual([path, 201])
  for (const [path, body] of all) expect([path, await post(path, body)]).toEqual([path, 200])
})
