import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { unzipSync } from "fflate"
import type { BrowserContext } from "playwright-core"
import { addDays } from "../../../src/lib/day.ts"
import { formatDatum, formatEuro } from "../../../src/lib/format.ts"
import { today } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import { pixel, pngOf } from "../../helpers/pictures.ts"
import {
  ask,
  dropFile,
  foto,
  goTo,
  hasChromium,
  hasCount,
  hasValue,
  logIn,
  openWithClock,
  picture,
  pictures as atWidths,
  sharedPage,
  sharedPageAnew,
  show,
  startDemo,
  WATCH,
  type Watched,
} from "./browser.ts"

let demo: Running
let context: BrowserContext
let admin: BrowserContext
const page = (path: string): Promise<Watched> => sharedPage(`/buero${path}`, context)
const api = (path: string, method?: string, data?: object) => ask(context, path, method, data)
const focused = (where: Watched) => where.evaluate(() => document.activeElement?.getAttribute("name"))

type Bild = { id: string; titel: string | null }

/** A customer with three pictures, on their page. */
async function withPictures(name: string) {
  const kunde = await api("/kunden", "POST", { name })
  for (const file of ["hof.png", "tor.png", "rampe.png"]) {
    const bild = { ...foto, name: file }
    const headers = { "sec-fetch-site": "same-origin" }
    await context.request.post(`/api/kunden/${kunde.id}/bilder`, { headers, multipart: { bild } })
  }
  const shown = await page(`/kunden/${kunde.id}`)
  await shown.getByRole("row", { name: "Bild 3" }).waitFor()
  const ids = async (): Promise<string[]> =>
    (await api(`/kunden/${kunde.id}/bilder`)).items.map(({ id }: { id: string }) => id)
  return { kunde, shown, ids }
}

/** A customer who holds some pieces. @returns with what they are worth, in words */
async function withBalance(name: string, menge: number): Promise<{ id: string; worth: string }> {
  const { id } = await api("/kunden", "POST", { name })
  const { items } = await api("/pfandartikel?limit=100")
  const artikel = items.find(({ art }: { art: string }) => art === "einzeln")
  const positionen = [{ pfandartikel_id: artikel.id, art: "ausgabe", menge }]
  await api("/pfandbuchungen", "POST", { kunde_id: id, positionen })
  return { id, worth: formatEuro(menge * artikel.pfand_cent) }
}

/** A delivery planned in so many days. @returns its day */
async function planned(kunde_id: string, days: number): Promise<string> {
  const datum = addDays(today(), days)
  await api("/lieferungen", "POST", { kunde_id, datum, positionen: [] })
  return datum
}

/** Until the service has it, too. */
const stored = <T>(read: () => Promise<T>, expected: unknown): Promise<void> =>
  until("the service has it as well", async () => expect<unknown>(await read()).toEqual(expected))

