import { afterAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test"
import { createApp } from "../../../src/app.ts"
import { kunden_bilder } from "../../../src/db/schema.ts"
import { nextAfter } from "../../../src/lib/day.ts"
import { drawing } from "../../../src/ops/demo/drawing.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** Test dates of devices: when they are due, and that what is overdue is not handed out. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
let nr = 0
beforeEach(async () => {
  hof = await yard(app, `hof-${++nr}`)
  await travel(app, hof, "2026-06-15T10:00:00.000Z")
})

const call = (method: string, path: string, body?: object, token = hof.user.token) =>
  app.call(method, `/api/${path}`, { token, ...(body && { body }) })
const everyTwoYears = { intervall: 24, intervall_in: "monate" }
const plan = (geraet: string, body: object, art = "druckpruefung") =>
  call("PUT", `geraete/${geraet}/pruefplaene/${art}`, { ...everyTwoYears, ...body })
const issue = (geraet: string, more = {}) =>
  call("POST", `geraete/${geraet}/ausgabe`, { kunde_id: hof.kunden[0], ...more })
const overdue = "Druckprüfung von G-1 überfällig seit 31.05.2026"

describe("an overdue device", () => {
  test("is not handed out, in the office and at the door, until it was tested", async () => {
    const [geraet] = hof.geraete
    expect((await plan(geraet, { letzte: "2024-05-31" })).body).toMatchObject({
      letzte: "2024-05-31",
      naechste: "2026-05-31",
    })
    expect((await call("GET", `geraete/${geraet}`)).body.geprueft_bis).toBe("2026-05-31")
    const refused = await issue(geraet)
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining(overdue)])
    const positionen = [{ geraet_id: geraet, art: "ausgabe", menge: 1 }]
    const booked = await call("POST", "pfandbuchungen", { kunde_id: hof.kunden[0], positionen })
    expect([booked.status, booked.body.error]).toEqual([409, expect.stringContaining(overdue)])

    const { body: lieferung } = await call("POST", "lieferungen", {
      kunde_id: hof.kunden[0],
      fahrer_id: hof.fahrer.id,
      datum: "2026-06-15",
      positionen: [{ geraet_id: geraet, soll_ausgabe: 1, soll_ruecknahme: 0 }],
    })
    const driver = (path: string, body: object) =>
      call("POST", `lieferungen/${lieferung.id}/${path}`, body, hof.fahrer.token)
    await driver("start", {})
    const day = await call("GET", "fahrer/tag", undefined, hof.fahrer.token)
    expect(day.body.geraete).toContainEqual(
      expect.objectContaining({ id: geraet, geprueft_bis: "2026-05-31" }),
    )
    const done = { positionen: [{ geraet_id: geraet, ist_ausgabe: 1, ist_ruecknahme: 0 }] }
    const atTheDoor = await driver("abschluss", done)
    expect([atTheDoor.status, atTheDoor.body.error]).toEqual([409, expect.stringContaining(overdue)])

    const made = await call("POST", `geraete/${geraet}/pruefungen`, {
      art: "druckpruefung",
      datum: "2026-06-15",
    })
    expect([made.status, made.body.naechste]).toEqual([201, "2028-06-15"])
    expect((await driver("abschluss", done)).status).toBe(200)
    expect((await call("GET", `geraete/${geraet}`)).body).toMatchObject({
      status: "beim_kunden",
      geprueft_bis: "2028-06-15",
    })
  })

  test("goes out on its last day, and later while the office lets it", async () => {
    const [geraet] = hof.geraete
    await plan(geraet, { naechste: "2026-06-15" })
    expect((await issue(geraet)).status).toBe(200)
    expect((await call("POST", `geraete/${geraet}/ruecknahme`, {})).status).toBe(200)
    await travel(app, hof, "2026-06-16T10:00:00.000Z")
    expect((await issue(geraet)).status).toBe(409)
    // An issue on the last day is booked, also when it arrives a day later.
    expect((await issue(geraet, { erfasst_am: "2026-06-15T16:00:00.000Z" })).status).toBe(200)
    await call("POST", `geraete/${geraet}/ruecknahme`, {})
    const release = (bis: string | null) =>
      call("POST", `geraete/${geraet}/pruefplaene/druckpruefung/freigabe`, { bis })
    expect((await release("2026-06-15")).status).toBe(400)
    expect(
      (
        await call(
          "POST",
          `geraete/${geraet}/pruefplaene/druckpruefung/freigabe`,
          { bis: null },
          hof.fahrer.token,
        )
      ).status,
    ).toBe(403)
    expect((await release("2026-06-16")).body.freigabe_bis).toBe("2026-06-16")
    expect((await release("2026-06-20")).body.freigabe_bis).toBe("2026-06-20")
    expect((await issue(geraet)).status).toBe(200)
    await call("POST", `geraete/${geraet}/ruecknahme`, {})
    // Tested and not passed, it is let go no more.
    const failed = { art: "druckpruefung", datum: "2026-06-16", bestanden: 0 }
    expect((await call("POST", `geraete/${geraet}/pruefungen`, failed)).status).toBe(201)
    expect((await issue(geraet)).status).toBe(409)
    await release("2026-06-20")
    await release(null)
    expect((await issue(geraet)).status).toBe(409)
    expect((await call("DELETE", `geraete/${geraet}/pruefplaene/druckpruefung`)).status).toBe(204)
    expect((await issue(geraet)).status).toBe(200)
  })

  test("stays one where its date was seen before it did not pass: nobody lets it go unaware", async () => {
    const [geraet] = hof.geraete
    const { body: seen } = await plan(geraet, { naechste: "2026-12-01" })
    const failed = { art: "druckpruefung", datum: "2026-06-15", bestanden: 0 }
    await call("POST", `geraete/${geraet}/pruefungen`, failed)
    const path = `geraete/${geraet}/pruefplaene/druckpruefung`
    for (const [method, at, body] of [
      ["PUT", path, { ...everyTwoYears, naechste: "2026-12-01" }],
      ["POST", `${path}/freigabe`, { bis: "2026-06-20" }],
      ["DELETE", path],
    ] as const) {
      const token = hof.user.token
      const headers = { "if-match": `"${seen.version}"` }
      const reply = await app.call(method, `/api/${at}`, { token, headers, ...(body && { body }) })
      expect([method, reply.status]).toEqual([method, 412])
    }
    expect((await issue(geraet)).status).toBe(409)
  })

  test("is none that was let go for a while without need: its test still holds", async () => {
    const [geraet] = hof.geraete
    await plan(geraet, { naechste: "2026-12-01" })
    const path = `geraete/${geraet}/pruefplaene/druckpruefung/freigabe`
    expect((await call("POST", path, { bis: "2026-06-20" })).status).toBe(200)
    expect((await call("GET", `geraete/${geraet}`)).body.geprueft_bis).toBe("2026-12-01")
    await travel(app, hof, "2026-06-21T10:00:00.000Z")
    expect((await issue(geraet)).status).toBe(200)
  })

  test("is one that did not pass; of several tests the earliest counts; what comes back is always taken", async () => {
    const [geraet] = hof.geraete
    await plan(geraet, { naechste: "2027-01-01" })
    await plan(geraet, { naechste: "2026-12-01", intervall: 14, intervall_in: "tage" }, "reinigung")
    expect((await call("GET", `geraete/${geraet}`)).body.geprueft_bis).toBe("2026-12-01")
    expect((await issue(geraet)).status).toBe(200)
    const failed = { art: "reinigung", datum: "2026-06-15", bestanden: 0, bemerkung: "Undicht" }
    expect((await call("POST", `geraete/${geraet}/pruefungen`, failed)).status).toBe(201)
    expect((await call("POST", `geraete/${geraet}/ruecknahme`, {})).status).toBe(200)
    const refused = await issue(geraet)
    expect(refused.body.error).toStartWith("Reinigung von G-1 überfällig seit 14.06.2026")
    // Cleaned and tested once more on that day.
    await call("POST", `geraete/${geraet}/pruefungen`, { art: "reinigung", datum: "2026-06-15" })
    expect((await call("GET", `geraete/${geraet}`)).body.geprueft_bis).toBe("2026-06-29")
    await call("POST", `geraete/${geraet}/pruefungen`, failed)
    // The undoing of a return is none of its business.
    const { items } = (await call("GET", "pfandbuchungen?limit=1")).body
    const storno = await call(
      "POST",
      `pfandbuchungen/${items[0].vorgang_id}/storno`,
      { grund: "Irrtum" },
      hof.admin.token,
    )
    expect([storno.status, (await call("GET", `geraete/${geraet}`)).body.status]).toEqual([
      201,
      "beim_kunden",
    ])
  })
})

