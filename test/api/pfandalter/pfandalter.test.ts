import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test"
import fc from "fast-check"
import { listAge } from "../../../src/api/pfandalter/rules.ts"
import { createApp } from "../../../src/app.ts"
import { createTestApp } from "../../helpers/app.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: hof.admin.token, ...(body !== undefined && { body }) })
const book = (kunde_id: string, art: string, menge: number, erfasst_am: string) =>
  call("POST", "/api/pfandbuchungen", {
    kunde_id,
    erfasst_am,
    grund: "Test",
    positionen: [{ pfandartikel_id: hof.leer, art, menge }],
  })

async function file(path: string, { token } = hof.admin): Promise<Uint8Array> {
  const headers = { host: "localhost", authorization: `Bearer ${token}` }
  await new Promise(setImmediate)
  return (await createApp(app.deps)(new Request(`http://localhost${path}`, { headers }))).bytes()
}

beforeAll(async () => {
  hof = await yard(app, "hof")
  await travel(app, hof, "2026-10-31T10:00:00.000Z")
  const [kunde_id] = hof.kunden
  await book(kunde_id, "ausgabe", 10, "2026-01-01T10:00:00.000Z")
  // Half past midnight in the company: in UTC it is the day before.
  await book(kunde_id, "ausgabe", 20, "2026-05-31T22:30:00.000Z")
  const irrtum = await book(kunde_id, "ausgabe", 100, "2026-09-01T10:00:00.000Z")
  await call("POST", `/api/pfandbuchungen/${irrtum.body.vorgang_id}/storno`, { grund: "Irrtum" })
  await book(kunde_id, "ruecknahme", 15, "2026-10-01T10:00:00.000Z")
  await book(kunde_id, "ausgabe", 5, "2026-10-30T23:30:00.000Z")
  await call("POST", `/api/geraete/${hof.geraete[0]}/ausgabe`, {
    kunde_id,
    erfasst_am: "2026-08-15T10:00:00.000Z",
  })
})

test("what came back is what had gone out first; a Storno makes nothing younger or older", async () => {
  const { body } = await call("GET", `/api/kunden/${hof.kunden[0]}/pfandalter`)
  expect(body.posten.map((one: any) => [one.nummer, one.menge, one.wert_cent, one.seit, one.tage])).toEqual([
    ["KASTEN", 15, 2250, "2026-06-01", 152],
    ["G-1", 1, 5000, "2026-08-15", 77],
    ["KASTEN", 5, 750, "2026-10-31", 0],
  ])
  expect(body.stufen).toEqual({
    bis_30: { menge: 5, wert_cent: 750 },
    bis_90: { menge: 1, wert_cent: 5000 },
    bis_180: { menge: 15, wert_cent: 2250 },
    aelter: { menge: 0, wert_cent: 0 },
  })
  const konto = (await call("GET", `/api/kunden/${hof.kunden[0]}/pfandkonto`)).body
  expect(body.posten.reduce((sum: number, one: any) => sum + one.wert_cent, 0)).toBe(konto.wert_cent)
})

test("is a list of all who hold something, and a table of it", async () => {
  const [, second] = hof.kunden
  await book(second, "ausgabe", 1, "2025-10-31T10:00:00.000Z")
  const { items } = (await call("GET", "/api/pfandalter")).body
  expect(items.map(({ kunde_id, stufen }: any) => [kunde_id, stufen.aelter.menge])).toEqual([
    [second, 1],
    [hof.kunden[0], 0],
  ])
  const largest = (await call("GET", "/api/pfandalter?sort=-wert_cent&limit=1")).body
  expect(largest.items[0].kunde_id).toBe(hof.kunden[0])
  const found = async (query: string): Promise<string[]> =>
    (await call("GET", `/api/pfandalter?q=gasthaus&${query}`)).body.items.map(({ name }: any) => name)
  expect(await found("sort=-wert_cent&limit=2")).toEqual(["Gasthaus 1", "Gasthaus 2"])
  expect(await found("sort=seit_am")).toEqual(["Gasthaus 2", "Gasthaus 1"])
  expect(await found("sort=-wert_cent&ueber_tagen=180")).toEqual(["Gasthaus 2"])
  // Balances that nobody sorts begin with the largest, among those who are searched for as well.
  expect(await found("ueber_tagen=100")).toEqual(["Gasthaus 1", "Gasthaus 2"])
  expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file("/api/pfandalter/liste.csv"))).toBe(
    [
      "\ufeffKundennummer;Kunde;Saldo;Ältestes seit;0-30 Tage;31-90 Tage;91-180 Tage;über 180 Tage;Letzte Bewegung;Stück und Geräte",
      "K-2;Gasthaus 2;1,50;31.10.2025;0,00;0,00;0,00;1,50;31.10.2025;1",
      "K-1;Gasthaus 1;80,00;01.06.2026;7,50;50,00;22,50;0,00;31.10.2026;21",
      "",
    ].join("\r\n"),
  )
})

