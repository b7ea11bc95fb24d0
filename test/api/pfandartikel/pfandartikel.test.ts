import { afterAll, beforeAll, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "sommer")
})

const path = "/api/pfandartikel"
const post = (body: object) => app.call("POST", path, { token: hof.admin.token, body })
const patch = (id: string, body: object) =>
  app.call("PATCH", `${path}/${id}`, { token: hof.admin.token, body })
const get = (id: string) => app.call("GET", `${path}/${id}`, { token: hof.fahrer.token })
const faults = ({ body }: { body: { errors: { path: string }[] } }) => body.errors.map((fault) => fault.path)
const ust_klasse = "warenumschliessung"

test("a gebinde tells its parts and their deposit, a list as well", async () => {
  const { body } = await get(hof.kasten)
  expect(body).toMatchObject({
    art: "gebinde",
    pfand_cent: 150 + 20 * 8,
    bestandteile: [
      { nummer: "KASTEN", menge: 1 },
      { nummer: "FLASCHE", menge: 20 },
    ],
  })
  const list = await app.call("GET", `${path}?sort=bezeichnung`, { token: hof.user.token })
  expect(list.body.items).toContainEqual(body)
  expect(list.body.items).toHaveLength(4)
  const single = await app.call("GET", `${path}?art=einzeln`, { token: hof.user.token })
  expect(single.body.items).toHaveLength(3)
})

test("a single article needs its deposit, a gebinde its parts, and neither takes the other's", async () => {
  const wishes: [object, string][] = [
    [{ art: "einzeln" }, "pfand_cent"],
    [{ art: "gebinde" }, "bestandteile"],
    [
      { art: "gebinde", pfand_cent: 1, bestandteile: [{ pfandartikel_id: hof.leer, menge: 1 }] },
      "pfand_cent",
    ],
    [
      { art: "einzeln", pfand_cent: 1, bestandteile: [{ pfandartikel_id: hof.leer, menge: 1 }] },
      "bestandteile",
    ],
    [
      { art: "gebinde", bestandteile: [{ pfandartikel_id: hof.kasten, menge: 1 }] },
      "bestandteile[0].pfandartikel_id",
    ],
    [
      { art: "gebinde", bestandteile: [1, 2].map((menge) => ({ pfandartikel_id: hof.leer, menge })) },
      "bestandteile[1].pfandartikel_id",
    ],
  ]
  for (const [wish, fault] of wishes) {
    const reply = await post({ nummer: "X", bezeichnung: "X", ust_klasse, ...wish })
    expect([reply.status, faults(reply)]).toEqual([400, [fault]])
  }
})

test("a part that is another company's is not found, and nothing is kept", async () => {
  const other = await yard(app, "winter")
  const bestandteile = [{ pfandartikel_id: other.leer, menge: 1 }]
  expect(
    (await post({ nummer: "FREMD", bezeichnung: "X", art: "gebinde", ust_klasse, bestandteile })).status,
  ).toBe(404)
  const list = await app.call("GET", path, { token: hof.user.token })
  expect(list.text).not.toContain("FREMD")
})

test("a number and a barcode are given once, in a company", async () => {
  const body = {
    nummer: "EINMAL",
    bezeichnung: "X",
    art: "einzeln",
    pfand_cent: 25,
    ust_klasse,
    barcode: "123",
  }
  const first = await post(body)
  expect(first.status).toBe(201)
  expect((await post({ ...body, barcode: "456" })).body).toEqual({
    error: "Diese Artikelnummer ist bereits vergeben",
  })
  expect((await post({ ...body, nummer: "ZWEI" })).body).toEqual({
    error: "Dieser Barcode ist bereits vergeben",
  })
  expect((await patch(hof.leer, { barcode: "123" })).status).toBe(409)
  expect((await patch(first.body.id, { barcode: "123", nummer: "EINMAL" })).status).toBe(200)
})

test("a create may be repeated by its id", async () => {
  const body = {
    id: Bun.randomUUIDv7(),
    nummer: "WDH",
    bezeichnung: "X",
    art: "einzeln",
    pfand_cent: 25,
    ust_klasse,
  }
  const replies = await Promise.all(Array.from({ length: 5 }, () => post(body)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201])
  expect((await post({ ...body, pfand_cent: 26 })).status).toBe(409)
})

test("parts may be replaced, the kind never", async () => {
  const changed = await patch(hof.kasten, { bestandteile: [{ pfandartikel_id: hof.flasche, menge: 24 }] })
  expect(changed.body).toMatchObject({ pfand_cent: 24 * 8, bestandteile: [{ nummer: "FLASCHE", menge: 24 }] })
  expect(changed.body.version).toBeGreaterThan(1)
  expect(faults(await patch(hof.kasten, { art: "einzeln" }))).toEqual(["art"])
  expect(faults(await patch(hof.kasten, { pfand_cent: 5 }))).toEqual(["pfand_cent"])
})

test("an article out of use is not issued any more, but still comes back", async () => {
  await patch(hof.fass, { aktiv: 0 })
  const book = (art: string) =>
    app.call("POST", "/api/pfandbuchungen", {
      token: hof.user.token,
      body: { kunde_id: hof.kunden[0], positionen: [{ pfandartikel_id: hof.fass, art, menge: 1 }] },
    })
  expect((await book("ausgabe")).body).toEqual({ error: "Der Artikel FASS ist nicht mehr im Umlauf" })
  expect((await book("ruecknahme")).status).toBe(201)
})

test("a gebinde counts as changed when a part's deposit, number or name does", async () => {
  const headers = { "if-none-match": (await get(hof.kasten)).headers.get("etag") ?? "" }
  const again = () => app.call("GET", `${path}/${hof.kasten}`, { token: hof.user.token, headers })
  expect((await again()).status).toBe(304)
  await patch(hof.flasche, { barcode: null })
  expect((await again()).status).toBe(304)
  const { pfand_cent } = (await get(hof.kasten)).body
  await patch(hof.flasche, { pfand_cent: 15 })
  const changed = await again()
  expect([changed.status, changed.body.pfand_cent - pfand_cent]).toEqual([200, 24 * 7])
  const stale = { token: hof.admin.token, headers: { "if-match": headers["if-none-match"] } }
  expect((await app.call("PATCH", `${path}/${hof.kasten}`, { ...stale, body: { aktiv: 0 } })).status).toBe(
    412,
  )
})
