import { afterAll, beforeEach, expect, test } from "bun:test"
import { isOfEvening, onTheTruck, type Stopp } from "../../../src/web/browser/fahrer/phone/tag.ts"
import { addDays } from "../../../src/lib/day.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** What is expected on a truck in the evening, where something was done to its stops since. */

const app = createTestApp()
afterAll(app.close)
const day = (days: number): string => addDays(today(), days)
const [TODAY, TOMORROW] = [day(-1), day(0)]
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

const call = async (method: string, path: string, body?: object) => {
  const reply = await app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
  expect([path, reply.status < 300 || reply.text]).toEqual([path, true])
  return reply.body
}
type Soll = { pfandartikel_id?: string; geraet_id?: string; soll_ausgabe?: number; soll_ruecknahme?: number }
async function begin(positionen: Soll[], kunde = 0, fahrer_id = hof.fahrer.id): Promise<string> {
  const kunde_id = hof.kunden[kunde]
  const { id } = await call("POST", "lieferungen", { kunde_id, fahrer_id, datum: TODAY, positionen })
  await call("POST", `lieferungen/${id}/start`, { erfasst_am: `${TODAY}T08:00:00.000Z` })
  return id
}
const end = (id: string, positionen: object[], um = "12:00", tag = TODAY) =>
  call("POST", `lieferungen/${id}/abschluss`, { erfasst_am: `${tag}T${um}:00.000Z`, positionen })
const fail = (id: string) =>
  call("POST", `lieferungen/${id}/fehlschlag`, { erfasst_am: `${TODAY}T11:00:00.000Z`, grund: "Zu" })
const evening = async (fahrer_id = hof.fahrer.id, datum = TODAY) => {
  const { positionen } = await call("GET", `feierabend/erwartet?datum=${datum}&fahrer_id=${fahrer_id}`)
  const lines = positionen.map((one: Record<string, unknown>) => [one["nummer"], one["art"], one["erwartet"]])
  return lines.toSorted()
}
/** The driver reports to the office what was done at a stop. @returns the Klärung's id */
async function report(lieferung_id: string, positionen: object[]): Promise<string> {
  const what = { art: "abschluss", lieferung_id, versuch: 1, angaben: { positionen } }
  const body = { ...what, erfasst_am: `${TODAY}T13:00:00.000Z`, ablehnung: "Ist schon zugestellt" }
  return (await app.call("POST", "/api/klaerungen", { token: hof.fahrer.token, body })).body.id
}
const paper = async () => {
  const path = `/api/touren/${TODAY}/${hof.fahrer.id}/feierabend.pdf`
  return pdfText((await app.call("GET", path, { token: hof.admin.token })).bytes)
}

test("what failed and was planned anew is on the truck that evening, whatever became of it since", async () => {
  const other = await app.account(hof.id, "fahrer")
  await call("POST", "feierabend", { datum: day(-2), fahrer_id: hof.fahrer.id, positionen: [] })
  const id = await begin([{ pfandartikel_id: hof.fass, soll_ausgabe: 10 }])
  await fail(id)
  await call("POST", `lieferungen/${id}/neu-planen`, { datum: TOMORROW, fahrer_id: other.id })
  const ten = [["FASS", "ware", 10]]
  const uncounted = async () => (await call("GET", "feierabend/fehlend")).items
  expect([await evening(), await evening(other.id, TOMORROW), await evening(other.id)]).toEqual([
    ten,
    ten,
    [],
  ])
  expect(await uncounted()).toMatchObject([{ datum: TODAY, fahrer_id: hof.fahrer.id }])
  // Delivered by somebody else the day after, it counts there.
  await call("POST", `lieferungen/${id}/start`, {})
  const back = { pfandartikel_id: hof.fass, ist_ausgabe: 10, ist_ruecknahme: 4 }
  await call("POST", `lieferungen/${id}/abschluss`, { positionen: [back] })
  expect([await evening(), await evening(other.id, TOMORROW)]).toEqual([ten, [["FASS", "leergut", 4]]])
  expect(await paper()).toMatch(/FASS 10 0 10 0 _+ .*Gasthaus 1 Neu geplant für den/)
})

