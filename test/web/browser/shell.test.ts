import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  follow,
  goTo,
  hasChromium,
  hasValue,
  logIn,
  open,
  placesOf,
  sharedPage,
  show,
  startDemo,
  type Watched,
} from "./browser.ts"

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
    // Fonts are asked for when something is drawn with them: before that, nothing is on its way.
    await until("its font has loaded", () =>
      shown.evaluate(() =>
        [...document.fonts].some(({ status, family }) => status === "loaded" && family === "Pfandwerk Sans"),
      ),
    )
    const widths = await shown.evaluate(() => {
      const measure = document.createElement("canvas").getContext("2d")
      if (!measure) throw new Error("nothing to measure with")
      measure.font = getComputedStyle(document.body).font
      return ["1111,11", "0000,00", "7747,47"].map((text) => measure.measureText(text).width)
    })
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
    await heading(shown, "Rückgabe buchen")
    await holds(shown, "Gasthaus Krone")

    await openFinder(shown)
    await shown.keyboard.insertText("Rechnung für Gasthaus Krone")
    await shown
      .getByRole("menuitem", { name: /Abrechnungen von Gasthaus Krone/ })
      .first()
      .waitFor()
    await shown.keyboard.press("Enter")
    await shown.waitForURL(/\/abrechnungen\?kunde=/)
    await heading(shown, "Abrechnungen")

    await openFinder(shown)
    await shown.keyboard.insertText("gerät ausgeben 10011")
    await shown.getByRole("menuitem", { name: /Gerät ausgeben an Gasthaus Krone/ }).waitFor()
    await shown.keyboard.press("Enter")
    await shown.getByRole("heading", { name: "Gerät ausgeben" }).waitFor()
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("Strg+K: pages by what they are called, and by what people call them; never over a question", async () => {
    const shown = await page("/konto")
    await heading(shown, "Eigenes Konto")
    await shown.getByRole("button", { name: "Überall abmelden" }).click()
    const question = shown.getByRole("alertdialog")
    await question.waitFor()
    await shown.keyboard.press("Control+k")
    await question.getByRole("button", { name: "Abbrechen" }).click()
    await question.waitFor({ state: "detached" })
    expect(await shown.getByRole("searchbox", { name: "Suchen" }).count()).toBe(0)
    for (const [typed, name] of [
      ["neue lief", "Neue Lieferung"],
      ["leergut", "Rückgabe buchen"],
      ["pfandbuch", "Buchungen"],
      ["lager", "Bestand auf dem Hof"],
      ["belege", "Briefe"],
      ["gerat", "Geräte"],
    ] as const) {
      await shown.keyboard.press("Control+k")
      await shown.keyboard.type(typed)
      await shown
        .getByRole("menuitem", { name: new RegExp(`^${name}`) })
        .first()
        .waitFor()
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
    // Whoever types on after it meant something else, also when they come back to the same words.
    await goTo(shown, "/buero/konto")
    await heading(shown, "Eigenes Konto")
    const typedOn = Promise.withResolvers<void>()
    await shown.route("**/api/suche?**", async (route) => {
      await typedOn.promise
      await route.continue()
    })
    await openFinder(shown)
    await shown.keyboard.type("10012")
    await shown.keyboard.press("Enter")
    await shown.keyboard.type("x")
    await holds(shown, "10012x")
    typedOn.resolve()
    await shown.getByText("Nichts gefunden").waitFor()
    await shown.keyboard.press("Backspace")
    const hit = shown.getByRole("menuitem").filter({ hasText: "10012" }).first()
    await hit.waitFor()
    // Its words, and then the window.
    await shown.keyboard.press("Escape")
    await shown.keyboard.press("Escape")
    await shown.getByRole("dialog").waitFor({ state: "detached" })
    await heading(shown, "Eigenes Konto")
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
    await shown.getByRole("menuitem", { name: "8 von 10 Kunden zu „kro“" }).waitFor()
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
    await hasValue(search, "wer?")
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
        const name = shown.getByRole("columnheader", { name: new RegExp(`^${column}(?: |$)`) })
        await name.waitFor()
        const { width: room } = (await name.boundingBox()) ?? { width: 0 }
        expect([path, width, room >= 120]).toEqual([path, width, true])
      }
  }, 120_000)

  const PLACES = [
    ["Heute"],
    ["Kunden", "Liste", "Salden und Alter"],
    ["Rückgabe buchen"],
    ["Touren", "Tag", "Woche", "Lieferungen", "Klärung", "Feierabend"],
    ["Geräte", "Bestand", "Prüftermine"],
    ["Artikel"],
    ["Hof", "Bestand", "Inventur", "Schwund"],
    ["Buchungen"],
    ["Abrechnung", "Abrechnungen", "Briefe", "E-Mails", "DATEV und Steuerprüfung"],
    ["Kontrolle", "Prüfung des Pfandbuchs", "Protokoll"],
    ["Firma", "Angaben", "Mitarbeiter", "Programme", "Einrichten", "Austausch"],
  ]

  test("eleven places, each with its screens as tabs that have addresses", async () => {
    const shown = await page("/kunden")
    // As narrow as a desk's screen is: the tabs stand still, however many buttons a screen has above them.
    await shown.setViewportSize({ width: 1024, height: 768 })
    const tops = new Set<number>()
    for (const [place = "", ...tabs] of PLACES) {
      await follow(shown, place)
      const links = shown.getByRole("main").getByRole("navigation", { name: place }).getByRole("link")
      for (const tab of tabs) {
        await links.filter({ hasText: tab }).first().click()
        const current = shown.getByRole("main").locator("nav [aria-current=page]")
        await current.filter({ hasText: tab }).waitFor()
        const address = new URL(shown.url()).pathname
        expect([tab, await current.getAttribute("href")]).toEqual([tab, address])
        tops.add(await current.evaluate((link) => link.getBoundingClientRect().top))
      }
      expect(await links.allInnerTexts()).toEqual(tabs)
    }
    expect([...tops]).toHaveLength(1)
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("a place of which nothing is for somebody is not shown to them, nor such a tab", async () => {
    const own = await logIn(demo, "buero")
    const shown = await open(`${demo.url}/buero/firma`, {}, own)
    const names = await placesOf(shown)
    expect(names).toEqual(PLACES.map(([name = ""]) => name).filter((name) => name !== "Kontrolle"))
    const tabs = shown.getByRole("navigation", { name: "Firma" }).getByRole("link")
    await until("the tabs are there", async () =>
      expect(await tabs.allInnerTexts()).toEqual(["Angaben", "Einrichten", "Austausch"]),
    )
    await own.close()
  }, 120_000)

  test("beside Heute stands how much was left undone", async () => {
    const shown = await page("/konto")
    const { anzahl } = await ask<{ anzahl: number }>(context, "/heute/liegengeblieben")
    expect(anzahl).toBeGreaterThan(0)
    await shown.getByRole("link", { name: new RegExp(`^Heute\\s*${anzahl} liegengeblieben`) }).waitFor()
  })

  test("on a telephone every place is two taps away", async () => {
    const phone = await open(`${demo.url}/buero/kunden`, { width: 390 }, context)
    await heading(phone, "Kunden")
    expect(await placesOf(phone)).toEqual(["Heute", "Kunden", "Rückgabe buchen", "Touren"])
    const menu = phone.getByRole("dialog", { name: "Menü" })
    for (const place of ["Heute", "Firma"]) {
      await phone.getByRole("button", { name: "Menü" }).click()
      await menu.getByText("Eigenes Konto").waitFor()
      expect(await placesOf(phone, "Alle Bereiche")).toEqual(PLACES.map(([name = ""]) => name))
      if (place === "Heute") expect(await barriers(phone)).toEqual([])
      await menu.getByRole("link", { name: new RegExp(`^${place}`) }).click()
      await menu.waitFor({ state: "detached" })
      await heading(phone, place)
      // The place is marked in the bar, or the menu where it has none there.
      const marked = phone.locator(".side [aria-current]").and(phone.locator(":visible"))
      expect(await marked.innerText()).toContain(place === "Heute" ? "Heute" : "Menü")
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
    await asked.getByLabel("Passwort").fill("pfandwerk-demo")
    await form.keyboard.press("Enter")
    await asked.waitFor({ state: "detached" })
    // And then everything stands there again.
    await heading(form, "Neuer Kunde")
    await hasValue(form.getByLabel("Ort"), "Lüneburg")
    await own.clearCookies()
    await form.getByRole("button", { name: "Anlegen" }).click()
    await asked.getByRole("button", { name: "Als jemand anderes anmelden" }).click()
    await form.waitForURL("**/anmelden?**")
    await form.getByLabel("E-Mail").fill("buero@demo.example")
    await form.getByLabel("Passwort").fill("pfandwerk-demo")
    await form.keyboard.press("Enter")
    await form.waitForURL("**/buero/kunden/neu")
    await form.getByLabel("Ort").waitFor()
    await hasValue(form.getByLabel("Name", { exact: true }), "Gasthaus Mitternacht")
    await form.getByRole("button", { name: "Anlegen" }).click()
    await heading(form, "Gasthaus Mitternacht")
    await own.close()
  }, 120_000)
})
