import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { kunden, tenants } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

type Role = "admin" | "user" | "fahrer"
const DAY = "2026-03-31"
const call = (method: string, path: string, body?: object, role: Role = "user") =>
  app.call(method, `/api/lieferungen${path}`, { token: hof[role].token, ...(body && { body }) })
const plane = (more: object = {}) =>
  call("POST", "", {
    kunde_id: hof.kunden[0],
    fahrer_id: hof.fahrer.id,
    datum: DAY,
    positionen: [
      { pfandartikel_id: hof.kasten, soll_ausgabe: 2 },
      { geraet_id: hof.geraete[0], soll_ausgabe: 1 },
    ],
    ...more,
  })
async function unterwegs(more: object = {}): Promise<string> {
  const { body } = await plane(more)
  expect((await call("POST", `/${body.id}/start`, {}, "fahrer")).body.status).toBe("unterwegs")
  return body.id
}
const konto = async (kunde_id = hof.kunden[0]) =>
  (await app.call("GET", `/api/kunden/${kunde_id}/pfandkonto`, { token: hof.user.token })).body
const delivered = () => ({
  empfaenger_name: "Frau Wirtin",
  positionen: [
    { pfandartikel_id: hof.kasten, ist_ausgabe: 2, ist_ruecknahme: 1 },
    { geraet_id: hof.geraete[0], ist_ausgabe: 1 },
    { pfandartikel_id: hof.fass, ist_ruecknahme: 2 },
  ],
})

describe("planning", () => {
  test("takes the customer's times, unless others are given, and tells the positions by name", async () => {
    const tenant = app.deps.system.tenant(hof.id)
    await app.deps.system.write(() =>
      tenant.update(kunden, hof.kunden[0], { lieferzeit_von: "07:00", lieferzeit_bis: "11:00" }),
    )
    const { status, body } = await plane()
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: "geplant", zeit_von: "07:00", zeit_bis: "11:00", reihenfolge: 1 })
    expect(body.positionen).toMatchObject([
      { nummer: "BIER", soll_ausgabe: 2, soll_ruecknahme: 0, ist_ausgabe: null },
      { nummer: "G-1", soll_ausgabe: 1 },
    ])
    const other = await plane({ zeit_bis: "09:30", zeit_von: null })
    expect(other.body).toMatchObject({ zeit_von: null, zeit_bis: "09:30", reihenfolge: 2 })
    expect((await plane({ zeit_von: "11:00" })).status).toBe(201)
  })

  test("refuses what cannot be", async () => {
    const faults = async (more: object) =>
      ((await plane(more)).body.errors ?? []).map((fault: { path: string }) => fault.path)
    expect(await faults({ datum: "2026-02-30" })).toEqual(["datum"])
    expect(await faults({ zeit_von: "12:00", zeit_bis: "11:00" })).toEqual(["zeit_bis"])
    expect(await faults({ positionen: [{ soll_ausgabe: 1 }] })).toEqual(["positionen[0]"])
    expect(await faults({ positionen: [{ geraet_id: hof.geraete[0], soll_ausgabe: 2 }] })).toEqual([
      "positionen[0]",
    ])
    const twice = { pfandartikel_id: hof.fass, soll_ausgabe: 1 }
    expect(await faults({ positionen: [twice, twice] })).toEqual(["positionen[1]"])
    const retired = (soll_ausgabe: number, soll_ruecknahme: number) =>
      plane({ positionen: [{ geraet_id: hof.geraete[1], soll_ausgabe, soll_ruecknahme }] })
    const status = { status: "ausgemustert" }
    await app.call("POST", `/api/geraete/${hof.geraete[1]}/status`, { token: hof.admin.token, body: status })
    expect((await retired(1, 0)).body).toEqual({ error: "Das Gerät G-2 ist ausgemustert" })
    expect((await retired(0, 1)).status).toBe(201)
    expect((await plane({ fahrer_id: Bun.randomUUIDv7() })).body).toEqual({ error: "Fahrer nicht gefunden" })
    expect((await plane({ kunde_id: Bun.randomUUIDv7() })).body).toEqual({ error: "Kunde nicht gefunden" })
  })

  test("may be repeated, and changed while it is only planned", async () => {
    const id = Bun.randomUUIDv7()
    const replies = await Promise.all(Array.from({ length: 5 }, () => plane({ id })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201])
    const changed = await call("PATCH", `/${id}`, { hinweis: "Hintereingang", positionen: [] })
    expect(changed.body).toMatchObject({ hinweis: "Hintereingang", positionen: [] })
    await plane({ datum: "2026-04-01" })
    expect((await call("PATCH", `/${id}`, { datum: "2026-04-01" })).body.reihenfolge).toBe(2)
    await call("PATCH", `/${id}`, { zeit_von: "10:00" })
    expect((await call("PATCH", `/${id}`, { zeit_bis: "09:00" })).body.errors).toMatchObject([
      { path: "zeit_bis" },
    ])
    const stale = await app.call("PATCH", `/api/lieferungen/${id}`, {
      token: hof.user.token,
      headers: { "if-match": '"1"' },
      body: { positionen: [] },
    })
    expect(stale.status).toBe(412)
    await call("POST", `/${id}/start`, {}, "fahrer")
    expect((await call("PATCH", `/${id}`, { hinweis: "x" })).body).toEqual({
      error:
        "Die Lieferung ist schon unterwegs; geändert wird nur, was geplant ist. Fährt sie jemand anderes weiter: als nicht zugestellt melden, dann neu planen",
    })
    await call("POST", `/${id}/fehlschlag`, { grund: "zu" }, "fahrer")
    expect((await call("PATCH", `/${id}`, { hinweis: "x" })).body).toEqual({
      error: "Die Lieferung wurde nicht zugestellt; geändert wird nur, was geplant ist",
    })
  })
})

