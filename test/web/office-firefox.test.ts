import { beforeAll, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import puppeteer, { type Browser } from "puppeteer-core"
import type { Running } from "../helpers/executable.ts"
import { atEnd } from "../helpers/temporary.ts"
import { startDemo } from "./browser.ts"

const FIREFOX = "/usr/bin/firefox-esr"
const hasFirefox = existsSync(FIREFOX)
if (!hasFirefox) process.stderr.write("no firefox-esr: the pages are not tried in Firefox\n")

let demo: Running
let browser: Browser

describe.skipIf(!hasFirefox)("the office in Firefox", () => {
  beforeAll(async () => {
    demo = await startDemo()
    browser = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true })
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
    await page.$$eval("button", (buttons) =>
      buttons.find(({ textContent }) => textContent === "Bearbeiten")?.click(),
    )
    await page.waitForSelector("[name=ansprechpartner]")
    await page.$eval("[name=ansprechpartner]", (field) => (field as HTMLInputElement).select())
    await page.type("[name=ansprechpartner]", "Frau Feuerfuchs")
    await page.keyboard.press("Enter")
    await page.locator("::-p-text(Frau Feuerfuchs)").wait()
    expect(faults).toEqual([])
    await page.close()
  }, 120_000)
})