test("the table has the customers of the list in its order, those who hold nothing as well", async () => {
  const small = await yard(app, "klein")
  const { token } = small.admin
  const [first, second] = small.kunden
  const move = (kunde_id: string, art: string, menge: number) =>
    app.call("POST", "/api/pfandbuchungen", {
      token,
      body: { kunde_id, positionen: [{ pfandartikel_id: small.leer, art, menge }] },
    })
  await move(first, "ausgabe", 2)
  await move(first, "ruecknahme", 2)
  await move(second, "ausgabe", 1)
  for (const query of ["", "?sort=seit_am", "?sort=-wert_cent", "?q=gasthaus", "?q=gasthaus&ueber_tagen=0"]) {
    const { items } = (await app.call("GET", `/api/pfandalter${query}`, { token })).body
    const text = new TextDecoder().decode(await file(`/api/pfandalter/liste.csv${query}`, small.admin))
    const numbers = text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(";")[0])
    expect([query, numbers]).toEqual([query, items.map((one: any) => one.kundennummer)])
  }
})

test("a reminder names only what is old enough, is kept, and is refused where there is nothing", async () => {
  const path = `/api/kunden/${hof.kunden[0]}/erinnerung.pdf`
  const pdf = await file(`${path}?stufe=2&ab_tagen=90`)
  expect((await call("GET", `/api/belege?art=erinnerung`)).body.items).toMatchObject([
    { kunde_id: hof.kunden[0], saldo_cent: 2250 },
  ])
  // A device that is lent for good can be left out.
  expect(pdfText(await file(`${path}?ab_tagen=60`))).toContain("50,00 €")
  await file(`${path}?ab_tagen=60&nur_leergut=true`)
  expect((await call("GET", `/api/belege?art=erinnerung`)).body.items.slice(0, 2)).toMatchObject([
    { saldo_cent: 2250 },
    { saldo_cent: 7250 },
  ])
  const none = await call("GET", `${path}?ab_tagen=200`)
  expect([none.status, none.body.error]).toEqual([409, "Der Kunde hat nichts, das so alt ist"])
  expect(pdfText(pdf)).toContain("Zweite Erinnerung")
  expect(pdfText(pdf)).toContain("Artikel KASTEN 01.06.2026 152 15 22,50 €")
  expect(pdfText(pdf)).toContain("bis zum 14.11.2026")
  expect(pdfText(pdf)).not.toContain("Kühler")
})

/** @returns a day so long before another one */
const before = (tag: string, days: number): string =>
  new Date(Date.parse(tag) - days * 86_400_000).toISOString().slice(0, 10)

test("four ages, each to its last day; the table has all customers, also on more than one page", async () => {
  const large = await yard(app, "gross")
  const { token } = large.admin
  const ages = [0, 30, 31, 90, 91, 180, 181]
  for (let nr = 1; nr <= 55; nr++) {
    const kunde = await app.call("POST", "/api/kunden", { token, body: { name: `Wirt ${nr}` } })
    const tage = ages[nr % ages.length] ?? 0
    await app.call("POST", "/api/pfandbuchungen", {
      token,
      body: {
        kunde_id: kunde.body.id,
        erfasst_am: `${before("2026-10-31", tage)}T09:00:00.000Z`,
        positionen: [{ pfandartikel_id: large.leer, art: "ausgabe", menge: nr }],
      },
    })
  }
  const lines = new TextDecoder().decode(await file("/api/pfandalter/liste.csv", large.admin)).split("\r\n")
  const rows = lines.slice(1, -1).map((line) => line.split(";"))
  expect(rows.map(([, name]) => name).toSorted()).toEqual(
    Array.from({ length: 55 }, (_, i) => `Wirt ${i + 1}`).toSorted(),
  )
  for (const [, name = "", saldo = "", seit, ...stufen] of rows) {
    // They moved once, and the number of each is that of the pieces.
    expect([stufen.pop(), stufen.pop()]).toEqual([name.slice(5), seit])
    const tage = ages[Number(name.slice(5)) % ages.length] ?? 0
    const stufe = [30, 90, 180].filter((last) => tage > last).length
    expect([name, stufen]).toEqual([name, [0, 1, 2, 3].map((one) => (one === stufe ? saldo : "0,00"))])
  }
})

