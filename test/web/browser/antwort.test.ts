import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import { today } from "../../helpers/day.ts"
import { demoDir } from "../../helpers/demo.ts"
import { readCodes } from "../../helpers/codes.ts"
import { type Running, start } from "../../helpers/executable.ts"
import { freePort } from "../../helpers/free-port.ts"
import { pdfPictures } from "../../helpers/pdf.ts"
import { ask, barriers, goTo, hasChromium, hasValue, logIn, newContext, open, show } from "./browser.ts"
import { goTo as step } from "./fahrer-steps.ts"
import { openPhone } from "./phone.ts"

/** From the code on the paper to the answer on a telephone, and what the office sees of it. */

let demo: Running
let buero: BrowserContext

const TELEPHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** Into PICTURES (or nowhere), whole, in both lights. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"]
  for (const colorScheme of folder ? (["dark", "light"] as const) : []) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true })
  }
}

/** @returns what a telephone's camera finds on a paper */
const codeOn = async (pdf: Uint8Array): Promise<string> =>
  (await Promise.all(pdfPictures(pdf, 150).map(readCodes))).flat()[0]?.text ?? "no code"

const wide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

describe.skipIf(!hasChromium)("a customer with a telephone", () => {
  beforeAll(async () => {
    const port = freePort()
    const env = { PORT: String(port), ADRESSE: `http://127.0.0.1:${port}` }
    demo = await start({ command: "demo", dataDir: await demoDir(), env })
    buero = await logIn(demo, "buero")
  }, 120_000)
  afterAll(() => demo?.stop("SIGKILL"))

  test("answers by the code on the paper, without scripts, and the office sees to it", async () => {
    const [{ kunde_id }] = (await ask(buero, "/pfandsalden?limit=1")).items
    const paper = await buero.request.get(`/api/kunden/${kunde_id}/saldenbestaetigung.pdf`)
    const pdf = await paper.body()
    if (process.env["PICTURES"]) await Bun.write(`${process.env["PICTURES"]}/saldenbestaetigung.pdf`, pdf)
    const url = await codeOn(pdf)
    expect(url).toStartWith(`${demo.url}/antwort/`)
    const form = await open(url, { width: 390 })
    await form.getByRole("heading", { name: "Saldenbestätigung" }).waitFor()
    expect([await barriers(form), form.faults]).toEqual([[], []])
    const page = await (await newContext({ ...TELEPHONE, javaScriptEnabled: false })).newPage()
    await page.goto(url)
    await page.getByRole("heading", { name: "Saldenbestätigung" }).waitFor()
    await look(page, "antwort")
    expect(await wide(page)).toBe(false)
    await page.getByLabel("stimmt nicht").check()
    await page.getByLabel("Ihr Name").fill("Änne Groß")
    await page.getByRole("button", { name: "Antwort senden" }).tap()
    await page.getByText("ist nötig: Was stimmt").waitFor()
    await look(page, "antwort-fehlt")
    await hasValue(page.getByLabel("Ihr Name"), "Änne Groß")
    await page.getByLabel("Bemerkung").fill("Es fehlen 3 Kästen.\nBitte anrufen.")
    // The office was told otherwise, and is about to note that.
    const [{ id }] = (await ask(buero, `/belege?kunde_id=${kunde_id}&art=saldenbestaetigung&limit=1`)).items
    const noting = await open(`/buero/belege?beleg=${id}`, {}, buero)
    await noting.getByRole("button", { name: "Antwort festhalten" }).click()
    const note = noting.getByRole("button", { name: "Festhalten", exact: true })
    await note.waitFor()
    await page.getByRole("button", { name: "Antwort senden" }).tap()
    await page.getByText("Danke, Ihre Antwort ist angekommen").waitFor()
    await look(page, "antwort-gesendet")
    expect(page.url()).toBe(url)
    await note.click()
    await noting.getByRole("alert").filter({ hasText: "Inzwischen hat der Kunde" }).waitFor()
    await noting.getByText(/Änne Groß: bestritten\. Es fehlen 3 Kästen/).waitFor()
    await noting.close()
    await page.goto(`${demo.url}/antwort/${"x".repeat(43)}`)
    await page.getByText("Dieser Link gilt nicht").waitFor()
    await look(page, "antwort-nichts")

    const office = await open("/buero/heute", {}, buero)
    const undone = office.getByRole("region", { name: "Liegengeblieben" })
    await undone.getByText("Änne Groß: Es fehlen 3 Kästen.").waitFor()
    await look(office, "heute-bestritten")
    await undone.getByRole("listitem").filter({ hasText: "Änne Groß" }).getByRole("link").click()
    const panel = office.getByRole("region", { name: "Brief" })
    await panel.getByText("Bestritten von Änne Groß").waitFor()
    for (const width of [1440, 390] as const) {
      await show(office, { width })
      await look(office, `beleg-antwort-${width}`)
    }
    await show(office, {})
    expect(await barriers(office)).toEqual([])
    await panel.getByRole("button", { name: "Link für den Kunden" }).click()
    const window = office.getByRole("dialog", { name: "Link für den Kunden" })
    const second = await window.locator("code").innerText()
    await look(office, "beleg-link")
    expect(await barriers(office)).toEqual([])
    expect((await fetch(second)).status).toBe(200)
    await window.getByRole("button", { name: "Fertig" }).click()
    await panel.getByRole("button", { name: "Links sperren …" }).click()
    await office.getByRole("button", { name: "Sperren", exact: true }).click()
    await office.getByText("Die Links sind gesperrt").waitFor()
    expect([(await fetch(url)).status, (await fetch(second)).status]).toEqual([404, 404])
    await panel.getByRole("button", { name: "Als gesehen festhalten" }).click()
    await office.getByRole("button", { name: "Festhalten" }).click()
    await office.getByText(/ist festgehalten/).waitFor()
    await goTo(office, "/buero/firma")
    await office.getByText(`${demo.url}/antwort/`).waitFor()
    await look(office, "firma-links")
    expect(office.faults).toEqual([])
  }, 120_000)

  test("gets the signed slip from the driver's telephone", async () => {
    const stops = (await ask(buero, `/lieferungen?status=zugestellt&datum=${today()}&limit=50`)).items
    const stopp = stops.find((one: { fahrer_name: string }) => one.fahrer_name === "Jens Brandt")
    const { page } = await openPhone(demo.url, { email: "fahrer1@demo.example", password: "pfandwerk-demo" })
    await step(page, `stopp/${stopp.id}`)
    const button = page.getByRole("button", { name: "Lieferschein für den Kunden" })
    // Not by a route of the page, past which a request may go once the service worker has taken the page over.
    await page.context().setOffline(true)
    await button.tap()
    await page.getByText("Dafür braucht es Netz.").waitFor()
    await page.context().setOffline(false)
    await button.tap()
    const code = page.getByRole("img", { name: "QR-Code zum Lieferschein" })
    await code.waitFor()
    await look(page, "fahrer-lieferschein")
    const { width, height } = (await code.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThan(200)
    // As the customer's camera sees it.
    const [seenCode] = await readCodes(await code.screenshot())
    const seen = await open(seenCode?.text ?? "", { width: 390 })
    await seen.getByRole("heading", { name: "Lieferschein" }).waitFor()
    await look(seen, "antwort-lieferschein")
    expect([await wide(seen), await seen.getByRole("button").count()]).toEqual([false, 0])
    expect([await barriers(seen), seen.faults]).toEqual([[], []])
  }, 120_000)
})
