import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  goTo,
  hasChromium,
  hasValue,
  logIn,
  sharedPage,
  sharedPageAnew,
  show,
  startDemo,
  type Watched,
} from "./browser.ts"

let demo: Running
let office: BrowserContext
let admin: BrowserContext
const page = (path: string, context = office): Promise<Watched> => sharedPage(`/buero${path}`, context)
const api = (path: string, method?: string, data?: object) => ask(admin, path, method, data)
const button = (where: Watched, name: string) => where.getByRole("button", { name, exact: true })
const toast = (where: Watched, text: string) => where.getByRole("status").filter({ hasText: text }).waitFor()

let count = 0
const newGeraet = (more: object = {}) =>
  api("/geraete", "POST", {
    geraetenummer: `T-${process.pid}-${++count}`,
    bezeichnung: "Zapfanlage",
    pfand_cent: 25_000,
    ...more,
  })
const newKunde = (name: string) => api("/kunden", "POST", { name })

describe.skipIf(!hasChromium)("devices", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => Promise.all([office, admin].map((context) => context?.close())))

  test("are listed by where they are, found by letters, and the address keeps both", async () => {
    const list = await page("/geraete")
    await list.getByRole("button", { name: /^Jeder Stand/ }).click()
    await list.getByRole("option", { name: "In Wartung" }).click()
    await list.waitForURL("**/geraete?status=wartung")
    await list.getByRole("rowheader", { name: "K-001" }).waitFor({ state: "detached" })
    await list.getByRole("rowheader", { name: "K-040" }).waitFor()
    await goTo(list, "/buero/geraete?q=k-00")
    await list.getByRole("rowheader", { name: "K-001" }).waitFor()
    await hasValue(list.getByRole("searchbox"), "k-00")
    await list.getByRole("searchbox").fill("gibtesnicht")
    await list.getByText("Kein Gerät passt zu „gibtesnicht“").waitFor()
    expect(list.faults).toEqual([])
  }, 120_000)

  test("a scanner that types opens the one it reads, in the search and outside of it", async () => {
    const [one, other] = [await newGeraet({ barcode: `90${Date.now()}` }), await newGeraet()]
    const list = await page("/geraete")
    await list.waitForFunction(() => document.activeElement?.getAttribute("type") === "search")
    await list.keyboard.type(one.barcode)
    await list.keyboard.press("Enter")
    await list.waitForURL(`**/geraete/${one.id}`)
    // Keys made by a script are not kept for a page that is still loading.
    await list.getByRole("heading", { level: 1, name: "Zapfanlage" }).waitFor()
    await list.getByText(one.geraetenummer, { exact: true }).first().waitFor()
    // As quick as a scanner is, however slow the way from this test to the browser.
    const scan = (code: string) =>
      list.evaluate((text) => {
        const press = (key: string): void =>
          void document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))
        for (const letter of text) press(letter)
        press("Enter")
      }, code)
    await scan(other.geraetenummer)
    await list.waitForURL(`**/geraete/${other.id}`)
    await scan("UNBEKANNT")
    await list.getByRole("status").filter({ hasText: "Kein Gerät hat „UNBEKANNT“" }).waitFor()
    expect(list.faults.filter((fault) => !fault.includes("404"))).toEqual([])
  }, 120_000)

  test("a new one: what is wrong stands at its field, and a number that is taken is said", async () => {
    const form = await page("/geraete/neu")
    await form.waitForFunction(() => document.activeElement?.getAttribute("name") === "geraetenummer")
    await form.keyboard.press("Control+Enter")
    await form.getByText("darf nicht leer sein").first().waitFor()
    await form.getByLabel("Gerätenummer").fill("K-001")
    await form.getByLabel("Bezeichnung").fill("Kaffeemaschine")
    await form.getByRole("textbox", { name: "Kaution" }).fill("12,50")
    await form.getByLabel("Bezeichnung").focus()
    await form.keyboard.press("Control+Enter")
    await form.getByRole("alert").filter({ hasText: "bereits vergeben" }).waitFor()
    const nummer = `NEU-${Date.now()}`
    await form.getByLabel("Gerätenummer").fill(nummer)
    await button(form, "Anlegen").dblclick()
    await form.getByRole("heading", { level: 1, name: "Kaffeemaschine" }).waitFor()
    await toast(form, `${nummer} ist angelegt und steht im Lager`)
    const stored = await api(`/geraete/code/${nummer}`)
    expect([stored.status, stored.pfand_cent, stored.pfandform]).toEqual(["lager", 1250, "kaution"])
  }, 120_000)

  test("is handed out by keys alone, booked once, taken back into repair, and out of it", async () => {
    const kunde = await newKunde(`Quellenhof ${Date.now()}`)
    const geraet = await newGeraet()
    const shown = await page(`/geraete/${geraet.id}`)
    await button(shown, "Ausgeben").focus()
    await shown.keyboard.press("Enter")
    await shown.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox")
    await shown.keyboard.insertText(kunde.name)
    await shown.keyboard.press("Enter")
    // Once found and chosen, the name is marked: another one would take its place.
    await shown.waitForFunction(() => {
      const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement
      return value !== "" && selectionStart === 0 && selectionEnd === value.length
    })
    await shown.keyboard.press("Control+Enter")
    await shown.getByRole("link", { name: kunde.name }).first().waitFor()
    await shown.getByText("250,00 € auf dem Konto des Kunden").waitFor()
    expect((await api(`/pfandbuchungen?geraet_id=${geraet.id}`)).items).toHaveLength(1)

    await button(shown, "Zurücknehmen").click()
    const panel = shown.getByRole("region", { name: /Zurücknehmen/ })
    await panel.getByText(`Dem Konto von ${kunde.name} wird gutgeschrieben`).waitFor()
    // A narrow screen's panel lies over the page's title, and says itself what it is about.
    const subject = panel.getByText(geraet.bezeichnung, { exact: true })
    expect(await subject.isVisible()).toBe(false)
    await show(shown, { width: 390 })
    await subject.waitFor()
    await show(shown, {})
    await panel.getByRole("button", { name: /Wohin/ }).click()
    await shown.getByRole("option", { name: "In die Wartung" }).click()
    await panel.getByLabel("Bemerkung").fill("Dichtung undicht")
    await panel.getByRole("group", { name: "Geschehen am" }).waitFor()
    await panel.getByRole("button", { name: "Zurücknehmen" }).dblclick()
    await toast(shown, "ist in der Wartung")
    await shown.getByText("Dichtung undicht").waitFor()
    expect((await api(`/kunden/${kunde.id}/pfandkonto`)).wert_cent).toBe(0)

    await button(shown, "Wartung beenden").click()
    await shown
      .getByRole("region", { name: /Wartung beenden/ })
      .getByRole("button", { name: "Wartung beenden" })
      .click()
    await button(shown, "Ausgeben").waitFor()
    expect((await api(`/pfandbuchungen?geraet_id=${geraet.id}`)).items).toHaveLength(2)
    expect(shown.faults).toEqual([])
  }, 180_000)

  test("what is asked at the side has the focus, and Escape puts it away from anywhere on the page", async () => {
    const kunde = await newKunde("Gasthaus Ecke")
    const geraet = await newGeraet()
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: kunde.id })
    const shown = await page(`/geraete/${geraet.id}`)
    await button(shown, "Zurücknehmen").click()
    // The choice one sees, not the one that is behind it.
    await shown.waitForFunction(() => document.activeElement?.getAttribute("aria-haspopup") === "listbox")
    await shown.keyboard.press("Enter")
    await shown.getByRole("option", { name: "In die Wartung" }).waitFor()
    // An open list comes first.
    await shown.keyboard.press("Escape")
    await shown.getByRole("option").first().waitFor({ state: "detached" })
    await shown.getByRole("region", { name: /Zurücknehmen/ }).waitFor()
    await shown.evaluate(() => (document.activeElement as HTMLElement).blur())
    await shown.keyboard.press("Escape")
    await shown.getByRole("region", { name: /Zurücknehmen/ }).waitFor({ state: "detached" })
    expect(shown.faults).toEqual([])
    await api(`/geraete/${geraet.id}/ruecknahme`, "POST", {})
  }, 120_000)

  test("is taken back from nobody else than the customer who was seen to have it, until that is seen", async () => {
    const [kunde, andere] = [await newKunde(`Gesehen ${Date.now()}`), await newKunde(`Danach ${Date.now()}`)]
    const geraet = await newGeraet()
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: kunde.id })
    const shown = await page(`/geraete/${geraet.id}`)
    await button(shown, "Zurücknehmen").click()
    const panel = shown.getByRole("region", { name: /Zurücknehmen/ })
    await panel.waitFor()
    await api(`/geraete/${geraet.id}/ruecknahme`, "POST", {})
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: andere.id })
    const takeBack = panel.getByRole("button", { name: "Zurücknehmen" })
    await takeBack.click()
    await panel
      .getByRole("alert")
      .filter({ hasText: `inzwischen bei ${andere.name}` })
      .waitFor()
    await shown.getByRole("link", { name: andere.name }).first().waitFor()
    await takeBack.click()
    await toast(shown, "steht im Lager")
    expect((await api(`/kunden/${andere.id}/pfandkonto`)).wert_cent).toBe(0)
  }, 120_000)

  test("when somebody else was faster, it says where the device is", async () => {
    const [kunde, andere] = [await newKunde(`Langsam ${Date.now()}`), await newKunde(`Schnell ${Date.now()}`)]
    const geraet = await newGeraet()
    const shown = await page(`/geraete/${geraet.id}`)
    await button(shown, "Ausgeben").click()
    const field = shown.getByRole("combobox", { name: "Kunde" })
    await field.press("Control+Enter")
    await shown.getByText("Bitte einen Kunden wählen").waitFor()
    // The second name takes the place of the first.
    for (const { name } of [andere, kunde]) {
      await field.click()
      await field.pressSequentially(name)
      await hasValue(field, name)
      await shown.getByRole("option", { name }).click()
    }
    // Before the page has seen it.
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: andere.id })
    await shown
      .getByRole("region", { name: /Ausgeben/ })
      .getByRole("button", { name: "Ausgeben" })
      .click()
    const said = shown.getByText(`ist beim Kunden ${andere.name}`)
    const seen = shown.getByRole("link", { name: andere.name })
    await said.or(seen).first().waitFor()
    expect((await api(`/geraete/${geraet.id}`)).kunde_id).toBe(andere.id)
  }, 120_000)

  test("one that got lost at a customer's leaves its deposit there, and says so", async () => {
    const kunde = await newKunde(`Verlierer ${Date.now()}`)
    const geraet = await newGeraet()
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: kunde.id })
    const shown = await page(`/geraete/${geraet.id}`)
    await button(shown, "Mehr").click()
    await shown.getByRole("menuitem", { name: "Verloren melden …" }).click()
    await button(shown, "Verloren melden").click()
    const chief = await page(`/geraete/${geraet.id}`, admin)
    for (const one of [shown, chief]) await one.getByText("Die 250,00 € bleiben auf dem Konto").waitFor()
    for (const [name, href] of [
      ["Korrektur", `/buero/buchen?kunde=${kunde.id}&geraet=${geraet.id}`],
      ["Verlust", `/buero/kunden/${kunde.id}?panel=verlust`],
    ] as const) {
      expect(await shown.getByRole("link", { name }).count()).toBe(0)
      expect(await chief.getByRole("link", { name }).getAttribute("href")).toBe(href)
    }
    await button(shown, "Wiedergefunden").click()
    const panel = shown.getByRole("region", { name: /Wiedergefunden/ })
    const until = "bis die Verwaltung sie mit einer Korrektur erstattet."
    await panel
      .getByText(
        `Gebucht wird dabei nichts: Auf dem Konto von ${kunde.name} bleiben 250,00 € Kaution, ${until}`,
      )
      .waitFor()
    await panel.getByRole("button", { name: "Wiedergefunden" }).click()
    await shown
      .getByText(
        `Es ist nicht bei ${kunde.name}, aber 250,00 € Kaution bleiben dort auf dem Konto, ${until}`,
        {
          exact: true,
        },
      )
      .waitFor()
    // Handed out to the same customer again, its deposit would stand there twice.
    await button(shown, "Ausgeben").click()
    await shown.getByRole("combobox", { name: "Kunde" }).pressSequentially(kunde.name)
    await shown.getByRole("option", { name: kunde.name }).click()
    await shown.getByText(`Das Gerät war bei ${kunde.name} verloren: 250,00 € stehen dafür noch`).waitFor()
    const other = await newKunde(`Noch einer ${Date.now()}`)
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: other.id })
    await api(`/geraete/${geraet.id}/status`, "POST", { kunde_id: other.id, status: "verloren" })
    const both = await sharedPageAnew(`/buero/geraete/${geraet.id}`, office)
    for (const said of [
      `Es ist nicht bei ${kunde.name}, aber 250,00 €`,
      "Die 250,00 € bleiben auf dem Konto",
    ])
      await both.getByText(said).waitFor()
  }, 120_000)

  test("what is open of one that is back is corrected from its page: the reason is asked for, and nothing is doubted", async () => {
    const kunde = await newKunde(`Erstattet ${Date.now()}`)
    const geraet = await newGeraet({ pfand_cent: 150_000 })
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: kunde.id })
    for (const status of ["verloren", "lager"]) await api(`/geraete/${geraet.id}/status`, "POST", { status })
    const chief = await page(`/geraete/${geraet.id}`, admin)
    await chief.getByRole("link", { name: "Korrektur" }).click()
    const line = chief.getByRole("row", { name: geraet.geraetenummer })
    await hasValue(line.getByRole("combobox", { name: /^Art/ }), "korrektur_minus")
    await chief
      .locator(".totals")
      .getByText("-1.500,00 €")
      .or(chief.locator(".totals").getByText("−1.500,00 €"))
      .first()
      .waitFor()
    expect(await chief.getByText("nicht bei diesem Kunden").count()).toBe(0)
    await button(chief, "Buchen").click()
    await chief.getByText("eine Korrektur braucht einen Grund").first().waitFor()
    await chief.getByRole("textbox", { name: "Grund" }).fill("Wieder da")
    await button(chief, "Buchen").click()
    await toast(chief, `Für ${kunde.name} gebucht`)
    expect((await api(`/kunden/${kunde.id}/pfandkonto`)).wert_cent).toBe(0)
    await chief.waitForURL("**/buero/buchen")
    chief.faults = chief.faults.filter((fault) => !/400|409/.test(fault))
    expect(chief.faults).toEqual([])
  }, 120_000)

  test("a deposit for one that is not there is questioned by its number, after the reason is given", async () => {
    const kunde = await newKunde(`Nie da ${Date.now()}`)
    const geraet = await newGeraet()
    const chief = await page(`/buchen?kunde=${kunde.id}&geraet=${geraet.id}`, admin)
    const art = chief.getByRole("row", { name: geraet.geraetenummer }).getByRole("combobox", { name: /^Art/ })
    await art.selectOption("korrektur_plus")
    await chief.locator(".totals").getByText("250,00 €").first().waitFor()
    await button(chief, "Buchen").click()
    await chief.locator("[aria-invalid=true]").first().waitFor()
    await chief.getByRole("textbox", { name: "Grund" }).fill("Getauscht")
    await button(chief, "Buchen").click()
    const question = chief.getByRole("alertdialog")
    await question
      .getByText(
        `Zapfanlage ${geraet.geraetenummer} ist nicht bei diesem Kunden; die Kaution dafür würde ihm berechnet.`,
      )
      .waitFor()
    await button(chief, "Trotzdem buchen").click()
    await toast(chief, `Für ${kunde.name} gebucht`)
    await goTo(chief, `/buero/geraete/${geraet.id}`)
    await chief.getByText(`Es ist nicht bei ${kunde.name}, aber 250,00 € Kaution bleiben dort`).waitFor()
    await goTo(chief, "/buero/heute")
    await chief.getByText("Pfand offen, Gerät nicht dort").waitFor()
  }, 120_000)

  test("one that its customer carried to another Standort is moved with its day, and the history says so", async () => {
    const kunde = await newKunde(`Klinikum ${Date.now()}`)
    const geraet = await newGeraet()
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: kunde.id })
    const closed = await api("/standorte", "POST", { kunde_id: kunde.id, name: "Keller" })
    await api(`/standorte/${closed.id}`, "PATCH", { aktiv: 0 })
    const shown = await page(`/geraete/${geraet.id}`)
    await button(shown, "Zurücknehmen").waitFor()
    expect(await button(shown, "Umstellen").count()).toBe(0)
    await api("/standorte", "POST", { kunde_id: kunde.id, name: "Station 3" })
    const placed = await sharedPageAnew(`/buero/geraete/${geraet.id}`, office)
    await button(placed, "Umstellen").click()
    const panel = placed.getByRole("region", { name: /Umstellen/ })
    await panel.getByRole("group", { name: "Geschehen am" }).waitFor()
    await panel.getByText(`Es bleibt bei ${kunde.name}; gebucht wird nichts.`).waitFor()
    await panel.getByRole("button", { name: "Umstellen" }).click()
    await panel.getByText("Dort ist es schon").waitFor()
    await panel.getByRole("button", { name: /Standort/ }).click()
    await placed.getByRole("option", { name: "Station 3" }).click()
    await panel.getByRole("button", { name: "Umstellen" }).click()
    await toast(placed, "ist umgestellt")
    const history = placed.getByRole("region", { name: "Verbleib" })
    await history.getByText("Umgestellt", { exact: true }).waitFor()
    await history.getByText("jetzt: Station 3").waitFor()
    expect(placed.faults).toEqual([])
  }, 120_000)

  test("who enters one with the serial number of another is told, as a machine is rarely there twice", async () => {
    const there = await newGeraet({ seriennummer: `SN-${process.pid}-7` })
    const shown = await page("/geraete/neu")
    const serial = shown.getByRole("textbox", { name: "Seriennummer" })
    await serial.fill(`sn-${process.pid}-7`)
    const remark = shown.getByText("Diese Seriennummer hat schon")
    await remark.getByRole("link", { name: there.geraetenummer }).waitFor()
    expect(await barriers(shown)).toEqual([])
    await serial.fill(`SN-${process.pid}-8`)
    await remark.waitFor({ state: "detached" })
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("one whose deposit was waived: before it comes back or is lost, it is said that nothing is open", async () => {
    const geraet = await newGeraet()
    const kunde = await newKunde(`Erlassen ${Date.now()}`)
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: kunde.id })
    const shown = await page(`/geraete/${geraet.id}`)
    await button(shown, "Mehr").click()
    await shown.getByRole("menuitem", { name: "Verloren melden …" }).click()
    await shown.getByText(`sind 250,00 € offen. Das bleibt auf dem Konto von ${kunde.name}, bis`).waitFor()
    const positionen = [{ geraet_id: geraet.id, art: "korrektur_minus", menge: 1 }]
    await api("/pfandbuchungen", "POST", { kunde_id: kunde.id, grund: "Kulanz", positionen })
    await shown.reload()
    await button(shown, "Zurücknehmen").click()
    const open = "Es ist keine Kaution offen:"
    await shown.getByText(`${open} Dem Konto von ${kunde.name} wird nichts gutgeschrieben.`).waitFor()
    await button(shown, "Schließen").click()
    await button(shown, "Mehr").click()
    await shown.getByRole("menuitem", { name: "Verloren melden …" }).click()
    await shown.getByText(`${open} Das Gerät verlässt sofort das Konto von ${kunde.name}.`).waitFor()
    await button(shown, "Verloren melden").click()
    await shown.getByText("ist verloren gemeldet").first().waitFor()
    expect((await api(`/kunden/${kunde.id}/saldenbestaetigung`)).bestand).toEqual([])
  }, 120_000)

  test("only administrators retire one, and then nothing can be done with it any more", async () => {
    const geraet = await newGeraet()
    const shown = await page(`/geraete/${geraet.id}`)
    await button(shown, "Mehr").click()
    await shown.getByRole("menuitem", { name: "Verloren melden …" }).waitFor()
    expect(await shown.getByRole("menuitem", { name: "Ausmustern …" }).count()).toBe(0)
    expect(await shown.getByRole("link", { name: "Wer was geändert hat" }).count()).toBe(0)
    const chief = await page(`/geraete/${geraet.id}`, admin)
    await chief.getByRole("link", { name: "Wer was geändert hat" }).waitFor()
    await button(chief, "Mehr").click()
    await chief.getByRole("menuitem", { name: "Ausmustern …" }).click()
    await chief.getByText("nicht rückgängig zu machen").waitFor()
    await button(chief, "Ausmustern").click()
    await toast(chief, "ist ausgemustert")
    await button(chief, "Ausgeben").waitFor({ state: "detached" })
    expect(await button(chief, "Mehr").count()).toBe(0)
    expect((await api(`/geraete/${geraet.id}`)).status).toBe("ausgemustert")
  }, 120_000)

  test("changed by two at once, mine stands beside theirs in words", async () => {
    const geraet = await newGeraet()
    const form = await page(`/geraete/${geraet.id}`)
    await button(form, "Bearbeiten").click()
    await form.getByRole("textbox", { name: "Kaution" }).fill("300")
    await form.getByLabel("Seriennummer").fill("SN-MEINE")
    await api(`/geraete/${geraet.id}`, "PATCH", { pfand_cent: 40_000 })
    await button(form, "Speichern").click()
    const dialog = form.getByRole("alertdialog")
    await dialog.getByText("300,00 €").waitFor()
    await dialog.getByText("400,00 €").click()
    await button(form, "Auswahl übernehmen").click()
    await button(form, "Speichern").click()
    await toast(form, "Gespeichert")
    const { pfand_cent, seriennummer } = await api(`/geraete/${geraet.id}`)
    expect([pfand_cent, seriennummer]).toEqual([40_000, "SN-MEINE"])
  }, 120_000)

  test("with names of 200 letters everything stays in its frame", async () => {
    const long = "Donaudampfschifffahrtsgesellschaftskapitän ".repeat(5).slice(0, 200).trim()
    const kunde = await newKunde(long)
    const geraet = await newGeraet({ bezeichnung: long, typ: long.slice(0, 100), notiz: long })
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: kunde.id, notiz: long })
    const shown = await page(`/geraete/${geraet.id}`)
    await shown.getByRole("link", { name: long }).first().waitFor()
    for (const path of [`/geraete/${geraet.id}`, `/geraete?q=${geraet.geraetenummer}`]) {
      await goTo(shown, `/buero${path}`)
      await shown.getByText(geraet.geraetenummer).first().waitFor()
      for (const look of [{ width: 1440 }, { width: 390, dark: true }] as const) {
        await show(shown, look)
        const over = await shown.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect([path, over, await barriers(shown)]).toEqual([path, 0, []])
      }
    }
    expect(shown.faults).toEqual([])
  }, 180_000)
})
