import { beforeAll, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import puppeteer, { type Browser, type Page } from "puppeteer-core"
import type { Running } from "../helpers/executable.ts"
import { atEnd } from "../helpers/temporary.ts"
import { startDemo } from "./browser.ts"

const FIREFOX = "/usr/bin/firefox-esr"
const hasFirefox = existsSync(FIREFOX)
if (!hasFirefox) process.stderr.write("no firefox-esr: the pages are not tried in Firefox\n")

let demo: Running
let browser: Browser

/** Also says what the page shows instead. */
const waitFor = async (page: Page, wanted: string, isThere: (wanted: string) => boolean): Promise<void> => {
  try {
    await page.waitForFunction(isThere, { polling: 100 }, wanted)
  } catch (error) {
    const seen = await page.evaluate(() => [
      document.activeElement?.outerHTML.slice(0, 200),
      document.body.innerText,
    ])
    throw new Error(`${wanted} has not come to ${page.url()}: ${seen.join("\n")}`, { cause: error })
  }
}

const text = (page: Page, words: string): Promise<void> =>
  waitFor(page, words, (wanted) => document.body.innerText.includes(wanted))

/** Of the first that is called like this. */
const press = (page: Page, name: string): Promise<void> =>
  waitFor(page, name, (wanted) => {
    const found = [
      ...document.querySelectorAll<HTMLElement>("button, a, [role=menuitem], [role=option]"),
    ].find((one) => [one.innerText.trim(), one.getAttribute("aria-label")].includes(wanted))
    found?.click()
    return found !== undefined
  })

/** Accessible name of the element with the focus. */
const focus = (page: Page, name: string): Promise<void> =>
  waitFor(
    page,
    name,
    (wanted) => document.activeElement?.getAttribute("aria-label")?.startsWith(wanted) ?? false,
  )

describe.skipIf(!hasFirefox)("the office in Firefox", () => {
  beforeAll(async () => {
    demo = await startDemo()
    browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: FIREFOX,
      headless: true,
      timeout: 100_000,
    })
    atEnd(() => browser.process()?.kill("SIGKILL"))
  }, 120_000)

  test("one logs in, finds a customer, and changes what is known of them", async () => {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text())
    })
    page.on("pageerror", (error) => faults.push(String(error)))
    await page.setViewport({ width: 1440, height: 1000 })
    await page.goto(`${demo.url}/buero/kunden`)
    await page.waitForSelector("[name=email]")
    await page.type("[name=email]", "buero@demo.example")
    await page.type("[name=password]", "pfandwerk-demo")
    await page.keyboard.press("Enter")
    await page.waitForSelector("input[type=search]")
    await page.type("input[type=search]", "Landgasthof Kr")
    await page.locator("[role=rowheader] ::-p-text(Landgasthof Krone)").click()
    await page.locator("::-p-text(Pfand beim Kunden)").wait()
    await press(page, "Bearbeiten")
    await page.waitForSelector("[name=ansprechpartner]")
    await page.$eval("[name=ansprechpartner]", (field) => (field as HTMLInputElement).select())
    await page.type("[name=ansprechpartner]", "Frau Feuerfuchs")
    await page.keyboard.press("Enter")
    await page.locator("::-p-text(Frau Feuerfuchs)").wait()
    expect(faults).toEqual([])
    await page.close()
  }, 120_000)

  test("one books a return, reverses it, and hands out a device", async () => {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    const faults: string[] = []
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text())
    })
    page.on("pageerror", (error) => faults.push(String(error)))
    const read = <T>(path: string): Promise<T> =>
      page.evaluate(async (address) => (await fetch(`/api${address}`)).json(), path) as Promise<T>
    await page.setViewport({ width: 1440, height: 1000 })
    await page.goto(`${demo.url}/anmelden`)
    await page.waitForSelector("[name=email]")
    await page.type("[name=email]", "admin@demo.example")
    await page.type("[name=password]", "pfandwerk-demo")
    await page.keyboard.press("Enter")
    await text(page, "Touren heute")

    const { items } = await read<{ items: { id: string; name: string }[] }>(
      "/kunden?q=bistro%20adler&limit=1",
    )
    const [kunde] = items
    const saldo = async () => (await read<{ wert_cent: number }>(`/kunden/${kunde?.id}/pfandkonto`)).wert_cent
    const before = await saldo()
    await page.goto(`${demo.url}/buero/buchen?kunde=${kunde?.id}`)
    await focus(page, "Stück")
    await page.keyboard.type("2")
    await page.keyboard.down("Control")
    await page.keyboard.press("Enter")
    await page.keyboard.up("Control")
    await text(page, "Zuletzt gebucht")
    expect(await saldo()).toBeLessThan(before)
    await page.goto(`${demo.url}/buero/pfandbuch?kunde=${kunde?.id}`)
    await (await page.waitForSelector("[role=rowheader]"))?.click()
    await press(page, "Stornieren …")
    await page.waitForSelector("[name=grund]")
    await page.type("[name=grund]", "Falscher Kunde")
    await press(page, "Storno buchen")
    await text(page, "Der Vorgang ist storniert")
    expect(await saldo()).toBe(before)

    type Geraet = { id: string; status: string }
    const { items: geraete } = await read<{ items: Geraet[] }>("/geraete?status=lager&limit=1")
    await page.goto(`${demo.url}/buero/geraete/${geraete[0]?.id}`)
    await press(page, "Ausgeben")
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox")
    await page.keyboard.type("bistro adler")
    await page.waitForSelector("[role=option]")
    await page.keyboard.press("Enter")
    await page.waitForFunction(
      () => !document.querySelector<HTMLButtonElement>(".panel [type=submit]")?.disabled,
    )
    await page.$eval(".panel [type=submit]", (one) => (one as HTMLButtonElement).click())
    await text(page, "auf dem Konto des Kunden")
    expect((await read<Geraet>(`/geraete/${geraete[0]?.id}`)).status).toBe("beim_kunden")
    expect(faults).toEqual([])
    await context.close()
  }, 120_000)
})
