import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { until } from "../../helpers/eventually.ts"
import { existsSync } from "node:fs"
import { join } from "node:path"
import puppeteer, { type Browser, type Page } from "puppeteer-core"
import { atEnd, temporaryDir } from "../../helpers/temporary.ts"
import { hasChromium, newContext } from "./browser.ts"
import { type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import { finish, openStopp } from "./fahrer-steps.ts"
import { logInPhone, newTab } from "./phone.ts"

/** Browsers whose room for a page is really used up: each says so in its own way, and the driver hears it in one. */

const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path))
const FULL = "Der Speicher des Telefons ist voll."

/** A picture that nothing makes smaller. */
async function noise(): Promise<string> {
  const path = join(temporaryDir(), "rauschen.bmp")
  const [width, height] = [1200, 1200]
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < pixels.length; at += 65_536) crypto.getRandomValues(pixels.subarray(at, at + 65_536))
  const head = new DataView(new ArrayBuffer(54))
  head.setUint16(0, 0x424d)
  for (const [at, value] of [
    [2, 54 + pixels.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    head.setUint32(at, value, true)
  head.setUint16(26, 1, true)
  head.setUint16(28, 24, true)
  await Bun.write(path, new Blob([head, pixels]))
  return path
}

describe("a telephone that is really full", () => {
  let net: Round["net"]
  let office: Round["office"]
  let artikel: Round["artikel"]
  let picture: string
  beforeAll(async () => {
    ;({ net, office, artikel } = await startRound())
    picture = await noise()
  }, 120_000)

  test.skipIf(!hasChromium)(
    "says so in Chromium, and goes on as soon as there is room",
    async () => {
      const { fahrer, stopps } = await planDay(office, artikel.id, 1)
      const [only] = stopps as [Plan]
      const context = await newContext({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      })
      const session = await context.newCDPSession(await context.newPage())
      const { origin } = new URL(net.url)
      // Before it is asked for the first time: Chromium believes for half a minute what it was told last.
      await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 800_000 })
      await logInPhone(context, net.url, fahrer)
      const page = await newTab(context, net.url)
      await openStopp(page, only)
      await page.getByLabel("Als Beweis").setInputFiles(picture)
      await page.getByText(FULL).waitFor()
      await page.getByText("Das Bild wurde nicht gespeichert.").waitFor()
      await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 100_000_000 })
      await finish(page)
      await page.evaluate(() => {
        const { now } = Date
        Date.now = () => now() + 11_000
        window.dispatchEvent(new Event("online"))
      })
      await page.getByRole("link", { name: "alles gesendet" }).waitFor()
      await until("the delivery is completed", async () =>
        expect((await office("GET", `lieferungen/${only.id}`)).status).toBe("zugestellt"),
      )
    },
    120_000,
  )

  describe.skipIf(FIREFOX === undefined)("with Firefox", () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await puppeteer.launch({
        browser: "firefox",
        executablePath: FIREFOX ?? "",
        headless: true,
        timeout: 100_000,
        defaultViewport: { width: 390, height: 844 },
        // In kB. Less than ten megabytes it gives to nobody.
        extraPrefsFirefox: { "dom.quotaManager.temporaryStorage.fixedLimit": 12_000 },
      })
      atEnd(() => void browser.close())
    }, 120_000)
    afterAll(() => browser?.close())

    const text = (page: Page, words: string) =>
      page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { timeout: 60_000 }, words)

    test("says so in the same words", async () => {
      const { fahrer, stopps } = await planDay(office, artikel.id, 1)
      const [only] = stopps as [Plan]
      const page = await browser.newPage()
      await page.goto(`${net.url}/anmelden?weiter=/fahrer`)
      await page.type("[name=email]", fahrer.email)
      await page.type("[name=password]", fahrer.password)
      await page.keyboard.press("Enter")
      await text(page, "Nächster Stopp")
      net.decide((method) => (method === "POST" ? "before" : "pass"))
      await page.goto(`${net.url}/fahrer/stopp/${only.id}`)
      await text(page, "Als Beweis")
      const input = await page.waitForSelector("label.foto:nth-of-type(2) input")
      const said = (): Promise<string> => page.$eval(".leisten", ({ textContent }) => textContent ?? "")
      const taken = (): Promise<string> => page.$eval("label.foto:nth-of-type(2)", (label) => label.innerText)
      for (let count = 1; count <= 30 && (await said()) === ""; count++) {
        const before = await taken()
        await input?.uploadFile(picture)
        await page.waitForFunction(
          (was) => {
            const label = document.querySelector<HTMLElement>("label.foto:nth-of-type(2)")
            return label?.innerText !== was
          },
          { timeout: 60_000 },
          before,
        )
      }
      expect(await said()).toStartWith(FULL)
    }, 180_000)
  })
})
