import type { Browser, Page } from "playwright-core"
import { temporaryDir } from "../../helpers/temporary.ts"
import type { Bench } from "../bench.ts"
import { median } from "../load.ts"
import { type Side, start } from "../sides.ts"
import { answered, logIn, opened } from "./browser.ts"
import type { Figure } from "./pages.ts"

const DRIVER = { email: "fahrer1@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }
const TAP = 100
const OPEN = 1000

/** The demo's driver at a few stops, and the same day without a network. */
export async function driver({ executable, options, say }: Bench, browser: Browser): Promise<Figure[]> {
  say("pages: a driver's taps")
  const side = await start([executable, "demo"], temporaryDir(), { BACKUP_SCHEDULE: "off" })
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await browser.newContext({ ...phone, locale: "de-DE", timezoneId: "Europe/Berlin" })
  const url = `http://127.0.0.1:${side.port}`
  await logIn(context, url, DRIVER)
  const page = await context.newPage()
  await page.goto(`${url}/fahrer`)
  await page.getByRole("region", { name: "Nächster Stopp" }).waitFor()
  await page.evaluate("navigator.serviceWorker.ready.then(() => {})")
  await slow(page, options.slower)
  const stops = Math.ceil(options.visits / 3)
  const taps = [...(await tapAll(page, stops))].map(([name, times]) => ({
    name,
    ms: median(times),
    target: TAP,
  }))
  return [
    ...taps,
    { name: "driver: opening, no network", ms: await dark(side, page, url, options), target: OPEN },
  ]
}

async function slow(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate })
}

/** Another page of it, with nobody there who would answer. */
async function dark(
  side: Side,
  page: Page,
  url: string,
  { visits, slower }: Bench["options"],
): Promise<number> {
  await side.stop("SIGKILL")
  const times: number[] = []
  for (let i = 0; i < visits; i++) {
    const again = await page.context().newPage()
    await slow(again, slower)
    times.push(await opened(again, `${url}/fahrer`, `document.querySelector(".naechster, .stopps") !== null`))
    await again.close()
  }
  return median(times)
}

const heading = (text: string): string => `document.querySelector("h1")?.textContent === "${text}"`
const FIELD = `document.querySelector(".stueck")`

/** @returns the times of each kind of tap */
async function tapAll(page: Page, stops: number): Promise<Map<string, number[]>> {
  const all = new Map<string, number[]>()
  const measure = async (
    name: string,
    ...how: [act: () => Promise<void>, event: "click" | "keydown", has: string]
  ): Promise<void> => {
    const ms = await answered(page, ...how)
    all.set(`driver: ${name}`, [...(all.get(`driver: ${name}`) ?? []), ms])
    // Work behind a tap does not hold up the next one.
    await page.waitForTimeout(500)
  }
  for (let i = 0; i < stops; i++) {
    const drive = page.getByRole("button", { name: /Losfahren|Zum Stopp/ })
    await measure("opening a stop", () => drive.tap(), "click", `${FIELD} !== null`)
    const before = Number(await page.evaluate(`${FIELD}.value`))
    const more = page.getByRole("button", { name: /: eins mehr$/ }).first()
    await measure("one more", () => more.tap(), "click", `${FIELD}.value === "${before + 1}"`)
    const field = page.locator(".stueck").first()
    await field.tap()
    await measure(
      "a figure typed",
      () => field.press(String(before)),
      "keydown",
      `${FIELD}.value === "${before}"`,
    )
    const done = page.getByRole("button", { name: "Fertig", exact: true })
    // Planned returns are not counted here: where there are any, that is asked about.
    const yes = page.getByRole("dialog").getByRole("button", { name: /^Ja, / })
    const day = heading("Mein Tag")
    await measure("Fertig", () => done.tap(), "click", `document.querySelector("dialog") !== null || ${day}`)
    if (await yes.isVisible()) await measure("Ja", () => yes.tap(), "click", day)
  }
  return all
}
