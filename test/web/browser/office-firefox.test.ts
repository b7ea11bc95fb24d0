import { beforeAll, describe, expect, test } from "bun:test"
import type { Browser } from "puppeteer-core"
import type { Running } from "../../helpers/executable.ts"
import { startDemo } from "./browser.ts"
import { field, hasFirefox, launchFirefox, open, press, text, type Watched, waitFor } from "./firefox.ts"

let demo: Running
let browser: Browser

/** Accessible name of the element with the focus. */
const focus = (page: Watched, name: string): Promise<void> =>
  waitFor(
    page,
    name,
    (wanted) => document.activeElement?.getAttribute("aria-label")?.startsWith(wanted) ?? false,
  )

describe.skipIf(!hasFirefox)("the office in Firefox", () => {
  beforeAll(async () => {
    demo = await startDemo()
    browser = await launchFirefox({ width: 1440, height: 1000 })
  }, 120_000)

  test("one logs in, finds a customer, and changes what is known of them", async () => {
    const page = await open(browser, `${demo.url}/buero/kunden`)
    await field(page, "[name=email]")
    await page.type("[name=email]", "buero@demo.example")
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
    expect(page.faults).toEqual([])
    await page.close()
  }, 120_000)

  test("one books a return, reverses it, and hands out a device", async () => {
    const context = await browser.createBrowserContext()
    const page = await open(context, `${demo.url}/anmelden`)
    const read = <T>(path: string): Promise<T> =>
      page.evaluate(async (address) => (await fetch(`/api${address}`)).json(), path) as Promise<T>
    await field(page, "[name=email]")
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
    await field(page, "[name=grund]")
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
    expect(page.faults).toEqual([])
    await context.close()
  }, 120_000)
})
