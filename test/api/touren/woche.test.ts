import { afterAll, afterEach, beforeEach, expect, setSystemTime, test } from "bun:test"
import { liefertage } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Regular days of customers, and the week that is planned from them. */

const app = createTestApp()
afterAll(app.close)
// A Wednesday; the week of the tests is the one after.
const NOW = new Date("2026-09-23T08:00:00Z")
const [MONDAY, TUESDAY, SATURDAY] = ["2026-09-28", "2026-09-29", "2026-10-03"]
let hof: Yard
let jens: string
beforeEach(async () => {
  setSystemTime(NOW)
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  jens = hof.fahrer.id
})
afterEach(() => {
  setSystemTime()
})

const call = (method: string, path: string, body?: object, token = hof.admin.token) =>
  app.call(method, `/api/${path}`, { token, ...(body && { body }) })

type Vorschlag = {
  liefertag_id: string
  version: number
  datum: string
  kunde_id: string
  bedenken: string[]
  ausweichtage: object[]
  positionen: object[]
}
const woche = async (day = MONDAY) => (await call("GET", `touren/woche?woche=${day}`)).body
const vorschlag = async (day = MONDAY): Promise<Vorschlag[]> => (await woche(day)).vorschlag
const vereinbare = async (more: object = {}): Promise<{ id: string; version: number }> => {
  const reply = await call("POST", "liefertage", { kunde_id: hof.kunden[0], ab: TUESDAY, ...more })
  expect([reply.status, reply.text]).toEqual([201, expect.anything()])
  return reply.body
}
const uebernimm = (eintraege: object[], day = MONDAY) => call("POST", `touren/woche/${day}`, { eintraege })
const alle = async (day = MONDAY) =>
  uebernimm(
    (await vorschlag(day)).map(({ liefertag_id, version }) => ({ liefertag_id, version })),
    day,
  )
const lieferungen = async (datum: string) => (await call("GET", `lieferungen?datum=${datum}`)).body.items

test("a regular day is proposed with what usually goes along, and planned as it is seen, once", async () => {
  const { id, version } = await vereinbare({
    fahrer_id: jens,
    zeit_von: "08:00",
    hinweis: "Hintereingang",
    positionen: [{ pfandartikel_id: hof.kasten, soll_ausgabe: 4, soll_ruecknahme: 3 }],
  })
  const planned = {
    datum: TUESDAY,
    fahrer_id: jens,
    zeit_von: "08:00",
    hinweis: "Hintereingang",
    positionen: [{ pfandartikel_id: hof.kasten, soll_ausgabe: 4, soll_ruecknahme: 3 }],
  }
  expect(await vorschlag("2026-10-01")).toMatchObject([
    { liefertag_id: id, version, bedenken: [], ...planned },
  ])
  const next = async () => (await call("GET", `liefertage/${id}`)).body.naechster
  expect(await next()).toBe(TUESDAY)
  const first = await alle()
  expect(await next()).toBe("2026-10-06")
  expect(first.body).toMatchObject({ woche: MONDAY, items: [{ liefertag_id: id }], ausgelassen: [] })
  expect((await uebernimm([{ liefertag_id: id, version }])).body).toEqual(first.body)
  expect(await vorschlag()).toEqual([])
  const [only, ...others] = await lieferungen(TUESDAY)
  expect(others).toEqual([])
  expect(only).toMatchObject({ id: first.body.items[0].lieferung_id, ...planned })
  const from = async (lieferung_id: string) =>
    (await call("GET", `liefertage?lieferung_id=${lieferung_id}`)).body.items
  expect(await from(only.id)).toMatchObject([{ id }])
  const other = { kunde_id: hof.kunden[0], datum: TUESDAY, positionen: [] }
  expect(await from((await call("POST", "lieferungen", other)).body.id)).toEqual([])
})

