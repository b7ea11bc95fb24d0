import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  goTo,
  hasChromium,
  hasCount,
  logIn,
  picture,
  pictures,
  sharedPage,
  show,
  startDemo,
  type Watched,
} from "./browser.ts"

let demo: Running
let office: BrowserContext
let admin: BrowserContext
const page = (path: string, context = admin): Promise<Watched> => sharedPage(`/buero${path}`, context)
const api = (path: string, method?: string, data?: object) => ask(admin, path, method, data)
const button = (where: Watched, name: string) => where.getByRole("button", { name, exact: true })

let count = 0
const newArtikel = (more: object = {}) =>
  api("/pfandartikel", "POST", {
    nummer: `A${process.pid}X${++count}`,
    bezeichnung: `Flasche ${process.pid} ${count}`,
    art: "einzeln",
    pfand_cent: 15,
    ust_klasse: "warenumschliessung",
    ...more,
  })

describe.skipIf(!hasChromium)("articles", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => Promise.all([office, admin].map((context) => context?.close())))

  test("a gebinde is put together by keys alone, its deposit is the sum of its parts", async () => {
    const [kasten, flasche] = [await newArtikel({ pfand_cent: 150 }), await newArtikel()]
    const nummer = `G-${Date.now()}`
    const missing = await page("/artikel?q=Sonderkiste")
    const create = missing.getByRole("link", { name: "„Sonderkiste“ anlegen" })
    expect(await create.getAttribute("href")).toBe("/buero/artikel/neu?name=Sonderkiste")
    const form = await page("/artikel/neu")
    await form.getByLabel("Bezeichnung").fill("Kasten voll")
    await form.getByLabel("Nummer").fill(nummer)
    await form.getByRole("button", { name: /^Einzeln|Art/ }).click()
    await form.getByRole("option", { name: "Gebinde" }).click()
    await button(form, "Anlegen").click()
    await form.getByText("Bitte die markierten Felder prüfen").waitFor()
    await form.getByRole("group", { name: "Bestandteile" }).locator(".fault").waitFor()

    const search = form.getByRole("combobox", { name: "Artikel dazu" })
    await search.focus()
    for (const [part, menge] of [
      [kasten, "1"],
      [flasche, "20"],
    ] as const) {
      await form.keyboard.type(part.nummer)
      await form.keyboard.press("Enter")
      // One is at the pieces, types them over the 1 that stands there, and Enter goes on to the next part.
      await form.waitForFunction(
        (name) => document.activeElement?.getAttribute("aria-label") === name,
        `Stück ${part.bezeichnung}`,
      )
      await form.keyboard.type(menge)
      await form.keyboard.press("Enter")
      await form.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox")
    }
    await form.getByText("4,50 €").waitFor()
    // Taken away by mistake, it comes back as it was.
    await button(form, `${flasche.bezeichnung} entfernen`).press("Enter")
    await form.locator(`[data-part="${kasten.id}"] input:focus`).waitFor()
    await button(form, "Rückgängig").press("Enter")
    await form.locator(`[data-part="${flasche.id}"] input:focus`).waitFor()
    await form.getByText("4,50 €").waitFor()
    await form.reload()
    await form.getByText("4,50 €").waitFor()
    await button(form, "Anlegen").dblclick()
    await form.getByRole("heading", { level: 1, name: "Kasten voll" }).waitFor()
    await form
      .getByRole("row", { name: new RegExp(flasche.bezeichnung) })
      .getByText("3,00 €")
      .waitFor()
    const { items } = await api(`/pfandartikel?q=${nummer}`)
    expect(items.map(({ pfand_cent }: { pfand_cent: number }) => pfand_cent)).toEqual([450])
    expect(form.faults.filter((fault) => !fault.includes("400"))).toEqual([])
  }, 180_000)

  test("one that is taken out of use leaves the list, and is found among those that are", async () => {
    const artikel = await newArtikel()
    const shown = await page(`/artikel/${artikel.id}`)
    await button(shown, "Bearbeiten").click()
    await shown.getByText("Im Umlauf: wird ausgegeben").click()
    await button(shown, "Speichern").click()
    await shown.getByText("Nicht im Umlauf", { exact: true }).waitFor()
    // On a telephone, the message about it stands above the fields of a panel that is opened next.
    await show(shown, { width: 390 })
    await button(shown, "Bearbeiten").click()
    const field = shown.getByLabel("Bezeichnung")
    await field.waitFor()
    const [message, first] = await Promise.all([shown.locator(".toast").boundingBox(), field.boundingBox()])
    expect((message?.y ?? 1e9) + (message?.height ?? 0)).toBeLessThan(first?.y ?? 0)
    await show(shown, {})
    await button(shown, "Änderungen verwerfen").click()
    await goTo(shown, `/buero/artikel?q=${artikel.nummer}`)
    await shown.getByText(`Kein Artikel passt zu „${artikel.nummer}“`).waitFor()
    await shown.getByRole("button", { name: /Stand/ }).click()
    await shown.getByRole("option", { name: "Nicht im Umlauf" }).click()
    await shown.getByRole("rowheader", { name: artikel.bezeichnung }).waitFor()
    expect(new URL(shown.url()).searchParams.get("aktiv")).toBe("0")
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("a number that is taken is said, and parts changed by two at once stand side by side", async () => {
    const [a, b] = [await newArtikel(), await newArtikel()]
    const parts = (menge: number) => [{ pfandartikel_id: a.id, menge }]
    const gebinde = await api("/pfandartikel", "POST", {
      nummer: `S-${Date.now()}`,
      bezeichnung: "Sechserträger",
      art: "gebinde",
      bestandteile: parts(6),
      ust_klasse: "warenumschliessung",
    })
    const form = await page(`/artikel/${gebinde.id}`)
    await button(form, "Bearbeiten").click()
    await form.getByLabel("Nummer").fill(b.nummer)
    await button(form, "Speichern").click()
    await form.getByRole("alert").filter({ hasText: "bereits vergeben" }).waitFor()
    await form.getByLabel("Nummer").fill(gebinde.nummer)
    await form.getByRole("textbox", { name: `Stück ${a.bezeichnung}` }).fill("12")
    await api(`/pfandartikel/${gebinde.id}`, "PATCH", { bestandteile: parts(8) })
    await button(form, "Speichern").click()
    const dialog = form.getByRole("alertdialog")
    await dialog.getByText(`12 × ${a.bezeichnung}`).waitFor()
    await dialog.getByText(`8 × ${a.bezeichnung}`).click()
    await button(form, "Auswahl übernehmen").click()
    await form.keyboard.press("Control+Enter")
    await form.getByText("1,20 €").first().waitFor()
    expect((await api(`/pfandartikel/${gebinde.id}`)).bestandteile[0].menge).toBe(8)
  }, 120_000)

  test("a changed deposit asks what becomes of the pieces that are out, and the form of returns shows what is paid back", async () => {
    const artikel = await newArtikel({ pfand_cent: 100 })
    const crate = (bezeichnung: string, more: object = {}) =>
      newArtikel({
        bezeichnung,
        art: "gebinde",
        pfand_cent: undefined,
        bestandteile: [{ pfandartikel_id: artikel.id, menge: 6 }],
        ...more,
      })
    await crate("Träger Wechsel")
    await crate("Kasten Wechsel")
    await api(`/pfandartikel/${(await crate("Alter Kasten")).id}`, "PATCH", { aktiv: 0 })
    const kunde = await api("/kunden", "POST", { name: `Wechsel ${process.pid}` })
    const book = (art: string, menge: number) =>
      api("/pfandbuchungen", "POST", {
        kunde_id: kunde.id,
        positionen: [{ pfandartikel_id: artikel.id, art, menge }],
      })
    await book("ausgabe", 10)
    const shown = await page(`/artikel/${artikel.id}`)
    const change = async (amount: string) => {
      await button(shown, "Bearbeiten").click()
      await shown.getByLabel("Pfand je Stück").fill(amount)
      await shown.getByLabel("Pfand je Stück").blur()
      await shown.getByText("Für 10 Stück bei einem Kunden, die schon draußen sind").waitFor()
    }
    await change("2,00")
    await shown.getByText("bekommt 10,00 €, die ältesten zuerst").waitFor()
    await shown.getByText("Damit ändert sich das Pfand von Kasten Wechsel, Träger Wechsel.").waitFor()
    expect(await barriers(shown)).toEqual([])
    await pictures(shown, "artikel-pfand")
    await button(shown, "Speichern").click()
    await shown
      .getByText("Gespeichert, ebenso das Pfand von Kasten Wechsel, Träger Wechsel", { exact: true })
      .waitFor()
    await picture(shown, "artikel-gespeichert")
    await shown.locator(".figure").getByText("2,00 €").waitFor()
    expect((await api(`/pfandartikel/${artikel.id}`)).bei_aenderung).toBe("erstattung")

    // The page shows what it sends: 10 at 1 €, and 2 more than went out at the deposit of today.
    const form = await page(`/buchen?kunde=${kunde.id}`)
    await form.locator(".buchen-foot input").click()
    await form.keyboard.type(artikel.nummer)
    await form.keyboard.press("Enter")
    await form.getByRole("textbox", { name: `Stück ${artikel.bezeichnung}`, exact: true }).fill("12")
    await form.getByText("Erstattet wird, was bezahlt wurde: 10 × 1,00 €, 2 × 2,00 €").waitFor()
    await form
      .locator(".totals")
      .getByText("-14,00 €")
      .or(form.locator(".totals").getByText("−14,00 €"))
      .waitFor()
    await form.getByRole("textbox", { name: `Stück ${artikel.bezeichnung}`, exact: true }).fill("4")
    await form.getByText("Erstattet wird, was bezahlt wurde: 4 × 1,00 €").waitFor()
    await button(form, "Buchen").click()
    await form.getByText("neuer Saldo").getByText("6,00 €").waitFor()
    expect(form.faults).toEqual([])

    await book("ausgabe", 4)
    await page(`/artikel/${artikel.id}`)
    await shown.getByRole("heading", { name: "Bei Kunden" }).waitFor()
    await button(shown, "Bearbeiten").click()
    // Not asked before the amount is another one.
    await shown.getByLabel("Pfand je Stück").waitFor()
    await hasCount(shown.locator(".amount-change button"), 0)
    // Whoever goes on at once comes to the question. Stored before its figures are there, it waits, and asks.
    const known = Promise.withResolvers<void>()
    await shown.route("**/umbewertung?*", async (route) => {
      await known.promise
      await route.continue()
    })
    await shown.getByLabel("Pfand je Stück").fill("3,00")
    await shown.getByLabel("Pfand je Stück").press("Tab")
    await shown.locator(".amount-change button:focus").press("Control+Enter")
    await until(
      "it waits",
      async () => (await button(shown, "Speichern").getAttribute("data-pending")) === "true",
    )
    known.resolve()
    await shown.getByText("Bitte noch wählen, was für 10 Stück bei einem Kunden gilt").waitFor()
    await shown.getByText("zusammen +16,00 €").waitFor()
    await shown.getByRole("status").filter({ hasText: "was für 10 Stück bei einem Kunden gilt" }).waitFor()
    await shown.getByRole("button", { name: /die schon draußen sind/ }).click()
    await shown.getByRole("option", { name: "Umbewerten" }).click()
    await button(shown, "Speichern und umbewerten").click()
    await shown.getByText("Umbewertet: 10 Stück bei einem Kunden, +16,00 €", { exact: true }).waitFor()
    const { wert_cent, artikel: held } = await api(`/kunden/${kunde.id}/pfandkonto`)
    expect([wert_cent, held[0].bezahlt]).toEqual([3000, [{ menge: 10, betrag_cent: 300 }]])
    expect(shown.faults).toEqual([])
  }, 180_000)

  test("whoever changes a deposit reads that accounts below zero keep theirs", async () => {
    const artikel = await newArtikel({ pfand_cent: 1500 })
    const { id: kunde_id } = await api("/kunden", "POST", { name: `Tauscher ${process.pid}` })
    const book = (art: string, menge: number) =>
      api("/pfandbuchungen", "POST", { kunde_id, positionen: [{ pfandartikel_id: artikel.id, art, menge }] })
    await book("ruecknahme", 75)
    const shown = await page(`/artikel/${artikel.id}`)
    await button(shown, "Bearbeiten").click()
    await shown.getByLabel("Pfand je Stück").fill("18,00")
    await shown.getByText(/^75 Stück gaben Kunden mehr zurück/).waitFor()
    await api(`/pfandartikel/${artikel.id}`, "PATCH", { pfand_cent: 1800, bei_aenderung: "umbewertung" })
    await api(`/pfandartikel/${artikel.id}/umbewertung`, "POST", {})
    await book("ausgabe", 76)
    const { artikel: held } = await api(`/kunden/${kunde_id}/pfandkonto`)
    expect(held).toMatchObject([{ bestand: 1, wert_cent: 1800 }])
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("the office reads them and changes nothing", async () => {
    const list = await page("/artikel?q=Sonderkiste", office)
    expect(await list.getByRole("link", { name: /anlegen|Neuer/ }).count()).toBe(0)
    await list.getByText("Artikel anlegen: nur die Verwaltung.").first().waitFor()
    const artikel = await newArtikel()
    const shown = await page(`/artikel/${artikel.id}`, office)
    await shown.getByRole("heading", { level: 1, name: artikel.bezeichnung }).waitFor()
    expect(await button(shown, "Bearbeiten").count()).toBe(0)
    expect(await shown.getByRole("link", { name: "Wer was geändert hat" }).count()).toBe(0)
    await shown.getByText("Wer was geändert hat, sieht die Verwaltung.").waitFor()
    await goTo(shown, "/buero/artikel")
    await shown.getByRole("grid").waitFor()
    expect(await shown.getByRole("link", { name: "Neuer Artikel" }).count()).toBe(0)
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("with names of 200 letters everything stays in its frame", async () => {
    const long = "Donaudampfschifffahrtsgesellschaftskapitän ".repeat(5).slice(0, 200).trim()
    const teil = await newArtikel({ bezeichnung: long, pfand_cent: 1_000_000 })
    const gebinde = await api("/pfandartikel", "POST", {
      nummer: "L".repeat(50),
      bezeichnung: long,
      art: "gebinde",
      bestandteile: [{ pfandartikel_id: teil.id, menge: 10_000 }],
      ust_klasse: "transporthilfsmittel",
    })
    const shown = await page(`/artikel/${gebinde.id}`)
    await shown.getByText("100.000.000,00 €").first().waitFor()
    await button(shown, "Bearbeiten").click()
    await shown.getByRole("region", { name: "Artikel bearbeiten" }).waitFor()
    for (const look of [{ width: 1440 }, { width: 390, dark: true }] as const) {
      await show(shown, look)
      const over = await shown.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([over, await barriers(shown)]).toEqual([0, []])
    }
  }, 120_000)
})
