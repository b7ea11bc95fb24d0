import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createApp } from "../../src/app.ts"
import { createTestApp } from "../helpers/app.ts"
import { readCodes } from "../helpers/codes.ts"
import { type Picture, pdfPictures } from "../helpers/pdf.ts"
import { type Yard, yard } from "../helpers/pfand.ts"

/** Labels, looked at as they come out of a printer: read back by what reads them on a telephone. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
const codes: string[] = []
beforeAll(async () => {
  hof = await yard(app, "hof")
  for (let nr = 10; nr < 65; nr++) {
    const geraetenummer = `K-${nr} Ü/${"9".repeat(nr % 9)}`
    const barcode = nr % 2 === 0 ? { barcode: `40000000${nr}` } : {}
    await call("POST", "geraete", {
      geraetenummer,
      typ: "Kühler",
      bezeichnung: "Flaschenkühler mit sehr langem Namen 320 l",
      ...barcode,
    })
    codes.push(barcode.barcode ?? geraetenummer)
  }
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.user.token, ...(body && { body }) })

async function pdf(path: string): Promise<Uint8Array> {
  const headers = { host: "localhost", authorization: `Bearer ${hof.user.token}` }
  await new Promise(setImmediate)
  const reply = await createApp(app.deps)(new Request(`http://localhost/api/${path}`, { headers }))
  expect([path, reply.status, reply.headers.get("content-type")]).toEqual([path, 200, "application/pdf"])
  return reply.bytes()
}

/** Half of what printers do: finding codes takes four times as long in twice as many dots. */
const DPI = 150
type Code = { text: string; /** In mm, of its upper left corner. */ x: number; y: number }
type Page = { codes: Code[]; breite: number; hoehe: number }

/** @returns what a scanner finds on each page of a printed PDF, row by row */
const scanned = (bytes: Uint8Array): Promise<Page[]> => Promise.all(pdfPictures(bytes, DPI).map(scan))

async function scan(page: Picture): Promise<Page> {
  const mm = (dots: number): number => (dots / DPI) * 25.4
  const found = await readCodes(page)
  const placed = found.map(({ text, position: { topLeft } }) => ({
    text,
    x: mm(topLeft.x),
    y: mm(topLeft.y),
  }))
  const rows = placed.toSorted((a, b) => Math.round((a.y - b.y) / 5) || a.x - b.x)
  return { codes: rows, breite: mm(page.width), hoehe: mm(page.height) }
}
const textsOf = (pages: Page[]): string[] => pages.flatMap((page) => page.codes.map(({ text }) => text))

describe("labels", () => {
  test("of a filtered list are read back from the picture of the page, in its order, on 4 × 12 and 3 × 8", async () => {
    const pages = await scanned(await pdf("geraete/etiketten.pdf?typ=K%C3%BChler&form=4x12"))
    expect(pages.map((page) => page.codes.length)).toEqual([48, 7])
    expect(textsOf(pages)).toEqual(codes)
    const [{ breite, hoehe } = { breite: 0, hoehe: 0 }] = pages
    expect([Math.round(breite), Math.round(hoehe)]).toEqual([210, 297])
    const large = await scanned(await pdf("geraete/etiketten.pdf?typ=K%C3%BChler&form=3x8"))
    expect(large.map((page) => page.codes.length)).toEqual([24, 24, 7])
    // And each is found by what a scanner reads of it.
    for (const code of codes.slice(0, 3))
      expect((await call("GET", `geraete/code/${encodeURIComponent(code)}`)).status).toBe(200)
    // Those that were ticked, whatever else the list shows.
    const ticked = (await call("GET", "geraete?q=K-1&limit=5")).body.items.map(({ id }: { id: string }) => id)
    const some = textsOf(await scanned(await pdf(`geraete/etiketten.pdf?form=3x8&ids=${ticked.slice(1, 4)}`)))
    expect([some.length, some.every((code) => codes.includes(code))]).toEqual([3, true])
    const artikel = await scanned(await pdf("pfandartikel/etiketten.pdf?aktiv=1&form=3x8"))
    expect(textsOf(artikel)).toEqual(["BIER", "FASS", "FLASCHE", "KASTEN"])
  }, 120_000)

  test("stand where the sheet has its labels, from the first free place on, moved by what the printer is off", async () => {
    const first = async (query: string): Promise<Code> =>
      (await scanned(await pdf(`geraete/etiketten.pdf?q=K-10&${query}`)))[0]!.codes[0]!
    const at = await first("form=4x12")
    // Fourth column, second row.
    const later = await first("form=4x12&start=8")
    expect(later.x - at.x).toBeCloseTo(3 * 48.3, 0)
    expect(later.y - at.y).toBeCloseTo(21.2, 0)
    const moved = await first("form=4x12&versatz_x=15&versatz_y=-22")
    expect(Math.abs(moved.x - at.x - 1.5)).toBeLessThan(0.2)
    expect(Math.abs(moved.y - at.y + 2.2)).toBeLessThan(0.2)
    const own = await first("form=eigen&spalten=2&zeilen=4&breite=990&hoehe=677&links=40&oben=80&start=2")
    expect(own.x).toBeGreaterThan(4 + 99)
    expect(own.x).toBeLessThan(4 + 99 + 12)
  }, 120_000)

  test("of a roll are one page each, in its width", async () => {
    for (const geraetenummer of ["Z-1", "Z-2"])
      await call("POST", "geraete", { geraetenummer, typ: "Zapfanlage", bezeichnung: "Zapfanlage" })
    for (const [form, breite, hoehe] of [
      ["rolle24", 50, 24],
      ["rolle62", 62, 29],
    ] as const) {
      const pages = await scanned(await pdf(`geraete/etiketten.pdf?status=lager&typ=Zapfanlage&form=${form}`))
      expect(textsOf(pages)).toEqual(["Z-1", "Z-2"])
      expect(pages.map((page) => [Math.round(page.breite), Math.round(page.hoehe)])).toEqual([
        [breite, hoehe],
        [breite, hoehe],
      ])
    }
  }, 120_000)
})

test("what fits on no sheet, or is nothing, is said", async () => {
  const refused = async (query: string) => {
    const { status, body } = await call("GET", `geraete/etiketten.pdf?${query}`)
    return [status, body.error ?? body.errors[0].path]
  }
  expect(await refused("form=eigen&spalten=4")).toEqual([400, "form"])
  expect(await refused("form=eigen&spalten=4&zeilen=2&breite=600&hoehe=300")).toEqual([400, "breite"])
  expect(await refused("form=eigen&spalten=2&zeilen=9&breite=600&hoehe=350")).toEqual([400, "hoehe"])
  expect(await refused("form=3x8&start=25")).toEqual([400, "start"])
  const ids = "01936d8e-7f00-7000-8000-000000000001"
  expect(await refused(`q=K-10&ids=${ids}`)).toEqual([400, "ids"])
  expect(await refused(`ids=${ids},`)).toEqual([400, "ids"])
  expect(await refused("q=gibtesnicht")).toEqual([409, "Diese Auswahl ist leer: kein Etikett zu drucken"])
})
