import { afterAll, beforeEach, expect, test } from "bun:test"
import { onTheTruck } from "../../../src/web/browser/fahrer/phone/tag.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** A delivery whose booking was reversed, and that was booked anew. */

const app = createTestApp()
afterAll(app.close)
const TODAY = today()
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

const send = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
const call = async (method: string, path: string, body?: object) => {
  const reply = await send(method, path, body)
  expect([path, reply.status < 300 || reply.text]).toEqual([path, true])
  return reply.body
}
type Gone = { pfandartikel_id?: string; geraet_id?: string; ist_ausgabe: number; ist_ruecknahme?: number }
/** Delivers what was planned. */
async function deliver(done: Gone[], kunde_id = hof.kunden[0]): Promise<string> {
  const positionen = done.map(({ ist_ausgabe, ist_ruecknahme: _, ...what }) => ({
    ...what,
    soll_ausgabe: ist_ausgabe,
  }))
  const plan = { kunde_id, fahrer_id: hof.fahrer.id, datum: TODAY, positionen }
  const { id } = await call("POST", "lieferungen", plan)
  await call("POST", `lieferungen/${id}/start`, {})
  await call("POST", `lieferungen/${id}/abschluss`, { positionen: done })
  return id
}
type Buchung = { vorgang_id: string; storno_von: string | null; storniert: boolean }
const bookings = async (id: string): Promise<Buchung[]> =>
  (await call("GET", `pfandbuchungen?lieferung_id=${id}`)).items
/** Reverses what the delivery has booked. */
async function reverse(id: string): Promise<void> {
  const live = (await bookings(id)).find(({ storniert, storno_von }) => !storniert && storno_von === null)
  await call("POST", `pfandbuchungen/${live?.vorgang_id}/storno`, { grund: "Falsche Zahlen" })
}
type Line = { pfandartikel_id?: string; geraet_id?: string; art: string; menge: number }
const anew = (lieferung_id: string, positionen: Line[], kunde_id = hof.kunden[0]) =>
  send("POST", "pfandbuchungen", { kunde_id, lieferung_id, positionen })
const fass = (art: string, menge: number): Line => ({ pfandartikel_id: hof.fass, art, menge })
/** What must be on the truck: as the office sees it, and as the driver's telephone reckons. */
async function evening() {
  const { positionen } = await call("GET", `feierabend/erwartet?datum=${TODAY}&fahrer_id=${hof.fahrer.id}`)
  const nameOf = new Map<string, string>()
  const office = (positionen as Record<string, string | number>[])
    .map(({ nummer, art, erwartet, pfandartikel_id, geraet_id }) => {
      nameOf.set(String(pfandartikel_id ?? geraet_id), String(nummer))
      return [nummer, art, erwartet]
    })
    .toSorted()
  const { stopps } = (await app.call("GET", "/api/fahrer/tag", { token: hof.fahrer.token })).body
  const phone = Object.entries(onTheTruck(stopps)).flatMap(([art, quantities]) =>
    quantities.map(({ key, menge }) => [nameOf.get(key), art, menge]),
  )
  expect(phone.toSorted()).toEqual(office)
  return office
}
const paper = async () => {
  const path = `/api/touren/${TODAY}/${hof.fahrer.id}/feierabend.pdf`
  return pdfText((await app.call("GET", path, { token: hof.admin.token })).bytes)
}

test("what was booked anew for a delivery counts for its truck, until that is reversed as well", async () => {
  const id = await deliver([{ pfandartikel_id: hof.fass, ist_ausgabe: 10, ist_ruecknahme: 4 }])
  await reverse(id)
  expect(await evening()).toEqual([["FASS", "ware", 10]])
  const leer = { pfandartikel_id: hof.leer, art: "ruecknahme", menge: 2 }
  const { vorgang_id } = (await anew(id, [fass("ausgabe", 9), fass("ruecknahme", 5), leer])).body
  expect([await evening(), await paper()]).toEqual([
    [
      ["FASS", "leergut", 5],
      ["FASS", "ware", 1],
      ["KASTEN", "leergut", 2],
    ],
    expect.not.stringContaining("storniert"),
  ])
  await call("POST", `pfandbuchungen/${vorgang_id}/storno`, { grund: "Wieder falsch" })
  expect([await evening(), await paper()]).toEqual([
    [["FASS", "ware", 10]],
    expect.stringMatching(/FASS 10 0 10 0 .*Die Buchung wurde storniert/),
  ])
  expect((await anew(id, [fass("ausgabe", 10)])).status).toBe(201)
  expect(await evening()).toEqual([])
})

test("a gebinde that is booked anew counts as one, with the parts of when the truck was loaded", async () => {
  const id = await deliver([{ pfandartikel_id: hof.kasten, ist_ausgabe: 10 }])
  await reverse(id)
  const bestandteile = [{ pfandartikel_id: hof.flasche, menge: 24 }]
  await call("PATCH", `pfandartikel/${hof.kasten}`, { bestandteile })
  const line = { pfandartikel_id: hof.kasten, art: "ausgabe", menge: 8 }
  const { buchungen } = (await anew(id, [line])).body
  expect(buchungen).toMatchObject([
    { pfandartikel_id: hof.leer, menge: 8 },
    { pfandartikel_id: hof.flasche, menge: 160 },
  ])
  expect(await evening()).toEqual([["BIER", "ware", 2]])
})

