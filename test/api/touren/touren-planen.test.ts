import { afterAll, afterEach, beforeEach, describe, expect, setSystemTime, test, spyOn } from "bun:test"
import { Database } from "bun:sqlite"
import { join } from "node:path"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Planning whole tours: copy a day, move a stop; and asking again whether anything has changed. */

const app = createTestApp()
afterAll(app.close)
afterEach(() => {
  setSystemTime()
})
const [YESTERDAY, TODAY] = ["2099-03-02", "2099-03-09"]
let hof: Yard
let jens: string
let inge: string
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  jens = hof.fahrer.id
  inge = (await app.account(hof.id, "fahrer")).id
})
const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, headers, ...(body && { body }) })
const plane = async (more: object = {}): Promise<string> => {
  const reply = await call("POST", "lieferungen", {
    kunde_id: hof.kunden[0],
    datum: TODAY,
    positionen: [],
    ...more,
  })
  expect([reply.status, reply.text]).toEqual([201, expect.anything()])
  return reply.body.id
}
type Tour = {
  fahrer_id: string | null
  verspaetet: number
  ladung: object
  stopps: { lieferung_id: string; kunde_id: string; positionen: { pfandartikel_id: string }[] }[]
}
const touren = async (datum = TODAY): Promise<Tour[]> =>
  (await call("GET", `touren?datum=${datum}`)).body.touren
const stopps = async (fahrer_id: string | null, datum = TODAY): Promise<string[]> =>
  (await touren(datum)).find((tour) => tour.fahrer_id === fahrer_id)?.stopps.map((s) => s.lieferung_id) ?? []

test("a tour tells how much it takes out and brings back", async () => {
  await plane({
    fahrer_id: jens,
    positionen: [
      { pfandartikel_id: hof.kasten, soll_ausgabe: 4, soll_ruecknahme: 3 },
      { pfandartikel_id: hof.fass, soll_ruecknahme: 2 },
      { geraet_id: hof.geraete[0], soll_ausgabe: 1 },
    ],
  })
  await plane({ fahrer_id: jens, positionen: [{ pfandartikel_id: hof.kasten, soll_ausgabe: 6 }] })
  expect((await touren())[0]).toMatchObject({
    fahrer_id: jens,
    verspaetet: 0,
    ladung: {
      gebinde: 10,
      einzeln: 0,
      geraete: 1,
      gebinde_zurueck: 3,
      einzeln_zurueck: 2,
      geraete_zurueck: 0,
    },
  })
})

