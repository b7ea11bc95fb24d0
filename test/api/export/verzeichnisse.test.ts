import { afterAll, beforeAll, expect, test } from "bun:test"
import { createApp } from "../../../src/app.ts"
import { lieferungen, lieferpositionen } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { rowsOf } from "../../helpers/pruefer.ts"
import { today } from "../../helpers/day.ts"

/** Lists of what happened go out with the filters of their pages. */

const app = createTestApp()
afterAll(() => app.close())
let hof: Yard

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: hof.admin.token, ...(body !== undefined && { body }) })

async function table(path: string, token = hof.admin.token): Promise<Record<string, string>[]> {
  const headers = { host: "localhost", authorization: `Bearer ${token}` }
  await new Promise(setImmediate)
  const response = await createApp(app.deps)(new Request(`http://localhost/api/export/${path}`, { headers }))
  expect([path, response.status]).toEqual([path, 200])
  return rowsOf(await response.bytes())
}

beforeAll(async () => {
  hof = await yard(app, "hof")
  for (const [i, kunde_id] of hof.kunden.slice(0, 2).entries()) {
    await call("POST", "/api/pfandbuchungen", {
      kunde_id,
      positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: i + 1 }],
    })
    await call("POST", "/api/abrechnungen", { kunde_id, bis: today() })
  }
  const tenant = app.deps.system.tenant(hof.id)
  await app.deps.system.write(() => {
    for (const status of ["geplant", "storniert"] as const) {
      const made = tenant.insert(lieferungen, { kunde_id: hof.kunden[0] ?? "", datum: "2026-03-31", status })
      tenant.insert(lieferpositionen, {
        lieferung_id: made.id,
        position: 1,
        pfandartikel_id: hof.leer,
        soll_ausgabe: 3,
        soll_ruecknahme: 1,
      })
    }
  }, hof.id)
})

test("deliveries have a line for each of their positions", async () => {
  expect((await table("lieferungen")).length).toBe(2)
  const [one, ...more] = await table("lieferungen?status=storniert&von=2026-03-01")
  expect(more).toEqual([])
  expect(one).toMatchObject({ Datum: "2026-03-31", Stand: "storniert", "Soll aus": "3", "Soll zurück": "1" })
  expect(await table("lieferungen?bis=2026-03-01")).toEqual([])
})

test("the ledger, the settlements and the log keep their filters", async () => {
  const [kunde_id] = hof.kunden
  expect((await table("pfandbuchungen")).length).toBe(2)
  expect(await table(`pfandbuchungen?kunde_id=${kunde_id}`)).toMatchObject([{ Art: "Ausgabe", Stück: "1" }])
  expect(await table("pfandbuchungen?art=ruecknahme")).toEqual([])
  const { items } = (await call("GET", "/api/abrechnungen")).body
  expect((await table("abrechnungen")).length).toBe(items.length)
  expect((await table(`abrechnungen?kunde_id=${kunde_id}`)).length).toBe(1)
  expect(await table("abrechnungen?art=storno")).toEqual([])
  expect(await table("klaerungen?status=offen")).toEqual([])
  const log = await table("protokoll?tabelle=tenants")
  expect(log.map(({ Aktion }) => Aktion)).toContain("tenants.pfandbuch_exportiert")
  expect(log.every(({ Aktion }) => Aktion?.startsWith("tenants."))).toBe(true)
})

test("what a list cannot be asked is refused, and the log is for administrators", async () => {
  const status = async (path: string, token: string) =>
    (await app.call("GET", `/api/export/${path}`, { token })).status
  expect(await status("lieferungen?status=unsinn", hof.admin.token)).toBe(400)
  expect(await status("pfandbuchungen?sort=x", hof.admin.token)).toBe(400)
  expect(await status("protokoll", hof.user.token)).toBe(403)
  expect(await status("pfandbuchungen", hof.user.token)).toBe(200)
})

test("a negative balance is told in words, with its cell, when it comes in again", async () => {
  const [kunde_id] = hof.kunden
  const nummer = (await call("GET", `/api/kunden/${kunde_id}`)).body.kundennummer
  await call("POST", "/api/pfandbuchungen", {
    kunde_id,
    positionen: [{ pfandartikel_id: hof.leer, art: "ruecknahme", menge: 5 }],
  })
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  for (const format of ["csv", "xlsx"]) {
    const path = `http://localhost/api/export/bestaende?format=${format}`
    await new Promise(setImmediate)
    const file = await (await createApp(app.deps)(new Request(path, { headers }))).bytes()
    const raw = new FormData()
    raw.set("datei", new File([file], "bestaende"))
    const { body } = await app.call("POST", "/api/anfangsbestaende/import", { token: hof.admin.token, raw })
    const faults = body.fehler.filter(({ spalte }: any) => spalte === "Stück")
    expect(faults).toMatchObject([{ msg: expect.stringContaining("ist negativ"), zelle: expect.any(String) }])
    expect([body.ausgefuehrt, nummer.length > 0]).toEqual([false, true])
  }
})

test("papers, tests and counts are tables, too, with the filters of their pages", async () => {
  const [geraet] = hof.geraete
  const plan = { intervall: 1, intervall_in: "monate", naechste: "2026-01-31" }
  expect((await call("PUT", `/api/geraete/${geraet}/pruefplaene/tuev`, plan)).status).toBeLessThan(300)
  expect(await table("pruefplaene?tage=-1&art=tuev")).toMatchObject([{ "Fällig am": "2026-01-31" }])
  expect(await table("pruefplaene?art=eichung")).toEqual([])
  await call("POST", "/api/inventuren", { bezeichnung: "=Hof" })
  expect(await table("inventuren?status=offen")).toMatchObject([{ Bezeichnung: "'=Hof", Stand: "offen" }])
  expect(await table("belege?art=datev")).toEqual([])
})
