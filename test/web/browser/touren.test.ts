import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import { addDays } from "../../../src/lib/day.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  hasChromium,
  hasCount,
  logIn,
  openWithClock,
  picture,
  pictures,
  sharedPage,
  show,
  startDemo,
  WATCH,
  type Watched,
} from "./browser.ts"

type Touren = {
  touren: {
    fahrer_id: string | null
    fahrer_name: string | null
    stopps: { lieferung_id: string; kunde_name: string; status: string }[]
  }[]
}

let demo: Running
let office: BrowserContext
let page: Watched
let today = ""

const read = async (datum = today): Promise<Touren> =>
  (await (await office.request.get(`${demo.url}/api/touren?datum=${datum}`)).json()) as Touren
/** @returns the customers that a driver has still to go to, in their order, as the service has them */
const stoppsOf = async (name: string | null, datum = today): Promise<string[]> =>
  (await read(datum)).touren
    .find(({ fahrer_name }) => fahrer_name === name)
    ?.stopps.filter(({ status }) => status === "geplant")
    .map(({ kunde_name }) => kunde_name) ?? []
const column = (name: string) => page.getByRole("region", { name, exact: true })
const shownIn = (name: string) => column(name).locator(".stopp.geplant strong").allInnerTexts()
/** Until the service has it, too. */
const stored = (name: string | null, expected: string[]): Promise<void> =>
  until("the service has this order", async () => expect(await stoppsOf(name)).toEqual(expected))

const board = async (): Promise<void> => {
  page = await sharedPage(`/buero/touren?datum=${today}`, office)
  await column("Ohne Fahrer").waitFor()
  // The columns stand there before their stops.
  await until("its stops are drawn", async () =>
    expect(await shownIn("Jens Brandt")).toEqual(await stoppsOf("Jens Brandt")),
  )
}