describe("a day's deliveries are planned once more", () => {
  const copy = (body: object) => call("POST", `touren/${TODAY}/kopie`, body)

  test("with driver, times, note and articles, in their order, without devices; once, however often asked", async () => {
    const one = await plane({
      datum: YESTERDAY,
      fahrer_id: jens,
      zeit_von: "08:00",
      zeit_bis: "09:00",
      hinweis: "klingeln",
      positionen: [
        { geraet_id: hof.geraete[0], soll_ausgabe: 1 },
        { pfandartikel_id: hof.kasten, soll_ausgabe: 4, soll_ruecknahme: 3 },
      ],
    })
    const other = await plane({ datum: YESTERDAY, fahrer_id: jens, kunde_id: hof.kunden[1] })
    const turned = await call("PUT", `touren/${YESTERDAY}/${jens}`, { lieferung_ids: [other, one] })
    expect(turned.body.touren).toMatchObject([{ stopps: [{ lieferung_id: other }, { lieferung_id: one }] }])
    await call("POST", `lieferungen/${await plane({ datum: YESTERDAY })}/storno`, {})
    const id = Bun.randomUUIDv7()
    const first = await copy({ id, von: YESTERDAY })
    expect([first.status, first.body]).toEqual([
      200,
      { datum: TODAY, items: [expect.anything(), expect.anything()], ausgelassen: [] },
    ])
    const ids = first.body.items.map((item: { lieferung_id: string }) => item.lieferung_id)
    expect(await stopps(jens)).toEqual(ids)
    const copied = (await call("GET", `lieferungen/${ids[1]}`)).body
    expect(copied).toMatchObject({
      kunde_id: hof.kunden[0],
      fahrer_id: jens,
      status: "geplant",
      zeit_von: "08:00",
      zeit_bis: "09:00",
      hinweis: "klingeln",
      positionen: [{ pfandartikel_id: hof.kasten, soll_ausgabe: 4, soll_ruecknahme: 3, ist_ausgabe: null }],
    })
    expect((await copy({ id, von: YESTERDAY })).body).toEqual(first.body)
    expect((await stopps(jens)).length).toBe(2)
    expect((await copy({ id, von: "2099-03-01" })).status).toBe(409)
  })

  test("as they were planned, without what was picked up or brought back beside it", async () => {
    const datum = today()
    const fahrer_id = hof.fahrer.id
    const positionen = [{ pfandartikel_id: hof.kasten, soll_ausgabe: 4 }]
    const id = await plane({ datum, fahrer_id, positionen })
    await call("POST", `lieferungen/${id}/start`, {})
    const fass = { pfandartikel_id: hof.fass, ist_ausgabe: 0, ist_ruecknahme: 2 }
    const done = { positionen: [{ pfandartikel_id: hof.kasten, ist_ausgabe: 4 }, fass] }
    expect((await call("POST", `lieferungen/${id}/abschluss`, done)).status).toBe(200)
    const pickUp = { kunde_id: hof.kunden[1], positionen: [{ ...fass, ist_ausgabe: undefined }] }
    const token = hof.fahrer.token
    expect((await app.call("POST", "/api/fahrer/ungeplant", { token, body: pickUp })).status).toBe(201)
    const { items } = (await copy({ von: datum })).body
    expect(items).toMatchObject([{ kunde_id: hof.kunden[0] }])
    expect((await call("GET", `lieferungen/${items[0].lieferung_id}`)).body.positionen).toMatchObject([
      { pfandartikel_id: hof.kasten, soll_ausgabe: 4 },
    ])
  })

  test("of one driver only, and without whom nobody delivers to any more", async () => {
    await plane({ datum: YESTERDAY, fahrer_id: jens })
    await plane({ datum: YESTERDAY, fahrer_id: inge, kunde_id: hof.kunden[1] })
    const without = await plane({ datum: YESTERDAY })
    expect((await copy({ von: YESTERDAY, fahrer_id: inge })).body.items.length).toBe(1)
    expect(await stopps(jens)).toEqual([])
    await call("POST", `lieferungen/${without}/storno`, {})
    await call("PATCH", `kunden/${hof.kunden[0]}`, { aktiv: 0 })
    const again = { id: Bun.randomUUIDv7(), von: YESTERDAY }
    const copied = (await copy(again)).body
    expect((await copy(again)).body).toEqual(copied)
    expect(copied).toEqual({
      datum: TODAY,
      items: [],
      ausgelassen: [
        { kunde_id: hof.kunden[0], kunde_name: "Gasthaus 1", grund: "Der Kunde ist nicht mehr aktiv" },
        {
          kunde_id: hof.kunden[1],
          kunde_name: "Gasthaus 2",
          grund: "Hat an diesem Tag schon eine Lieferung",
        },
      ].toSorted((a, b) => (jens < inge ? 1 : -1) * (a.kunde_name < b.kunde_name ? -1 : 1)),
    })
  })

  test("without a driver who has left and an article that is out of use", async () => {
    await plane({
      datum: YESTERDAY,
      fahrer_id: inge,
      positionen: [
        { pfandartikel_id: hof.fass, soll_ausgabe: 1 },
        { pfandartikel_id: hof.leer, soll_ausgabe: 2 },
      ],
    })
    await call("PATCH", `mitarbeiter/${inge}`, { aktiv: 0 })
    await call("PATCH", `pfandartikel/${hof.fass}`, { aktiv: 0 })
    await copy({ von: YESTERDAY })
    const [tour] = await touren()
    expect(tour?.fahrer_id).toBeNull()
    expect(tour?.stopps[0]?.positionen.map((p) => p.pfandartikel_id)).toEqual([hof.leer])
  })

  test("in pieces, with others' writing in between; what was broken off goes on when it is asked for again", async () => {
    for (let i = 0; i < 25; i++) {
      const { body } = await call("POST", "kunden", { name: `Wirt ${i}` })
      await plane({ datum: YESTERDAY, fahrer_id: jens, kunde_id: body.id })
    }
    const input = { id: Bun.randomUUIDv7(), von: YESTERDAY }
    const { system } = app.deps
    const write = system.write.bind(system)
    let left = 2
    const broken = spyOn(system, "write").mockImplementation((work, owner) => {
      if (left-- <= 0) throw new Error("killed")
      return write(work, owner)
    })
    expect((await copy(input)).status).toBe(500)
    broken.mockRestore()
    const begun = (await stopps(jens)).length
    expect([begun > 0, begun < 25]).toEqual([true, true])
    const again = await copy(input)
    expect([again.status, again.body.items.length]).toEqual([200, 25])
    expect((await stopps(jens)).length).toBe(25)
    expect((await copy(input)).body).toEqual(again.body)
  })

  test("but not onto itself, nor for a driver that is not there", async () => {
    expect((await copy({ von: TODAY })).body.errors).toMatchObject([{ path: "von" }])
    const other = await app.company(`andere-${Bun.randomUUIDv7()}`)
    expect((await copy({ von: YESTERDAY, fahrer_id: other.fahrer.id })).status).toBe(404)
  })
})

