import { afterAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** A count that was made on paper at the end of a year, and is entered in the next one. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
let nr = 0
beforeEach(async () => {
  hof = await yard(app, `papier-${++nr}`)
})

const COUNTED = "2026-12-31T17:00:00.000Z"

const call = (method: string, path: string, body?: object, who: "admin" | "user" | "fahrer" = "admin") =>
  app.call(method, `/api/${path}`, { token: hof[who].token, ...(body && { body }) })
const handOut = (menge: number, more = {}) =>
  call("POST", "pfandbuchungen", {
    kunde_id: hof.kunden[0],
    positionen: [{ pfandartikel_id: hof.fass, art: "ausgabe", menge }],
    ...more,
  })
const open = (more = {}) =>
  call("POST", "inventuren", { bezeichnung: "Jahr", mit_geraeten: 0, gezaehlt_am: COUNTED, ...more })
const count = (id: string, menge: number, more = {}) =>
  call("POST", `inventuren/${id}/zaehlungen`, {
    positionen: [{ pfandartikel_id: hof.fass, menge }],
    ...more,
  })
const close = (id: string, body = {}) => call("POST", `inventuren/${id}/abschluss`, body)
const stockOf = async (id: string) =>
  (await call("GET", "lager")).body.items.find((one: { id: string }) => one.id === id).stand
const missingIn = async (jahr: number): Promise<number> =>
  (await call("GET", `schwund?jahr=${jahr}`)).body.items.find((one: { id: string }) => one.id === hof.fass)
    .fehlt

/** Counts 40 in summer, hands out 5 in autumn and 4 on New Year's Day, and tells of 2 more of autumn only then. */
async function year(): Promise<void> {
  await travel(app, hof, "2026-06-15T08:00:00.000Z")
  const { id } = (await call("POST", "inventuren", { bezeichnung: "Juni", mit_geraeten: 0 })).body
  await count(id, 40)
  await close(id)
  await travel(app, hof, "2026-10-01T08:00:00.000Z")
  await handOut(5)
  await travel(app, hof, "2027-01-01T08:00:00.000Z")
  await handOut(4)
  await handOut(2, { erfasst_am: "2026-11-01T08:00:00.000Z" })
  await travel(app, hof, "2027-01-04T08:00:00.000Z")
}

describe("a count on paper", () => {
  test("is compared with what was expected then; what moved since is added, and what is missing is of that year", async () => {
    await year()
    const { body } = await open()
    expect(body.gezaehlt_am).toBe(COUNTED)
    expect((await count(body.id, 30)).body.zaehlungen[0].erfasst_am).toBe(COUNTED)
    expect((await close(body.id)).status).toBe(200)
    const { items } = (await call("GET", `inventuren/${body.id}/positionen`)).body
    expect(items).toMatchObject([
      { erwartet: 33, gezaehlt: 30, differenz: -3, gezaehlt_am: COUNTED, danach_ausgegeben: 4, bestand: 26 },
    ])
    expect((await stockOf(hof.fass)).bestand).toBe(26)
    expect([await missingIn(2026), await missingIn(2027)]).toEqual([3, 0])
    expect((await call("GET", "pfandpruefung")).body.in_ordnung).toBe(true)
  })

  test("values what is missing by the deposit of then, whatever it is when the count is closed", async () => {
    await year()
    const deposit = async () => (await call("GET", `pfandartikel/${hof.fass}`)).body.pfand_cent as number
    const then = await deposit()
    const { id } = (await open()).body
    await count(id, 30)
    await call("PATCH", `pfandartikel/${hof.fass}`, { pfand_cent: then + 1000 })
    await close(id)
    expect(await deposit()).toBe(then + 1000)
    const [position] = (await call("GET", `inventuren/${id}/positionen`)).body.items
    const ergebnis = (await call("GET", `inventuren/${id}/ergebnis`)).body
    const { items } = (await call("GET", "schwund?jahr=2026")).body
    const { fehlt_cent } = items.find((one: any) => one.id === hof.fass)
    expect([position.differenz_cent, ergebnis.fehlt_cent, fehlt_cent]).toEqual([
      -3 * then,
      3 * then,
      3 * then,
    ])
  })

  test("takes what nobody counted as not there at that time, and leaves what was counted since", async () => {
    await year()
    const later = (await call("POST", "inventuren", { bezeichnung: "Januar", mit_geraeten: 0 })).body.id
    await call("POST", `inventuren/${later}/zaehlungen`, {
      positionen: [{ pfandartikel_id: hof.kasten, menge: 7 }],
    })
    await close(later)
    const { id } = (await open()).body
    const kasten = { positionen: [{ pfandartikel_id: hof.kasten, menge: 9 }] }
    const refused = await call("POST", `inventuren/${id}/zaehlungen`, kasten)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "Artikel KASTEN ist nach dieser Zählung noch einmal gezählt worden: am 04.01.2027, 09:00 Uhr. Das spätere gilt; bitte diese Zeile weglassen",
    ])
    expect((await call("GET", `inventuren/${id}/abschluss`)).body.ungezaehlt).toMatchObject([
      { id: hof.fass },
    ])
    expect((await close(id, { rest_ist_null: 1 })).status).toBe(200)
    expect(await stockOf(hof.fass)).toMatchObject({ gezaehlt: 0, gezaehlt_am: COUNTED, bestand: -4 })
    expect((await stockOf(hof.leer)).bestand).toBe(7)
  })

  test("misses no device that came only afterwards", async () => {
    await travel(app, hof, "2026-06-15T08:00:00.000Z")
    const [here, there] = hof.geraete
    await call("POST", `geraete/${there}/ausgabe`, { kunde_id: hof.kunden[0] })
    await travel(app, hof, "2027-01-02T08:00:00.000Z")
    expect((await call("POST", `geraete/${there}/ruecknahme`, { status: "lager" })).status).toBe(200)
    const { id } = (await open({ mit_geraeten: 1 })).body
    const { fehlende_geraete } = (await call("GET", `inventuren/${id}/abschluss`)).body
    expect(fehlende_geraete.map((one: { id: string }) => one.id)).toEqual([here])
  })

  test("is not offered to telephones, and is not of the future", async () => {
    await year()
    const future = await open({ gezaehlt_am: "2027-02-01T08:00:00.000Z" })
    expect([future.status, future.body.errors]).toMatchObject([
      400,
      [{ path: "gezaehlt_am", msg: "liegt in der Zukunft" }],
    ])
    await open()
    expect((await call("GET", "fahrer/tag", undefined, "fahrer")).body.inventur).toBe(null)
  })
})