describe("completing", () => {
  test("books what really happened, moves the device, and says what was done", async () => {
    const id = await unterwegs()
    const { status, body } = await call("POST", `/${id}/abschluss`, delivered(), "fahrer")
    expect([status, body.status, body.empfaenger_name]).toEqual([200, "zugestellt", "Frau Wirtin"])
    expect(body.abgeschlossen_am >= body.gestartet_am).toBe(true)
    expect(body.positionen).toMatchObject([
      { nummer: "BIER", soll_ausgabe: 2, ist_ausgabe: 2, ist_ruecknahme: 1 },
      { nummer: "G-1", ist_ausgabe: 1 },
      { nummer: "FASS", soll_ruecknahme: 0, ist_ruecknahme: 2 },
    ])
    expect(await konto()).toMatchObject({
      wert_cent: 310 + 5000 - 6000,
      negativ: true,
      geraete: [{ geraetenummer: "G-1", beim_kunden: true }],
    })
    const booked = await app.call("GET", `/api/pfandbuchungen?lieferung_id=${id}&total=true`, {
      token: hof.user.token,
    })
    expect(booked.body.total).toBe(6)
  })

  test("books nothing when the office has made it another plan than the driver saw", async () => {
    const { body: plan } = await plane()
    const gesehen = [
      { geraet_id: hof.geraete[0], soll_ausgabe: 1 },
      { pfandartikel_id: hof.kasten, soll_ausgabe: 2 },
    ]
    // Returns are counted anyway.
    const other = (fass: object) => ({ positionen: [{ pfandartikel_id: hof.fass, ...fass }] })
    await call("PATCH", `/${plan.id}`, other({ soll_ausgabe: 4, soll_ruecknahme: 1 }))
    await call("POST", `/${plan.id}/start`, {}, "fahrer")
    const done = { ...delivered(), id: Bun.randomUUIDv7(), geplant: gesehen }
    const refused = await call("POST", `/${plan.id}/abschluss`, done, "fahrer")
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "Das Büro hat den Stopp inzwischen geändert; geplant ist jetzt: 4 × Artikel FASS. Gebucht ist nichts.",
    ])
    expect([(await konto()).wert_cent, (await call("GET", `/${plan.id}`)).body.status]).toEqual([
      0,
      "unterwegs",
    ])
    // Seen as it is, it is booked as it was, under the same id.
    const seen = { ...done, geplant: [{ pfandartikel_id: hof.fass, soll_ausgabe: 4 }] }
    expect((await call("POST", `/${plan.id}/abschluss`, seen, "fahrer")).body.status).toBe("zugestellt")
    const same = await unterwegs({ positionen: [{ pfandartikel_id: hof.kasten, soll_ausgabe: 2 }] })
    const zeile = [{ pfandartikel_id: hof.kasten, soll_ausgabe: 2 }]
    const two = { positionen: [{ pfandartikel_id: hof.kasten, ist_ausgabe: 1 }], geplant: zeile }
    expect((await call("POST", `/${same}/abschluss`, two, "fahrer")).status).toBe(200)
  })

  test("twenty times at once books once, with an id or without", async () => {
    for (const more of [{}, { id: Bun.randomUUIDv7() }]) {
      hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
      const id = await unterwegs()
      const body = { ...delivered(), ...more }
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => call("POST", `/${id}/abschluss`, body, "fahrer")),
      )
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(await konto()).toMatchObject({ wert_cent: -690 })
    }
  })

  test("a second completion that says otherwise is 409", async () => {
    const id = await unterwegs()
    await call("POST", `/${id}/abschluss`, { ...delivered(), id: Bun.randomUUIDv7() }, "fahrer")
    const other = { id: Bun.randomUUIDv7(), positionen: [] }
    expect((await call("POST", `/${id}/abschluss`, other, "fahrer")).body).toEqual({
      error: "Die Lieferung ist schon zugestellt",
    })
  })

  test("an id that completed one delivery says nothing of another", async () => {
    const [one, other] = [await unterwegs(), await unterwegs()]
    const body = { id: Bun.randomUUIDv7(), positionen: [{ pfandartikel_id: hof.fass, ist_ausgabe: 1 }] }
    expect((await call("POST", `/${one}/abschluss`, body, "fahrer")).status).toBe(200)
    expect((await call("POST", `/${other}/abschluss`, body, "fahrer")).status).toBe(409)
    expect((await call("GET", `/${other}`)).body.status).toBe("unterwegs")
  })

  test("with other content is told what happened, where the phone made no id; else what its id was for", async () => {
    const otherwise = { ...delivered(), empfaenger_name: "Herr Wirt" }
    for (const [more, error] of [
      [{}, "Die Lieferung ist schon zugestellt, mit anderen Angaben"],
      [{ id: Bun.randomUUIDv7() }, "Diese id wurde schon mit anderem Inhalt verwendet"],
    ] as const) {
      hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
      const id = await unterwegs()
      await call("POST", `/${id}/abschluss`, { ...delivered(), ...more }, "fahrer")
      const reply = await call("POST", `/${id}/abschluss`, { ...otherwise, ...more }, "fahrer")
      expect([reply.status, reply.body]).toEqual([409, { error }])
      expect((await call("GET", `/${id}`)).body.empfaenger_name).toBe("Frau Wirtin")
    }
  })

  test("is refused whole when a device is elsewhere", async () => {
    await app.call("POST", `/api/geraete/${hof.geraete[0]}/ausgabe`, {
      token: hof.user.token,
      body: { kunde_id: hof.kunden[1] },
    })
    const id = await unterwegs()
    const reply = await call("POST", `/${id}/abschluss`, delivered(), "fahrer")
    expect([reply.status, reply.body]).toEqual([409, { error: "Das Gerät G-1 ist beim Kunden Gasthaus 2" }])
    expect((await call("GET", `/${id}`)).body).toMatchObject({
      status: "unterwegs",
      positionen: [{ ist_ausgabe: null }, {}],
    })
    expect(await konto()).toMatchObject({ wert_cent: 0, artikel: [] })
    // Without the device, the same delivery goes through.
    const rest = { ...delivered(), positionen: delivered().positionen.slice(0, 1) }
    expect((await call("POST", `/${id}/abschluss`, rest, "fahrer")).status).toBe(200)
  })

  test("needs to be under way, and is final", async () => {
    const { body } = await plane()
    expect((await call("POST", `/${body.id}/abschluss`, delivered(), "fahrer")).body).toEqual({
      error: "Die Lieferung ist erst geplant",
    })
    const id = await unterwegs({ positionen: [] })
    await call("POST", `/${id}/abschluss`, { positionen: [] }, "fahrer")
    for (const [path, wish] of [
      ["start", {}],
      ["fehlschlag", { grund: "x" }],
      ["storno", {}],
      ["neu-planen", { datum: DAY }],
    ] as const) {
      expect((await call("POST", `/${id}/${path}`, wish)).status).toBe(409)
    }
    expect((await call("PATCH", `/${id}`, { datum: DAY })).status).toBe(409)
  })

  test("says what is wrong with the request before it looks for the delivery", async () => {
    const twice = [1, 2].map(() => ({ pfandartikel_id: hof.fass, ist_ausgabe: 1 }))
    const reply = await call("POST", `/${Bun.randomUUIDv7()}/abschluss`, { positionen: twice }, "fahrer")
    expect(reply.body.errors).toMatchObject([{ path: "positionen[1]" }])
  })

  test("takes a signature that is a PNG, and no other", async () => {
    const id = await unterwegs({ positionen: [] })
    const png = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 1, 2, 3]).toString("base64")
    const sign = (unterschrift: string) =>
      call("POST", `/${id}/abschluss`, { unterschrift, positionen: [] }, "fahrer")
    for (const wrong of ["data:image/svg+xml;base64,PHN2Zz4=", "data:image/png;base64,PHN2Zz4=", "x"]) {
      expect((await sign(wrong)).body.errors).toMatchObject([{ path: "unterschrift" }])
    }
    expect((await sign(`data:image/png;base64,${png}`)).body.unterschrift).toContain(png)
    const list = await call("GET", "")
    expect(list.text).not.toContain(png)
  })
})

