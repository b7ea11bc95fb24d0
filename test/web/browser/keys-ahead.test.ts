import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import { hasChromium, hasValue, logIn, open, startDemo } from "./browser.ts"

/** The telephone rings, and somebody types at once: before what they type into has come. */

let demo: Running
let context: BrowserContext
let kunde = ""

/** Holds back the parts whose address fits, until `let` is called. */
async function holdBack(page: Page, part: RegExp): Promise<{ let: () => void }> {
  const gate = Promise.withResolvers<void>()
  await page.route(part, async (route) => {
    await gate.promise
    await route.continue()
  })
  return { let: gate.resolve }
}

/** Opens an address of the office, of which no more has come than the small script of the shell. */
async function openEarly(path: string): Promise<{ page: Page; let: () => void }> {
  const page = await context.newPage()
  const office = await holdBack(page, /\/assets\/buero-[^/]*\.js$/)
  await page.goto(`${demo.url}/buero${path}`, { waitUntil: "commit" })
  await page.waitForFunction(() => "ahead" in globalThis)
  return { page, ...office }
}

/** Until a field has this text. */
async function holds(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => [...document.querySelectorAll("input")].some(({ value }) => value === wanted),
    text,
  )
}

describe.skipIf(!hasChromium)("keys that are typed too early", () => {
  beforeAll(async () => {
    demo = await startDemo()
    context = await logIn(demo, "admin")
    const reply = await context.request.get(`${demo.url}/api/kunden?limit=1`)
    kunde = ((await reply.json()) as { items: { id: string }[] }).items[0]?.id ?? ""
  }, 120_000)
  afterAll(() => context?.close())

  test("before the office has come: Strg+K and a name find it there", async () => {
    const { page, ...office } = await openEarly(`/kunden/${kunde}`)
    await page.keyboard.press("Control+k")
    await page.keyboard.type("Gast haus")
    await page.keyboard.press("Backspace")
    office.let()
    const field = page.getByRole("searchbox", { name: "Suchen", exact: true })
    await field.waitFor()
    await holds(page, "Gast hau")
    await page.keyboard.type("s")
    await holds(page, "Gast haus")
    await page.close()
  }, 120_000)

  test("before the office has come: what is typed stands in the field that gets the focus", async () => {
    const { page, ...office } = await openEarly("/kunden")
    await page.keyboard.type("krone")
    office.let()
    await page.getByRole("searchbox", { name: "Kunden suchen" }).waitFor()
    await holds(page, "krone")
    await page.waitForURL("**/kunden?q=krone")
    await page.close()
  }, 120_000)

  test("before a panel has come: it gets what is typed, and the button is not pressed again", async () => {
    const page = await open(`${demo.url}/buero/kunden/${kunde}`, {}, context)
    const panel = await holdBack(page, /\/assets\/teil-/)
    await page.getByRole("button", { name: "Gerät ausgeben" }).click()
    await page.keyboard.type("Zapf 2")
    panel.let()
    await page.getByRole("combobox", { name: "Gerät" }).waitFor()
    await holds(page, "Zapf 2")
    expect(page.faults).toEqual([])
    await page.close()
  }, 120_000)

  test("nothing that one turns to instead gets it", async () => {
    const page = await open(`${demo.url}/buero/kunden/${kunde}`, {}, context)
    const panel = await holdBack(page, /\/assets\/teil-/)
    await page.getByRole("button", { name: "Gerät ausgeben" }).click()
    await page.keyboard.type("Zapf")
    await page.getByRole("heading", { level: 1 }).click()
    panel.let()
    const field = page.getByRole("combobox", { name: "Gerät" })
    await field.waitFor()
    await field.press("x")
    await hasValue(field, "x")
    await page.close()
  }, 120_000)
})