test("what was changed, moved or called off after it was planned does not come once more", async () => {
  const { id } = await vereinbare()
  const lieferung_id = (await alle()).body.items[0].lieferung_id
  await call("PATCH", `lieferungen/${lieferung_id}`, { datum: "2026-09-30" })
  expect(await vorschlag()).toEqual([])
  await call("POST", `lieferungen/${lieferung_id}/storno`, {})
  await call("PATCH", `liefertage/${id}`, { ab: "2026-09-30" })
  expect(await vorschlag()).toEqual([])
  expect(await vorschlag("2026-10-05")).toMatchObject([{ liefertag_id: id, datum: "2026-10-07" }])
})

test("comes every so many weeks, from its first day to its last, on none gone by", async () => {
  await vereinbare({ ab: TUESDAY, alle_wochen: 2, bis: "2026-10-27" })
  const days = async (weeks: string[]) =>
    (await Promise.all(weeks.map((week) => vorschlag(week)))).map(([one]) => one?.datum)
  expect(await days(["2026-09-21", MONDAY, "2026-10-05", "2026-10-12", "2026-10-26", "2026-11-09"])).toEqual([
    undefined,
    TUESDAY,
    undefined,
    "2026-10-13",
    "2026-10-27",
    undefined,
  ])
  await vereinbare({ ab: "2026-09-22", kunde_id: hof.kunden[1] })
  expect(await vorschlag("2026-09-21")).toEqual([])
})

test("a holiday of the Land is told, unless it is delivered then all the same", async () => {
  const reformation = "2026-10-31"
  await vereinbare({ ab: SATURDAY })
  await vereinbare({ ab: SATURDAY, kunde_id: hof.kunden[1], auch_feiertags: 1 })
  const bedenken = async (day: string) => (await vorschlag(day)).map((one) => one.bedenken)
  expect(await bedenken(SATURDAY)).toEqual([["Feiertag: Tag der Deutschen Einheit"], []])
  expect((await woche()).tage[5]).toMatchObject({ datum: SATURDAY, feiertag: "Tag der Deutschen Einheit" })
  expect(await bedenken(reformation)).toEqual([[], []])
  await call("PATCH", "tenant", { bundesland: "NI" })
  expect(await bedenken(reformation)).toEqual([["Feiertag: Reformationstag"], []])
})

test("says what speaks against it, and plans nothing that was changed meanwhile, or cannot be", async () => {
  const { id, version } = await vereinbare({ fahrer_id: jens })
  await call("POST", "lieferungen", { kunde_id: hof.kunden[0], datum: TUESDAY, positionen: [] })
  await call("PATCH", `mitarbeiter/${jens}`, { aktiv: 0 })
  const [one] = await vorschlag()
  expect(one?.bedenken).toEqual(["Der Fahrer ist nicht mehr aktiv", "Hat an diesem Tag schon eine Lieferung"])
  const grund = async (eintrag: object) => (await uebernimm([eintrag])).body.ausgelassen[0]?.grund
  expect(await grund({ liefertag_id: id, version })).toBe("Der Fahrer ist nicht mehr aktiv")
  await call("PATCH", `liefertage/${id}`, { fahrer_id: null })
  expect(await grund({ liefertag_id: id, version })).toBe("Der Liefertag wurde inzwischen geändert")
  expect(await grund({ liefertag_id: Bun.randomUUIDv7(), version })).toBe("Den Liefertag gibt es nicht mehr")
  expect(await vorschlag()).toHaveLength(1)
})