test("what could not be delivered is planned anew, what is planned can be called off", async () => {
  const id = await unterwegs()
  // The phone may not have got the answer.
  expect((await call("POST", `/${id}/start`, {}, "fahrer")).status).toBe(200)
  const failed = await call("POST", `/${id}/fehlschlag`, { grund: "Niemand da" }, "fahrer")
  expect(failed.body).toMatchObject({ status: "nicht_zugestellt", grund: "Niemand da" })
  expect((await call("POST", `/${id}/fehlschlag`, { grund: "Niemand da" }, "fahrer")).status).toBe(200)
  expect((await call("POST", `/${id}/fehlschlag`, { grund: "Ruhetag" }, "fahrer")).status).toBe(409)
  await plane({ datum: "2026-04-01" })
  const again = await call("POST", `/${id}/neu-planen`, { datum: "2026-04-01" })
  expect(again.body).toMatchObject({
    status: "geplant",
    datum: "2026-04-01",
    grund: null,
    gestartet_am: null,
    erfasst_am: null,
    reihenfolge: 2,
  })
  await call("PATCH", `/${id}`, { zeit_von: "10:00" })
  for (let i = 0; i < 2; i++) {
    const cancelled = await call("POST", `/${id}/storno`, { grund: "abbestellt" })
    expect(cancelled.body).toMatchObject({ status: "storniert", grund: "abbestellt" })
  }
  expect((await call("POST", `/${id}/start`, {}, "fahrer")).body).toEqual({
    error: "Die Lieferung ist storniert",
  })
})

