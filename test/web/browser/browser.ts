import { expect } from "bun:test"
import { join } from "node:path"
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core"
import { chromium } from "playwright-core"
import { drawing } from "../../../src/ops/demo/drawing.ts"
import { findChromium, hasChromium } from "../../helpers/chromium.ts"
import { demoDir } from "../../helpers/demo.ts"
import { until } from "../../helpers/eventually.ts"
import { type Running, start } from "../../helpers/executable.ts"
import { atEnd, temporaryDir } from "../../helpers/temporary.ts"
import { showWhenLate } from "./late.ts"

export { hasChromium }
if (!hasChromium) process.stderr.write("no chromium: the tests of pages are skipped\n")

export type Rolle = "admin" | "buero" | "fahrer1" | "fahrer2"
export type Look = { width?: 1440 | 1024 | 390; dark?: boolean }
/** Time between two questions of the office by itself, in ms. */
export const WATCH = 15_000

/** A picture that somebody takes or chooses. */
export const foto = { name: "a.png", mimeType: "image/png", buffer: Buffer.from(drawing(1)) }

let browser: Promise<Browser> | undefined
let demo: { file: string; service: Promise<Running> } | undefined

/**
 * @returns the executable with the demo company: the same one for all tests of a file, and a fresh one for the next
 *   file, which finds nothing of what others did. It is stopped then
 */
export async function startDemo(): Promise<Running> {
  if (demo?.file === Bun.main) return demo.service
  const before = demo?.service
  demo = { file: Bun.main, service: startOnCopy() }
  await (await before)?.stop("SIGKILL")
  return demo.service
}

const startOnCopy = async (): Promise<Running> => start({ command: "demo", dataDir: await demoDir() })

/** @returns the one browser of this process, which all its files share */
function launch(): Promise<Browser> {
  browser ??= startBrowser([])
  return browser
}

/** @param more for what a browser has to be started with, such as a camera */
export async function launchWith(more: string[]): Promise<Browser> {
  const launched = await startBrowser(more)
  atEnd(() => launched.close())
  return launched
}

const startBrowser = async (more: string[]): Promise<Browser> =>
  chromium.launch({
    ...(await findChromium()),
    timeout: 100_000,
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--lang=de-DE",
      SHORT_LIVED,
      SIDE_BY_SIDE,
      ...more,
    ],
  })

/** A page of a test is gone before its script, translated to faster code, has saved what translating it costs. */
const SHORT_LIVED = "--js-flags=--no-maglev,--no-turbofan"
/** A log-in's pages share a process, as tabs do that were opened from one another: each start of one is dear. */
const SIDE_BY_SIDE = "--process-per-site"

/** Faults of a page: a broken policy, a failed request, an error on the console. */
export type Watched = Page & { faults: string[] }

/**
 * Opens a page and notes whatever it complains about in `faults`.
 *
 * @param context of one that is logged in (logIn); a fresh one if left out
 */
export async function open(url: string, look: Look = {}, context?: BrowserContext): Promise<Watched> {
  const own = context ?? (await newContext())
  return watch(await own.newPage(), url, look)
}

/** Some Chromiums remark that a script was asked for a moment before the service worker took the page over: no fault. */
const TOO_EARLY = /cross-world service worker resource mismatch/

/**
 * @param wanted complaints about what a test brings about
 * @returns the page, which notes from now on whatever else it complains about
 */
export function noteFaults(empty: Page, wanted?: RegExp): Watched {
  const page = Object.assign(empty, { faults: [] as string[] })
  page.on("console", (message) => {
    const text = message.text()
    const isFault = ["error", "warning"].includes(message.type())
    if (isFault && !TOO_EARLY.test(text) && !wanted?.test(text)) page.faults.push(text)
  })
  page.on("pageerror", (error) => page.faults.push(String(error)))
  return page
}

async function watch(empty: Page, url: string, look: Look): Promise<Watched> {
  const page = noteFaults(empty)
  await show(page, look)
  await page.goto(url)
  return page
}

/**
 * Opens a page whose clock can be put forward: `page.clock.fastForward(WATCH)`. What it waits for then happens, and by
 * itself the clock goes on as any other.
 */
export async function openWithClock(url: string, context: BrowserContext): Promise<Watched> {
  const page = await context.newPage()
  await page.clock.install()
  return watch(page, url, {})
}

/** Light that each page was shown in last. */
const lights = new WeakMap<Page, "dark" | "light">()

