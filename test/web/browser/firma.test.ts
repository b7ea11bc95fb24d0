import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { unzipSync } from "fflate"
import type { BrowserContext } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import {
  ask,
  barriers,
  hasChromium,
  logIn,
  open,
  picture,
  sharedPageAnew,
  startDemo,
  type Watched,
} from "./browser.ts"

let demo: Running
let context: BrowserContext
const page = (): Promise<Watched> => sharedPageAnew("/buero/firma", context)
const api = (path: string, method?: string, data?: object) => ask(context, path, method, data)

/** A white square, as a logo is uploaded. */
const LOGO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

describe.skipIf(!hasChromium)("the own company", () => {
  beforeAll(async () => {
    demo = await startDemo()
    context = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => context?.close())

  test("its letterhead is changed, with faults at their fields", async () => {
    const firma = await page()
    await firma.getByRole("button", { name: "Anschrift und Briefkopf bearbeiten" }).click()
    await firma.getByLabel("E-Mail", { exact: true }).fill("keine")
    await firma.getByLabel("IBAN").fill("DE02 1203 0000 0000 2020 51")
    await firma.keyboard.press("Control+Enter")
    await firma.getByText("muss eine gültige E-Mail-Adresse sein").waitFor()
    await firma.getByLabel("IBAN").fill("DE00123")
    await firma.keyboard.press("Control+Enter")
    const wrong = firma.locator("[data-field=iban] .fault")
    await wrong.getByText("ist keine gültige IBAN: bitte Land, Länge und Ziffern vergleichen").waitFor()
    await firma.getByLabel("IBAN").fill("DE02 1203 0000 0000 2020 51")
    await picture(firma, "firma-fehler")
    expect(await barriers(firma)).toEqual([])
    await firma.getByLabel("E-Mail", { exact: true }).fill("kontakt@demo.example")
    await firma.keyboard.press("Control+Enter")
    await firma.getByText("Gespeichert", { exact: true }).waitFor()
    const { iban, zeitzone, name } = await api("/tenant")
    expect([iban, zeitzone, name]).toEqual([
      "DE02 1203 0000 0000 2020 51",
      "Europe/Berlin",
      "Getränke Sommer GmbH",
    ])
    expect(firma.faults.filter((fault) => !fault.includes("400"))).toEqual([])
  }, 120_000)

  test("a long IBAN is taken in groups of four, and shown in them", async () => {
    const before = (await api("/tenant")).iban
    const firma = await page()
    await firma.getByRole("button", { name: "Anschrift und Briefkopf bearbeiten" }).click()
    await firma.getByLabel("IBAN").fill("MT84 MALT 0110 0001 2345 MTLC AST0 01S")
    await firma.keyboard.press("Control+Enter")
    await firma.getByText("Gespeichert", { exact: true }).waitFor()
    expect((await api("/tenant")).iban).toBe("MT84MALT011000012345MTLCAST001S")
    await firma.getByText("MT84 MALT 0110 0001 2345 MTLC AST0 01S", { exact: true }).waitFor()
    await api("/tenant", "PATCH", { iban: before })
  }, 120_000)

  test("an IBAN that was stored before it was checked keeps no other field from being stored", async () => {
    const firma = await open("about:blank", {}, context)
    await firma.route("**/api/tenant", async (route) => {
      if (route.request().method() !== "GET") return route.continue()
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), iban: "DE00123" } })
    })
    await firma.goto(`${demo.url}/buero/firma`)
    await firma.getByRole("button", { name: "Anschrift und Briefkopf bearbeiten" }).click()
    await firma.getByLabel("Ort", { exact: true }).fill("Bardowick")
    const sent = firma.waitForRequest((request) => request.method() === "PATCH")
    await firma.keyboard.press("Control+Enter")
    expect((await sent).postDataJSON()).toEqual({ ort: "Bardowick" })
    await firma.getByText("Gespeichert", { exact: true }).waitFor()
    await api("/tenant", "PATCH", { ort: "Lüneburg" })
    expect(firma.faults).toEqual([])
  }, 120_000)

  test("what is to be settled with a tax adviser says so, and is explained", async () => {
    const firma = await page()
    const section = firma.getByRole("region", { name: "Umsatzsteuer und Abrechnung", exact: true })
    await section.getByText("mit dem Steuerberater festlegen").waitFor()
    await firma.getByRole("button", { name: "Umsatzsteuer und Abrechnung bearbeiten" }).click()
    await firma.getByRole("button", { name: /Umsatzsteuer auf Pfand/ }).click()
    await firma.getByRole("option", { name: "Jahresausgleich" }).click()
    await firma.getByText("versteuert wird der Saldo am 31.12.").first().waitFor()
    await firma.getByLabel("Einspruchsfrist in Tagen").fill("")
    await firma.keyboard.press("Control+Enter")
    await firma.getByText("muss eine ganze Zahl sein").waitFor()
    await firma.getByLabel("Einspruchsfrist in Tagen").fill("14")
    await firma.keyboard.press("Control+Enter")
    await section.getByText("14 Tage; so lange").waitFor()
    await section.getByText("Jahresausgleich.").waitFor()
    await api("/tenant", "PATCH", { ust_verfahren: "laufend", einspruchsfrist_tage: 8 })
  }, 120_000)

  test("what a settlement is, is chosen with what follows from it", async () => {
    const firma = await page()
    const section = firma.getByRole("region", { name: "Umsatzsteuer und Abrechnung", exact: true })
    await section.getByText("14 Tage nach dem Rechnungsdatum").waitFor()
    await firma.getByRole("button", { name: "Umsatzsteuer und Abrechnung bearbeiten" }).click()
    await firma.getByRole("button", { name: /Eine Abrechnung ist/ }).click()
    await firma.getByRole("option", { name: "Ein Beleg" }).click()
    await firma.getByText("an DATEV gehen daraus nur Kautionen").first().waitFor()
    expect(await firma.getByLabel("Zahlungsziel in Tagen").count()).toBe(0)
    await firma.keyboard.press("Control+Enter")
    await section.getByText("weder Umsatzsteuer noch einen Betrag zu zahlen").waitFor()
    await until("the setting is stored", async () =>
      expect((await api("/tenant")).abrechnung_ist).toBe("beleg"),
    )
    // An invoice without a bank account is not made: it is said where one settles.
    await api("/tenant", "PATCH", { abrechnung_ist: "rechnung", iban: null })
    const abrechnungen = await sharedPageAnew("/buero/abrechnungen", context)
    await abrechnungen.getByRole("alert").getByText("Im Briefkopf fehlt IBAN.").waitFor()
    await api("/tenant", "PATCH", { iban: "DE02120300000000202051" })
  }, 120_000)

  test("drivers get other reasons to tap; one that is too long is told by its line", async () => {
    const before = await api("/fahrer/einstellungen")
    const firma = await page()
    await firma.getByRole("button", { name: "Fahrer bearbeiten" }).click()
    const gruende = firma.getByLabel("Gründe, wenn nicht zugestellt werden konnte")
    await gruende.fill(`Ruhetag\n${"x".repeat(101)}`)
    await firma.getByText("ungeplant abholen").click()
    await firma.getByRole("button", { name: "Speichern" }).click()
    await firma.getByText("Zeile 2: höchstens 100 Zeichen").waitFor()
    await gruende.fill("Ruhetag\n\n Hund im Hof ")
    await firma.getByRole("button", { name: "Speichern" }).click()
    await firma.getByText("Nicht erlaubt").waitFor()
    expect(await api("/fahrer/einstellungen")).toMatchObject({
      fehlschlag_gruende: ["Ruhetag", "Hund im Hof"],
      ungeplant_erlaubt: 0,
    })
    const { version: _, ...settings } = before
    await api("/fahrer/einstellungen", "PATCH", settings)
  }, 120_000)

  test("what the tax adviser said goes in as it was said: no number is grouped or lifted to a limit", async () => {
    const firma = await page()
    await firma.getByRole("button", { name: "Buchführung (DATEV) bearbeiten" }).click()
    await firma.getByLabel("Beraternummer").fill("999")
    await firma.getByLabel("Mandantennummer").fill("12345")
    await firma.getByLabel("BU-Schlüssel: Gerätepfand").fill("3")
    await firma.keyboard.press("Control+Enter")
    await firma.getByText("muss aus vier Ziffern bestehen").waitFor()
    await firma.getByText("muss mindestens 1001 sein").waitFor()
    await firma.getByLabel("BU-Schlüssel: Gerätepfand").fill("")
    await firma.getByLabel("Beraternummer").fill("1234567")
    await firma.keyboard.press("Control+Enter")
    await firma.getByText("1234567, 12345", { exact: true }).waitFor()
    expect(await api("/datev/einstellungen")).toMatchObject({ berater: 1_234_567, mandant: 12_345 })
    await api("/datev/einstellungen", "PATCH", { berater: null, mandant: null })
  }, 120_000)

  test("a logo is put in, shown, and taken away", async () => {
    const file = join(temporaryDir(), "logo.png")
    await Bun.write(file, Buffer.from(LOGO, "base64"))
    const firma = await page()
    await firma.getByText("Noch kein Logo").waitFor()
    const choose = firma.waitForEvent("filechooser")
    await firma.getByRole("button", { name: "Logo hochladen" }).click()
    await (await choose).setFiles(file)
    await firma.getByRole("img", { name: "Logo der Firma" }).waitFor()
    await firma.getByRole("button", { name: "Entfernen" }).click()
    await firma.getByText("Noch kein Logo").waitFor()
    expect(firma.faults).toEqual([])
  }, 120_000)

  test("the office reads and changes nothing", async () => {
    const firma = await open(`${demo.url}/buero/firma`, {}, await logIn(demo, "buero"))
    // No button is named that is not there.
    await firma.getByText("Das kann die Verwaltung ändern.").waitFor()
    expect(await firma.getByText("unter „Bearbeiten“").count()).toBe(0)
    await firma.getByRole("heading", { name: "Umsatzsteuer und Abrechnung" }).waitFor()
    expect(await firma.getByRole("button", { name: /bearbeiten|Logo/ }).count()).toBe(0)
    expect(firma.faults).toEqual([])
  }, 120_000)

  test("all of it is put together as one file, which is then saved", async () => {
    const firma = await page()
    // Nothing was made yet, says an answer that comes only after it was ordered: it is asked for again.
    const ordered = Promise.withResolvers<void>()
    await firma.route("**/api/firmenexport", async (route) => {
      const response = await route.fetch()
      if (route.request().method() === "GET") await ordered.promise
      await route.fulfill({ response })
      ordered.resolve()
    })
    await firma.reload()
    const section = firma.getByRole("region", { name: "Die ganze Firma mitnehmen" })
    await section.getByRole("button", { name: "ZIP zusammenstellen" }).click()
    const save = section.getByRole("button", { name: /ZIP herunterladen/ })
    await save.waitFor({ timeout: 150_000 })
    const download = firma.waitForEvent("download")
    await save.click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^demo \d{4}-\d\d-\d\d\.zip$/)
    const files = unzipSync(await Bun.file(await file.path()).bytes())
    expect(Object.keys(files)).toContainValues(["LIESMICH.txt", "listen/2-kunden.csv", "tabellen/kunden.csv"])
    expect(Object.keys(files).filter((name) => name.startsWith("bilder/kunden/")).length).toBeGreaterThan(0)
    expect(files["FEHLENDE-BILDER.txt"]).toBeUndefined()
    const { items } = await api("/protokoll")
    expect(items[0].aktion).toBe("tenants.firma_exportiert")
    expect(await barriers(firma)).toEqual([])
    expect(firma.faults).toEqual([])
  }, 180_000)
})
