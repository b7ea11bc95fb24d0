import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Request } from "playwright-core"
import { screens as all } from "../../../src/web/browser/buero/registry.ts"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  barriers,
  goTo,
  hasChromium,
  logIn,
  type Look,
  open,
  picture,
  sharedPage,
  show,
  startDemo,
  type Watched,
} from "./browser.ts"

/** Every screen of the office, for every role that sees it: no barrier, no complaint, nothing that breaks the policy. */

/** Screens of the operator alone are in firmen.test.ts. */
const screens = all.filter(({ roles }) => roles.includes("admin"))

let demo: Running
let admin: Promise<BrowserContext>
let office: BrowserContext
/** One page that goes from screen to screen as people do: loading all of it anew for each is dear. */
let shown: Promise<Watched>
/** Records of the demo for the ids in an address, by its first word. */
const records: Record<string, string> = {}

/** Where the interface calls it by another word. */
const named: Record<string, string> = { "/artikel": "/pfandartikel" }

/** Both lights and both layouts; between 390 and 1440 px, only the room for columns differs. */
const wide: Look = { width: 1440, dark: false }
const narrow: Look = { width: 390, dark: true }
/** Looked at as pictures alone, where PICTURES names a folder for them. */
const moreLooks = process.env["PICTURES"]
  ? ([
      { width: 1440, dark: true },
      { width: 1024, dark: false },
      { width: 1024, dark: true },
      { width: 390, dark: false },
    ] as const)
  : []

describe.skipIf(!hasChromium)("every screen", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = logIn(demo, "admin")
    office = await logIn(demo, "buero")
    shown = openShown(await admin)
    const { request } = await admin
    for (const path of new Set(screens.filter((one) => one.path.includes(":")).map(listOf))) {
      const api = named[path] ?? path
      const { items } = (await (await request.get(`${demo.url}/api${api}?limit=1`)).json()) as {
        items: { id: string }[]
      }
      records[path] = items[0]?.id ?? ""
    }
  }, 120_000)

  // Every other one in the reverse order: the look that one leaves is that of the next one, and drawn once.
  const inBoth = screens.map((screen, i) => {
    const looks = i % 2 === 0 ? ([wide, narrow] as const) : ([narrow, wide] as const)
    return [screen.path, screen, ...looks] as const
  })
  test.each(inBoth)(
    "%s",
    async (_, screen, look, otherLook) => {
      const path = screen.path.replace(/:\w+/, () => records[listOf(screen)] ?? "")
      const page = await shown
      page.faults.length = 0
      await showScreen(page, `/buero${path}`, look)
      const nameOf = ({ width, dark }: Look) =>
        `${screen.path.slice(1).replaceAll("/", "-").replace(":", "")}-${width}${dark ? "-dunkel" : ""}`
      const lookAt = async (name: string): Promise<void> => {
        await picture(page, name)
        // Whatever a card leaves out, it says which row it is.
        const { over, unnamed, title, searches } = await page.evaluate(() => ({
          over: document.documentElement.scrollWidth - innerWidth,
          unnamed: document.querySelectorAll('.table-body [data-row]:not(:has(> [data-card="head"]))').length,
          title: document.querySelector("h1")?.innerText,
          searches: document.querySelectorAll('.page input[type="search"]').length,
        }))
        expect([name, await barriers(page), over, unnamed, page.faults]).toEqual([name, [], 0, 0, []])
        if (!screen.path.includes(":")) expect(title).toBe(screen.label)
        expect([name, searches > 0]).toEqual([name, screen.takes?.includes("q") ?? false])
      }
      await lookAt(nameOf(look))
      await show(page, otherLook)
      await lookAt(nameOf(otherLook))
      for (const more of moreLooks) {
        await show(page, more)
        await picture(page, nameOf(more))
      }
    },
    120_000,
  )

  test("/heute and /lieferungen, while what they show is on its way", async () => {
    const page = await open(`${demo.url}/buero/konto`, wide, await admin)
    for (const path of ["/heute", "/lieferungen"]) {
      await page.route(`**/api${path}**`, () => {})
      await goTo(page, `/buero${path}`)
      await page.locator('[role="status"][aria-label="Lädt"]').waitFor()
      expect([path, await barriers(page)]).toEqual([path, []])
    }
    await page.close()
  }, 120_000)

  test("the office sees its screens, and is told which are not for it", async () => {
    const page = await sharedPage("/buero/konto", office)
    // Where the fewest columns have to be drawn.
    await show(page, narrow)
    for (const { path, roles, label } of all.filter((one) => !one.path.includes(":"))) {
      await goTo(page, `/buero${path}`)
      const refused = (await page.getByRole("heading", { level: 1 }).innerText()) === "Keine Berechtigung"
      expect([label, refused]).toEqual([label, !roles.includes("user")])
    }
    expect(page.faults).toEqual([])
  }, 120_000)

  test("an address that was mistyped says so, too, to people; to programs in their form", async () => {
    const page = await open(`${demo.url}/kunden`)
    await page.getByRole("heading", { name: "Diese Seite gibt es nicht" }).waitFor()
    await page.getByRole("link", { name: "Zur Startseite" }).click()
    await page.getByRole("heading", { name: "Anmelden" }).waitFor()
    expect(page.faults.filter((fault) => !fault.includes("404"))).toEqual([])
    for (const path of ["/kunden", "/hilfe/gibt-es-nicht"]) {
      const told = await fetch(`${demo.url}${path}`, { headers: { Accept: "text/html" } })
      expect([told.status, await told.text()]).toEqual([
        404,
        expect.stringContaining("Diese Seite gibt es nicht"),
      ])
      const reply = await fetch(`${demo.url}${path}`)
      expect([reply.status, Object.keys((await reply.json()) as object)]).toEqual([404, ["error"]])
    }
    const reply = await fetch(`${demo.url}/api/gibt-es-nicht`, { headers: { Accept: "text/html" } })
    expect([reply.status, reply.headers.get("content-type")]).toEqual([
      404,
      "application/json; charset=utf-8",
    ])
  }, 120_000)

  test("an unknown address says so, with a way back", async () => {
    const page = await sharedPage("/buero/konto", office)
    await page.goto(`${demo.url}/buero/gibt-es-nicht`)
    await page.getByRole("heading", { name: "Diese Seite gibt es nicht" }).waitFor()
    await page.getByRole("link", { name: "Zur Übersicht" }).click()
    await page.waitForURL("**/buero/heute")
    expect(page.faults).toEqual([])
  }, 120_000)
})

const pending = new Set<Request>()

async function openShown(context: BrowserContext): Promise<Watched> {
  const page = await open(`${demo.url}/buero/konto`, wide, context)
  await page.getByRole("heading", { level: 1, name: "Konto" }).waitFor()
  page.on("request", (request) => pending.add(request))
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => pending.delete(request))
  return page
}

/** Goes to a screen, until what it asked for is there and drawn. */
async function showScreen(page: Watched, path: string, look: Look): Promise<void> {
  await goTo(page, path)
  await until("the screen has loaded", async () => {
    await show(page, look)
    const loading = await page.locator('[role="status"][aria-label="Lädt"]').count()
    expect([loading, [...pending].map((request) => request.url())]).toEqual([0, []])
  })
}

function listOf({ path }: { path: string }): string {
  return `/${path.split("/")[1]}`
}
