import { Database } from "bun:sqlite"
import { afterAll, beforeEach, expect, test } from "bun:test"
import { join } from "node:path"
import { openMigrated } from "../../src/db/migrate.ts"
import { migrations } from "../../src/db/migrations.ts"
import { createTestApp } from "../helpers/app.ts"
import { type Yard, yard } from "../helpers/pfand.ts"
import { temporaryDir } from "../helpers/temporary.ts"

/** The deposit of a device, over everything that may happen between its issue and its return. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
let geraet_id: string
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  geraet_id = hof.geraete[0]
})

const post = async (path: string, body: object) => {
  const reply = await app.call("POST", `/api/${path}`, { token: hof.admin.token, body })
  expect(reply.body).not.toHaveProperty("error")
  expect(reply.body).not.toHaveProperty("errors")
  return reply.body
}
const get = async (path: string) => (await app.call("GET", `/api/${path}`, { token: hof.admin.token })).body
const konto = () => get(`kunden/${hof.kunden[0]}/pfandkonto`)
const buche = (art: string, more: object = {}) =>
  post("pfandbuchungen", {
    kunde_id: hof.kunden[0],
    grund: "Kulanz",
    positionen: [{ geraet_id, art, menge: 1, ...more }],
  })
const status = (wert: string) => post(`geraete/${geraet_id}/status`, { status: wert })
const ruecknahme = () => post(`geraete/${geraet_id}/ruecknahme`, {})
const leer = { wert_cent: 0, negativ: false, geraete: [] }

test("waived while the customer has the device: still listed there, and nothing is given back for it", async () => {
  await buche("ausgabe")
  await buche("korrektur_minus")
  expect(await konto()).toMatchObject({
    wert_cent: 0,
    negativ: false,
    geraete: [{ geraet_id, beim_kunden: true, wert_cent: 0 }],
  })
  await ruecknahme()
  expect(await konto()).toMatchObject(leer)
  expect((await get("pfandsalden")).items).toMatchObject([{ wert_cent: 0, negativ: false }])
  expect(await get("pfandpruefung")).toEqual({ in_ordnung: true, buchungen: 3, fehler: [] })
})

test("raised or lowered meanwhile: what is on the account comes back", async () => {
  for (const [art, betrag_cent] of [
    ["korrektur_plus", 1000],
    ["korrektur_minus", 2000],
  ] as const) {
    await buche("ausgabe")
    await buche(art, { betrag_cent })
    await ruecknahme()
    expect(await konto()).toMatchObject(leer)
  }
})

test("lost, found and lent again: the second deposit comes back, the first stays owed until it is corrected", async () => {
  for (const wann of ["danach", "davor"]) {
    await buche("ausgabe")
    await status("verloren")
    await status("lager")
    await buche("ausgabe")
    if (wann === "davor") await buche("korrektur_minus")
    await ruecknahme()
    const offen = wann === "davor" ? [] : [{ geraet_id, beim_kunden: false, wert_cent: 5000 }]
    expect((await konto()).geraete).toEqual(offen.map((eines) => expect.objectContaining(eines)))
    if (wann === "danach") await buche("korrektur_minus")
    expect(await konto()).toMatchObject(leer)
  }
})

test("more given back than was paid is flagged", async () => {
  await buche("ausgabe")
  await buche("ruecknahme", { betrag_cent: 8000 })
  expect(await konto()).toMatchObject({ wert_cent: -3000, negativ: true })
  expect((await get("pfandsalden")).items).toMatchObject([{ negativ: true }])
  expect((await get("pfandpruefung")).in_ordnung).toBe(true)
})

test("after the Storno of a return, the same deposit comes back as before it", async () => {
  await buche("ausgabe")
  const { vorgang_id } = await buche("ruecknahme")
  await app.call("PATCH", `/api/geraete/${geraet_id}`, { token: hof.admin.token, body: { pfand_cent: 9900 } })
  await post(`pfandbuchungen/${vorgang_id}/storno`, { grund: "Verwechselt" })
  expect(await konto()).toMatchObject({ wert_cent: 5000, geraete: [{ beim_kunden: true }] })
  await ruecknahme()
  expect(await konto()).toMatchObject(leer)
})

test("an upgrade takes the flag from accounts that only a waived device made negative", async () => {
  await buche("ausgabe")
  await buche("korrektur_minus")
  await ruecknahme()
  const folder = temporaryDir()
  const copy = join(folder, "pfandwerk.db")
  const live = new Database(join(app.dir, "pfandwerk.db"), { readonly: true })
  live.query("VACUUM INTO ?").run(copy)
  live.close()
  // As the version before left it.
  const before = migrations.findIndex(({ name }) => name === "0007_geraetekonten")
  const old = new Database(copy)
  const of = `kunde_id = '${hof.kunden[0]}'`
  old.run(`UPDATE pfandsalden SET negative_konten = 1 WHERE ${of}`)
  old.run(`PRAGMA user_version = ${before}`)
  old.close()
  const db = openMigrated(folder, { migrations: migrations.slice(0, before + 1) })
  expect(db.query(`SELECT negative_konten FROM pfandsalden WHERE ${of}`).values()).toEqual([[0]])
  db.close()
})
