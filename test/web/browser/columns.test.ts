import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Locator } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import { hasChromium, logIn, open, startDemo } from "./browser.ts"

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
    const page = await open(`${demo.url}/buero/mitarbeiter`, {}, admin)
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
    await page.close()
  }, 120_000)

  test("has no column in which nothing stands", async () => {
    const page = await open(`${demo.url}/buero/abrechnungen/lauf`, {}, admin)
    await page.getByRole("rowheader").first().waitFor()
    const empty = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('.table-body [role="row"]')]
      return [...document.querySelectorAll('[role="columnheader"]')]
        .filter((_, i) => rows.every((row) => row.children[i]?.textContent === ""))
        .map((head) => head.textContent)
    })
    expect(empty).toEqual([])
    await page.close()
  }, 120_000)
})