/** Looks at the same page on another screen, or in another light, until it is drawn so. */
export async function show(page: Page, { width = 1440, dark = false }: Look): Promise<void> {
  const size = { width, height: width === 390 ? 844 : 900 }
  const colorScheme = dark ? "dark" : "light"
  if (Bun.deepEquals(page.viewportSize(), size) && lights.get(page) === colorScheme) return
  lights.set(page, colorScheme)
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
  await drawn(page)
}

/** Waits until a field holds this: what fills it may be on its way. */
export const hasValue = (field: Locator, value: string): Promise<unknown> =>
  until(`a field holds ${JSON.stringify(value)}`, async () => expect(await field.inputValue()).toBe(value))

/** Waits until there are so many. */
export const hasCount = (found: Locator, count: number): Promise<unknown> =>
  until(`there are ${count}`, async () => expect(await found.count()).toBe(count))

/** Until what was done is to be seen: for what must not show up. For all else there is something to wait for. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Closed at the end of the test file: pages that nobody looks at any more go on asking their service. */
export async function newContext(
  options: BrowserContextOptions = {},
  own?: Browser,
): Promise<BrowserContext> {
  const inBerlin = { locale: "de-DE", timezoneId: "Europe/Berlin", ...options }
  const context = await (own ?? (await launch())).newContext(inBerlin)
  context.setDefaultTimeout(60_000)
  context.on("page", showWhenLate)
  atEnd(() => context.close())
  return context
}

/** A connection that nobody used for a while may be closed in the moment in which it is used again: browsers ask anew. */
export const AGAIN = { maxRetries: 2 }

/** @returns a context whose pages are logged in as one of the demo's accounts */
export async function logIn({ url }: Running, rolle: Rolle): Promise<BrowserContext> {
  const context = await newContext({ baseURL: url })
  const reply = await context.request.post("/api/sitzung", {
    data: { email: `${rolle}@demo.example`, password: "pfandwerk-demo", tenant_slug: "demo" },
    headers: { "sec-fetch-site": "same-origin" },
    ...AGAIN,
  })
  if (!reply.ok()) throw new Error(`log-in as ${rolle}: ${reply.status()}`)
  return context
}

/**
 * Asks the service that a context is logged in to, as its account.
 *
 * @param path below /api
 * @returns the body of the answer; undefined without one
 * @throws Error that names what was refused, and why
 */
