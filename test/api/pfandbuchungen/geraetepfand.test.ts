import { Database } from "bun:sqlite"
import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { openMigrated } from "../../../src/db/migrate.ts"
import { migrations } from "../../../src/db/migrations.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

/** The deposit of a device, over everything that may happen between its issue and its return. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
let geraet_id: string
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  geraet_id = hof.geraete[0]
})

const send = (method: string) => async (path: string, body: object) => {
  const reply = await app.call(method, `/api/${path}`, { token: hof.admin.token, body })
  expect(reply.body).not.toHaveProperty("error")
  expect(reply.body).not.toHaveProperty("errors")
  return reply.body
}
const post = send("POST")
const patch = send("PATCH")
const get = async (path: string) => (await app.call("GET", `/api/${path}`, { token: hof.admin.token })).body
const konto = () => get(`kunden/${hof.kunden[0]}/pfandkonto`)
const bookVorgang = (art: string, more: object = {}) =>
  post("pfandbuchungen", {
    kunde_id: hof.kunden[0],
    grund: "Kulanz",
    positionen: [{ geraet_id, art, menge: 1, ...more }],
  })
const status = (value: string) => post(`geraete/${geraet_id}/status`, { status: value })
const ruecknahme = () => post(`geraete/${geraet_id}/ruecknahme`, {})
/** @returns the pieces and cents of the devices that a confirmation of today's balance names */
const confirmed = async () =>
  (await get(`kunden/${hof.kunden[0]}/saldenbestaetigung`)).bestand.map(({ menge, wert_cent }: any) => [
    menge,
    wert_cent,
  ])
const leer = { wert_cent: 0, negativ: false, geraete: [] }

test("waived while the customer has the device: still listed there, and nothing is given back for it", async () => {
  await bookVorgang("ausgabe")
  await bookVorgang("korrektur_minus")
  expect(await konto()).toMatchObject({
    wert_cent: 0,
    negativ: false,
    geraete: [{ geraet_id, beim_kunden: true, wert_cent: 0 }],
  })
  expect(await confirmed()).toEqual([[1, 0]])
  await ruecknahme()
  expect([await konto(), await confirmed()]).toMatchObject([leer, []])
  expect((await get("pfandsalden")).items).toMatchObject([{ wert_cent: 0, negativ: false }])
  expect(await get("pfandpruefung")).toMatchObject({ in_ordnung: true, buchungen: 3, fehler: [] })
})

test("an opening balance counts as an issue", async () => {
  await bookVorgang("anfangsbestand", { betrag_cent: 7000 })
  expect(await konto()).toMatchObject({ wert_cent: 7000, geraete: [{ beim_kunden: true }] })
  await ruecknahme()
  expect(await konto()).toMatchObject(leer)
})

test("no deposit is credited where none is open: of a device that is elsewhere, or waived a second time", async () => {
  const minus = {
    kunde_id: hof.kunden[0],
    grund: "x",
    positionen: [{ geraet_id, art: "korrektur_minus", menge: 1 }],
  }
  const refused = (why: string) => ({
    status: 409,
    body: { error: `Für das Gerät G-1 ist bei diesem Kunden kein Pfand ${why}` },
  })
  const call = (path: string, body: object) =>
    app.call("POST", `/api/${path}`, { token: hof.admin.token, body })
  const { grund: _, ...seen } = minus
  expect(await call("pfandbuchungen/vorschau", seen)).toMatchObject(
    refused("offen; bitte Kunde und Nummer prüfen"),
  )
  await bookVorgang("ausgabe")
  await bookVorgang("korrektur_minus")
  expect(await call("pfandbuchungen", minus)).toMatchObject(
    refused("mehr offen: Es ist schon erlassen, erstattet oder als Verlust einbehalten"),
  )
  expect(await konto()).toMatchObject({ wert_cent: 0, negativ: false })
})

test("raised or lowered meanwhile: what is on the account comes back", async () => {
  for (const [art, betrag_cent] of [
    ["korrektur_plus", 1000],
    ["korrektur_minus", 2000],
  ] as const) {
    await bookVorgang("ausgabe")
    await bookVorgang(art, { betrag_cent })
    expect(await confirmed()).toEqual([[1, 5000 + (art === "korrektur_plus" ? 1000 : -2000)]])
    await ruecknahme()
    expect([await konto(), await confirmed()]).toMatchObject([leer, []])
  }
})

