import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test"
import fc from "fast-check"
import { createApp } from "../../../src/app.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** The yearly tax of the simplified procedure (UStAE 10.1 Abs. 8). */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})
let hof: Yard
let [eins, two] = ["", ""]

const call = (method: string, path: string, body?: unknown, token = hof.admin.token) =>
  app.call(method, path, { token, ...(body !== undefined && { body }) })

const book = (kunde_id: string, was: string, art: string, menge: number, erfasst_am: string) =>
  call("POST", "/api/pfandbuchungen", {
    kunde_id,
    erfasst_am,
    grund: "Test",
    positionen: [{ pfandartikel_id: was, art, menge }],
  })

async function csv(jahr: number, { token } = hof.admin): Promise<string[]> {
  const headers = { host: "localhost", authorization: `Bearer ${token}` }
  const request = new Request(`http://localhost/api/jahresausgleich/liste.csv?jahr=${jahr}`, { headers })
  await new Promise(setImmediate)
  const bytes = await (await createApp(app.deps)(request)).bytes()
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split("\r\n")
}

beforeAll(async () => {
  hof = await yard(app, "hof")
  await travel(app, hof, "2026-02-10T10:00:00.000Z")
  ;[eins, two] = hof.kunden as [string, string]
  await call("PATCH", `/api/pfandartikel/${hof.flasche}`, { steuersatz: "ermaessigt" })
  await call("PATCH", `/api/pfandartikel/${hof.fass}`, { ust_klasse: "transporthilfsmittel" })
  await call("PATCH", "/api/tenant", { ust_verfahren: "jahresausgleich" })
  await book(eins, hof.leer, "ausgabe", 10, "2020-10-15T10:00:00.000Z")
  await book(eins, hof.leer, "ausgabe", 20, "2025-03-01T10:00:00.000Z")
  await book(eins, hof.leer, "ruecknahme", 4, "2025-11-01T10:00:00.000Z")
  await book(eins, hof.flasche, "ausgabe", 100, "2025-12-31T22:59:59.999Z")
  await book(eins, hof.flasche, "ausgabe", 7, "2025-12-31T23:00:00.000Z")
  await book(eins, hof.fass, "ausgabe", 3, "2025-05-01T10:00:00.000Z")
  await call("POST", `/api/geraete/${hof.geraete[0]}/ausgabe`, {
    kunde_id: eins,
    erfasst_am: "2025-05-01T10:00:00.000Z",
  })
  await book(two, hof.leer, "ruecknahme", 2, "2025-06-01T10:00:00.000Z")
  await book(two, hof.flasche, "ausgabe", 5, "2025-06-01T10:00:00.000Z")
  await book(two, hof.flasche, "ruecknahme", 5, "2025-06-02T10:00:00.000Z")
})

const saetzeOf = async (jahr: number, kunde_id: string) =>
  (await call("GET", `/api/jahresausgleich?jahr=${jahr}`)).body.items
    .find((one: any) => one.kunde_id === kunde_id)
    .saetze.map((one: any) => [one.satz, one.saldo_cent, one.netto_cent, one.ust_cent, one.brutto_cent])

test("is the deposit on what goods are packed in, by customer and the rate at which it had gone out", async () => {
  expect(await saetzeOf(2025, eins)).toEqual([
    [19, 3000, 3000, 570, 3570],
    [16, 900, 900, 144, 1044],
    [7, 800, 800, 56, 856],
  ])
  expect(await saetzeOf(2025, two)).toEqual([[19, -300, -300, -57, -357]])
})

test("is of the last moment of the year, as the company's clocks had it", async () => {
  expect((await saetzeOf(2026, eins)).at(-1)).toEqual([7, 856, 856, 60, 916])
  expect(await saetzeOf(2024, eins)).toEqual([[16, 1500, 1500, 240, 1740]])
  expect(await saetzeOf(2024, two)).toEqual([])
})

test("tells what was booked into a year after its end, of which a list that was saved before knows nothing", async () => {
  const later = async (jahr: number) => (await call("GET", `/api/jahresausgleich/nachtrag?jahr=${jahr}`)).body
  const zuletzt_am = expect.stringMatching(/^2026-02-10T/)
  expect(await later(2025)).toEqual({ stichtag: "2025-12-31", anzahl: 7, summe_cent: 4400, zuletzt_am })
  expect(await later(2024)).toEqual({ stichtag: "2024-12-31", anzahl: 1, summe_cent: 1500, zuletzt_am })
  expect(await later(2026)).toMatchObject({ anzahl: 0, summe_cent: 0, zuletzt_am: null })
})

