import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** A driver's request takes effect once, and only where it was meant, however late it arrives. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

type Role = "admin" | "user" | "fahrer"
const call = (method: string, path: string, body?: object, role: Role = "fahrer") =>
  app.call(method, `/api/lieferungen${path}`, { token: hof[role].token, ...(body && { body }) })
const post = (path: string, body: object, role?: Role) => call("POST", path, body, role)

async function geplant(more: object = {}): Promise<string> {
  const plan = { kunde_id: hof.kunden[0], fahrer_id: hof.fahrer.id, datum: "2026-03-31", positionen: [] }
  const { status, body } = await post("", { ...plan, ...more }, "user")
  expect([status, body.versuch]).toEqual([201, 1])
  return body.id
}

const replan = (id: string, more: object = {}) =>
  post(`/${id}/neu-planen`, { datum: "2026-04-02", ...more }, "user")
const stand = async (id: string) => (await call("GET", `/${id}`, undefined, "user")).body
const uuid = () => Bun.randomUUIDv7()
const kasten = (menge: number) => ({ pfandartikel_id: hof.kasten, ist_ruecknahme: menge })

/** The first attempt failed, the second one is planned. */
async function secondAttempt() {
  const id = await geplant()
  const start = { id: uuid(), versuch: 1 }
  const fehlschlag = { id: uuid(), versuch: 1, grund: "Geschlossen" }
  expect((await post(`/${id}/start`, start)).status).toBe(200)
  expect((await post(`/${id}/fehlschlag`, fehlschlag)).body.status).toBe("nicht_zugestellt")
  const { body } = await replan(id)
  expect([body.status, body.versuch, body.grund]).toEqual(["geplant", 2, null])
  return { id, start, fehlschlag }
}

describe("after planning anew", () => {
  test("a late repeat of the old start and the old failure changes nothing", async () => {
    const { id, start, fehlschlag } = await secondAttempt()
    const vorher = await stand(id)
    for (let i = 0; i < 2; i++) {
      expect((await post(`/${id}/start`, start)).status).toBe(200)
      expect((await post(`/${id}/fehlschlag`, fehlschlag)).status).toBe(200)
    }
    expect(await stand(id)).toEqual(vorher)
    await post(`/${id}/start`, { id: uuid(), versuch: 2 })
    const unterwegs = await stand(id)
    expect(unterwegs.status).toBe("unterwegs")
    expect((await post(`/${id}/fehlschlag`, fehlschlag)).status).toBe(200)
    expect(await stand(id)).toEqual(unterwegs)
  })

  test("what was meant for the old attempt is refused when it first arrives, and again", async () => {
    const { id } = await secondAttempt()
    const vorher = await stand(id)
    const error = "Das galt dem 1. Versuch. Sie ist jetzt für den 02.04.2026 geplant (2. Versuch)."
    const start = { id: uuid(), versuch: 1 }
    for (const body of [start, start, { versuch: 1 }]) {
      const reply = await post(`/${id}/start`, body)
      expect([reply.status, reply.body]).toEqual([409, { error }])
    }
    await post(`/${id}/start`, { versuch: 2 })
    const abschluss = { id: uuid(), versuch: 1, positionen: [kasten(1)] }
    const fehlschlag = { id: uuid(), versuch: 1, grund: "Geschlossen" }
    expect((await post(`/${id}/abschluss`, abschluss)).body.error).toBe(
      "Das galt dem 1. Versuch. Sie ist schon unterwegs (2. Versuch).",
    )
    expect((await post(`/${id}/fehlschlag`, fehlschlag)).status).toBe(409)
    expect(await stand(id)).toMatchObject({ status: "unterwegs", version: vorher.version + 1 })
  })

  test("the old driver is told that it is somebody else's; one who never knew of it finds nothing", async () => {
    const id = await geplant()
    const other = await app.account(hof.id, "fahrer")
    await call("PATCH", `/${id}`, { fahrer_id: other.id }, "user")
    const error =
      "Die Lieferung gehört inzwischen einem anderen Fahrer. Sie ist jetzt für den 31.03.2026 geplant (1. Versuch)."
    for (const [path, more] of [
      ["start", {}],
      ["fehlschlag", { grund: "Geschlossen" }],
      ["abschluss", { positionen: [] }],
    ] as const) {
      const reply = await post(`/${id}/${path}`, { versuch: 1, ...more })
      expect([path, reply.status, reply.body]).toEqual([path, 409, { error }])
      expect((await post(`/${id}/${path}`, { ...more })).status).toBe(404)
    }
    await call("PATCH", `/${id}`, { fahrer_id: null }, "user")
    expect((await post(`/${id}/start`, { id: uuid() })).body.error).toContain("inzwischen keinem Fahrer")
  })

  test("what was acknowledged stays so when the stop goes to another driver", async () => {
    const { id, start } = await secondAttempt()
    const other = await app.account(hof.id, "fahrer")
    await call("PATCH", `/${id}`, { fahrer_id: other.id }, "user")
    await call("PATCH", `/${id}`, { zeit_von: "09:00", zeit_bis: "11:00", hinweis: "Tor 3" }, "user")
    const again = await post(`/${id}/start`, start)
    expect(again.status).toBe(200)
    // Nothing of what becomes of it there.
    expect(again.body).toMatchObject({
      fahrer_id: null,
      zeit_von: null,
      zeit_bis: null,
      hinweis: null,
      positionen: [],
    })
  })
})

