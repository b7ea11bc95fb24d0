import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Locator, Page } from "playwright-core"
import { lastDayBefore } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import { goTo, hasChromium, logIn, sharedPage, show, startDemo } from "./browser.ts"

/** Where there is little room: nothing has to be pushed aside to be read, and one thing scrolls at a time. */

let demo: Running
let office: BrowserContext

async function first(path: string): Promise<{ id: string }> {
  const reply = await office.request.get(`${demo.url}/api${path}`)
  const { items } = (await reply.json()) as { items: { id: string }[] }
  if (!items[0]) throw new Error(`${path}: nothing there`)
  return items[0]
}

/** @returns what scrolls within the page, by its class */
const scrolling = (page: Page, way: "x" | "y"): Promise<string[]> =>
  page.evaluate((axis) => {
    const boxes = [...document.querySelectorAll<HTMLElement>(".main, .main *")]
    const isOver = (box: HTMLElement): boolean =>
      axis === "x" ? box.scrollWidth > box.clientWidth : box.scrollHeight > box.clientHeight
    return boxes
      .filter(
        (box) =>
          isOver(box) && /auto|scroll/.test(getComputedStyle(box).getPropertyValue(`overflow-${axis}`)),
      )
      .map(({ className }) => className)
  }, way)

/** @returns in how many lines a text stands */
const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const all = document.createRange()
    all.selectNodeContents(element)
    return new Set([...all.getClientRects()].map(({ top }) => top)).size
  })

