import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readErfasstAm } from "../src/api/shared/time.ts"
import { createTestApp } from "./helpers/app.ts"
import { type Yard, yard } from "./helpers/pfand.ts"

/** Days that somebody types by mistake, and moments of telephones that lost their clock. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
})
const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })

describe("a day of another age", () => {
  const asked: [string, (day: string) => Promise<{ status: number }>][] = [
    ["a statement", (von) => call("GET", `kunden/${hof.kunden[0]}/kontoauszug?von=${von}`)],
    ["a balance", (day) => call("GET", `kunden/${hof.kunden[0]}/saldenbestaetigung.pdf?stichtag=${day}`)],
    ["the auditor's export", (von) => call("GET", `pruefexport?von=${von}`)],
    ["the ledger from then on", (von) => call("GET", `pfandbuchungen?von=${von}`)],
    ["the ledger until then", (bis) => call("GET", `pfandbuchungen?bis=${bis}`)],
    ["the log", (von) => call("GET", `protokoll?von=${von}`)],
    ["a tour", (datum) => call("GET", `touren?datum=${datum}`)],
    ["a settlement", (bis) => call("POST", "abrechnungen", { kunde_id: hof.kunden[0], bis })],
    [
      "a delivery",
      (datum) => call("POST", "lieferungen", { kunde_id: hof.kunden[0], datum, positionen: [] }),
    ],
    ["a job", (von) => call("POST", "auftraege", { art: "kontoauszuege", von, bis: "2026-03-01" })],
    ["a count", (datum) => call("POST", "feierabend", { datum, positionen: [] })],
  ]
  for (const [name, ask] of asked)
    test(`is none for ${name}`, async () => {
      for (const day of ["0000-01-01", "0001-01-01", "0026-03-31", "1899-12-31", "9999-12-31"])
        expect([day, (await ask(day)).status]).toEqual([day, 400])
      for (const day of ["1900-01-01", "2999-12-31"]) expect((await ask(day)).status).not.toBe(500)
    })
})

test("a telephone may be five minutes ahead, and not more", () => {
  const now = "2026-03-31T10:00:00.000Z"
  expect(readErfasstAm("2026-03-31T12:05:00.000+02:00", now)).toBe("2026-03-31T10:05:00.000Z")
  expect(() => readErfasstAm("2026-03-31T10:05:00.001Z", now)).toThrow()
})

test("what a telephone without a clock has done is told so, and gets its moment from the service", async () => {
  const kunde_id = hof.kunden[0]
  const things = { pfandartikel_id: hof.leer }
  const book = (erfasst_am: string) =>
    call("POST", "pfandbuchungen", {
      kunde_id,
      erfasst_am,
      positionen: [{ ...things, art: "ausgabe", menge: 1 }],
    })
  const collect = (erfasst_am: string) =>
    app.call("POST", "/api/fahrer/ungeplant", {
      token: hof.fahrer.token,
      body: { kunde_id, erfasst_am, positionen: [{ ...things, ist_ruecknahme: 1 }] },
    })
  for (const send of [book, collect]) {
    for (const moment of ["1970-01-01T00:00:07Z", "1998-03-31T23:59:59.999Z", "0001-01-01T00:00:00Z"]) {
      const { status, body } = await send(moment)
      // The only fault, and at this place: by that the application knows that it may set the moment.
      expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, ["erfasst_am"]])
    }
    expect((await send("1998-04-01T00:00:00Z")).status).toBe(201)
  }
})
