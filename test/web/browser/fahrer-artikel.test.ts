import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { hasChromium } from "./browser.ts"
import { type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import { finish, openStopp, typed } from "./fahrer-steps.ts"
import { openPhone, type Phone } from "./phone.ts"

/** A price list that is longer than what a telephone holds. */

describe.skipIf(!hasChromium)("a driver of a company with a long price list", () => {
  let round: Round
  let phone: Phone
  beforeAll(async () => {
    round = await startRound()
  }, 120_000)
  afterAll(() => phone?.wipe())

  test("finds by name and by code what is not on the telephone, and it keeps its name there", async () => {
    const { net, office, artikel, service } = round
    const { token } = await (
      await fetch(`${service.url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          email: "admin@demo.example",
          password: "pfandwerk-demo",
          tenant_slug: "demo",
        }),
      })
    ).json()
    const rows = Array.from({ length: 1001 }, (_, i) => `0${1000 + i};Aus der Preisliste;0,25`)
    const form = new FormData()
    form.append("datei", new File([["Nummer;Bezeichnung;Pfand", ...rows].join("\n")], "preisliste.csv"))
    form.append("ausfuehren", "ja")
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${service.url}/api/pfandartikel/import`, { method: "POST", headers, body: form })

    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    await openStopp(page, stopps[0] as Plan)
    await page.getByRole("button", { name: "Anderer Artikel" }).tap()
    await page.getByText("Es gibt mehr: bitte genauer eintippen.").waitFor()
    await page.getByRole("searchbox").fill("Kasten Wasser")
    await page.getByRole("button", { name: /WASSER-12/ }).tap()
    await typed(page, "Kasten Wasser 12 × 0,7 l", 4)
    await page.getByRole("button", { name: "Scannen" }).tap()
    await page.getByLabel("Code eintippen").fill("CO2-10")
    await page.getByRole("button", { name: "Nehmen" }).tap()
    await page.getByText("CO₂-Flasche 10 kg: erfasst").waitFor()
    await page.reload()
    await page.getByRole("group", { name: "Kasten Wasser 12 × 0,7 l" }).waitFor()
    await page.getByRole("group", { name: "CO₂-Flasche 10 kg" }).waitFor()
    await finish(page)
    await phone.sent()
    const { positionen } = await office("GET", `lieferungen/${(stopps[0] as Plan).id}`)
    const back = positionen.map((one: any) => [one.nummer, one.ist_ruecknahme])
    expect(Object.fromEntries(back)).toEqual({ "FASS-30": 0, "WASSER-12": 4, "CO2-10": 1 })
  }, 120_000)
})
