import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { barriers, hasChromium, logIn, open, picture, startDemo, type Watched } from "./browser.ts"
import { logInOperator } from "./operator.ts"

let demo: Running
let context: BrowserContext
const page = (search = ""): Promise<Watched> => open(`${demo.url}/buero/austausch${search}`, {}, context)
const api = async (path: string): Promise<any> => (await context.request.get(`${demo.url}/api${path}`)).json()

/** Chooses a table, as a person would. */
async function give(view: Watched, name: string, text: string): Promise<void> {
  const path = join(temporaryDir(), name)
  await Bun.write(path, text)
  const chooser = view.waitForEvent("filechooser")
  await view.getByRole("button", { name: /Datei wählen/ }).click()
  await (await chooser).setFiles(path)
}

/** @returns what the browser would save */
async function saved(view: Watched, button: string | RegExp): Promise<{ name: string; text: string }> {
  const download = view.waitForEvent("download")
  await view.getByRole("button", { name: button }).click()
  const file = await download
  const bytes = await Bun.file(await file.path()).bytes()
  // With the mark at its beginning, if there is one.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
  return { name: file.suggestedFilename(), text }
}

describe.skipIf(!hasChromium)("import and export", () => {
  beforeAll(async () => {
    demo = await startDemo()
    context = await logIn(demo, "admin")
  }, 60_000)
  afterAll(() => context?.close())

  test("the template can be imported as it is: shown first, then taken over once", async () => {
    const view = await page()
    const { name, text } = await saved(view, "Vorlage herunterladen")
    expect(name).toBe("Vorlage Kunden.csv")
    expect(text.startsWith("\uFEFFKundennummer;Name;")).toBe(true)
    await give(view, name, text)
    await view.getByText("Die Tabelle ist in Ordnung: 1 Kunde.").waitFor()
    await view.getByRole("cell", { name: "Gasthaus zur Linde" }).last().waitFor()
    expect((await api("/kunden?q=20001")).items).toEqual([])
    await picture(view, "austausch-vorschau")
    expect(await barriers(view)).toEqual([])
    await view.getByRole("button", { name: "1 Kunde übernehmen" }).dblclick()
    await view.getByText("1 Kunde übernommen.").waitFor()
    const { items } = await api("/kunden?q=20001")
    expect(items).toMatchObject([
      { name: "Gasthaus zur Linde", abrechnung: "monatlich", lieferzeit_von: "08:00" },
    ])
    await view.getByRole("link", { name: "Kunden ansehen" }).click()
    await view.getByRole("heading", { level: 1, name: "Kunden" }).waitFor()
    expect(view.faults).toEqual([])
  }, 60_000)

  test("faults stand with their rows, columns that are not known are named, and nothing is taken over", async () => {
    const view = await page()
    await give(
      view,
      "kunden.csv",
      "Kundennummer;Name;E-Mail;Hobby\n10001;Doppelt;;\n30001;;keine;Angeln\n30002;Gut;;\n",
    )
    await view.getByText("3 Fehler in 3 Zeilen.").waitFor()
    await view.getByText("Nicht erkannt und nicht übernommen: Hobby").waitFor()
    await view.getByRole("row", { name: /^3 E-Mail muss eine gültige E-Mail-Adresse sein/ }).waitFor()
    await view.getByRole("row", { name: /^2 .*10001 ist bereits vergeben/ }).waitFor()
    await picture(view, "austausch-fehler")
    expect([await barriers(view), await view.getByRole("button", { name: /übernehmen/ }).count()]).toEqual([
      [],
      0,
    ])
    expect((await api("/kunden?q=30002")).items).toEqual([])
    await give(view, "kunden.csv", "Kundennummer;Name\n30002;Gut\n")
    await view.getByRole("button", { name: "1 Kunde übernehmen" }).waitFor()
    await give(view, "bild.csv", "\0\0")
    await view.getByText("Die Datei ist keine Tabelle im CSV-Format").waitFor()
  }, 60_000)

  test("articles come in with their deposit", async () => {
    const view = await page("?was=pfandartikel")
    await view.getByRole("rowheader", { name: "Pfand", exact: true }).waitFor()
    const { text } = await saved(view, "Vorlage herunterladen")
    await give(view, "artikel.csv", text)
    await view.getByRole("button", { name: "1 Artikel übernehmen" }).click()
    await view.getByText("1 Artikel übernommen.").waitFor()
    const { items } = await api("/pfandartikel?q=SF-150")
    expect(items).toMatchObject([{ bezeichnung: "Sonderflasche 1,5 l", pfand_cent: 8 }])
  }, 60_000)

  test("lists are saved under their names, and what an auditor asks for", async () => {
    const view = await page()
    const kunden = await saved(view, "Kunden exportieren")
    expect(kunden.name).toMatch(/^kunden-\d{4}-\d\d-\d\d\.csv$/)
    expect(kunden.text).toContain("Landgasthof Adler")
    for (const name of ["Pfandartikel", "Geräte", "Pfandsalden"]) {
      expect((await saved(view, `${name} exportieren`)).text.split("\n").length).toBeGreaterThan(5)
    }
    expect((await saved(view, "Prüferexport (ZIP)")).name).toMatch(/^Pruefexport .*\.zip$/)
    expect((await saved(view, "Verfahrensdokumentation (PDF)")).text.startsWith("%PDF")).toBe(true)
    expect(view.faults).toEqual([])
  }, 60_000)

  test("the office imports customers, and is not offered what it may not", async () => {
    const view = await open(`${demo.url}/buero/austausch?was=pfandartikel`, {}, await logIn(demo, "buero"))
    await view.getByRole("button", { name: "Geräte exportieren" }).waitFor()
    const hidden = view.getByRole("button", { name: /Kunden exportieren|Prüferexport|Was kommt dazu/ })
    expect(await hidden.count()).toBe(0)
    await view.getByRole("rowheader", { name: "Anlieferungshinweis" }).waitFor()
    expect(view.faults).toEqual([])
  }, 60_000)

  test("an operator exports from the company acted for", async () => {
    const operator = await logInOperator(demo)
    const view = await open(`${demo.url}/buero/austausch`, {}, operator)
    await view.getByRole("rowheader", { name: "Getränke Sommer GmbH" }).click()
    await view.getByText("Sie handeln für").waitFor()
    await view.goto(`${demo.url}/buero/austausch`)
    expect((await saved(view, "Kunden exportieren")).text).toContain("Landgasthof Adler")
    expect(view.faults).toEqual([])
  }, 60_000)
})
