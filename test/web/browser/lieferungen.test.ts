import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  drawn,
  dropFile,
  goTo,
  hasChromium,
  hasCount,
  hasValue,
  logIn,
  open,
  picture,
  pictures,
  sharedPage,
  show,
  startDemo,
  type Watched,
} from "./browser.ts"
import { addDays } from "../../../src/lib/day.ts"
import { today } from "../../helpers/day.ts"

type Position = { soll_ausgabe: number; ist_ausgabe: number | null; pfandartikel_id: string | null }
type Lieferung = {
  id: string
  kunde_id: string
  datum: string
  status: string
  versuch: number
  version: number
  fahrer_id: string | null
  zeit_von: string | null
  zeit_bis: string | null
  grund: string | null
  positionen: Position[]
}

let demo: Running
let office: BrowserContext
const page = (path: string): Promise<Watched> => sharedPage(`/buero${path}`, office)

const api = <T>(path: string, method?: string, data?: object) => ask<T>(office, path, method, data)
const list = async (query: string): Promise<Lieferung[]> =>
  (await api<{ items: Lieferung[] }>(`/lieferungen?${query}`)).items
const kundeNamed = async (q: string) =>
  (
    await api<{ items: { id: string; name: string; lieferzeit_von: string; lieferzeit_bis: string }[] }>(
      `/kunden?q=${q}&limit=1`,
    )
  ).items[0] as { id: string; name: string; lieferzeit_von: string; lieferzeit_bis: string }

/** A planned delivery of three crates of beer, for a test of its own. */
async function plan(datum: string): Promise<Lieferung> {
  const kunde = await kundeNamed("adl")
  const { items } = await api<{ items: { id: string }[] }>("/pfandartikel?q=bier&limit=1")
  const positionen = [{ pfandartikel_id: items[0]?.id, soll_ausgabe: 3, soll_ruecknahme: 2 }]
  return api("/lieferungen", "POST", { kunde_id: kunde.id, datum, positionen })
}

async function chooseIn(view: Page, { id, name }: { id: string; name: string }): Promise<void> {
  await view.getByRole("combobox", { name: "Kunde" }).fill(name)
  await view.keyboard.press("Enter")
  await view.waitForURL(new RegExp(`kunde=${id}`))
  await view.locator(`input[value="${name}"]`).waitFor()
}

