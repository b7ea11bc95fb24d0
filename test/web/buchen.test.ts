import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../helpers/executable.ts"
import { barriers, hasChromium, logIn, open, picture, show, startDemo, type Watched } from "./browser.ts"

let demo: Running
let office: BrowserContext
let page: Watched
let pressed = 0
/** Keys that are no figure of the pieces. */
async function type(text: string): Promise<void> {
  pressed += text.length
  await page.keyboard.type(text)
}
async function press(key: string): Promise<void> {
  pressed++
  await page.keyboard.press(key)
}

const read = async <T>(path: string): Promise<T> =>
  (await (await office.request.get(`${demo.url}${path}`)).json()) as T
const kundeNamed = async (q: string) =>
  (await read<{ items: { id: string; name: string }[] }>(`/api/kunden?q=${q}&limit=1`)).items[0] as {
    id: string
    name: string
  }
const balanceOf = async (id: string) =>
  (await read<{ wert_cent: number }>(`/api/kunden/${id}/pfandkonto`)).wert_cent
const bookingsOf = async (id: string) =>
  (
    await read<{
      items: { vorgang_id: string; art: string; menge: number; grund: string | null; erfasst_am: string }[]
    }>(`/api/kunden/${id}/pfandbuchungen?limit=200`)
  ).items

const vorgaengeOf = async (id: string) =>
  new Set((await bookingsOf(id)).map(({ vorgang_id }) => vorgang_id)).size

/** @returns the fewest letters at which Enter takes this article, as somebody types who knows their articles */
async function shortestFor(nummer: string): Promise<string> {
  for (let letters = 2; letters <= nummer.length; letters++) {
    const q = nummer.slice(0, letters).toLowerCase()
    const found = await read<{ pfandartikel: { nummer: string }[] }>(`/api/suche?q=${encodeURIComponent(q)}`)
    if (found.pfandartikel[0]?.nummer === nummer) return q
  }
  return nummer
}

/** The number of pieces of a line has the focus: it is there, and typing goes into it. */
const atPieces = (name?: RegExp) =>
  page.waitForFunction((pattern) => {
    const label = document.activeElement?.getAttribute("aria-label") ?? ""
    return label.startsWith("Stück") && new RegExp(pattern).test(label)
  }, name?.source ?? "")
const atSearch = () => page.waitForFunction(() => document.activeElement?.closest(".buchen-foot") !== null)

