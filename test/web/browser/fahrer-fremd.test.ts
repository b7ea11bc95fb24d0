import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { hasChromium } from "./browser.ts"
import { type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import { finish, openStopp } from "./fahrer-steps.ts"
import { logInOperator } from "./operator.ts"
import { logInPhone, openPhone, type Phone } from "./phone.ts"

describe.skipIf(!hasChromium)("what waits on a driver's telephone", () => {
  let round: Round
  let phone: Phone | undefined
  beforeAll(async () => {
    round = await startRound()
  }, 120_000)
  afterAll(() => phone?.wipe())

  test("is offered neither to another company's office nor to the operator", async () => {
    const { net, office, artikel, service } = round
    const operator = await logInOperator(service)
    const admin = { email: "admin@andere.example", name: "Ute Andere", password: "ein gutes Kennwort" }
    const firma = await operator.request.post("/api/tenants", {
      data: { name: "Andere Getränke", slug: "andere", typ: "standard", admin },
      headers: { "sec-fetch-site": "same-origin" },
    })
    expect(firma.status()).toBe(201)
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    phone = await openPhone(net.url, fahrer)
    const { page, context } = phone
    net.decide((method, path) => (method === "POST" && path !== "/api/sitzung" ? "before" : "pass"))
    await openStopp(page, stopps[0] as Plan)
    await finish(page)
    await logInPhone(context, net.url, admin, "andere")
    net.decide(() => "pass")
    await page.reload()
    const takeOver = page.getByRole("button", { name: "Als Büro übernehmen" })
    await page.getByText("jemand anderes aus einer anderen Firma. Gesendet").waitFor()
    expect(await takeOver.count()).toBe(0)
    await context.addCookies(await operator.cookies())
    await page.reload()
    await page.getByText("jemand anderes aus einer anderen Firma. Gesendet").waitFor()
    expect(await takeOver.count()).toBe(0)
    await logInPhone(context, net.url, { email: "buero@demo.example", password: "pfandwerk-demo" })
    await page.reload()
    await takeOver.waitFor()
  }, 120_000)
})
