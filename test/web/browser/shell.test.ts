import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import { barriers, hasChromium, logIn, open, sharedPage, show, startDemo, type Watched } from "./browser.ts"

let demo: Running
let context: BrowserContext
const page = (path: string): Promise<Watched> => sharedPage(`/buero${path}`, context)
const heading = (where: Watched, name: string) =>
  where.getByRole("heading", { level: 1, name, exact: true }).waitFor()

/** Until a field has this text. */
const holds = (where: Watched, text: string) =>
  where.waitForFunction(
    (wanted) => [...document.querySelectorAll("input")].some(({ value }) => value === wanted),
    text,
  )

/** The frame around every screen. */
describe.skipIf(!hasChromium)("the office's frame", () => {
  beforeAll(async () => {
    demo = await startDemo()
    context = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => context?.close())

  /** Typed before its field is there, an umlaut would be lost: the browser is given it as text, not as a key. */
  async function openFinder(shown: Watched): Promise<void> {
    await shown.keyboard.press("Control+k")
    await shown.locator("input[aria-label=Suchen]:focus").waitFor()
  }

  test("is written in the font that it brings along, in which all figures are of one width", async () => {
    const shown = await page("/heute")
    const widths = await shown.evaluate(async () => {
      await document.fonts.ready
      const measure = document.createElement("canvas").getContext("2d")
      if (!measure) throw new Error("nothing to measure with")
      measure.font = getComputedStyle(document.body).font
      return ["1111,11", "0000,00", "7747,47"].map((text) => measure.measureText(text).width)
    })
    const loaded = await shown.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family),
    )
    expect(loaded).toContain('"Pfandwerk Sans"')
    expect(new Set(widths.map((width) => width.toFixed(2))).size).toBe(1)
  })

  test("Strg+K: what can be done for a customer, at once or asked for", async () => {
    const shown = await page("/konto")
    await heading(shown, "Eigenes Konto")
    await openFinder(shown)
    await shown.keyboard.type("10011")
    // Results for the whole text; until then the list changes under the mouse.
    await shown.locator("[role=menuitem][data-focused]", { hasText: /^Gasthaus Krone/ }).waitFor()
    await shown.getByRole("menuitem", { name: /Neue Lieferung für Gasthaus Krone/ }).click()
    await heading(shown, "Neue Lieferung")
    await holds(shown, "Gasthaus Krone")

    await openFinder(shown)
    await shown.keyboard.insertText("Rückgabe für 10011")
    await shown.getByRole("menuitem", { name: /Rückgabe buchen für Gasthaus Krone/ }).waitFor()
    await shown.keyboard.press("Enter")
    await heading(shown, "Rückgabe und Buchung")
    await holds(shown, "Gasthaus Krone")

    await openFinder(shown)
    await shown.keyboard.insertText("gerät ausgeben 10011")
    await shown.getByRole("menuitem", { name: /Gerät ausgeben an Gasthaus Krone/ }).waitFor()
    await shown.keyboard.press("Enter")
    await shown.getByRole("heading", { name: "Gerät ausgeben" }).waitFor()
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("Strg+K: pages by what they are called, and by what people call them", async () => {
    const shown = await page("/konto")
    await heading(shown, "Eigenes Konto")
    for (const [typed, name] of [
      ["neue lief", "Neue Lieferung"],
      ["leergut", "Buchen"],
      ["gerat", "Geräte"],
    ] as const) {
      await shown.keyboard.press("Control+k")
      await shown.keyboard.type(typed)
      await shown.getByRole("menuitem", { name: new RegExp(`^${name}`) }).waitFor()
      await shown.keyboard.press("Escape")
      await shown.keyboard.press("Escape")
      await shown.getByRole("dialog").waitFor({ state: "detached" })
    }
  }, 120_000)

  test("Strg+K: Enter before the answer means what was typed, however slow the answer is", async () => {
    const shown = await page("/konto")
    await heading(shown, "Eigenes Konto")
    // Nothing is answered before Enter was pressed.
    const pressed = Promise.withResolvers<void>()
    await shown.route("**/api/suche?**", async (route) => {
      await pressed.promise
      await route.continue()
    })
    await shown.keyboard.press("Control+k")
    await shown.getByRole("dialog").waitFor()
    await shown.keyboard.type("10011")
    await shown.keyboard.press("Enter")
    pressed.resolve()
    await heading(shown, "Gasthaus Krone")
    await shown.getByRole("dialog").waitFor({ state: "detached" })
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("Strg+K: Enter means the first hit where none stands ready, as after a letter was deleted", async () => {
    const shown = await page("/konto")
    await heading(shown, "Eigenes Konto")
    await shown.keyboard.press("Control+k")
    await shown.keyboard.type("100111")
    await shown.keyboard.press("Backspace")
    await shown
      .getByRole("menuitem", { name: /^Gasthaus Krone/ })
      .first()
      .waitFor()
    await shown.locator("[role=menuitem][data-focused]").waitFor({ state: "detached" })
    await shown.keyboard.press("Enter")
    await heading(shown, "Gasthaus Krone")
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("Strg+K: the first hit stands ready, even where answers come between the letters", async () => {
    const shown = await page("/konto")
    await heading(shown, "Eigenes Konto")
    await shown.keyboard.press("Control+k")
    for (const letter of "kro") {
      const answer = shown.waitForResponse(/\/api\/suche/)
      await shown.keyboard.press(letter)
      await answer
    }
    const first = shown.getByRole("menuitem").first()
    await first.filter({ hasText: "Krone" }).and(shown.locator("[data-focused]")).waitFor()
    await shown.keyboard.press("Escape")
    await shown.keyboard.press("Escape")
    await shown.getByRole("dialog").waitFor({ state: "detached" })
  }, 120_000)

  test("? shows the keys, from an empty field for searching as well; a menu says so", async () => {
    const shown = await page("/kunden")
    const search = shown.getByRole("searchbox", { name: "Kunden suchen" })
    await search.waitFor()
    await search.press("?")
    await shown.getByRole("dialog", { name: "Tasten" }).waitFor()
    await shown.keyboard.press("Escape")
    await shown.getByRole("dialog").waitFor({ state: "detached" })
    await search.fill("wer")
    await search.press("?")
    expect(await search.inputValue()).toBe("wer?")
    await shown.getByRole("button", { name: /Verwaltung$/ }).click()
    await shown.getByRole("menuitem", { name: /Tasten/ }).click()
    await shown.getByRole("dialog", { name: "Tasten" }).waitFor()
    await shown.keyboard.press("Escape")
    await shown.getByRole("dialog").waitFor({ state: "detached" })
  }, 120_000)

  test("where there is no room for all columns, names stay names", async () => {
    for (const [path, column] of [
      ["/abrechnungen", "Kunde"],
      ["/salden", "Kunde"],
      ["/kunden", "Name"],
      ["/pfandbuch", "Kunde"],
    ] as const)
      for (const width of [1440, 1024] as const) {
        const shown = await page(path)
        await show(shown, { width })
        const name = shown.getByRole("columnheader", { name: column, exact: true })
        await name.waitFor()
        const { width: room } = (await name.boundingBox()) ?? { width: 0 }
        expect([path, width, room >= 120]).toEqual([path, width, true])
      }
  }, 120_000)

  test("on a telephone every screen of the navigation is two taps away", async () => {
    const wide = await page("/kunden")
    const ways = wide.getByRole("navigation", { name: "Bereiche" }).getByRole("link")
    await ways.first().waitFor()
    const names = await ways.allInnerTexts()
    expect(names.slice(0, 4)).toEqual(["Heute", "Kunden", "Buchen", "Touren"])
    const phone = await open(`${demo.url}/buero/kunden`, { width: 390 }, context)
    await heading(phone, "Kunden")
    const addresses = await ways.evaluateAll((links) => links.map((link) => link.getAttribute("href")))
    const menu = phone.getByRole("dialog", { name: "Menü" })
    for (const [name, address] of [
      [names[0], addresses[0]],
      [names.at(-1), addresses.at(-1)],
    ] as const) {
      await phone.getByRole("button", { name: "Menü" }).click()
      await menu.getByText("Eigenes Konto").waitFor()
      const all = await menu.getByRole("navigation").locator("[href^='/']").all()
      expect(await Promise.all(all.map((way) => way.innerText()))).toEqual([...names, "Eigenes Konto"])
      expect(await Promise.all(all.map((way) => way.getAttribute("href")))).toEqual([
        ...addresses,
        "/buero/konto",
      ])
      if (name === names[0]) expect(await barriers(phone)).toEqual([])
      await menu.getByRole("link", { name, exact: true }).click()
      await menu.waitFor({ state: "detached" })
      await phone.waitForURL(`**${address}*`)
      await phone.getByRole("heading", { level: 1 }).filter({ hasText: /\S/ }).waitFor()
    }
    await phone.close()
  }, 120_000)

  test("a log-in that ends in the middle of a form loses nothing, and leads back", async () => {
    const own = await logIn(demo, "buero")
    const form = await open(`${demo.url}/buero/kunden/neu`, {}, own)
    await form.getByLabel("Name", { exact: true }).fill("Gasthaus Mitternacht")
    await form.getByLabel("Ort").fill("Lüneburg")
    await own.clearCookies()
    await form.getByRole("button", { name: "Anlegen" }).click()
    const asked = form.getByRole("alertdialog", { name: "Die Anmeldung ist abgelaufen" })
    await asked.getByText("Was schon eingetragen war, ist noch da.").waitFor()
    // A log-in also ends because somebody has left: nothing of the page is to be read meanwhile.
    await form.getByRole("heading", { level: 1, name: "Neuer Kunde" }).waitFor({ state: "hidden" })
    expect(await form.locator("[name=ort]").isVisible()).toBe(false)
    expect(await barriers(form)).toEqual([])
    await asked.getByLabel("Kennwort").fill("pfandwerk-demo")
    await form.keyboard.press("Enter")
    await asked.waitFor({ state: "detached" })
    // And then everything stands there again.
    await heading(form, "Neuer Kunde")
    expect(await form.getByLabel("Ort").inputValue()).toBe("Lüneburg")
    await own.clearCookies()
    await form.getByRole("button", { name: "Anlegen" }).click()
    await asked.getByRole("button", { name: "Als jemand anderes anmelden" }).click()
    await form.waitForURL("**/anmelden?**")
    await form.getByLabel("E-Mail").fill("buero@demo.example")
    await form.getByLabel("Kennwort").fill("pfandwerk-demo")
    await form.keyboard.press("Enter")
    await form.waitForURL("**/buero/kunden/neu")
    await form.getByLabel("Ort").waitFor()
    expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe("Gasthaus Mitternacht")
    await form.getByRole("button", { name: "Anlegen" }).click()
    await heading(form, "Gasthaus Mitternacht")
    await own.close()
  }, 120_000)
})