describe("what is due", () => {
  test("stands in a list and on the first screen, by days, without what is lost", async () => {
    const [one, two] = hof.geraete
    for (const [art, naechste] of [
      ["tuev", "2026-06-14"],
      ["druckpruefung", "2026-07-15"],
      ["eichung", "2026-08-14"],
      ["reinigung", "2026-09-13"],
    ])
      await plan(one, { naechste }, art)
    await plan(two, { naechste: "2026-01-01" })
    const days = async (query: string) =>
      (await call("GET", `pruefplaene?total=true&${query}`)).body.items.map(
        ({ tage }: { tage: number }) => tage,
      )
    expect(await days("tage=-1")).toEqual([-165, -1])
    await call("POST", `geraete/${two}/status`, { status: "verloren" })
    expect(await days("tage=-1")).toEqual([-1])
    expect(await days("tage=30")).toEqual([-1, 30])
    expect(await days("tage=60")).toEqual([-1, 30, 60])
    expect(await days("tage=90")).toEqual([-1, 30, 60, 90])
    expect(await days("art=eichung")).toEqual([60])
    const first = (await call("GET", "pruefplaene?limit=3&total=true")).body
    expect([first.items.length, first.total]).toEqual([3, 4])
    for (const id of [one, two]) await call("PATCH", `geraete/${id}`, { typ: "Zapfanlage" })
    const found = (await call("GET", "pruefplaene?total=true&q=zapf")).body
    expect([found.items.length, found.total]).toEqual([4, 4])
    expect((await call("GET", `pruefplaene?limit=3&cursor=${first.next_cursor}`)).body.items).toMatchObject([
      { art: "reinigung" },
    ])
    const { pruefungen } = (await call("GET", "heute")).body
    expect(pruefungen).toMatchObject({
      ueberfaellig: 1,
      tage_30: 2,
      tage_60: 3,
      tage_90: 4,
      items: [{ art: "tuev", geraetenummer: "G-1" }, {}, {}, {}],
    })
    // On its last day it is due, and not overdue.
    await plan(one, { naechste: "2026-06-15" }, "tuev")
    expect((await call("GET", "heute")).body.pruefungen).toMatchObject({ ueberfaellig: 0, tage_30: 2 })
  })

  test("is refused where it cannot be known", async () => {
    const [geraet] = hof.geraete
    expect((await plan(geraet, {})).body.errors).toMatchObject([{ path: "naechste" }])
    expect((await plan(geraet, { letzte: "2026-06-16" })).body.errors).toMatchObject([{ path: "letzte" }])
    expect((await plan(geraet, { letzte: "2026-01-01" }, "wäsche")).status).toBe(400)
    const unplanned = await call("POST", `geraete/${geraet}/pruefungen`, { art: "tuev", datum: "2026-06-01" })
    expect([unplanned.status, unplanned.body.error]).toEqual([409, expect.stringContaining("TÜV-Prüfung")])
    await plan(geraet, { naechste: "2027-01-01" }, "tuev")
    expect(
      (await call("POST", `geraete/${geraet}/pruefungen`, { art: "tuev", datum: "2026-06-16" })).status,
    ).toBe(400)
  })
})