describe.skipIf(!hasChromium)("deliveries", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
  }, 120_000)
  afterAll(() => demo?.stop())

  test("one is planned with the keyboard alone", async () => {
    const kunde = await kundeNamed("adl")
    const view = await page("/lieferungen/neu?datum=2031-05-06")
    await view.waitForFunction(() => document.activeElement?.getAttribute("name") === "kunde_id")
    await view.keyboard.type("adl")
    await view.keyboard.press("Enter")
    // The customer's usual returns are filled in; the first number of pieces has the focus.
    await view.waitForFunction(() => document.activeElement?.getAttribute("data-line")?.startsWith("out "))
    const offered = await view.locator(".delivery-lines tbody tr").count()
    expect(offered).toBeGreaterThan(0)
    const place = async () => (await view.locator(".delivery-lines").boundingBox())?.y
    const before = await place()
    await view.keyboard.type("4")
    expect(await place()).toBe(before)
    await view.keyboard.press("Tab")
    await view.keyboard.type("2")
    await view.keyboard.press("Control+Enter")
    await view.getByRole("heading", { level: 1, name: kunde.name }).waitFor()
    await view.getByText("Dienstag, 6. Mai").waitFor()
    const [made] = await list("datum=2031-05-06")
    expect(made).toMatchObject({
      kunde_id: kunde.id,
      zeit_von: kunde.lieferzeit_von,
      zeit_bis: kunde.lieferzeit_bis,
      positionen: [{ soll_ausgabe: 4, soll_ruecknahme: 2 }],
    })
    expect(view.faults).toEqual([])
  }, 120_000)

  test("a draft survives a reload, the last delivery is taken over, and two clicks plan once", async () => {
    const kunde = await kundeNamed("adl")
    const view = await page(`/lieferungen/neu?datum=2031-05-07&kunde=${kunde.id}`)
    await view.getByRole("button", { name: /^Wie am/ }).click()
    await view.locator("tr.counted").first().waitFor()
    await view.getByRole("textbox", { name: "Hinweis für den Fahrer" }).fill("Hintertür")
    await view.reload()
    await view.locator("tr.counted").first().waitFor()
    await view.getByRole("button", { name: "Planen", exact: true }).dblclick()
    await view.getByText("Mittwoch, 7. Mai").waitFor()
    // Who plans for the same day again is told what is there.
    await goTo(view, `/buero/lieferungen/neu?datum=2031-05-07&kunde=${kunde.id}`)
    await view.getByText("Am 07.05.2031 hat er schon").waitFor()
    await pictures(view, "lieferung-schon-geplant")
    const made = await list("datum=2031-05-07")
    expect(made.map(({ kunde_id }) => kunde_id)).toEqual([kunde.id])
    expect(made[0]).toMatchObject({ hinweis: "Hintertür" })
  }, 120_000)

  test("what was entered for one customer stands there, and under no other", async () => {
    const [one, other] = [await kundeNamed("adl"), await kundeNamed("gas")]
    expect(one.id).not.toBe(other.id)
    const view = await page("/lieferungen/neu?datum=2031-05-12")
    const choose = (kunde: typeof one) => chooseIn(view, kunde)
    const left = view.getByText("Noch nicht gespeicherte Eingaben vom letzten Mal")
    await view.getByRole("textbox", { name: "Hinweis für den Fahrer" }).fill("Hintertür")
    await choose(one)
    await view.locator("[data-line^=out]").first().fill("6")
    await view.locator("tr.counted").waitFor()
    expect(await left.count()).toBe(0)
    await choose(other)
    expect(await view.locator("tr.counted").count()).toBe(0)
    await goTo(view, `/buero/lieferungen/neu?datum=2031-05-12&kunde=${one.id}`)
    await view.locator("tr.counted").waitFor()
    await left.waitFor()
    await hasValue(view.locator("tr.counted [data-line^=out]"), "6")
    await view.getByRole("button", { name: "Planen", exact: true }).click()
    await view.getByRole("heading", { level: 1, name: one.name }).waitFor()
    expect((await list("datum=2031-05-12")).map(({ kunde_id }) => kunde_id)).toEqual([one.id])
    expect(view.faults).toEqual([])
  }, 120_000)

  test("what was begun for a customer is one press away where nobody is chosen yet, until it is taken back", async () => {
    const kunde = await kundeNamed("adl")
    const view = await page(`/lieferungen/neu?datum=2031-05-26&kunde=${kunde.id}`)
    await view.locator("[data-line^=out]").first().fill("6")
    await goTo(view, "/buero/lieferungen/neu")
    const begun = view.getByText("Begonnen und noch nicht geplant")
    await begun.getByRole("link", { name: `${kunde.name} (26.05.2031)`, exact: true }).click()
    await view.locator("tr.counted").waitFor()
    await hasValue(view.locator("tr.counted [data-line^=out]"), "6")
    expect(await begun.count()).toBe(0)
    await view.locator("tr.counted [data-line^=out]").fill("")
    await view.locator("tr.counted").waitFor({ state: "detached" })
    await goTo(view, "/buero/lieferungen/neu")
    await view.getByRole("combobox", { name: "Kunde" }).waitFor()
    expect(await begun.count()).toBe(0)
    expect(view.faults).toEqual([])
  }, 120_000)

  test("what was just typed goes along with the customer, whatever was begun for the same one before", async () => {
    const kunde = await kundeNamed("adl")
    const view = await page("/lieferungen/neu?datum=2031-05-19")
    const hint = view.getByRole("textbox", { name: "Hinweis für den Fahrer" })
    const left = view.getByText("Noch nicht gespeicherte Eingaben vom letzten Mal")
    const type = async (text: string): Promise<void> => {
      await goTo(view, "/buero/lieferungen/neu?datum=2031-05-19")
      await hint.fill(text)
      await chooseIn(view, kunde)
      await hasValue(hint, text)
    }
    await chooseIn(view, kunde)
    await hint.fill("Hof")
    await drawn(view)
    expect(await left.count()).toBe(0)
    await view.getByRole("link", { name: "Abbrechen" }).click()
    await goTo(view, `/buero/lieferungen/neu?datum=2031-05-19&kunde=${kunde.id}`)
    await view.getByRole("button", { name: "Eingaben verwerfen" }).click()
    await type("Hof offen")
    expect(await left.count()).toBe(0)
    await type("Hof zu")
    await left.waitFor()
    const first = view.locator("[data-line^=out]").first()
    await first.fill("6")
    const line = await first.getAttribute("data-line")
    const { nummer } = await api<{ nummer: string }>(`/pfandartikel/${line?.replace("out ", "")}`)
    await goTo(view, "/buero/lieferungen/neu?datum=2031-05-19")
    await view.locator(".add-line input").fill(nummer)
    await view.keyboard.press("Enter")
    await view.locator(`[data-line="${line}"]`).fill("9")
    await chooseIn(view, kunde)
    await hasValue(hint, "Hof zu")
    await hasValue(view.locator(`[data-line="${line}"]`), "9")
    await view.getByRole("button", { name: "Verwerfen" }).click()
  }, 120_000)

  test("a day that is past, or years ahead, is said before planning, barring nobody, and its year is told afterwards", async () => {
    const kunde = await kundeNamed("adl")
    const view = await page(`/lieferungen/neu?datum=2019-03-05&kunde=${kunde.id}`)
    const past = view.locator("[data-field=datum]").getByText("Dieser Tag ist schon vorbei")
    await past.waitFor()
    await view.locator("[data-line]").first().fill("12")
    for (const look of [{ width: 1440 }, { width: 390, dark: true }] as const) {
      await show(view, look)
      await picture(view, `lieferung-neu-${look.width}`)
      const wide = await view.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect([look.width, await barriers(view), wide]).toEqual([look.width, [], false])
    }
    const { id } = await plan("2019-03-05")
    await goTo(view, `/buero/lieferungen/${id}`)
    await view.getByText("Dienstag, 5. März 2019", { exact: true }).waitFor()
    await goTo(view, `/buero/lieferungen/neu?datum=${today()}&kunde=${kunde.id}`)
    await view.getByRole("group", { name: "Tag", exact: true }).waitFor()
    expect(await past.count()).toBe(0)
    // The one that never went is not planned a second time unawares.
    await view.getByText("Noch geplant").waitFor()
    await goTo(view, "/buero/lieferungen/neu?datum=2126-03-05")
    await view.locator("[data-field=datum]").getByText("erst in mehr als einem Jahr").waitFor()
    expect(view.faults).toEqual([])
  }, 120_000)

  test("a fault of a figure covers no other figure", async () => {
    const kunde = await kundeNamed("adl")
    const view = await page(`/lieferungen/neu?datum=2031-05-08&kunde=${kunde.id}`)
    const figures = view.locator("[data-line]")
    await figures.nth(3).waitFor()
    await figures.nth(0).fill("1,5")
    await figures.nth(3).fill("-2")
    await figures.nth(2).focus()
    await view.getByText("muss eine ganze Zahl sein").waitFor()
    await view.getByText("darf nicht negativ sein").waitFor()
    for (const width of [1440, 390] as const) {
      await show(view, { width })
      const covered = await view.evaluate(() => {
        const boxes = (selector: string) =>
          [...document.querySelectorAll(`.entry-lines ${selector}`)].map((one) => one.getBoundingClientRect())
        const inputs = boxes("input")
        return boxes(".figure-input > .fault").flatMap((words) =>
          inputs.filter(
            ({ left, right, top, bottom }) =>
              words.left < right && left < words.right && words.top < bottom && top < words.bottom,
          ),
        )
      })
      expect([width, covered]).toEqual([width, []])
    }
    expect(view.faults).toEqual([])
  }, 120_000)

  test("a planned one is changed with the keyboard alone; an article that is not chosen is asked for", async () => {
    const { id } = await plan("2031-05-13")
    const view = await page(`/lieferungen/${id}`)
    await view.getByRole("button", { name: "Ändern" }).press("Enter")
    const article = view.getByRole("combobox", { name: "Artikel oder Gerät dazu" })
    await article.fill("KI-20")
    await article.press("Enter")
    await view.waitForFunction(() => document.activeElement?.getAttribute("data-line")?.startsWith("out "))
    await view.keyboard.type("4")
    await article.pressSequentially("ki-5")
    await view.getByRole("option").first().waitFor()
    await view.keyboard.press("Control+Enter")
    await view.getByText("Nichts gewählt: bitte einen Eintrag der Liste wählen").waitFor()
    await view.getByRole("listbox").waitFor({ state: "detached" })
    expect(await article.getAttribute("aria-invalid")).toBe("true")
    expect(await article.evaluate((field) => field === document.activeElement)).toBe(true)
    await article.fill("")
    await view.keyboard.press("Control+Enter")
    await view.getByRole("status").getByText("Gespeichert", { exact: true }).waitFor()
    const { positionen } = await api<Lieferung>(`/lieferungen/${id}`)
    expect(positionen.map(({ soll_ausgabe }) => soll_ausgabe)).toEqual([3, 4])
    expect(view.faults).toEqual([])
  }, 120_000)

  test("a line without pieces is not dropped when a plan is changed, but asked about where it stands", async () => {
    const { id } = await plan("2031-05-14")
    const view = await page(`/lieferungen/${id}`)
    await view.getByRole("button", { name: "Ändern" }).click()
    const article = view.getByRole("combobox", { name: "Artikel oder Gerät dazu" })
    await article.fill("KI-20")
    await article.press("Enter")
    const line = view.locator(".delivery-lines tbody tr").nth(1)
    await line.locator("[data-line^=out]:focus").waitFor()
    await view.getByRole("button", { name: "Speichern" }).click()
    await line.getByRole("alert").getByText("Stück eintragen oder die Zeile entfernen").waitFor()
    await line.locator("[data-line^=out]:focus").waitFor()
    await view.getByText("Bitte die markierten Felder prüfen.").waitFor()
    await hasCount(view.locator(".delivery-lines .fault"), 1)
    expect(await api<Lieferung>(`/lieferungen/${id}`)).toMatchObject({ version: 1, positionen: [{}] })
    await view.keyboard.type("4")
    await view.locator(".delivery-lines .fault").waitFor({ state: "detached" })
    expect(await view.getByText("Bitte die markierten Felder prüfen.").count()).toBe(0)
    // Taken away by mistake, it comes back.
    await line.getByRole("button", { name: /aus der Liste nehmen$/ }).press("Enter")
    await view.locator(".delivery-lines tbody tr:only-child [data-line^=out]:focus").waitFor()
    await view.getByRole("button", { name: "Rückgängig" }).press("Enter")
    await line.locator("[data-line^=out]:focus").waitFor()
    await view.keyboard.press("Control+Enter")
    await view.getByRole("status").getByText("Gespeichert", { exact: true }).waitFor()
    const { positionen } = await api<Lieferung>(`/lieferungen/${id}`)
    expect(positionen.map(({ soll_ausgabe }) => soll_ausgabe)).toEqual([3, 4])
    expect(view.faults).toEqual([])
  }, 120_000)

  test("a fault that the service finds in a line does not move to the next one when the line is taken away", async () => {
    const { id } = await plan("2031-05-16")
    const view = await page(`/lieferungen/${id}`)
    const errors = [{ location: "body", path: "positionen[0].soll_ausgabe", msg: "gibt es nicht" }]
    await view.route(`**/api/lieferungen/${id}`, (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status: 400, json: { errors } })
        : route.continue(),
    )
    await view.getByRole("button", { name: "Ändern" }).click()
    const article = view.getByRole("combobox", { name: "Artikel oder Gerät dazu" })
    await article.fill("KI-20")
    await article.press("Enter")
    await view.locator(".delivery-lines tbody tr:nth-child(2) [data-line^=out]:focus").waitFor()
    await view.keyboard.type("4")
    await view.keyboard.press("Control+Enter")
    const [first, second] = [0, 1].map((n) => view.locator(".delivery-lines tbody tr").nth(n))
    await first?.getByText("gibt es nicht").waitFor()
    expect(await second?.getByText("gibt es nicht").count()).toBe(0)
    // Nor is it told in the interface's words above.
    expect(await view.locator(".problem").innerText()).toBe("Bitte die markierten Felder prüfen.")
    await first?.getByRole("button", { name: /aus der Liste nehmen$/ }).click()
    await second?.waitFor({ state: "detached" })
    expect(await view.locator(":is(.fault, .problem):not(.mended)").allInnerTexts()).toEqual([])
    view.faults = view.faults.filter((fault) => !fault.includes("400"))
    await view.unroute(`**/api/lieferungen/${id}`)
  }, 120_000)

  test("a line that somebody added is not dropped from a new plan either; what was offered may stay empty", async () => {
    const kunde = await kundeNamed("adl")
    const view = await page(`/lieferungen/neu?datum=2031-05-15&kunde=${kunde.id}`)
    await view.locator("[data-line^=out]:focus").waitFor()
    const lines = view.locator(".delivery-lines tbody tr")
    const offered = await lines.count()
    await view.keyboard.type("4")
    const article = view.getByRole("combobox", { name: "Artikel oder Gerät dazu" })
    await article.fill("KI-20")
    await article.press("Enter")
    await lines.nth(offered).locator("[data-line^=out]:focus").waitFor()
    await view.keyboard.press("Control+Enter")
    await lines.nth(offered).getByText("Stück eintragen oder die Zeile entfernen").waitFor()
    expect([await view.locator(".fault").count(), await list("datum=2031-05-15")]).toEqual([1, []])
    await view.keyboard.type("2")
    await view.keyboard.press("Control+Enter")
    await view.getByRole("heading", { level: 1, name: kunde.name }).waitFor()
    const [made] = await list("datum=2031-05-15")
    expect(made?.positionen.map(({ soll_ausgabe }) => soll_ausgabe)).toEqual([4, 2])
  }, 120_000)

  test("what is wrong stands at its field", async () => {
    const kunde = await kundeNamed("adl")
    const view = await page(`/lieferungen/neu?datum=2031-05-08&kunde=${kunde.id}`)
    const time = view.getByRole("group", { name: "bis" })
    await time.getByRole("spinbutton").first().click()
    await view.keyboard.type("0100")
    // Lines without a number may have been forgotten.
    await view.getByRole("button", { name: "Planen", exact: true }).click()
    const question = view.getByRole("alertdialog", { name: "Nur als Abholung planen?" })
    await question.getByRole("button", { name: "Zurück zu den Zeilen" }).click()
    await question.waitFor({ state: "hidden" })
    expect(await list("datum=2031-05-08")).toEqual([])
    await view.getByRole("button", { name: "Planen", exact: true }).click()
    await question.getByRole("button", { name: "Als Abholung planen" }).click()
    await view.getByText("liegt vor dem Beginn", { exact: true }).waitFor()
    expect(await list("datum=2031-05-08")).toEqual([])
    view.faults = view.faults.filter((fault) => !fault.includes("400"))
    expect(view.faults).toEqual([])
  }, 120_000)

  test("a change that somebody else made meanwhile is shown beside one's own", async () => {
    const { id, version } = await plan("2031-05-09")
    const view = await page(`/lieferungen/${id}`)
    await view.getByRole("button", { name: "Ändern" }).click()
    await view.getByRole("textbox", { name: "Hinweis für den Fahrer" }).fill("Meins")
    await view.getByRole("textbox", { name: /^Hin / }).fill("5")
    await api(`/lieferungen/${id}`, "PATCH", { hinweis: "Anders", positionen: [] })
    await view.getByRole("button", { name: "Speichern" }).click()
    const dialog = view.getByRole("alertdialog")
    await dialog.getByText("Anders").waitFor()
    // The plan is told in words, too.
    await dialog.getByText(/5\s×\s.*; 2\s×\s.* zurück/).waitFor()
    await picture(view, "lieferung-konflikt")
    await dialog.getByRole("button", { name: "Auswahl übernehmen" }).click()
    await dialog.waitFor({ state: "hidden" })
    await view.getByRole("button", { name: "Speichern" }).click()
    await view.getByText("Gespeichert", { exact: true }).waitFor()
    const now = await api<Lieferung>(`/lieferungen/${id}`)
    expect(now).toMatchObject({ hinweis: "Meins", positionen: [{ soll_ausgabe: 5 }] })
    expect(now.version).toBeGreaterThan(version)
    view.faults = view.faults.filter((fault) => !fault.includes("412"))
    expect(view.faults).toEqual([])
  }, 120_000)

  test("the office says for the driver what was handed over; it is booked once", async () => {
    const { id } = await plan("2031-05-12")
    const view = await page(`/lieferungen/${id}`)
    await view.getByRole("button", { name: "Zustellung erfassen" }).click()
    const panel = view.getByRole("region", { name: "Zustellung erfassen" })
    // Returns are counted; what goes out may be as planned.
    await hasValue(panel.getByRole("textbox", { name: /^Hin / }), "3")
    const back = panel.getByRole("textbox", { name: /^Zurück / })
    expect([await back.inputValue(), await back.getAttribute("placeholder")]).toEqual(["", null])
    await panel.getByText("Zurück geplant: 2").waitFor()
    await panel.getByRole("textbox", { name: /^Hin / }).fill("2")
    await panel.getByRole("textbox", { name: "Wer hat angenommen" }).fill("Frau Behn")
    await picture(view, "lieferung-erfassen")
    expect(await barriers(view)).toEqual([])
    // A day to come is refused, and not taken for now.
    const day = panel.getByRole("group", { name: "Geschehen am" }).getByRole("spinbutton").first()
    await day.click()
    await view.keyboard.type("01012099")
    await panel.getByRole("button", { name: "Erfassen und buchen" }).click()
    await panel.getByText(/liegt in der Zukunft/).waitFor()
    await day.click()
    const [jahr = "", monat = "", tag = ""] = today().split("-")
    await view.keyboard.type(`${tag}${monat}${jahr}`)
    // Whatever is unusual is asked about at once: nothing is booked before somebody has said that it is right.
    const book = panel.getByRole("button", { name: "Erfassen und buchen" })
    await panel.getByRole("textbox", { name: "Wer hat angenommen" }).press("Enter")
    const question = view.getByRole("alertdialog")
    await book.click()
    await question.getByText(/für Montag, 12. Mai 2031 geplant. Heute als zugestellt buchen/).waitFor()
    await question.getByText(/Zurück geplant und nicht gezählt: 2\s×\s.* Davon nichts zurückbuchen/).waitFor()
    await question.getByRole("button", { name: "Abbrechen" }).click()
    await question.waitFor({ state: "detached" })
    const [planned] = (await api<Lieferung>(`/lieferungen/${id}`)).positionen
    const replan = (soll_ausgabe: number) => {
      const positionen = [{ pfandartikel_id: planned?.pfandartikel_id, soll_ausgabe, soll_ruecknahme: 2 }]
      return api(`/lieferungen/${id}`, "PATCH", { positionen })
    }
    await replan(7)
    await view.waitForFunction((field) => document.activeElement === field, await back.elementHandle())
    await view.keyboard.type("9999")
    // Where the service cannot say what is unusual, nothing is booked unasked.
    const away = (url: URL): boolean => url.pathname === "/api/pfandbuchungen/vorschau"
    await view.route(away, (route) => route.fulfill({ status: 500, json: { error: "Gerade geht es nicht" } }))
    await view.keyboard.press("Control+Enter")
    await panel.getByRole("alert").filter({ hasText: "Gerade geht es nicht" }).waitFor()
    expect(await api<Lieferung>(`/lieferungen/${id}`)).toMatchObject({ status: "geplant" })
    await view.unroute(away)
    await view.keyboard.press("Control+Enter")
    await question.getByText(/9\.999\s×\s.* zurück; der Kunde hat/).waitFor()
    await question.getByText(/^Dem Kunden werden zusammen .* gutgeschrieben\.$/).waitFor()
    await question.getByText(/Geplant war: 3\s×\s.* Geplant ist jetzt: 7\s×\s/).waitFor()
    await picture(view, "lieferung-erfassen-frage")
    await replan(3)
    await view.keyboard.press("Escape")
    await back.fill("0")
    await book.click()
    await view
      .getByRole("alertdialog", { name: "Vor dem geplanten Tag buchen?" })
      .getByRole("button", { name: "Ja, buchen" })
      .dblclick()
    await view.getByText(/^2 \(statt 3\)$/).waitFor()
    await view.getByRole("heading", { name: "Buchungen" }).waitFor()
    await view.getByText("Frau Behn, ohne Unterschrift").waitFor()
    // When the driver set off nobody has said.
    expect(
      await view
        .getByRole("term")
        .filter({ hasText: /^(?:Losgefahren|Zugestellt)$/ })
        .allInnerTexts(),
    ).toEqual(["Zugestellt"])
    expect(await api<Lieferung>(`/lieferungen/${id}`)).toMatchObject({
      status: "zugestellt",
      positionen: [{ ist_ausgabe: 2, ist_ruecknahme: 0 }],
    })
    const { items } = await api<{ items: { vorgang_id: string }[] }>(`/pfandbuchungen?lieferung_id=${id}`)
    expect(new Set(items.map(({ vorgang_id }) => vorgang_id)).size).toBe(1)
    expect(await view.getByRole("button", { name: "Ändern" }).count()).toBe(0)
    const saved = view.waitForEvent("download")
    await view.getByRole("button", { name: "Lieferschein" }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
    const log = (await sharedPage(`/buero/lieferungen/${id}`, await logIn(demo, "admin"))).locator(".log")
    await log.getByText("Zugestellt von").waitFor()
    expect(await log.getByText("losgefahren").count()).toBe(0)
    // Its note goes on saying what was handed over, and the balance of then.
    const nothingBooked = view.getByText("Gebucht ist davon nichts mehr")
    expect(await nothingBooked.count()).toBe(0)
    await api(`/pfandbuchungen/${items[0]?.vorgang_id}/storno`, "POST", { grund: "Vertan" })
    await view.reload()
    await nothingBooked.waitFor()
    // What is reversed, and what reverses it, is told on a telephone too.
    await show(view, { width: 390 })
    const booked = view.getByRole("region", { name: "Buchungen" }).getByRole("row")
    const kinds = booked.getByText(/^(?:Ausgabe|Storno)$/).filter({ visible: true })
    expect((await kinds.allInnerTexts()).toSorted()).toEqual(["Ausgabe", "Ausgabe", "Storno", "Storno"])
    expect(view.faults.filter((fault) => !/400|500/.test(fault))).toEqual([])
  }, 120_000)

  test("what is far beyond anything usual is asked about also of an article that is no longer in use", async () => {
    const kunde = await kundeNamed("adl")
    const crate = {
      nummer: "ALT-1",
      bezeichnung: "Alter Kasten",
      art: "einzeln",
      pfand_cent: 310,
      ust_klasse: "warenumschliessung",
    }
    const admin = await logIn(demo, "admin")
    const artikel = await ask<{ id: string }>(admin, "/pfandartikel", "POST", crate)
    const positionen = [{ pfandartikel_id: artikel.id, soll_ausgabe: 1 }]
    const { id } = await api<Lieferung>("/lieferungen", "POST", {
      kunde_id: kunde.id,
      datum: today(),
      positionen,
    })
    await ask(admin, `/pfandartikel/${artikel.id}`, "PATCH", { aktiv: 0 })
    const view = await page(`/lieferungen/${id}`)
    await view.getByRole("button", { name: "Zustellung erfassen" }).click()
    await view.getByRole("textbox", { name: "Hin Alter Kasten" }).fill("9999")
    await view.keyboard.press("Control+Enter")
    const question = view.getByRole("alertdialog", { name: "Ungewöhnliche Buchung" })
    await question.getByText("Dem Kunden werden zusammen 30.996,90 € berechnet.").waitFor()
    await view.keyboard.press("Escape")
    // The service does not say beforehand what would be booked.
    expect(view.faults.filter((fault) => !fault.includes("409"))).toEqual([])
  }, 120_000)

  test("one that failed is planned anew, and one that nobody wants is cancelled", async () => {
    const admin = await logIn(demo, "admin")
    await ask(admin, "/fahrer/einstellungen", "PATCH", { fehlschlag_gruende: ["Tor zu"] })
    const { id } = await plan("2031-05-13")
    const view = await page(`/lieferungen/${id}`)
    await view.getByRole("button", { name: "Mehr", exact: true }).click()
    await view.getByRole("menuitem", { name: "Nicht zugestellt …" }).click()
    const dialog = view.getByRole("dialog", { name: "Nicht zugestellt" })
    await dialog.getByRole("button", { name: "Festhalten" }).click()
    // Without a reason it says what is missing, and nothing is done.
    await dialog.getByRole("textbox", { name: "Grund" }).and(view.locator("[aria-invalid]")).waitFor()
    expect((await api<Lieferung>(`/lieferungen/${id}`)).status).toBe("geplant")
    await dialog.getByRole("button", { name: "Tor zu" }).click()
    await dialog.getByRole("button", { name: "Festhalten" }).click()
    // It may be the wrong delivery.
    await view.getByRole("alertdialog").getByText("für Dienstag, 13. Mai 2031 geplant").waitFor()
    const failed = view.waitForRequest(/fehlschlag$/)
    await view.getByRole("alertdialog").getByRole("button", { name: "Ja, festhalten" }).click()
    // Or it would fail once more, where somebody has planned it anew meanwhile.
    expect((await failed).postDataJSON()).toMatchObject({ versuch: 1, grund: "Tor zu" })
    await view.getByText("Grund: Tor zu").waitFor()
    // Of one that is over nothing more is entered.
    const entering = view.getByRole("button", { name: /^(?:Zustellung erfassen|Mehr|Ändern|Verschieben)$/ })
    expect(await entering.allInnerTexts()).toEqual([])
    await plan(addDays(today(), 1))
    await view.getByRole("button", { name: "Neu planen" }).click()
    // The day that is proposed has another one.
    await view.getByRole("dialog").getByText("hat er schon:").waitFor()
    await view.getByRole("dialog").getByRole("button", { name: "Neu planen" }).click()
    await view.getByText("Geplant", { exact: true }).waitFor()
    expect(await api<Lieferung>(`/lieferungen/${id}`)).toMatchObject({ status: "geplant", versuch: 2 })
    await view.getByText("1. Versuch, 13.05.2031: Tor zu").waitFor()
    await view.getByRole("button", { name: "Mehr", exact: true }).click()
    await view.getByRole("menuitem", { name: "Absagen …" }).click()
    await view.getByRole("alertdialog").getByRole("textbox", { name: "Grund" }).fill("Doch nicht")
    await view.getByRole("alertdialog").getByRole("button", { name: "Absagen" }).click()
    await view.getByText("Abgesagt: Doch nicht").waitFor()
    expect(await entering.allInnerTexts()).toEqual([])
    expect(view.faults).toEqual([])
  }, 120_000)

  test("moved, today's delivery stays today's until one says otherwise", async () => {
    const { id } = await plan(today())
    const view = await page(`/lieferungen/${id}`)
    await view.getByRole("button", { name: "Verschieben" }).click()
    // One can type the day at once.
    await view.waitForFunction(() => document.activeElement?.getAttribute("data-type") === "day")
    await view.getByRole("button", { name: /Fahrer$/ }).click()
    await view.getByRole("option", { name: "Jens Brandt" }).click()
    await view.getByRole("dialog").getByRole("button", { name: "Verschieben" }).click()
    await view.getByRole("dialog").waitFor({ state: "detached" })
    const moved = await api<Lieferung>(`/lieferungen/${id}`)
    expect(moved.datum).toBe(today())
    expect(moved.fahrer_id).not.toBeNull()
  }, 120_000)

  test("pictures are dragged onto it; what is none is left alone", async () => {
    const { id } = await plan("2031-07-10")
    const view = await page(`/lieferungen/${id}`)
    const place = view.getByText("Noch kein Bild. Sie können eines hierher ziehen.")
    await dropFile(view, place, "notiz.txt")
    await dropFile(view, place, "hof.png")
    await view.getByRole("button", { name: "Bild: Nachweis ansehen" }).waitFor()
    expect((await api<{ items: object[] }>(`/lieferungen/${id}/bilder`)).items).toHaveLength(1)
    expect(view.faults).toEqual([])
  }, 120_000)

  test("after one stop the next is planned at once, for the same day and driver", async () => {
    const view = await page("/lieferungen/neu?datum=2031-06-05")
    const choose = async (letters: string): Promise<void> => {
      await view.waitForFunction(() => document.activeElement?.getAttribute("name") === "kunde_id")
      await view.keyboard.type(letters)
      await view.keyboard.press("Enter")
      await view.waitForFunction(() => document.activeElement?.getAttribute("data-line")?.startsWith("out "))
    }
    for (const letters of ["adl", "kro"]) {
      await choose(letters)
      await view.keyboard.type("2")
      await view.getByRole("button", { name: "Planen und nächster Stopp" }).click()
    }
    await view.waitForFunction(() => document.activeElement?.getAttribute("name") === "kunde_id")
    await hasValue(view.getByRole("combobox", { name: "Kunde" }), "")
    const planned = await list("von=2031-06-05&bis=2031-06-05")
    expect(new Set(planned.map(({ kunde_id }) => kunde_id)).size).toBe(2)
    expect(view.faults).toEqual([])
  }, 120_000)

  test("those without a driver are found", async () => {
    const { items: people } = await api<{ items: { id: string; name: string; rolle: string }[] }>(
      "/mitarbeiter?limit=200",
    )
    const driver = people.find(({ rolle }) => rolle === "fahrer")
    const { id } = await plan("2031-06-03")
    await api(`/lieferungen/${id}`, "PATCH", { fahrer_id: driver?.id })
    await plan("2031-06-03")
    const view = await page("/lieferungen?von=2031-06-03&bis=2031-06-03")
    const driven = view.getByRole("row").filter({ hasText: driver?.name ?? "" })
    await driven.waitFor()
    await view.getByRole("button", { name: /Fahrer/ }).click()
    await view.getByRole("option", { name: "Ohne Fahrer" }).click()
    await view.waitForURL("**fahrer=niemand")
    await driven.waitFor({ state: "detached" })
    await view.getByRole("rowheader").first().waitFor()
    expect([await view.getByRole("rowheader").count(), await driven.count()]).toEqual([1, 0])
    expect(view.faults).toEqual([])
  }, 120_000)

  test("filters stand in the address", async () => {
    const failed = await list("status=nicht_zugestellt&limit=200")
    const view = await page("/lieferungen")
    await view.getByRole("button", { name: /Stand/ }).click()
    await view.getByRole("option", { name: "Nicht zugestellt" }).click()
    await view.waitForURL("**/lieferungen?status=nicht_zugestellt")
    await view.waitForFunction(
      (count) => Number(document.querySelector("[role=grid]")?.getAttribute("aria-rowcount")) === count + 1,
      failed.length,
    )
    await goTo(view, "/buero/lieferungen?status=nicht_zugestellt")
    await view.getByRole("rowheader").first().waitFor()
    expect(await view.locator(".badge.good").count()).toBe(0)
    await view.getByRole("button", { name: "Alle zeigen" }).click()
    await view.waitForURL("**/lieferungen")
    await goTo(view, `/buero/lieferungen?kunde=${failed[0]?.kunde_id}&von=2031-01-01&bis=2031-01-01`)
    await view.getByText("Keine Lieferung passt zu diesen Filtern.").waitFor()
    expect(view.faults).toEqual([])
  }, 120_000)

  test("one that is not there says so, and a driver has none of these screens", async () => {
    const view = await page("/lieferungen/0190a5b0-0000-7000-8000-000000000000")
    await view.getByRole("heading", { name: "Diese Lieferung gibt es nicht" }).waitFor()
    view.faults = view.faults.filter((fault) => !fault.includes("404"))
    expect(view.faults).toEqual([])
    const driver = await open(`${demo.url}/buero/lieferungen`, {}, await logIn(demo, "fahrer1"))
    await driver.getByRole("heading", { level: 1 }).filter({ hasText: /\S/ }).waitFor()
    expect(await driver.getByRole("grid").count()).toBe(0)
    await driver.close()
  }, 120_000)
})
