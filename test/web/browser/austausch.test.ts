import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import {
  goTo,
  hasChromium,
  logIn,
  open,
  pictures,
  sharedPageAnew,
  startDemo,
  type Watched,
} from "./browser.ts"
import { logInOperator } from "./operator.ts"

let demo: Running
let context: BrowserContext
const page = (search = ""): Promise<Watched> => sharedPageAnew(`/buero/austausch${search}`, context)

/** @returns what the browser would save */
async function saved(view: Watched, button: string | RegExp): Promise<{ name: string; text: string }> {
  const download = view.waitForEvent("download")
  await view.getByRole("button", { name: button }).click()
  const file = await download
  const bytes = await Bun.file(await file.path()).bytes()
  // With the mark at its beginning, if there is one.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
  return { name: file.suggestedFilename(), text }
}

describe.skipIf(!hasChromium)("export", () => {
  beforeAll(async () => {
    demo = await startDemo()
    context = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => context?.close())

  test("lists are saved under their names, and what an auditor asks for", async () => {
    const view = await page()
    const kunden = await saved(view, "Kunden exportieren")
    expect(kunden.name).toMatch(/^kunden-\d{4}-\d\d-\d\d\.csv$/)
    expect(kunden.text).toContain("Landgasthof Adler")
    for (const name of ["Pfandartikel", "Geräte", "Mitarbeiter", "Bestände", "Pfandsalden"]) {
      expect((await saved(view, `${name} exportieren`)).text.split("\n").length).toBeGreaterThan(5)
    }
    expect((await saved(view, "Prüferexport (ZIP)")).name).toMatch(/^Pruefexport .*\.zip$/)
    expect((await saved(view, "Verfahrensdokumentation (PDF)")).text.startsWith("%PDF")).toBe(true)
    expect(view.faults).toEqual([])
  }, 120_000)

  test("an auditor gets nothing of a period that is none", async () => {
    const view = await page()
    const type = async (name: string, digits: string) => {
      await view.getByRole("group", { name, exact: true }).getByRole("spinbutton").first().click()
      await view.keyboard.type(digits)
    }
    const button = view.getByRole("button", { name: "Prüferexport (ZIP)" })
    await type("Bis", "31022026")
    await button.click()
    await view.getByText("Den 31.02.2026 gibt es nicht").waitFor()
    await view.waitForFunction(() => document.activeElement?.closest("[data-field=bis]"))
    await type("Bis", "01011990")
    await view.keyboard.press("Enter")
    await view.getByText("liegt vor dem Beginn").waitFor()
    expect(await button.isDisabled()).toBe(true)
    await pictures(view, "austausch-zeitraum", [1440, 390])
  }, 60_000)

  test("a list is taken along as it is filtered", async () => {
    const view = await sharedPageAnew("/buero/kunden?q=adler", context)
    const { name, text } = await saved(view, "Diese Liste für Excel speichern")
    expect([name.endsWith(".xlsx"), text.startsWith("PK")]).toEqual([true, true])
    expect(view.faults).toEqual([])
  }, 120_000)

  test("the office exports, and is not offered what it may not", async () => {
    const view = await open(`${demo.url}/buero/austausch`, {}, await logIn(demo, "buero"))
    await view.getByText("Nicht dabei: Kunden, Standorte und Mitarbeiter, denn").waitFor()
    await view.getByRole("button", { name: "Geräte exportieren" }).waitFor()
    const hidden = view.getByRole("button", { name: /Kunden exportieren|Prüferexport/ })
    expect(await hidden.count()).toBe(0)
    expect(view.faults).toEqual([])
  }, 120_000)

  test("an operator exports from the company acted for", async () => {
    const operator = await logInOperator(demo)
    const view = await open(`${demo.url}/buero/austausch`, {}, operator)
    await view.getByRole("rowheader", { name: "Getränke Sommer GmbH" }).click()
    await view.getByText("Sie handeln für").waitFor()
    await goTo(view, "/buero/austausch")
    expect((await saved(view, "Kunden exportieren")).text).toContain("Landgasthof Adler")
    expect(view.faults).toEqual([])
  }, 120_000)
})