test("earlier attempts are told as they ended, whatever was changed between them", async () => {
  const id = await unterwegs()
  expect((await call("GET", `/${id}/versuche`)).body).toEqual({ items: [] })
  await call("POST", `/${id}/fehlschlag`, { grund: "Niemand da" }, "fahrer")
  await call("POST", `/${id}/neu-planen`, { datum: "2026-04-01", fahrer_id: null })
  await call("PATCH", `/${id}`, { datum: "2026-04-02", fahrer_id: hof.fahrer.id })
  await call("POST", `/${id}/start`, {}, "fahrer")
  await call("POST", `/${id}/fehlschlag`, { grund: "Ruhetag" }, "fahrer")
  await call("POST", `/${id}/neu-planen`, { datum: "2026-04-03", fahrer_id: null })
  const { body } = await call("GET", `/${id}/versuche`)
  expect(body.items).toMatchObject([
    { versuch: 2, datum: "2026-04-02", grund: "Ruhetag", fahrer_id: hof.fahrer.id },
    { versuch: 1, datum: DAY, grund: "Niemand da", fahrer_id: hof.fahrer.id },
  ])
  for (const { gestartet_am, erfasst_am, fahrer_name } of body.items)
    expect([gestartet_am, erfasst_am, fahrer_name].map((one) => typeof one)).toEqual(Array(3).fill("string"))
})

test("that it was planned anew is taken back, as long as nothing else happened", async () => {
  const id = await unterwegs()
  await call("POST", `/${id}/fehlschlag`, { grund: "Niemand da" }, "fahrer")
  const failed = (await call("GET", `/${id}`)).body
  const anew = () => call("POST", `/${id}/neu-planen`, { datum: "2026-04-01", fahrer_id: null })
  const back = () => call("POST", `/${id}/neu-planen/ruecknahme`)
  expect((await back()).status).toBe(409)
  await anew()
  const { version: _, aktualisiert_am: __, ...as } = failed
  expect((await back()).body).toMatchObject(as)
  expect((await call("GET", `/${id}/versuche`)).body.items).toEqual([])
  await anew()
  expect((await call("GET", `/${id}/versuche`)).body.items).toMatchObject([
    { versuch: 1, grund: "Niemand da" },
  ])
  await call("PATCH", `/${id}`, { hinweis: "hinten" })
  expect((await back()).body).toEqual({
    error: "Die Lieferung ist nicht neu geplant, oder seither wurde sie geändert oder begonnen",
  })
})