describe("a stop is moved", () => {
  const verschiebe = (body: object, datum = TODAY) => call("POST", `touren/${datum}/verschieben`, body)

  test("to another driver before a stop of theirs, and both tours are told", async () => {
    const [a, b] = [await plane({ fahrer_id: jens }), await plane({ fahrer_id: jens })]
    const [c, d] = [await plane({ fahrer_id: inge }), await plane({ fahrer_id: inge })]
    const { status, body } = await verschiebe({ lieferung_id: a, fahrer_id: inge, vor: d })
    expect(status).toBe(200)
    expect(body.touren.map((tour: Tour) => tour.fahrer_id).toSorted()).toEqual([jens, inge].toSorted())
    expect([await stopps(jens), await stopps(inge)]).toEqual([[b], [c, a, d]])
    await verschiebe({ lieferung_id: d, fahrer_id: inge, vor: c })
    expect(await stopps(inge)).toEqual([d, c, a])
    await verschiebe({ lieferung_id: d, fahrer_id: inge })
    expect(await stopps(inge)).toEqual([c, a, d])
    await verschiebe({ lieferung_id: c, fahrer_id: null })
    expect([await stopps(null), await stopps(inge)]).toEqual([[c], [a, d]])
    const { items } = (await call("GET", `protokoll?tabelle=lieferungen&datensatz_id=${a}`)).body
    expect(items.map(({ aktion }: { aktion: string }) => aktion)).toContain("lieferungen.verschoben")
  })

  test("past nobody else, also none where the driver was already, and one on its way keeps its driver", async () => {
    const [a, b, c] = [
      await plane({ fahrer_id: jens }),
      await plane({ fahrer_id: jens }),
      await plane({ fahrer_id: jens }),
    ]
    await verschiebe({ lieferung_id: b, fahrer_id: jens, vor: a })
    for (const id of [a, b]) await call("POST", `lieferungen/${id}/start`, {})
    await call("POST", `lieferungen/${a}/abschluss`, { positionen: [] })
    await verschiebe({ lieferung_id: c, fahrer_id: jens, vor: b })
    // The driver began with what stood second: it stays behind the first, and the third comes before that.
    expect(await stopps(jens)).toEqual([c, b, a])
    await verschiebe({ lieferung_id: b, fahrer_id: jens, vor: c })
    expect(await stopps(jens)).toEqual([b, c, a])
    expect((await verschiebe({ lieferung_id: c, fahrer_id: jens, vor: a })).status).toBe(409)
    // Away and back, at the end or where it was seen.
    const { body } = await verschiebe({ lieferung_id: c, fahrer_id: inge })
    const { version } = body.touren
      .flatMap((tour: Tour) => tour.stopps)
      .find((one: any) => one.lieferung_id === c)
    await verschiebe({ lieferung_id: c, fahrer_id: jens, vor: a, version })
    expect(await stopps(jens)).toEqual([b, c, a])
    await verschiebe({ lieferung_id: c, fahrer_id: inge })
    await verschiebe({ lieferung_id: c, fahrer_id: jens })
    expect(await stopps(jens)).toEqual([b, a, c])
    // Where no number is left between those that are done, the open ones come behind them.
    await call("POST", `lieferungen/${b}/abschluss`, { positionen: [] })
    const d = await plane({ fahrer_id: jens })
    await call("POST", `lieferungen/${c}/start`, {})
    await call("POST", `lieferungen/${c}/abschluss`, { positionen: [] })
    await verschiebe({ lieferung_id: d, fahrer_id: jens, vor: c, version: 1 })
    expect(await stopps(jens)).toEqual([b, a, c, d])
    expect((await verschiebe({ lieferung_id: a, fahrer_id: jens, vor: d })).status).toBe(409)
    await call("POST", `lieferungen/${d}/start`, {})
    expect((await verschiebe({ lieferung_id: d, fahrer_id: inge })).body.error).toContain("unterwegs")
  })

  test("only as it was seen, and a repeated request finds its work done", async () => {
    const [a, b] = [await plane({ fahrer_id: jens }), await plane({ fahrer_id: jens })]
    await call("PATCH", `lieferungen/${b}`, { hinweis: "neu" })
    expect((await verschiebe({ lieferung_id: b, fahrer_id: jens, vor: a, version: 1 })).status).toBe(412)
    const seen = { lieferung_id: b, fahrer_id: jens, vor: a, version: 2 }
    for (const status of [200, 200]) expect((await verschiebe(seen)).status).toBe(status)
    expect(await stopps(jens)).toEqual([b, a])
  })

  test("nowhere that is not there", async () => {
    const [a, b] = [await plane({ fahrer_id: jens }), await plane({ fahrer_id: inge })]
    for (const [body, status] of [
      [{ lieferung_id: a, fahrer_id: jens, vor: b }, 409],
      [{ lieferung_id: a, fahrer_id: hof.kunden[0] }, 404],
      [{ lieferung_id: hof.kunden[0], fahrer_id: jens }, 404],
    ] as const)
      expect((await verschiebe(body)).status).toBe(status)
    expect((await verschiebe({ lieferung_id: a, fahrer_id: inge }, YESTERDAY)).status).toBe(409)
    await call("PATCH", `mitarbeiter/${inge}`, { aktiv: 0 })
    expect((await verschiebe({ lieferung_id: a, fahrer_id: inge })).status).toBe(409)
    expect(await stopps(jens)).toEqual([a])
  })
})