describe("the history", () => {
  test("keeps every test once, with its certificate byte for byte, and pictures made anew", async () => {
    const [geraet, anderes] = hof.geraete
    await plan(geraet, { letzte: "2024-06-01" })
    const body = {
      id: Bun.randomUUIDv7(),
      art: "druckpruefung",
      datum: "2026-06-01",
      bemerkung: "Prüfer Meier",
    }
    expect((await call("POST", `geraete/${geraet}/pruefungen`, body)).status).toBe(201)
    expect((await call("POST", `geraete/${geraet}/pruefungen`, body)).status).toBe(200)
    const attach = (bytes: Uint8Array<ArrayBuffer>, whose: string = geraet) => {
      const raw = new FormData()
      raw.append("dokument", new File([bytes], "zeugnis"))
      return app.call("PUT", `/api/geraete/${whose}/pruefungen/${body.id}/dokument`, {
        token: hof.user.token,
        raw,
      })
    }
    const pdf = new Uint8Array(Buffer.from("%PDF-1.7\nZeugnis\n%%EOF"))
    const file = `http://localhost/api/geraete/${geraet}/pruefungen/${body.id}/dokument`
    const headers = { host: "localhost", authorization: `Bearer ${hof.user.token}` }
    const read = async () => {
      await new Promise(setImmediate)
      return createApp(app.deps)(new Request(file, { headers }))
    }
    expect((await read()).status).toBe(404)
    expect((await attach(pdf)).body.dokument).toBe("Druckprüfung 2026-06-01.pdf")
    const reply = await read()
    expect([reply.headers.get("content-type"), reply.headers.get("x-content-type-options")]).toEqual([
      "application/pdf",
      "nosniff",
    ])
    expect(Buffer.compare(await reply.bytes(), pdf)).toBe(0)
    const tenant = app.deps.system.tenant(hof.id)
    const bytes = app.deps.config.quotaPerTenant - pdf.length
    const size = { breite: 1, hoehe: 1, bytes, pfad: "a.jpg", vorschau_pfad: "b.jpg" }
    const full = await app.deps.system.write(() =>
      tenant.insert(kunden_bilder, { kunde_id: hof.kunden[0], ...size }),
    )
    expect((await attach(pdf)).status).toBe(200)
    expect((await attach(new Uint8Array([...pdf, 10]))).status).toBe(413)
    await app.deps.system.write(() => tenant.delete(kunden_bilder, full.id))
    expect((await attach(pdf, anderes)).status).toBe(404)
    expect((await attach(new Uint8Array(Buffer.from("<svg/>")))).status).toBe(415)
    expect((await attach(new Uint8Array(drawing(1)))).body.dokument).toMatch(
      /^Druckprüfung 2026-06-01\.(jpg|png)$/,
    )
    const heic = await attach(new Uint8Array(Buffer.from("\0\0\0\x18ftypheic", "latin1")))
    expect([heic.status, heic.body.error]).toEqual([415, expect.stringContaining("Android")])
    // An older one that is entered later changes nothing of what is due.
    const older = { art: "druckpruefung", datum: "2022-06-01" }
    expect((await call("POST", `geraete/${geraet}/pruefungen`, older)).status).toBe(201)
    const { items } = (await call("GET", `geraete/${geraet}/pruefungen`)).body
    expect(items).toMatchObject([
      { datum: "2026-06-01", eingetragen_von_name: "user Test", bemerkung: "Prüfer Meier" },
      older,
    ])
    const plans = (await call("GET", `geraete/${geraet}/pruefplaene`)).body.items
    expect(plans).toMatchObject([{ letzte: "2026-06-01", naechste: "2028-06-01" }])
    const { items: log } = (
      await call("GET", "protokoll?tabelle=geraete_pruefungen", undefined, hof.admin.token)
    ).body
    const [entered, attached] = ["eingetragen", "dokument_angehaengt"].map(
      (one) => `geraete_pruefungen.${one}`,
    )
    const all = [entered, attached, attached, attached, entered]
    expect(log.map(({ aktion }: { aktion: string }) => aktion)).toEqual(all)
  })
})

test("a month has as many days as it has", () => {
  const months = (datum: string, intervall: number) => nextAfter(datum, { intervall, intervall_in: "monate" })
  expect(months("2026-01-31", 1)).toBe("2026-02-28")
  expect(months("2028-02-29", 12)).toBe("2029-02-28")
  expect(months("2026-11-30", 3)).toBe("2027-02-28")
  expect(nextAfter("2026-12-25", { intervall: 14, intervall_in: "tage" })).toBe("2027-01-08")
})