test("what cannot be planned leaves nothing behind, and what stands beside it is planned", async () => {
  const soll = (pfandartikel_id: string) => ({ positionen: [{ pfandartikel_id, soll_ausgabe: 5 }] })
  const gone = await vereinbare(soll(hof.fass))
  const other = await vereinbare({ kunde_id: hof.kunden[1], ...soll(hof.kasten) })
  await call("PATCH", `pfandartikel/${hof.fass}`, { aktiv: 0 })
  expect((await alle()).body).toMatchObject({
    items: [{ liefertag_id: other.id }],
    ausgelassen: [
      {
        liefertag_id: gone.id,
        kunde_name: "Gasthaus 1",
        grund: "Der Artikel FASS ist nicht mehr im Umlauf",
      },
    ],
  })
  expect(await lieferungen(TUESDAY)).toMatchObject([{ kunde_id: hof.kunden[1] }])
})

test("without times of its own comes at the customer's, as it is proposed", async () => {
  await call("PATCH", `kunden/${hof.kunden[0]}`, { lieferzeit_von: "09:00", lieferzeit_bis: "11:30" })
  await vereinbare()
  const times = { zeit_von: "09:00", zeit_bis: "11:30" }
  expect(await vorschlag()).toMatchObject([times])
  await alle()
  expect(await lieferungen(TUESDAY)).toMatchObject([times])
})

test("one week is left out, and the next is proposed; taken back, so is this one", async () => {
  const { id, version } = await vereinbare()
  const left = await uebernimm([{ liefertag_id: id, version, auslassen: true }])
  expect(left.body.items).toMatchObject([{ liefertag_id: id, lieferung_id: null }])
  expect(await vorschlag()).toEqual([])
  expect(await lieferungen(TUESDAY)).toEqual([])
  expect(await vorschlag("2026-10-05")).toHaveLength(1)
  const { ausgelassen } = await woche()
  expect(ausgelassen).toMatchObject([{ liefertag_id: id, datum: TUESDAY, kunde_id: hof.kunden[0] }])
  const again = () => call("POST", `touren/woche/${MONDAY}/wiederaufnahme`, { liefertag_ids: [id] })
  expect((await again()).body).toEqual({ woche: MONDAY, items: [{ liefertag_id: id }], geblieben: [] })
  expect((await again()).body.items).toEqual([])
  expect(await woche()).toMatchObject({ vorschlag: [{ liefertag_id: id }], ausgelassen: [] })
  const log = (await call("GET", "protokoll?tabelle=liefertagwochen")).body.items
  expect(log.map(({ aktion }: { aktion: string }) => aktion)).toEqual([
    "liefertagwochen.wieder_vorgeschlagen",
    "liefertagwochen.ausgelassen",
  ])
  // What is planned is called off as every delivery is.
  await alle()
  expect((await again()).body.items).toEqual([])
  expect(await lieferungen(TUESDAY)).toHaveLength(1)
})

test("one delivery is planned for another day of its week, which says what speaks against that", async () => {
  const { id, version } = await vereinbare()
  await call("POST", "lieferungen", { kunde_id: hof.kunden[0], datum: "2026-10-01", positionen: [] })
  const [one] = await vorschlag()
  expect(one?.ausweichtage).toEqual([
    { datum: MONDAY, bedenken: [] },
    { datum: "2026-09-30", bedenken: [] },
    { datum: "2026-10-01", bedenken: ["Hat an diesem Tag schon eine Lieferung"] },
    { datum: "2026-10-02", bedenken: [] },
    { datum: SATURDAY, bedenken: ["Feiertag: Tag der Deutschen Einheit"] },
    { datum: "2026-10-04", bedenken: [] },
  ])
  const other = await uebernimm([{ liefertag_id: id, version, datum: "2026-10-05" }])
  expect(other.body.errors).toMatchObject([{ path: "eintraege[0].datum" }])
  await uebernimm([{ liefertag_id: id, version, datum: "2026-09-30" }])
  expect(await lieferungen(TUESDAY)).toEqual([])
  expect(await lieferungen("2026-09-30")).toMatchObject([{ kunde_id: hof.kunden[0] }])
  expect(await vorschlag()).toEqual([])
})

