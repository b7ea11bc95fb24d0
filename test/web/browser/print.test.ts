import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { addDays } from "../../../src/lib/day.ts"
import { today } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import { pdfInfo, pdfPages } from "../../helpers/pdf.ts"
import { ask, hasChromium, logIn, open, openWithClock, startDemo, WATCH } from "./browser.ts"

/** Chromium puts a variable font's letters on paper as drawings: what reads them sees a gap between some. */
const unspaced = (text: string): string => text.replaceAll(/\s/g, "")

/** Lists on paper, as the browser makes it. */
describe.skipIf(!hasChromium)("a printed list", () => {
  let demo: Running
  let office: BrowserContext
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
  }, 120_000)

  /**
   * @param slower by how much the machine is slower than this one
   * @returns what each page says
   */
  async function printed(path: string, slower = 1): Promise<string[]> {
    const page = await open(`${demo.url}/buero${path}`, {}, office)
    const session = await office.newCDPSession(page)
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower })
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "ja")
    })
    await page.getByRole("row").nth(1).waitFor()
    await page.keyboard.press("Control+p")
    await page.locator("body[data-printed]").waitFor({ timeout: 60_000 })
    const pdf = await page.pdf({ preferCSSPageSize: true })
    await page.close()
    const [size] = pdfInfo(pdf).pages
    expect(size!.map(Math.round).toSorted()).toEqual([595, 842])
    return pdfPages(pdf)
  }
  const read = async (path: string): Promise<any> =>
    (await office.request.get(`${demo.url}/api${path}`)).json()

  test("names every customer, and has no filter's box", async () => {
    const { items, total } = await read("/pfandalter?limit=200&total=true")
    expect(total).toBeGreaterThan(50)
    const text = (await printed("/salden")).join("\n")
    const missing = items.filter(({ name }: { name: string }) => !unspaced(text).includes(unspaced(name)))
    expect(missing).toEqual([])
    expect(text).toMatch(/Stand \d\d\.\d\d\.\d{4}, \d\d:\d\d, \d+ Zeilen\n/)
    expect(text).not.toContain("Alter (CSV)")
  }, 120_000)

  test("is read anew where a refresh left it out, as it was out of sight", async () => {
    for (let nr = 0; nr < 80; nr++) await ask(office, "/kunden", "POST", { name: `Zum Zapfhahn ${nr}` })
    const { items } = await read("/kunden?limit=1&aktiv=1")
    const page = await openWithClock(`${demo.url}/buero/kunden`, office)
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "ja")
    })
    await page.getByText(items[0].name).first().waitFor()
    const rows = page.locator(".table-body")
    const height = () => rows.evaluate((body) => body.clientHeight)
    await until("three pages are there", async () => {
      await page.locator("[role=grid]").evaluate((grid) => (grid.scrollTop = grid.scrollHeight))
      expect(await height()).toBeGreaterThan(4000)
    })
    await ask(office, `/kunden/${items[0].id}`, "PATCH", { ort: "Druckhausen" })
    const again = page.waitForResponse((one) => /\/api\/kunden\?/.test(one.url()))
    await page.clock.fastForward(WATCH)
    await again
    await page.keyboard.press("Control+p")
    await page.locator("body[data-printed]").waitFor({ timeout: 60_000 })
    await page.emulateMedia({ media: "print" })
    expect(pdfPages(await page.pdf()).join("\n")).toContain("Druckhausen")
    await page.close()
  }, 120_000)

  test("names the articles of the ledger, of one customer if it is filtered so", async () => {
    const { items } = await read("/pfandbuchungen?limit=1")
    const [{ kunde_id, kunde_name }] = items
    const text = (await printed(`/pfandbuch?kunde=${kunde_id}`)).join("\n")
    const all = await read(`/pfandbuchungen?kunde_id=${kunde_id}&limit=200`)
    const names = new Set<string>(all.items.map(({ bezeichnung }: { bezeichnung: string }) => bezeichnung))
    expect([...names].filter((name) => !unspaced(text).includes(unspaced(name)))).toEqual([])
    expect(text).toContain(kunde_name)
  }, 120_000)

  test("is read to its end on a slow machine too, where rows are still drawn when others come", async () => {
    const since = `von=${addDays(today(), -42)}`
    const { total } = await read(`/lieferungen?limit=1&total=true&${since}`)
    expect(total).toBeGreaterThan(200)
    const [, rows] = (await printed(`/lieferungen?${since}`, 4))[0]!.match(/, (\d+) Zeilen\n/) ?? []
    expect(Number(rows)).toBe(total)
  }, 120_000)

  test("has the customer's name at the head of each page", async () => {
    const pages = await printed(`/pfandbuch?von=${addDays(today(), -14)}`)
    expect(pages.length).toBeGreaterThan(5)
    const rows = pages.map(
      (page) =>
        page
          .split("Betrag\n")[1]
          ?.split("\n")
          .find((line) => line.trim()) ?? "",
    )
    expect(rows.filter((row) => !/^\S/.test(row))).toEqual([])
  }, 120_000)
})
