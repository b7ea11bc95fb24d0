import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  goTo,
  hasChromium,
  logIn,
  pictures,
  sharedPage,
  sharedPageAnew,
  show,
  startDemo,
} from "./browser.ts"

let demo: Running
let office: BrowserContext
/** Has given back more than was handed out, and holds pallets without a value. */
let kunde: { name: string }
const api = (path: string, method?: string, data?: object) => ask(office, path, method, data)

async function makeCredit() {
  const made = await api("/kunden", "POST", { name: "Guthabenhof" })
  const { items } = await api("/pfandartikel?art=einzeln&limit=1")
  const about = { nummer: "PAL", bezeichnung: "Palette", art: "einzeln", ust_klasse: "transporthilfsmittel" }
  const palette = await ask(await logIn(demo, "admin"), "/pfandartikel", "POST", { ...about, pfand_cent: 0 })
  const positionen = [
    { pfandartikel_id: items[0].id, art: "ruecknahme", menge: 3 },
    { pfandartikel_id: palette.id, art: "ausgabe", menge: 50 },
  ]
  await api("/pfandbuchungen", "POST", { kunde_id: made.id, positionen })
  return made
}

describe.skipIf(!hasChromium)("balances", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
    kunde = await makeCredit()
  }, 120_000)
  afterAll(() => office?.close())

  test("the largest first, then the oldest, with the sum of all of them", async () => {
    const page = await sharedPage("/buero/salden", office)
    const [largest] = (await api("/pfandsalden?limit=1")).items
    const [oldest] = (await api("/pfandsalden?limit=1&sort=seit_am")).items
    const first = page.getByRole("rowheader").first()
    await first.filter({ hasText: largest.name }).waitFor()
    const sum = (await api("/heute")).pfand.wert_cent
    const euro = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" }).format(sum / 100)
    await page.getByText(euro).waitFor()
    await page.getByRole("columnheader", { name: "Ältestes seit" }).getByRole("button").click()
    await page.waitForURL("**/salden?sort=seit_am")
    await first.filter({ hasText: oldest.name }).waitFor()
    await first.click()
    await page.getByRole("heading", { level: 1, name: oldest.name }).waitFor()
    expect(page.faults).toEqual([])
  }, 120_000)

  test("one is found as on the customers' list, whose balances lead here with what was searched for", async () => {
    const page = await sharedPage(`/buero/kunden?q=${kunde.name.slice(0, 7)}`, office)
    await page.getByRole("columnheader", { name: "Pfand" }).getByRole("link").click()
    await page.waitForURL(/salden[?]q=.*&sort=-wert_cent/)
    await page.getByText(/1 Kunde, zusammen −[\d,]+.€/).waitFor()
    await page.getByRole("row", { name: kunde.name }).getByText("50 Stück", { exact: true }).waitFor()
    await page.getByRole("columnheader", { name: "Saldo" }).getByRole("button").click()
    await page.waitForURL(/[?]q=.*&sort=wert_cent/)
    await page.getByRole("rowheader", { name: kunde.name }).first().waitFor()
    // Whose sum that is.
    await page.getByText("Pfand bei allen Kunden, nicht nur den gezeigten").waitFor()
    expect(page.faults).toEqual([])
  }, 120_000)

  test("who has something for too long is reminded from here: those who are ticked, or all", async () => {
    const [oldest] = (await api("/pfandsalden?limit=1&sort=seit_am")).items
    const page = await sharedPage("/buero/salden?sort=seit_am&ueber_tagen=30", office)
    const { total } = await api("/pfandalter?ueber_tagen=30&total=true&limit=1")
    const all = page.getByRole("link", { name: `Alle ${total} erinnern …` })
    expect(await all.getAttribute("href")).toEndWith("/belege/druck?art=erinnerungen&tage=31")
    await all.click()
    await page.getByText(`${total} Kunden haben heute etwas seit über 30 Tagen.`).waitFor()
    await pictures(page, "alle-erinnern")
    // Of every age not all who are counted are reminded.
    await goTo(page, "/buero/salden?sort=seit_am")
    await page.getByText(/Kunden, die etwas haben/).waitFor()
    await page.getByRole("link", { name: "Alle erinnern …", exact: true }).waitFor()
    await goTo(page, "/buero/salden?sort=seit_am&ueber_tagen=30")
    await page.getByRole("checkbox", { name: new RegExp(oldest.name) }).click()
    await page.getByRole("button", { name: "Erinnern …" }).click()
    await page.getByRole("heading", { name: `${oldest.name} erinnern` }).waitFor()
    await page.getByRole("button", { name: /^Freundlich/ }).click()
    await page.getByRole("option", { name: "Letzte" }).click()
    await page.getByRole("button", { name: "Brief als PDF erstellen" }).click()
    await page
      .getByRole("heading", { name: /^Erinnerungen vom .*, 1 gewählter Kunde, ab 31 Tagen/ })
      .waitFor()
    await page.getByText("1 Papier fertig").waitFor()
    // A reminder asks for no answer; the letter says whose it is.
    await page.getByRole("link", { name: "Briefe einzeln ansehen", exact: true }).click()
    await page.getByRole("rowheader", { name: /^Letzte Aufforderung/ }).click()
    const letter = page.locator(".panel")
    await letter.getByRole("link", { name: oldest.name, exact: true }).waitFor()
    await pictures(page, "brief")
    expect(await letter.getByRole("button", { name: /Antwort/ }).count()).toBe(0)
    expect(page.faults).toEqual([])
  }, 120_000)

  test("a credit is said in words", async () => {
    const page = await sharedPage("/buero/salden", office)
    const grid = page.getByRole("grid")
    await grid.waitFor()
    // The smallest stands last.
    const cell = page.getByRole("row").filter({ hasText: kunde.name })
    await until("the last row is drawn", async () => {
      await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await page.evaluate(() => new Promise(requestAnimationFrame))
      return (await cell.count()) > 0
    })
    await cell.getByText("Guthaben", { exact: true }).waitFor()
    await show(page, { width: 390 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  }, 120_000)

  test("are filtered on a telephone behind a button, and what is chosen stays in sight", async () => {
    const page = await sharedPage("/buero/salden", office)
    await show(page, { width: 390 })
    const choices = page.locator(".filters .choice")
    const shown = async (...expected: string[]): Promise<void> =>
      until(`${String(expected)} can be chosen`, async () =>
        expect(await choices.allInnerTexts()).toEqual(expected),
      )
    await shown()
    const fold = page.getByRole("button", { name: "Filter", exact: true })
    await fold.click()
    await shown("Jedes Alter", "Saldo ↓")
    await choices.first().click()
    await page.getByRole("option").nth(1).click()
    await page.waitForURL(/ueber_tagen=/)
    const chosen = await choices.first().innerText()
    await fold.click()
    await shown(chosen)
    expect(page.faults).toEqual([])
  }, 120_000)

  test("on a small screen say how old they are, and no large one is cut", async () => {
    const admin = await logIn(demo, "admin")
    const artikel = await ask(admin, "/pfandartikel", "POST", {
      nummer: "TANK",
      bezeichnung: "Tank",
      art: "einzeln",
      pfand_cent: 1_000_000,
      ust_klasse: "warenumschliessung",
    })
    const { id } = await api("/kunden", "POST", { name: "Großabnehmer" })
    // Something of each age: a column without anything is not shown.
    for (const [menge, days] of [
      [99_998, 0],
      [1, 60],
      [1, 120],
    ] as const)
      await api("/pfandbuchungen", "POST", {
        kunde_id: id,
        erfasst_am: new Date(Date.now() - days * 86_400_000).toISOString(),
        positionen: [{ pfandartikel_id: artikel.id, art: "ausgabe", menge }],
      })
    const page = await sharedPageAnew("/buero/salden", office)
    await show(page, { width: 1024 })
    const saldo = page.locator(".table-body .cut").filter({ hasText: "1.000.000.000,00 €" })
    await saldo.last().waitFor()
    expect(await saldo.last().evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false)
    for (const name of ["31 bis 90", "91 bis 180"])
      expect([name, await page.getByRole("columnheader", { name }).count()]).toEqual([name, 1])
    // What is ticked and finds no room does not vanish without a word.
    const ticked = ["Nummer", "Bis 30 Tage", "Letzte Bewegung"]
    const heads = await page.getByRole("columnheader").allTextContents()
    const missing = ticked.filter((name) => !heads.some((head) => head.includes(name)))
    expect(missing.length).toBeGreaterThan(1)
    await page.getByText(/^\d Spalten haben hier keinen Platz: /).waitFor()
    await page.getByRole("button", { name: "Ansicht", exact: true }).click()
    const view = page.getByRole("dialog", { name: "Ansicht" })
    for (const name of missing) await view.getByText(`${name} hier ohne Platz`).waitFor()
    await page.keyboard.press("Escape")
    expect(page.faults).toEqual([])
  }, 120_000)

  test("both tables are saved for a spreadsheet", async () => {
    const page = await sharedPage("/buero/salden", office)
    for (const [name, file] of [
      ["Salden (CSV)", /^pfandsalden-.*\.csv$/],
      ["Alter (CSV)", /^Pfandalter\.csv$/],
    ] as const) {
      const saving = page.waitForEvent("download")
      await page.getByRole("button", { name }).click()
      const download = await saving
      expect(download.suggestedFilename()).toMatch(file)
      await page.getByText(`Gespeichert: ${download.suggestedFilename()}`).waitFor()
      expect(await Bun.file(await download.path()).text()).toContain("Kundennummer;")
    }
    expect(page.faults).toEqual([])
  }, 120_000)
})
