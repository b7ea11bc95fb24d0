import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { unzipSync } from "fflate"
import type { BrowserContext, Locator } from "playwright-core"
import { monthBefore, monthInWords } from "../../../src/web/browser/ui/values/month.ts"
import { lastDayBefore, today } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  goTo,
  hasChromium,
  hasCount,
  hasValue,
  logIn,
  open,
  picture,
  pictures,
  sharedPage,
  startDemo,
  type Watched,
} from "./browser.ts"

/** Papers and money: the demo company's last month is settled, printed, confirmed and exported, all of it in pages. */

let demo: Running
let admin: BrowserContext
let office: BrowserContext
const PATIENT = { timeout: 60_000 }

const page = (path: string, context = admin): Promise<Watched> => sharedPage(`/buero${path}`, context)
const api = (path: string, method?: string, data?: object) => ask(admin, path, method, data)
const bytesOf = async (path: string): Promise<Buffer> =>
  (await admin.request.get(`${demo.url}/api${path}`)).body()

/** @returns what the browser saves when a button is pressed */
async function saved(where: Watched, button: Locator): Promise<Buffer> {
  const coming = where.waitForEvent("download", PATIENT)
  await button.click()
  return Buffer.from(await Bun.file(await (await coming).path()).arrayBuffer())
}

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString() === "%PDF-"

/** As pages write it. */
const inEuro = (cent: number): string =>
  new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" }).format(cent / 100)

/** All settlements there are. */
async function settlements(query = ""): Promise<any[]> {
  const all: any[] = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const next: any = await api(`/abrechnungen?limit=200${query}${cursor && `&cursor=${cursor}`}`)
    all.push(...next.items)
    cursor = next.next_cursor
  }
  return all
}