describe.skipIf(!hasChromium)("Rückgabe und Buchung", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
  }, 60_000)
  afterEach(async () => {
    expect(page.faults).toEqual([])
    await page.close()
  })

  test("a new customer's booking begins with the first article, with the keyboard alone", async () => {
    const name = `Neuling ${Bun.randomUUIDv7().slice(-6)}`
    const headers = { "sec-fetch-site": "same-origin" }
    const made = await office.request.post(`${demo.url}/api/kunden`, { data: { name }, headers })
    expect(made.status()).toBe(201)
    page = await open(`${demo.url}/buero/buchen`, {}, office)
    await page.getByRole("combobox", { name: "Kunde" }).pressSequentially(name)
    await page.keyboard.press("Enter")
    await page.getByText("Dieser Kunde hat noch nichts zurückgebracht.").waitFor()
    await atSearch()
    await page.keyboard.type(await shortestFor("KI-20"))
    await page.keyboard.press("Enter")
    await atPieces()
  }, 60_000)

  test("full ones for empty ones: the same article goes out and comes back in one booking", async () => {
    const name = `Tausch ${Bun.randomUUIDv7().slice(-6)}`
    const headers = { "sec-fetch-site": "same-origin" }
    const made = await office.request.post(`${demo.url}/api/kunden`, { data: { name }, headers })
    const { id } = (await made.json()) as { id: string }
    page = await open(`${demo.url}/buero/buchen?kunde=${id}`, {}, office)
    await page.getByText("Dieser Kunde hat noch nichts zurückgebracht.").waitFor()
    await atSearch()
    const letters = await shortestFor("KI-20")
    const add = async (pieces: string): Promise<void> => {
      await page.keyboard.type(letters)
      await page.keyboard.press("Enter")
      await atPieces()
      await page.keyboard.type(pieces)
      await page.keyboard.press("Enter")
      await atSearch()
    }
    await add("2")
    // Once more the same way: the line that is there.
    await add("4")
    expect(await page.locator("[data-menge]").count()).toBe(1)
    await page.getByRole("button", { name: /Neue Zeilen sind/ }).click()
    await page.getByRole("listbox").getByRole("option", { name: "Ausgabe" }).click()
    await page.locator(".buchen-foot input").focus()
    await add("3")
    await page.keyboard.press("Control+Enter")
    await page
      .getByRole("status")
      .filter({ hasText: `Für ${name} gebucht` })
      .waitFor()
    const booked = (await bookingsOf(id)).map(({ art, menge }) => `${art} ${menge}`)
    expect(booked.toSorted()).toEqual(["ausgabe 3", "ruecknahme 4"])
    expect(await vorgaengeOf(id)).toBe(1)
  }, 60_000)

  test("ten lines of returned empties with the keyboard alone, in at most 60 presses beyond the figures", async () => {
    const kunde = await kundeNamed("adl")
    const before = await balanceOf(kunde.id)
    const articles = await read<{ items: { nummer: string; art: string; id: string; pfand_cent: number }[] }>(
      "/api/pfandartikel?limit=200",
    )
    page = await open(`${demo.url}/buero/buchen`, {}, office)
    await page.waitForFunction(
      () =>
        document.activeElement?.getAttribute("name") === "kunde_id" ||
        document.activeElement?.getAttribute("placeholder")?.startsWith("Name, Nummer"),
    )
    pressed = 0
    await type("adl")
    await press("Enter")
    await atPieces()
    const usual = await page.locator("[data-menge]").count()
    for (let i = 0; i < usual; i++) {
      await page.keyboard.type("1")
      await press("Enter")
    }
    await atSearch()
    const known = await page.locator(".booking-lines tbody th .muted").allInnerTexts()
    const others = articles.items.filter(({ nummer }) => !known.includes(nummer)).slice(0, 10 - usual)
    expect(usual + others.length).toBe(10)
    for (const { nummer } of others) {
      await type(await shortestFor(nummer))
      await press("Enter")
      await atPieces()
      await page.keyboard.type("10")
      await press("Enter")
      await atSearch()
    }
    expect(await page.locator("tr.counted").count()).toBe(10)
    await picture(page, "buchen-zehn-zeilen")
    await press("Control+Enter")
    await page.getByText("Zuletzt gebucht").waitFor()
    expect(pressed).toBeLessThanOrEqual(60)
    const usualSum = articles.items
      .filter(({ nummer }) => known.includes(nummer))
      .reduce((sum, { pfand_cent }) => sum + pfand_cent, 0)
    const othersSum = others.reduce((sum, { pfand_cent }) => sum + 10 * pfand_cent, 0)
    expect(await balanceOf(kunde.id)).toBe(before - usualSum - othersSum)
  }, 120_000)

  test("a draft survives a reload, and two clicks book once", async () => {
    const kunde = await kundeNamed("adl")
    const before = await vorgaengeOf(kunde.id)
    page = await open(`${demo.url}/buero/buchen?kunde=${kunde.id}`, {}, office)
    await atPieces()
    await page.keyboard.type("3")
    await page.reload()
    await page.locator("tr.counted").waitFor()
    expect(await page.locator("[data-menge]").first().inputValue()).toBe("3")
    await page.getByRole("button", { name: "Buchen" }).dblclick()
    await page.getByText("Zuletzt gebucht").waitFor()
    expect(await vorgaengeOf(kunde.id)).toBe(before + 1)
    expect(await page.getByRole("combobox", { name: "Kunde" }).inputValue()).toBe("")
  }, 60_000)

  test("without a connection it says so and keeps what was typed; then it books", async () => {
    const kunde = await kundeNamed("adl")
    page = await open(`${demo.url}/buero/buchen?kunde=${kunde.id}`, {}, office)
    await atPieces()
    await page.keyboard.type("2")
    await page.route("**/api/pfandbuchungen", (route) => route.abort())
    await page.keyboard.press("Control+Enter")
    await page.getByRole("alert").filter({ hasText: "Keine Verbindung" }).waitFor()
    expect(await page.locator("[data-menge]").first().inputValue()).toBe("2")
    await page.unroute("**/api/pfandbuchungen")
    await page.getByRole("button", { name: "Buchen" }).click()
    await page.getByText("Zuletzt gebucht").waitFor()
    // The browser itself reports the request that was cut off.
    page.faults = page.faults.filter((fault) => !fault.includes("net::ERR_FAILED"))
  }, 60_000)

  test("an administrator corrects with a reason; without one the field says what is missing", async () => {
    const kunde = await kundeNamed("adl")
    page = await open(`${demo.url}/buero/buchen?kunde=${kunde.id}`, {}, await logIn(demo, "admin"))
    await atPieces()
    await page.keyboard.type("1")
    await page
      .getByRole("combobox", { name: /^Art von/ })
      .first()
      .selectOption("korrektur_plus")
    await page.getByRole("button", { name: "Buchen" }).click()
    await page.getByRole("alert").first().waitFor()
    await page.getByRole("textbox", { name: "Grund" }).fill("verzählt")
    await page.getByRole("button", { name: "Buchen" }).click()
    await page.getByText("Zuletzt gebucht").waitFor()
    const [latest] = await bookingsOf(kunde.id)
    expect([latest?.art, latest?.grund]).toEqual(["korrektur_plus", "verzählt"])
    page.faults = page.faults.filter((fault) => !fault.includes("400"))
  }, 60_000)

  test("the office does not see corrections, and a device is one piece", async () => {
    const [device] = (await read<{ items: { geraetenummer: string }[] }>("/api/geraete?status=lager&limit=1"))
      .items
    page = await open(`${demo.url}/buero/buchen`, {}, office)
    await page.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).fill(device?.geraetenummer ?? "")
    await page.keyboard.press("Enter")
    const pieces = page.locator("[data-menge]")
    await pieces.waitFor()
    expect([await pieces.inputValue(), await pieces.getAttribute("readonly")]).toEqual(["1", ""])
    const options = await page
      .getByRole("combobox", { name: /^Art von/ })
      .locator("option")
      .allTextContents()
    expect(options).toEqual(["Rücknahme", "Ausgabe"])
    await page.getByRole("button", { name: "Verwerfen" }).click()
    expect(await pieces.count()).toBe(0)
  }, 60_000)

  test("nothing bars anybody from it, filled in, in any light", async () => {
    const kunde = await kundeNamed("adl")
    page = await open(`${demo.url}/buero/buchen?kunde=${kunde.id}`, {}, office)
    await atPieces()
    await page.keyboard.type("12")
    for (const look of [{ width: 1440 }, { width: 1024, dark: true }, { width: 390 }] as const) {
      await show(page, look)
      await picture(page, `buchen-${look.width}`)
      expect(await barriers(page)).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect([look.width, wide]).toEqual([look.width, false])
    }
  }, 60_000)
})
