import { afterAll, afterEach, beforeEach, expect, setSystemTime, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** The days of a company in Berlin, on a server whose clock says what we want. */

const app = createTestApp()
afterAll(app.close)
afterEach(() => {
  setSystemTime()
})
let hof: Yard
let token: string
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  await itIs("2026-03-28T12:00:00Z")
})

/** A log-in lasts for a day only. */
async function itIs(time: string): Promise<void> {
  setSystemTime(new Date(time))
  token = (await app.account(hof.id, "admin")).token
}

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token, ...(body && { body }) })
const plane = async (datum: string, more: object = {}) =>
  (await call("POST", "lieferungen", { kunde_id: hof.kunden[0], datum, positionen: [], ...more })).body.id
const stopps = async (datum: string) =>
  ((await call("GET", `touren?datum=${datum}`)).body.touren[0]?.stopps ?? []) as {
    lieferung_id: string
    verspaetet: boolean
  }[]
const late = async (datum: string, at: string) => {
  await itIs(at)
  return (await stopps(datum)).map((stopp) => stopp.verspaetet)
}

test("a stop is late from the minute after its time, in summer time and in winter time", async () => {
  // In the night to 29 March the clocks go forward.
  for (const [datum, zone] of [
    ["2026-03-28", "+01:00"],
    ["2026-03-29", "+02:00"],
  ] as const) {
    await plane(datum, { zeit_bis: "11:00" })
    expect(await late(datum, `${datum}T11:00:59${zone}`)).toEqual([false])
    expect(await late(datum, `${datum}T11:01:00${zone}`)).toEqual([true])
  }
})

test("one without a time is late when its day is over where the company is, not in Greenwich", async () => {
  await plane("2026-03-28")
  expect(await late("2026-03-28", "2026-03-28T22:59:00Z")).toEqual([false])
  expect(await late("2026-03-28", "2026-03-28T23:00:00Z")).toEqual([true])
  await plane("2026-03-30", { zeit_bis: "00:30" })
  expect(await late("2026-03-30", "2026-03-29T21:59:00Z")).toEqual([false])
  expect(await late("2026-03-30", "2026-03-29T22:31:00Z")).toEqual([true])
})

test("one that was set off to is late as well, as long as nobody is done there", async () => {
  const datum = "2026-03-28"
  const id = await plane(datum, { zeit_bis: "14:00" })
  await call("POST", `lieferungen/${id}/start`, {})
  expect(await late(datum, "2026-03-28T14:01:00+01:00")).toEqual([true])
  await call("POST", `lieferungen/${id}/abschluss`, { positionen: [] })
  expect(await late(datum, "2026-03-28T14:02:00+01:00")).toEqual([false])
})

test("what is done, failed or cancelled is not late, and what is cancelled is not in the tour", async () => {
  const datum = "2026-03-28"
  const [done, failed, cancelled] = [await plane(datum), await plane(datum), await plane(datum)]
  for (const id of [done, failed]) await call("POST", `lieferungen/${id}/start`, {})
  await call("POST", `lieferungen/${done}/abschluss`, { positionen: [] })
  await call("POST", `lieferungen/${failed}/fehlschlag`, { grund: "zu" })
  await call("POST", `lieferungen/${cancelled}/storno`, {})
  expect(await late(datum, "2026-03-29T12:00:00Z")).toEqual([false, false])
  expect((await stopps(datum)).map(({ lieferung_id }) => lieferung_id)).toEqual([done, failed])
})

test("a list tells to load what is open of earlier days as well, as much as the evening then expects", async () => {
  const fahrer_id = hof.fahrer.id
  const crates = (soll_ausgabe: number) => ({
    fahrer_id,
    positionen: [{ pfandartikel_id: hof.kasten, soll_ausgabe }],
  })
  for (const [datum, pieces] of [
    ["2026-03-20", 1000],
    ["2026-03-21", 20],
    ["2026-03-28", 40],
    ["2026-03-29", 3],
  ] as const)
    await plane(datum, crates(pieces))
  const list = async (datum: string, name: string) =>
    pdfText((await call("GET", `touren/${datum}/${fahrer_id}/${name}.pdf`)).bytes)
  const load = await list("2026-03-28", "ladeliste")
  expect(load).toContain("BIER Kasten Bier 60 [ ]")
  expect(load).toContain("Tag Kunde Laden 21.03.2026 Gasthaus 1 20 × Kasten Bier")
  const { positionen } = (await call("GET", `feierabend/erwartet?datum=2026-03-28&fahrer_id=${fahrer_id}`))
    .body
  expect(positionen).toMatchObject([{ art: "ware", erwartet: 60 }])
  const stops = await list("2026-03-28", "tourenliste")
  expect(stops).toMatch(/Noch offen von früheren Tagen .* 21.03.2026 Gasthaus 1 20 × Kasten Bier/)
  // What today still drives is not left over tomorrow, and what is too old is in nobody's list.
  expect(await list("2026-03-29", "ladeliste")).toContain("BIER Kasten Bier 3 [ ]")
  await itIs("2026-03-29T12:00:00Z")
  expect(await list("2026-03-29", "ladeliste")).toContain("BIER Kasten Bier 43 [ ]")
})

test("a list is printed for whoever drives, and its file has a name that file systems take", async () => {
  const password = "ein gutes Kennwort"
  for (const name of ["𝕏".repeat(99), `a${"𝕏".repeat(99)}`, "../../etc/passwd", '"; filename="x.exe']) {
    const email = `${Bun.randomUUIDv7()}@hof.example`
    const fahrer = await call("POST", "mitarbeiter", { email, name, rolle: "fahrer", password })
    await plane("2026-03-28", { fahrer_id: fahrer.body.id })
    for (const list of ["ladeliste", "tourenliste", "feierabend"]) {
      const { status, headers } = await call("GET", `touren/2026-03-28/${fahrer.body.id}/${list}.pdf`)
      const [, coded = ""] =
        /^attachment; filename\*=UTF-8''(\S+)$/.exec(headers.get("content-disposition") ?? "") ?? []
      const file = decodeURIComponent(coded)
      expect([name, list, status, /[/\\"]/.test(file)]).toEqual([name, list, 200, false])
      expect(Buffer.byteLength(file)).toBeLessThan(230)
      expect(file).toEndWith(".pdf")
    }
  }
})
