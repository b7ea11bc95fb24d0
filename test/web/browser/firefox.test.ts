import { beforeAll, describe, expect, test } from "bun:test"
import type { Browser } from "puppeteer-core"
import { today } from "../../helpers/day.ts"
import { type Running, start } from "../../helpers/executable.ts"
import { startDemo } from "./browser.ts"
import { field, hasFirefox, launchFirefox, open, press, text } from "./firefox.ts"

/** The main path in the other browser: a stop is driven to while the service is gone, and sent when it is back. */

describe.skipIf(!hasFirefox)("a driver with Firefox", () => {
  let service: Running
  let browser: Browser
  beforeAll(async () => {
    service = await startDemo()
    browser = await launchFirefox({ width: 390, height: 844 })
  }, 120_000)

  test("works on without the service, and sends when it is back", async () => {
    const page = await open(browser, `${service.url}/anmelden?weiter=/fahrer`)
    await page.type("[name=email]", "fahrer1@demo.example")
    await page.type("[name=password]", "pfandwerk-demo")
    await page.keyboard.press("Enter")
    await text(page, "Nächster Stopp")
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await service.stop("SIGKILL")
    await page.goto(`${service.url}/fahrer`)
    await field(page, ".naechster h2")
    const name = await page.$eval(".naechster h2", (heading) => heading.textContent ?? "")
    await press(page, "Losfahren")
    await field(page, ".zaehler")
    await press(page, "Fertig")
    await press(page, "Ja, so ist es")
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
    const touren = await fetch(`${service.url}/api/touren?datum=${today()}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { touren: tage } = (await touren.json()) as {
      touren: { stopps: { kunde_name: string; status: string }[] }[]
    }
    const stopp = tage.flatMap(({ stopps }) => stopps).find(({ kunde_name }) => kunde_name === name)
    expect([name, stopp?.status]).toEqual([name, "zugestellt"])
  }, 120_000)
})