test("what was planned is called off and proposed again, but for what somebody has worked with since", async () => {
  await vereinbare()
  await vereinbare({ kunde_id: hof.kunden[1] })
  const { items } = (await alle()).body
  const ids = items.map((one: { liefertag_id: string }) => one.liefertag_id)
  const [first, second] = ids
  await call("PATCH", `lieferungen/${items[1].lieferung_id}`, { zeit_von: "10:00" })
  const back = () =>
    call("POST", `touren/woche/${MONDAY}/wiederaufnahme`, { liefertag_ids: ids, auch_geplante: true })
  expect((await back()).body).toEqual({
    woche: MONDAY,
    items: [{ liefertag_id: first }],
    geblieben: [
      {
        liefertag_id: second,
        kunde_name: items[1].kunde_name,
        grund: "Die Lieferung wurde inzwischen geändert",
      },
    ],
  })
  expect(await vorschlag()).toMatchObject([{ liefertag_id: first, bedenken: [] }])
  expect((await lieferungen(TUESDAY)).map((one: { status: string }) => one.status).toSorted()).toEqual([
    "geplant",
    "storniert",
  ])
  await call("POST", `lieferungen/${items[1].lieferung_id}/start`, {})
  expect((await back()).body).toMatchObject({
    items: [],
    geblieben: [{ liefertag_id: second, grund: "Die Lieferung ist schon unterwegs" }],
  })
})

test("is not crowded out by two thousand that have another week", async () => {
  const others = Array.from({ length: 2000 }, () => ({
    kunde_id: hof.kunden[1] ?? "",
    ab: "2026-09-22",
    alle_wochen: 8,
  }))
  const tenant = app.deps.system.tenant(hof.id)
  await app.deps.system.write(() => tenant.insertAll(liefertage, others))
  const { id } = await vereinbare()
  expect(await vorschlag()).toMatchObject([{ liefertag_id: id }])
})

test("stands in the order of the last tour", async () => {
  const [one, other] = hof.kunden
  for (const kunde_id of [one, other]) await vereinbare({ kunde_id, fahrer_id: jens })
  await alle()
  const ids = (await lieferungen(TUESDAY)).map(({ id }: { id: string }) => id)
  const order = async () => (await vorschlag("2026-10-05")).map(({ kunde_id }) => kunde_id)
  const before = await order()
  const tour = (await call("GET", `touren?datum=${TUESDAY}`)).body.touren[0].stopps
  expect(tour).toHaveLength(ids.length)
  const turned = tour.map(({ lieferung_id }: { lieferung_id: string }) => lieferung_id).toReversed()
  await call("PUT", `touren/${TUESDAY}/${jens}`, { lieferung_ids: turned })
  expect(await order()).toEqual(before.toReversed())
})

test("the first time, in the order in which its driver went there on that weekday", async () => {
  const [one = "", other = ""] = hof.kunden
  const went = (kunde_id: string, datum: string, fahrer_id = jens) =>
    call("POST", "lieferungen", { kunde_id, fahrer_id, datum, positionen: [] })
  for (const kunde_id of [other, one]) await went(kunde_id, "2026-09-22")
  // The day after, and with somebody else, it was the other way round.
  for (const kunde_id of [one, other]) await went(kunde_id, "2026-09-23")
  for (const kunde_id of [one, other]) await went(kunde_id, "2026-09-22", hof.user.id)
  for (const kunde_id of [one, other]) await vereinbare({ kunde_id, fahrer_id: jens })
  expect((await vorschlag()).map(({ kunde_id }) => kunde_id)).toEqual([other, one])
})

