import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import { ask, barriers, goTo, hasChromium, logIn, pictures, sharedPage, show, startDemo } from "./browser.ts"

let demo: Running
let admin: BrowserContext
const api = (path: string, method?: string, data?: object) => ask(admin, path, method, data)

describe.skipIf(!hasChromium)("the log", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => admin?.close())

  test("tells in words who changed what, from what, to what", async () => {
    const name = `Protokollhof ${Date.now()}`
    const kunde = await api("/kunden", "POST", { name, telefon: "04131 1" })
    await api(`/kunden/${kunde.id}`, "PATCH", { telefon: "04131 2", abrechnung: "monatlich" })
    const geraet = await api("/geraete", "POST", {
      geraetenummer: `P-${Date.now()}`,
      bezeichnung: "Kühler",
      pfand_cent: 12_345,
    })
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: kunde.id })

    const page = await sharedPage(`/buero/protokoll?datensatz=${kunde.id}`, admin)
    await page.getByText("Telefon: 04131 1 → 04131 2 · Abrechnung: je Lieferung → monatlich").waitFor()
    await page.getByRole("rowheader").first().click()
    const panel = page.getByRole("region", { name: "Kunde geändert" })
    await panel.getByRole("row", { name: /Telefon 04131 1 04131 2/ }).waitFor()
    expect(await barriers(page)).toEqual([])
    await panel.getByRole("link", { name: "Kunde ansehen" }).click()
    await page.getByRole("heading", { level: 1, name }).waitFor()

    await goTo(page, "/buero/protokoll")
    await show(page, { width: 1024 })
    await page.getByText("Einstellungen für Fahrer geändert").waitFor()
    const cut = await page
      .getByRole("rowheader")
      .evaluateAll((all) =>
        all.flatMap((one) =>
          [one, ...one.querySelectorAll<HTMLElement>("*")]
            .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)
            .map((part) => part.textContent),
        ),
      )
    expect(cut).toEqual([])
    await pictures(page, "protokoll", [1440, 1024, 390])

    await show(page, {})
    await goTo(page, `/buero/protokoll?tabelle=geraete&datensatz=${geraet.id}`)
    await page.getByText("Stand: im Lager → beim Kunden").waitFor()
    await page
      .getByRole("gridcell", { name: `Kühler, ${geraet.geraetenummer}` })
      .first()
      .waitFor()
    await page.getByRole("rowheader").first().click()
    const moved = page.getByRole("region", { name: "Gerät ausgegeben" })
    await moved.getByRole("link", { name }).waitFor()
    await moved.getByRole("button", { name: "Schließen" }).click()
    await page.getByText("Pfand: 123,45 €").waitFor()
    // An id says nothing to people.
    expect(await page.getByRole("grid").innerText()).not.toContain(geraet.id)
    expect(page.faults).toEqual([])
  }, 120_000)

  test("is filtered by person, period and record, and the address keeps it", async () => {
    const page = await sharedPage("/buero/protokoll", admin)
    await page.getByRole("button", { name: /Person/ }).click()
    await page.getByRole("option", { name: "Murat Yılmaz" }).click()
    await page.waitForURL(/person=/)
    await page.getByRole("button", { name: /Worum es geht/ }).click()
    await page.getByRole("option", { name: "Lieferung", exact: true }).click()
    await page.waitForURL(/tabelle=lieferungen/)
    await page.getByRole("row").filter({ hasText: "Lieferung zugestellt" }).first().waitFor()
    const address = new URL(page.url())
    await goTo(page, address.pathname + address.search)
    await page.getByRole("row").filter({ hasText: "Murat Yılmaz" }).first().waitFor()
    expect(await page.getByRole("row").filter({ hasText: "Petra Sommer" }).count()).toBe(0)
    address.searchParams.set("bis", "2020-01-31")
    await goTo(page, address.pathname + address.search)
    await page.getByText("Kein Eintrag passt zu diesen Filtern.").waitFor()
    await page.getByRole("button", { name: "Alle zeigen" }).click()
    await page.waitForURL((url) => url.search === "")
    expect(page.faults).toEqual([])
  }, 120_000)

  test("with values of thousands of letters everything stays in its frame", async () => {
    const long = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(30)
    const kunde = await api("/kunden", "POST", { name: `Lang ${Date.now()}`, notiz: long })
    const page = await sharedPage(`/buero/protokoll?datensatz=${kunde.id}`, admin)
    await page.getByRole("rowheader").first().click()
    await page.getByRole("region", { name: "Kunde angelegt" }).waitFor()
    for (const width of [1440, 390] as const) {
      await show(page, { width })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([width, over]).toEqual([width, 0])
    }
  }, 120_000)
})
