import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { addDays } from "../../../src/lib/day.ts"
import { today } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import { ask, barriers, hasChromium, logIn, open, pictures, startDemo } from "./browser.ts"

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
    const required = shown.locator("[data-field]:has([aria-required=true])")
    expect(await required.evaluateAll((all) => all.map((one) => one.getAttribute("data-field")))).toEqual([
      "name",
      "gueltig_bis",
    ])
    expect(await barriers(shown)).toEqual([])
    await shown.getByRole("button", { name: "Anlegen", exact: true }).click()
    const ofOne = shown.getByRole("dialog", { name: "Der Schlüssel für Kasse Nord" })
    const key = await ofOne.locator("code.key").innerText()
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

  test("whose key is in use and ends soon are named on Heute, before they can do nothing any more", async () => {
    const access = async (name: string, days: number): Promise<string> => {
      const gueltig_bis = addDays(today(), days)
      const body = { name, gueltig_bis, rechte: ["kunden.lesen"] }
      const { schluessel } = await ask(admin, "/programmzugaenge", "POST", body)
      return `Bearer ${schluessel}`
    }
    for (const authorization of [await access("Webshop", 5), await access("Kasse Süd", 90)])
      expect((await fetch(`${demo.url}/api/kunden`, { headers: { authorization } })).status).toBe(200)
    await access("Nie benutzt", 5)
    const heute = await open(`${demo.url}/buero/heute`, {}, admin)
    await heute.getByRole("heading", { name: /Schlüssel von Programmen enden/ }).waitFor()
    await heute.getByRole("link", { name: /Webshop/ }).waitFor()
    expect(await heute.getByText(/Kasse Süd|Nie benutzt/).count()).toBe(0)
    expect([await barriers(heute), heute.faults]).toEqual([[], []])
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
    // What does not arrive is told there, with the receiver's words, and on Heute.
    await ask(admin, "/geraete", "POST", { geraetenummer: "WH-1", bezeichnung: "Zapfe" })
    await until("it was tried", async () => (await ask(admin, "/webhooks")).items[0].stoerung !== null)
    await shown.reload()
    await row.getByText("Gestört", { exact: true }).waitFor()
    await pictures(shown, "webhook-gestoert")
    await row.getByRole("button", { name: "Gesendetes …" }).click()
    const told = shown.getByRole("dialog", { name: "Gesendet an Warenwirtschaft" })
    await told.getByText(/1 Versuch, zuletzt .*: Den Namen empfang.invalid gibt es im Netz nicht/).waitFor()
    await pictures(shown, "webhook-gesendetes")
    expect(await barriers(shown)).toEqual([])
    await told.getByRole("button", { name: "Schließen" }).click()
    const heute = await open(`${demo.url}/buero/heute`, {}, admin)
    await heute.getByRole("heading", { name: /Programme bekommen nicht alles/ }).waitFor()
    const way = heute.getByRole("link", { name: "Warenwirtschaft" })
    expect(await way.getAttribute("href")).toEndWith("/programme")
    await pictures(heute, "webhook-heute")
    await row.getByRole("button", { name: "Ausschalten" }).click()
    await row.getByText("Aus", { exact: true }).waitFor()
    expect(await barriers(shown)).toEqual([])
    await row.getByRole("button", { name: "Löschen …" }).click()
    await shown.getByRole("button", { name: "Löschen", exact: true }).click()
    await row.waitFor({ state: "detached" })
    expect(shown.faults.filter((fault) => !fault.includes("status of 400"))).toEqual([])
  }, 60_000)
})