test("lost, and its deposit changed since: a correction credits what was paid", async () => {
  for (const pfand_cent of [8000, 3000]) {
    const vorher = (await bookVorgang("ausgabe")).buchungen[0].betrag_cent
    await status("verloren")
    await patch(`geraete/${geraet_id}`, { pfand_cent })
    const { buchungen } = await bookVorgang("korrektur_minus")
    expect(buchungen).toMatchObject([{ summe_cent: -vorher }])
    expect(await konto()).toMatchObject(leer)
    await status("lager")
  }
})

test("lost, found and lent again: the second deposit comes back, the first stays owed until it is corrected", async () => {
  for (const when of ["danach", "davor"]) {
    await bookVorgang("ausgabe")
    await status("verloren")
    await status("lager")
    await bookVorgang("ausgabe")
    if (when === "davor") await bookVorgang("korrektur_minus")
    await ruecknahme()
    const open = when === "davor" ? [] : [{ geraet_id, beim_kunden: false, wert_cent: 5000 }]
    expect((await konto()).geraete).toEqual(open.map((one) => expect.objectContaining(one)))
    if (when === "danach") await bookVorgang("korrektur_minus")
    expect(await konto()).toMatchObject(leer)
  }
})

test("more given back than was paid is flagged", async () => {
  await bookVorgang("ausgabe")
  await bookVorgang("ruecknahme", { betrag_cent: 8000 })
  expect(await konto()).toMatchObject({ wert_cent: -3000, negativ: true })
  expect((await get("pfandsalden")).items).toMatchObject([{ negativ: true }])
  expect((await get("pfandpruefung")).in_ordnung).toBe(true)
})

test("after the Storno of a return, the same deposit comes back as before it", async () => {
  await bookVorgang("ausgabe")
  const { vorgang_id } = await bookVorgang("ruecknahme")
  await app.call("PATCH", `/api/geraete/${geraet_id}`, { token: hof.admin.token, body: { pfand_cent: 9900 } })
  await post(`pfandbuchungen/${vorgang_id}/storno`, { grund: "Verwechselt" })
  expect(await konto()).toMatchObject({ wert_cent: 5000, geraete: [{ beim_kunden: true }] })
  await ruecknahme()
  expect(await konto()).toMatchObject(leer)
})

test("an upgrade takes the flag from accounts that only a waived device made negative", async () => {
  await bookVorgang("ausgabe")
  await bookVorgang("korrektur_minus")
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
  old.run("DROP TABLE migrationen")
  old.run(`PRAGMA user_version = ${before}`)
  old.close()
  const db = openMigrated(folder, { migrations: migrations.slice(0, before + 1) })
  expect(db.query(`SELECT negative_konten FROM pfandsalden WHERE ${of}`).values()).toEqual([[0]])
  db.close()
})