test("a device that is booked anew goes to the delivery's place, and no longer counts as on the truck", async () => {
  const [geraet_id] = hof.geraete
  const id = await deliver([{ geraet_id, ist_ausgabe: 1 }])
  await reverse(id)
  expect(await evening()).toEqual([["G-1", "ware", 1]])
  expect((await anew(id, [{ geraet_id, art: "ausgabe", menge: 1 }])).status).toBe(201)
  expect(await evening()).toEqual([])
  const { items } = await call("GET", `geraete/${geraet_id}/bewegungen`)
  expect(items[0]).toMatchObject({ art: "ausgabe", lieferung_id: id, kunde_id: hof.kunden[0] })
})

test("what the driver handed over is booked anew though its article is inactive by now", async () => {
  const id = await deliver([{ pfandartikel_id: hof.fass, ist_ausgabe: 1 }])
  await reverse(id)
  await call("PATCH", `pfandartikel/${hof.fass}`, { aktiv: 0 })
  const body = { kunde_id: hof.kunden[0], positionen: [fass("ausgabe", 1)] }
  const statuses = async (path: string) => [
    (await send("POST", path, body)).status,
    (await send("POST", path, { ...body, lieferung_id: id })).status,
  ]
  expect([await statuses("pfandbuchungen/vorschau"), await statuses("pfandbuchungen")]).toEqual([
    [409, 200],
    [409, 201],
  ])
})

test("a count made before the Storno, or before the new booking, is to be made anew", async () => {
  const id = await deliver([{ pfandartikel_id: hof.fass, ist_ausgabe: 1 }])
  const count = () => call("POST", "feierabend", { datum: TODAY, fahrer_id: hof.fahrer.id, positionen: [] })
  const again = async () => (await call("GET", "feierabend/fehlend")).neu_zu_zaehlen
  await count()
  expect(await again()).toEqual([])
  const asked = [expect.objectContaining({ datum: TODAY, fahrer_id: hof.fahrer.id })]
  await reverse(id)
  expect(await again()).toEqual(asked)
  await count()
  expect(await again()).toEqual([])
  await anew(id, [fass("ausgabe", 1)])
  expect(await again()).toEqual(asked)
  const { items } = await call("GET", "feierabend")
  expect(items.map(({ danach }: { danach: object[] }) => danach.length)).toEqual([1, 1])
})

test("only what belongs to a reversed delivery of the customer is booked anew for it, and once", async () => {
  const line = [{ pfandartikel_id: hof.fass, ist_ausgabe: 1 }]
  const id = await deliver(line)
  const why = async (reply: ReturnType<typeof send>) => {
    const { status, body } = await reply
    return [status, body.message ?? body.error]
  }
  const out = [fass("ausgabe", 1)]
  const stands = expect.stringContaining("ist nicht storniert")
  expect(await why(anew(id, out))).toEqual([409, stands])
  const planned = await call("POST", "lieferungen", { kunde_id: hof.kunden[0], datum: TODAY, positionen: [] })
  expect(await why(anew(planned.id, out))).toEqual([409, expect.stringContaining("ist nicht zugestellt")])
  expect((await anew(Bun.randomUUIDv7(), out)).status).toBe(404)
  await reverse(id)
  const other = expect.stringContaining("ging an einen anderen Kunden")
  expect(await why(anew(id, out, hof.kunden[1]))).toEqual([409, other])
  const more = { kunde_id: hof.kunden[0], lieferung_id: id, grund: "x" }
  const correction = send("POST", "pfandbuchungen", { ...more, positionen: [fass("korrektur_plus", 1)] })
  expect(await why(correction)).toEqual([409, expect.stringContaining("ausgegeben oder zurückgenommen")])
  expect((await anew(id, out)).status).toBe(201)
  expect(await why(anew(id, out))).toEqual([409, expect.stringContaining("schon neu gebucht")])
})

test("a delivery whose goods were booked by a report of the driver since is not booked anew", async () => {
  const id = await deliver([{ pfandartikel_id: hof.fass, ist_ausgabe: 2 }])
  await reverse(id)
  const positionen = [{ pfandartikel_id: hof.fass, ist_ausgabe: 1 }]
  const what = { art: "abschluss", lieferung_id: id, versuch: 1, angaben: { positionen } }
  const body = { ...what, ablehnung: "Ist schon zugestellt" }
  const klaerung = (await app.call("POST", "/api/klaerungen", { token: hof.fahrer.token, body })).body.id
  await call("POST", `klaerungen/${klaerung}/buchen`, {})
  expect((await anew(id, [fass("ausgabe", 2)])).status).toBe(409)
  await call("POST", `pfandbuchungen/${klaerung}/storno`, { grund: "Alles zusammen" })
  expect((await anew(id, [fass("ausgabe", 2)])).status).toBe(201)
})

test("where a customer is settled with each delivery, so is what is booked anew for one", async () => {
  const ort = { strasse: "Am Markt 1", plz: "21335", ort: "Lüneburg" }
  const adler = { name: "Adler", abrechnung: "je_lieferung", ...ort }
  const { id: kunde_id } = await call("POST", "kunden", adler)
  const id = await deliver([{ pfandartikel_id: hof.fass, ist_ausgabe: 2 }], kunde_id)
  const settled = async () =>
    (await call("GET", `abrechnungen?kunde_id=${kunde_id}`)).items.map((one: Record<string, unknown>) => [
      one["summe_cent"],
      one["lieferung_id"],
    ])
  expect(await settled()).toEqual([[6000, id]])
  await reverse(id)
  await anew(id, [fass("ausgabe", 3)], kunde_id)
  // The Storno and the new booking together.
  expect(await settled()).toEqual([
    [3000, id],
    [6000, id],
  ])
})