describe("who asks again", () => {
  const question = (path: string, etag: string | null) =>
    call("GET", path, undefined, etag === null ? {} : { "if-none-match": etag })

  for (const path of [`touren?datum=${TODAY}`, "heute"])
    test(`for ${path} is told when nothing has changed, and of every change at once`, async () => {
      const id = await plane({ fahrer_id: jens, datum: path === "heute" ? "2020-01-01" : TODAY })
      const first = await question(path, null)
      const etag = first.headers.get("etag")
      expect([first.status, etag]).toEqual([200, expect.stringMatching(/^".+"$/)])
      for (let i = 0; i < 2; i++) {
        const again = await question(path, etag)
        expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag])
      }
      expect((await question(path, '"x"')).status).toBe(200)
      // Something else that is changed costs work, but the answer is the same.
      await call("PATCH", `kunden/${hof.kunden[1]}`, { notiz: "x" })
      expect((await question(path, etag)).status).toBe(304)
      await call("PATCH", `kunden/${hof.kunden[0]}`, { name: "Zum Schwan" })
      const changed = await question(path, etag)
      expect([changed.status, changed.text]).toEqual([200, expect.stringContaining("Zum Schwan")])
      await call("POST", `lieferungen/${id}/storno`, {})
      expect((await question(path, changed.headers.get("etag"))).status).toBe(200)
    })

  test("hears of what another program has changed, and of a stop that became late", async () => {
    setSystemTime(new Date("2099-03-09T07:58:30Z"))
    const chef = await app.account(hof.id, "admin")
    const ask = async (etag = "") =>
      app.call("GET", `/api/touren?datum=${TODAY}`, { token: chef.token, headers: { "if-none-match": etag } })
    await app.call("POST", "/api/lieferungen", {
      token: chef.token,
      body: { kunde_id: hof.kunden[0], datum: TODAY, zeit_bis: "08:59", positionen: [] },
    })
    const etag = (await ask()).headers.get("etag") ?? ""
    expect((await ask(etag)).status).toBe(304)
    const db = new Database(join(app.dir, "pfandwerk.db"))
    db.run("UPDATE lieferungen SET hinweis = 'von woanders' WHERE tenant_id = ?", [hof.id])
    db.close()
    const changed = await ask(etag)
    expect([changed.status, changed.body.touren[0].stopps[0].hinweis]).toEqual([200, "von woanders"])
    setSystemTime(new Date("2099-03-09T08:00:00Z"))
    const late = await ask(changed.headers.get("etag") ?? "")
    expect([late.status, late.body.touren[0].verspaetet]).toEqual([200, 1])
  })

  test("is never told with another's tag: each sees their own", async () => {
    await plane({ fahrer_id: inge })
    const etag = (await question(`touren?datum=${TODAY}`, null)).headers.get("etag") ?? ""
    const reply = await app.call("GET", `/api/touren?datum=${TODAY}`, {
      token: hof.fahrer.token,
      headers: { "if-none-match": etag },
    })
    expect([reply.status, reply.body.touren]).toEqual([200, []])
  })
})
