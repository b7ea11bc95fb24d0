import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  hasChromium,
  hasValue,
  logIn,
  open,
  picture,
  startDemo,
  type Watched,
} from "./browser.ts"

/** Losses of customers, as an administrator books them. */

let demo: Running
let admin: BrowserContext
let office: BrowserContext
const page = (path: string, context = admin): Promise<Watched> =>
  open(`${demo.url}/buero${path}`, {}, context)
const api = (path: string, method?: string, data?: object) => ask(admin, path, method, data)

describe.skipIf(!hasChromium)("a loss", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
    office = await logIn(demo, "buero")
  }, 120_000)
  afterAll(() => Promise.all([admin, office].map((context) => context?.close())))

  test("is seen in words before it is booked, leaves the stock, and comes back with its Storno", async () => {
    const kunde = await api("/kunden", "POST", { name: "Gasthaus Verlust" })
    const artikel = await api("/pfandartikel", "POST", {
      nummer: `V-${process.pid}`,
      bezeichnung: "Kasten Verlust",
      art: "einzeln",
      pfand_cent: 15_000,
      ust_klasse: "warenumschliessung",
    })
    const positionen = [{ pfandartikel_id: artikel.id, art: "ausgabe", menge: 1200 }]
    await api("/pfandbuchungen", "POST", { kunde_id: kunde.id, positionen })

    const shown = await page(`/kunden/${kunde.id}`)
    await shown.getByRole("button", { name: "Verlust buchen" }).click()
    const panel = shown.getByRole("form", { name: "Verlust buchen" })
    const send = panel.getByRole("button", { name: "Als verloren buchen" })
    await send.click()
    await panel.getByText("Bitte die Stückzahl eintragen").waitFor()
    await panel.getByLabel("Stück").fill("1201")
    await panel.getByLabel("Stück").press("Tab")
    await panel.getByText("darf höchstens 1.200").waitFor()
    await panel.getByLabel("Stück").fill("4")
    await panel
      .getByText("4 Stück verlassen das Konto des Kunden, 600,00 € Pfand behält die Firma.")
      .waitFor()
    await panel.getByText("entstand mit der Ausgabe und bleibt").waitFor()
    await panel.getByLabel("Bemerkung").fill("Hochwasser")
    await picture(shown, "verlust")
    expect(await barriers(shown)).toEqual([])
    // Sent before what it means is known: it waits for that.
    const known = Promise.withResolvers<void>()
    await shown.route("**/api/pfandverluste/vorschau?*", async (route) => {
      await known.promise
      await route.continue()
    })
    await panel.getByLabel("Stück").fill("14")
    await panel.getByLabel("Stück").press("Control+Enter")
    await until("it waits", async () => (await send.getAttribute("data-pending")) === "true")
    known.resolve()
    await shown.getByText("14 Stück sind als verloren gebucht").waitFor()
    await shown.getByText("Verlust: Hochwasser").waitFor({ state: "attached" })
    // As on paper: a correction would be a mistake that was mended.
    await shown.locator(".events .what").getByText("Verlust 14 ×").waitFor()
    const konto = () => api(`/kunden/${kunde.id}/pfandkonto`)
    expect((await konto()).wert_cent).toBe(17_790_000)

    const report = await page("/schwund?was=kunden")
    const row = report.getByRole("row", { name: /Gasthaus Verlust/ })
    await row.getByText("2.100,00 €").waitFor()
    expect(await barriers(report)).toEqual([])
    await picture(report, "schwund")

    const { items } = await api(`/pfandbuchungen?kunde_id=${kunde.id}&limit=1`)
    const ledger = await page(`/pfandbuch?kunde=${kunde.id}&vorgang=${items[0].vorgang_id}`)
    await ledger.getByText("Verlust: Hochwasser").first().waitFor()
    await ledger.getByRole("button", { name: "Stornieren …" }).click()
    await ledger.getByText("Saldo von Gasthaus Verlust: 177.900,00 € → 180.000,00 €").waitFor()
    await ledger.waitForFunction(() => document.activeElement?.getAttribute("name") === "grund")
    await ledger.keyboard.type("Gefunden")
    await ledger.keyboard.press("Control+Enter")
    await until("the found ones are booked", async () => expect((await konto()).wert_cent).toBe(18_000_000))
    expect([shown.faults, report.faults, ledger.faults]).toEqual([[], [], []])
  }, 120_000)

  test("of a device begins on its page, and needs no number of pieces", async () => {
    const kunde = await api("/kunden", "POST", { name: "Gasthaus Kühler" })
    const geraetenummer = `K-${process.pid}`
    const neu = { geraetenummer, bezeichnung: "Kühler", pfand_cent: 15_000, pfandform: "pfand" }
    const geraet = await api("/geraete", "POST", neu)
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: kunde.id })
    const before = await page(`/kunden/${kunde.id}`)
    await before.getByText("Zusammen").waitFor()
    expect(await before.getByRole("button", { name: "Verlust buchen" }).count()).toBe(0)
    await api(`/geraete/${geraet.id}/status`, "POST", { status: "verloren" })
    // Its deposit is open, and the customer has it no more.
    await before.reload()
    const devices = before.getByRole("region", { name: "Pfandsaldo" }).locator("dl > div")
    await devices.filter({ hasText: "Geräte" }).getByText("0", { exact: true }).waitFor()

    const shown = await page(`/geraete/${geraet.id}`)
    await shown.getByRole("link", { name: "Verlust", exact: true }).click()
    const panel = shown.getByRole("form", { name: "Verlust buchen" })
    await panel
      .getByText(`Das Gerät ${geraetenummer} verlässt das Konto des Kunden, 150,00 € Pfand behält die Firma.`)
      .waitFor()
    expect(await panel.getByLabel("Stück").count()).toBe(0)
    expect(await barriers(shown)).toEqual([])
    await picture(shown, "verlust-geraet")
    await panel.getByRole("button", { name: "Als verloren buchen" }).click()
    await shown.getByText("Das Gerät ist als Verlust gebucht").waitFor()
    expect(await api(`/kunden/${kunde.id}/pfandkonto`)).toMatchObject({ wert_cent: 0, geraete: [] })
    expect([before.faults, shown.faults]).toEqual([[], []])
  }, 120_000)

  test("given up is kept, and says so; only „Eingaben verwerfen“ empties it", async () => {
    const { items } = await api("/pfandsalden?limit=1")
    const shown = await page(`/kunden/${items[0].kunde_id}`)
    const form = shown.getByRole("form", { name: "Verlust buchen" })
    const note = form.getByLabel("Bemerkung")
    const openAgain = () => shown.getByRole("button", { name: "Verlust buchen", exact: true }).click()
    await openAgain()
    await note.fill("Hochwasser")
    await form.getByRole("button", { name: "Abbrechen" }).click()
    await form.waitFor({ state: "detached" })
    await shown.getByText("Noch nicht gespeichert. Beim nächsten Öffnen").waitFor()
    await openAgain()
    await form.getByText("Noch nicht gespeicherte Eingaben").waitFor()
    await hasValue(note, "Hochwasser")
    await form.getByRole("button", { name: "Eingaben verwerfen" }).click()
    await form.getByText("Noch nicht gespeicherte Eingaben").waitFor({ state: "detached" })
    await hasValue(note, "")
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("is for administrators", async () => {
    const { items } = await api("/pfandsalden?limit=1")
    const path = `/kunden/${items[0].kunde_id}?panel=verlust`
    const shown = await page(path, office)
    await shown.getByRole("heading", { name: "Bestand" }).waitFor()
    await shown.getByText("Zusammen").waitFor()
    await shown.getByText("Verlust buchen: nur die Verwaltung.").waitFor()
    expect(await shown.getByRole("button", { name: "Verlust buchen" }).count()).toBe(0)
    expect(await shown.getByRole("region", { name: "Verlust buchen" }).count()).toBe(0)
    expect(shown.faults).toEqual([])
  }, 120_000)
})
