import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import { barriers, hasChromium, logIn, open, pictures, startDemo } from "./browser.ts"

/** Access of other programs, as an administrator gives and takes it. */

let demo: Running
let admin: BrowserContext

describe.skipIf(!hasChromium)("other programs", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => admin?.close())

  test("get a key that is shown once, works, and is taken from them again", async () => {
    const shown = await open(`${demo.url}/buero/programme`, {}, admin)
    await shown.getByText("Noch hat kein Programm Zugang.").waitFor()
    await shown.getByRole("button", { name: "Zugang anlegen" }).click()
    await shown.getByRole("textbox", { name: "Name" }).fill("Kasse Nord")
    await shown.getByRole("button", { name: "Anlegen", exact: true }).click()
    await shown.getByText("Bitte mindestens ein Recht wählen").waitFor()
    await shown.getByRole("checkbox", { name: "Kunden und ihre Standorte lesen" }).check()
    await pictures(shown, "programme-neu")
    expect(await barriers(shown)).toEqual([])
    await shown.getByRole("button", { name: "Anlegen", exact: true }).click()
    const key = await shown.locator("code.key").innerText()
    await pictures(shown, "programme-schluessel")
    const status = async (): Promise<number> =>
      (await fetch(`${demo.url}/api/kunden`, { headers: { authorization: `Bearer ${key}` } })).status
    expect(await status()).toBe(200)
    await shown.getByRole("button", { name: "Ist eingetragen" }).click()
    const row = shown.getByRole("listitem").filter({ hasText: "Kasse Nord" })
    await row.getByText("Kunden und ihre Standorte lesen").waitFor()
    expect(await shown.locator("body").innerText()).not.toContain(key)
    await pictures(shown, "programme")
    await row.getByRole("button", { name: "Widerrufen …" }).click()
    await shown.getByRole("button", { name: "Widerrufen", exact: true }).click()
    await row.getByText("Widerrufen", { exact: true }).waitFor()
    // The one refusal that was provoked above.
    const unexpected = shown.faults.filter((fault) => !fault.includes("status of 400"))
    expect([await status(), unexpected]).toEqual([401, []])
  }, 60_000)

  test("are sent events to an address, tried at once, switched off and taken away", async () => {
    const shown = await open(`${demo.url}/buero/programme`, {}, admin)
    await shown.getByRole("button", { name: "Empfänger anlegen" }).click()
    await shown.getByRole("textbox", { name: "Name" }).fill("Warenwirtschaft")
    const address = shown.getByRole("textbox", { name: "Adresse" })
    await address.fill("https://127.0.0.1/ereignisse")
    await shown.getByRole("checkbox", { name: "Klärungen" }).uncheck()
    await shown.getByRole("button", { name: "Anlegen", exact: true }).click()
    await shown
      .getByText(/WEBHOOK_NETZE/)
      .first()
      .waitFor()
    await address.fill("https://empfang.invalid/ereignisse")
    await pictures(shown, "webhook-neu")
    expect(await barriers(shown)).toEqual([])
    await shown.getByRole("button", { name: "Anlegen", exact: true }).click()
    await shown
      .locator("code.key")
      .getByText(/^whsec_/)
      .waitFor()
    await shown.getByRole("button", { name: "Ist eingetragen" }).click()
    const row = shown.getByRole("listitem").filter({ hasText: "Warenwirtschaft" })
    await row.getByText("Lieferungen, Buchungen, Abrechnungen, Geräte", { exact: true }).waitFor()
    await pictures(shown, "webhooks")
    await row.getByRole("button", { name: "Probe senden" }).click()
    await shown.getByText(/^Nicht angenommen: /).waitFor()
    await row.getByRole("button", { name: "Ausschalten" }).click()
    await row.getByText("Aus", { exact: true }).waitFor()
    expect(await barriers(shown)).toEqual([])
    await row.getByRole("button", { name: "Löschen …" }).click()
    await shown.getByRole("button", { name: "Löschen", exact: true }).click()
    await row.waitFor({ state: "detached" })
    expect(shown.faults.filter((fault) => !fault.includes("status of 400"))).toEqual([])
  }, 60_000)
})
