import { afterAll, beforeAll, expect, test } from "bun:test"
import { type Company, createTestApp } from "../../helpers/app.ts"

/** Views of lists that people keep under a name. */

const app = createTestApp()
afterAll(app.close)
let hof: Company
let fremd: Company
beforeAll(async () => {
  hof = await app.company("hof")
  fremd = await app.company("fremd")
})

type As = { token: string }
const call = (method: string, path: string, as: As, body?: object) =>
  app.call(method, `/api/ansichten${path}`, { token: as.token, ...(body && { body }) })
const keep = (as: As, name: string, more: object = {}) =>
  call("POST", "", as, { liste: "kunden", name, adresse: "aktiv=alle&sort=-name", spalten: ["ort"], ...more })
const seen = async (as: As, liste = "kunden") =>
  (await call("GET", `?liste=${liste}`, as)).body.items.map(
    ({ name, fuer_alle }: { name: string; fuer_alle: number }) => (fuer_alle ? `${name} (alle)` : name),
  )

test("everybody has their own, administrators keep some for all, and other companies see none", async () => {
  const { status, body } = await keep(hof.user, "Meine")
  expect([status, body]).toMatchObject([
    201,
    { liste: "kunden", name: "Meine", adresse: "aktiv=alle&sort=-name", spalten: ["ort"], fuer_alle: 0 },
  ])
  expect((await keep(hof.user, "Für alle", { fuer_alle: 1 })).status).toBe(403)
  expect((await keep(hof.admin, "Unsere", { fuer_alle: 1 })).status).toBe(201)
  expect(await seen(hof.user)).toEqual(["Meine", "Unsere (alle)"])
  expect(await seen(hof.admin)).toEqual(["Unsere (alle)"])
  await keep(hof.user, "Kühler", { liste: "geraete" })
  expect((await call("GET", "", hof.user)).body.items.map(({ name }: { name: string }) => name)).toEqual([
    "Kühler",
    "Meine",
    "Unsere",
  ])
  expect((await call("GET", "", fremd.user)).body.items).toEqual([])
  expect([await seen(hof.user, "artikel"), await seen(fremd.user)]).toEqual([[], []])
  expect((await call("GET", "?liste=kunden", hof.fahrer)).status).toBe(403)
})

test("is changed and deleted by whom it belongs to alone; one for all by administrators", async () => {
  const mine = (await keep(hof.user, "Zum Ändern", { adresse: null, spalten: [] })).body
  const ours = (await keep(hof.admin, "Zum Löschen", { fuer_alle: 1 })).body
  for (const [as, id, status] of [
    [hof.admin, mine.id, 404],
    [fremd.admin, mine.id, 404],
    [hof.user, ours.id, 403],
  ] as const) {
    expect((await call("PATCH", `/${id}`, as, { name: "Fremd" })).status).toBe(status)
    expect((await call("DELETE", `/${id}`, as)).status).toBe(status)
  }
  expect(
    (await call("PATCH", `/${mine.id}`, hof.user, { name: "Geändert", spalten: ["ort"] })).body,
  ).toMatchObject({
    name: "Geändert",
    spalten: ["ort"],
  })
  expect((await call("PATCH", `/${mine.id}`, hof.user, { fuer_alle: 1 })).status).toBe(403)
  expect((await call("DELETE", `/${ours.id}`, hof.admin)).status).toBe(204)
  expect(await seen(hof.user)).toEqual(["Geändert", "Meine", "Unsere (alle)"])
})

test("keeps what was searched for, no name twice, and no more than twenty of a list", async () => {
  const searched = await keep(hof.user, "Gesucht", { adresse: "aktiv=alle&q=Bardowick" })
  expect([searched.status, searched.body.adresse]).toEqual([201, "aktiv=alle&q=Bardowick"])
  expect((await keep(hof.user, "Meine")).status).toBe(409)
  // The same name for oneself and for all are two.
  expect((await keep(hof.admin, "Meine", { fuer_alle: 1 })).status).toBe(201)
  for (let i = 0; i < 20; i++)
    expect((await keep(hof.user, `Nr. ${i}`, { liste: "artikel" })).status).toBe(201)
  const more = await keep(hof.user, "Eine mehr", { liste: "artikel" })
  expect([more.status, more.body.error]).toEqual([409, expect.stringContaining("20 Ansichten")])
})