describe.skipIf(!hasChromium)("papers and money", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
    office = await logIn(demo, "buero")
  }, 120_000)
  afterAll(async () => {
    await admin?.close()
    await office?.close()
  })

  test("what a run leaves open at customers who are settled by the delivery is said above its table, and named", async () => {
    const kunde = await api("/kunden", "POST", { name: "Kiosk Abholer", abrechnung: "je_lieferung" })
    const artikel = (await api("/pfandartikel")).items.find(({ art }: any) => art === "einzeln")
    await api("/pfandbuchungen", "POST", {
      kunde_id: kunde.id,
      erfasst_am: `${lastDayBefore()}T08:00:00.000Z`,
      positionen: [{ pfandartikel_id: artikel.id, art: "ausgabe", menge: 7 }],
    })
    const run = await page("/abrechnungen/lauf")
    await run.getByText(/je Lieferung abgerechnet (wird|werden), (hat|haben) auch etwas offen/).waitFor()
    await run.getByRole("link", { name: "siehe unten" }).click()
    await run
      .getByRole("region", { name: /^Offen bei Kunden/ })
      .getByRole("link", { name: kunde.name })
      .waitFor()
    await picture(run, "lauf-ohne")
  }, 60_000)

  test("a month is seen before, settled for all, left, found again, and saved as one PDF and one ZIP", async () => {
    const run = await page("/abrechnungen/lauf")
    await run
      .getByRole("status")
      .filter({ hasText: /zusammen/ })
      .waitFor()
    const { items } = await api(`/abrechnungen/lauf?bis=${lastDayBefore()}&limit=200`)
    expect(items.length).toBeGreaterThan(5)
    await run.getByRole("rowheader", { name: items[0].name, exact: true }).waitFor()
    // In which form each would go out.
    const { papier, zugferd, xrechnung } = Object.groupBy(items, ({ form }: any) => form)
    expect([papier, zugferd, xrechnung].map((some) => (some ?? []).length > 0)).toEqual([true, true, true])
    const form = { papier: "PDF", zugferd: "ZUGFeRD", xrechnung: "XRechnung" }[items[0].form as "papier"]
    await run.getByRole("gridcell", { name: form, exact: true }).first().waitFor()
    const settle = run.getByRole("button", { name: /abrechnen …/ })
    const question = run.getByRole("alertdialog")
    // A colleague books meanwhile: what is settled is no longer what is seen, and that is said.
    const artikel = (await api("/pfandartikel")).items.find(({ art }: any) => art === "einzeln")
    await api("/pfandbuchungen", "POST", {
      kunde_id: items[0].kunde_id,
      erfasst_am: `${lastDayBefore()}T08:00:00.000Z`,
      positionen: [{ pfandartikel_id: artikel.id, art: "ausgabe", menge: 7 }],
    })
    await settle.click()
    await question.getByText("Die Vorschau war veraltet").waitFor()
    await question.getByRole("button", { name: "Abbrechen" }).click()
    await settle.click()
    const now: any[] = (await api(`/abrechnungen/lauf?bis=${lastDayBefore()}&limit=200`)).items
    const sum = now.reduce((all, { betrag_cent }) => all + betrag_cent, 0)
    await question.getByText(`zusammen ${inEuro(sum)}.`).waitFor()
    await question.getByText(/^Für \d+ Kunden entstehen Abrechnungen mit fortlaufender Nummer\./).waitFor()
    expect(await question.getByText("veraltet").count()).toBe(0)
    await question.getByRole("button", { name: "Abrechnen" }).click()
    await run.waitForURL("**auftrag=**")
    await until("nobody can settle twice", () => settle.isDisabled())
    expect(await run.getByRole("rowheader", { name: items[0].name, exact: true }).count()).toBe(0)
    await goTo(run, "/buero/kunden")
    await goTo(run, "/buero/abrechnungen/lauf")
    await run
      .getByRole("link", { name: /^Abrechnungslauf/ })
      .first()
      .click()
    await run.getByText(`${items.length} Kunden abgerechnet, zusammen ${inEuro(sum)}`).waitFor(PATIENT)
    await run.getByText(/ist nichts offen/).waitFor(PATIENT)
    expect(await run.getByRole("button", { name: /abrechnen …/ }).isDisabled()).toBe(true)
    // Nor does anything run when it is opened again.
    await goTo(run, "/buero/kunden")
    await goTo(run, "/buero/abrechnungen/lauf")
    await run
      .getByRole("link", { name: /^Abrechnungslauf/ })
      .first()
      .click()
    await run.getByText(/ist nichts offen/).waitFor(PATIENT)
    await run.getByText("es enthält keine elektronischen Rechnungen (XML)").waitFor()
    expect(isPdf(await saved(run, run.getByRole("button", { name: "Alle als ein PDF" })))).toBe(true)
    const zip = unzipSync(await saved(run, run.getByRole("button", { name: "Einzeln als ZIP" })))
    // One for each, and beside that of the town hall its XRechnung.
    expect(Object.keys(zip).filter((name) => name.endsWith(".pdf"))).toHaveLength(items.length)
    expect(Object.keys(zip).filter((name) => name.endsWith("XRechnung.xml"))).toHaveLength(1)
    expect(await barriers(run)).toEqual([])
    expect(run.faults).toEqual([])
  }, 180_000)

  test("a run that has settled nobody yet shows that it runs, and no empty bar", async () => {
    const { items } = await api("/auftraege")
    const { id } = items.find(({ art }: any) => art === "abrechnungslauf")
    // One that does not know yet that the run is done.
    const run = await open(`${demo.url}/buero/abrechnungen/lauf`, {}, admin)
    await run.route(`**/api/auftraege/${id}`, async (route) => {
      const reply = await route.fetch()
      const begun = { status: "laeuft", erledigt: 0, uebergangen: 0, fehler: 0, gesamt: 12, beendet_am: null }
      await route.fulfill({ response: reply, json: { ...(await reply.json()), ...begun } })
    })
    await run
      .getByRole("link", { name: /^Abrechnungslauf/ })
      .first()
      .click()
    await run.getByText("0 von 12 Kunden durchgesehen, 0 abgerechnet.").waitFor()
    await hasCount(run.locator("progress:indeterminate"), 1)
    await picture(run, "lauf-beginnt")
    expect(run.faults).toEqual([])
    await run.close()
  }, 120_000)

  test("what stands in a customer's way is said before the run", async () => {
    const name = "Gasthaus Zweimal"
    const anschrift = { strasse: "Gasse 2", plz: "21339", ort: "Lüneburg" }
    const kunde = await api("/kunden", "POST", { name, abrechnung: "monatlich", ...anschrift })
    const artikel = (await api("/pfandartikel")).items.find(({ art }: any) => art === "einzeln")
    const book = () =>
      api("/pfandbuchungen", "POST", {
        kunde_id: kunde.id,
        erfasst_am: `${lastDayBefore()}T08:00:00.000Z`,
        positionen: [{ pfandartikel_id: artikel.id, art: "ausgabe", menge: 2 }],
      })
    await book()
    const von = `${lastDayBefore().slice(0, 7)}-01`
    const { nummer } = await api("/abrechnungen", "POST", { kunde_id: kunde.id, von, bis: lastDayBefore() })
    await book()
    // Another log-in's page, which has not asked for the month before.
    const run = await page("/abrechnungen/lauf", office)
    await run.getByText(`Nach der Abrechnung ${nummer} ging noch etwas ein`).waitFor()
    await run.getByText("Geht nicht", { exact: true }).waitFor()
    expect(await barriers(run)).toEqual([])
    expect(run.faults).toEqual([])
  }, 120_000)

  test("one is opened by keys, shows what is to be paid, and is the same PDF every time", async () => {
    const list = await page("/abrechnungen?art=abrechnung")
    const row = list.getByRole("rowheader").first()
    await row.waitFor()
    await row.locator("[data-open]").focus()
    await list.keyboard.press("ArrowDown")
    await list.keyboard.press("Enter")
    await list.getByRole("heading", { level: 2, name: "Bewegungen" }).waitFor()
    const id = list.url().split("/").at(-1) ?? ""
    const one = await api(`/abrechnungen/${id}`)
    await list.getByRole("heading", { level: 1, name: one.nummer }).waitFor()
    await list.getByRole("link", { name: one.kunde_name }).waitFor()
    const pdf = await saved(list, list.getByRole("button", { name: `${one.nummer} als PDF` }))
    expect(isPdf(pdf)).toBe(true)
    expect(Buffer.compare(pdf, await bytesOf(`/abrechnungen/${id}/abrechnung.pdf`))).toBe(0)
    expect(list.faults).toEqual([])
  }, 120_000)

  test("one says beside its sums what stands in none, and is made out to whom its paper names", async () => {
    const anschrift = { strasse: "Gasse 2", plz: "21339", ort: "Lüneburg" }
    const kunde = await api("/kunden", "POST", { name: "Gasthaus Vorher", ...anschrift })
    const artikel = (await api("/pfandartikel")).items.find(({ art }: any) => art === "einzeln")
    const book = (art: string) =>
      api("/pfandbuchungen", "POST", {
        kunde_id: kunde.id,
        positionen: [{ pfandartikel_id: artikel.id, art, menge: 2 }],
      })
    const settle = async () => (await api("/abrechnungen", "POST", { kunde_id: kunde.id, bis: today() })).id
    await book("ausgabe")
    await settle()
    await book("anfangsbestand")
    const verlust = { kunde_id: kunde.id, pfandartikel_id: artikel.id, menge: 2 }
    const { summe_cent } = await api(`/pfandverluste/vorschau?${new URLSearchParams(verlust as never)}`)
    await api("/pfandverluste", "POST", { ...verlust, erwartet_cent: summe_cent })
    await book("ausgabe")
    const id = await settle()
    await api(`/kunden/${kunde.id}`, "PATCH", { name: "Gasthaus Nachher" })
    const shown = await page(`/abrechnungen/${id}`, office)
    await shown.getByRole("link", { name: "Gasthaus Vorher" }).waitFor()
    await shown.getByText("heute: Gasthaus Nachher").waitFor()
    const before = shown.getByRole("rowheader", { name: /^Pfandkonto vorher/ })
    expect(await before.innerText()).toMatch(
      /Schon enthalten: Anfangsbestände [\d,]+\s€ und Verluste −[\d,]+\s€,/,
    )
    // The column of sums has the movement between the two balances, and their sum.
    await hasCount(shown.locator(".movements tbody tr"), 2)
    expect(await barriers(shown)).toEqual([])
    await picture(shown, "abrechnung-ausserhalb")
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("the town hall's invoice is saved as XML, and read field by field", async () => {
    const { nummer, id, kunde_id } = (await settlements()).find(({ form }) => form === "xrechnung")
    const list = await page("/abrechnungen", office)
    await list.setViewportSize({ width: 1400, height: 900 })
    await list.getByRole("gridcell", { name: "XRechnung", exact: true }).waitFor()
    const shown = await page(`/abrechnungen/${id}`, office)
    await shown.getByText("Die Rechnung ist die XML-Datei").waitFor()
    for (const text of [
      "Die Verwaltung schaltet den Versand unter „Firma“ ein.",
      "Storno: nur die Verwaltung.",
    ])
      await shown.getByText(text).waitFor()
    await shown.getByRole("link", { name: "Was in der Rechnung steht" }).click()
    await shown.getByRole("heading", { level: 1, name: `Inhalt von ${nummer}` }).waitFor()
    await shown.getByText("04011000-1234512345-06").waitFor()
    const buyer = await shown.getByRole("region", { name: "Käufer", exact: true }).innerText()
    expect(buyer.split("\n")).toContain("Rathaus Lüneburg")
    await shown.getByRole("link", { name: "Dieselbe Abrechnung als Seite" }).click()
    const xml = await saved(shown, shown.getByRole("button", { name: `${nummer} als XRechnung` }))
    expect(Buffer.compare(xml, await bytesOf(`/abrechnungen/${id}/xrechnung.xml`))).toBe(0)
    expect(shown.faults).toEqual([])
    // Its paper and its data are two files of one name.
    await goTo(shown, `/buero/kunden/${kunde_id}`)
    const letter = shown.getByRole("listitem").filter({ hasText: "Abrechnung als XRechnung" })
    await letter.getByRole("button", { name: new RegExp(`^XML: .*${nummer}`) }).waitFor()
  }, 120_000)

  test("what an authority's invoice lacks is one press away from its field", async () => {
    const { id } = await api("/kunden", "POST", {
      name: "Stadtwerke",
      strasse: "Am Markt 1",
      plz: "21335",
      ort: "Lüneburg",
      art: "behoerde",
    })
    const kunde = await page(`/kunden/${id}`)
    await kunde.getByText("für eine Rechnung fehlt Leitweg-ID").waitFor()
    await kunde.getByRole("button", { name: "Jetzt eintragen" }).click()
    await kunde.getByRole("textbox", { name: "Leitweg-ID" }).waitFor()
    expect(kunde.faults).toEqual([])
  }, 120_000)

  test("what a customer lacks is said where one is settled, at the top of the page, and when one does so all the same", async () => {
    const { id } = await api("/kunden", "POST", { name: "Gasthaus Ohne Ort", abrechnung: "monatlich" })
    const artikel = (await api("/pfandartikel")).items.find(({ art }: any) => art === "einzeln")
    const book = () =>
      api("/pfandbuchungen", "POST", {
        kunde_id: id,
        positionen: [{ pfandartikel_id: artikel.id, art: "ausgabe", menge: 2 }],
      })
    await book()
    const kunde = await page(`/kunden/${id}`, office)
    await kunde.setViewportSize({ width: 1440, height: 900 })
    const settle = kunde.getByRole("button", { name: "Jetzt abrechnen …" })
    expect((await settle.boundingBox())?.y).toBeLessThan(400)
    await settle.click()
    await kunde.getByText("fehlt: Straße, Postleitzahl, Ort.").waitFor()
    const submit = kunde.getByRole("button", { name: "Abrechnen", exact: true })
    await submit.click()
    await kunde.getByRole("form", { name: "Abrechnen" }).locator(".problem").getByText("Ort").waitFor()
    expect(await barriers(kunde)).toEqual([])
    await kunde
      .getByRole("form", { name: "Abrechnen" })
      .getByRole("button", { name: "Jetzt eintragen" })
      .click()
    for (const [field, value] of [
      ["Straße und Hausnummer", "Gasse 2"],
      ["PLZ", "21339"],
      ["Ort", "Lüneburg"],
    ] as const)
      await kunde.getByRole("textbox", { name: field, exact: true }).fill(value)
    await kunde.getByRole("button", { name: "Speichern" }).click()
    await kunde.getByText(/^1 Buchung: .* Der Kunde bekommt die Abrechnung als PDF\.$/).waitFor()
    // A colleague books while one looks at it: only what was seen is settled. What was just saved is read again by then.
    await kunde.reload()
    await settle.click()
    await kunde.getByText(/^1 Buchung: /).waitFor()
    await book()
    await submit.click()
    await kunde.getByText(/^Inzwischen hat sich etwas geändert/).waitFor()
    await kunde.getByText(/^2 Buchungen: /).waitFor()
    await submit.click()
    await kunde.getByRole("heading", { level: 2, name: "Bewegungen" }).waitFor()
    expect(kunde.faults.filter((fault) => !fault.includes("409"))).toEqual([])
  }, 120_000)

  test("an amount that was not on the screen yet is not settled", async () => {
    const { id } = await api("/kunden", "POST", {
      name: "Gasthaus Eilig",
      abrechnung: "monatlich",
      strasse: "Gasse 2",
      plz: "21339",
      ort: "Lüneburg",
    })
    const artikel = (await api("/pfandartikel")).items.find(({ art }: any) => art === "einzeln")
    const positionen = [{ pfandartikel_id: artikel.id, art: "ausgabe", menge: 2 }]
    await api("/pfandbuchungen", "POST", { kunde_id: id, positionen })
    const kunde = await page(`/kunden/${id}`, office)
    await kunde.getByRole("button", { name: "Jetzt abrechnen …" }).click()
    await kunde.getByText(/^1 Buchung: /).waitFor()
    const held = Promise.withResolvers<void>()
    await kunde.route("**/vorschau?*", async (route) => {
      await held.promise
      await route.continue()
    })
    const day = kunde.getByRole("group", { name: "Bis einschließlich" }).getByRole("spinbutton").first()
    await day.click()
    await kunde.keyboard.type("01012026")
    await kunde.keyboard.press("Control+Enter")
    held.resolve()
    await kunde.getByText("Bitte erst ansehen, was bis dahin abgerechnet wird").waitFor()
    await kunde.getByText("Bis dahin ist nichts offen.").waitFor()
    expect((await api(`/abrechnungen?kunde_id=${id}`)).items).toEqual([])
  }, 120_000)

  test("a settlement is found by its number with Strg+K, and settling by its name", async () => {
    const [one] = await settlements()
    const anywhere = await page("/konto", office)
    await anywhere.keyboard.press("Control+k")
    const search = anywhere.getByRole("searchbox", { name: "Suchen", exact: true })
    await search.fill(one.nummer.toLowerCase())
    await anywhere.getByRole("menuitem", { name: new RegExp(one.nummer) }).waitFor()
    await anywhere.keyboard.press("Enter")
    await anywhere.waitForURL(`**/abrechnungen/${one.id}`)
    await anywhere.keyboard.press("Control+k")
    await search.fill(`abrechnen ${one.kundennummer}`)
    await anywhere
      .getByRole("menuitem", { name: `Jetzt abrechnen: ${one.kunde_name}` })
      .first()
      .click()
    await anywhere.waitForURL(`**/kunden/${one.kunde_id}?panel=abrechnen`)
    await anywhere.getByRole("heading", { level: 2, name: "Jetzt abrechnen" }).waitFor()
    expect(anywhere.faults).toEqual([])
  }, 120_000)

  test("a field that is wrong stands above the buttons, with what is said of it", async () => {
    const [{ kunde_id }] = await settlements()
    const kunde = await page(`/kunden/${kunde_id}`, office)
    for (const height of [900, 480]) {
      await kunde.setViewportSize({ width: 1440, height })
      await kunde.getByRole("button", { name: "Bearbeiten", exact: true }).click()
      const wrong = kunde.getByRole("textbox", { name: "USt-IdNr." })
      await wrong.fill("DE123456789")
      await kunde.getByRole("textbox", { name: "Name", exact: true }).focus()
      await kunde.keyboard.press("Control+Enter")
      const fault = kunde.locator('[data-field="ust_id"] .fault')
      await fault.waitFor()
      expect(await wrong.evaluate((one) => one === document.activeElement)).toBe(true)
      const bottom = await fault.evaluate((one) => one.getBoundingClientRect().bottom)
      const buttons = kunde.locator(".panel .buttons")
      expect([height, bottom]).toEqual([height, expect.any(Number)])
      expect(bottom).toBeLessThanOrEqual(await buttons.evaluate((one) => one.getBoundingClientRect().top))
      await kunde.getByRole("button", { name: "Änderungen verwerfen" }).click()
    }
  }, 120_000)

  test("filters stand in the address", async () => {
    const [one] = await settlements()
    const list = await page(`/abrechnungen?kunde=${one.kunde_id}&art=storno`)
    await list.getByText("Dazu gibt es keine Abrechnung.").waitFor()
    await hasValue(list.getByRole("combobox", { name: "Kunde" }), one.kunde_name)
    await goTo(list, `/buero/abrechnungen?kunde=${one.kunde_id}`)
    const { total } = await api(`/abrechnungen?kunde_id=${one.kunde_id}&total=true`)
    await list
      .getByRole("status")
      .filter({ hasText: `${total} Abrechnung` })
      .waitFor()
  }, 120_000)

  test("one is cancelled by a counter-document with a reason, by the administration alone", async () => {
    const one = (await settlements("&art=abrechnung")).find(
      ({ lieferung_id, storniert }) => lieferung_id === null && !storniert,
    )
    const clerk = await page(`/abrechnungen/${one.id}`, office)
    await clerk.getByRole("heading", { level: 1, name: one.nummer }).waitFor()
    expect(await clerk.getByRole("button", { name: /Stornieren/ }).count()).toBe(0)

    const shown = await page(`/abrechnungen/${one.id}`)
    await shown.getByRole("button", { name: /Stornieren/ }).click()
    await shown.getByText(/Es entsteht ein Storno/).waitFor()
    // What is wrong is corrected first, or the sum is the same again: it says so and leads there, also afterwards.
    const wrong = shown.getByRole("link", { name: "Zu den Buchungen des Zeitraums" })
    const { leistung_von } = await api(`/abrechnungen/${one.id}`)
    const ofPeriod = `/pfandbuch?kunde=${one.kunde_id}&von=${leistung_von}&bis=${one.bis}`
    expect(await wrong.getAttribute("href")).toEndWith(ofPeriod)
    await pictures(shown, "storno")
    await shown.getByRole("button", { name: "Storno ausstellen" }).click()
    await shown.getByText("darf nicht leer sein").waitFor()
    const issue = shown.getByRole("button", { name: "Storno ausstellen" })
    const place = await issue.boundingBox()
    await shown.getByRole("textbox", { name: "Grund" }).fill("Falscher Monat")
    await shown.getByText("darf nicht leer sein").waitFor({ state: "detached" })
    // What is said no more keeps its place: the button stays where it was, below the pointer.
    expect(await issue.boundingBox()).toEqual(place)
    await shown.getByRole("button", { name: "Storno ausstellen" }).dblclick()
    await shown.getByText(/Grund: Falscher Monat/).waitFor()
    await shown.getByText("Storno", { exact: true }).waitFor()
    const stornos = (await settlements("&art=storno")).filter(({ storno_von }) => storno_von === one.id)
    expect(stornos).toHaveLength(1)
    await shown.getByRole("link", { name: one.nummer, exact: true }).click()
    await shown
      .locator("p", { hasText: "Storniert durch" })
      .getByRole("link", { name: stornos[0].nummer, exact: true })
      .click()
    await shown.getByRole("heading", { level: 1, name: stornos[0].nummer }).waitFor()

    // Its bookings are open again, and settled anew where the customer is looked at.
    expect(await wrong.getAttribute("href")).toEndWith(ofPeriod)
    await pictures(shown, "storniert")
    await shown.getByRole("link", { name: "Neu abrechnen …" }).click()
    await shown.waitForURL(`**/kunden/${one.kunde_id}?panel=abrechnen&bis=${one.bis}`)
    await shown
      .getByRole("status")
      .filter({ hasText: /Buchung/ })
      .waitFor()
    await pictures(shown, "neu-abrechnen")
    // The latest of them is the first.
    await shown.locator(".settlements li").first().getByRole("link", { name: stornos[0].nummer }).waitFor()
    await wrong.waitFor()
    await shown.getByRole("button", { name: "Abrechnen", exact: true }).click()
    await shown.getByRole("heading", { level: 2, name: "Bewegungen" }).waitFor()
    await shown.getByText("Gilt", { exact: true }).waitFor()
    // The browser's own word on the reason that was left out.
    expect(shown.faults.filter((fault) => !fault.includes("status of 400"))).toEqual([])
  }, 120_000)

  test("a customer's balance is printed, and contested with a remark", async () => {
    const { items } = await api("/pfandsalden")
    const { kunde_id } = items[0]
    const shown = await page(`/kunden/${kunde_id}`, office)
    expect(isPdf(await saved(shown, shown.getByRole("button", { name: "Kontoauszug", exact: true })))).toBe(
      true,
    )
    // The next one can go on from there.
    const since = shown.getByRole("option", { name: "Seit dem letzten Kontoauszug", includeHidden: true })
    await since.waitFor({ state: "attached" })
    await pictures(shown, "kunde-konto")
    const print = shown.getByRole("button", { name: "Saldenbestätigung", exact: true })
    const pdf = await saved(shown, print)
    expect(Buffer.compare(pdf, await saved(shown, print))).toBe(0)
    // The latest letter is the first.
    await shown.locator(".papers li").first().getByText("Saldenbestätigung").waitFor()
    await shown
      .getByRole("button", { name: /^Antwort: Saldenbestätigung/ })
      .first()
      .click()
    await shown.getByRole("button", { name: /Der Saldo ist/ }).click()
    await shown.getByRole("option", { name: "Bestritten" }).click()
    await shown.getByRole("textbox", { name: "Bemerkung" }).fill("Zwei Fässer sind längst zurück")
    await shown.getByRole("button", { name: "Festhalten" }).click()
    await shown.getByText("Bestritten", { exact: true }).first().waitFor()
    await goTo(shown, `/buero/belege?antwort=bestritten&kunde=${kunde_id}`)
    await shown
      .getByRole("rowheader", { name: /Saldenbestätigung/ })
      .first()
      .click()
    await shown.getByText("Zwei Fässer sind längst zurück").waitFor()
    expect(
      Buffer.compare(pdf, await saved(shown, shown.getByRole("button", { name: "Datei speichern" }))),
    ).toBe(0)
    expect(await barriers(shown)).toEqual([])
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("confirmations for all are printed by a job", async () => {
    const print = await page("/belege/druck", office)
    const onlyWith = print.getByLabel("Nur Kunden, die am Stichtag etwas hatten")
    expect(await onlyWith.isChecked()).toBe(true)
    await print.getByText("Nur Kunden, die am Stichtag etwas hatten").click()
    await print.getByRole("button", { name: "Saldenbestätigungen als PDF erstellen" }).click()
    await print.getByText(/Papiere fertig/).waitFor(PATIENT)
    const { total } = await api("/pfandsalden?total=true")
    const zip = unzipSync(await saved(print, print.getByRole("button", { name: "Einzeln als ZIP" })))
    expect(Object.keys(zip).length).toBe(total)
    await print.getByRole("link", { name: /Antworten festhalten/ }).click()
    await print
      .getByRole("rowheader", { name: /^Saldenbestätigung/ })
      .first()
      .waitFor()
    await print.getByRole("button", { name: /Auftrag$/ }).click()
    await print.getByRole("option", { name: "Alle", exact: true }).click()
    await print.waitForURL((url) => !url.searchParams.has("auftrag"))
    expect(print.faults).toEqual([])
  }, 120_000)

  test("reminders go to those of a town who have had something for long, as one file", async () => {
    const { items } = await api("/kunden?limit=200")
    const { ort } = items.find((kunde: any) => kunde.ort)
    const print = await page("/belege/druck", office)
    await print.getByRole("textbox", { name: /Nur mit Pfand ab diesem Alter/ }).waitFor()
    await print.getByRole("button", { name: /Was$/ }).click()
    await print.getByRole("option", { name: "Erinnerungen" }).click()
    await print.getByRole("textbox", { name: /Nur was mindestens so viele Tage dort ist/ }).fill("1")
    await print.getByRole("textbox", { name: "Nur Kunden in" }).fill(ort)
    await print.getByText("Nur aktive Kunden").click()
    expect(await barriers(print)).toEqual([])
    await print.getByRole("button", { name: "Erinnerungen als PDF erstellen" }).click()
    await print.getByRole("heading", { name: new RegExp(`Erinnerungen vom .*, ${ort}, ab 1 Tag`) }).waitFor()
    await print.getByText(/Papiere? fertig/).waitFor(PATIENT)
    const { items: jobs } = await api("/auftraege?limit=1")
    expect(jobs[0]).toMatchObject({ art: "erinnerungen", ort, aktiv: 1, ab_tagen: 1, fehler: 0 })
    expect(jobs[0].erledigt).toBeGreaterThan(jobs[0].uebergangen)
    expect(isPdf(await saved(print, print.getByRole("button", { name: "Alle als ein PDF" })))).toBe(true)
    expect(print.faults).toEqual([])
  }, 120_000)

  test("how old is what a customer holds is seen, and reminded of by a letter", async () => {
    const { items } = await api("/pfandalter")
    const list = await page(`/kunden/${items[0].kunde_id}`, office)
    const held = Promise.withResolvers<void>()
    await list.route("**/pfandalter", (route) => held.promise.then(() => route.continue()))
    await list.getByRole("button", { name: "Erinnern …" }).click()
    // Nothing is said before it is known.
    expect(await list.locator(".panel [role=status]").innerText()).toBe("")
    held.resolve()
    await list.getByText(/^[\d.]+ Stück, /).waitFor()
    const days = list.getByRole("textbox", { name: /Nur was mindestens so viele Tage dort ist/ })
    const head = list.locator(".panel > header")
    expect((await head.boundingBox())?.height).toBeLessThan(80)
    const ton = list.getByRole("button", { name: /Ton$/ })
    // The customer's own screen has such fields, too, as soon as they are loaded.
    const to = list.locator(".panel").getByRole("spinbutton", { name: /^Tag/ })
    for (const field of [days, ton, to]) {
      await field.press("Escape")
      await days.waitFor({ state: "detached" })
      await list.waitForFunction(() => document.activeElement?.textContent?.includes("Erinnern"))
      await list.keyboard.press("Enter")
      await days.waitFor()
    }
    await days.fill("3650")
    await days.press("Tab")
    await list.getByText("Nichts ist so lange dort.").waitFor()
    expect(await list.getByRole("button", { name: "Brief als PDF" }).isDisabled()).toBe(true)
    await days.fill("0")
    await days.press("Tab")
    expect(isPdf(await saved(list, list.getByRole("button", { name: "Brief als PDF" })))).toBe(true)
    // It asks for no answer.
    await goTo(list, `/buero/belege?art=erinnerung&kunde=${items[0].kunde_id}`)
    await list
      .getByRole("rowheader", { name: /Erinnerung/ })
      .first()
      .click()
    await list.getByRole("button", { name: "Datei speichern" }).waitFor()
    expect(await list.getByRole("button", { name: "Antwort festhalten" }).count()).toBe(0)
    expect(list.faults).toEqual([])
  }, 120_000)

  test("the stock at a day is found by what people call it, and a day before the first booking is told", async () => {
    const datev = await page(`/datev?stichtag=${today()}`)
    const file = datev.getByRole("button", { name: "Bestände als Tabelle (CSV)" })
    await file.waitFor()
    await datev.goto(`${demo.url}/buero/datev?stichtag=2001-12-31`)
    await datev.getByText("Bis zum 31.12.2001 ist nichts gebucht: Die Tabelle wäre leer.").waitFor()
    expect(await file.count()).toBe(0)
    await datev.goto(`${demo.url}/buero/heute`)
    await datev.keyboard.press("Control+k")
    await datev.getByRole("searchbox", { name: "Suchen", exact: true }).fill("saldenliste")
    await datev.getByRole("menuitem", { name: /Bestand zum Stichtag/ }).click()
    await datev.getByRole("heading", { name: /^Bestand zum Stichtag/ }).waitFor()
  }, 120_000)

  test("a month goes to DATEV when nothing stands in its way any more, and its sum is the settlements'", async () => {
    // One that comes to nothing, whatever month it is.
    const even = { name: "Wirt Ausgeglichen", strasse: "Gasse 2", plz: "21335", ort: "Lüneburg" }
    const { id: kunde_id } = await api("/kunden", "POST", even)
    const artikel = (await api("/pfandartikel")).items.find(({ art }: any) => art === "einzeln")
    const positionen = ["ausgabe", "ruecknahme"].map((art) => ({
      pfandartikel_id: artikel.id,
      art,
      menge: 2,
    }))
    await api("/pfandbuchungen", "POST", { kunde_id, positionen })
    await api("/abrechnungen", "POST", { kunde_id, bis: today() })
    const datev = await page(`/datev?monat=${today().slice(0, 7)}`)
    await datev.getByText("In den DATEV-Einstellungen fehlt die Beraternummer").waitFor()
    const make = datev.getByRole("button", { name: "DATEV-Buchungsstapel erstellen und speichern" })
    expect(await make.isDisabled()).toBe(true)
    // What comes to nothing is one sentence, and what one does each month in sight.
    await datev.getByText(/Bei \d+ davon ist nichts zu buchen/).waitFor()
    expect((await make.boundingBox())?.y).toBeLessThan(600)
    await pictures(datev, "datev")
    await api("/datev/einstellungen", "PATCH", { berater: 29_098, mandant: 55_003 })
    await datev.reload()
    await datev
      .getByRole("status")
      .filter({ hasText: /Buchungen, zusammen/ })
      .waitFor()
    // One click makes it and saves it.
    const sent = datev.waitForRequest((one) => one.url().endsWith("/datev/exporte"))
    const made = await saved(datev, make)
    const { erwartet_abrechnungen, erwartet_cent } = (await sent).postDataJSON()
    await datev.getByText(/^Gespeichert: EXTF_/).waitFor(PATIENT)
    const file = datev.getByRole("button", { name: /^Datei: DATEV-Buchungsstapel/ }).first()
    await file.waitFor(PATIENT)
    expect(await saved(datev, file)).toEqual(made)
    const lines = new TextDecoder("windows-1252").decode(made).split("\r\n")
    expect(lines[0]).toStartWith('"EXTF";700;21;"Buchungsstapel";13;')
    const booked = lines
      .slice(2)
      .filter(Boolean)
      .map((line) => line.split(";"))
    const cent = booked.reduce(
      (sum, [umsatz = "", sh]) => sum + Number(umsatz.replace(",", "")) * (sh === '"H"' ? -1 : 1),
      0,
    )
    const month = today().slice(0, 7)
    const issued = (await settlements()).filter(({ datum }) => datum.startsWith(month))
    expect(issued.length).toBeGreaterThan(5)
    expect(cent).toBe(issued.reduce((sum, { brutto_cent }) => sum + brutto_cent, 0))
    expect([erwartet_abrechnungen, erwartet_cent]).toEqual([issued.length, cent])
    await datev.getByText(/ist nichts zu exportieren/).waitFor()
    await datev.getByText("Auch schon Exportiertes").click()
    await datev.getByText(/ist nichts zu exportieren/).waitFor({ state: "detached" })
    const csv = await saved(datev, datev.getByRole("button", { name: /Journal als Tabelle/ }))
    expect(csv.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(await barriers(datev)).toEqual([])
    expect(datev.faults).toEqual([])
  }, 120_000)

  test("the deposit balances of a year's end are saved as a table, with a word of warning", async () => {
    const exports = await page("/datev", office)
    const section = exports.getByRole("region", { name: "Pfandsalden am Jahresende" })
    await section.getByText("mit dem Steuerberater festlegen").waitFor()
    await section.getByRole("button", { name: /Stichtag$/ }).click()
    await exports.getByRole("option", { name: /Stand heute/ }).click()
    const table = await saved(exports, section.getByRole("button", { name: "Liste als Tabelle (CSV)" }))
    const lines = table.toString().trimEnd().split("\r\n")
    expect(lines[0]).toBe(
      "\ufeffStichtag;Kundennummer;Kunde;Steuersatz;Pfandsaldo;Netto;Umsatzsteuer;Brutto;Davon verloren;Verfahren",
    )
    expect(lines.at(-1)).toContain(";;Summe;")
    expect(exports.faults).toEqual([])
  }, 120_000)

  test("the auditor gets tables, the way to prove them, and how things are done", async () => {
    const datev = await page("/datev")
    const zip = unzipSync(await saved(datev, datev.getByRole("button", { name: /Prüferexport/ })))
    expect(Object.keys(zip)).toContainValues(["index.xml", "HASHKETTE.txt", "hashkette.py"])
    expect(isPdf(await saved(datev, datev.getByRole("button", { name: "Verfahrensdokumentation" })))).toBe(
      true,
    )
    expect(datev.faults).toEqual([])
  }, 120_000)

  test("the office sees what would be exported, and makes no export", async () => {
    const datev = await page("/datev", office)
    const whole = monthInWords(monthBefore(today()))
    await datev.getByRole("button", { name: `${whole} Ausgestellt im` }).waitFor()
    await datev.getByText("Den Buchungsstapel erstellt die Verwaltung.").waitFor()
    // What its run issued in this month is found there.
    const there = datev.locator("p", { hasText: /ausgestellt: Sie (?:steht|stehen) dort/ }).getByRole("link")
    expect(await there.first().getAttribute("href")).toEndWith(`/datev?monat=${today().slice(0, 7)}`)
    expect(await datev.getByRole("button", { name: /Buchungsstapel erstellen|Prüferexport/ }).count()).toBe(0)
    expect(datev.faults).toEqual([])
  }, 120_000)
})
