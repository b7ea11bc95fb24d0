import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Locator } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import { ask, goTo, hasChromium, hasCount, logIn, pictures, sharedPage, show, startDemo } from "./browser.ts"

/** At a desk, names have the room that other columns do not need. */

let demo: Running
let admin: BrowserContext

const widthOf = async (cell: Locator): Promise<number> => (await cell.boundingBox())?.width ?? 0

describe.skipIf(!hasChromium)("a table at 1440 px", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => admin?.close())

  const post = (path: string, data: object) =>
    admin.request.post(`${demo.url}/api${path}`, { data, headers: { "sec-fetch-site": "same-origin" } })

  test("gives a long name what short addresses do not need", async () => {
    const name = "Gasthaus und Pension Zum Goldenen Hirschen an der Alten Salzstraße in Lüneburg"
    await post("/mitarbeiter", {
      name,
      email: "m@hof.example",
      rolle: "user",
      password: "ein gutes Kennwort",
    })
    const page = await sharedPage("/buero/mitarbeiter", admin)
    await page.getByRole("rowheader", { name }).waitFor()
    const [names, addresses] = ["Name", "E-Mail"].map((head) =>
      page.getByRole("columnheader", { name: head, exact: true }),
    )
    expect(await widthOf(names!)).toBeGreaterThan(2 * (await widthOf(addresses!)))
    const cut = await page
      .getByRole("rowheader", { name })
      .locator(".cut")
      .evaluate((cell) => cell.scrollWidth > cell.clientWidth)
    expect(cut).toBe(false)
    expect(page.faults).toEqual([])
  }, 120_000)

  test("has the way to take over a table beside it, also where there are rows", async () => {
    const page = await sharedPage("/buero/kunden", admin)
    for (const [path, schritt] of [
      ["geraete", "geraete"],
      ["artikel", "pfandartikel"],
      ["kunden", "kunden"],
    ]) {
      await goTo(page, `/buero/${path}`)
      await page.getByRole("row").nth(1).waitFor()
      const way = page.getByRole("link", { name: "Aus einer Tabelle …" })
      expect(await way.getAttribute("href")).toEndWith(`/einrichten?schritt=${schritt}`)
      await pictures(page, `aus-tabelle-${path}`)
    }
    expect(page.faults).toEqual([])
  }, 120_000)

  test("and on smaller screens cuts no amount, however large", async () => {
    const kunde = await ask(admin, "/kunden", "POST", { name: "Großabnehmer" })
    const { items } = await ask(admin, "/pfandartikel?art=gebinde&limit=1")
    const positionen = [{ pfandartikel_id: items[0].id, art: "ruecknahme", menge: 100_000 }]
    await ask(admin, "/pfandbuchungen", "POST", { kunde_id: kunde.id, positionen })
    const page = await sharedPage(`/buero/pfandbuch?kunde=${kunde.id}`, admin)
    const amounts = page.locator(".table-body .figures .cut").filter({ hasText: /−\d{3}\.\d{3},\d{2}/ })
    for (const width of [1440, 1024, 390] as const) {
      await show(page, { width })
      await amounts.first().waitFor()
      const cut = await amounts.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
      )
      expect([width, cut]).toEqual([width, []])
    }
    expect(page.faults).toEqual([])
  }, 120_000)

  test("at 1024 px leaves names their letters; others stand below them, and apart beside a folded navigation", async () => {
    const name = "Gasthaus Alte Schmiede"
    const kunde = await ask(admin, "/kunden", "POST", { name })
    const { items } = await ask(admin, "/pfandartikel?q=KI-20&limit=1")
    const positionen = [{ pfandartikel_id: items[0].id, art: "ausgabe", menge: 24 }]
    await ask(admin, "/pfandbuchungen", "POST", { kunde_id: kunde.id, positionen })
    const page = await sharedPage(`/buero/pfandbuch?kunde=${kunde.id}`, admin)
    const head = (label: string) => page.getByRole("columnheader", { name: label, exact: true })
    // The day stands there once, with the time of day or in its short form.
    await head("Gebucht").first().waitFor()
    await hasCount(head("Gebucht"), 1)
    await show(page, { width: 1024 })
    const cut = (text: string) =>
      page
        .getByRole("gridcell", { name: text })
        .locator(".cut:not(.second)")
        .evaluate((cell) => cell.scrollWidth > cell.clientWidth)
    for (const [button, arts] of [
      ["Navigation schmal machen", 0],
      ["Navigation verbreitern", 1],
    ] as const) {
      await page.getByRole("button", { name: button }).waitFor()
      if (arts) await head("Art").waitFor()
      expect([button, await head("Art").count(), await head("Gebucht").count()]).toEqual([button, arts, 1])
      expect([button, await head("Stück und Artikel Art").count()]).toEqual([button, 1 - arts])
      for (const text of [name, `24 × ${items[0].bezeichnung}`])
        expect([button, text, await cut(text)]).toEqual([button, text, false])
      await page.getByRole("button", { name: button }).click()
      // As somebody wants it, it is there again the next time.
      const kept = await page.evaluate(() => localStorage.getItem("navigation"))
      expect([button, kept]).toEqual([button, arts ? "breit" : "schmal"])
    }
    await head("Stück und Artikel Art").waitFor()
    for (const [path, heads] of [
      ["/pfandbuch", ["Gebucht", "Kunde Wer", "Stück und Artikel Art"]],
      ["/abrechnungen", ["Kunde Zeitraum"]],
      ["/lieferungen", ["Hin Zurück", "Tag Zeit"]],
    ] as const) {
      const list = await sharedPage(`/buero${path}`, admin)
      await show(list, { width: 1024 })
      for (const label of heads) await list.getByRole("columnheader", { name: label, exact: true }).waitFor()
      const second = list.locator("[data-row] .second").filter({ hasText: /\S/ })
      const isInside = await second.evaluateAll((all) =>
        all.every(
          (one) =>
            one.getBoundingClientRect().bottom <= one.closest("[role=row]")!.getBoundingClientRect().bottom,
        ),
      )
      expect([path, (await second.count()) > 4, isInside]).toEqual([path, true, true])
    }
    expect(page.faults).toEqual([])
  }, 120_000)

  test("and narrower says of a settlement whether it is a Storno, whatever else has no room", async () => {
    const page = await sharedPage("/buero/abrechnungen", admin)
    await page.setViewportSize({ width: 850, height: 700 })
    await page.getByRole("columnheader", { name: "Betrag Stand", exact: true }).waitFor()
    await page.locator("[data-row] .second .badge").first().waitFor()
    expect(page.faults).toEqual([])
  }, 120_000)

  test("has no column in which nothing stands", async () => {
    const page = await sharedPage("/buero/abrechnungen/lauf", admin)
    await page.getByRole("rowheader").first().waitFor()
    const empty = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('.table-body [role="row"]')]
      return [...document.querySelectorAll('[role="columnheader"]')]
        .filter((_, i) => rows.every((row) => row.children[i]?.textContent === ""))
        .map((head) => head.textContent)
    })
    expect(empty).toEqual([])
  }, 120_000)
})