describe.skipIf(!hasChromium)("customers", () => {
  beforeAll(async () => {
    demo = await startDemo()
    context = await logIn(demo, "buero")
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => context?.close())

  test("somebody who goes down into the list before the found ones have come goes on in those", async () => {
    const found = Promise.withResolvers<void>()
    const list = await sharedPageAnew("/buero/kunden", context)
    await list.route("**/api/kunden?q=kro&*limit=100*", (route) => found.promise.then(() => route.continue()))
    await list.getByRole("row").nth(1).waitFor()
    await list.getByRole("searchbox").fill("kro")
    await list.getByRole("status").filter({ hasText: "10 Kunden" }).waitFor()
    await list.keyboard.press("ArrowDown")
    found.resolve()
    await list.waitForFunction(() =>
      document.activeElement?.closest("[role=row]")?.textContent?.includes("Krone"),
    )
    await list.keyboard.press("Enter")
    await list.getByRole("heading", { level: 1, name: /Krone/ }).waitFor()
  }, 120_000)

  test("somebody who goes down before there is any row is on the first one when it comes", async () => {
    const rows = Promise.withResolvers<void>()
    const list = await sharedPageAnew("/buero/artikel", context)
    await list.route("**/api/kunden?*limit=100*", (route) => rows.promise.then(() => route.continue()))
    await list.getByRole("link", { name: "Kunden", exact: true }).click()
    await list.waitForFunction(() => document.activeElement?.getAttribute("type") === "search")
    await list.keyboard.type("kro")
    await list.getByRole("status").filter({ hasText: "10 Kunden" }).waitFor()
    await list.keyboard.press("ArrowDown")
    rows.resolve()
    await list.waitForFunction(() =>
      document.activeElement?.closest("[role=row]")?.textContent?.includes("Krone"),
    )
  }, 120_000)

  test("one is found by three letters, and opened by keys alone", async () => {
    const list = await page("/kunden")
    await list.waitForFunction(() => document.activeElement?.getAttribute("type") === "search")
    await list.keyboard.type("kro")
    await list.waitForURL("**/kunden?q=kro")
    await list.getByRole("status").filter({ hasText: "10 Kunden" }).waitFor()
    await list.keyboard.press("ArrowDown")
    const inRow = (index: string) =>
      list.waitForFunction(
        (row) => document.activeElement?.closest("[role=row]")?.ariaRowIndex === row,
        index,
      )
    await inRow("2")
    await list.keyboard.press("ArrowDown")
    await inRow("3")
    await list.keyboard.press("Enter")
    await list.getByRole("heading", { level: 1, name: /Krone/ }).waitFor()
    await list.getByText("Pfand beim Kunden").waitFor()
    await list.goBack()
    await list.getByRole("searchbox", { name: "Kunden suchen" }).waitFor()
    await hasValue(list.getByRole("searchbox", { name: "Kunden suchen" }), "kro")
    // What fits best is first, until another order is chosen.
    await list.getByRole("button", { name: /Der beste Treffer zuerst/ }).waitFor()
    await list.getByRole("columnheader", { name: "Name" }).getByRole("button").click()
    await list.waitForURL("**/kunden?q=kro&sort=name")
    const { items } = await api("/kunden?q=kro&sort=name")
    await list.getByRole("rowheader").first().filter({ hasText: items[0].name }).waitFor()
    expect(list.faults).toEqual([])
  }, 120_000)

  test("the list keeps its place", async () => {
    const list = await page("/kunden")
    const grid = list.getByRole("grid")
    await grid.waitFor()
    await grid.evaluate((element) => element.scrollTo(0, 1200))
    const row = list.getByRole("rowheader", { name: "Landgasthof Adler" })
    // While it scrolls, nothing in it takes a click.
    await row.evaluate(async (element) => {
      while (getComputedStyle(element).pointerEvents === "none") await new Promise(requestAnimationFrame)
    })
    const before = await grid.evaluate((element) => element.scrollTop)
    expect(before).toBeGreaterThan(500)
    await row.click()
    await list.getByRole("heading", { level: 1, name: "Landgasthof Adler" }).waitFor()
    await list.goBack()
    const back = (top: number) => document.querySelector("[role=grid]")?.scrollTop === top
    await list.waitForFunction(back, before)
  }, 120_000)

  test("a new one: faults at their fields, a draft that survives a reload, and a double click that creates once", async () => {
    const form = await page("/kunden/neu")
    await form.getByLabel("PLZ").fill("x".repeat(30))
    await form.getByLabel("E-Mail", { exact: true }).fill("keine")
    await form.keyboard.press("Control+Enter")
    await form.getByText("darf nicht leer sein").waitFor()
    await form.getByText("höchstens 20 Zeichen").waitFor()
    await form.getByText("muss eine gültige E-Mail-Adresse sein").waitFor()
    expect(await focused(form)).toBe("name")

    const name = `Doppelklick ${Bun.randomUUIDv7()}`
    await form.getByLabel("Name", { exact: true }).fill(name)
    await form.getByLabel("PLZ").fill("21335")
    await form.getByLabel("E-Mail", { exact: true }).fill("")
    await form.getByText("höchstens 20 Zeichen").waitFor({ state: "detached" })
    await form.reload()
    await form.getByLabel("PLZ").waitFor()
    await hasValue(form.getByLabel("Name", { exact: true }), name)
    await form.getByRole("button", { name: "Anlegen" }).dblclick()
    await form.getByRole("heading", { level: 1, name }).waitFor()
    expect((await api(`/kunden?q=${encodeURIComponent(name)}`)).items).toHaveLength(1)
    await goTo(form, "/buero/kunden/neu")
    await hasValue(form.getByLabel("Name", { exact: true }), "")
  }, 120_000)

  test("a second one of the same name is asked about once, in the same place or in none", async () => {
    const name = "Doppel Müller GmbH"
    const first = await api("/kunden", "POST", { name, strasse: "Am Sande 1", plz: "21335", ort: "Lüneburg" })
    const found = async (): Promise<{ id: string }[]> => (await api("/kunden?q=doppel+mueller")).items
    const form = await page("/kunden/neu")
    await form.getByLabel("Name", { exact: true }).fill("doppel mueller gmbh")
    await form.getByLabel("PLZ").fill("21335")
    await form.keyboard.press("Control+Enter")
    const question = form.getByRole("alertdialog")
    await question
      .getByText(`Es gibt schon ${name} (${first.kundennummer}), Am Sande 1, 21335 Lüneburg.`)
      .waitFor()
    await picture(form, "doppelt")
    await question.getByRole("button", { name: "Abbrechen" }).click()
    await question.waitFor({ state: "detached" })
    expect(await found()).toHaveLength(1)
    await hasValue(form.getByLabel("PLZ"), "21335")
    await form.getByLabel("PLZ").fill("")
    await form.getByRole("button", { name: "Anlegen" }).click()
    await question.getByRole("button", { name: "Trotzdem anlegen" }).dblclick()
    await form.getByRole("heading", { level: 1, name: "doppel mueller gmbh" }).waitFor()
    expect(await found()).toHaveLength(2)

    for (const { id } of await found()) await api(`/kunden/${id}`, "PATCH", { plz: "21335" })
    const elsewhere = await page("/kunden/neu")
    await elsewhere.getByLabel("Name", { exact: true }).fill("Doppel Mueller GmbH")
    await elsewhere.getByLabel("PLZ").fill("20095")
    await elsewhere.getByRole("button", { name: "Anlegen" }).click()
    await elsewhere.getByRole("heading", { level: 1, name: "Doppel Mueller GmbH" }).waitFor()
    expect(form.faults).toEqual([])
  }, 120_000)

  test("a number that is taken is said where one sends", async () => {
    const form = await page("/kunden/neu")
    await form.getByLabel("Name", { exact: true }).fill("Gasthaus Doppelt")
    await form.getByLabel("Kundennummer").fill("10001")
    await form.getByRole("button", { name: "Anlegen" }).click()
    const alert = form.getByRole("alert")
    await alert.waitFor()
    expect(await alert.innerText()).toContain("vergeben")
    await hasValue(form.getByLabel("Name", { exact: true }), "Gasthaus Doppelt")
  }, 120_000)

  test("when somebody else was faster, mine stands beside theirs, and one chooses", async () => {
    const kunde = await api("/kunden", "POST", { name: "Gasthaus Streit", telefon: "1", notiz: "alt" })
    const form = await page(`/kunden/${kunde.id}`)
    await form.getByRole("button", { name: "Bearbeiten" }).click()
    await form.getByLabel("Telefon").fill("meins")
    await form.getByLabel("Notiz").fill("meine Notiz")
    await api(`/kunden/${kunde.id}`, "PATCH", { telefon: "ihres", notiz: "ihre Notiz", ort: "Lüneburg" })
    await form.getByRole("button", { name: "Speichern" }).click()
    const dialog = form.getByRole("alertdialog")
    await dialog.getByRole("radiogroup", { name: "Telefon" }).getByText("ihres").click()
    await dialog.getByRole("button", { name: "Auswahl übernehmen" }).click()
    await form.getByRole("button", { name: "Speichern" }).click()
    await form.getByText("Gespeichert", { exact: true }).waitFor()
    const { telefon, notiz } = await api(`/kunden/${kunde.id}`)
    expect({ telefon, notiz }).toEqual({ telefon: "ihres", notiz: "meine Notiz" })
  }, 120_000)

  test("a lost network says so and loses nothing typed", async () => {
    const form = await page("/kunden/neu")
    await form.getByLabel("Name", { exact: true }).fill("Gasthaus Funkloch")
    await context.setOffline(true)
    await form.getByText(/Keine Verbindung/).waitFor()
    await form.getByRole("button", { name: "Anlegen" }).click()
    await form.getByRole("alert").filter({ hasText: "Keine Verbindung" }).waitFor()
    await context.setOffline(false)
    await form.getByRole("button", { name: "Anlegen" }).click()
    await form.getByRole("heading", { level: 1, name: "Gasthaus Funkloch" }).waitFor()
  }, 120_000)

  test("what others change shows within fifteen seconds", async () => {
    const kunde = await api("/kunden", "POST", { name: "Gasthaus Vorher" })
    const shown = await openWithClock(`${demo.url}/buero/kunden/${kunde.id}`, context)
    await shown.getByRole("heading", { level: 1, name: "Gasthaus Vorher" }).waitFor()
    await api(`/kunden/${kunde.id}`, "PATCH", { name: "Gasthaus Nachher" })
    await shown.clock.fastForward(WATCH)
    await shown.getByRole("heading", { level: 1, name: "Gasthaus Nachher" }).waitFor()
    await shown.close()
  }, 120_000)

  test("on a narrow screen the help stands beside the title, in no line of its own", async () => {
    const { items } = await api("/kunden?q=10011")
    const shown = await page(`/kunden/${items[0].id}`)
    await shown.setViewportSize({ width: 1024, height: 800 })
    const title = await shown.getByRole("heading", { level: 1, name: "Gasthaus Krone" }).boundingBox()
    const help = await shown.getByRole("link", { name: "Hilfe" }).boundingBox()
    const first = await shown.getByRole("main").getByRole("link", { name: "Rückgabe buchen" }).boundingBox()
    const last = await shown.getByRole("button", { name: "Mehr", exact: true }).boundingBox()
    expect(Math.abs((help?.y ?? 0) - (title?.y ?? 0))).toBeLessThan(20)
    expect(last?.y).toBe(first?.y ?? -1)
  }, 120_000)

  test("a long name stands in full on its own page", async () => {
    const name = "Getränkehandelsgenossenschaft Norddeutschland ".repeat(4).trim()
    const { id } = await api("/kunden", "POST", { name })
    const shown = await page(`/kunden/${id}`)
    const title = shown.getByRole("heading", { level: 1, name })
    for (const width of [1440, 1024]) {
      await shown.setViewportSize({ width, height: 900 })
      const hidden = await title.evaluate(({ scrollWidth, scrollHeight, clientWidth, clientHeight }) => [
        Math.max(0, scrollWidth - clientWidth),
        Math.max(0, scrollHeight - clientHeight),
      ])
      expect(hidden).toEqual([0, 0])
    }
  }, 120_000)

  test("Strg+K finds and goes there, ? shows the keys", async () => {
    const list = await page("/konto")
    await list.getByRole("heading", { level: 1, name: "Eigenes Konto" }).waitFor()
    await list.keyboard.press("Control+k")
    await list.keyboard.type("10011")
    // Enter leads to the element with the focus.
    await list.locator("[role=menuitem][data-focused]", { hasText: /^Gasthaus Krone/ }).waitFor()
    await list.keyboard.press("Enter")
    await list.getByRole("heading", { level: 1, name: "Gasthaus Krone" }).waitFor()
    await list.keyboard.press("?")
    await list.getByRole("dialog", { name: "Tasten" }).getByText("Suchen und springen").waitFor()
    await list.keyboard.press("Escape")
    await list.getByRole("dialog").waitFor({ state: "detached" })
    expect(list.faults).toEqual([])
  }, 120_000)

  test("a picture is put there, looked at, and removed", async () => {
    const kunde = await api("/kunden", "POST", { name: "Gasthaus Bild" })
    const shown = await page(`/kunden/${kunde.id}`)
    const choosing = shown.waitForEvent("filechooser")
    await shown.getByRole("button", { name: "Bild hinzufügen" }).click()
    await (await choosing).setFiles(foto)
    await shown.getByRole("row", { name: "Bild 1" }).click()
    const dialog = shown.getByRole("dialog")
    await dialog.getByRole("img").waitFor()
    await dialog.getByRole("button", { name: "Löschen" }).click()
    await shown.getByRole("alertdialog").getByRole("button", { name: "Löschen" }).click()
    await shown.getByText("Noch kein Bild.").waitFor()
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("a picture of fifty million pixels is made small first, and of one that nobody reads it is said what to do", async () => {
    const kunde = await api("/kunden", "POST", { name: "Gasthaus Kamera" })
    const shown = await page(`/kunden/${kunde.id}`)
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      const choosing = shown.waitForEvent("filechooser")
      await shown.getByRole("button", { name: "Bild hinzufügen" }).click()
      await (await choosing).setFiles({ name, mimeType, buffer })
    }
    const photo = await new Bun.Image(foto.buffer).resize(8160, 6120).jpeg({ quality: 50 }).bytes()
    await choose("50.jpg", "image/jpeg", Buffer.from(photo))
    await shown.getByRole("row", { name: "Bild 1" }).waitFor()
    const clear = pngOf({ width: 2600, height: 100, channels: 4 }, () => [0, 0, 0, 0])
    await choose("breit.png", "image/png", clear)
    await shown.getByRole("row", { name: "Bild 2" }).waitFor()
    const { items } = await api(`/kunden/${kunde.id}/bilder`)
    expect(items).toMatchObject([{ breite: 2560, hoehe: 1920 }, { breite: 2560 }])
    const file = await (await fetch(`${demo.url}${items[1].url}`)).bytes()
    expect((await pixel(file, 9, 9))[3]).toBe(0)
    await choose("IMG_1.heic", "image/heic", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0", "latin1"))
    await shown.getByText(/IMG_1\.heic: HEIC.*iPhone.*Android/).waitFor()
  }, 120_000)

  test("pictures get a title and another order, by keys alone", async () => {
    const { kunde, shown } = await withPictures("Gasthaus Album")
    const pictures = shown.getByRole("row", { name: /^Bild \d/ })
    const before: { id: string }[] = (await api(`/kunden/${kunde.id}/bilder`)).items
    await pictures.nth(2).press("Enter")
    const dialog = shown.getByRole("dialog")
    await dialog.getByLabel("Titel", { exact: true }).fill("Rampe hinten")
    await dialog.getByLabel("Titel", { exact: true }).press("Enter")
    await shown.getByRole("dialog", { name: "Rampe hinten" }).waitFor()
    await dialog.getByText("Bild 3 von 3").waitFor()
    await dialog.getByRole("button", { name: "Weiter nach vorn" }).press("Enter")
    await dialog.getByText("Bild 2 von 3").waitFor()
    await dialog.getByRole("button", { name: "Weiter nach vorn" }).press("Enter")
    await dialog.getByText("Bild 1 von 3").waitFor()
    const after = async () =>
      (await api(`/kunden/${kunde.id}/bilder`)).items.map(({ id, titel }: Bild) => [id, titel])
    await stored(after, [
      [before[2]?.id, "Rampe hinten"],
      [before[0]?.id, null],
      [before[1]?.id, null],
    ])
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("pictures are put in another order with the mouse", async () => {
    const { kunde, shown, ids } = await withPictures("Gasthaus Maus")
    const [first, second, third] = await ids()
    await shown.getByRole("row", { name: "Bild 3" }).dragTo(shown.getByRole("row", { name: "Bild 1" }), {
      targetPosition: { x: 4, y: 30 },
    })
    await stored(ids, [third, first, second])
    const urls = (await api(`/kunden/${kunde.id}/bilder`)).items.map(
      (one: { vorschau_url: string }) => one.vorschau_url,
    )
    const images = shown.locator(".bild img")
    await stored(() => images.evaluateAll((all) => all.map((image) => image.getAttribute("src"))), urls)
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("and with the keyboard", async () => {
    const { shown, ids } = await withPictures("Gasthaus Tasten")
    const [first, second, third] = await ids()
    await shown.getByRole("row", { name: "Bild 1" }).focus()
    await shown.keyboard.press("Tab")
    expect(await shown.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Bild 1 verschieben",
    )
    await shown.keyboard.press("Enter")
    const between = (words: RegExp) => shown.locator(":focus").and(shown.getByLabel(words)).waitFor()
    await between(/zwischen/i)
    await shown.keyboard.press("End")
    await between(/nach Bild 3/i)
    await shown.keyboard.press("Enter")
    await stored(ids, [second, third, first])
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("an order that is not stored goes back, with the reason", async () => {
    const { shown, ids } = await withPictures("Gasthaus Zurück")
    const before = await ids()
    await shown.route("**/bilder/*", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.continue(),
    )
    await shown.getByRole("row", { name: "Bild 3" }).dragTo(shown.getByRole("row", { name: "Bild 1" }), {
      targetPosition: { x: 4, y: 30 },
    })
    await shown.getByText("Keine Verbindung zum Server.").waitFor()
    await shown.getByRole("row", { name: "Bild 1" }).waitFor()
    expect(await ids()).toEqual(before)
  }, 120_000)

  test("a photo is dragged in from the desktop, onto the others or onto nothing", async () => {
    const kunde = await api("/kunden", "POST", { name: "Gasthaus Schreibtisch" })
    const shown = await page(`/kunden/${kunde.id}`)
    await dropFile(shown, shown.getByText("Noch kein Bild."), "hof.png")
    await shown.getByRole("row", { name: "Bild 1" }).waitFor()
    await dropFile(shown, shown.getByRole("row", { name: "Bild 1" }), "tor.png")
    await shown.getByRole("row", { name: "Bild 2" }).waitFor()
    expect((await api(`/kunden/${kunde.id}/bilder`)).items).toHaveLength(2)
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("a device is handed out on the customer's page, and stands there", async () => {
    const kunde = await api("/kunden", "POST", { name: "Gasthaus Zapfhahn" })
    const geraetenummer = `Z-${Bun.randomUUIDv7()}`
    const device = await api("/geraete", "POST", {
      geraetenummer,
      bezeichnung: "Zapfanlage",
      pfand_cent: 4200,
    })
    const elsewhere = (await api("/geraete?status=beim_kunden&limit=1")).items[0].geraetenummer
    const shown = await page(`/kunden/${kunde.id}`)
    await shown.getByRole("button", { name: "Gerät ausgeben" }).click()
    await shown.waitForFunction(() => document.activeElement?.closest(".panel"))
    await show(shown, { width: 1024 })
    await shown.getByText("auf der Seite des Geräts unter „Verbleib“").waitFor()
    const button = shown.getByRole("button", { name: "Ausgeben", exact: true })
    const place = await button.boundingBox()
    // What is somewhere else is not taken, whoever scans it.
    await shown.keyboard.insertText(elsewhere)
    await shown.keyboard.press("Enter")
    await shown.getByText("Nichts gewählt: ").waitFor()
    await shown.keyboard.press("Control+A")
    await shown.keyboard.insertText(geraetenummer)
    await shown.keyboard.press("Enter")
    await shown.getByText("Kaution 42,00 €").waitFor()
    // The button stays where the hand has gone already.
    await until("it is where it was", async () => expect(await button.boundingBox()).toEqual(place))
    // What is booked is the deposit of now, also where an older one stands in the draft.
    await api(`/geraete/${device.id}`, "PATCH", { pfand_cent: 4300 })
    await shown.reload()
    await shown.getByText("Kaution 43,00 €").waitFor()
    // It happened the day before.
    const yesterday = addDays(today(), -1)
    await shown.getByRole("group", { name: "Geschehen am" }).getByRole("spinbutton").first().click()
    await shown.keyboard.type(yesterday.split("-").toReversed().join(""))
    await shown.getByText("gilt der von damals").waitFor()
    await picture(shown, "geraet-ausgeben")
    await show(shown, {})
    await shown.getByRole("button", { name: "Ausgeben", exact: true }).dblclick()
    const slip = shown.waitForEvent("download")
    await shown.locator(".toast").getByRole("button", { name: "Ausgabeschein" }).click()
    expect((await slip).suggestedFilename()).toContain(geraetenummer)
    await shown.getByRole("link", { name: "Zapfanlage" }).waitFor()
    // Of several of a kind, the movements say which it was.
    await shown.locator(".events").getByText(`Ausgabe 1 × Zapfanlage ${geraetenummer}`).first().waitFor()
    const { items } = await api(`/geraete/${device.id}/bewegungen`)
    const theirs = items.filter((one: { kunde_id: string | null }) => one.kunde_id === kunde.id)
    expect(theirs.map((one: { erfasst_am: string }) => one.erfasst_am.slice(0, 10))).toEqual([yesterday])
    await shown.getByRole("link", { name: "Zapfanlage" }).click()
    await shown.getByRole("heading", { level: 1, name: /Zapfanlage/ }).waitFor()
    await shown.getByRole("heading", { name: "Verbleib" }).waitFor()
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("a delivery that only fetches says on the customer's page what it fetched", async () => {
    const { id } = await withBalance("Zeltplatz Wiese", 9)
    const { artikel } = await api(`/kunden/${id}/pfandkonto`)
    const [{ pfandartikel_id, bezeichnung }] = artikel
    const positionen = [{ pfandartikel_id, soll_ruecknahme: 7 }]
    await api("/lieferungen", "POST", { kunde_id: id, datum: today(), positionen })
    const shown = await page(`/kunden/${id}`)
    await shown.locator(".deliveries").getByText(`zurück 7 × ${bezeichnung}`).waitFor()
  }, 120_000)

  test("a customer's page fills from above: what comes late pushes nothing down", async () => {
    const { id } = await withBalance("Gasthaus Stammtisch", 1)
    for (let days = 1; days <= 11; days++) await planned(id, days)
    const shown = await sharedPageAnew("/buero/kunden", context)
    const held = Promise.withResolvers<void>()
    await shown.route("**/ereignisse?*", async (route) => {
      await held.promise
      await route.continue()
    })
    await goTo(shown, `/buero/kunden/${id}`)
    await shown.getByRole("heading", { name: "Bestand" }).waitFor()
    // Its answer is there, its place is not known yet.
    await shown
      .getByRole("heading", { name: "Lieferungen", includeHidden: true })
      .waitFor({ state: "attached" })
    expect(await shown.getByRole("heading", { name: "Lieferungen" }).count()).toBe(0)
    held.resolve()
    await shown.getByRole("heading", { name: "Lieferungen" }).waitFor()
    await hasCount(shown.getByRole("heading", { name: "Bewegungen" }), 1)
    // The latest is the first, and its tenth delivery is not its first one.
    const deliveries = shown.getByRole("region", { name: "Lieferungen" })
    await deliveries
      .getByRole("listitem")
      .first()
      .getByText(formatDatum(addDays(today(), 11)))
      .waitFor()
    await deliveries.getByRole("button", { name: "Ältere zeigen" }).click()
    await deliveries.getByRole("listitem").nth(10).waitFor()
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("what was booked stands in one line each, which opens; on a telephone what one does, too", async () => {
    const { id, worth } = await withBalance("Gasthaus Zeile", 3)
    const shown = await page(`/kunden/${id}`)
    const line = shown.locator(".events summary").filter({ hasText: /Ausgabe 3\s×\s/ })
    await line.waitFor()
    await shown.getByRole("link", { name: "Vorgang ansehen" }).waitFor({ state: "hidden" })
    await line.press("Enter")
    await shown.getByRole("link", { name: "Vorgang ansehen" }).waitFor()
    const booked = shown.locator(".event-body li").filter({ hasText: "3 × " })
    await booked.getByText(worth, { exact: true }).waitFor()
    await show(shown, { width: 390 })
    const tasks = shown.locator(".page-actions .button:not(.help)")
    await until("what one does stands in one row", async () => {
      const boxes = await Promise.all((await tasks.all()).map((one) => one.boundingBox()))
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    })
    await shown.getByRole("button", { name: "Mehr" }).click()
    await shown.getByRole("menuitem", { name: "Gerät ausgeben" }).click()
    await shown.getByRole("region", { name: "Gerät ausgeben" }).waitFor()
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("parts behind a customer's page keep their place until they come, which they do without an idle moment", async () => {
    const { id } = await api("/kunden", "POST", { name: "Gasthaus Geduld" })
    const shown = await context.newPage()
    await shown.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await shown.goto(`/buero/kunden/${id}`)
    const button = await shown.getByRole("button", { name: "Kontoauszug" }).boundingBox()
    const place = await shown.locator(".prints .field > *").first().boundingBox()
    expect(place).toMatchObject({ y: button?.y, height: button?.height })
    await shown.addInitScript(() => {
      window.requestIdleCallback = (call, { timeout } = {}) =>
        timeout ? window.setTimeout(call, timeout, { didTimeout: true, timeRemaining: () => 0 }) : 0
    })
    await shown.reload()
    await shown.getByText("Stichtag").first().waitFor()
    await shown.close()
  }, 120_000)

  test("a person is told all that is stored, as a page in a ZIP, by those who may", async () => {
    const { id } = await api("/kunden", "POST", { name: "Hagebuttenwirt", notiz: "Klingel hinten" })
    const shown = await sharedPage(`/buero/kunden/${id}`, admin)
    await shown.getByRole("button", { name: "Mehr", exact: true }).click()
    const [download] = await Promise.all([
      shown.waitForEvent("download"),
      shown.getByRole("menuitem", { name: "Auskunft über alles Gespeicherte (DSGVO)" }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Auskunft .+\.zip$/)
    const bytes = await Bun.file(await download.path()).bytes()
    const told = new TextDecoder().decode(unzipSync(bytes)["Auskunft.html"])
    const reader = await admin.newPage()
    await reader.setContent(told)
    await picture(reader, "auskunft")
    await reader.getByRole("heading", { level: 1, name: "Auskunft nach Art. 15 DSGVO" }).waitFor()
    await reader.close()
    expect(told).toContain("Klingel hinten")
    await api(`/kunden/${id}`, "PATCH", { telefon: "04131 7", ort: "Celle" })
    await goTo(shown, `/buero/kunden/${id}`)
    const log = shown.getByRole("region", { name: "Verlauf" })
    await log.getByText("Telefon, Ort", { exact: true }).waitFor()
    await log.getByText("Auskunft über die Person erteilt von").waitFor()
    await atWidths(shown, "kunde-verlauf")
    await log.getByRole("link", { name: "Wer was geändert hat" }).click()
    await shown.getByText("Ort: Celle").waitFor()
    const office = await page(`/kunden/${id}`)
    await office.getByRole("button", { name: "Mehr", exact: true }).click()
    await office.getByRole("menuitem", { name: "Löschen …" }).waitFor()
    expect(await office.getByRole("menuitem", { name: /DSGVO/ }).count()).toBe(0)
    // Nothing to read, nothing above it.
    expect(await office.getByRole("heading", { name: "Verlauf", includeHidden: true }).count()).toBe(0)
    await office.getByRole("menuitem", { name: "Briefe an diesen Kunden" }).click()
    await office.waitForURL(`**/belege?kunde=${id}`)
  }, 120_000)

  test("a customer set inactive says as long as it is so that deliveries are still planned", async () => {
    const { id } = await api("/kunden", "POST", { name: "Gasthaus Winterruhe" })
    const datum = await planned(id, 1)
    const begun = await api("/lieferungen", "POST", { kunde_id: id, datum, positionen: [] })
    await api(`/lieferungen/${begun.id}/start`, "POST", {})
    const shown = await page(`/kunden/${id}`)
    await shown.getByRole("button", { name: "Bearbeiten" }).click()
    await shown.getByText("Aktiv: wird beliefert").click()
    await shown.getByRole("button", { name: "Speichern" }).click()
    const remark = shown.getByText("Nicht mehr aktiv, aber es gibt noch")
    await shown
      .getByText(`noch 1 Lieferung unterwegs und 1 geplante Lieferung, die nächste am ${formatDatum(datum)}.`)
      .waitFor()
    await picture(shown, "inaktiv")
    await remark.getByRole("link", { name: /geplant/ }).click()
    await shown.waitForURL(`**/lieferungen?kunde=${id}&status=geplant&sort=datum`)
    await shown.getByRole("row", { name: /Gasthaus Winterruhe/ }).waitFor()
    const { items } = await api(`/lieferungen?kunde_id=${id}`)
    await api(`/lieferungen/${begun.id}/fehlschlag`, "POST", { grund: "Niemand da" })
    const left = items.find((one: { id: string }) => one.id !== begun.id)
    await api(`/lieferungen/${left.id}/storno`, "POST", {})
    await sharedPageAnew(`/buero/kunden/${id}`, context)
    await shown.getByText("Inaktiv", { exact: true }).waitFor()
    await shown.getByRole("heading", { name: "Bestand" }).waitFor()
    expect(await remark.count()).toBe(0)
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("the question before a person is erased names what stays open: the balance, devices, and what is planned", async () => {
    const { id, worth } = await withBalance("Gasthaus Abschied", 2)
    const lent = await api("/geraete", "POST", { geraetenummer: "ABSCHIED-1", bezeichnung: "Zapfanlage" })
    await api(`/geraete/${lent.id}/ausgabe`, "POST", { kunde_id: id })
    const datum = await planned(id, 1)
    await planned(id, 8)
    const shown = await sharedPage(`/buero/kunden/${id}`, admin)
    await shown.getByRole("button", { name: "Mehr", exact: true }).click()
    await shown.getByRole("menuitem", { name: /Angaben zur Person löschen/ }).click()
    const question = shown.getByRole("alertdialog")
    await question.getByText(`Pfand beim Kunden: ${worth}`).waitFor()
    await question
      .getByText(/Noch nicht abgerechnet: 2 Buchungen, Zu zahlen .*Bitte vorher abrechnen/)
      .waitFor()
    await question.getByText("Noch dort: 1 Gerät (ABSCHIED-1). Bitte vorher abholen").waitFor()
    await question.getByText(`Noch 2 geplante Lieferungen, die nächste am ${formatDatum(datum)}`).waitFor()
    await picture(shown, "loeschen")
    await question.getByRole("button", { name: "Endgültig löschen" }).click()
    await shown.getByRole("heading", { level: 1, name: /Gelöschter Kunde/ }).waitFor()
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("one without anything is deleted, one with bookings says why not", async () => {
    const kunde = await api("/kunden", "POST", { name: "Gasthaus Kurz" })
    const remove = async (id: string): Promise<Watched> => {
      const shown = await page(`/kunden/${id}`)
      await shown.getByRole("button", { name: "Mehr", exact: true }).click()
      await shown.getByRole("menuitem", { name: "Löschen …" }).click()
      await shown.getByRole("alertdialog").getByRole("button", { name: "Löschen" }).click()
      return shown
    }
    await (await remove(kunde.id)).waitForURL("**/buero/kunden")
    const { items } = await api("/pfandsalden")
    const refused = await remove(items[0].kunde_id)
    await refused
      .getByRole("status")
      .filter({ hasText: /inaktiv|deaktiv/i })
      .waitFor()
  }, 120_000)
})
