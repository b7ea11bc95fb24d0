import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import { pdfInfo, pdfText } from "../../helpers/pdf.ts"
import { barriers, hasChromium, logIn, open, picture, show, startDemo } from "./browser.ts"

/** Labels for what a list shows, from the office's pages. */

describe.skipIf(!hasChromium)("labels", () => {
  let demo: Running
  let office: BrowserContext
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
  }, 120_000)
  afterAll(() => office?.close())

  test("are printed of the devices that are found, on paper of one's own measures", async () => {
    const list = await open(`${demo.url}/buero/geraete?q=k-00`, {}, office)
    await list.getByRole("rowheader", { name: "K-001" }).waitFor()
    await list.getByRole("button", { name: "Etiketten", exact: true }).click()
    await list.getByText(/^\d+ Etiketten: alles, was die Liste zeigt/).waitFor()
    await list.getByRole("button", { name: /Papier/ }).click()
    await list.getByRole("option", { name: "Bogen A4, eigene Maße" }).click()
    await list.getByLabel("Breite in mm").fill("70,25")
    await list.getByText("höchstens eine Stelle nach dem Komma").waitFor()
    const print = list.getByRole("button", { name: "Etiketten als PDF" })
    expect(await print.isDisabled()).toBe(true)
    await list.getByText("Noch nicht zu drucken: bitte Breite berichtigen.").waitFor()
    await list.getByLabel("Breite in mm").fill("5")
    const field = list.locator("[data-field=breite]")
    await field.getByText("Bitte ein Maß von 15 bis 210 mm").waitFor()
    // No sheet is so wide: the service says it, of its own field.
    await list.getByLabel("Breite in mm").fill("90")
    await print.click()
    await field.getByText("so breit ist kein Blatt A4 (210 mm)").waitFor()
    await list.getByText("Noch nicht zu drucken: bitte Breite berichtigen.").waitFor()
    await picture(list, "etiketten-zu-breit")
    expect(list.faults.splice(0).every((fault) => fault.includes("status of 400"))).toBe(true)
    await list.getByLabel("Breite in mm").fill("69,9")
    await list.getByText("Noch nicht zu drucken").waitFor({ state: "hidden" })
    await list.getByLabel("Nach unten in mm").fill("-1,5")
    // Where a sheet that was begun goes on: on none with so many.
    const begun = list.getByLabel("Erster freier Platz")
    for (const [place, fits] of [
      ["500", true],
      ["501", false],
      ["1", true],
    ] as const) {
      await begun.fill(place)
      await until(`${place} is read`, async () => expect(await print.isEnabled()).toBe(fits))
    }
    expect(await barriers(list)).toEqual([])
    for (const width of [1440, 1024, 390] as const) {
      await show(list, { width, dark: width === 1024 })
      await picture(list, `etiketten-${width}`)
    }
    await show(list, {})
    const [download] = await Promise.all([list.waitForEvent("download"), print.click()])
    expect(download.suggestedFilename()).toMatch(/^Etiketten Geräte .+\.pdf$/)
    const bytes = await Bun.file(await download.path()).bytes()
    expect(pdfInfo(bytes).pages.length).toBe(1)
    expect(pdfText(bytes)).toContain("K-008")
    expect(list.faults).toEqual([])
  }, 120_000)

  test("are printed of articles by those who may not change them", async () => {
    const list = await open(`${demo.url}/buero/artikel`, {}, office)
    await list.getByRole("button", { name: "Etiketten", exact: true }).click()
    await list.getByText(/\d+ Etiketten: alles/).waitFor()
    const [download] = await Promise.all([
      list.waitForEvent("download"),
      list.getByRole("button", { name: "Etiketten als PDF" }).click(),
    ])
    expect(pdfText(await Bun.file(await download.path()).bytes())).toContain("Fass 30 l")
    expect(list.faults).toEqual([])
  }, 120_000)
})
