import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Running } from "../../helpers/executable.ts"
import { follow, goTo, hasChromium, open, startDemo, type Watched } from "./browser.ts"

/**
 * The office's day as a new user tries it: the executable in an empty folder, a browser, and from the log-in on nothing
 * but what can be clicked and typed.
 */

let demo: Running
let page: Watched

const read = async <T>(path: string): Promise<T> =>
  (await (await page.context().request.get(`${demo.url}/api${path}`)).json()) as T
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" })
const to = (place: string, tab?: string) => follow(page, place, tab)
const title = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor()
/** Has it been said? */
const said = (words: RegExp | string) => page.getByText(words).first().waitFor()
const idInAddress = (): string => new URL(page.url()).pathname.split("/").at(-1) ?? ""
const balance = async (kunde: string): Promise<number> =>
  (await read<{ wert_cent: number }>(`/kunden/${kunde}/pfandkonto`)).wert_cent

/** Strg+K, a few letters, Enter: the first that is found. */
async function jump(letters: string, found: RegExp): Promise<void> {
  await page.keyboard.press("Control+k")
  await page.getByRole("dialog", { name: "Suchen und springen" }).waitFor()
  await page.keyboard.type(letters)
  // Enter leads to the element with the focus.
  await page.locator("[role=menuitem][data-focused]", { hasText: found }).waitFor()
  await page.keyboard.press("Enter")
  await title(found)
}

/** Digits go to the number of pieces of the first line. */
const atPieces = () =>
  page.waitForFunction(() => document.activeElement?.getAttribute("aria-label")?.startsWith("Stück") ?? false)

describe.skipIf(!hasChromium)("a new user of the office", () => {
  let kunde: string
  let name: string
  let before: number
  beforeAll(async () => {
    demo = await startDemo()
    page = await open(demo.url)
  }, 180_000)
  afterAll(() => demo?.stop())

  test("logs in with one click, and finds a customer by three letters", async () => {
    await button(/Petra Sommer/).click()
    await title("Heute")
    await jump("adl", /Adler/)
    kunde = idInAddress()
    name = await page.getByRole("heading", { level: 1 }).innerText()
    before = await balance(kunde)
  }, 120_000)

  test("books a return, and takes it back by a Storno", async () => {
    await page.getByRole("main").getByRole("link", { name: "Rückgabe buchen" }).click()
    await atPieces()
    await page.keyboard.type("3")
    await page.keyboard.press("Control+Enter")
    await said("Zuletzt gebucht")
    expect(await balance(kunde)).toBeLessThan(before)

    await to("Buchungen")
    await page.getByRole("row").filter({ hasText: name }).getByRole("rowheader").first().click()
    await button("Stornieren …").click()
    await page.getByLabel("Grund").fill("Falscher Kunde")
    await button("Storno buchen").click()
    await said("Der Vorgang ist storniert")
    expect(await balance(kunde)).toBe(before)
  }, 180_000)

  test("plans a delivery on a driver's tour, moves it to another driver, and prints the day", async () => {
    await jump("adl", /Adler/)
    await page.getByRole("link", { name: "Lieferung planen" }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-line")?.startsWith("out "))
    await page.keyboard.type("4")
    await button(/Fahrer$/).click()
    await page.getByRole("option", { name: "Jens Brandt" }).click()
    await button("Planen").click()
    await title(name)
    const { datum } = await read<{ datum: string }>(`/lieferungen/${idInAddress()}`)
    const id = idInAddress()

    await to("Touren")
    await goTo(page, `/buero/touren?datum=${datum}`)
    const column = (driver: string) => page.getByRole("region", { name: driver, exact: true })
    const stop = column("Jens Brandt").getByRole("button", { name: `${name}: verschieben` })
    await stop.last().click()
    const moved = page.waitForResponse((reply) => reply.url().endsWith("/verschieben"))
    await page.getByRole("menuitem", { name: "An Murat Yılmaz" }).click()
    expect((await moved).status()).toBe(200)
    await column("Murat Yılmaz").getByText(name).first().waitFor()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "ja")
    })
    await button("Drucken").click()
    await page.getByRole("menuitem", { name: "Diese Tafel" }).click()
    await page.locator("body[data-printed]").waitFor()
    await page.emulateMedia({ media: "print" })
    await said(name)
    expect((await page.pdf()).length).toBeGreaterThan(5_000)
    await page.emulateMedia({ media: "screen" })
    type Tour = { fahrer_name: string | null; stopps: { lieferung_id: string }[] }
    const { touren } = await read<{ touren: Tour[] }>(`/touren?datum=${datum}`)
    const tour = touren.find(({ stopps }) => stopps.some(({ lieferung_id }) => lieferung_id === id))
    expect(tour?.fahrer_name).toBe("Murat Yılmaz")
  }, 180_000)

  test("hands out a device", async () => {
    const { items } = await read<{ items: { id: string; geraetenummer: string }[] }>(
      "/geraete?status=lager&limit=1",
    )
    const [geraet] = items
    await to("Geräte")
    await page.getByRole("searchbox", { name: "Geräte suchen" }).fill(geraet?.geraetenummer ?? "")
    await page
      .getByRole("row")
      .filter({ hasText: geraet?.geraetenummer ?? "" })
      .first()
      .click()
    await button("Ausgeben").click()
    await page.getByRole("combobox", { name: "Kunde" }).pressSequentially(name)
    await page.getByRole("option").first().click()
    const issued = page.waitForResponse((reply) => reply.url().endsWith("/ausgabe"))
    await page
      .getByRole("region", { name: /Ausgeben/ })
      .getByRole("button", { name: "Ausgeben" })
      .click()
    expect((await issued).status()).toBe(200)
    const { status } = await read<{ status: string }>(`/geraete/${geraet?.id}`)
    expect(status).toBe("beim_kunden")
  }, 180_000)

  test("adds an article with parts", async () => {
    await to("Artikel")
    await page.getByRole("link", { name: "Neuer Artikel" }).click()
    await page.getByLabel("Bezeichnung").fill("Kasten Limo 20 × 0,33 l")
    await page.getByLabel("Nummer").fill("LIMO-20")
    await button(/^Einzeln|Art/).click()
    await page.getByRole("option", { name: "Gebinde" }).click()
    for (const part of ["KI-20", "FL-033"]) {
      await page.getByRole("combobox", { name: "Artikel dazu" }).pressSequentially(part)
      await page.keyboard.press("Enter")
      await page
        .getByRole("textbox", { name: /^Stück/ })
        .nth(part === "KI-20" ? 0 : 1)
        .waitFor()
    }
    await page.getByRole("textbox", { name: /^Stück Flasche/ }).fill("20")
    await page.keyboard.press("Tab")
    await said("4,50 €")
    await button("Anlegen").click()
    await title("Kasten Limo 20 × 0,33 l")
  }, 180_000)

  test("makes an account for a colleague, who can log in", async () => {
    await to("Firma", "Mitarbeiter")
    await page.getByRole("link", { name: "Neuer Mitarbeiter" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill("Öznur Çelik")
    await page.getByRole("textbox", { name: "E-Mail" }).fill("oeznur@demo.example")
    await page.getByLabel("Erstes Passwort").fill("lang genug")
    await button("Anlegen").click()
    await title("Öznur Çelik kann sich jetzt anmelden")
    const reply = await fetch(`${demo.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "oeznur@demo.example", password: "lang genug" }),
    })
    expect(reply.status).toBe(200)
  }, 120_000)

  test("and met no complaint on the way", () => {
    expect(page.faults).toEqual([])
  })
})