test("what a phone did offline is told with its times, beside the server's own", async () => {
  const { id } = (await plane({ positionen: [], zeit_von: "10:00" })).body
  const at = (time: string) => ({ erfasst_am: `2026-03-31T${time}:00+02:00` })
  const started = await call("POST", `/${id}/start`, at("08:00"), "fahrer")
  expect(started.body.gestartet_am).toBe("2026-03-31T06:00:00.000Z")
  await call("POST", `/${id}/fehlschlag`, { ...at("08:30"), grund: "zu" }, "fahrer")
  expect((await call("GET", `/${id}`)).body.erfasst_am).toBe("2026-03-31T06:30:00.000Z")
  const early = await call("POST", `/${id}/neu-planen`, { datum: "2026-04-01", zeit_bis: "09:00" })
  expect(early.body.errors).toMatchObject([{ path: "zeit_bis" }])
  await call("POST", `/${id}/neu-planen`, { datum: "2026-04-01" })
  await call("POST", `/${id}/start`, {}, "fahrer")
  const done = { ...at("09:00"), notiz: "An der Theke", positionen: [] }
  const { body } = await call("POST", `/${id}/abschluss`, done, "fahrer")
  expect(body).toMatchObject({ erfasst_am: "2026-03-31T07:00:00.000Z", notiz: "An der Theke" })
  expect(body.abgeschlossen_am > "2026-04").toBe(true)
})

test("a driver sees and touches nobody else's deliveries", async () => {
  const other = await app.account(hof.id, "fahrer")
  const { body } = await plane({ fahrer_id: other.id })
  expect((await call("GET", `/${body.id}`, undefined, "fahrer")).status).toBe(404)
  for (const [path, wish] of [
    ["start", {}],
    ["abschluss", { positionen: [] }],
    ["fehlschlag", { grund: "x" }],
  ] as const) {
    expect((await call("POST", `/${body.id}/${path}`, wish, "fahrer")).status).toBe(404)
  }
  expect((await call("GET", "?total=true", undefined, "fahrer")).body).toMatchObject({ items: [], total: 0 })
  expect((await call("GET", `?fahrer_id=${other.id}`, undefined, "fahrer")).body.items).toEqual([])
  expect((await call("GET", `?fahrer_id=${other.id}`)).body.items).toHaveLength(1)
})