test("what a clock ahead dates on tomorrow is as old as today; of many issues none is left out", async () => {
  const late = await yard(app, "spaet")
  await travel(app, late, "2026-10-31T22:58:00.000Z")
  const { token } = late.admin
  const [kunde_id] = late.kunden
  const line = { pfandartikel_id: late.leer, art: "ausgabe", menge: 1 }
  const body = {
    kunde_id,
    erfasst_am: "2026-10-31T23:01:00.000Z",
    positionen: Array.from({ length: 120 }, () => line),
  }
  expect((await app.call("POST", "/api/pfandbuchungen", { token, body })).status).toBe(201)
  const age = await app.call("GET", `/api/kunden/${kunde_id}/pfandalter`, { token })
  expect(age.body.posten).toMatchObject([{ seit: "2026-11-01", tage: 0, menge: 120 }])
  expect(age.body.stufen.bis_30.menge).toBe(120)
  await travel(app, hof, "2026-10-31T10:00:00.000Z")
})

test("whatever is booked in whatever order: what is held at a day's end is what went out last by then", async () => {
  const amounts = [150, 8, 3000]
  const step = fc.record({
    was: fc.nat({ max: 2 }),
    art: fc.constantFrom("ausgabe", "ausgabe", "korrektur_plus", "ruecknahme", "korrektur_minus"),
    menge: fc.integer({ min: 1, max: 9 }),
    tag: fc.integer({ min: 2, max: 9 }),
  })
  const isOut = ({ art }: { art: string }): boolean => art === "ausgabe" || art === "korrektur_plus"
  /** The first moment of a day in Celle. */
  const moment = (tag: number) => `2026-10-0${tag - 1}T22:00:00.000Z`
  const stichtage = [undefined, "2026-10-02", "2026-10-05", "2026-10-08"]
  let firmen = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const firma = await yard(app, `alt-${firmen++}`)
      const { token } = firma.admin
      const [kunde_id] = firma.kunden
      const artikel = [firma.leer, firma.flasche, firma.fass]
      for (const { was, art, menge, tag } of steps) {
        const positionen = [{ pfandartikel_id: artikel[was], art, menge }]
        const body = { kunde_id, erfasst_am: moment(tag), grund: "Test", positionen }
        expect((await app.call("POST", "/api/pfandbuchungen", { token, body })).status).toBe(201)
      }
      for (const [i, geraet] of firma.geraete.entries()) {
        const body = { kunde_id, erfasst_am: moment(5 + i) }
        await app.call("POST", `/api/geraete/${geraet}/ausgabe`, { token, body })
      }
      for (const stichtag of stichtage) {
        const heute = stichtag ?? "2026-10-31"
        const expected = ["KASTEN", "FLASCHE", "FASS"].flatMap((nummer, was) => {
          const own = steps.filter((one) => one.was === was && `2026-10-0${one.tag}` <= heute)
          const held = own.reduce((sum, one) => sum + (isOut(one) ? one.menge : -one.menge), 0)
          const pieces = own
            .filter(isOut)
            .toSorted((a, b) => a.tag - b.tag)
            .flatMap(({ menge, tag }) => Array.from({ length: menge }, () => tag))
          const days = Map.groupBy(held > 0 ? pieces.slice(-held) : [], (tag) => tag)
          return [...days].map(([tag, { length }]) => {
            const seit = `2026-10-0${tag}`
            return { nummer, menge: length, wert_cent: length * (amounts[was] ?? 0), seit }
          })
        })
        for (const [nummer, seit] of [
          ["G-1", "2026-10-05"],
          ["G-2", "2026-10-06"],
        ] as const)
          if (seit <= heute) expected.push({ nummer, menge: 1, wert_cent: 5000, seit })
        const posten = listAge(app.deps.system.tenant(firma.id), kunde_id, stichtag)
        expect(
          posten.map(({ nummer, menge, wert_cent, seit }) => ({ nummer, menge, wert_cent, seit })),
        ).toEqual(expected.toSorted((a, b) => (a.seit + a.nummer < b.seit + b.nummer ? -1 : 1)))
        const day = (one: string) => Number(one.slice(-2))
        for (const { tage, seit } of posten) expect(tage).toBe(day(heute) - day(seit))
      }
    }),
    { numRuns: 20 },
  )
}, 120_000)
