import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Customers, drivers, articles and devices that are taken out of service, also between planning and completing. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
const plane = (more: object = {}) =>
  call("POST", "lieferungen", {
    kunde_id: hof.kunden[0],
    fahrer_id: hof.fahrer.id,
    datum: "2026-03-31",
    positionen: [{ pfandartikel_id: hof.fass, soll_ausgabe: 1 }],
    ...more,
  })
async function unterwegs(): Promise<string> {
  const { id } = (await plane()).body
  await call("POST", `lieferungen/${id}/start`, {})
  return id
}
async function gescheitert(): Promise<string> {
  const id = await unterwegs()
  await call("POST", `lieferungen/${id}/fehlschlag`, { grund: "Niemand da" })
  return id
}
const inaktiv = async (path: string) => {
  expect((await call("PATCH", path, { aktiv: 0 })).status).toBe(200)
}
const bookVorgang = (art: string, posten: object) =>
  call("POST", "pfandbuchungen", {
    kunde_id: hof.kunden[0],
    grund: "Bestand",
    positionen: [{ art, menge: 1, ...posten }],
  })
const conflict = (error: string) => [409, { error }]
const said = ({ status, body }: { status: number; body: unknown }) => [status, body]

describe("a customer", () => {
  const gone = conflict("Der Kunde ist nicht mehr aktiv")
  beforeEach(async () => {
    await bookVorgang("ausgabe", { geraet_id: hof.geraete[1] })
  })

  test("gets nothing more from the office, but gives back and is corrected", async () => {
    await inaktiv(`kunden/${hof.kunden[0]}`)
    expect(said(await plane())).toEqual(gone)
    expect(said(await bookVorgang("ausgabe", { pfandartikel_id: hof.fass }))).toEqual(gone)
    const lent = call("POST", `geraete/${hof.geraete[0]}/ausgabe`, { kunde_id: hof.kunden[0] })
    expect(said(await lent)).toEqual(gone)
    for (const art of ["ruecknahme", "anfangsbestand", "korrektur_plus"])
      expect((await bookVorgang(art, { pfandartikel_id: hof.fass })).status).toBe(201)
    expect((await call("POST", `geraete/${hof.geraete[1]}/ruecknahme`, {})).status).toBe(200)
  })

  test("is not planned anew, but what is on the road is completed", async () => {
    const [failed, driving] = [await gescheitert(), await unterwegs()]
    await inaktiv(`kunden/${hof.kunden[0]}`)
    expect(said(await call("POST", `lieferungen/${failed}/neu-planen`, { datum: "2026-04-01" }))).toEqual(
      gone,
    )
    const positionen = [{ pfandartikel_id: hof.fass, ist_ausgabe: 1 }]
    expect((await call("POST", `lieferungen/${driving}/abschluss`, { positionen })).status).toBe(200)
  })
})

test("a driver who has left gets no delivery, neither a new one nor one moved to another day", async () => {
  const [failed, planned] = [await gescheitert(), (await plane()).body.id]
  await inaktiv(`mitarbeiter/${hof.fahrer.id}`)
  const gone = conflict("Der Fahrer ist nicht mehr aktiv")
  const datum = "2026-04-01"
  expect(said(await plane())).toEqual(gone)
  expect(said(await call("POST", `lieferungen/${failed}/neu-planen`, { datum }))).toEqual(gone)
  expect(said(await call("PATCH", `lieferungen/${planned}`, { datum }))).toEqual(gone)
  // Changes that ask nothing of the driver are allowed, and so is giving it to somebody else.
  expect((await call("PATCH", `lieferungen/${planned}`, { hinweis: "Klingeln" })).status).toBe(200)
  expect((await call("PATCH", `lieferungen/${planned}`, { datum, fahrer_id: null })).status).toBe(200)
  const other = { datum, fahrer_id: hof.user.id }
  expect((await call("POST", `lieferungen/${failed}/neu-planen`, other)).body).toMatchObject(other)
})

test("an article out of use is planned to come back only, but what was handed over is booked", async () => {
  const driving = await unterwegs()
  const planned = (await plane()).body.id
  await inaktiv(`pfandartikel/${hof.fass}`)
  const gone = conflict("Der Artikel FASS ist nicht mehr im Umlauf")
  expect(said(await plane())).toEqual(gone)
  const out = { positionen: [{ pfandartikel_id: hof.fass, soll_ausgabe: 2 }] }
  expect(said(await call("PATCH", `lieferungen/${planned}`, out))).toEqual(gone)
  const back = { positionen: [{ pfandartikel_id: hof.fass, soll_ruecknahme: 2 }] }
  expect((await call("PATCH", `lieferungen/${planned}`, back)).status).toBe(200)
  const positionen = [{ pfandartikel_id: hof.fass, ist_ausgabe: 1 }]
  expect((await call("POST", `lieferungen/${driving}/abschluss`, { positionen })).status).toBe(200)
  const konto = await call("GET", `kunden/${hof.kunden[0]}/pfandkonto`)
  expect(konto.body.wert_cent).toBe(3000)
})

test("a retired device is not planned to go out", async () => {
  await call("POST", `geraete/${hof.geraete[0]}/status`, { status: "ausgemustert" })
  const positionen = (soll: object) => [{ geraet_id: hof.geraete[0], ...soll }]
  expect(said(await plane({ positionen: positionen({ soll_ausgabe: 1 }) }))).toEqual(
    conflict("Das Gerät G-1 ist ausgemustert"),
  )
  expect((await plane({ positionen: positionen({ soll_ruecknahme: 1 }) })).status).toBe(201)
})
