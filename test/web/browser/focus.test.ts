import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  goTo,
  hasChromium,
  hasValue,
  logIn,
  sharedPage,
  sharedPageAnew,
  startDemo,
  type Watched,
} from "./browser.ts"

/** People at the keyboard go on where the work goes on: the focus never falls out of the page. */

let demo: Running
let office: BrowserContext

const api = <T>(path: string, data?: object) => ask<T>(office, path, data ? "POST" : "GET", data)
const show = async (path: string): Promise<Watched> => sharedPage(`/buero${path}`, office)
const press = (page: Watched, name: string) =>
  page.getByRole("button", { name, exact: true }).first().press("Enter")
const typing = (
  page: Watched,
  fields = "input, textarea, [role=spinbutton], button[aria-haspopup=listbox]",
) => page.waitForFunction((found) => document.activeElement?.matches(found), fields)
/** Waits until a heading, or a button, of these words has the focus. */
const at = (page: Watched, words: string) =>
  page.waitForFunction((text) => {
    const { activeElement } = document
    return activeElement?.matches("h1, h2, button") === true && activeElement.textContent?.trim() === text
  }, words)

type Id = { id: string }
const newGeraet = (bezeichnung: string) =>
  api<Id>("/geraete", { geraetenummer: Bun.randomUUIDv7().slice(-12), bezeichnung, pfand_cent: 100 })