describe.skipIf(!hasChromium)("the board of a day", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
    const heute = (await (await office.request.get(`${demo.url}/api/heute`)).json()) as { datum: string }
    today = heute.datum
  }, 120_000)
  afterEach(() => expect(page.faults).toEqual([]))

  test("a stop is given to another driver with the mouse", async () => {
    await board()
    const [moved, ...rest] = await stoppsOf("Jens Brandt")
    const others = await stoppsOf("Murat Yılmaz")
    const card = column("Jens Brandt").locator(".stopp").first()
    const dragged = page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers()
      const told = ({ dataTransfer }: DragEvent): void => resolve(dataTransfer?.getData("text/plain"))
      document.addEventListener("drop", told, { capture: true, once: true })
      return promise
    })
    await card.dragTo(column("Murat Yılmaz").locator(".stopp").first(), {
      sourcePosition: { x: 16, y: 18 },
      targetPosition: { x: 60, y: 4 },
    })
    await stored("Murat Yılmaz", [moved ?? "", ...others])
    await stored("Jens Brandt", rest)
    expect(await shownIn("Murat Yılmaz")).toEqual([moved ?? "", ...others])
    // Dropped into a text, it is the customer.
    expect(await dragged).toBe(moved ?? "")
  }, 120_000)

  test("and put in another place with the keyboard", async () => {
    await board()
    const before = await stoppsOf("Murat Yılmaz")
    await column("Murat Yılmaz").locator(".stopp .grip").first().focus()
    await page.keyboard.press("Enter")
    // Before that frame, keys are not the drag's.
    await page.locator("[inert]").first().waitFor({ state: "attached" })
    // Down to the last place of this column, where it is put.
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await stored("Murat Yılmaz", [...before.slice(1), before[0] ?? ""])
  }, 120_000)

  test("and without dragging, by a menu", async () => {
    await board()
    const before = await stoppsOf("Jens Brandt")
    const [moved] = before
    await page.getByRole("button", { name: `${moved}: verschieben` }).click()
    await page.getByRole("menuitem", { name: "Keinem Fahrer" }).click()
    await stored(null, [moved ?? ""])
    await page.getByRole("button", { name: `${moved}: verschieben` }).click()
    await page.getByRole("menuitem", { name: "An Jens Brandt" }).click()
    await stored("Jens Brandt", [...before.slice(1), moved ?? ""])
    await page.getByRole("button", { name: `${moved}: verschieben` }).click()
    // The first place, whichever of them that is.
    await page.getByRole("menuitem", { name: "nach vorn" }).first().click()
    await stored("Jens Brandt", before)
    // The first one is not offered what it cannot do.
    await page.getByRole("button", { name: `${moved}: verschieben` }).click()
    await page.getByRole("menuitem", { name: "nach hinten" }).first().waitFor()
    expect(await page.getByRole("menuitem", { name: "nach vorn" }).count()).toBe(0)
    await page.keyboard.press("Escape")
  }, 120_000)

  test("what was moved is put back from where it is said, unless somebody has moved it on", async () => {
    await board()
    const before = await stoppsOf("Jens Brandt")
    const [moved = "", ...rest] = before
    const toNobody = async (): Promise<void> => {
      await page.getByRole("button", { name: `${moved}: verschieben` }).click()
      await page.getByRole("menuitem", { name: "Keinem Fahrer" }).click()
      await page.getByRole("status").getByText(`${moved} hat keinen Fahrer`).waitFor()
    }
    const said = page.locator(".toast", { hasText: `${moved} hat keinen Fahrer` })
    const undo = said.getByRole("button", { name: "Rückgängig" })
    await toNobody()
    await undo.click()
    await page.getByRole("status").getByText("Rückgängig gemacht").waitFor()
    await stored("Jens Brandt", before)
    await toNobody()
    const { touren } = await read()
    const stopp = touren.flatMap(({ stopps }) => stopps).find(({ kunde_name }) => kunde_name === moved)
    const jens = touren.find(({ fahrer_name }) => fahrer_name === "Jens Brandt")?.fahrer_id
    await ask(office, `/touren/${today}/verschieben`, "POST", {
      lieferung_id: stopp?.lieferung_id,
      fahrer_id: jens,
    })
    await undo.click()
    await page.getByText(`${moved} ist nicht verschoben`).waitFor()
    await stored("Jens Brandt", [...rest, moved])
    page.faults = page.faults.filter((fault) => !fault.includes("412"))
  }, 120_000)

  test("goes to another day on the board itself, and back to its place; its page leads back here", async () => {
    await board()
    const before = await stoppsOf("Jens Brandt")
    const [moved = "", ...rest] = before
    const here = page.url()
    const tomorrow = addDays(today, 1)
    const { touren } = await read()
    const stopp = touren.flatMap(({ stopps }) => stopps).find(({ kunde_name }) => kunde_name === moved)
    const { kunde_id } = await ask(office, `/lieferungen/${stopp?.lieferung_id}`)
    await ask(office, "/lieferungen", "POST", { kunde_id, datum: tomorrow, positionen: [] })
    await page.getByRole("button", { name: `${moved}: verschieben` }).click()
    await page.getByRole("menuitem", { name: "Anderer Tag …" }).click()
    const dialog = page.getByRole("dialog", { name: `Lieferung verschieben: ${moved}` })
    await dialog.getByRole("spinbutton").first().click()
    await page.keyboard.type(addDays(today, -9).split("-").toReversed().join(""))
    await page.keyboard.press("Control+Enter")
    await dialog.getByText("Bitte einen Tag ab heute wählen").waitFor()
    await pictures(page, "touren-vergangener-tag")
    await dialog.getByRole("spinbutton").first().click()
    await page.keyboard.type(tomorrow.split("-").toReversed().join(""))
    // It is not planned beside another one unawares.
    await dialog.getByText("hat er schon:").waitFor()
    await pictures(page, "touren-anderer-tag")
    await page.keyboard.press("Control+Enter")
    await page.getByText(`${moved} ist für`).waitFor()
    await stored("Jens Brandt", rest)
    await until("the card has gone", async () => expect(await shownIn("Jens Brandt")).toEqual(rest))
    // As it was left, or not at all: somebody may have changed it since.
    const undone = page.waitForRequest((request) => request.method() === "PATCH")
    await page.getByRole("button", { name: "Rückgängig" }).click()
    expect((await undone).headers()["if-match"]).toMatch(/^"\d+"$/)
    await stored("Jens Brandt", before)
    expect(page.url()).toBe(here)
    await column("Jens Brandt").getByText(moved, { exact: true }).click()
    await page.waitForURL(/\/lieferungen\//)
    await page.getByRole("button", { name: "Verschieben" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Abbrechen" }).click()
    await page.locator(".back", { hasText: "Touren" }).click()
    await column("Jens Brandt").waitFor()
    expect(page.url()).toBe(here)
  }, 120_000)

  test("what nobody answered goes back to its place, and is said not to be moved", async () => {
    await board()
    const before = [await shownIn("Jens Brandt"), await shownIn("Murat Yılmaz")]
    const [moved] = before[0] ?? []
    await page.route("**/api/touren**", (route) => route.abort())
    for (const place of ["An Murat Yılmaz", "Ganz nach hinten"]) {
      await page.getByRole("button", { name: `${moved}: verschieben` }).click()
      await page.getByRole("menuitem", { name: place }).click()
      const told = page.getByText(`${moved} ist nicht verschoben und steht wieder wie zuvor.`)
      await told.waitFor()
      expect(await told.innerText()).not.toContain("nichts verloren")
      await page.getByRole("button", { name: "Meldung schließen" }).click()
      expect([place, await shownIn("Jens Brandt"), await shownIn("Murat Yılmaz")]).toEqual([place, ...before])
    }
    page.faults = page.faults.filter((fault) => !fault.includes("ERR_FAILED"))
  }, 120_000)

  test("what was moved while its answer got lost stays there, and nothing else is said", async () => {
    await board()
    const [moved, ...rest] = await shownIn("Jens Brandt")
    const others = await shownIn("Murat Yılmaz")
    const meanwhile = await ask(office, "/kunden", "POST", { name: "Zwischenhof" })
    await page.route("**/verschieben", async (route) => {
      await route.fetch()
      await ask(office, "/lieferungen", "POST", { kunde_id: meanwhile.id, datum: today, positionen: [] })
      await route.abort()
    })
    await page.getByRole("button", { name: `${moved}: verschieben` }).click()
    await page.getByRole("menuitem", { name: "An Murat Yılmaz" }).click()
    // What came meanwhile shows that the board was read again: before that it has said whatever it says.
    await column("Ohne Fahrer").getByText("Zwischenhof").waitFor()
    expect(await page.getByText("ist nicht verschoben").count()).toBe(0)
    expect(await shownIn("Jens Brandt")).toEqual(rest)
    expect(await shownIn("Murat Yılmaz")).toEqual([...others, moved ?? ""])
    page.faults = page.faults.filter((fault) => !fault.includes("ERR_FAILED"))
  }, 120_000)

  test("what the service refuses goes back, with the reason", async () => {
    await board()
    const before = await shownIn("Jens Brandt")
    await page.route("**/verschieben", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/json",
        body: '{"error":"Die Lieferung ist schon unterwegs"}',
      }),
    )
    await page.getByRole("button", { name: `${before[0]}: verschieben` }).click()
    await page.getByRole("menuitem", { name: "An Murat Yılmaz" }).click()
    await page.getByRole("status").getByText("Die Lieferung ist schon unterwegs").waitFor()
    await page.waitForFunction(
      (first) =>
        document.querySelectorAll(".driver")[1]?.querySelector(".stopp.geplant strong")?.textContent ===
        first,
      before[0],
    )
    expect(await shownIn("Jens Brandt")).toEqual(before)
    page.faults = page.faults.filter((fault) => !fault.includes("409"))
  }, 120_000)

  test("a day's tours are taken over to another day, once, and the address is the day", async () => {
    await board()
    await page.getByRole("button", { name: "Morgen" }).click()
    await page.waitForURL(/datum=/)
    const tomorrow = new URL(page.url()).searchParams.get("datum") ?? ""
    const planned = (await read(tomorrow)).touren.flatMap(({ stopps }) => stopps).length
    await page.getByRole("button", { name: "Tour übernehmen" }).click()
    // The day before, instead of a week ago: typed in parts, as a person does.
    await page.getByRole("dialog").getByRole("spinbutton").first().click()
    await page.keyboard.type(`${today.slice(8)}${today.slice(5, 7)}${today.slice(0, 4)}`)
    await page.keyboard.press("Enter")
    await page.getByText(/Lieferungen? (?:ist|sind) geplant/).waitFor()
    await page.getByRole("button", { name: "Zur Tour" }).click()
    const copied = (await read(tomorrow)).touren.flatMap(({ stopps }) => stopps)
    const customers = new Set(copied.map(({ kunde_name }) => kunde_name))
    expect(copied.length).toBeGreaterThan(planned)
    expect(customers.size).toBe(copied.length)
    await page.reload()
    await page
      .locator(".stopp")
      .nth(copied.length - 1)
      .waitFor()
    await hasCount(page.locator(".stopp"), copied.length)
  }, 120_000)

  test("the lists of a driver are printed, and the board as it is seen", async () => {
    await board()
    for (const list of ["Tourenliste", "Ladeliste"]) {
      await page.getByRole("button", { name: "Drucken" }).click()
      const saving = page.waitForEvent("download")
      await page.getByRole("menuitem", { name: `${list} Jens Brandt` }).click()
      const file = Bun.file(await (await saving).path())
      expect(await file.slice(0, 5).text()).toBe("%PDF-")
    }
    await page.evaluate(() => {
      window.print = () => void (document.title = "gedruckt")
    })
    await page.getByRole("button", { name: "Drucken" }).click()
    await page.getByRole("menuitem", { name: "Diese Tafel" }).click()
    await page.waitForFunction(() => document.title === "gedruckt")
  }, 120_000)

  test("what another one changes shows by itself", async () => {
    page = await openWithClock(`${demo.url}/buero/touren?datum=${today}`, office)
    await column("Ohne Fahrer").waitFor()
    const first = (await read()).touren
      .find(({ fahrer_name }) => fahrer_name === "Jens Brandt")
      ?.stopps.find(({ status }) => status === "geplant")
    await office.request.post(`${demo.url}/api/touren/${today}/verschieben`, {
      data: { lieferung_id: first?.lieferung_id, fahrer_id: null },
      headers: { "sec-fetch-site": "same-origin" },
    })
    await page.clock.fastForward(WATCH)
    await column("Ohne Fahrer")
      .getByText(first?.kunde_name ?? "")
      .waitFor()
    await page.close()
  }, 120_000)

  test("no text becomes HTML, but for none at all", async () => {
    await board()
    const assign = (html: string) =>
      page.evaluate((text) => {
        try {
          document.createElement("div").innerHTML = text
          return "taken"
        } catch {
          return "refused"
        }
      }, html)
    expect([await assign(""), await assign("<b>x</b>")]).toEqual(["taken", "refused"])
    page.faults = page.faults.filter((fault) => !fault.includes("TrustedHTML"))
  }, 120_000)

  test("nothing bars anybody from it, on any screen, and cards say what a driver is told", async () => {
    const [kunde] = (await ask(office, "/kunden?limit=1")).items
    const plan = { kunde_id: kunde.id, datum: today, hinweis: "Klingel defekt", positionen: [] }
    const { id } = await ask(office, "/lieferungen", "POST", plan)
    await ask(office, `/lieferungen/${id}/start`, "POST", {})
    await ask(office, `/lieferungen/${id}/fehlschlag`, "POST", { grund: "Geschlossen" })
    await ask(office, `/lieferungen/${id}/neu-planen`, "POST", { datum: today })
    await board()
    const card = column("Ohne Fahrer").locator(".stopp", { hasText: "Klingel defekt" })
    await card.getByText("2. Versuch").waitFor()
    for (const look of [{ width: 1440 }, { width: 1024, dark: true }, { width: 390 }] as const) {
      await show(page, look)
      await picture(page, `touren-${look.width}`)
      expect([look.width, await barriers(page)]).toEqual([look.width, []])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect([look.width, wide]).toEqual([look.width, false])
    }
  }, 120_000)
})