describe("tours", () => {
  const touren = (role: Role = "user", datum = DAY) =>
    app.call("GET", `/api/touren?datum=${datum}`, { token: hof[role].token })
  const orderTour = (lieferung_ids: string[], fahrer = hof.fahrer.id) =>
    app.call("PUT", `/api/touren/${DAY}/${fahrer}`, { token: hof.user.token, body: { lieferung_ids } })

  test("tell each driver's stops in order, with what they hold; a driver sees their own", async () => {
    const ids = [(await plane()).body.id, (await plane({ kunde_id: hof.kunden[1] })).body.id]
    await plane({ fahrer_id: null })
    const { body } = await touren()
    expect(body.touren.map((tour: { fahrer_name: string }) => tour.fahrer_name)).toEqual([
      null,
      "fahrer Test",
    ])
    expect(body.touren[1].stopps).toMatchObject([
      { lieferung_id: ids[0], kunde_name: "Gasthaus 1", positionen: [{ nummer: "BIER" }, { nummer: "G-1" }] },
      { lieferung_id: ids[1], kunde_name: "Gasthaus 2" },
    ])
    expect((await touren("fahrer")).body.touren).toHaveLength(1)
    const turned = await orderTour([ids[1] ?? "", ids[0] ?? ""])
    expect(turned.body.touren[0].stopps.map((stopp: { lieferung_id: string }) => stopp.lieferung_id)).toEqual(
      ids.toReversed(),
    )
  })

  test("refuse an order that is not of just the open stops", async () => {
    const ids = [(await plane()).body.id, (await plane()).body.id]
    expect((await orderTour([ids[0]])).status).toBe(409)
    expect((await orderTour([...ids, Bun.randomUUIDv7()])).status).toBe(409)
    expect((await orderTour([ids[0], ids[0]])).status).toBe(400)
    await call("POST", `/${ids[1]}/storno`, {})
    expect((await orderTour([ids[0]])).status).toBe(200)
    const wrong = await app.call("PUT", `/api/touren/gestern/${hof.fahrer.id}`, {
      token: hof.user.token,
      body: { lieferung_ids: ids },
    })
    expect(wrong.body.errors).toMatchObject([{ location: "path", path: "datum" }])
  })

  test("keep what is done in front when the rest is put into another order", async () => {
    const ids: string[] = []
    for (let i = 0; i < 4; i++) ids.push((await plane()).body.id)
    const [a = "", b = "", c = "", d = ""] = ids
    for (const [id, path, body] of [
      [c, "abschluss", { positionen: [] }],
      [d, "fehlschlag", { grund: "Niemand da" }],
    ] as const) {
      await call("POST", `/${id}/start`, {}, "fahrer")
      await call("POST", `/${id}/${path}`, body, "fahrer")
    }
    for (const order of [
      [b, a],
      [a, b],
    ]) {
      const [tour] = (await orderTour(order)).body.touren
      expect(tour.stopps.map((stopp: { lieferung_id: string }) => stopp.lieferung_id)).toEqual([
        c,
        d,
        ...order,
      ])
    }
  })

  test("mark what is late by the clock on the company's wall", async () => {
    const [date = "", time = ""] = new Date()
      .toLocaleString("sv-SE", { timeZone: "Pacific/Kiritimati" })
      .split(" ")
    const late = async (zeitzone: string) => {
      const tenant = app.deps.system.tenant(hof.id)
      await app.deps.system.write(() => tenant.update(tenants, hof.id, { zeitzone }))
      return (await touren("user", date)).body.touren[0].stopps[0].verspaetet
    }
    await plane({ datum: date, zeit_bis: "00:00" })
    // At Kiritimati (UTC+14) it is that day already, at Niue (UTC-11) it is not yet.
    expect(await late("Pacific/Kiritimati")).toBe(!time.startsWith("00:00"))
    expect(await late("Pacific/Niue")).toBe(false)
  })
})

test("what was not planned must exist, and be the company's own", async () => {
  const foreign = await yard(app, `fremd-${Bun.randomUUIDv7()}`)
  const id = await unterwegs()
  const missing: [object, string][] = [
    [{ pfandartikel_id: foreign.fass }, "Pfandartikel nicht gefunden"],
    [{ geraet_id: foreign.geraete[0] }, "Gerät nicht gefunden"],
    [{ geraet_id: Bun.randomUUIDv7() }, "Gerät nicht gefunden"],
  ]
  for (const [was, error] of missing) {
    const reply = await call(
      "POST",
      `/${id}/abschluss`,
      { positionen: [{ ...was, ist_ausgabe: 1 }] },
      "fahrer",
    )
    expect([reply.status, reply.body]).toEqual([404, { error }])
  }
  expect((await call("POST", `/${id}/fehlschlag`, { grund: "zu" }, "fahrer")).status).toBe(200)
  const { body } = await call("PATCH", `/${id}`, { hinweis: "x" })
  expect(body.error).toBe("Die Lieferung wurde nicht zugestellt; geändert wird nur, was geplant ist")
})

test("a delivery is read anew when its article was renamed, and changed by the tag of either", async () => {
  const { token } = hof.admin
  const positionen = [{ pfandartikel_id: hof.fass, soll_ausgabe: 1 }]
  const plan = { kunde_id: hof.kunden[0], datum: "2026-03-31", positionen }
  const { body, headers } = await app.call("POST", "/api/lieferungen", { token, body: plan })
  const path = `/api/lieferungen/${body.id}`
  const etag = headers.get("etag") ?? ""
  const again = () => app.call("GET", path, { token, headers: { "if-none-match": etag } })
  expect((await again()).status).toBe(304)
  await app.call("PATCH", `/api/pfandartikel/${hof.fass}`, { token, body: { bezeichnung: "Fass, 50 l" } })
  const renamed = await again()
  expect([renamed.status, renamed.body.positionen[0].bezeichnung]).toEqual([200, "Fass, 50 l"])
  // The delivery itself is what it was: a change that is based on the older tag is not stale.
  const change = { token, body: { hinweis: "Hof" }, headers: { "if-match": etag } }
  expect((await app.call("PATCH", path, change)).status).toBe(200)
  expect((await app.call("PATCH", path, change)).status).toBe(412)
})
