import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  hasChromium,
  logIn,
  open,
  openWithClock,
  picture,
  sharedPage,
  startDemo,
  WATCH,
} from "./browser.ts"

describe.skipIf(!hasChromium)("places of a customer", () => {
  let demo: Running
  let office: BrowserContext
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
  }, 120_000)
  afterAll(() => demo?.stop())

  const api = <T = any>(path: string, method?: string, data?: object) => ask<T>(office, path, method, data)

  test("one is made on the customer's page, planned to, and stands on the driver's telephone", async () => {
    const kunde = await api("/kunden", "POST", {
      name: "Hotel Seeblick",
      strasse: "Seestraße 1",
      ort: "Lübeck",
    })
    const view = await sharedPage(`/buero/kunden/${kunde.id}`, office)
    await view.getByRole("button", { name: "Standort anlegen" }).click()
    await view.getByRole("textbox", { name: "Name" }).fill("Strandbar")
    await view.getByRole("textbox", { name: "Straße und Hausnummer" }).fill("Am Strand 3")
    await view.getByRole("textbox", { name: "Ort" }).fill("Travemünde")
    await view.getByRole("textbox", { name: "Anlieferungshinweis" }).fill("Über den Steg")
    await view.getByRole("button", { name: "Anlegen", exact: true }).click()
    await view.getByText("Am Strand 3, Travemünde").waitFor()
    await picture(view, "kunde-standort")
    await view.getByRole("button", { name: "Strandbar bearbeiten" }).click()
    await view.getByRole("textbox", { name: "Straße und Hausnummer" }).fill("Am Strand 4")
    await view.getByRole("button", { name: "Speichern" }).click()
    await view.getByText("Am Strand 4, Travemünde").waitFor()
    expect(await barriers(view)).toEqual([])
    const driver = await logIn(demo, "fahrer1")
    const { heute, fahrer } = await ask(driver, "/fahrer/tag")
    await view.goto(`/buero/lieferungen/neu?datum=${heute}&kunde=${kunde.id}&fahrer=${fahrer.id}`)
    await view.getByRole("button", { name: /Anschrift des Kunden/ }).click()
    await view.getByRole("option", { name: /^Strandbar/ }).click()
    await picture(view, "lieferung-standort")
    await view.getByRole("button", { name: "Planen", exact: true }).click()
    await view.waitForURL(/lieferungen\/[\da-f-]{36}$/)
    await view.getByText("Strandbar, Am Strand 4, Travemünde").waitFor()
    // What is planned there stays planned there, also where nothing more is to be.
    const place = (await api(`/standorte?kunde_id=${kunde.id}`)).items[0]
    await api(`/standorte/${place.id}`, "PATCH", { aktiv: 0 })
    await view.reload()
    await view.getByText("Strandbar, Am Strand 4, Travemünde (inaktiv)").waitFor()
    await view.getByRole("button", { name: "Ändern" }).click()
    await view.getByRole("button", { name: /^Strandbar/ }).waitFor()
    await view.keyboard.press("Escape")
    const phone = await open("/fahrer/", { width: 390 }, driver)
    await phone.getByRole("link", { name: /Hotel Seeblick, Strandbar/ }).click()
    await phone.getByText("Am Strand 4, Travemünde").waitFor()
    await phone.getByText("Über den Steg").waitFor()
    const way = await phone.getByRole("link", { name: "Navigieren" }).getAttribute("href")
    expect(decodeURIComponent(way ?? "")).toContain("Am Strand 4, Travemünde")
    await picture(phone, "fahrer-standort")
    expect([view.faults, phone.faults]).toEqual([[], []])
  }, 120_000)

  test("one that a colleague moves is seen at its new address on the delivery that is open", async () => {
    const kunde = await api("/kunden", "POST", { name: "Hotel Umzug" })
    const place = await api("/standorte", "POST", { kunde_id: kunde.id, name: "Halle", strasse: "Altweg 1" })
    const { id } = await api("/lieferungen", "POST", {
      kunde_id: kunde.id,
      datum: "2030-01-02",
      standort_id: place.id,
      positionen: [],
    })
    const page = await openWithClock(`${demo.url}/buero/lieferungen/${id}`, office)
    await page.getByText("Halle, Altweg 1").waitFor()
    await api(`/standorte/${place.id}`, "PATCH", { strasse: "Neuweg 2" })
    await page.clock.fastForward(WATCH)
    await page.getByText("Halle, Neuweg 2").waitFor()
  }, 120_000)

  test("a device is handed out to one, told there wherever the device is named, and moved to another", async () => {
    const kunde = await api("/kunden", "POST", { name: "Klinikum Nord" })
    for (const name of ["Station 3", "Labor"]) await api("/standorte", "POST", { kunde_id: kunde.id, name })
    const known = { geraetenummer: "F-77", bezeichnung: "Flasche", pfand_cent: 15000 }
    const geraet = await api("/geraete", "POST", known)
    const view = await sharedPage(`/buero/kunden/${kunde.id}`, office)
    await view.getByRole("button", { name: "Gerät ausgeben" }).click()
    await view.getByRole("combobox", { name: "Gerät" }).pressSequentially("F-77")
    await view.getByRole("option", { name: /F-77/ }).click()
    await view.getByRole("button", { name: /Anschrift des Kunden/ }).click()
    await view.getByRole("option", { name: "Station 3" }).click()
    await picture(view, "ausgabe-standort")
    await view.getByRole("button", { name: "Ausgeben", exact: true }).click()
    await view.getByText("F-77 · Station 3").waitFor()
    await view.goto(`/buero/geraete/${geraet.id}`)
    const place = view.getByRole("region", { name: "Wo es ist" })
    await place.getByText("Station 3").waitFor()
    await view.getByRole("button", { name: "Umstellen" }).click()
    const panel = view.getByRole("region", { name: "Umstellen" })
    await panel.getByRole("button", { name: /^Station 3/ }).click()
    await view.getByRole("option", { name: "Labor" }).click()
    await panel.getByRole("button", { name: "Umstellen" }).click()
    await place.getByText("Labor").waitFor()
    await picture(view, "geraet-standort")
    expect(view.faults).toEqual([])
  }, 120_000)
})