describe("an id", () => {
  test("means one request, and another content is refused", async () => {
    const [a, b] = [await geplant(), await geplant()]
    const start = { id: uuid(), versuch: 1 }
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(`/${a}/start`, start)))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await post(`/${b}/start`, start)).status).toBe(409)
    expect((await stand(b)).status).toBe("geplant")
  })

  test("of a refused request is free again", async () => {
    const id = await geplant()
    const fehlschlag = { id: uuid(), versuch: 1, grund: "Geschlossen" }
    expect((await post(`/${id}/fehlschlag`, fehlschlag)).status).toBe(409)
    await post(`/${id}/start`, {})
    expect((await post(`/${id}/fehlschlag`, fehlschlag)).body.status).toBe("nicht_zugestellt")
  })

  test("that is another delivery's does not keep that one from being completed", async () => {
    const [a, b] = [await geplant(), await geplant()]
    for (const id of [a, b]) await post(`/${id}/start`, {})
    expect((await post(`/${a}/abschluss`, { id: b, positionen: [kasten(1)] })).status).toBe(200)
    const without = { positionen: [kasten(2)] }
    expect((await post(`/${b}/abschluss`, without)).body.status).toBe("zugestellt")
    expect((await post(`/${b}/abschluss`, without)).status).toBe(200)
    expect((await post(`/${b}/abschluss`, { positionen: [kasten(3)] })).body.error).toBe(
      "Die Lieferung ist schon zugestellt, mit anderen Angaben",
    )
  })
})

describe("a device that comes back", () => {
  const back = async (more: object) => {
    const id = await geplant()
    await post(`/${id}/start`, {})
    await app.call("POST", `/api/geraete/${hof.geraete[0]}/ausgabe`, {
      token: hof.user.token,
      body: { kunde_id: hof.kunden[0] },
    })
    const positionen = [{ geraet_id: hof.geraete[0], ist_ruecknahme: 1, ...more }]
    const reply = await post(`/${id}/abschluss`, { positionen })
    const geraet = await app.call("GET", `/api/geraete/${hof.geraete[0]}`, { token: hof.user.token })
    return { reply, geraet: geraet.body }
  }

  test("damaged goes into maintenance, with the remark in its history", async () => {
    const { reply, geraet } = await back({ zustand: "beschaedigt", bemerkung: "Tür verzogen" })
    expect(reply.body.positionen).toMatchObject([{ ist_ruecknahme: 1, zustand: "beschaedigt" }])
    expect(geraet.status).toBe("wartung")
    const { body } = await app.call("GET", `/api/geraete/${geraet.id}/bewegungen`, { token: hof.user.token })
    expect(body.items).toContainEqual(
      expect.objectContaining({ art: "ruecknahme", nach_status: "wartung", notiz: "Tür verzogen" }),
    )
  })

  test("goes to the yard otherwise", async () => {
    expect((await back({ zustand: "in_ordnung" })).geraet.status).toBe("lager")
  })

  test("has a state, and nothing else has", async () => {
    const id = await geplant()
    await post(`/${id}/start`, {})
    const positionen = [
      { ...kasten(1), zustand: "beschaedigt" },
      { geraet_id: hof.geraete[0], ist_ausgabe: 1, bemerkung: "neu" },
    ]
    const { status, body } = await post(`/${id}/abschluss`, { positionen })
    expect(status).toBe(400)
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
      "positionen[0].zustand",
      "positionen[1].bemerkung",
    ])
  })
})