test("leaves out of that what was taxed when it went out, as the list does", async () => {
  const firma = await yard(app, "gewechselt")
  const as = (method: string, path: string, body?: object) => call(method, path, body, firma.admin.token)
  const issue = (menge: number, day: string) =>
    as("POST", "/api/pfandbuchungen", {
      kunde_id: firma.kunden[0],
      erfasst_am: `${day}T10:00:00.000Z`,
      grund: "Test",
      positionen: [{ pfandartikel_id: firma.leer, art: "ausgabe", menge }],
    })
  await travel(app, firma, "2025-05-01T10:00:00.000Z")
  await issue(1, "2025-04-01")
  await as("PATCH", "/api/tenant", { ust_verfahren: "jahresausgleich" })
  await travel(app, firma, "2026-02-10T10:00:00.000Z")
  await issue(10, "2025-03-01")
  await issue(2, "2025-06-01")
  const booked = async () => {
    const { anzahl, summe_cent } = (await as("GET", "/api/jahresausgleich/nachtrag?jahr=2025")).body
    const [{ saetze }] = (await as("GET", "/api/jahresausgleich?jahr=2025")).body.items
    return [anzahl, summe_cent, saetze.map((one: any) => one.saldo_cent)]
  }
  expect(await booked()).toEqual([1, 300, [300]])
  await as("PATCH", "/api/tenant", { ust_verfahren: "laufend" })
  expect(await booked()).toEqual([2, 1800, [1650, 300]])
})

test("is a table with a sum for each rate, of which the VAT is reckoned once", async () => {
  expect(await csv(2025)).toEqual([
    "\ufeffStichtag;Kundennummer;Kunde;Steuersatz;Pfandsaldo;Netto;Umsatzsteuer;Brutto;Davon verloren;Verfahren",
    "31.12.2025;K-1;Gasthaus 1;19;30,00;30,00;5,70;35,70;0,00;jahresausgleich",
    "31.12.2025;K-1;Gasthaus 1;16;9,00;9,00;1,44;10,44;0,00;jahresausgleich",
    "31.12.2025;K-1;Gasthaus 1;7;8,00;8,00;0,56;8,56;0,00;jahresausgleich",
    "31.12.2025;K-2;Gasthaus 2;19;-3,00;-3,00;-0,57;-3,57;0,00;jahresausgleich",
    "31.12.2025;;Summe;19;27,00;27,00;5,13;32,13;0,00;jahresausgleich",
    "31.12.2025;;Summe;16;9,00;9,00;1,44;10,44;0,00;jahresausgleich",
    "31.12.2025;;Summe;7;8,00;8,00;0,56;8,56;0,00;jahresausgleich",
    "",
  ])
  expect((await csv(2026))[1]).toStartWith("10.02.2026;K-1;")
})

test("takes the VAT out where deposits were agreed gross", async () => {
  const brutto = await yard(app, "brutto")
  const { token } = brutto.admin
  await call("PATCH", "/api/tenant", { preise: "brutto" }, token)
  const positionen = [{ pfandartikel_id: brutto.leer, art: "ausgabe", menge: 20 }]
  await call("POST", "/api/pfandbuchungen", { kunde_id: brutto.kunden[0], positionen }, token)
  const [zeile] = (await call("GET", "/api/jahresausgleich?jahr=2026", undefined, token)).body.items
  expect(zeile.saetze).toEqual([
    {
      satz: 19,
      ust_verfahren: "laufend",
      saldo_cent: 3000,
      verloren_cent: 0,
      netto_cent: 2521,
      ust_cent: 479,
      brutto_cent: 3000,
    },
  ])
})