test("of several counts of a truck, the one that came last is the last, whatever the telephones' clocks say", async () => {
  const [datum, fahrer_id, positionen] = [TODAY, hof.fahrer.id, [] as object[]]
  const stop = await begin([])
  const ahead = Bun.randomUUIDv7("hex", Date.now() + 400 * 86_400_000)
  await call("POST", "feierabend", { id: ahead, datum, fahrer_id, positionen, bemerkung: "Die erste" })
  await end(stop, [])
  const again = async () => (await call("GET", "feierabend/fehlend")).neu_zu_zaehlen
  expect(await again()).toMatchObject([{ datum, fahrer_id }])
  await call("POST", "feierabend", { datum, fahrer_id, positionen, bemerkung: "Die zweite" })
  expect([await again(), await paper()]).toEqual([[], expect.stringContaining("Die zweite")])
})

test("what failed today and was planned anew is in the driver's list for the count", async () => {
  const other = await app.account(hof.id, "fahrer")
  const heute = { datum: TOMORROW, fahrer_id: hof.fahrer.id, kunde_id: hof.kunden[0] }
  const ids: string[] = []
  for (const plan of [{ fahrer_id: other.id }, {}]) {
    const positionen = [{ pfandartikel_id: hof.fass, soll_ausgabe: 10 }]
    const { id } = await call("POST", "lieferungen", { ...heute, positionen })
    ids.push(id)
    await call("POST", `lieferungen/${id}/start`, {})
    await call("POST", `lieferungen/${id}/fehlschlag`, { grund: "Zu" })
    await call("POST", `lieferungen/${id}/neu-planen`, { datum: day(1), ...plan })
  }
  const { body } = await app.call("GET", "/api/fahrer/tag", { token: hof.fahrer.token })
  const gescheitert_am = expect.any(String)
  // The one is another's by now, and as it was; the other is this driver's tomorrow.
  expect(body.stopps).toMatchObject([
    { id: ids[0], datum: TOMORROW, status: "nicht_zugestellt", grund: "Zu", gescheitert_am },
    { id: ids[1], datum: day(1), status: "geplant", gescheitert_am },
  ])
  expect(onTheTruck(body.stopps.filter((one: Stopp) => isOfEvening(one, body.heute))).ware).toMatchObject([
    { key: hof.fass, menge: 20 },
  ])
})

test("what failed and was planned anew for the same day is on one truck only", async () => {
  const id = await begin([{ pfandartikel_id: hof.fass, soll_ausgabe: 10 }])
  await fail(id)
  await call("POST", `lieferungen/${id}/neu-planen`, { datum: TODAY })
  expect(await evening()).toEqual([["FASS", "ware", 10]])
  await call("POST", `lieferungen/${id}/start`, { erfasst_am: `${TODAY}T12:00:00.000Z` })
  await end(id, [{ pfandartikel_id: hof.fass, ist_ausgabe: 10, ist_ruecknahme: 0 }], "13:00")
  expect(await evening()).toEqual([])
})

