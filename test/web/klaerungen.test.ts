import { beforeAll, describe, expect, test } from "bun:test"
import { start, type Running } from "../helpers/executable.ts"
import { barriers, hasChromium, logIn, open, picture, show } from "./browser.ts"

/** What drivers leave for the office: questions, and what was counted in the evening. */

describe.skipIf(!hasChromium)("the office", () => {
  let demo: Running
  beforeAll(async () => {
    demo = await start({ command: "demo" })
  }, 60_000)

  test("sees what a driver did and why it was refused, and books or discards it", async () => {
    const page = await open(`${demo.url}/buero/klaerungen`, {}, await logIn(demo, "buero"))
    await page.getByRole("heading", { name: /hat zugestellt/ }).waitFor()
    await page.getByText("gehört inzwischen einem anderen Fahrer").waitFor()
    await page.getByRole("img", { name: "Tor klemmt" }).waitFor()
    for (const look of [{}, { dark: true }, { width: 390 }] as const) {
      await show(page, look)
      expect(await barriers(page)).toEqual([])
      await picture(page, `klaerungen-${JSON.stringify(look).replaceAll(/\W/g, "")}`)
    }
    await page.getByRole("button", { name: "Verwerfen" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Grund").fill("War doppelt")
    await dialog.getByRole("button", { name: "Verwerfen" }).click()
    await page.getByText("Nichts zu klären.").waitFor()
    await page.goto(`${demo.url}/buero/klaerungen?status=verworfen`)
    await page.getByText("War doppelt").waitFor()
    expect(page.faults).toEqual([])
  }, 60_000)

  test("sees what was counted in the evening, and what is missing, in words", async () => {
    const page = await open(`${demo.url}/buero/feierabend`, {}, await logIn(demo, "buero"))
    await page.getByText("Bemerkung: Ein Kasten ist beim Abladen zerbrochen").waitFor()
    await page
      .getByText(/fehlt|zu viel/)
      .first()
      .waitFor()
    for (const look of [{}, { dark: true }, { width: 390 }] as const) {
      await show(page, look)
      expect(await barriers(page)).toEqual([])
      await picture(page, `feierabend-${JSON.stringify(look).replaceAll(/\W/g, "")}`)
    }
    expect(page.faults).toEqual([])
  }, 60_000)
})
