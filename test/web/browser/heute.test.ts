import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Request } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  goTo,
  hasChromium,
  hasCount,
  logIn,
  openWithClock,
  picture,
  sharedPage,
  sharedPageAnew,
  show,
  startDemo,
  WATCH,
} from "./browser.ts"

let demo: Running
let office: BrowserContext
let admin: BrowserContext

const api = <T>(path: string, method?: string, data?: object) => ask<T>(office, path, method, data)
type Heute = {
  datum: string
  touren: { fahrer_name: string; stopps: number; geplant: number; nicht_zugestellt: number }[]
  pfand: { wert_cent: number }
  groesste_salden: { name: string }[]
}
const euro = (cent: number): string =>
  new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" }).format(cent / 100)

describe.skipIf(!hasChromium)("today", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => demo?.stop())

  test("is where one begins, and shows what happens meanwhile", async () => {
    const page = await openWithClock(`${demo.url}/buero`, office)
    await page.waitForURL("**/buero/heute")
    const heute = await api<Heute>("/heute")
    const tour = heute.touren.find(({ geplant }) => geplant > 0)
    const mine = page.locator(".tours > li").filter({ hasText: tour?.fahrer_name ?? "" })
    await mine.getByText(`von ${tour?.stopps} erledigt`).waitFor()
    const { items } = await api<{ items: { id: string; kunde_name: string; fahrer_name: string }[] }>(
      `/lieferungen?datum=${heute.datum}&status=geplant`,
    )
    const stop = items.find(({ fahrer_name }) => fahrer_name === tour?.fahrer_name)
    const undone = page.getByRole("region", { name: "Liegengeblieben" })
    expect(await undone.getByText("Kühlhaus verschlossen").count()).toBe(0)
    await api(`/lieferungen/${stop?.id}/start`, "POST", {})
    await api(`/lieferungen/${stop?.id}/fehlschlag`, "POST", { grund: "Kühlhaus verschlossen" })
    // Nobody touches the page: it asks again by itself.
    await page.clock.fastForward(WATCH)
    await undone.getByText("Kühlhaus verschlossen").waitFor()
    await mine.getByText("1 nicht zugestellt").waitFor()
    await undone
      .getByRole("link", { name: stop?.kunde_name ?? "" })
      .first()
      .click()
    await page.getByText("Grund: Kühlhaus verschlossen").waitFor()
    expect(page.faults).toEqual([])
    await page.close()
  }, 120_000)

  test("what colleagues do elsewhere comes into the other lists by itself, too", async () => {
    const page = await openWithClock(`${demo.url}/buero/heute`, admin)
    const lists = [
      ...["geraete", "belege", "abrechnungen", "pruefplaene", "mitarbeiter"].map((name) => [name, name]),
      ["artikel", "pfandartikel"],
      ["lager?blick=bewegungen", "lager/bewegungen"],
    ]
    const asked: string[] = []
    const unanswered = new Set<Request>()
    page.on("request", (request) => {
      if (!request.url().includes("/api/")) return
      asked.push(request.url())
      unanswered.add(request)
    })
    page.on("requestfinished", (request) => unanswered.delete(request))
    page.on("requestfailed", (request) => unanswered.delete(request))
    for (const [screen, list] of lists) {
      asked.length = 0
      await goTo(page, `/buero/${screen}`)
      await until(`${list} is asked again`, async () => {
        // Requests on their way would be taken for lost.
        if (unanswered.size === 0) await page.clock.fastForward(WATCH)
        return asked.filter((url) => url.includes(`/api/${list}?`)).length > 1
      })
    }
    expect(page.faults).toEqual([])
    await page.close()
  }, 120_000)

  test("rows that come above the visible ones move none of them", async () => {
    const page = await openWithClock(`${demo.url}/buero/lieferungen`, admin)
    const table = page.getByRole("grid", { name: "Lieferungen" })
    await table.getByRole("row").nth(20).waitFor()
    await table.evaluate((box) => box.scrollTo(0, 700))
    const at = { x: 700, y: 500 }
    const rowThere = () =>
      page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest("[role=row]")?.textContent, at)
    const seen = await rowThere()
    const { items } = await api<{ items: { id: string }[] }>("/kunden?limit=3")
    for (const { id } of items)
      await api("/lieferungen", "POST", { kunde_id: id, datum: "2099-12-31", positionen: [] })
    await page.clock.fastForward(WATCH)
    // The row that the keys are at is there wherever one scrolls: the first one.
    await table.getByText("31.12.2099").first().waitFor({ state: "attached" })
    expect(await rowThere()).toBe(seen)
    // At its top the list shows what is new.
    await table.evaluate((box) => box.scrollTo(0, 0))
    await table.getByRole("row").nth(1).getByText("31.12.2099").waitFor()
    await page.close()
  }, 120_000)

  test("tells of a stop that was begun long ago and never finished: who, where, since when", async () => {
    const { datum } = await api<Heute>("/heute")
    const { items: people } = await api<{ items: { id: string; name: string; rolle: string }[] }>(
      "/mitarbeiter?limit=200",
    )
    const driver = people.find(({ rolle }) => rolle === "fahrer")
    const kunde = await api<{ id: string }>("/kunden", "POST", { name: "Gasthaus Funkloch" })
    const erfasst_am = new Date(Date.now() - 4 * 3_600_000).toISOString()
    const started = async (kunde_id: string): Promise<string> => {
      const stop = { kunde_id, fahrer_id: driver?.id, datum, positionen: [] }
      const { id } = await api<{ id: string }>("/lieferungen", "POST", stop)
      await api(`/lieferungen/${id}/start`, "POST", { erfasst_am })
      return id
    }
    const id = await started(kunde.id)
    const page = await sharedPage("/buero/heute", office)
    const entry = page.getByRole("listitem").filter({ hasText: "Gasthaus Funkloch" })
    await entry.getByText(driver?.name ?? "").waitFor()
    await entry.getByText(/seit \d\d\.\d\d\.\d{4}, \d\d:\d\d/).waitFor()
    await entry.getByRole("link", { name: "Gasthaus Funkloch" }).click()
    await page.waitForURL(`**/lieferungen/${id}`)
    await page.getByRole("heading", { level: 1, name: "Gasthaus Funkloch" }).waitFor()
    // Of more than have room, all are one click away: as many as it says.
    const { items } = await api<{ items: { id: string }[] }>("/kunden?limit=6")
    for (const one of items) await started(one.id)
    await sharedPageAnew("/buero/heute", office)
    const group = page.locator(".undone-group", { hasText: "Losgefahren, nie beendet" })
    const count = await group.getByRole("heading").locator(".digits").innerText()
    await group.getByRole("link", { name: "Alle zeigen" }).click()
    await page.waitForURL("**/lieferungen?**")
    await hasCount(page.getByRole("rowheader"), Number(count))
    expect(page.faults).toEqual([])
  }, 120_000)

  test("tells how much deposit is out, as a plot and as a table", async () => {
    const { datum, pfand, groesste_salden } = await api<Heute>("/heute")
    const page = await sharedPage("/buero/heute", office)
    const box = page.getByRole("region", { name: "Pfand bei Kunden" })
    await box.getByText(euro(pfand.wert_cent)).first().waitFor()
    const table = box.getByRole("table", { name: "Pfand bei Kunden je Buchungstag" })
    await table.getByRole("row").nth(5).waitFor({ state: "attached" })
    const last = table.getByRole("row").last()
    expect(await last.innerText()).toContain(datum.split("-").toReversed().join("."))
    expect((await last.innerText()).replaceAll("\u00a0", " ")).toContain(
      euro(pfand.wert_cent).replaceAll("\u00a0", " "),
    )
    const before = await box.locator(".curve").getAttribute("d")
    await box.getByRole("radio", { name: "1 Jahr" }).check()
    await page.waitForURL("**/heute?tage=365")
    await page.waitForFunction((d) => document.querySelector(".curve")?.getAttribute("d") !== d, before)
    // The value of a day stands there for whoever points at it.
    const plot = box.locator("svg").last()
    await plot.hover()
    await box.getByText(/^\d\d\.\d\d\.\d{4}: [\d.]+,\d\d\s€$/).waitFor()
    const { width = 0 } = (await plot.boundingBox()) ?? {}
    await plot.hover({ position: { x: width - 0.1, y: 5 } })
    await box.getByText(`${datum.split("-").toReversed().join(".")}: ${euro(pfand.wert_cent)}`).waitFor()
    await page
      .getByRole("link", { name: groesste_salden[0]?.name ?? "" })
      .first()
      .waitFor()
    // Rounded to months, one row would be as old as the next.
    const oldest = page.getByRole("region", { name: "Am längsten draußen" })
    await oldest
      .getByRole("cell", { name: /^\d\d\.\d\d\.\d{4}$/ })
      .first()
      .waitFor()
    expect(page.faults).toEqual([])
  }, 120_000)

  test("tells administrators alone whether backup and ledger are right", async () => {
    const section = "Sicherung und Prüfung"
    const clerk = await sharedPage("/buero/heute", office)
    await clerk.getByRole("region", { name: "Pfand bei Kunden" }).waitFor()
    expect(await clerk.getByRole("region", { name: section }).count()).toBe(0)
    const boss = await sharedPage("/buero/heute", admin)
    await boss.getByRole("region", { name: section }).getByText("Letzte Sicherung").waitFor()
    expect(boss.faults).toEqual([])
  }, 120_000)

  test("nothing bars anybody from the navigation beside it, in any light and width", async () => {
    const page = await sharedPage("/buero/heute", office)
    await page.locator(".curve").waitFor()
    for (const look of [{ width: 1440 }, { width: 1024, dark: true }, { width: 390 }] as const) {
      await show(page, look)
      await picture(page, `heute-${look.width}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect([look.width, await barriers(page, [".page"]), wide]).toEqual([look.width, [], false])
    }
    expect(page.faults).toEqual([])
  }, 120_000)
})
