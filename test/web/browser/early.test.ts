import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import { hasChromium, logIn, newContext, startDemo } from "./browser.ts"

/** Files that load before the office: its frame, the parts of the screen, and the screen's first requests. */

let demo: Running
let office: BrowserContext
let kunde = ""

/** @returns how often each address was asked for, of the interface, until the page had nothing more to ask */
async function asked(path: string): Promise<Map<string, number>> {
  const page = await office.newPage()
  const counts = new Map<string, number>()
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith("/api/")) counts.set(pathname + search, (counts.get(pathname + search) ?? 0) + 1)
  })
  await page.goto(demo.url + path)
  await page.getByRole("heading", { level: 2 }).first().waitFor()
  await page.waitForLoadState("networkidle")
  await page.close()
  return counts
}

describe.skipIf(!hasChromium)("before the office has come", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
    // As the page for the log-in leaves it.
    await office.addInitScript(() => localStorage.setItem("angemeldet", "user"))
    const reply = await office.request.get(`${demo.url}/api/kunden?limit=1`)
    kunde = ((await reply.json()) as { items: { id: string }[] }).items[0]?.id ?? ""
  }, 120_000)

  test("Heute has asked for its figures, and does not ask again", async () => {
    const counts = await asked("/buero/heute")
    expect([counts.get("/api/sitzung"), counts.get("/api/heute")]).toEqual([1, 1])
  }, 120_000)

  test("a customer's page has asked for what it shows first, and does not ask again", async () => {
    const counts = await asked(`/buero/kunden/${kunde}`)
    const [own, all] = [`/api/kunden/${kunde}`, [...counts.keys()]]
    const early = ["/api/sitzung", own, `${own}/pfandkonto`, `${own}/ereignisse?limit=10`]
    expect(all.slice(0, early.length).toSorted()).toEqual(early.toSorted())
    expect(early.map((url) => counts.get(url))).toEqual([1, 1, 1, 1])
  }, 120_000)

  test("who has not come by the log-in is asked for first: it may be an operator, without a company", async () => {
    const context = await logIn(demo, "buero")
    const page = await context.newPage()
    const urls: string[] = []
    page.on("request", (request) => urls.push(new URL(request.url()).pathname))
    const answer = Promise.withResolvers<void>()
    await page.route("**/api/sitzung", (route) => answer.promise.then(() => route.continue()))
    const wasAsked = page.waitForRequest("**/api/sitzung")
    await page.goto(`${demo.url}/buero/heute`)
    await wasAsked
    expect(urls).toContain("/api/sitzung")
    expect(urls).not.toContain("/api/heute")
    answer.resolve()
    await page.getByRole("heading", { level: 2 }).first().waitFor()
    expect(urls).toContain("/api/heute")
    expect(await page.evaluate(() => localStorage.getItem("angemeldet"))).toBe("user")
    await context.close()
  }, 120_000)

  test("the frame and the screen's name are there without a script, for eyes alone", async () => {
    const context = await newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${demo.url}/buero/heute`)
    expect(await page.locator(".frame-title").innerText()).toBe("Heute")
    expect(await page.getByRole("heading").count()).toBe(0)
    await context.close()
  }, 120_000)

  test("every screen's shell names the screen's own parts", async () => {
    const partsOf = async (path: string): Promise<string[]> => {
      const html = await (await fetch(demo.url + path)).text()
      return [...html.matchAll(/modulepreload"[^>]* href="([^"]+)"/g)].map(([, url]) => url ?? "")
    }
    const [plain, list, one, add] = await Promise.all(
      ["/gibt-es-nicht", "/kunden", `/kunden/${kunde}`, "/kunden/neu"].map((path) =>
        partsOf(`/buero${path}`),
      ),
    )
    const [lists, ones, adds] = [list, one, add].map(
      (parts) => new Set(parts?.filter((part) => !plain?.includes(part))),
    )
    for (const own of [lists, ones, adds]) expect(own?.size).toBeGreaterThan(0)
    expect(lists?.symmetricDifference(ones ?? new Set()).size).toBeGreaterThan(0)
    expect(ones?.symmetricDifference(adds ?? new Set()).size).toBeGreaterThan(0)
  })
})