test("what is due today or tomorrow and not planned is told as left undone, until somebody decides", async () => {
  setSystemTime(new Date("2026-09-28T08:00:00Z"))
  const token = (await app.account(hof.id, "admin")).token
  const ask = async (path: string) => (await call("GET", path, undefined, token)).body
  const before = (await ask("heute/liegengeblieben")).anzahl
  const [one = "", other = ""] = hof.kunden
  const agree = (more: object) => call("POST", "liefertage", { kunde_id: one, ab: TUESDAY, ...more }, token)
  const { id, version } = (await agree({ fahrer_id: jens })).body
  // Another week, another day, a day that is over, and who is delivered then anyway.
  await agree({ ab: "2026-09-22", alle_wochen: 2 })
  await agree({ ab: "2026-09-30" })
  await agree({ ab: "2026-09-22", bis: "2026-09-27" })
  await agree({ kunde_id: other })
  await call("POST", "lieferungen", { kunde_id: other, datum: TUESDAY, positionen: [] }, token)
  const { liefertage: left } = await ask("heute")
  expect(left).toMatchObject({ anzahl: 1, items: [{ id, datum: TUESDAY, kunde_id: one, fahrer_id: jens }] })
  expect((await ask("heute/liegengeblieben")).anzahl).toBe(before + 1)
  await call(
    "POST",
    `touren/woche/${MONDAY}`,
    { eintraege: [{ liefertag_id: id, version, auslassen: true }] },
    token,
  )
  expect((await ask("heute")).liefertage).toEqual({ anzahl: 0, items: [] })
})

test("only a delivery in its place stands for a regular one: on Heute, after its day, and in the week", async () => {
  const [one = "", other = ""] = hof.kunden
  const lager = { kunde_id: one, name: "Lager", strasse: "Am Kai 4", plz: "21335", ort: "Lüneburg" }
  const standort_id = (await call("POST", "standorte", lager)).body.id
  await vereinbare()
  const twice = [await vereinbare({ kunde_id: other }), await vereinbare({ kunde_id: other })]
  await call("POST", "lieferungen", { kunde_id: one, standort_id, datum: TUESDAY, positionen: [] })
  const [{ id = "", version = 0 } = {}] = twice
  await uebernimm([{ liefertag_id: id, version }])
  const bedenken = async () => (await vorschlag()).map((seen) => seen.bedenken)
  expect(await bedenken()).toEqual([[], []])
  setSystemTime(new Date(`${TUESDAY}T08:00:00Z`))
  const pickUp = {
    kunde_id: one,
    empfaenger_name: "Frau Wirtin",
    positionen: [{ pfandartikel_id: hof.kasten, ist_ruecknahme: 1 }],
  }
  const { token: driver } = await app.account(hof.id, "fahrer")
  expect((await call("POST", "fahrer/ungeplant", pickUp, driver)).status).toBe(201)
  const left = async (day: string, list: string) => {
    setSystemTime(new Date(`${day}T08:00:00Z`))
    const { token } = await app.account(hof.id, "admin")
    return (await call("GET", "heute", undefined, token)).body[list].anzahl
  }
  expect(await left(MONDAY, "liefertage")).toBe(2)
  expect(await left("2026-09-30", "liefertage_vorbei")).toBe(2)
  // A single one to the customer's own address is that day's delivery.
  setSystemTime(NOW)
  await call("POST", "lieferungen", { kunde_id: one, datum: TUESDAY, positionen: [] })
  expect((await bedenken()).toSorted()).toEqual([[], ["Hat an diesem Tag schon eine Lieferung"]])
  expect(await left(MONDAY, "liefertage")).toBe(1)
})

