import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../helpers/executable.ts"
import { hasChromium, logIn, newContext, open, picture, startDemo, type Watched } from "./browser.ts"

let demo: Running
let admin: BrowserContext
let page: Watched

const tryToLogIn = async (email: string, password: string): Promise<number> =>
  (
    await (
      await newContext()
    ).request.post(`${demo.url}/api/sitzung`, {
      data: { email, password, tenant_slug: "demo" },
      headers: { "sec-fetch-site": "same-origin" },
    })
  ).status()

describe.skipIf(!hasChromium)("accounts of colleagues", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterEach(async () => {
    expect(page.faults).toEqual([])
    await page.close()
  })

  test("one is made, given another password, and locked out", async () => {
    page = await open(`${demo.url}/buero/mitarbeiter`, {}, admin)
    await page.getByRole("link", { name: "Neues Konto" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill("Öznur Çelik")
    await page.getByRole("textbox", { name: "E-Mail" }).fill("oeznur@demo.example")
    await page.getByRole("button", { name: /Rolle/ }).click()
    await page.getByRole("option", { name: "Büro" }).click()
    await page.getByLabel("Erstes Kennwort").fill("kurz")
    await page.getByRole("button", { name: "Anlegen" }).click()
    await page.getByText("mindestens 6 Zeichen", { exact: true }).waitFor()
    await page.getByLabel("Erstes Kennwort").fill("lang genug")
    await page.getByRole("button", { name: "Anlegen" }).dblclick()
    await page.getByRole("rowheader", { name: "Öznur Çelik" }).waitFor()
    await picture(page, "mitarbeiter")
    expect(await tryToLogIn("oeznur@demo.example", "lang genug")).toBe(200)
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    expect(kept).not.toContain("lang genug")

    await page.getByRole("rowheader", { name: "Öznur Çelik" }).click()
    await page.getByRole("textbox", { name: "Neues Kennwort" }).fill("ganz neues Wort")
    await page.getByRole("button", { name: "Kennwort setzen" }).click()
    await page.getByRole("status").getByText("neues Kennwort").waitFor()
    await picture(page, "mitarbeiter-konto")
    expect(await tryToLogIn("oeznur@demo.example", "lang genug")).toBe(401)
    expect(await tryToLogIn("oeznur@demo.example", "ganz neues Wort")).toBe(200)

    await page.getByText("Darf sich anmelden").click()
    await page.getByRole("button", { name: "Speichern" }).click()
    await page.getByRole("status").getByText("Gespeichert").waitFor()
    expect(await tryToLogIn("oeznur@demo.example", "ganz neues Wort")).toBe(401)
    page.faults = page.faults.filter((fault) => !fault.includes("400"))
  }, 120_000)

  test("the last administrator stays one, and is told so", async () => {
    page = await open(`${demo.url}/buero/mitarbeiter`, {}, admin)
    await page.getByRole("rowheader", { name: "Petra Sommer" }).click()
    await page.getByRole("button", { name: /Rolle/ }).click()
    await page.getByRole("option", { name: "Fahrer" }).click()
    await page.getByRole("button", { name: "Speichern" }).click()
    await page
      .getByRole("alert")
      .filter({ hasText: /letzte/ })
      .waitFor()
    page.faults = page.faults.filter((fault) => !fault.includes("409"))
  }, 120_000)

  test("a lost telephone is logged out", async () => {
    const driver = await logIn(demo, "fahrer1")
    page = await open(`${demo.url}/buero/mitarbeiter`, {}, admin)
    await page.getByRole("rowheader", { name: "Jens Brandt" }).click()
    await page.getByRole("button", { name: "Alle Geräte abmelden" }).click()
    await page.getByRole("button", { name: "Abmelden", exact: true }).click()
    await page.getByRole("status").getByText("auf allen Geräten abgemeldet").waitFor()
    expect((await driver.request.get(`${demo.url}/api/sitzung`)).status()).toBe(401)
  }, 120_000)

  test("an address that is nobody's says so", async () => {
    page = await open(`${demo.url}/buero/mitarbeiter/01936d8e-7f00-7000-8000-000000000001`, {}, admin)
    await page.getByRole("heading", { name: "Dieses Konto gibt es nicht" }).waitFor()
    page.faults = page.faults.filter((fault) => !fault.includes("404"))
  }, 120_000)
})
