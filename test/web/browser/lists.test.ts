import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Locator, Page, Request, Response } from "playwright-core"
import { addDays } from "../../../src/lib/day.ts"
import { today } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  hasChromium,
  logIn,
  openWithClock,
  picture,
  pictures,
  sharedPage,
  startDemo,
} from "./browser.ts"

/** What every list does alike: it sorts by its heads, its text can be marked, and it asks again for what is seen. */

let demo: Running
let admin: BrowserContext

const heads = (page: Page): Locator => page.locator("[role=columnheader]")
const firstCells = (page: Page): Locator => page.locator('[role="grid"] [data-row="0"] .cut')
const searchOf = (page: Page): string => new URL(page.url()).search

/** Marks the text of a cell as somebody does with the mouse. @returns what is marked then */
async function mark(page: Page, cell: Locator): Promise<string> {
  const box = (await cell.boundingBox())!
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + 1, y)
  await page.mouse.down()
  await page.mouse.move(box.x + 40, y, { steps: 4 })
  await page.mouse.up()
  return page.evaluate(() => String(getSelection()))
}

/** Follows requests that name an order: those still on their way, and how the others were answered. */
function watchOrders(page: Page) {
  const asked = new Set<Request>()
  const answers: number[] = []
  const begin = (request: Request): void => {
    if (/[?&]sort=/.test(request.url())) asked.add(request)
  }
  const answered = (reply: Response): void => {
    if (asked.delete(reply.request())) answers.push(reply.status())
  }
  const failed = (request: Request): void => void asked.delete(request)
  page.on("request", begin).on("response", answered).on("requestfailed", failed)
  const end = (): void =>
    void page.off("request", begin).off("response", answered).off("requestfailed", failed)
  return { asked, answers, end }
}

const lists = [
  "/kunden",
  "/artikel",
  "/geraete",
  "/lieferungen",
  "/pfandbuch",
  "/salden",
  "/abrechnungen",
  "/belege",
  "/mitarbeiter",
  "/protokoll",
  "/lager?blick=bewegungen",
]