test("names every customer of a large company once, and sums rates up from the highest", async () => {
  const large = await yard(app, "gross")
  const { token } = large.admin
  await call("PATCH", `/api/pfandartikel/${large.flasche}`, { steuersatz: "keine" }, token)
  await call("PATCH", `/api/pfandartikel/${large.fass}`, { steuersatz: "ermaessigt" }, token)
  const issue = async (kunde_id: string, pfandartikel_id: string, menge: number) => {
    const positionen = [{ pfandartikel_id, art: "ausgabe", menge }]
    expect((await call("POST", "/api/pfandbuchungen", { kunde_id, positionen }, token)).status).toBe(201)
  }
  const lose = async (kunde_id: string, pfandartikel_id: string) => {
    const loss = { kunde_id, pfandartikel_id, menge: 1 }
    expect((await call("POST", "/api/pfandverluste", loss, token)).status).toBe(201)
  }
  const names: string[] = []
  for (let nr = 1; nr <= 53; nr++) {
    const kunde = await call("POST", "/api/kunden", { name: `Wirt ${nr}` }, token)
    names.push(`Wirt ${nr}`)
    // The customer who owes most comes first, with rates that are not the highest.
    if (nr === 1) await issue(kunde.body.id, large.flasche, 9999)
    if (nr === 2) await issue(kunde.body.id, large.fass, 20)
    if (nr > 2) await issue(kunde.body.id, large.leer, 1)
    if (nr > 51) await lose(kunde.body.id, large.leer)
  }
  const rows = (await csv(2026, large.admin)).slice(1, -1).map((line) => line.split(";"))
  expect(
    rows
      .slice(0, -3)
      .map(([, , name]) => name)
      .toSorted(),
  ).toEqual(names.toSorted())
  expect(rows.slice(-3).map((row) => [...row.slice(2, 5), row.at(-2)])).toEqual([
    ["Summe", "19", "76,50", "3,00"],
    ["Summe", "7", "600,00", "0,00"],
    ["Summe", "ohne", "799,92", "0,00"],
  ])
})

test("is there from the first day of a year", async () => {
  const neujahr = await yard(app, "neujahr")
  await travel(app, neujahr, "2026-01-01T10:00:00.000Z")
  const at = (jahr: number) =>
    call("GET", `/api/jahresausgleich?jahr=${jahr}`, undefined, neujahr.admin.token)
  expect([(await at(2026)).status, (await at(2027)).status]).toEqual([200, 400])
  setSystemTime(new Date("2026-02-10T10:00:00.000Z"))
})

test("is refused for a year to come, and without one", async () => {
  const future = await call("GET", "/api/jahresausgleich?jahr=2027")
  expect([future.status, future.body.errors[0]]).toMatchObject([
    400,
    { location: "query", path: "jahr", msg: "liegt in der Zukunft" },
  ])
  expect((await call("GET", "/api/jahresausgleich/liste.csv?jahr=2027")).status).toBe(400)
  expect((await call("GET", "/api/jahresausgleich")).status).toBe(400)
})

test("whatever is booked: the rates of all customers together are the ledger's", async () => {
  const step = fc.record({
    wer: fc.nat({ max: 1 }),
    was: fc.nat({ max: 2 }),
    art: fc.constantFrom("ausgabe", "ausgabe", "ruecknahme", "korrektur_plus", "korrektur_minus"),
    menge: fc.integer({ min: 1, max: 40 }),
    am: fc.constantFrom("2020-09-01", "2021-02-01", "2024-12-31", "2025-12-31", "2026-01-02"),
  })
  let firmen = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const firma = await yard(app, `firma-${firmen++}`)
      const as = (method: string, path: string, body?: unknown) => call(method, path, body, firma.admin.token)
      await as("PATCH", `/api/pfandartikel/${firma.flasche}`, { steuersatz: "ermaessigt" })
      let sum = 0
      for (const { wer, was, art, menge, am } of steps) {
        const pfandartikel_id = [firma.leer, firma.flasche, firma.fass][was]
        const { body } = await as("POST", "/api/pfandbuchungen", {
          kunde_id: firma.kunden[wer],
          erfasst_am: `${am}T10:00:00.000Z`,
          grund: "Test",
          positionen: [{ pfandartikel_id, art, menge }],
        })
        if (am < "2026") sum += body.buchungen[0].summe_cent
      }
      const { items } = (await as("GET", "/api/jahresausgleich?jahr=2025")).body
      const cents = items.flatMap(({ saetze }: any) => saetze.map((one: any) => one.saldo_cent))
      expect(cents.reduce((all: number, cent: number) => all + cent, 0)).toBe(sum)
    }),
    { numRuns: 15 },
  )
}, 120_000)
