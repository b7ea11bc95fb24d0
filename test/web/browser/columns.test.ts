import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Locator } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import { ask, hasChromium, logIn, sharedPage, show, startDemo } from "./browser.ts"

/** At a desk, names have the room that other columns do not need. */

let demo: Running
let admin: BrowserContext

const widthOf = async (cell: Locator): Promise<number> => (await cell.boundingBox())?.width ?? 0

describe.skipIf(!hasChromium)("a table at 1440 px", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => admin?.close())

  const post = (path: string, data: object) =>
    admin.request.post(`${demo.url}/api${path}`, { data, headers: { "sec-fetch-site": "same-origin" } })

  test("gives a long name what short addresses do not need", async () => {
    const name = "Gasthaus und Pension Zum Goldenen Hirschen an der Alten Salzstraße in Lüneburg"
    await post("/mitarbeiter", {
      name,
      email: "m@hof.example",
      rolle: "user",
      password: "ein gutes Kennwort",
    })
    const page = await sharedPage("/buero/mitarbeiter", admin)
    await page.getByRole("rowheader", { name }).waitFor()
    const [names, addresses] = ["Name", "E-Mail"].map((head) =>
      page.getByRole("columnheader", { name: head, exact: true }),
    )
    expect(await widthOf(names!)).toBeGreaterThan(2 * (await widthOf(addresses!)))
    const cut = await page
      .getByRole("rowheader", { name })
      .locator(".cut")
      .evaluate((cell) => cell.scrollWidth > cell.clientWidth)
    expect(cut).toBe(false)
    expect(page.faults).toEqual([])
  }, 120_000)

  test("and on smaller screens cuts no amount, however large", async () => {
    const kunde = await ask(admin, "/kunden", "POST", { name: "Großabnehmer" })
    const { items } = await ask(admin, "/pfandartikel?art=gebinde&limit=1")
    const positionen = [{ pfandartikel_id: items[0].id, art: "ruecknahme", menge: 100_000 }]
    await ask(admin, "/pfandbuchungen", "POST", { kunde_id: kunde.id, positionen })
    const page = await sharedPage(`/buero/pfandbuch?kunde=${kunde.id}`, admin)
    const amounts = page.locator(".table-body .figures .cut").filter({ hasText: /−\d{3}\.\d{3},\d{2}/ })
    for (const width of [1440, 1024, 390] as const) {
      await show(page, { width })
      await amounts.first().waitFor()
      const cut = await amounts.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
      )
      expect([width, cut]).toEqual([width, []])
    }
    expect(page.faults).toEqual([])
  }, 120_000)

  test("has no column in which nothing stands", async () => {
    const page = await sharedPage("/buero/abrechnungen/lauf", admin)
    await page.getByRole("rowheader").first().waitFor()
    const empty = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('.table-body [role="row"]')]
      return [...document.querySelectorAll('[role="columnheader"]')]
        .filter((_, i) => rows.every((row) => row.children[i]?.textContent === ""))
        .map((head) => head.textContent)
    })
    expect(empty).toEqual([])
  }, 120_000)
})
