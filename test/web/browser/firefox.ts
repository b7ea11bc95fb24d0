import { existsSync } from "node:fs"
import puppeteer, { type Browser, type BrowserContext, type Page, type Viewport } from "puppeteer-core"
import { until } from "../../helpers/eventually.ts"
import { atEnd } from "../../helpers/temporary.ts"

const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path))

/** Where there is none, its tests say so and are skipped. */
export const hasFirefox = FIREFOX !== undefined
if (!hasFirefox) process.stderr.write("no firefox: its tests are skipped\n")

/** @returns a Firefox of its own, which ends with the test file */
export async function launchFirefox(): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX ?? "",
    headless: true,
    timeout: 100_000,
    // In kB, for a telephone that is really full. Less than ten megabytes it gives to nobody.
    extraPrefsFirefox: { "dom.quotaManager.temporaryStorage.fixedLimit": 12_000 },
  })
  atEnd(() => browser.process()?.kill("SIGKILL"))
  return browser
}

/** A page that notes whatever it complains about. */
export type Watched = Page & { faults: string[] }

export async function open(context: BrowserContext, url: string, viewport: Viewport): Promise<Watched> {
  const page = Object.assign(await context.newPage(), { faults: [] as string[] })
  await page.setViewport(viewport)
  page.on("console", (message) => {
    if (message.type() === "error") page.faults.push(message.text())
  })
  page.on("pageerror", (error) => page.faults.push(String(error)))
  await page.goto(url)
  return page
}

/**
 * Not by puppeteer's own search for words and fields, which remembers what stood there before, nor by its own waiting,
 * which seemed not to end (once in some 20 runs) where a service begins anew meanwhile.
 *
 * @param isThere runs within the page
 * @throws what the page shows instead
 */
export async function waitFor(
  page: Watched,
  wanted: string,
  isThere: (wanted: string) => boolean,
): Promise<void> {
  try {
    await until(`there is ${wanted}`, () => page.evaluate(isThere, wanted), { every: 100 })
  } catch (cause) {
    const shown = await page.evaluate(() => [
      `with the focus on ${document.activeElement?.outerHTML.slice(0, 200)}, which shows:`,
      document.body.innerText,
    ])
    throw new Error([`no ${wanted} at ${page.url()},`, ...shown, ...page.faults].join("\n"), { cause })
  }
}

export const text = (page: Watched, words: string): Promise<void> =>
  waitFor(page, words, (wanted) => document.body.innerText.includes(wanted))

export const field = (page: Watched, selector: string): Promise<void> =>
  waitFor(page, selector, (wanted) => document.querySelector(wanted) !== null)

/** The first that is called like this, as soon as it can be pressed. */
export const press = (page: Watched, name: string): Promise<void> =>
  waitFor(page, name, (wanted) => {
    const found = [
      ...document.querySelectorAll<HTMLElement>("button, a, [role=menuitem], [role=option]"),
    ].find((one) => [one.innerText.trim(), one.getAttribute("aria-label")].includes(wanted))
    if (!found || found.matches(":disabled")) return false
    found.click()
    return true
  })
