import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { AGAIN, newContext, noteFaults, type Watched } from "./browser.ts"

/** A telephone's screen, and a clock that the test can set. */

export type Phone = {
  context: BrowserContext
  page: Watched
  /** Lets ten seconds pass on the telephone, and the application look at the network. */
  later: () => Promise<void>
  /** Sends what can be sent until nothing waits any more. */
  sent: () => Promise<void>
  /** Keeps nothing, and is the next one that is opened: a new one costs three times as much. */
  wipe: () => Promise<void>
}

const SCREEN: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: "reduce",
}

/** Wiped, and on no page of the application. */
let spare: Page | undefined

/**
 * Opens the driver's application as somebody, on a telephone that knows nothing of anybody.
 *
 * @param ahead how far the telephone's clock is ahead of the world's, in ms
 * @param browser one of its own, where the telephone needs a camera
 */
export async function openPhone(url: string, account: Account, ahead = 0, browser?: Browser): Promise<Phone> {
  const { context, empty } = await takePhone(browser)
  const clock = await context.addInitScript(setClock, ahead)
  await logInPhone(context, url, account)
  const page = await openDay(empty, url)
  return {
    context,
    page,
    later: () => later(page),
    sent: async () => {
      await later(page)
      await page.getByRole("link", { name: "alles gesendet" }).waitFor()
    },
    wipe: async () => {
      await clock.dispose()
      await wipe(page, url)
      spare = page
    },
  }
}

async function takePhone(browser?: Browser): Promise<{ context: BrowserContext; empty: Page }> {
  const taken = spare
  // That of the file before is closed.
  if (!browser && taken && !taken.isClosed()) {
    spare = undefined
    return { context: taken.context(), empty: taken }
  }
  const context = await newContext(SCREEN, browser)
  return { context, empty: await context.newPage() }
}

/** Leaves nothing of the application, nor of what a test did to it. */
async function wipe(page: Page, url: string): Promise<void> {
  const context = page.context()
  for (const tab of context.pages()) if (tab !== page) await tab.close()
  await page.unrouteAll({ behavior: "ignoreErrors" })
  // A page of the same origin, or the next one needs a new process.
  await page.goto(`${url}/health`)
  const session = await context.newCDPSession(page)
  const { origin } = new URL(url)
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" })
  await session.detach()
  await context.clearCookies()
  page.removeAllListeners("console").removeAllListeners("pageerror")
}

export type Account = { email: string; password: string }

export async function logInPhone(
  context: BrowserContext,
  url: string,
  { email, password }: Account,
  tenant_slug = "demo",
): Promise<void> {
  const reply = await context.request.post(`${url}/api/sitzung`, {
    data: { email, password, tenant_slug },
    headers: { "sec-fetch-site": "same-origin" },
    ...AGAIN,
  })
  if (!reply.ok()) throw new Error(`log-in: ${reply.status()}`)
}

export const newTab = async (context: BrowserContext, url: string): Promise<Watched> =>
  openDay(await context.newPage(), url)

async function openDay(empty: Page, url: string): Promise<Watched> {
  // A browser complains of every request that fails; here they fail on purpose.
  const page = noteFaults(empty, /Failed to load resource|ERR_/)
  await page.goto(`${url}/fahrer`)
  await page.getByRole("heading", { name: "Mein Tag" }).waitFor()
  return page
}

/** Runs in the page, before anything of it: a clock that is wrong, and goes faster when the test wants it. */
function setClock(ahead: number): void {
  const World = Date
  const passed = (): number => Number(localStorage.getItem("vergangen") ?? 0)
  globalThis.Date = class extends World {
    constructor(...given: []) {
      super(...((given.length > 0 ? given : [World.now() + ahead + passed()]) as []))
    }
    static override now(): number {
      return World.now() + ahead + passed()
    }
  } as DateConstructor
}

async function later(page: Page): Promise<void> {
  await page.evaluate(() => {
    const before = Number(localStorage.getItem("vergangen") ?? 0)
    localStorage.setItem("vergangen", String(before + 10_500))
    window.dispatchEvent(new Event("online"))
  })
}
