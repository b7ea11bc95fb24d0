import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { hasChromium } from "./browser.ts"
import { type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import { finish, openStopp } from "./fahrer-steps.ts"
import { logInOperator } from "./operator.ts"
import { logInPhone, openPhone, type Phone } from "./phone.ts"

describe.skipIf(!hasChromium)("what waits on a driver's telephone", () => {
  let round: Round
  let operator: BrowserContext
  let phone: Phone | undefined
  beforeAll(async () => {
    round = await startRound()
    operator = await logInOperator(round.service)
  }, 120_000)
  afterEach(async () => {
    round.net.decide(() => "pass")
    await phone?.wipe()
    phone = undefined
  })
  const headers = { "sec-fetch-site": "same-origin" }

  /** A stop that is done, and not sent. */
  const finishUnsent = async (): Promise<Phone> => {
    const { fahrer, stopps } = await planDay(round.office, round.artikel.id, 1)
    phone = await openPhone(round.net.url, fahrer)
    round.net.decide((method, path) => (method === "POST" && path !== "/api/sitzung" ? "before" : "pass"))
    await openStopp(phone.page, stopps[0] as Plan)
    await finish(phone.page)
    return phone
  }

  test("is offered neither to another company's office nor to the operator", async () => {
    const { net } = round
    const admin = { email: "admin@andere.example", name: "Ute Andere", password: "ein gutes Kennwort" }
    const firma = await operator.request.post("/api/tenants", {
      data: { name: "Andere Getränke", slug: "andere", typ: "standard", admin },
      headers,
    })
    expect(firma.status()).toBe(201)
    const { page, context } = await finishUnsent()
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

  test("is kept while the company is blocked, with the reason, and sent when it is let in again", async () => {
    const mine = await finishUnsent()
    const { items } = await (await operator.request.get("/api/tenants?q=demo")).json()
    const becomes = async (status: string): Promise<void> => {
      const reply = await operator.request.patch(`/api/tenants/${items[0].id}`, { data: { status }, headers })
      expect(reply.status()).toBe(200)
    }
    await becomes("gesperrt")
    round.net.decide(() => "pass")
    await mine.later()
    await mine.page.getByText("Tenant nicht aktiv").waitFor()
    await mine.page.getByRole("link", { name: "2 warten" }).waitFor()
    await becomes("aktiv")
    await mine.sent()
    await mine.page.getByText("Tenant nicht aktiv").waitFor({ state: "detached" })
  }, 120_000)
})
