import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  goTo,
  hasChromium,
  logIn,
  open,
  pictures,
  startDemo,
  type Watched,
} from "./browser.ts"

/** Test dates in the office: planned and entered at the device, found in the list and on the first screen. */

let demo: Running
let office: BrowserContext
const page = (path: string): Promise<Watched> => open(`${demo.url}/buero${path}`, {}, office)
const api = (path: string, method?: string, data?: object) => ask(office, path, method, data)

/** As it looks on a desk and on a telephone, in the light and in the dark: where PICTURES names a folder for it. */
describe.skipIf(!hasChromium)("test dates", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
  }, 120_000)
  afterAll(() => office?.close())

  test("are planned at the device, stop its hand-out, and move on when it was tested", async () => {
    const nummer = `P-${process.pid}`
    const { id } = await api("/geraete", "POST", { geraetenummer: nummer, bezeichnung: "CO₂-Flasche 10 kg" })
    await api(`/geraete/${id}/pruefplaene/reinigung`, "PUT", {
      intervall: 14,
      intervall_in: "tage",
      naechste: "2999-01-01",
    })
    const shown = await page(`/geraete/${id}`)
    await shown.getByRole("button", { name: "Prüfung vorsehen" }).click()
    const panel = shown.locator(".panel")
    await panel
      .getByRole("button", { name: /Prüfung/ })
      .first()
      .click()
    await shown.getByRole("option", { name: "Druckprüfung" }).click()
    const next = panel.getByRole("group", { name: "Nächste Prüfung" })
    await next.getByRole("spinbutton").first().click()
    await shown.keyboard.type("01052026")
    await shown.keyboard.press("Control+Enter")
    await shown.getByText("überfällig", { exact: true }).waitFor()
    await pictures(shown, "geraet-pruefungen", [1440, 390])

    await shown.getByRole("button", { name: "Ausgeben", exact: true }).click()
    await shown.waitForFunction(() => document.activeElement?.closest(".panel"))
    await shown.keyboard.type("Krone")
    await shown.getByRole("option", { name: "Krone" }).first().click()
    await panel.getByRole("button", { name: "Ausgeben", exact: true }).click()
    await shown.getByText(`Druckprüfung von ${nummer} überfällig seit 01.05.2026`).first().waitFor()
    await shown.getByRole("button", { name: "Abbrechen" }).click()

    const list = await page("/pruefplaene?tage=-1")
    await list.getByRole("rowheader", { name: "CO₂-Flasche 10 kg" }).waitFor()
    expect(await barriers(list)).toEqual([])
    await pictures(list, "prueftermine", [1440, 390])
    await goTo(list, "/buero/heute")
    await list.getByRole("link", { name: /überfällig 1/ }).waitFor()
    await list.getByRole("heading", { name: /Prüfungen überfällig/ }).scrollIntoViewIfNeeded()
    await pictures(list, "heute-pruefungen", [1440, 390])

    await shown.getByRole("button", { name: "Geprüft: Druckprüfung eintragen" }).click()
    await shown.getByRole("button", { name: "Speichern" }).click()
    await shown.getByRole("status").filter({ hasText: "Druckprüfung eingetragen, nächste am" }).waitFor()
    await shown.getByText("bestanden", { exact: true }).waitFor()
    const choosing = shown.waitForEvent("filechooser")
    await shown.getByRole("button", { name: /Zeugnis zu .* anhängen/ }).click()
    const zeugnis = { name: "z.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 Zeugnis") }
    await (await choosing).setFiles(zeugnis)
    await shown.getByText("Zeugnis", { exact: true }).waitFor()
    await shown.reload()
    await shown.getByText("bestanden", { exact: true }).waitFor()
    expect(await barriers(shown)).toEqual([])
    await pictures(shown, "geraet-geprueft", [1440, 390])
    expect(shown.faults.filter((fault) => !fault.includes("409"))).toEqual([])
  }, 120_000)

  test("are planned for several devices at once, and one that has its own keeps it", async () => {
    const make = async (nr: number): Promise<string> =>
      (await api("/geraete", "POST", { geraetenummer: `M-${process.pid}-${nr}`, bezeichnung: "Kühler" })).id
    const [one, other] = [await make(1), await make(2)]
    const plan = (id: string) => `/geraete/${id}/pruefplaene`
    const own = { intervall: 12, intervall_in: "monate", naechste: "2999-01-01" }
    await api(`${plan(other)}/tuev`, "PUT", own)
    const list = await page(`/geraete?q=M-${process.pid}`)
    await list.getByRole("checkbox", { name: "Alle gezeigten wählen" }).click()
    const bar = list.getByRole("region", { name: "Gewählte Zeilen" })
    await bar.getByRole("button", { name: "Prüfung vorsehen" }).click()
    const question = list.getByRole("alertdialog", { name: "2 Geräte zur Prüfung vorsehen?" })
    const plans = question.getByRole("button", { name: "Prüfung vorsehen" })
    expect(await plans.isDisabled()).toBe(true)
    await question.getByRole("group", { name: "Nächste Prüfung" }).getByRole("spinbutton").first().click()
    await list.keyboard.type("01052999")
    await pictures(list, "geraete-pruefung-vorsehen", [1440, 1024, 390])
    expect(await barriers(list)).toEqual([])
    await plans.click()
    await bar.getByText("1 von 2 Geräte zur Prüfung vorgesehen; 1 nicht:").waitFor()
    await bar.getByText("TÜV-Prüfung ist schon vorgesehen, fällig am 01.01.2999").waitFor()
    expect((await api(plan(one))).items).toMatchObject([
      { art: "tuev", intervall: 24, naechste: "2999-05-01" },
    ])
    expect((await api(plan(other))).items).toMatchObject([own])
  }, 120_000)

  test("a device that did not pass is let go by nobody who had not seen that, and keeps its date", async () => {
    const { id } = await api("/geraete", "POST", {
      geraetenummer: `PN-${process.pid}`,
      bezeichnung: "Kühler",
    })
    const plan = { intervall: 24, intervall_in: "monate", naechste: "2999-01-01" }
    await api(`/geraete/${id}/pruefplaene/tuev`, "PUT", plan)
    const shown = await page(`/geraete/${id}`)
    const choose = async (entry: string): Promise<void> => {
      await shown.getByRole("button", { name: "Mehr zu TÜV-Prüfung" }).click()
      await shown.getByRole("menu", { name: "Mehr zu TÜV-Prüfung" }).waitFor()
      await shown.getByRole("menuitem", { name: entry }).click()
    }
    const failed = (datum: string) =>
      api(`/geraete/${id}/pruefungen`, "POST", { art: "tuev", datum, bestanden: 0 })
    const panel = shown.locator(".panel")
    const save = panel.getByRole("button", { name: "Speichern" })
    await choose("Termin ändern …")
    await panel.getByLabel("Alle").fill("12")
    await failed("2026-03-01")
    await save.click()
    // What each of both changed holds.
    await shown.getByRole("status").filter({ hasText: "TÜV-Prüfung: fällig am 28.02.2026" }).waitFor()
    expect((await api(`/geraete/${id}/pruefplaene`)).items).toMatchObject([
      { intervall: 12, letzte: "2026-03-01", naechste: "2026-02-28" },
    ])
    await choose("Zur Ausgabe freigeben …")
    await save.waitFor()
    await failed("2026-03-02")
    await save.click()
    await panel.getByRole("alert").filter({ hasText: "inzwischen geändert: fällig am 01.03.2026" }).waitFor()
    await save.click()
    await shown.getByRole("status").filter({ hasText: "Freigegeben bis" }).waitFor()
  }, 120_000)

  test("a test is planned no longer only after a question that names what goes, the lock too", async () => {
    const nummer = `PW-${process.pid}`
    const { id } = await api("/geraete", "POST", { geraetenummer: nummer, bezeichnung: "Durchlaufkühler" })
    const termine = { letzte: "2024-01-31", naechste: "2026-01-31" }
    const plan = { intervall: 24, intervall_in: "monate", ...termine }
    await api(`/geraete/${id}/pruefplaene/tuev`, "PUT", plan)
    const shown = await page(`/geraete/${id}`)
    const leave = async (): Promise<void> => {
      await shown.getByRole("button", { name: "Mehr zu TÜV-Prüfung" }).click()
      await shown.getByRole("menuitem", { name: "Nicht mehr vorsehen" }).click()
    }
    await leave()
    const question = shown.getByRole("alertdialog", { name: "TÜV-Prüfung nicht mehr vorsehen" })
    await question.getByText("fällig am 31.01.2026, zuletzt am 31.01.2024").waitFor()
    await question.getByText("Ihre Sperre endet damit").waitFor()
    expect(await barriers(shown)).toEqual([])
    await question.getByRole("button", { name: "Abbrechen" }).click()
    await question.waitFor({ state: "detached" })
    expect((await api(`/geraete/${id}/pruefplaene`)).items).toMatchObject([termine])
    await leave()
    await question.getByRole("button", { name: "Nicht mehr vorsehen" }).click()
    await shown.getByRole("status").filter({ hasText: "TÜV-Prüfung ist nicht mehr vorgesehen" }).waitFor()
    expect((await api(`/geraete/${id}/pruefplaene`)).items).toEqual([])
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("who plans a device that another delivery brings already is told before, and at the planned one", async () => {
    const nummer = `DP-${process.pid}`
    const { id } = await api("/geraete", "POST", { geraetenummer: nummer, bezeichnung: "Zapfanlage zweimal" })
    const [one, other] = (await api("/kunden?limit=2&aktiv=1")).items
    const positionen = [{ geraet_id: id, soll_ausgabe: 1, soll_ruecknahme: 0 }]
    await api("/lieferungen", "POST", { kunde_id: one.id, datum: "2026-12-23", positionen })
    const planned = await page(`/lieferungen/neu?kunde=${other.id}`)
    await planned.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).fill(nummer)
    await planned.keyboard.press("Enter")
    const there = `23.12.2026 für ${one.name}`
    await planned.getByText("Schon eingeplant:").getByRole("link", { name: there }).waitFor()
    expect(await barriers(planned)).toEqual([])
    const made = await api("/lieferungen", "POST", { kunde_id: other.id, datum: "2026-12-24", positionen })
    const detail = await page(`/lieferungen/${made.id}`)
    await detail.getByText("Schon eingeplant:").getByRole("link").waitFor()
    expect(await detail.getByText("Schon eingeplant:").textContent()).toBe(`Schon eingeplant: ${there}`)
    expect([...planned.faults, ...detail.faults]).toEqual([])
  }, 120_000)

  test("who plans a delivery on a day after the last is told before, and at the planned one", async () => {
    const nummer = `PL-${process.pid}`
    const { id } = await api("/geraete", "POST", { geraetenummer: nummer, bezeichnung: "Zapfanlage mit TÜV" })
    const naechste = "2026-01-31"
    await api(`/geraete/${id}/pruefplaene/tuev`, "PUT", { intervall: 24, intervall_in: "monate", naechste })
    const [kunde] = (await api("/kunden?limit=1")).items
    const planned = await page(`/lieferungen/neu?kunde=${kunde.id}`)
    await planned.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).fill(nummer)
    await planned.keyboard.press("Enter")
    const warning = /Prüfung an diesem Tag überfällig \(geprüft bis 31.01.2026\)/
    await planned.getByText(warning).waitFor()
    expect(await barriers(planned)).toEqual([])
    const positionen = [{ geraet_id: id, soll_ausgabe: 1, soll_ruecknahme: 0 }]
    const made = await api("/lieferungen", "POST", { kunde_id: kunde.id, datum: "2026-12-24", positionen })
    expect(made.positionen).toMatchObject([{ geprueft_bis: naechste }])
    const detail = await page(`/lieferungen/${made.id}`)
    await detail.getByText(warning).waitFor()
    const before = await api("/lieferungen", "POST", { kunde_id: kunde.id, datum: naechste, positionen })
    const fine = await page(`/lieferungen/${before.id}`)
    await fine.getByText("Zapfanlage mit TÜV").first().waitFor()
    expect(await fine.getByText(warning).count()).toBe(0)
    expect([...planned.faults, ...detail.faults, ...fine.faults]).toEqual([])
  }, 120_000)
})
