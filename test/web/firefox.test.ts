import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import puppeteer, { type Browser, type Page } from "puppeteer-core"
import { type Running, start } from "../helpers/executable.ts"
import { atEnd } from "../helpers/temporary.ts"
import { startDemo } from "./browser.ts"

/** The main path in the other browser: a stop is driven to while the service is gone, and sent when it is back. */

const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path))
if (FIREFOX === undefined) process.stderr.write("no firefox: its test is skipped\n")

describe.skipIf(FIREFOX === undefined)("a driver with Firefox", () => {
  let service: Running
  let browser: Browser
  beforeAll(async () => {
    service = await startDemo()
    browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: FIREFOX ?? "",
      headless: true,
      timeout: 100_000,
      defaultViewport: { width: 390, height: 844 },
    })
    atEnd(() => void browser.close())
  }, 120_000)
  afterAll(() => browser?.close())

  // Not by puppeteer's own search for words, which remembers what stood there before.
  const text = async (page: Page, words: string): Promise<void> => {
    const isThere = (wanted: string) => document.body.innerText.includes(wanted)
    try {
      await page.waitForFunction(isThere, { timeout: 60_000 }, words)
    } catch (cause) {
      const shown = await page.evaluate(() => document.body.innerText)
      throw new Error(`no "${words}" at ${page.url()}, which shows: ${shown}`, { cause })
    }
  }
  const tap = (page: Page, name: string) =>
    page.waitForFunction(
      (wanted) => {
        const buttons = [...document.querySelectorAll("button")]
        const button = buttons.find(({ textContent }) => textContent === wanted)
        button?.click()
        return button !== undefined
      },
      { timeout: 60_000 },
      name,
    )

  test("works on without the service, and sends when it is back", async () => {
    const page = await browser.newPage()
    await page.goto(`${service.url}/anmelden?weiter=/fahrer`)
    await page.type("[name=email]", "fahrer1@demo.example")
    await page.type("[name=password]", "pfandwerk-demo")
    await page.keyboard.press("Enter")
    await text(page, "Nächster Stopp")
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await service.stop("SIGKILL")
    await page.goto(`${service.url}/fahrer`)
    await page.waitForSelector(".naechster h2")
    const name = await page.$eval(".naechster h2", (heading) => heading.textContent ?? "")
    await tap(page, "Losfahren")
    await page.waitForSelector(".zaehler")
    await tap(page, "Fertig")
    await tap(page, "Ja, so ist es")
    await text(page, "Zurücknehmen")
    await text(page, "fertig · wartet")
    const { port, dataDir } = service
    service = await start({ command: "demo", dataDir, env: { PORT: String(port) } })
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 11_000
      window.dispatchEvent(new Event("online"))
    })
    await text(page, "alles gesendet")
    const login = await fetch(`${service.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "buero@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }),
    })
    const { token } = (await login.json()) as { token: string }
    const heute = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" })
    const touren = await fetch(`${service.url}/api/touren?datum=${heute}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { touren: tage } = (await touren.json()) as {
      touren: { stopps: { kunde_name: string; status: string }[] }[]
    }
    const stopp = tage.flatMap(({ stopps }) => stopps).find(({ kunde_name }) => kunde_name === name)
    expect([name, stopp?.status]).toEqual([name, "zugestellt"])
  }, 120_000)
})
