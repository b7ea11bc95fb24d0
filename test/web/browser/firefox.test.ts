import { beforeAll, describe, expect, test } from "bun:test"
import type { Browser } from "puppeteer-core"
import { today } from "../../helpers/day.ts"
import { type Running, start } from "../../helpers/executable.ts"
import { type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import { FULL, writeNoise } from "./fahrer-steps.ts"
import { field, hasFirefox, launchFirefox, open, press, text, type Watched, waitFor } from "./firefox.ts"

/** The main paths in the other browser, which is started once for all of them. */

let round: Round
let service: Running
let browser: Browser

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 1000 }

beforeAll(async () => {
  if (!hasFirefox) return
  round = await startRound()
  ;({ service } = round)
  browser = await launchFirefox()
}, 120_000)

describe.skipIf(!hasFirefox)("a driver with Firefox", () => {
  test("works on without the service, and sends when it is back", async () => {
    const page = await open(browser.defaultBrowserContext(), `${service.url}/anmelden?weiter=/fahrer`, PHONE)
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

  test("hears that the telephone is full in the same words as in Chromium", async () => {
    const { net, office, artikel } = round
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    const picture = await writeNoise()
    const context = await browser.createBrowserContext()
    const page = await open(context, `${net.url}/anmelden?weiter=/fahrer`, PHONE)
    await page.type("[name=email]", fahrer.email)
    await page.type("[name=password]", fahrer.password)
    await page.keyboard.press("Enter")
    await text(page, "Nächster Stopp")
    net.decide((method) => (method === "POST" ? "before" : "pass"))
    await page.goto(`${net.url}/fahrer/stopp/${only.id}`)
    await text(page, "Anderes Foto")
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
    await context.close()
  }, 180_000)
})

/** Accessible name of the element with the focus. */
const focus = (page: Watched, name: string): Promise<void> =>
  waitFor(
    page,
    name,
    (wanted) => document.activeElement?.getAttribute("aria-label")?.startsWith(wanted) ?? false,
  )

/** Goes to a screen as a link does. */
const goTo = (page: Watched, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, "", to), path)

describe.skipIf(!hasFirefox)("the office in Firefox", () => {
  test("one logs in, changes a customer, books a return, reverses it, and hands out a device", async () => {
    const context = await browser.createBrowserContext()
    const page = await open(context, `${service.url}/buero/kunden`, DESK)
    await field(page, "[name=email]")
    await page.type("[name=email]", "admin@demo.example")
    await page.type("[name=password]", "pfandwerk-demo")
    await page.keyboard.press("Enter")
    await field(page, "input[type=search]")
    await page.type("input[type=search]", "Landgasthof Kr")
    await text(page, "1 Kunde\n")
    await page.locator("[role=rowheader]").click()
    await text(page, "Pfand beim Kunden")
    await press(page, "Bearbeiten")
    await field(page, "[name=ansprechpartner]")
    await page.$eval("[name=ansprechpartner]", (input) => (input as HTMLInputElement).select())
    await page.type("[name=ansprechpartner]", "Frau Feuerfuchs")
    await page.keyboard.press("Enter")
    await text(page, "Frau Feuerfuchs")

    const read = <T>(path: string): Promise<T> =>
      page.evaluate(async (address) => (await fetch(`/api${address}`)).json(), path) as Promise<T>
    const { items } = await read<{ items: { id: string; name: string }[] }>(
      "/kunden?q=bistro%20adler&limit=1",
    )
    const [kunde] = items
    const saldo = async () => (await read<{ wert_cent: number }>(`/kunden/${kunde?.id}/pfandkonto`)).wert_cent
    const before = await saldo()
    await goTo(page, `/buero/buchen?kunde=${kunde?.id}`)
    await focus(page, "Stück")
    await page.keyboard.type("2")
    await page.keyboard.down("Control")
    await page.keyboard.press("Enter")
    await page.keyboard.up("Control")
    await text(page, "Zuletzt gebucht")
    expect(await saldo()).toBeLessThan(before)
    await goTo(page, `/buero/pfandbuch?kunde=${kunde?.id}`)
    await (await page.waitForSelector("[role=rowheader]"))?.click()
    await press(page, "Stornieren …")
    await field(page, "[name=grund]")
    await page.type("[name=grund]", "Falscher Kunde")
    await press(page, "Storno buchen")
    await text(page, "Der Vorgang ist storniert")
    expect(await saldo()).toBe(before)

    type Geraet = { id: string; status: string }
    const { items: geraete } = await read<{ items: Geraet[] }>("/geraete?status=lager&limit=1")
    await goTo(page, `/buero/geraete/${geraete[0]?.id}`)
    await press(page, "Ausgeben")
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox")
    await page.keyboard.type("bistro adler")
    await page.waitForSelector("[role=option]")
    await page.keyboard.press("Enter")
    await page.waitForFunction(() => {
      const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement
      return value !== "" && selectionStart === 0 && selectionEnd === value.length
    })
    await page.$eval(".panel [type=submit]", (one) => (one as HTMLButtonElement).click())
    await text(page, "auf dem Konto des Kunden")
    expect((await read<Geraet>(`/geraete/${geraete[0]?.id}`)).status).toBe("beim_kunden")
    expect(page.faults).toEqual([])
    await context.close()
  }, 120_000)
})
