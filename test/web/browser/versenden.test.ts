import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { demoDir } from "../../helpers/demo.ts"
import { today } from "../../helpers/day.ts"
import { type Running, start } from "../../helpers/executable.ts"
import { startSmtp, type TestServer } from "../../helpers/smtp.ts"
import { ask, barriers, goTo, hasChromium, logIn, open, pictures, show, type Watched } from "./browser.ts"

/** The panel that sends one letter by e-mail: to whom, what, and what keeps it from going out. */

let smtp: TestServer
let demo: Running
let office: BrowserContext
let kunde: { id: string; name: string }
const api = (path: string, method?: string, data?: object) => ask(office, path, method, data)

/** The customer's letters, and the panel above them. */
async function papers(id = kunde.id) {
  const page: Watched = await open(`${demo.url}/buero/kunden/${id}`, {}, office)
  const panel = page.locator(".panel").last()
  const send = (what: string) => page.getByRole("button", { name: `${what} per E-Mail versenden` })
  return { page, panel, send }
}

describe.skipIf(!hasChromium)("a letter by e-mail", () => {
  beforeAll(async () => {
    smtp = await startSmtp()
    demo = await start({ command: "demo", dataDir: await demoDir(), env: smtp.env })
    office = await logIn(demo, "admin")
    await api("/versand", "PATCH", { sendet: 1, antwort_an: "buero@demo.example" })
    const anschrift = { strasse: "Am Markt 1", plz: "21335", ort: "Lüneburg" }
    kunde = await api("/kunden", "POST", { name: `Krug ohne Adresse ${process.pid}`, ...anschrift })
    const pfandartikel_id = (await api("/pfandartikel")).items.find(({ art }: any) => art === "einzeln").id
    const positionen = [{ pfandartikel_id, art: "ausgabe", menge: 7 }]
    const erfasst_am = new Date(Date.now() - 86_400_000).toISOString()
    await api("/pfandbuchungen", "POST", { kunde_id: kunde.id, positionen, erfasst_am })
  }, 120_000)
  afterAll(async () => {
    await office?.close()
    await smtp?.close()
    await demo?.stop()
  })

  test("says whom it is for, wants an address at its field, and goes out as it was seen", async () => {
    const { page, panel, send } = await papers()
    await send("Saldenbestätigung").click()
    await panel.getByText(`Für ${kunde.name}`).waitFor()
    const go = panel.getByRole("button", { name: "Versenden" })
    await go.click()
    const fault = panel.locator("[data-field=an] .fault")
    await fault.getByText("Bitte eine Adresse eintragen").waitFor()
    await panel.getByRole("textbox", { name: "An" }).fill("gut@krug.example, schlecht")
    await go.click()
    await fault.getByText("Keine E-Mail-Adresse: schlecht").waitFor()
    await pictures(page, "versenden-adresse")
    expect(await barriers(page)).toEqual([])
    await api("/versand", "PATCH", { text_saldenbestaetigung: "Ganz andere Worte" })
    await panel.getByRole("textbox", { name: "An" }).fill("gut@krug.example")
    await go.click()
    await panel.getByRole("alert").getByText("Betreff oder Text wären jetzt andere").waitFor()
    await panel.getByText("Ganz andere Worte").waitFor()
    await pictures(page, "versenden-anders")
    await go.click()
    await page.getByText("Auf dem Weg an gut@krug.example").waitFor()
  }, 60_000)

  test("is not sent of a period that is none", async () => {
    // Of a customer of today the period ends today: on the first of a month, 31 typed as its beginning is behind that.
    const [older] = (await api("/kunden?sort=name&limit=1")).items
    const { page, panel, send } = await papers(older.id)
    const day = (name: string) => page.getByRole("group", { name, exact: true }).getByRole("spinbutton")
    const fault = page.locator(".print-row .fault")
    await day("Konto vom").first().click()
    await page.keyboard.type("31022026")
    await send("Kontoauszug").click()
    await fault.getByText("Den 31.02.2026 gibt es nicht").waitFor()
    await page.waitForFunction(() => document.activeElement?.closest("[data-field=von]"))
    await page.keyboard.type("02022026")
    await day("bis").first().click()
    await page.keyboard.type("01022026")
    await page.keyboard.press("Enter")
    await fault.getByText("liegt vor dem Beginn").waitFor()
    expect(await send("Kontoauszug").isDisabled()).toBe(true)
    expect(await page.getByRole("button", { name: "Kontoauszug", exact: true }).isDisabled()).toBe(true)
    await page.locator(".print-row").last().scrollIntoViewIfNeeded()
    await pictures(page, "versenden-zeitraum")
    expect(await panel.count()).toBe(0)
  }, 60_000)

  test("one of many is shown before all are sent, and no number is parted", async () => {
    const settled = { email: "wirt@adler.example", abrechnung: "monatlich", versandweg: "email" }
    await api(`/kunden/${kunde.id}`, "PATCH", settled)
    const job = await api("/auftraege", "POST", { art: "abrechnungslauf", bis: today() })
    const page = await open(`${demo.url}/buero/abrechnungen/lauf?auftrag=${job.id}`, {}, office)
    await page.getByRole("button", { name: "Alle per E-Mail versenden …" }).click()
    const asked = page.getByRole("alertdialog")
    const words = asked.getByRole("group", { name: /^Zum Beispiel an / })
    await words.getByText(/erhalten Sie die .*ABR-/).waitFor()
    await asked.getByRole("status").getByText("Eine E-Mail geht hinaus.").waitFor()
    await pictures(page, "versenden-alle")
    await show(page, { width: 390 })
    const numbers = words.locator(".unparted")
    const lines = await numbers.evaluateAll((all) => all.map((one) => one.getClientRects().length))
    expect(lines).toEqual([1, 1])
    expect(await barriers(page)).toEqual([])
    await asked.getByRole("button", { name: "Versenden" }).click()
    await page.getByText(/E-Mails? auf dem Weg/).waitFor()
    const { items } = await api(`/abrechnungen?kunde_id=${kunde.id}&limit=1`)
    await goTo(page, `/buero/abrechnungen/${items[0].id}`)
    const mail = page.getByRole("region", { name: "E-Mails damit" }).getByRole("listitem").first()
    expect(await mail.innerText()).toMatch(/^\S.* wirt@adler\.example \d\d\.\d\d\.\d{4}, \d\d:\d\d, /)
  }, 60_000)

  test("asked for in a panel, closes alone", async () => {
    const { page, send } = await papers()
    await page.getByRole("button", { name: "Erinnern …" }).click()
    const [lower, upper] = [
      page.getByRole("heading", { name: "Erinnerung", exact: true }),
      page.getByRole("heading", { name: "Erinnerung versenden" }),
    ]
    await page.getByRole("textbox", { name: /so viele Tage/ }).fill("0")
    const closes = async () => {
      await page.keyboard.press("Escape")
      await upper.waitFor({ state: "detached" })
      expect(await lower.isVisible()).toBe(true)
    }
    // Without its words it has no field to take the focus.
    const unread = "**/erinnerung/versand?*"
    await page.route(unread, (route) => route.fulfill({ body: "?" }))
    await send("Erinnerung").click()
    await page.getByText("ließ sich nicht lesen").waitFor()
    await closes()
    await page.unroute(unread)
    await send("Erinnerung").click()
    await page.getByRole("textbox", { name: "An" }).waitFor()
    await closes()
    await page.keyboard.press("Escape")
    await lower.waitFor({ state: "detached" })
  }, 60_000)
})