export async function ask<T = any>(
  { request }: BrowserContext,
  path: string,
  method = "GET",
  data?: object,
): Promise<T> {
  const headers = { "sec-fetch-site": "same-origin" }
  const reply = await request.fetch(`/api${path}`, { method, headers, data, ...AGAIN })
  if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`)
  return (reply.status() === 204 ? undefined : await reply.json()) as T
}

const NOWHERE = "/buero/gibt-es-nicht"
/** Time after which a page is taken for barred, or for one that misses a part. In ms. */
const BARRED = 10_000

/**
 * Goes to a screen of the office as a link does, until its heading is there. Loading all of it anew takes half a second
 * of a processor.
 *
 * @param page at another screen of the office
 */
export async function goTo(page: Page, path: string): Promise<void> {
  // An empty screen between two tells the heading of the next one from that of the one before.
  await goNowhere(page)
  await goSomewhere(page, path)
}

const placeLinks = (page: Page, name: string): Locator =>
  page.getByRole("navigation", { name }).getByRole("link")

/** @returns the names of the places that the navigation offers, without the count beside one */
export async function placesOf(page: Page, navigation = "Bereiche"): Promise<string[]> {
  const links = placeLinks(page, navigation).and(page.locator("[data-place]"))
  await links.first().waitFor()
  return links.evaluateAll((all) => all.map((one) => one.getAttribute("data-place") ?? ""))
}

/**
 * Goes to a place of the office by the mouse, and to a tab of it.
 *
 * @param tab the first of the place if left out
 */
export async function follow(page: Page, place: string, tab?: string): Promise<void> {
  await placeLinks(page, "Bereiche")
    .and(page.locator(`[data-place="${place}"]`))
    .click()
  if (tab) await placeLinks(page, place).filter({ hasText: tab }).click()
}

const NOT_THERE = "Diese Seite gibt es nicht"
const headingOf = (page: Page): Locator => page.getByRole("heading", { level: 1 })
const push = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, "", to), path)

async function goNowhere(page: Page, timeout?: number): Promise<void> {
  await push(page, NOWHERE)
  await headingOf(page).filter({ hasText: NOT_THERE }).waitFor({ timeout })
}

async function goSomewhere(page: Page, path: string, timeout?: number): Promise<void> {
  await push(page, path)
  await headingOf(page).filter({ hasText: /\S/ }).filter({ hasNotText: NOT_THERE }).waitFor({ timeout })
}

const shared = new WeakMap<BrowserContext, Watched>()

/**
 * Shows a screen of the office to a test that needs no page of its own: all such tests of a log-in share one page,
 * which goes from screen to screen as people do.
 *
 * @returns the page on a wide screen, without faults, routes, messages and drafts of the test before
 */
export async function sharedPage(path: string, context: BrowserContext): Promise<Watched> {
  const page = await emptied(context)
  if (!page) return openShared(path, context)
  // A part of the program that was on its way when the test before ended its routes may never arrive.
  await goSomewhere(page, path, BARRED).catch(() => page.goto(path))
  return page
}

/**
 * Loads that page anew, for a test that changes records past it: half the work of a page in a new tab.
 *
 * @returns the page on a wide screen, as `sharedPage` does
 */
export async function sharedPageAnew(path: string, context: BrowserContext): Promise<Watched> {
  const page = await emptied(context)
  if (!page) return openShared(path, context)
  await page.goto(path)
  return page
}

async function openShared(path: string, context: BrowserContext): Promise<Watched> {
  const page = await open(path, {}, context)
  shared.set(context, page)
  return page
}

/** @returns the page that a log-in's tests share, at no screen; undefined where there is none */
async function emptied(context: BrowserContext): Promise<Watched | undefined> {
  const page = shared.get(context)
  if (!page || page.isClosed()) return undefined
  await page.unrouteAll({ behavior: "ignoreErrors" })
  // A test that failed may have left a window open, which bars the page.
  await goNowhere(page, BARRED).catch(() => page.goto(NOWHERE))
  await forget(page)
  await show(page, {})
  page.faults.length = 0
  return page
}

/** Takes away what outlasts its screen. */
const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    sessionStorage.clear()
    for (const key of Object.keys(localStorage)) if (key.startsWith("kopie ")) localStorage.removeItem(key)
    const messages = document.querySelectorAll<HTMLElement>('.toast [aria-label="Meldung schließen"]')
    for (const close of messages) close.click()
    // Or React Aria takes whoever comes for a screen reader, with which a field waits before it takes the focus.
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))
  })

/** Into PICTURES (or nowhere), to be looked at. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"]
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** The same at several widths, at the second of them in the dark. */
export async function pictures(
  page: Page,
  name: string,
  widths: readonly NonNullable<Look["width"]>[] = [1440, 1024, 390],
): Promise<void> {
  if (!process.env["PICTURES"]) return
  for (const width of widths) {
    await show(page, { width, dark: width === widths[1] })
    await picture(page, `${name}-${width}`)
  }
  await show(page, {})
}

/** As somebody does who drags it out of a folder. */
export async function dropFile(where: Page, onto: Locator, name: string): Promise<void> {
  const file = join(temporaryDir(), name)
  await Bun.write(file, await where.screenshot())
  // A list that was read again meanwhile is drawn anew.
  const box = await until(`there is room to drop ${name}`, async () => {
    await onto.scrollIntoViewIfNeeded()
    const found = await onto.boundingBox()
    if (!found) throw new Error(`nothing to drop ${name} onto`)
    return found
  })
  const session = await where.context().newCDPSession(where)
  // Below a window that was just closed nothing can be pressed for a moment, nor dropped.
  await where.locator("html:not(.unpressed)").waitFor()
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, ...at, data })
  }
}

/**
 * @param beside what is not looked at: the office's navigation, which is the same on all screens and a third of the
 *   work; heute.test.ts looks at it, light and dark
 * @returns what axe finds against WCAG 2.2 AA, a line each
 */
export async function barriers(page: Page, beside = [".side"]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    // Past the page's own policy, which forbids scripts from elsewhere.
    await page.evaluate(
      await Bun.file(join(import.meta.dir, "../../../node_modules/axe-core/axe.min.js")).text(),
    )
  }
  // All that it looked at is a megabyte, which takes longer to get out of the page than to find.
  return page.evaluate(
    async ({ options, beside: others }) => {
      const { axe } = globalThis as unknown as {
        axe: { run: (where: object, options: object) => Promise<Result> }
      }
      // Messages to screen readers stay for seven seconds (React Aria), and are named by elements that may be gone.
      const rest = { exclude: ["[data-live-announcer]", ...others].map((one) => [one]) }
      const { violations } = await axe.run(rest, { ...options, resultTypes: ["violations"] })
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
      )
    },
    { options: AGAINST, beside },
  )
}

/** None of these rules reads style sheets, no page has a sound, and no selectors are told, which are slow to find. */
const AGAINST = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  preload: false,
  selectors: false,
}
type Result = { violations: { id: string; nodes: { html: string }[] }[] }