describe.skipIf(!hasChromium)("the focus", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "admin")
  }, 120_000)

  test("goes to the device when what was done with it can no longer be done", async () => {
    const { id } = await newGeraet("Kühler mit Fokus")
    const page = await show(`/geraete/${id}`)
    await press(page, "In die Wartung")
    await typing(page)
    await page.keyboard.press("Control+Enter")
    await page.getByRole("button", { name: "Wartung beenden" }).waitFor()
    await at(page, "Kühler mit Fokus")
    await press(page, "Wartung beenden")
    await typing(page)
    await page.keyboard.press("Control+Enter")
    await page.getByRole("button", { name: "Ausgeben" }).waitFor()
    await at(page, "Kühler mit Fokus")
    // Given up, it goes back to what opened it; through a menu to the menu's button.
    await press(page, "Ausgeben")
    await typing(page)
    await page.keyboard.press("Escape")
    await at(page, "Ausgeben")
    await press(page, "Mehr")
    await page.getByRole("menuitem", { name: "Verloren melden …" }).press("Enter")
    await typing(page)
    await page.keyboard.press("Escape")
    await at(page, "Mehr")
    expect(page.faults).toEqual([])
  }, 120_000)

  test("stays in what was reversed, and goes back to its row", async () => {
    const [kunde] = (await api<{ items: Id[] }>("/kunden?limit=1")).items
    const [artikel] = (await api<{ items: Id[] }>("/pfandartikel?limit=1")).items
    const positionen = [{ pfandartikel_id: artikel?.id, art: "ausgabe", menge: 7 }]
    const { vorgang_id } = await api<{ vorgang_id: string }>("/pfandbuchungen", {
      kunde_id: kunde?.id,
      positionen,
    })
    const page = await show("/pfandbuch")
    await page.locator("[data-row='0'] [data-open]").press("Enter")
    await page.waitForURL(`**/pfandbuch?vorgang=${vorgang_id}`)
    await press(page, "Stornieren …")
    await typing(page)
    await page.keyboard.type("Verzählt")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("button", { name: "Storno zeigen" }).waitFor()
    await at(page, "Vorgang")
    await press(page, "Storno zeigen")
    await at(page, "Storno")
    await page.keyboard.press("Escape")
    await page.waitForURL("**/pfandbuch")
    await page.waitForFunction(() => document.activeElement?.matches("[data-open]"))
    expect(page.faults).toEqual([])
  }, 120_000)

  test("goes to the title of the screen that a row or an action leads to", async () => {
    const [kunde] = (await api<{ items: (Id & { name: string })[] }>("/kunden?limit=1")).items
    const page = await show("/lieferungen")
    const row = page.locator("[data-row='2'] [data-open]")
    const name = (await row.textContent()) ?? ""
    await row.press("Enter")
    await page.waitForURL("**/lieferungen/*")
    await at(page, name)
    const { id } = await api<Id>("/lieferungen", { kunde_id: kunde?.id, datum: "2031-07-09", positionen: [] })
    await goTo(page, `/buero/lieferungen/${id}`)
    await press(page, "Mehr")
    const cancel = page.getByRole("menuitem", { name: "Absagen …" })
    await cancel.waitFor()
    await page.keyboard.press("Escape")
    // A window that is given up leads back to the button of its menu, be it pressed with the mouse for the first time.
    await goTo(page, "/buero/lieferungen")
    await row.waitFor()
    await goTo(page, `/buero/lieferungen/${id}`)
    await page.getByRole("button", { name: "Mehr", exact: true }).click()
    await cancel.click()
    await typing(page)
    await page.keyboard.press("Escape")
    await at(page, "Mehr")
    await press(page, "Mehr")
    await cancel.press("Enter")
    await page.getByRole("alertdialog").getByRole("button", { name: "Absagen" }).press("Enter")
    await page.getByText("Storniert").first().waitFor()
    await at(page, kunde?.name ?? "")
    expect(page.faults).toEqual([])
  }, 120_000)

  test.each(["/pfandbuch", "/lieferungen"])(
    "stays in the filter in which a customer is chosen: %s",
    async (path) => {
      const [kunde] = (await api<{ items: (Id & { name: string })[] }>("/kunden?limit=1")).items
      // A page that has not read the customer yet.
      const page = await sharedPageAnew(`/buero${path}`, office)
      const filter = page.getByRole("combobox", { name: "Kunde" })
      await filter.pressSequentially(kunde?.name ?? "")
      await page.getByRole("option", { name: kunde?.name }).first().waitFor()
      const named = page.waitForResponse((reply) => reply.url().endsWith(`/api/kunden/${kunde?.id}`))
      await filter.press("ArrowDown")
      await filter.press("Enter")
      await page.waitForURL(`**${path}?kunde=${kunde?.id}`)
      await named
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
      expect(await filter.evaluate((field) => field === document.activeElement)).toBe(true)
      await hasValue(filter, kunde?.name ?? "")
      // The field shows the customer of the address, whoever changed that.
      await press(page, "Alle zeigen")
      await page.waitForURL(`**${path}`)
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>("[role=combobox]")?.value === "",
      )
      await page.goto(`${demo.url}/buero${path}?kunde=${kunde?.id}`)
      await page.locator(`[role=combobox][value="${kunde?.name}"]`).waitFor()
      expect(page.faults).toEqual([])
      await page.close()
    },
    120_000,
  )

  test("follows a stop that was moved on the board", async () => {
    const [one, two] = (await api<{ items: (Id & { name: string })[] }>("/kunden?limit=2")).items
    const { items } = await api<{ items: (Id & { rolle: string })[] }>("/mitarbeiter?limit=50")
    const fahrer_id = items.find(({ rolle }) => rolle === "fahrer")?.id
    const plan = { datum: "2031-07-10", fahrer_id, positionen: [] }
    await api("/lieferungen", { ...plan, kunde_id: one?.id })
    await api("/lieferungen", { ...plan, kunde_id: two?.id })
    const page = await show("/touren?datum=2031-07-10")
    await page.getByRole("button", { name: `${one?.name}: verschieben` }).press("Enter")
    await page.getByRole("menuitem", { name: "Ganz nach hinten" }).press("Enter")
    await page.waitForFunction((name) => {
      const row = document.activeElement
      const rows = [...(row?.parentElement?.querySelectorAll("[role=row]") ?? [])]
      return row !== null && row.textContent?.includes(name) === true && rows.at(-1) === row
    }, one?.name ?? "")
    expect(page.faults).toEqual([])
  }, 120_000)
})
