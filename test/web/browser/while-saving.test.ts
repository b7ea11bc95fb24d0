import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import { ask, hasChromium, hasValue, logIn, sharedPage, startDemo } from "./browser.ts"

/** The service takes its time, and people go on typing: what is typed while something is saved stays. */

let office: BrowserContext
const api = <T = any>(path: string, method?: string, data?: object) => ask<T>(office, path, method, data)
const made = async (name: string): Promise<string> => (await api("/kunden", "POST", { name })).id
const unique = (): string => Bun.randomUUIDv7().slice(-12)

/** Holds back what is sent to such an address, until `let` is called. `begun`: it is on its way. */
async function holdBack(page: Page, method: string, path: RegExp) {
  const [gate, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<any>()]
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue()
    sent.resolve(route.request().postDataJSON())
    await gate.promise
    await route.continue()
  })
  return { begun: sent.promise, let: gate.resolve }
}

/** Lets the service do the first of what is sent there, and then loses its answer. */
async function losesAnswer(page: Page, path: RegExp) {
  const [gate, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isLost = false
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue()
    isLost = true
    sent.resolve()
    await gate.promise
    await route.fetch()
    await route.abort()
  })
  return { begun: sent.promise, let: gate.resolve }
}

const text = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true })
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const toldOf = (page: Page) => page.getByText(/nach dem Absenden eingetragen/).waitFor()
const atPieces = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.hasAttribute("data-menge") ?? false)

/** Books so many of the first line, and holds it back once it is on its way. */
async function holdBooking(page: Page, menge: string) {
  await atPieces(page)
  await page.keyboard.type(menge)
  const post = await holdBack(page, "POST", /\/api\/pfandbuchungen$/)
  await page.keyboard.press("Control+Enter")
  await post.begun
  return post
}

/** A customer who brings crates, so that a line stands ready. */
async function bringsCrates(): Promise<string> {
  const kunde_id = await made(`Gasthaus ${unique()}`)
  const { items } = await api("/pfandartikel?art=einzeln&limit=2")
  const positionen = items.map(({ id }: { id: string }) => ({
    pfandartikel_id: id,
    art: "ruecknahme",
    menge: 1,
  }))
  await api("/pfandbuchungen", "POST", { kunde_id, positionen })
  return kunde_id
}