describe("a Storno of a device's Vorgang", () => {
  const storno = (vorgang_id: string) =>
    app.call("POST", `/api/pfandbuchungen/${vorgang_id}/storno`, {
      token: hof.admin.token,
      body: { grund: "Verwechselt" },
    })
  const where = async () => (await get(`geraete/${geraet_id}`)).status

  test("is refused when the device has moved since, even if it is back at the same customer", async () => {
    const first = await bookVorgang("ausgabe")
    const second = await bookVorgang("ruecknahme")
    const third = await bookVorgang("ausgabe")
    for (const { vorgang_id } of [first, second]) {
      const reply = await storno(vorgang_id)
      expect([reply.status, reply.body]).toEqual([
        409,
        { error: "Das Gerät G-1 wurde danach weiter bewegt; das bitte zuerst stornieren" },
      ])
    }
    expect(await where()).toBe("beim_kunden")
    // From the last to the first it goes.
    for (const [{ vorgang_id }, danach] of [
      [third, "lager"],
      [second, "beim_kunden"],
      [first, "lager"],
    ] as const) {
      expect((await storno(vorgang_id)).status).toBe(201)
      expect(await where()).toBe(danach)
    }
    expect(await konto()).toMatchObject(leer)
  })

  test("is refused as well when it is with another customer by now", async () => {
    await bookVorgang("ausgabe")
    const back = await bookVorgang("ruecknahme")
    const positionen = [{ geraet_id, art: "ausgabe", menge: 1 }]
    await post("pfandbuchungen", { kunde_id: hof.kunden[1], positionen })
    const reply = await storno(back.vorgang_id)
    expect([reply.status, reply.body.error]).toEqual([
      409,
      "Das Gerät G-1 wurde danach weiter bewegt; das bitte zuerst stornieren",
    ])
  })

  test("of a correction is refused when it has come back since: it would be worth something without being there", async () => {
    await bookVorgang("ausgabe")
    const waived = await bookVorgang("korrektur_minus")
    const back = await bookVorgang("ruecknahme")
    const reply = await storno(waived.vorgang_id)
    expect([reply.status, reply.body.error]).toEqual([
      409,
      "Das Gerät G-1 wurde danach weiter bewegt; das bitte zuerst stornieren",
    ])
    expect((await storno(back.vorgang_id)).status).toBe(201)
    expect((await storno(waived.vorgang_id)).status).toBe(201)
    expect(await konto()).toMatchObject({ wert_cent: 5000, geraete: [{ beim_kunden: true }] })
  })

  test("takes the deposit of a lost device back, and leaves it lost; not what was refunded already", async () => {
    const { vorgang_id } = await bookVorgang("ausgabe")
    await status("verloren")
    const refund = await bookVorgang("korrektur_minus", { betrag_cent: 2000 })
    const refused = await storno(vorgang_id)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "Vom Pfand für das Gerät G-1 ist danach etwas erstattet worden; das bitte zuerst stornieren",
    ])
    for (const id of [refund.vorgang_id, vorgang_id]) expect((await storno(id)).status).toBe(201)
    expect([await where(), await konto()]).toMatchObject(["verloren", leer])
    expect((await get("pfandpruefung")).in_ordnung).toBe(true)
  })

  test("undoes a return into maintenance, too", async () => {
    await bookVorgang("ausgabe")
    const id = Bun.randomUUIDv7()
    await post(`geraete/${geraet_id}/ruecknahme`, { id, status: "wartung" })
    expect((await storno(id)).status).toBe(201)
    expect(await where()).toBe("beim_kunden")
    // A return that nobody undoes leaves it in maintenance.
    await ruecknahme()
    await status("wartung")
    const body = { kunde_id: hof.kunden[0] }
    const lent = await app.call("POST", `/api/geraete/${geraet_id}/ausgabe`, { token: hof.admin.token, body })
    expect(lent.body).toEqual({ error: "Das Gerät G-1 ist in der Wartung" })
  })

  test("that took it back and gave it out again undoes both, and says of which delivery", async () => {
    await bookVorgang("ausgabe")
    const { id } = await post("lieferungen", {
      kunde_id: hof.kunden[0],
      datum: "2026-03-31",
      positionen: [],
    })
    await post(`lieferungen/${id}/start`, {})
    await post(`lieferungen/${id}/abschluss`, { positionen: [{ geraet_id, ist_ruecknahme: 1 }] })
    const { items } = await get(`pfandbuchungen?lieferung_id=${id}`)
    const reversed = await storno(items[0].vorgang_id)
    expect(reversed.body.buchungen).toMatchObject([{ lieferung_id: id, storno_von: items[0].id }])
    expect((await get(`geraete/${geraet_id}/bewegungen`)).items[0]).toMatchObject({
      art: "ausgabe",
      notiz: "Storno",
      lieferung_id: id,
    })
    const both = await post("pfandbuchungen", {
      kunde_id: hof.kunden[0],
      positionen: ["ruecknahme", "ausgabe"].map((art) => ({ geraet_id, art, menge: 1 })),
    })
    expect((await storno(both.vorgang_id)).status).toBe(201)
    expect([await where(), (await konto()).wert_cent]).toEqual(["beim_kunden", 5000])
  })
})
