import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { today } from "../../helpers/day.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Lead of the server's clock, in ms. */
let ahead = 0
const app = createTestApp({ clock: () => new Date(Date.now() + ahead) })
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  ahead = 0
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

type Role = "admin" | "user" | "fahrer"
const call = (method: string, path: string, body?: object, role: Role = "fahrer") =>
  app.call(method, `/api/${path}`, { token: hof[role].token, ...(body && { body }) })
const abholung = (more: object = {}) => ({
  kunde_id: hof.kunden[0],
  empfaenger_name: "Frau Wirtin",
  positionen: [{ pfandartikel_id: hof.kasten, ist_ruecknahme: 3 }],
  ...more,
})

describe("an unplanned pick-up", () => {
  test("is a completed delivery of the driver's, on the company's day, in ledger and log", async () => {
    const id = Bun.randomUUIDv7()
    const body = abholung({ id, erfasst_am: "2026-03-31T22:15:00.000Z" })
    const { status, body: lieferung } = await call("POST", "fahrer/ungeplant", body)
    expect(status).toBe(201)
    expect(lieferung).toMatchObject({
      id,
      status: "zugestellt",
      ungeplant: 1,
      fahrer_id: hof.fahrer.id,
      datum: "2026-04-01",
      erfasst_am: "2026-03-31T22:15:00.000Z",
      empfaenger_name: "Frau Wirtin",
      positionen: [{ soll_ruecknahme: 0, ist_ruecknahme: 3 }],
    })
    const konto = await call("GET", `kunden/${hof.kunden[0]}/pfandkonto`)
    expect(konto.body.artikel.map(({ bestand }: { bestand: number }) => bestand)).toEqual([-60, -3])
    const protokoll = await call(
      "GET",
      `protokoll?tabelle=lieferungen&datensatz_id=${id}`,
      undefined,
      "admin",
    )
    expect(protokoll.body.items.map(({ aktion }: { aktion: string }) => aktion)).toEqual([
      "lieferungen.ungeplant_abgeholt",
    ])
    const { body: buchungen } = await call("GET", `kunden/${hof.kunden[0]}/pfandbuchungen`, undefined, "user")
    expect(buchungen.items.every((b: { lieferung_id: string }) => b.lieferung_id === id)).toBe(true)
  })

  test("happens once, however often it is sent", async () => {
    const body = abholung({ id: Bun.randomUUIDv7() })
    const replies = await Promise.all(Array.from({ length: 4 }, () => call("POST", "fahrer/ungeplant", body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
    const other = { ...body, empfaenger_name: "Herr Wirt" }
    const refused = await call("POST", "fahrer/ungeplant", other)
    // Its driver reads that.
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringMatching(/^Diese Abholung ist schon gebucht, .* bitte verwerfen\..* dem Büro sagen\.$/),
    ])
    const konto = await call("GET", `kunden/${hof.kunden[0]}/pfandkonto`)
    expect(konto.body.artikel[1].bestand).toBe(-3)
  })

  test("takes back only what is there, and undoes everything when it is not", async () => {
    const positionen = [
      { pfandartikel_id: hof.kasten, ist_ruecknahme: 1 },
      { geraet_id: hof.geraete[0], ist_ruecknahme: 1 },
    ]
    const reply = await call("POST", "fahrer/ungeplant", abholung({ positionen }))
    expect([reply.status, reply.body.error]).toEqual([409, "Das Gerät G-1 ist im Lager"])
    expect((await call("GET", "lieferungen")).body.items).toEqual([])
    expect((await call("POST", "fahrer/ungeplant", abholung({ positionen: [] }))).status).toBe(400)
    const nobody = abholung({ kunde_id: Bun.randomUUIDv7() })
    expect((await call("POST", "fahrer/ungeplant", nobody)).status).toBe(404)
  })

  test("is the office's alone where the company has switched it off", async () => {
    const patch = { ungeplant_erlaubt: 0 }
    expect((await call("PATCH", "fahrer/einstellungen", patch, "admin")).status).toBe(200)
    const reply = await call("POST", "fahrer/ungeplant", abholung())
    expect([reply.status, reply.body.error]).toEqual([
      409,
      "Ungeplante Abholungen sind in dieser Firma abgeschaltet",
    ])
    expect((await call("POST", "fahrer/ungeplant", abholung(), "user")).status).toBe(201)
  })
})

test("a company lists its own reasons of failure", async () => {
  const vorher = await call("GET", "fahrer/einstellungen")
  expect(vorher.body).toMatchObject({ ungeplant_erlaubt: 1, version: 1 })
  expect(vorher.body.fehlschlag_gruende).toContain("Nicht angetroffen")
  const reasons = ["Hund", "Hochwasser"]
  const { body } = await call("PATCH", "fahrer/einstellungen", { fehlschlag_gruende: reasons }, "admin")
  expect(body).toMatchObject({ ungeplant_erlaubt: 1, fehlschlag_gruende: reasons })
  expect((await call("GET", "fahrer/einstellungen")).body).toEqual(body)
  const twice = { fehlschlag_gruende: ["Hund", "Hund"] }
  expect((await call("PATCH", "fahrer/einstellungen", twice, "admin")).status).toBe(400)
})

test("stops that were begun and never finished are told of after three hours", async () => {
  const datum = today()
  const plan = { kunde_id: hof.kunden[0], fahrer_id: hof.fahrer.id, datum, positionen: [] }
  const ids = []
  for (let i = 0; i < 3; i++) ids.push((await call("POST", "lieferungen", plan, "user")).body.id)
  const [forgotten, finished] = ids
  await call("POST", `lieferungen/${forgotten}/start`, {})
  await call("POST", `lieferungen/${finished}/start`, {})
  await call("POST", `lieferungen/${finished}/abschluss`, { positionen: [] })
  const unfinished = async () => (await call("GET", "touren/unbeendet", undefined, "user")).body.items
  expect(await unfinished()).toEqual([])
  ahead = 3 * 3_600_000 + 1
  expect(await unfinished()).toMatchObject([
    { lieferung_id: forgotten, fahrer_id: hof.fahrer.id, kunde_id: hof.kunden[0], datum },
  ])
})

test("all devices of an account are logged out at once, and its password stays", async () => {
  const { id, token, email } = await app.account(hof.id, "fahrer")
  const me = () => app.call("GET", "/api/auth/me", { token })
  expect((await me()).status).toBe(200)
  expect((await call("POST", `mitarbeiter/${id}/abmelden`, undefined, "admin")).status).toBe(200)
  expect((await me()).status).toBe(401)
  const login = await app.call("POST", "/api/auth/login", { body: { email, password: "ein gutes Kennwort" } })
  expect(login.status).toBe(200)
})