test("a delivery whose booking was reversed counts as never delivered, until a report of it is booked", async () => {
  const [geraet_id] = hof.geraete
  const id = await begin([
    { pfandartikel_id: hof.fass, soll_ausgabe: 10 },
    { geraet_id, soll_ausgabe: 1 },
  ])
  const done = [
    { pfandartikel_id: hof.fass, ist_ausgabe: 10, ist_ruecknahme: 4 },
    { geraet_id, ist_ausgabe: 1 },
  ]
  await end(id, done)
  expect(await evening()).toEqual([["FASS", "leergut", 4]])
  const [{ vorgang_id }] = (await call("GET", `pfandbuchungen?lieferung_id=${id}`)).items
  await call("POST", `pfandbuchungen/${vorgang_id}/storno`, { grund: "Falscher Kunde" })
  const allLeft = [
    ["FASS", "ware", 10],
    ["G-1", "ware", 1],
  ]
  expect([await evening(), await paper()]).toEqual([
    allLeft,
    expect.stringMatching(/FASS 10 0 10 0 .*Die Buchung wurde storniert/),
  ])
  // What the driver reports of it counts, and no longer where that is reversed as well.
  const klaerung = await report(id, done.slice(0, 1))
  await call("POST", `klaerungen/${klaerung}/buchen`, {})
  expect(await evening()).toEqual([
    ["FASS", "leergut", 4],
    ["G-1", "ware", 1],
  ])
  await call("POST", `pfandbuchungen/${klaerung}/storno`, { grund: "War doppelt" })
  expect(await evening()).toEqual(allLeft)
})

test("a report that was booked beside a delivery and reversed leaves the delivery as it is", async () => {
  const id = await begin([])
  const positionen = [{ pfandartikel_id: hof.fass, ist_ruecknahme: 4 }]
  await end(id, positionen)
  const klaerung = await report(id, positionen)
  const { lfd_nr } = (await call("GET", `klaerungen/${klaerung}`)).schon_gebucht
  await call("POST", `klaerungen/${klaerung}/buchen`, { zusaetzlich_zu: lfd_nr })
  expect(await evening()).toEqual([["FASS", "leergut", 8]])
  await call("POST", `pfandbuchungen/${klaerung}/storno`, { grund: "War doppelt" })
  expect(await evening()).toEqual([["FASS", "leergut", 4]])
})

test("a delivery whose booking was reversed is undone in the driver's list for the count", async () => {
  const heute = { datum: TOMORROW, fahrer_id: hof.fahrer.id, kunde_id: hof.kunden[0] }
  const planned = [{ pfandartikel_id: hof.fass, soll_ausgabe: 10 }]
  const { id } = await call("POST", "lieferungen", { ...heute, positionen: planned })
  await call("POST", `lieferungen/${id}/start`, {})
  const positionen = [{ pfandartikel_id: hof.fass, ist_ausgabe: 10, ist_ruecknahme: 4 }]
  await call("POST", `lieferungen/${id}/abschluss`, { positionen })
  const [{ vorgang_id }] = (await call("GET", `pfandbuchungen?lieferung_id=${id}`)).items
  await call("POST", `pfandbuchungen/${vorgang_id}/storno`, { grund: "Falscher Kunde" })
  const { stopps } = (await app.call("GET", "/api/fahrer/tag", { token: hof.fahrer.token })).body
  expect(stopps).toMatchObject([{ id, status: "zugestellt", grund: "Die Buchung wurde storniert" }])
  expect(onTheTruck(stopps)).toMatchObject({ leergut: [], ware: [{ key: hof.fass, menge: 10 }] })
})

test("a device that one customer gave back and the next one got is not on the truck", async () => {
  const [geraet_id] = hof.geraete
  await call("POST", "pfandbuchungen", {
    kunde_id: hof.kunden[0],
    erfasst_am: `${day(-3)}T08:00:00.000Z`,
    positionen: [{ art: "ausgabe", geraet_id, menge: 1 }],
  })
  const [one, next] = [await begin([]), await begin([], 1)]
  await end(one, [{ geraet_id, ist_ausgabe: 0, ist_ruecknahme: 1 }], "10:00")
  expect(await evening()).toEqual([["G-1", "leergut", 1]])
  await end(next, [{ geraet_id, ist_ausgabe: 1, ist_ruecknahme: 0 }], "11:00")
  expect(await evening()).toEqual([])
  const last = await begin([], 1)
  await end(last, [{ geraet_id, ist_ausgabe: 0, ist_ruecknahme: 1 }], "12:00")
  expect(await evening()).toEqual([["G-1", "leergut", 1]])
})