describe.skipIf(!hasChromium)("lists", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
  }, 120_000)

  test("a click on a head sorts, another one turns it round, and the address says so", async () => {
    const page = await sharedPage("/buero/kunden", admin)
    const number = heads(page).filter({ hasText: "Nummer" })
    const numbers = (): Promise<string[]> => page.locator("[data-row] > :nth-child(3)").allInnerTexts()
    await number.getByRole("button").click()
    await until("it is sorted by number", async () => {
      expect(await number.getAttribute("aria-sort")).toBe("ascending")
      const shown = await numbers()
      expect(shown.length).toBeGreaterThan(10)
      expect(shown).toEqual(shown.toSorted())
    })
    expect(searchOf(page)).toBe("?sort=kundennummer")
    const [first] = await numbers()
    await number.getByRole("button").click()
    await until("it is turned round", async () => {
      expect(await number.getAttribute("aria-sort")).toBe("descending")
      expect((await numbers())[0]! > first!).toBe(true)
    })
    expect(searchOf(page)).toBe("?sort=-kundennummer")
    await picture(page, "sorted")
    // What is found keeps the order that was chosen.
    await page.getByRole("searchbox").fill("gast")
    await until("what is found is sorted as well", async () => {
      expect(searchOf(page)).toContain("q=gast")
      expect(await number.getAttribute("aria-sort")).toBe("descending")
      const shown = await numbers()
      expect(shown.length).toBeGreaterThan(1)
      expect(shown).toEqual(shown.toSorted().toReversed())
      expect(shown[0]).not.toBe(first)
    })
    expect(page.faults).toEqual([])
  }, 120_000)

  test("rows of the search before are told from those that are on their way", async () => {
    const page = await sharedPage("/buero/kunden", admin)
    const grid = page.getByRole("grid")
    await grid.getByRole("row").nth(1).waitFor()
    const { promise: wait, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/\/api\/kunden\?.*q=/, (route) => wait.then(() => route.continue()))
    await page.getByRole("searchbox").first().fill("Krone")
    const isBusy = (busy: boolean) => page.locator(`[role=grid][aria-busy=${busy}]`).waitFor()
    await isBusy(true)
    const opacity = () =>
      grid.locator(".table-body").evaluate((body) => Number(getComputedStyle(body).opacity))
    await until("the rows have faded", async () => expect(await opacity()).toBeLessThan(0.5))
    const counted = page.getByText(/^\d+ Kunden$/)
    await counted.waitFor({ state: "hidden" })
    answer()
    await isBusy(false)
    expect(await opacity()).toBe(1)
    await counted.waitFor()
  }, 60_000)

  test("every head that can be clicked is an order that the service knows", async () => {
    for (const path of lists) {
      const page = await sharedPage(`/buero${path}`, admin)
      const orders = watchOrders(page)
      await page.locator('[role="grid"], .empty').first().waitFor()
      const names = await heads(page).getByRole("button").allInnerTexts()
      if ((await page.locator('[role="grid"]').count()) > 0) expect([path, names]).not.toEqual([path, []])
      for (const name of names)
        for (const order of [1, 2]) {
          const head = heads(page).filter({ has: page.getByRole("button", { name, exact: true }) })
          await head.getByRole("button").click()
          await until("it says so", async () => expect(await head.getAttribute("aria-sort")).not.toBe("none"))
          // The order that stands there at first is the address without one, and may be known already.
          await until("what was asked for is answered", async () => expect(orders.asked.size).toBe(0))
          const refused = orders.answers.filter((status) => status !== 200 && status !== 304)
          expect([path, name, order, refused]).toEqual([path, name, order, []])
        }
      orders.end()
      expect([path, page.faults]).toEqual([path, []])
    }
  }, 240_000)

  test("text of a row can be marked, also the name that leads on, and a click still opens the row", async () => {
    const page = await sharedPage("/buero/kunden", admin)
    for (const column of [0, 2]) {
      const cell = page.locator('[data-row="1"] > :not(.tick)').nth(column).locator("span").first()
      await cell.waitFor()
      const whole = await cell.innerText()
      const marked = await mark(page, cell)
      expect(marked.length).toBeGreaterThan(2)
      expect(whole).toContain(marked.trim())
      expect(new URL(page.url()).pathname).toBe("/buero/kunden")
    }
    const place = page.locator('[data-row="1"] > :not(.tick)').nth(2).locator(".cut")
    // The newest Chromium opens a tab of which Playwright hears only at times: what leads there is held instead.
    const led = page.evaluate(
      () =>
        new Promise((resolve) =>
          window.addEventListener("click", function see(event) {
            const link =
              event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-open]")
            if (!link) return
            window.removeEventListener("click", see)
            resolve([new URL(link.href).pathname, event.ctrlKey, event.defaultPrevented])
            event.preventDefault()
          }),
        ),
    )
    await place.click({ modifiers: ["Control"] })
    expect(await led).toEqual([expect.stringMatching(/^\/buero\/kunden\/./), true, false])
    await place.click()
    await page.waitForURL(/\/kunden\/[\da-f-]{36}$/)
    expect(page.faults).toEqual([])
  }, 120_000)

  test("a record leads back to the list as it stood, whether its row or Strg+K opened it", async () => {
    const page = await sharedPage("/buero/kunden?sort=-kundennummer", admin)
    const here = page.url()
    const row = page.locator('[data-row="0"] [data-open]')
    for (const open of [
      () => row.click(),
      async (name: string) => {
        await page.keyboard.press("Control+k")
        await page.locator("input[aria-label=Suchen]:focus").fill(name)
        await page.keyboard.press("Enter")
      },
    ]) {
      await open(await row.innerText())
      await page.waitForURL(/\/kunden\/[\da-f-]{36}$/)
      await page.locator(".back", { hasText: "Kunden" }).click()
      await row.waitFor()
      expect(page.url()).toBe(here)
    }
    expect(page.faults).toEqual([])
  }, 120_000)

  test("and so does one that opens beside the list", async () => {
    const page = await sharedPage("/buero/pfandbuch", admin)
    const cell = page.locator('[data-row="0"] > *').filter({ hasText: "×" }).locator(".cut")
    await cell.waitFor()
    expect((await mark(page, cell)).length).toBeGreaterThan(2)
    const panel = page.getByRole("heading", { name: "Vorgang" })
    expect(await panel.count()).toBe(0)
    await cell.click()
    await panel.waitFor()
    expect(page.faults).toEqual([])
  }, 120_000)

  test("far down in a list, a service that comes back is asked only for what is seen, and for the rest in its turn", async () => {
    const names = Array.from({ length: 520 }, (_, i) => `Weit unten ${String(i).padStart(3, "0")}`)
    for (let i = 0; i < names.length; i += 40)
      await Promise.all(names.slice(i, i + 40).map((name) => ask(admin, "/kunden", "POST", { name })))
    const page = await openWithClock(`${demo.url}/buero/kunden`, admin)
    const grid = page.getByRole("grid")
    await grid.waitFor()
    await until("all pages are there", async () => {
      await grid.evaluate((box) => box.scrollTo(0, box.scrollHeight))
      expect(await page.getByRole("rowheader", { name: names.at(-1) }).isVisible()).toBe(true)
    })
    const first = (await ask(admin, "/kunden?sort=name&limit=1")).items[0]
    await ask(admin, `/kunden/${first.id}`, "PATCH", { name: `A ${first.name}` })
    const last = (await ask(admin, "/kunden?sort=-name&limit=1")).items[0]
    await ask(admin, `/kunden/${last.id}`, "PATCH", { name: `${last.name} neu` })
    const asked: string[] = []
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === "/api/kunden" && !searchParams.has("total")) asked.push(request.url())
    })
    await page.route("**/api/**", (route) => route.abort())
    await page.route("**/health", (route) => route.abort())
    await page.clock.fastForward(15_000)
    await page.getByText("Keine Verbindung.").waitFor()
    await page.unrouteAll()
    asked.length = 0
    await page.clock.fastForward(3_000)
    await page.getByText("Keine Verbindung.").waitFor({ state: "detached" })
    await page.getByRole("rowheader", { name: `${last.name} neu` }).waitFor()
    expect(asked.length).toBeLessThanOrEqual(2)
    expect(asked.every((url) => url.includes("cursor="))).toBe(true)
    await grid.evaluate((box) => box.scrollTo(0, 0))
    await firstCells(page)
      .filter({ hasText: `A ${first.name}` })
      .waitFor()
    // Too many customers for a list of what belongs to them.
    await page.goto("/buero/lieferungen?q=unten")
    await page.getByText(/^„unten“ passt auf mehr als 100 Kunden/).waitFor()
    await pictures(page, "search-too-wide", [1440, 390])
    expect(page.faults.filter((fault) => !fault.includes("ERR_FAILED"))).toEqual([])
    await page.close()
  }, 240_000)

  test("rows are ticked by mouse and keys for what is done to each of them, and those that stay say why", async () => {
    const made = async (name: string) => ask(admin, "/kunden", "POST", { name })
    const [gone, , , held] = [
      await made("Vielwirt A"),
      await made("Vielwirt B"),
      await made("Vielwirt C"),
      await made("Vielwirt D"),
    ]
    const day = { datum: "2099-05-04", kunde_id: held.id, positionen: [] }
    await ask(admin, "/lieferungen", "POST", day)
    const page = await sharedPage("/buero/kunden", admin)
    await page.getByRole("searchbox").fill("vielwirt")
    const tick = (name: string) => page.getByRole("checkbox", { name: new RegExp(`${name} wählen$`) })
    const bar = page.getByRole("region", { name: "Gewählte Zeilen" })
    await tick("Vielwirt D").waitFor()
    // A range, as people know it, and one of it taken away by the keys.
    await tick("Vielwirt A").check()
    await tick("Vielwirt D").click({ modifiers: ["Shift"] })
    await bar.getByText("4 Kunden gewählt").waitFor()
    const all = (checked: boolean) =>
      page.getByRole("checkbox", { name: "Alle gezeigten wählen", checked }).waitFor()
    await all(true)
    await page.getByRole("link", { name: "Vielwirt C" }).focus()
    await page.keyboard.press("Space")
    await bar.getByText("3 Kunden gewählt").waitFor()
    await page.locator("[aria-label='Alle gezeigten wählen']:indeterminate").waitFor()
    await pictures(page, "many-kunden")
    expect(await barriers(page)).toEqual([])
    await bar.getByRole("button", { name: "Aktivieren", exact: true }).click()
    const none = page.getByRole("dialog", { name: "Aktivieren: geht hier nicht" })
    await none.getByText(/^3 Kunden \(.*Vielwirt D\): ist schon aktiv$/).waitFor()
    await pictures(page, "many-nichts")
    await none.getByRole("button", { name: "Schließen" }).last().click()
    await bar.locator("button:focus", { hasText: "Aktivieren" }).waitFor()
    await bar.getByRole("button", { name: "Löschen" }).click()
    const question = page.getByRole("alertdialog", { name: "3 Kunden löschen?" })
    await question.getByText(/Vielwirt A, \S+ Vielwirt B, \S+ Vielwirt D$/).waitFor()
    await pictures(page, "many-frage")
    await question.getByRole("button", { name: "Löschen" }).click()
    await bar.getByText("2 von 3 Kunden gelöscht; 1 nicht:").waitFor()
    await bar.getByText(/Vielwirt D: /).waitFor()
    await pictures(page, "many-ausgang")
    expect((await ask(admin, "/kunden?q=vielwirt")).items.map(({ name }: { name: string }) => name)).toEqual([
      "Vielwirt C",
      "Vielwirt D",
    ])
    expect((await admin.request.get(`/api/kunden/${gone.id}`)).status()).toBe(404)
    // The one that stayed is still ticked, and no longer when another filter shows other rows.
    await bar.getByText("1 Kunde gewählt").waitFor()
    await page.getByRole("searchbox").fill("vielwirt d")
    await until("nothing is ticked", async () => expect(await bar.count()).toBe(0))
    expect(await tick("Vielwirt D").isChecked()).toBe(false)
    expect(page.faults.filter((fault) => !fault.includes("409"))).toEqual([])
  }, 120_000)

  test("tomorrow is proposed as another day, also where the page has been open since yesterday", async () => {
    const { items } = await ask(admin, "/kunden?q=adler&limit=1")
    const datum = "2099-07-01"
    await ask(admin, "/lieferungen", "POST", { datum, kunde_id: items[0].id, positionen: [] })
    const page = await openWithClock(`${demo.url}/buero/lieferungen?von=${datum}&bis=${datum}`, admin)
    await page.getByRole("checkbox", { name: "Alle gezeigten wählen" }).click()
    const dayAfter = Number(addDays(today(), 2).slice(8))
    await page.clock.setFixedTime(Date.now() + 86_400_000)
    await page.getByRole("button", { name: "Anderer Tag" }).click()
    const day = page.getByRole("alertdialog").getByRole("spinbutton", { name: /Tag/ }).first()
    await until("it is the day after", async () => expect(Number(await day.innerText())).toBe(dayAfter))
    await page.close()
  }, 60_000)

  test("deliveries go to another day, and labels are printed for the devices that are ticked", async () => {
    const { items } = await ask(admin, "/kunden?q=adler&limit=1")
    const day = { datum: "2099-06-01", kunde_id: items[0].id, positionen: [] }
    const [planned, off] = [
      await ask(admin, "/lieferungen", "POST", day),
      await ask(admin, "/lieferungen", "POST", day),
    ]
    await ask(admin, `/lieferungen/${off.id}/storno`, "POST", {})
    await ask(admin, "/lieferungen", "POST", { ...day, datum: "2099-06-02" })
    const page = await sharedPage("/buero/lieferungen?von=2099-06-01&bis=2099-06-01", admin)
    await page.getByRole("checkbox", { name: "Alle gezeigten wählen" }).click()
    const bar = page.getByRole("region", { name: "Gewählte Zeilen" })
    await bar.getByText("2 Lieferungen gewählt").waitFor()
    await bar.getByRole("button", { name: "Anderer Tag" }).click()
    const question = page.getByRole("alertdialog", { name: "1 Lieferung verschieben?" })
    await question.getByText(/ihr Stand ist „Storniert“/).waitFor()
    await question.getByRole("spinbutton", { name: /Tag/ }).first().click()
    await page.keyboard.type("02062019")
    await question.getByText("Bitte einen Tag ab heute wählen").waitFor()
    expect(await question.getByRole("button", { name: "Anderer Tag" }).isDisabled()).toBe(true)
    await question.getByRole("spinbutton", { name: /Tag/ }).first().click()
    await page.keyboard.type("02062099")
    await question.getByText("Am 02.06.2099 dann mehr als eine Lieferung:").waitFor()
    await pictures(page, "many-tag")
    await question.getByRole("button", { name: "Anderer Tag" }).click()
    await bar.getByText("1 von 2 Lieferungen verschoben; 1 nicht:").waitFor()
    expect((await ask(admin, `/lieferungen/${planned.id}`)).datum).toBe("2099-06-02")
    await sharedPage("/buero/geraete", admin)
    await page.getByRole("checkbox", { name: /^K-001 / }).check()
    await page.getByRole("checkbox", { name: /^K-002 / }).check()
    await pictures(page, "many-geraete")
    await bar.getByRole("button", { name: "Etiketten" }).click()
    await page.getByText("2 Etiketten: die Gewählten.").waitFor()
    const [file] = await Promise.all([
      page.waitForResponse(/etiketten\.pdf/),
      page.getByRole("button", { name: "Etiketten als PDF" }).click(),
    ])
    expect(file.status()).toBe(200)
    expect(page.faults).toEqual([])
  }, 120_000)

  test("deliveries are searched by customer and driver, in the order of their heads", async () => {
    const page = await sharedPage("/buero/lieferungen", admin)
    await page.getByRole("searchbox", { name: "Lieferungen suchen" }).fill("adler")
    await until("only those are there", async () => {
      const names = await page.getByRole("rowheader").allInnerTexts()
      expect(names.length).toBeGreaterThan(0)
      expect(names.every((name) => name.includes("Adler"))).toBe(true)
    })
    expect(searchOf(page)).toBe("?q=adler")
    await heads(page).filter({ hasText: "Tag" }).getByRole("button").click()
    await until("the address says so", () => expect(searchOf(page)).toBe("?q=adler&sort=datum"))
    await pictures(page, "search-lieferungen")
    expect(page.faults).toEqual([])
  }, 120_000)

  test("columns are hidden, and a view kept for all is there for others, with its search and filters", async () => {
    const page = await sharedPage("/buero/geraete?q=k-0&status=lager&sort=-geraetenummer", admin)
    const view = page.getByRole("dialog", { name: "Ansicht" })
    await heads(page).filter({ hasText: "Typ" }).waitFor()
    await page.getByRole("button", { name: "Ansicht", exact: true }).click()
    await view.getByRole("checkbox", { name: "Typ" }).uncheck()
    await heads(page).filter({ hasText: "Typ" }).waitFor({ state: "detached" })
    // Rows are told apart by these.
    expect(await view.getByRole("checkbox", { name: "Bezeichnung" }).count()).toBe(0)
    await view.getByRole("textbox", { name: "Merken unter" }).fill("Auf dem Hof")
    await view.getByText("Für alle in der Firma").click()
    await pictures(page, "views")
    expect(await barriers(page)).toEqual([])
    await view.getByRole("button", { name: "Merken" }).click()
    await view.getByRole("button", { name: "Auf dem Hof", exact: true, pressed: true }).waitFor()
    await page.keyboard.press("Escape")
    const buero = await logIn(demo, "buero")
    const other = await sharedPage("/buero/konto", buero)
    await other.getByRole("heading", { level: 1, name: "Eigenes Konto" }).waitFor()
    // Found from anywhere, and before the page of a name alike.
    await other.keyboard.press("Control+k")
    await other.getByRole("searchbox", { name: "Suchen" }).waitFor()
    await other.keyboard.type("auf dem hof")
    await other.getByRole("menuitem", { name: /^Auf dem Hof/ }).waitFor()
    await other.keyboard.press("Enter")
    await heads(other).filter({ hasText: "Bezeichnung" }).waitFor()
    expect(await heads(other).filter({ hasText: "Typ" }).count()).toBe(0)
    expect(searchOf(other)).toBe("?status=lager&q=k-0&sort=-geraetenummer")
    // Without a name it stays in this browser, for this account.
    await other.reload()
    await heads(other).filter({ hasText: "Bezeichnung" }).waitFor()
    expect(await heads(other).filter({ hasText: "Typ" }).count()).toBe(0)
    expect([...page.faults, ...other.faults]).toEqual([])
  }, 120_000)
})
