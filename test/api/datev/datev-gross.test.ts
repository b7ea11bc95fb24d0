import { afterAll, beforeAll, expect, spyOn, test } from "bun:test"
import { createApp } from "../../../src/app.ts"
import { abrechnungen, abrechnungssteuern, datev_posten } from "../../../src/db/schema.ts"
import type { TenantDb } from "../../../src/db/tenant-db.ts"
import { loop } from "../../../src/lib/turns.ts"
import { createTestApp } from "../../helpers/app.ts"
import { readDatev } from "../../helpers/datev.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** A month with more settlements than go into one file. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
const ALL = 5300

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body !== undefined && { body }) })
const make = () => call("POST", "datev/exporte", { monat: "2026-10" })

beforeAll(async () => {
  hof = await yard(app, "hof")
  const tenant = app.deps.system.tenant(hof.id)
  await app.deps.system.write(() => {
    for (let lfd_nr = 1; lfd_nr <= ALL; lfd_nr++) settle(tenant, lfd_nr <= 3000 ? "2026-10-01" : "2026-10-31")
  })
  await call("PATCH", "datev/einstellungen", { berater: 1001, mandant: 55 })
}, 120_000)

let settled = 0
function settle(tenant: TenantDb, datum: string): string {
  const lfd_nr = ++settled
  const { id } = tenant.insert(abrechnungen, {
    nummer: `ABR-2026-${String(lfd_nr).padStart(5, "0")}`,
    jahr: 2026,
    lfd_nr,
    art: "abrechnung",
    kunde_id: hof.kunden[0],
    datum,
    von: `${datum.slice(0, 7)}-01`,
    bis: datum,
    anfang_cent: 0,
    summe_cent: 119,
    netto_cent: 100,
    ust_cent: 19,
    preise: "brutto",
    ust_verfahren: "laufend",
    erstellt_von: hof.admin.id,
  })
  const steuer = { klasse: "warenumschliessung" as const, satz: 19, netto_cent: 100, ust_cent: 19 }
  tenant.insert(abrechnungssteuern, { abrechnung_id: id, position: 0, ...steuer })
  return id
}

/** @returns how often others could have had their turn while this was done */
async function turnsOf(work: () => Promise<{ status: number }>): Promise<number> {
  const soon = spyOn(loop, "soon")
  expect((await work()).status).toBe(200)
  const { length } = soon.mock.calls
  soon.mockRestore()
  return length
}

async function vouchers(beleg_id: string): Promise<string[]> {
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  const request = new Request(`http://localhost/api/belege/${beleg_id}/datei`, { headers })
  await new Promise(setImmediate)
  const bytes = await (await createApp(app.deps)(request)).bytes()
  return readDatev(bytes).rows.map((row) => String(row[11]))
}

test("what stands in the way, and what to look at, is counted, and the first of it shown", async () => {
  await call("PATCH", `kunden/${hof.kunden[0]}`, { land: "AT" })
  const { body } = await call("GET", "datev/pruefung?monat=2026-10")
  expect(body).toMatchObject({ abrechnungen: 5000, noch_danach: 300, schon_exportiert: 0, buchungen: 5000 })
  expect([body.hindernisse_insgesamt, body.hindernisse.length]).toEqual([5000, 200])
  expect([body.hinweise_insgesamt, body.hinweise.length]).toEqual([5000, 200])
  expect((await call("PATCH", `kunden/${hof.kunden[0]}`, { debitor_nr: 10_023 })).status).toBe(200)
})

test("it is looked through, and written as a table, in pieces", async () => {
  expect(await turnsOf(() => call("GET", "datev/pruefung?monat=2026-10"))).toBeGreaterThan(20)
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  const request = new Request("http://localhost/api/datev/journal.csv?monat=2026-10", { headers })
  await new Promise(setImmediate)
  const { body } = await createApp(app.deps)(request)
  const parts: string[] = []
  const decoder = new TextDecoder()
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) parts.push(decoder.decode(part))
  expect(parts.length).toBeGreaterThan(20)
  const numbers = parts
    .join("")
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(";")[0])
  expect(numbers.length).toBe(ALL)
  expect(numbers).toEqual(numbers.toSorted())
})

test("one more than a file has room for makes two", async () => {
  const tenant = app.deps.system.tenant(hof.id)
  const month = (count: number, monat: string) =>
    app.deps.system.write(() => {
      for (let i = 1; i < count; i++) settle(tenant, `${monat}-30`)
      return settle(tenant, `${monat}-30`)
    })
  await month(5000, "2026-08")
  const last = await month(5001, "2026-09")
  const looked = async (monat: string) => (await call("GET", `datev/pruefung?monat=${monat}`)).body
  expect(await looked("2026-08")).toMatchObject({ abrechnungen: 5000, noch_danach: 0 })
  expect(await looked("2026-09")).toMatchObject({ abrechnungen: 5000, noch_danach: 1 })
  // Once more, a month comes in one file or not at all.
  const again = (monat: string) => call("POST", "datev/exporte", { monat, wiederholen: true })
  const [august, september] = [await again("2026-08"), await again("2026-09")]
  expect([august.status, september.status]).toEqual([200, 409])
  // One that is out already leaves nothing for another file.
  await app.deps.system.write(() =>
    tenant.insert(datev_posten, { beleg_id: august.body.id, abrechnung_id: last }),
  )
  expect(await looked("2026-09")).toMatchObject({ abrechnungen: 5000, noch_danach: 0, schon_exportiert: 1 })
})

test("the files of a month hold each settlement once, also when they are asked for at the same time", async () => {
  const replies: { body: { id: string }; status: number }[] = []
  // Two who press the button at once get one file each, and the third finds nothing.
  const turns = await turnsOf(async () => {
    replies.push(...(await Promise.all([make(), make(), make()])))
    return { status: 200 }
  })
  expect(turns).toBeGreaterThan(100)
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 409])
  const files = await Promise.all(replies.slice(0, 2).map(({ body }) => vouchers(body.id)))
  expect(files.map(({ length }) => length)).toEqual([5000, 300])
  expect(new Set(files.flat()).size).toBe(ALL)
  const { body } = await call("GET", "datev/pruefung?monat=2026-10")
  expect(body).toMatchObject({ abrechnungen: 0, noch_danach: 0, schon_exportiert: ALL })
  const again = await call("POST", "datev/exporte", { monat: "2026-10", wiederholen: true })
  expect([again.status, again.body.error]).toEqual([
    409,
    "Mehr als 5000 Abrechnungen passen nicht in eine Datei; die schon gemachten stehen unter „DATEV und Steuerprüfung“",
  ])
})