test("what was planned by nobody is told after its day, here and in its week, until it is left out", async () => {
  const { id, version } = await vereinbare({ fahrer_id: jens })
  // Who was delivered on that day anyway, and what is agreed on afterwards, was not missed.
  await vereinbare({ kunde_id: hof.kunden[1] })
  await call("POST", "lieferungen", { kunde_id: hof.kunden[1], datum: TUESDAY, positionen: [] })
  setSystemTime(new Date("2026-09-30T08:00:00Z"))
  const token = (await app.account(hof.id, "admin")).token
  const ask = async (path: string) => (await call("GET", path, undefined, token)).body
  await call("POST", "liefertage", { kunde_id: hof.kunden[0], ab: TUESDAY, alle_wochen: 2 }, token)
  const told = async () => [
    (await ask("heute")).liefertage_vorbei,
    (await ask(`touren/woche?woche=${MONDAY}`)).vorbei,
  ]
  const missed = { datum: TUESDAY, kunde_id: hof.kunden[0], fahrer_id: jens }
  expect(await told()).toMatchObject([
    { anzahl: 1, items: [{ id, ...missed }] },
    [{ liefertag_id: id, version, ...missed }],
  ])
  const decide = (auslassen: boolean) =>
    call("POST", `touren/woche/${MONDAY}`, { eintraege: [{ liefertag_id: id, version, auslassen }] }, token)
  expect((await decide(false)).body.ausgelassen).toMatchObject([{ grund: "Der Tag ist schon vorbei" }])
  expect((await decide(true)).body.items).toMatchObject([{ liefertag_id: id, lieferung_id: null }])
  expect(await told()).toEqual([{ anzahl: 0, items: [] }, []])
})

test("a week tells how far each day's tours are", async () => {
  await vereinbare({ fahrer_id: jens })
  const lieferung_id = (await alle()).body.items[0].lieferung_id
  const tour = { fahrer_id: jens, stopps: 1, erledigt: 0, nicht_zugestellt: 0 }
  expect((await woche()).tage[1]).toMatchObject({ datum: TUESDAY, feiertag: null, touren: [tour] })
  await call("POST", `lieferungen/${lieferung_id}/start`, {})
  await call("POST", `lieferungen/${lieferung_id}/abschluss`, { positionen: [] })
  expect((await woche()).tage[1].touren).toMatchObject([{ ...tour, erledigt: 1 }])
})

test("is the office's, and refuses what makes no sense", async () => {
  expect((await call("GET", "liefertage", undefined, hof.fahrer.token)).status).toBe(403)
  const given = { kunde_id: hof.kunden[0], ab: TUESDAY }
  const msgs = async (more: object) => {
    const reply = await call("POST", "liefertage", { ...given, ...more })
    return [
      reply.status,
      ...(reply.body.errors ?? []).map(({ path, msg }: Record<string, string>) => `${path} ${msg}`),
    ]
  }
  expect(await msgs({ bis: "2026-09-01" })).toEqual([400, "bis liegt vor ab"])
  const twice = [{ pfandartikel_id: hof.kasten }, { pfandartikel_id: hof.kasten }]
  expect(await msgs({ positionen: twice })).toEqual([
    400,
    "positionen[1] steht schon in einer anderen Position",
  ])
  const { id, version } = await vereinbare()
  const fahrer_id = Bun.randomUUIDv7()
  expect(await msgs({ fahrer_id })).toEqual([404])
  expect((await call("PATCH", `liefertage/${id}`, { fahrer_id })).status).toBe(404)
  const both = [
    { liefertag_id: id, version },
    { liefertag_id: id, version },
  ]
  expect((await uebernimm(both)).status).toBe(400)
})

test("goes with its articles, and leaves what is planned", async () => {
  const { id } = await vereinbare({ positionen: [{ pfandartikel_id: hof.fass, soll_ausgabe: 2 }] })
  await alle()
  await call("PATCH", `liefertage/${id}`, { positionen: [{ pfandartikel_id: hof.kasten, soll_ausgabe: 1 }] })
  const changes = (await call("GET", "protokoll?tabelle=liefertage")).body.items
  expect(changes[0].aktion).toBe("liefertage.positionen_geaendert")
  expect((await call("DELETE", `liefertage/${id}`)).status).toBe(204)
  expect((await call("GET", `liefertage/${id}`)).status).toBe(404)
  expect(await lieferungen(TUESDAY)).toHaveLength(1)
  expect(await vorschlag("2026-10-05")).toEqual([])
})