describe.skipIf(!hasChromium)("while something is being saved", () => {
  beforeAll(async () => {
    office = await logIn(await startDemo(), "buero")
    office.setDefaultTimeout(20_000)
  }, 120_000)

  test("two submits in the same moment are one", async () => {
    const page = await sharedPage(`/buero/kunden/${await made("Gasthaus Doppelklick")}`, office)
    await button(page, "Bearbeiten").click()
    await text(page, "Telefon").fill("040 7")
    const sent: string[] = []
    page.on("request", (request) => void (request.method() === "PATCH" && sent.push(request.url())))
    await button(page, "Speichern").evaluate((element) => {
      const { form } = element as HTMLButtonElement
      form?.requestSubmit()
      form?.requestSubmit()
    })
    await page.getByText("Gespeichert", { exact: true }).waitFor()
    expect(sent.length).toBe(1)
  }, 60_000)

  test("what was refused as it was proposed is proposed anew the next day", async () => {
    const page = await sharedPage("/buero/inventuren", office)
    const refusal = { status: 409, json: { error: "Eine Inventur ist schon offen" } }
    await page.route(/\/api\/inventuren$/, (route) =>
      route.request().method() === "POST" ? route.fulfill(refusal) : route.continue(),
    )
    await button(page, "Inventur eröffnen").click()
    const before = await text(page, "Bezeichnung").inputValue()
    await button(page, "Eröffnen").click()
    await page.getByText(refusal.json.error).waitFor()
    await button(page, "Abbrechen").click()
    await page.clock.setFixedTime(Date.now() + 86_400_000)
    await button(page, "Inventur eröffnen").click()
    await text(page, "Bezeichnung").waitFor()
    expect(await text(page, "Bezeichnung").inputValue()).not.toBe(before)
    await page.close()
  }, 60_000)

  test("a customer's panel stays open with what was typed meanwhile, and stores it the next time", async () => {
    const id = await made("Gasthaus Weiter")
    const page = await sharedPage(`/buero/kunden/${id}`, office)
    await button(page, "Bearbeiten").click()
    await text(page, "Telefon").fill("040 1")
    const patch = await holdBack(page, "PATCH", /\/api\/kunden\//)
    await button(page, "Speichern").click()
    await patch.begun
    await text(page, "Ort").fill("Lüneburg")
    await text(page, "Telefon").fill("040 12")
    patch.let()
    await page.getByText("Gespeichert", { exact: true }).waitFor()
    await toldOf(page)
    expect(await api(`/kunden/${id}`)).toMatchObject({ telefon: "040 1", ort: null })
    expect([await text(page, "Telefon").inputValue(), await text(page, "Ort").inputValue()]).toEqual([
      "040 12",
      "Lüneburg",
    ])
    await button(page, "Speichern").click()
    await text(page, "Ort").waitFor({ state: "detached" })
    expect(await api(`/kunden/${id}`)).toMatchObject({ telefon: "040 12", ort: "Lüneburg" })
    expect(page.faults).toEqual([])
  }, 60_000)

  test("what a colleague saves meanwhile is added to it, and takes nothing of it away", async () => {
    const id = await made("Gasthaus Zugleich")
    const page = await sharedPage(`/buero/kunden/${id}`, office)
    await button(page, "Bearbeiten").click()
    await text(page, "Telefon").fill("040 1")
    const patch = await holdBack(page, "PATCH", /\/api\/kunden\//)
    await button(page, "Speichern").click()
    await patch.begun
    await api(`/kunden/${id}`, "PATCH", { ort: "Lüneburg" })
    await text(page, "Telefon").fill("040 12")
    patch.let()
    await toldOf(page)
    expect(await api(`/kunden/${id}`)).toMatchObject({ telefon: "040 1", ort: "Lüneburg" })
    await hasValue(text(page, "Telefon"), "040 12")
    await hasValue(text(page, "Ort"), "Lüneburg")
  }, 60_000)

  test("nor does the answer to the question which of two values is to be saved", async () => {
    const id = await made("Gasthaus Beide")
    const page = await sharedPage(`/buero/kunden/${id}`, office)
    await button(page, "Bearbeiten").click()
    await text(page, "Telefon").fill("040 1")
    const patch = await holdBack(page, "PATCH", /\/api\/kunden\//)
    await button(page, "Speichern").click()
    await patch.begun
    await api(`/kunden/${id}`, "PATCH", { telefon: "040 2" })
    await text(page, "Ort").fill("Lüneburg")
    patch.let()
    await button(page, "Auswahl übernehmen").click()
    await hasValue(text(page, "Ort"), "Lüneburg")
    await button(page, "Speichern").click()
    await text(page, "Ort").waitFor({ state: "detached" })
    expect(await api(`/kunden/${id}`)).toMatchObject({ telefon: "040 1", ort: "Lüneburg" })
  }, 60_000)

  test("what is counted while a booking is on its way stands there alone, and is not booked", async () => {
    const kunde = await bringsCrates()
    const page = await sharedPage(`/buero/buchen?kunde=${kunde}`, office)
    const post = await holdBooking(page, "3")
    await page.locator("[data-menge]").nth(1).fill("7")
    const reason = text(page, "Grund oder Bemerkung")
    await reason.fill("Nachgezählt")
    post.let()
    await page.getByText("Zuletzt gebucht").waitFor()
    await toldOf(page)
    const pieces = page.locator("[data-menge]")
    expect([await pieces.nth(0).inputValue(), await pieces.nth(1).inputValue()]).toEqual(["", "7"])
    await hasValue(reason, "Nachgezählt")
    const { items } = await api(`/pfandbuchungen?kunde_id=${kunde}&limit=50`)
    expect(items.map(({ menge }: { menge: number }) => menge).toSorted()).toEqual([1, 1, 3])
    expect(page.faults).toEqual([])
  }, 60_000)

  test("a booking that got no answer may be booked: discarded it says so, and restored it is not booked again", async () => {
    const kunde = await bringsCrates()
    const page = await sharedPage(`/buero/buchen?kunde=${kunde}`, office)
    await atPieces(page)
    await page.keyboard.type("3")
    const post = await losesAnswer(page, /\/api\/pfandbuchungen$/)
    await page.keyboard.press("Control+Enter")
    await post.begun
    const discard = button(page, "Verwerfen")
    await page.getByRole("button", { name: "Verwerfen", disabled: true }).waitFor()
    post.let()
    await page.getByText("es zählt trotzdem nur einmal").waitFor()
    await page.reload()
    await discard.click()
    await page.getByText("Vielleicht ist es trotzdem gebucht").waitFor()
    await button(page, "Wiederherstellen").click()
    await hasValue(page.locator("tr.counted [data-menge]"), "3")
    await page.locator("tr.counted [data-menge]").press("Control+Enter")
    await page.getByText("Zuletzt gebucht").waitFor()
    const { items } = await api(`/pfandbuchungen?kunde_id=${kunde}&limit=50`)
    expect(items.map(({ menge }: { menge: number }) => menge).toSorted()).toEqual([1, 1, 3])
  }, 60_000)

  test("so is a counted line of an Inventur, and an empty count is none", async () => {
    const { id } = await api("/inventuren", "POST", { bezeichnung: `Zählung ${unique()}` })
    const page = await sharedPage(`/buero/inventuren/${id}`, office)
    await page.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).pressSequentially("Fass 30")
    await page.getByRole("option", { name: "Fass 30" }).first().click()
    const pieces = page.getByLabel("Fässer")
    await pieces.press("Enter")
    await page.getByText("Bitte zählen, auch eine 0").waitFor()
    await pieces.fill("33")
    const post = await losesAnswer(page, /\/zaehlungen$/)
    await pieces.press("Control+Enter")
    await post.begun
    post.let()
    await page.getByText("es zählt trotzdem nur einmal").waitFor()
    await button(page, "Abbrechen").click()
    await page.getByText("Vielleicht ist es trotzdem gezählt").waitFor()
    await button(page, "Wiederherstellen").click()
    await hasValue(pieces, "33")
    await pieces.press("Control+Enter")
    await page.getByText("Fass 30 l ist gezählt").waitFor()
    const { items } = await api(`/inventuren/${id}/zaehlungen`)
    expect(items.map(({ menge }: { menge: number }) => menge)).toEqual([33])
  }, 60_000)

  test("the next customer's name, typed while a booking is on its way, is searched for then", async () => {
    const kunde = await bringsCrates()
    const page = await sharedPage(`/buero/buchen?kunde=${kunde}`, office)
    const post = await holdBooking(page, "2")
    await page.keyboard.type("krone")
    post.let()
    await page.getByText("Zuletzt gebucht").waitFor()
    await until("the name stands there", async () =>
      expect(await page.getByRole("combobox", { name: "Kunde" }).inputValue()).toBe("krone"),
    )
    expect(page.faults).toEqual([])
  }, 60_000)

  test("so is that of the next stop", async () => {
    const kunde = await bringsCrates()
    const page = await sharedPage(`/buero/lieferungen/neu?kunde=${kunde}`, office)
    await page.locator("[data-line]").first().fill("2")
    const post = await holdBack(page, "POST", /\/api\/lieferungen$/)
    await button(page, "Planen und nächster Stopp").click()
    await post.begun
    await page.keyboard.type("krone")
    post.let()
    await until("the name stands there", async () =>
      expect(await page.getByRole("combobox", { name: "Kunde" }).inputValue()).toBe("krone"),
    )
    expect(page.faults).toEqual([])
  }, 60_000)

  test("what is shown is read again once it is saved, whatever it is about", async () => {
    const page = await sharedPage(`/buero/kunden/${await made("Gasthaus Danach")}`, office)
    await button(page, "Bearbeiten").click()
    await text(page, "Telefon").fill("040 1")
    const read = ["abrechnungen", "belege", "lieferungen"].map((one) =>
      page.waitForResponse((reply) => new URL(reply.url()).pathname === `/api/${one}`),
    )
    await button(page, "Speichern").click()
    await Promise.all(read)
  }, 60_000)

  test("an answer that comes late takes nobody away from the screen they have gone on to", async () => {
    const page = await sharedPage("/buero/kunden/neu", office)
    const name = `Gasthaus ${unique()}`
    await text(page, "Name").fill(name)
    const post = await holdBack(page, "POST", /\/api\/kunden$/)
    await button(page, "Anlegen").click()
    await post.begun
    await page.getByRole("link", { name: "Geräte", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "Geräte" }).waitFor()
    await page.getByText("Das wird noch gespeichert.").waitFor()
    post.let()
    await page.getByText(`${name} ist angelegt`).waitFor()
    expect(new URL(page.url()).pathname).toBe("/buero/geraete")
    await page.goto(page.url().replace("/geraete", "/kunden/neu"))
    await hasValue(text(page, "Name"), "")
    expect(page.faults).toEqual([])
  }, 60_000)

  test("nor from the customer whom they have chosen since", async () => {
    const kunde = await bringsCrates()
    const next = `Gasthaus ${unique()}`
    const id = await made(next)
    const page = await sharedPage(`/buero/buchen?kunde=${kunde}`, office)
    const post = await holdBooking(page, "2")
    await page.evaluate((to) => history.pushState(null, "", to), `/buero/buchen?kunde=${id}`)
    await hasValue(page.getByRole("combobox", { name: "Kunde" }), next)
    await text(page, "Grund oder Bemerkung").fill("Nachgezählt")
    post.let()
    await page.getByText("Zuletzt gebucht").waitFor()
    expect(new URL(page.url()).searchParams.get("kunde")).toBe(id)
    await hasValue(text(page, "Grund oder Bemerkung"), "Nachgezählt")
    expect(page.faults).toEqual([])
  }, 60_000)

  test("nor closes the panel that they have opened since", async () => {
    const kunde_id = await made(`Gasthaus ${unique()}`)
    await api("/standorte", "POST", { kunde_id, name: "Biergarten" })
    const page = await sharedPage(`/buero/kunden/${kunde_id}`, office)
    await button(page, "Standort anlegen").click()
    await text(page, "Name").fill("Keller")
    const post = await holdBack(page, "POST", /\/api\/standorte$/)
    await button(page, "Anlegen").click()
    await post.begun
    await button(page, "Biergarten bearbeiten").press("Enter")
    await hasValue(text(page, "Name"), "Biergarten")
    post.let()
    await page.getByText("Keller ist angelegt").waitFor()
    await hasValue(text(page, "Name"), "Biergarten")
    expect(page.faults).toEqual([])
  }, 60_000)

  test("a refusal that comes late is told wherever they are, and what they entered is kept", async () => {
    const page = await sharedPage("/buero/kunden/neu", office)
    const { kundennummer } = await api(`/kunden/${await made(`Gasthaus ${unique()}`)}`)
    await text(page, "Name").fill("Doppelwirt")
    await text(page, "Kundennummer").fill(kundennummer)
    const post = await holdBack(page, "POST", /\/api\/kunden$/)
    await button(page, "Anlegen").click()
    await post.begun
    await page.getByRole("link", { name: "Geräte", exact: true }).click()
    post.let()
    await page.getByText("Nicht gespeichert; beim nächsten Öffnen stehen die Eingaben wieder da.").waitFor()
    await page.goto(page.url().replace("/geraete", "/kunden/neu"))
    await hasValue(text(page, "Name"), "Doppelwirt")
    await button(page, "Eingaben verwerfen").click()
  }, 60_000)

  test("a panel that creates something stays open with what was typed meanwhile", async () => {
    const page = await sharedPage(`/buero/kunden/${await made(`Gasthaus ${unique()}`)}`, office)
    await button(page, "Standort anlegen").click()
    await text(page, "Name").fill("Keller")
    const post = await holdBack(page, "POST", /\/api\/standorte$/)
    await button(page, "Anlegen").click()
    await post.begun
    await text(page, "Name").fill("Scheune")
    post.let()
    await toldOf(page)
    await page.getByText("Keller ist angelegt").waitFor()
    await hasValue(text(page, "Name"), "Scheune")
  }, 60_000)

  test("so does the page of a new record, and leads to the record that is stored by now", async () => {
    const name = `Spätwirt ${unique()}`
    const page = await sharedPage("/buero/kunden/neu", office)
    await text(page, "Name").fill(name)
    const post = await holdBack(page, "POST", /\/api\/kunden$/)
    await button(page, "Anlegen").click()
    await post.begun
    await text(page, "Telefon").fill("0171 1")
    post.let()
    await page.getByText("Noch einmal gesendet, ist es etwas Neues.").waitFor()
    await hasValue(text(page, "Telefon"), "0171 1")
    await button(page, "Öffnen").click()
    await page.getByRole("heading", { name }).waitFor()
  }, 60_000)

  test("a booking that is sent before its sum is shown says which sum it expects", async () => {
    const kunde = await bringsCrates()
    const page = await sharedPage(`/buero/buchen?kunde=${kunde}`, office)
    const preview = await holdBack(page, "POST", /\/api\/pfandbuchungen\/vorschau$/)
    const post = await holdBack(page, "POST", /\/api\/pfandbuchungen$/)
    post.let()
    await atPieces(page)
    await page.keyboard.type("4")
    await page.keyboard.press("Control+Enter")
    await preview.begun
    const answer = page.waitForResponse((one) => one.url().endsWith("/vorschau"))
    preview.let()
    const { positionen } = (await (await answer).json()) as { positionen: { summe_cent: number }[] }
    const { erwartet_cent } = await post.begun
    expect(erwartet_cent).toBe(positionen[0]?.summe_cent)
    expect(erwartet_cent).toBeLessThan(0)
    expect(page.faults).toEqual([])
  }, 60_000)

  test("a day that is none is sent by no form, and neither is another one in its place", async () => {
    const kunde = await bringsCrates()
    const page = await sharedPage(`/buero/buchen?kunde=${kunde}`, office)
    const sent: string[] = []
    page.on("request", (one) => void (one.url().endsWith("/pfandbuchungen") && sent.push(one.method())))
    await atPieces(page)
    await page.keyboard.type("2")
    const day = page.getByRole("group", { name: "Geschehen am" })
    await day.getByRole("spinbutton").first().click()
    await page.keyboard.type("31.2.2026")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Den 31.02.2026 gibt es nicht").waitFor()
    await page.locator("[data-menge]").first().press("Control+Enter")
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-type") === "day")
    expect(sent.filter((method) => method === "POST")).toEqual([])
    await page.keyboard.type("1.2.2026")
    await page.locator("[data-menge]").first().press("Control+Enter")
    await page.getByRole("alertdialog").getByRole("button", { name: "Trotzdem buchen" }).click()
    await page.getByText("Zuletzt gebucht").waitFor()
    const { items } = await api(`/pfandbuchungen?kunde_id=${kunde}&limit=50`)
    expect(items.map((one: { erfasst_am: string }) => one.erfasst_am.slice(0, 10))).toContain("2026-02-01")
  }, 60_000)

  test("nor is half a time", async () => {
    const page = await sharedPage(`/buero/kunden/${await made("Gasthaus Morgens")}`, office)
    await button(page, "Bearbeiten").click()
    const sent: string[] = []
    page.on("request", (one) => void (one.method() === "PATCH" && sent.push(one.url())))
    await text(page, "Ort").fill("Lüneburg")
    const hour = page.locator("[data-field=lieferzeit_von]").getByRole("spinbutton").first()
    await hour.click()
    await page.keyboard.type("7")
    await hour.press("Control+Enter")
    await page.getByText("Bitte Stunde und Minute eingeben").waitFor()
    await button(page, "Speichern").click()
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "spinbutton")
    expect(sent).toEqual([])
    await hour.click()
    await page.keyboard.type("0730")
    await button(page, "Speichern").click()
    await page.getByText("Gespeichert", { exact: true }).waitFor()
    expect(sent).toHaveLength(1)
  }, 60_000)
})