describe.skipIf(!hasChromium)("with little room", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "admin")
  }, 120_000)

  test("a settlement's figures, a customer and a booking stand in sight", async () => {
    const { id } = await first("/abrechnungen?limit=1")
    const reply = await office.request.get(`${demo.url}/api/abrechnungen/${id}`)
    const { kunde_id } = (await reply.json()) as { kunde_id: string }
    const page = await sharedPage("/buero/konto", office)
    const shown = {
      [`/abrechnungen/${id}`]: "Pfandkonto nachher",
      [`/kunden/${kunde_id}`]: "Jetzt abrechnen …",
    }
    shown[`/buchen?kunde=${kunde_id}`] = "Saldo danach"
    for (const [path, text] of Object.entries(shown)) {
      await goTo(page, `/buero${path}`)
      await page.getByText(text).waitFor()
      for (const width of [1024, 390] as const) {
        await show(page, { width })
        await page.waitForLoadState("networkidle")
        expect([path, width, await scrolling(page, "x")]).toEqual([path, width, []])
      }
    }
    expect(page.faults).toEqual([])
  }, 120_000)

  test("the name of a tax is not broken by its amounts", async () => {
    const { id } = await first("/abrechnungen?limit=1")
    const page = await sharedPage("/buero/konto", office)
    await page.route(`**/api/abrechnungen/${id}`, async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { steuern: Record<string, unknown>[] }
      json.steuern = json.steuern.map((tax) => ({ ...tax, netto_cent: 1_234_567, brutto_cent: 1_469_135 }))
      await route.fulfill({ response, json })
    })
    await page.goto(`/buero/abrechnungen/${id}`)
    await show(page, { width: 390 })
    await page.getByText("14.691,35 €").first().waitFor()
    const tax = page.locator('[aria-labelledby="steuern"] tbody th .muted').first()
    expect([await tax.textContent(), await linesOf(tax)]).toEqual(["Pfand Waren\u{ad}umschließung", 1])
    expect(await scrolling(page, "x")).toEqual([])
  }, 120_000)

  test("a line of a booking has its article in one line, and below it how many the customer has", async () => {
    // A customer who brings crates that are a gebinde.
    const { id } = await first("/kunden?q=Bistro%20Krone&limit=1")
    const page = await sharedPage(`/buero/buchen?kunde=${id}`, office)
    await show(page, { width: 1024 })
    const name = page.locator(".booking-lines").getByText("Kasten Bier 20 × 0,5 l")
    await name.waitFor()
    expect(await linesOf(name)).toBe(1)
    await page
      .locator(".booking-lines")
      .getByText(/^Teile für \d/)
      .and(page.locator(":visible"))
      .first()
      .waitFor()
    expect(page.faults).toEqual([])
  }, 120_000)

  test("a month's customers scroll with their page on a telephone, and are all there", async () => {
    const page = await sharedPage("/buero/abrechnungen/lauf", office)
    await show(page, { width: 390 })
    const rows = page.getByRole("grid", { name: "Vorschau" }).getByRole("row")
    await rows.nth(3).waitFor()
    expect(await scrolling(page, "y")).toEqual(["page"])
    const { total } = (await (
      await office.request.get(`${demo.url}/api/abrechnungen/lauf?limit=1&total=true&bis=${lastDayBefore()}`)
    ).json()) as { total: number }
    await page.keyboard.press("Tab")
    await rows.nth(1).getByRole("link").focus()
    await page.keyboard.press("End")
    // The last one has come, has the focus, and is seen.
    await page.waitForFunction(
      (last) => {
        const row = document.activeElement?.closest("[data-row]")
        const place = row?.getBoundingClientRect()
        return (
          row?.getAttribute("data-row") === last && place !== undefined && place.bottom <= window.innerHeight
        )
      },
      String(total - 1),
    )
    expect(page.faults).toEqual([])
  }, 120_000)

  test("on a telephone the tabs stand still, and what is shown of a place, a day and a week is in sight", async () => {
    const page = await sharedPage("/buero/touren", office)
    await show(page, { width: 390 })
    await page.locator(".stopp").first().waitFor()
    expect(await page.locator(".board").evaluate((board) => board.scrollLeft)).toBe(0)
    const tabs = page.getByRole("main").getByRole("navigation").getByRole("link")
    const tops = new Set<number | undefined>()
    for (const tab of ["Woche", "Lieferungen", "Tag"]) {
      await tabs.filter({ hasText: tab }).click()
      await tabs.and(page.locator("[aria-current]")).filter({ hasText: tab }).waitFor()
      tops.add((await tabs.first().boundingBox())?.y)
    }
    expect([...tops]).toHaveLength(1)
    for (const [path, shown] of [
      ["/austausch", ".tabs [aria-current]"],
      ["/touren/woche", ".week [aria-current]"],
    ] as const) {
      await show(page, { width: 1024 })
      await goTo(page, `/buero${path}`)
      await page.locator(shown).waitFor()
      await show(page, { width: 390 })
      await until(`${path} shows what is current`, async () => {
        const { x = 0, width = 0 } = (await page.locator(shown).boundingBox()) ?? {}
        expect([x > 0, x + width <= 390]).toEqual([true, true])
      })
    }
    expect(page.faults).toEqual([])
  }, 120_000)

  test("cards are as high as the highest one needs, none of them cut", async () => {
    const page = await sharedPage("/buero/konto", office)
    await show(page, { width: 390 })
    const heights = (): Promise<number[]> =>
      page
        .locator(".table-body > .table-row")
        .evaluateAll((rows) => [
          ...new Set(rows.flatMap(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight])),
        ])
    await goTo(page, "/buero/artikel")
    await until("the cards have two lines", async () => expect(await heights()).toEqual([52]))
    await page.route("**/api/kunden?**", async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { items: { name: string }[] }
      json.items = json.items.map((kunde, i) =>
        i === 5 ? { ...kunde, name: "Gasthaus ".repeat(20) } : kunde,
      )
      await route.fulfill({ response, json })
    })
    await goTo(page, "/buero/kunden")
    await until("the cards have three lines", async () => expect(await heights()).toEqual([72]))
    expect(page.faults).toEqual([])
  }, 120_000)

  test("a card's state ends on a telephone where its amount does, also of a window that was wider", async () => {
    const page = await sharedPage("/buero/abrechnungen", office)
    const badges = page.locator(".table-body .badge")
    await show(page, { width: 1024 })
    await page.locator(".two-lines .second").first().waitFor()
    await show(page, { width: 390 })
    await badges.first().waitFor()
    expect(await page.locator(".table-body .second").count()).toBe(0)
    const apart = await badges.evaluateAll((all) =>
      all.map((badge) => {
        const amount = badge.closest("[role=row]")?.querySelector('[data-card="end"]')
        return Math.round((amount?.getBoundingClientRect().right ?? 0) - badge.getBoundingClientRect().right)
      }),
    )
    expect(new Set(apart)).toEqual(new Set([0]))
  }, 120_000)

  test("the ledger says on a telephone when it was booked, day and time", async () => {
    const page = await sharedPage("/buero/pfandbuch", office)
    await show(page, { width: 390 })
    const when = page.locator('[data-card="line"] .cut').filter({ hasText: /\d{2}:\d{2}/ })
    await when.first().waitFor()
    const cut = await when.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
    )
    expect(cut).toEqual([])
    // Every card does, and whose it is: further bookings of a Vorgang as well as its first one.
    const cards = page.locator(".table-body [role=row]")
    const named = cards.filter({ has: page.locator('[data-card="head"] strong', { hasText: /\S/ }) })
    const shown = await cards.count()
    expect([await named.count(), await when.count()]).toEqual([shown, shown])
  }, 120_000)
})
