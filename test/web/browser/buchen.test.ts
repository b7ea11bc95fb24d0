import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Request } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import { euro } from "../../../src/web/browser/ui/values/format.ts"
import {
  ask,
  barriers,
  goTo,
  hasChromium,
  hasCount,
  hasValue,
  logIn,
  openWithClock,
  picture,
  sharedPage,
  sharedPageAnew,
  show,
  startDemo,
  type Watched,
} from "./browser.ts"

let demo: Running
let office: BrowserContext
let admin: BrowserContext
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
      items: {
        vorgang_id: string
        art: string
        menge: number
        grund: string | null
        betrag_cent: number
        erfasst_am: string
      }[]
    }>(`/api/kunden/${id}/pfandbuchungen?limit=200`)
  ).items

type Usual = { pfandartikel_id: string; nummer: string }
const usualOf = async (id: string) => (await read<{ items: Usual[] }>(`/api/kunden/${id}/rueckgaben`)).items

const send = (path: string, data: object) => ask<{ id: string }>(office, `/${path}`, "POST", data)

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
const atField = (label: string) =>
  page.waitForFunction(
    (name) => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent === name,
    label,
  )
const atSearch = () => page.waitForFunction(() => document.activeElement?.closest(".buchen-foot") !== null)

describe.skipIf(!hasChromium)("Rückgabe und Buchung", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterEach(() => expect(page.faults).toEqual([]))

  test("a new customer's booking begins with the first article, with the keyboard alone", async () => {
    const name = `Neuling ${Bun.randomUUIDv7().slice(-6)}`
    const headers = { "sec-fetch-site": "same-origin" }
    const made = await office.request.post(`${demo.url}/api/kunden`, { data: { name }, headers })
    expect(made.status()).toBe(201)
    page = await sharedPage("/buero/buchen", office)
    await page.getByRole("combobox", { name: "Kunde" }).pressSequentially(name)
    await page.keyboard.press("Enter")
    await page.getByText("Dieser Kunde hat noch nichts zurückgebracht.").waitFor()
    await atSearch()
    await page.keyboard.type(await shortestFor("KI-20"))
    await page.keyboard.press("Enter")
    await atPieces()
  }, 120_000)

  test("full ones for empty ones: the same article goes out and comes back in one booking", async () => {
    const name = `Tausch ${Bun.randomUUIDv7().slice(-6)}`
    const headers = { "sec-fetch-site": "same-origin" }
    const made = await office.request.post(`${demo.url}/api/kunden`, { data: { name }, headers })
    const { id } = (await made.json()) as { id: string }
    page = await sharedPage(`/buero/buchen?kunde=${id}`, office)
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
    await hasCount(page.locator("[data-menge]"), 1)
    await page.getByRole("button", { name: /Neue Zeilen sind/ }).click()
    await page.getByRole("listbox").getByRole("option", { name: "Ausgabe" }).click()
    await page.locator(".buchen-foot input").focus()
    await add("3")
    // One more came back than went out, and the customer had nothing.
    const totals = page.locator(".totals")
    await totals
      .locator("strong.bad")
      .filter({ hasText: /\d,\d\d/ })
      .waitFor()
    await page.keyboard.press("Control+Enter")
    await page
      .getByRole("status")
      .filter({ hasText: `Für ${name} gebucht` })
      .waitFor()
    const booked = (await bookingsOf(id)).map(({ art, menge }) => `${art} ${menge}`)
    expect(booked.toSorted()).toEqual(["ausgabe 3", "ruecknahme 4"])
    expect(await vorgaengeOf(id)).toBe(1)
  }, 120_000)

  test("a gebinde beside its parts does not read as more than the customer has", async () => {
    const { items } = await read<{ items: { id: string; nummer: string }[] }>("/api/pfandartikel?limit=200")
    type Whole = { id: string; nummer: string; bestandteile: { nummer: string; menge: number }[] }
    const whole = await read<Whole>(
      `/api/pfandartikel/${items.find(({ nummer }) => nummer === "BIER-20")?.id}`,
    )
    const { id } = await send("kunden", { name: `Kisten ${Bun.randomUUIDv7().slice(-6)}` })
    const positionen = [{ pfandartikel_id: whole.id, art: "ausgabe", menge: 3 }]
    await send("pfandbuchungen", { kunde_id: id, positionen })
    page = await sharedPage(`/buero/buchen?kunde=${id}`, office)
    // What the customer holds stands ready, also before any of it came back.
    await atPieces()
    await page.keyboard.press("Enter")
    await atSearch()
    for (const { nummer } of [whole, ...whole.bestandteile, { nummer: "BUEGEL-20" }]) {
      await page.keyboard.type(await shortestFor(nummer))
      await page.keyboard.press("Enter")
      await atPieces()
      await page.keyboard.press("Enter")
      await atSearch()
    }
    // On a narrow screen without headings, the label stands before the figure.
    const held = await page
      .locator(".booking-lines tbody .held")
      .evaluateAll((cells) =>
        cells.map((cell) => [cell.getAttribute("data-label"), cell.textContent].join(" ")),
      )
    const parts = whole.bestandteile.map(({ menge }) => `Beim Kunden ${3 * menge}`)
    expect(held).toEqual([" Teile für 3", ...parts, "Beim Kunden 0"])
  }, 120_000)

  test("ten lines of returned empties with the keyboard alone, in at most 60 presses beyond the figures", async () => {
    const kunde = await kundeNamed("adl")
    const before = await balanceOf(kunde.id)
    const articles = await read<{ items: { nummer: string; art: string; id: string; pfand_cent: number }[] }>(
      "/api/pfandartikel?limit=200",
    )
    page = await sharedPage("/buero/buchen", office)
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
    await hasCount(page.locator("tr.counted"), 10)
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
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, office)
    await atPieces()
    await page.keyboard.type("3")
    await page.locator("tr.counted").waitFor()
    await page.reload()
    await page.locator("tr.counted").waitFor()
    await hasValue(page.locator("[data-menge]").first(), "3")
    await page.getByRole("button", { name: "Buchen" }).dblclick()
    await page.getByText("Zuletzt gebucht").waitFor()
    expect(await vorgaengeOf(kunde.id)).toBe(before + 1)
    await hasValue(page.getByRole("combobox", { name: "Kunde" }), "")
  }, 120_000)

  test("what was just booked is one press away, and can be taken back there", async () => {
    const kunde = await kundeNamed("adl")
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, office)
    await atPieces()
    await page.keyboard.type("41")
    await page.keyboard.press("Control+Enter")
    await page.locator(".earlier").getByRole("link", { name: "Zum Vorgang" }).click()
    const vorgang = page.getByRole("region", { name: "Vorgang", exact: true })
    await vorgang.getByRole("rowheader", { name: /^41\s×\s/ }).waitFor()
    await vorgang.getByRole("button", { name: "Stornieren …" }).waitFor()
    // Behind it is what else was booked for this customer.
    expect(new URL(page.url()).searchParams.get("kunde")).toBe(kunde.id)
  }, 120_000)

  test("the keys book the line whose button to take it away has the focus", async () => {
    const kunde = await kundeNamed("adl")
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, office)
    await atPieces()
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    await page.keyboard.type("2")
    // Enter alone books nothing, wherever it is pressed.
    await page.getByRole("textbox", { name: "Grund oder Bemerkung" }).press("Enter")
    await page.locator("tr.counted").nth(1).locator("button").last().focus()
    const asked = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/pfandbuchungen"),
    )
    await page.keyboard.press("Control+Enter")
    expect((await asked).postDataJSON().positionen.length).toBe(2)
    await page.getByText("Zuletzt gebucht").waitFor()
  }, 120_000)

  test("what is far beyond anything usual is booked after a question, which gives the focus back to the figure", async () => {
    const { items } = await read<{ items: { id: string; bezeichnung: string; nummer: string }[] }>(
      "/api/pfandartikel?q=Fass&limit=200",
    )
    const [fass] = items as [(typeof items)[number]]
    const { id } = await send("kunden", { name: `Fehlgriff ${Bun.randomUUIDv7().slice(-6)}` })
    const positionen = [{ pfandartikel_id: fass.id, art: "ausgabe", menge: 10 }]
    await send("pfandbuchungen", { kunde_id: id, positionen })
    const balance = await balanceOf(id)
    page = await sharedPage(`/buero/buchen?kunde=${id}`, office)
    await atPieces()
    await page.keyboard.type("10000")
    await page.keyboard.press("Control+Enter")
    const question = page.getByRole("alertdialog", { name: "Ungewöhnliche Buchung" })
    await question.getByText(`10.000 × ${fass.bezeichnung} zurück; der Kunde hat 10.`).waitFor()
    const each = balance / 10
    const credit = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" }).format(each * 100)
    await question.getByText(`Dem Kunden werden zusammen ${credit} gutgeschrieben.`).waitFor()
    expect(await barriers(page)).toEqual([])
    await picture(page, "buchen-frage")
    await question.getByRole("button", { name: "Abbrechen" }).press("Enter")
    await question.waitFor({ state: "detached" })
    await atPieces()
    expect(await vorgaengeOf(id)).toBe(1)
    // With the mouse, too.
    await page.getByRole("button", { name: "Buchen" }).click()
    await question.waitFor()
    await page.keyboard.press("Escape")
    await question.waitFor({ state: "detached" })
    await atPieces()
    await page.keyboard.press("Control+Enter")
    await question.getByRole("button", { name: "Trotzdem buchen" }).press("Enter")
    await page.getByText("Zuletzt gebucht").waitFor()
    expect(await balanceOf(id)).toBe(balance - 10_000 * each)
    expect(await vorgaengeOf(id)).toBe(2)
  }, 120_000)

  test("a counted line that is taken away can be put back, and the focus goes on beside it", async () => {
    const { items } = await read<{ items: { id: string }[] }>("/api/pfandartikel?art=einzeln&limit=3")
    const { id } = await send("kunden", { name: `Zeilen ${Bun.randomUUIDv7().slice(-6)}` })
    const positionen = items.map((one) => ({ pfandartikel_id: one.id, art: "ruecknahme", menge: 1 }))
    await send("pfandbuchungen", { kunde_id: id, positionen })
    page = await sharedPage(`/buero/buchen?kunde=${id}`, office)
    await atPieces()
    const names = await page.locator(".booking-lines tbody .name").allInnerTexts()
    const [first = "", second = ""] = names
    await page.keyboard.type("3")
    const asksToPutBack = page.getByRole("status").filter({ hasText: "aus der Liste genommen" })
    const removeWithKeys = async (): Promise<void> => {
      await page.waitForFunction(() => document.activeElement?.hasAttribute("data-menge"))
      await page.keyboard.press("Tab")
      await page.waitForFunction(() => document.activeElement?.closest(".remove"))
      await page.keyboard.press("Enter")
    }
    await removeWithKeys()
    await asksToPutBack.getByText(`${first} aus der Liste genommen`).waitFor()
    await atPieces(new RegExp(RegExp.escape(second)))
    await page.keyboard.type("5")
    await page.getByRole("button", { name: "Rückgängig" }).click()
    await atPieces(new RegExp(RegExp.escape(first)))
    expect(await page.locator(".booking-lines tbody .name").allInnerTexts()).toEqual(names)
    const counted = page.locator("tr.counted [data-menge]")
    expect(await Promise.all([counted.nth(0).inputValue(), counted.nth(1).inputValue()])).toEqual(["3", "5"])
    // Behind the last line to the one before it, and without a line to where one is added; no word of what was not counted.
    await page.locator("[data-menge]").last().focus()
    await removeWithKeys()
    await atPieces(new RegExp(RegExp.escape(names.at(-2) ?? "")))
    expect(await asksToPutBack.count()).toBe(0)
    for (let left = names.length - 1; left > 0; left--) await removeWithKeys()
    await atSearch()
    // With the form it cannot be put back any more.
    await asksToPutBack.first().waitFor()
    await page.getByRole("button", { name: "Verwerfen" }).click()
    await asksToPutBack.first().waitFor({ state: "detached" })
  }, 120_000)

  test("a day to come is refused, and not taken for today", async () => {
    const kunde = await kundeNamed("adl")
    const before = await vorgaengeOf(kunde.id)
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, office)
    await atPieces()
    await page.keyboard.type("3")
    await page.getByRole("group", { name: "Geschehen am" }).getByRole("spinbutton").first().click()
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await page.keyboard.type(`${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`)
    await page.keyboard.press("Control+Enter")
    await page.getByText("Bitte die markierten Felder prüfen.").waitFor()
    const field = page.locator("[data-field=erfasst_am]")
    await field.getByText("liegt in der Zukunft", { exact: true }).waitFor()
    await page.waitForFunction(() => document.activeElement?.closest("[data-field=erfasst_am]"))
    // Not in the interface's words, neither in the form's head nor beside the sum.
    expect(await page.getByText("erfasst_am").count()).toBe(0)
    expect(await vorgaengeOf(kunde.id)).toBe(before)
    page.faults = page.faults.filter((fault) => !fault.includes("400"))
  }, 120_000)

  test("a day that was typed for nobody is told of, and is not taken for the customer after the next", async () => {
    const kunde = await kundeNamed("adl")
    const dayOf = async (): Promise<string> =>
      (await page.getByRole("group", { name: "Geschehen am" }).innerText()).replace(/[^\d.]/g, "")
    page = await sharedPage("/buero/buchen", office)
    const today = await dayOf()
    const typeDay = async (): Promise<void> => {
      await page.getByRole("group", { name: "Geschehen am" }).getByRole("spinbutton").first().click()
      await page.keyboard.type("02112026")
      await goTo(page, "/buero/buchen")
      await page.getByText("Noch nicht gespeicherte Eingaben vom letzten Mal").waitFor()
    }
    await typeDay()
    expect(await dayOf()).toBe("02.11.2026")
    await goTo(page, `/buero/buchen?kunde=${kunde.id}`)
    await atPieces()
    await page.keyboard.type("1")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Zuletzt gebucht").waitFor()
    expect(await dayOf()).toBe(today)
    // With the customer who is chosen next, it is not without a word, until another day is typed.
    await typeDay()
    await page.getByRole("combobox", { name: "Kunde" }).pressSequentially("adl")
    await page.getByRole("option").first().waitFor()
    await page.keyboard.press("Enter")
    await atPieces()
    expect(await dayOf()).toContain("02.11.2026")
    const taken = page.locator("[data-field=erfasst_am]").getByText("Übernommen, nicht heute")
    await taken.waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole("group", { name: "Geschehen am" }).getByRole("spinbutton").first().click()
    await page.keyboard.type("03112026")
    await taken.waitFor({ state: "detached" })
  }, 120_000)

  test("nothing is booked whose sum the service does not say, and the next time it is said that it stands there", async () => {
    const kunde = await kundeNamed("adl")
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, office)
    await page.route("**/api/pfandbuchungen/vorschau", (route) =>
      route.fulfill({ status: 500, json: { error: "Serverfehler" } }),
    )
    const sent: string[] = []
    page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())))
    await atPieces()
    // A number of its own: what was reckoned before is known.
    await page.keyboard.type("13")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("alert").getByText("Serverfehler").first().waitFor()
    expect(sent.filter((url) => url.endsWith("/pfandbuchungen"))).toEqual([])
    await page.unrouteAll()
    await goTo(page, "/buero/kunden")
    await goTo(page, `/buero/buchen?kunde=${kunde.id}`)
    await page.getByText("Noch nicht gespeicherte Eingaben vom letzten Mal").waitFor()
    await atPieces()
    await page.keyboard.press("Control+Enter")
    await page.getByText("Zuletzt gebucht").waitFor()
    expect(sent.filter((url) => url.endsWith("/pfandbuchungen"))).toHaveLength(1)
    page.faults = page.faults.filter((fault) => !fault.includes("500"))
  }, 120_000)

  test("what was booked before the customer's name has come is said with the name all the same", async () => {
    const kunde = await kundeNamed("adl")
    page = await sharedPageAnew("/buero", office)
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/kunden/${kunde.id}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await goTo(page, `/buero/buchen?kunde=${kunde.id}`)
    await atPieces()
    await page.keyboard.type("1")
    await press("Control+Enter")
    await page.getByText("Zuletzt gebucht").waitFor()
    await hasValue(page.getByRole("combobox", { name: "Kunde" }), "")
    held.resolve()
    await page.locator(".earlier").getByRole("link", { name: kunde.name }).waitFor()
  }, 120_000)

  test("what was counted for one customer stands there, and under no other", async () => {
    const kunden = (await read<{ items: { id: string; name: string }[] }>("/api/kunden?limit=2")).items
    const [one, other] = kunden as [{ id: string; name: string }, { id: string; name: string }]
    const counted = () => page.locator("tr.counted [data-menge]")
    const add = async (pieces: string): Promise<void> => {
      const article = page.getByRole("combobox", { name: "Artikel oder Gerät dazu" })
      await article.fill("KI-20")
      await article.press("Enter")
      const line = page.locator(".booking-lines tr").filter({ hasText: "KI-20" })
      await line.locator("[data-menge]").fill(pieces)
      await page.locator("tr.counted").waitFor()
    }
    page = await sharedPage(`/buero/buchen?kunde=${one.id}`, office)
    await add("7")
    // By an address, and by the field.
    await goTo(page, `/buero/kunden/${other.id}`)
    await page.getByRole("main").getByRole("link", { name: "Rückgabe buchen" }).click()
    await page.locator(`input[value="${other.name}"]`).waitFor()
    expect(await counted().count()).toBe(0)
    await add("2")
    await page.getByRole("combobox", { name: "Kunde" }).fill(one.name)
    await page.keyboard.press("Enter")
    const sevenThere = () =>
      page.waitForFunction(
        () => document.querySelector<HTMLInputElement>("tr.counted [data-menge]")?.value === "7",
      )
    await sevenThere()
    await page.reload()
    await sevenThere()
    await page.getByRole("button", { name: "Buchen" }).click()
    await page.getByText("Zuletzt gebucht").waitFor()
    // The other's is still begun, and says so; the booked one is not.
    await page.getByText("Gezählt und noch nicht gebucht").getByRole("link", { name: other.name }).click()
    await counted().waitFor()
    await hasValue(counted(), "2")
    await goTo(page, `/buero/buchen?kunde=${one.id}`)
    await page.locator(`input[value="${one.name}"]`).waitFor()
    expect(await counted().count()).toBe(0)
    expect((await bookingsOf(one.id))[0]?.menge).toBe(7)
  }, 120_000)

  test("a typed name that nobody chose is sent neither for the customer of before nor dropped", async () => {
    const kunde = await kundeNamed("adl")
    const before = await vorgaengeOf(kunde.id)
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, office)
    const article = page.getByRole("combobox", { name: "Artikel oder Gerät dazu" })
    const customer = page.getByRole("combobox", { name: "Kunde" })
    const unchosen = page.getByText("Nichts gewählt: bitte einen Eintrag der Liste wählen")
    await article.fill("KI-20")
    await article.press("Enter")
    await atPieces()
    await page.keyboard.type("3")
    await customer.press("Control+a")
    await customer.pressSequentially("krone")
    await page.getByRole("option", { name: "Krone" }).first().waitFor()
    await page.keyboard.press("Control+Enter")
    await unchosen.waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Buchen" }).click()
    await atField("Kunde")
    await customer.fill(kunde.name)
    await customer.press("Enter")
    await article.fill("ki-5")
    await page.keyboard.press("Control+Enter")
    await unchosen.waitFor()
    expect(await vorgaengeOf(kunde.id)).toBe(before)
    await article.fill("")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Zuletzt gebucht").waitFor()
    expect(await vorgaengeOf(kunde.id)).toBe(before + 1)
  }, 120_000)

  test("what somebody adds before the usual lines have come stands once, and typing goes on where it is", async () => {
    const kunde = await kundeNamed("krone")
    const items = await usualOf(kunde.id)
    const { pfandartikel_id, nummer } = items[0] as Usual
    const usual = Promise.withResolvers<void>()
    const own = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    page = await sharedPage("/buero/heute", office)
    await page.route("**/rueckgaben", (route) => usual.promise.then(() => route.continue()))
    await page.route(
      `**/api/pfandartikel/${pfandartikel_id}`,
      (route) => {
        asked.resolve()
        return own.promise.then(() => route.continue())
      },
      { times: 1 },
    )
    await page.goto(`/buero/buchen?kunde=${kunde.id}`)
    const article = page.getByRole("combobox", { name: "Artikel oder Gerät dazu" })
    await article.fill(nummer)
    await article.press("Enter")
    await asked.promise
    await article.fill("zz")
    usual.resolve()
    const rows = page.locator(".booking-lines tbody tr")
    await rows.nth(items.length - 1).waitFor()
    expect(await article.evaluate((field) => document.activeElement === field)).toBe(true)
    own.resolve()
    await atPieces()
    await page.keyboard.type("3")
    const line = rows.filter({ hasText: nummer })
    expect([await rows.count(), await line.count(), await line.locator("[data-menge]").inputValue()]).toEqual(
      [items.length, 1, "3"],
    )
    // Only what is counted is worth something.
    const others = page.locator(".booking-lines tbody tr:not(.counted) .sum")
    expect(await others.allInnerTexts()).toEqual(Array(items.length - 1).fill(""))
  }, 120_000)

  test("a press counts where it began, also when the usual lines come under the pointer meanwhile", async () => {
    const kunde = await kundeNamed("adl")
    const before = await vorgaengeOf(kunde.id)
    const items = await usualOf(kunde.id)
    const { nummer } = items[0] as Usual
    const usual = Promise.withResolvers<void>()
    page = await sharedPage("/buero/heute", office)
    await page.route("**/rueckgaben", (route) => usual.promise.then(() => route.continue()))
    await page.goto(`/buero/buchen?kunde=${kunde.id}`)
    await page.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).fill(nummer)
    await page.keyboard.press("Enter")
    await atPieces()
    await page.keyboard.type("2")
    const button = page.getByRole("button", { name: "Buchen" })
    await page.getByText("Saldo danach").waitFor()
    await button.hover()
    const box = await button.boundingBox()
    await page.mouse.down()
    usual.resolve()
    await page.waitForFunction(
      (was) => (document.querySelector("button[type=submit]")?.getBoundingClientRect().top ?? 0) > was,
      (box?.y ?? 0) + (box?.height ?? 0),
    )
    // The added article is a usual one: its line stands there once.
    const rows = page.locator(".booking-lines tbody tr")
    expect([await rows.count(), await rows.filter({ hasText: nummer }).count()]).toEqual([items.length, 1])
    await page.mouse.up()
    await page.getByText("Zuletzt gebucht").waitFor()
    expect(await vorgaengeOf(kunde.id)).toBe(before + 1)
  }, 120_000)

  test("the customer who is pressed on is chosen, also when others are found meanwhile", async () => {
    const others = Promise.withResolvers<void>()
    page = await sharedPage("/buero/heute", office)
    await page.route("**/api/kunden?q=krone*", (route) => others.promise.then(() => route.continue()))
    await page.goto("/buero/buchen")
    const field = page.getByRole("combobox", { name: "Kunde" })
    await field.pressSequentially("adler")
    const option = page.getByRole("option", { name: "Adler" }).first()
    await option.waitFor()
    await field.fill("krone")
    const name = (await option.locator(".cut").first().innerText()).trim()
    await option.hover()
    await page.mouse.down()
    const come = page.waitForResponse(/kunden\?q=krone/)
    others.resolve()
    await (await come).finished()
    await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 100)))
    await page.mouse.up()
    await page.waitForURL(/kunde=/)
    await page.locator(`input[value="${name}"]`).waitFor()
  }, 120_000)

  test("what was counted before anybody said for whom comes to the customer who is chosen", async () => {
    const kunde = await kundeNamed("adl")
    page = await sharedPage("/buero/buchen", office)
    await page.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).fill("KI-20")
    await page.keyboard.press("Enter")
    await atPieces()
    await page.keyboard.type("4")
    await page.getByRole("combobox", { name: "Kunde" }).fill(kunde.name)
    await page.keyboard.press("Enter")
    await page.waitForURL(/kunde=/)
    await page.locator("tr.counted").waitFor()
    await hasValue(page.locator("tr.counted [data-menge]"), "4")
    await goTo(page, "/buero/buchen")
    await atField("Kunde")
    expect(await page.locator("[data-menge]").count()).toBe(0)
    await goTo(page, `/buero/buchen?kunde=${kunde.id}`)
    await page.locator("tr.counted").waitFor()
    // A booking that was discarded by mistake comes back.
    await page.getByRole("button", { name: "Verwerfen" }).click()
    await page.waitForURL(/buchen$/)
    await page.getByRole("button", { name: "Wiederherstellen" }).click()
    await page.locator("tr.counted").waitFor()
    await hasValue(page.locator("tr.counted [data-menge]"), "4")
    await page.getByRole("button", { name: "Verwerfen" }).click()
    // But not over what was counted anew meanwhile.
    await goTo(page, `/buero/buchen?kunde=${kunde.id}`)
    await atPieces()
    await page.keyboard.type("7")
    await page.keyboard.press("Tab")
    await page.getByRole("button", { name: "Wiederherstellen" }).click()
    await page.getByText("Inzwischen ist hier anderes eingetragen.").waitFor()
    await hasValue(page.locator("tr.counted [data-menge]"), "7")
    await page.getByRole("button", { name: "Verwerfen" }).click()
  }, 120_000)

  test("so does a figure that cannot be read, instead of vanishing", async () => {
    const kunde = await kundeNamed("adl")
    page = await sharedPage("/buero/buchen", office)
    await page.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).fill("KI-20")
    await page.keyboard.press("Enter")
    await atPieces()
    await page.keyboard.type("12x")
    await page.getByRole("combobox", { name: "Kunde" }).fill(kunde.name)
    await page.keyboard.press("Enter")
    await page.waitForURL(/kunde=/)
    await hasValue(page.locator("[data-menge][data-unread]"), "12x")
    await page.getByRole("button", { name: "Verwerfen" }).click()
  }, 120_000)

  test("a form that stays open over midnight shows the day that it books", async () => {
    const kunde = await kundeNamed("adl")
    page = await openWithClock(`/buero/buchen?kunde=${kunde.id}`, office)
    const day = page.getByRole("group", { name: "Geschehen am" })
    const before = await day.innerText()
    await page.clock.fastForward(86_400_000)
    await until("the next day is shown", async () => expect(await day.innerText()).not.toBe(before))
    await page.close()
  }, 120_000)

  test("opening balances come one after the other, without choosing again what they are", async () => {
    const headers = { "sec-fetch-site": "same-origin" }
    page = await sharedPage("/buero/buchen", admin)
    await page.getByRole("button", { name: /Neue Zeilen sind/ }).click()
    await page.getByRole("listbox").getByRole("option", { name: "Anfangsbestand" }).click()
    await page.getByRole("group", { name: "Geschehen am" }).getByRole("spinbutton").first().click()
    await page.keyboard.type("01012026")
    for (const pieces of ["100", "50"]) {
      const name = `Bestand ${Bun.randomUUIDv7().slice(-6)}`
      const made = await office.request.post(`${demo.url}/api/kunden`, { data: { name }, headers })
      const { id } = (await made.json()) as { id: string }
      await page.getByRole("combobox", { name: "Kunde" }).fill(name)
      await page.keyboard.press("Enter")
      await page.getByText("Dieser Kunde hat noch nichts zurückgebracht.").waitFor()
      await page.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).fill("KI-20")
      await page.keyboard.press("Enter")
      await atPieces()
      await page.keyboard.type(pieces)
      // Nothing of it was left behind: it is typed now.
      expect(await page.getByText("vom letzten Mal").count()).toBe(0)
      await page.keyboard.press("Control+Enter")
      await page
        .getByRole("status")
        .filter({ hasText: `Für ${name} gebucht` })
        .waitFor()
      expect(
        (await bookingsOf(id)).map(
          ({ art, menge, erfasst_am }) => `${art} ${menge} ${erfasst_am.slice(0, 10)}`,
        ),
      ).toEqual([`anfangsbestand ${pieces} 2026-01-01`])
    }
  }, 120_000)

  test("without a connection it says so and keeps what was typed; then it books", async () => {
    const kunde = await kundeNamed("adl")
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, office)
    await atPieces()
    await page.keyboard.type("2")
    await page.route("**/api/pfandbuchungen", (route) => route.abort())
    await page.keyboard.press("Control+Enter")
    await page.getByRole("alert").filter({ hasText: "Keine Verbindung" }).waitFor()
    await hasValue(page.locator("[data-menge]").first(), "2")
    await page.unroute("**/api/pfandbuchungen")
    await page.getByRole("button", { name: "Buchen" }).click()
    await page.getByText("Zuletzt gebucht").waitFor()
    // The browser itself reports the request that was cut off.
    page.faults = page.faults.filter((fault) => !fault.includes("net::ERR_FAILED"))
  }, 120_000)

  test("what was booked while its answer got lost, and changed then, is booked in addition only if wanted", async () => {
    const kunde = await kundeNamed("adl")
    const before = await vorgaengeOf(kunde.id)
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, office)
    await atPieces()
    await page.keyboard.type("2")
    await page.route("**/api/pfandbuchungen", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.keyboard.press("Control+Enter")
    const alert = page.getByRole("form").getByRole("alert")
    await alert.filter({ hasText: /Verbindung/ }).waitFor()
    await page.unroute("**/api/pfandbuchungen")
    await page.locator("[data-menge]").first().fill("3")
    await page.keyboard.press("Control+Enter")
    const question = page.getByRole("alertdialog", { name: "Schon gespeichert" })
    await question.getByRole("button", { name: "Abbrechen" }).click()
    await alert.filter({ hasText: "schon einmal gespeichert, mit anderen Angaben" }).waitFor()
    expect(await vorgaengeOf(kunde.id)).toBe(before + 1)
    // The question gives the focus back a moment after it is gone.
    await page.getByRole("form").locator(":focus").waitFor()
    await page.keyboard.press("Control+Enter")
    await question.getByRole("button", { name: "Zusätzlich speichern" }).click()
    await page.getByText("Zuletzt gebucht").waitFor()
    expect(await vorgaengeOf(kunde.id)).toBe(before + 2)
    page.faults = page.faults.filter((fault) => !/net::ERR_FAILED|409/.test(fault))
  }, 120_000)

  test("with nobody chosen or nothing counted the keys book as little as the barred button, and say why", async () => {
    const sent: string[] = []
    const kunde = await kundeNamed("adl")
    page = await sharedPage("/buero/buchen", office)
    const note = (request: Request) => request.method() === "POST" && sent.push(request.url())
    page.on("request", note)
    const reason = page.getByRole("form").getByRole("alert")
    await atField("Kunde")
    await page.keyboard.press("Control+Enter")
    await reason.getByText("Noch nichts gezählt").waitFor()
    await page.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).fill("KI-20")
    await page.keyboard.press("Enter")
    await atPieces()
    await page.keyboard.type("4")
    await reason.waitFor({ state: "detached" })
    await page.keyboard.press("Control+Enter")
    await reason.getByText("Noch kein Kunde gewählt").waitFor()
    await atPieces()
    await page.getByRole("button", { name: "Verwerfen" }).click()
    await goTo(page, `/buero/buchen?kunde=${kunde.id}`)
    await atPieces()
    await page.keyboard.press("Control+Enter")
    await reason.getByText("Noch nichts gezählt").waitFor()
    await atPieces()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.type("4")
    await reason.waitFor({ state: "detached" })
    page.off("request", note)
    expect(sent.filter((url) => !url.endsWith("/vorschau"))).toEqual([])
  }, 120_000)

  test("an administrator corrects with a reason and at an amount of their own; without a reason the field says what is missing", async () => {
    const kunde = await kundeNamed("adl")
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, admin)
    await atPieces()
    // A gebinde has no amount of its own.
    const row = page.locator("tr", { has: page.getByRole("textbox", { name: /^Pfand je Stück/ }) }).first()
    await row.locator("[data-menge]").fill("1")
    await row.getByRole("combobox", { name: /^Art von/ }).selectOption("korrektur_plus")
    await row.getByRole("textbox", { name: /^Pfand je Stück/ }).fill("1,23")
    await page.getByRole("button", { name: "Buchen" }).click()
    await page.getByRole("alert").first().waitFor()
    await page.getByRole("textbox", { name: "Grund" }).fill("verzählt")
    await page.getByRole("button", { name: "Buchen" }).click()
    await page.getByText("Zuletzt gebucht").waitFor()
    const [latest] = await bookingsOf(kunde.id)
    expect([latest?.art, latest?.grund, latest?.betrag_cent]).toEqual(["korrektur_plus", "verzählt", 123])
    page.faults = page.faults.filter((fault) => !fault.includes("400"))
  }, 120_000)

  test("an amount that is typed counts, also that of today where other amounts were paid for what comes back", async () => {
    const kunde = await send("kunden", { name: `Zwei Beträge ${Bun.randomUUIDv7().slice(-6)}` })
    const { items } = await read<{ items: { id: string; pfand_cent: number; bestandteile: object[] }[] }>(
      "/api/pfandartikel?aktiv=1&limit=200",
    )
    const { id = "", pfand_cent = 0 } = items.find((one) => one.bestandteile.length === 0) ?? {}
    const paid = (menge: number, betrag_cent: number) => ({
      kunde_id: kunde.id,
      positionen: [{ pfandartikel_id: id, art: "ausgabe", menge, betrag_cent }],
    })
    await ask(admin, "/pfandbuchungen", "POST", paid(1, pfand_cent + 100))
    await ask(admin, "/pfandbuchungen", "POST", paid(3, pfand_cent))
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, admin)
    await atPieces()
    const amount = page.getByRole("textbox", { name: /^Pfand je Stück/ })
    const worth = (cent: number) =>
      page
        .locator(".booking-lines .sum")
        .filter({ hasText: euro(cent) })
        .waitFor()
    await page.locator("[data-menge]").fill("2")
    await worth(2 * pfand_cent + 100)
    await hasValue(amount, "")
    await amount.fill(euro(pfand_cent))
    await worth(2 * pfand_cent)
    await amount.fill("")
    await worth(2 * pfand_cent + 100)
    await page.locator("[data-menge]").fill("1")
    await hasValue(amount, euro(pfand_cent + 100))
    for (const typed of [euro(pfand_cent), String(pfand_cent / 100)]) await amount.fill(typed)
    await worth(pfand_cent)
    await page.locator("[data-menge]").fill("2")
    await worth(2 * pfand_cent)
    await page.getByRole("button", { name: "Verwerfen" }).click()
  }, 120_000)

  test("a correction of a device that the customer never had says so before it is booked, and credits nothing", async () => {
    const kunde = await kundeNamed("adl")
    const { items } = await read<{ items: { geraetenummer: string }[] }>("/api/geraete?status=lager&limit=1")
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, admin)
    await atPieces()
    await page.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).fill(items[0]?.geraetenummer ?? "")
    await page.keyboard.press("Enter")
    const art = page
      .getByRole("row", { name: items[0]?.geraetenummer })
      .getByRole("combobox", { name: /^Art/ })
    await art.selectOption("korrektur_minus")
    await page.getByText("Das Gerät ist im Lager, nicht bei diesem Kunden.").waitFor()
    await page.locator(".totals").getByText("kein Pfand offen; bitte Kunde und Nummer prüfen").waitFor()
    // Nothing is open, so that is what would come back; and what is refused cannot be sent to be refused again.
    await hasValue(page.getByRole("textbox", { name: /^Pfand je Stück/ }).last(), "0,00\u00a0€")
    expect(await page.getByRole("button", { name: "Buchen", exact: true }).isDisabled()).toBe(true)
    await page.keyboard.press("Control+Enter")
    await page.getByRole("alert").filter({ hasText: "So lässt es sich nicht buchen" }).waitFor()
    expect(await page.getByText("kein Pfand offen; bitte").count()).toBe(1)
    await page.getByRole("button", { name: "Verwerfen" }).click()
    page.faults = page.faults.filter((fault) => !fault.includes("409"))
  }, 120_000)

  test("the devices that a customer has are one press away, each once", async () => {
    const kunde = await send("kunden", { name: `Mit Gerät ${Bun.randomUUIDv7().slice(-6)}` })
    const { items } = await read<{ items: { id: string; geraetenummer: string }[] }>(
      "/api/geraete?status=lager&limit=1",
    )
    await send(`geraete/${items[0]?.id}/ausgabe`, { kunde_id: kunde.id })
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, office)
    const there = page.getByRole("list", { name: "Geräte bei diesem Kunden" })
    await there.getByRole("button", { name: items[0]?.geraetenummer ?? "" }).click()
    await page.getByRole("row", { name: `Gerät ${items[0]?.geraetenummer}` }).waitFor()
    await hasCount(there, 0)
    await page.getByRole("button", { name: "Verwerfen" }).click()
  }, 120_000)

  test("deposits to which the settlement adds VAT are said to be without it, and the security for a device is not", async () => {
    const kunde = await kundeNamed("adl")
    const { items } = await read<{ items: { geraetenummer: string }[] }>("/api/geraete?status=lager&limit=1")
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, office)
    await atPieces()
    await page.getByRole("button", { name: /Neue Zeilen sind/ }).click()
    await page.getByRole("listbox").getByRole("option", { name: "Ausgabe" }).click()
    await page.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).fill(items[0]?.geraetenummer ?? "")
    await page.keyboard.press("Enter")
    const totals = page.locator(".totals")
    await totals
      .locator(".figure")
      .filter({ hasText: /[1-9].*€/ })
      .waitFor()
    expect(await totals.locator("dt").first().innerText()).toBe("1 Zeile")
    await page.locator("[data-menge]").first().fill("12")
    await totals.getByText("2 Zeilen, noch ohne USt", { exact: true }).waitFor()
    // It cannot come back from whom does not have it, which is said before it is booked.
    await page
      .getByRole("combobox", { name: /^Art von/ })
      .last()
      .selectOption("ruecknahme")
    await page.getByText("Das Gerät ist im Lager, nicht bei diesem Kunden.").waitFor()
    await page.getByRole("button", { name: "Verwerfen" }).click()
  }, 120_000)

  test("the office does not see corrections, and a device is one piece", async () => {
    const [device] = (await read<{ items: { geraetenummer: string }[] }>("/api/geraete?status=lager&limit=1"))
      .items
    page = await sharedPage("/buero/buchen", office)
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
    await pieces.waitFor({ state: "detached" })
  }, 120_000)

  test("nothing bars anybody from it, filled in, in any light", async () => {
    const kunde = await kundeNamed("adl")
    page = await sharedPage(`/buero/buchen?kunde=${kunde.id}`, office)
    await atPieces()
    await page.keyboard.type("12")
    for (const look of [{ width: 1440 }, { width: 1024, dark: true }, { width: 390 }] as const) {
      await show(page, look)
      await picture(page, `buchen-${look.width}`)
      expect(await barriers(page)).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect([look.width, wide]).toEqual([look.width, false])
    }
  }, 120_000)
})
