import { afterAll, beforeEach, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** What is refunded for a device that went out more than once, or whose bookings were reversed. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
let geraet_id: string
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  geraet_id = hof.geraete[0]
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
const send = async (method: string, path: string, body: object) => {
  const reply = await call(method, path, body)
  expect(reply.body).not.toHaveProperty("error")
  expect(reply.body).not.toHaveProperty("errors")
  return reply.body
}
const post = (path: string, body: object) => send("POST", path, body)
const line = (art: string, more: object = {}) => ({ geraet_id, art, menge: 1, ...more })
const vorgang = (...positionen: object[]) => ({ kunde_id: hof.kunden[0], grund: "Kulanz", positionen })
/** @returns the id of the Vorgang, and by how much each line changed the account */
async function book(...positionen: object[]): Promise<{ vorgang_id: string; cents: number[] }> {
  const { vorgang_id, buchungen } = await post("pfandbuchungen", vorgang(...positionen))
  return { vorgang_id, cents: buchungen.map(({ summe_cent }: any) => summe_cent) }
}
const storno = ({ vorgang_id }: { vorgang_id: string }) =>
  post(`pfandbuchungen/${vorgang_id}/storno`, { grund: "Verwechselt" })
const wert = async () => (await call("GET", `kunden/${hof.kunden[0]}/pfandkonto`)).body.wert_cent
/** It goes out for 50 euros and gets lost, and turns up in the yard: they stay open. */
async function loseAndFind(): Promise<void> {
  await book(line("ausgabe"))
  for (const status of ["verloren", "lager"]) await post(`geraete/${geraet_id}/status`, { status })
}

test("a second return refunds what the first did, however the first and what was raised before it were reversed", async () => {
  await loseAndFind()
  await book(line("ausgabe"))
  await storno(await book(line("korrektur_plus", { betrag_cent: 2000 })))
  for (const _ of ["first", "second"]) {
    const back = await book(line("ruecknahme"))
    expect([back.cents, await wert()]).toEqual([[-5000], 5000])
    await storno(back)
  }
  expect(await wert()).toBe(10_000)
})

test("a correction credits all that is open of a device that the customer has no more", async () => {
  for (const end of ["ruecknahme", "storno"]) {
    await loseAndFind()
    await send("PATCH", `geraete/${geraet_id}`, { pfand_cent: 3000 })
    const out = await book(line("ausgabe"))
    if (end === "storno") await storno(out)
    else expect((await book(line("ruecknahme"))).cents).toEqual([-3000])
    const seen = (
      await post("pfandbuchungen/vorschau", {
        kunde_id: hof.kunden[0],
        positionen: [line("korrektur_minus")],
      })
    ).positionen
    expect(seen).toMatchObject([{ summe_cent: -5000 }])
    expect([(await book(line("korrektur_minus"))).cents, await wert()]).toEqual([[-5000], 0])
    await send("PATCH", `geraete/${geraet_id}`, { pfand_cent: 5000 })
  }
})

test("a reversed issue is none: what was raised before it comes back as well", async () => {
  await book(line("ausgabe"))
  await book(line("korrektur_plus", { betrag_cent: 2000 }))
  await storno(await book(line("ruecknahme"), line("ausgabe")))
  expect([(await book(line("ruecknahme"))).cents, await wert()]).toEqual([[-7000], 0])
})

const GONE =
  "Für das Gerät G-1 ist bei diesem Kunden kein Pfand mehr offen: Es ist schon erlassen, erstattet oder als Verlust einbehalten"

test("lines of one Vorgang count those before them: a deposit is credited once", async () => {
  const refused = async (...arten: string[]) => {
    const reply = await call("POST", "pfandbuchungen", vorgang(...arten.map((art) => line(art))))
    expect([arten, reply.status, reply.body]).toEqual([arten, 409, { error: GONE }])
  }
  const charge = async (...arten: string[]) => (await book(...arten.map((art) => line(art)))).cents
  expect(await charge("ausgabe", "ruecknahme")).toEqual([5000, -5000])
  await refused("ausgabe", "ruecknahme", "korrektur_minus")
  expect([await charge("ausgabe"), await wert()]).toEqual([[5000], 5000])
  await refused("ruecknahme", "korrektur_minus")
  await refused("korrektur_minus", "korrektur_minus")
  expect(await charge("korrektur_minus", "ruecknahme")).toEqual([-5000, 0])
  await loseAndFind()
  // The return refunds the second deposit, and the correction the first.
  expect(await charge("ausgabe", "korrektur_plus", "ruecknahme", "korrektur_minus")).toEqual([
    5000, 5000, -10_000, -5000,
  ])
  expect(await wert()).toBe(0)
})

test("a refund that was reversed is none: a credit is refused as one of a device that was never there", async () => {
  const [out, back] = [await book(line("ausgabe")), await book(line("ruecknahme"))]
  for (const one of [back, out]) await storno(one)
  const reply = await call("POST", "pfandbuchungen", vorgang(line("korrektur_minus")))
  expect([reply.status, reply.body.error]).toEqual([
    409,
    "Für das Gerät G-1 ist bei diesem Kunden kein Pfand offen; bitte Kunde und Nummer prüfen",
  ])
})

test("the list of lost devices names the deposit of the last issue that was not reversed", async () => {
  await loseAndFind()
  await send("PATCH", `geraete/${geraet_id}`, { pfand_cent: 3000 })
  const again = await book(line("ausgabe"))
  await post(`geraete/${geraet_id}/status`, { status: "verloren" })
  const listed = async () => (await call("GET", "schwund/geraete")).body.items
  expect(await listed()).toMatchObject([{ pfand_cent: 3000, offen_cent: 8000 }])
  await storno(again)
  expect(await listed()).toMatchObject([{ pfand_cent: 5000, offen_cent: 5000 }])
})
