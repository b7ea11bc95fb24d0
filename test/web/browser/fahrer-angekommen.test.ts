import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import { hasChromium, picture } from "./browser.ts"
import { type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import { entriesKept, goTo, sure, typed } from "./fahrer-steps.ts"
import { openPhone, type Phone } from "./phone.ts"

/** A telephone so full that what has arrived must go to make room: the driver does not enter it again. */

describe.skipIf(!hasChromium)("a pick-up that arrived from a full telephone", () => {
  let net: Round["net"]
  let office: Round["office"]
  let artikel: Round["artikel"]
  let phone: Phone | undefined
  beforeAll(async () => {
    ;({ net, office, artikel } = await startRound())
  }, 120_000)
  afterEach(async () => {
    net.decide(() => "pass")
    await phone?.wipe()
  })

  const pickUp = async (page: Page, { name }: Plan): Promise<void> => {
    await goTo(page, "ungeplant")
    await page.getByRole("button", { name: new RegExp(name) }).tap()
    await page.getByRole("button", { name: "Anderer Artikel" }).tap()
    const chosen = page.getByRole("dialog").getByRole("button", { name: new RegExp(artikel.bezeichnung) })
    await chosen.tap()
    await typed(page, artikel.bezeichnung, 9)
    await page.getByRole("button", { name: "Fertig" }).tap()
    await sure(page)
  }
  const pickedUp = async ({ kunde_id }: Plan): Promise<number> => {
    const { items } = await office("GET", `pfandbuchungen?kunde_id=${kunde_id}`)
    return items.length
  }

  test("is said after a start without a network, until a day is kept that knows it", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer)
    const { page, later } = phone
    await page.evaluate(() => navigator.serviceWorker.ready)
    await pickUp(page, only)
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...given) {
        if (this.name === "eintraege") throw new DOMException("full", "QuotaExceededError")
        return put.apply(this, given)
      }
    })
    net.decide((method) => (method === "POST" ? "pass" : "before"))
    await later()
    await until("it is booked, and unsaid", async () =>
      expect([await pickedUp(only), await entriesKept(page)]).toEqual([1, 0]),
    )
    await page.reload()
    const said = page.getByText(`Ungeplant abgeholt bei ${only.name}`)
    await page.getByText("Gesendet und beim Büro angekommen").waitFor()
    await said.waitFor()
    await picture(page, "angekommen")
    // It is not among what is lost.
    expect(await page.getByText("verloren").count()).toBe(0)
    net.decide(() => "pass")
    await later()
    await said.waitFor({ state: "detached" })
    await page.getByRole("link", { name: `${only.name} Lüneburg ungeplant abgeholt` }).waitFor()
    // A real store tells its transaction what the full one threw here.
    expect(page.faults.filter((fault) => fault !== "QuotaExceededError: full")).toEqual([])
  }, 120_000)
})
