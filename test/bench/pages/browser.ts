import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { findChromium, hasChromium } from "../../helpers/chromium.ts"

/** @returns undefined where there is no Chromium */
export async function launch(): Promise<Browser | undefined> {
  if (!hasChromium) return undefined
  return chromium.launch({
    ...(await findChromium()),
    args: ["--no-sandbox", "--disable-background-networking"],
  })
}

export type Account = { email: string; password: string; tenant_slug: string }

export async function logIn(context: BrowserContext, url: string, account: Account): Promise<void> {
  const headers = { "sec-fetch-site": "same-origin" }
  const reply = await context.request.post(`${url}/api/sitzung`, { data: account, headers })
  if (!reply.ok()) throw new Error(`log-in: answered ${reply.status()}`)
  const { user } = (await reply.json()) as { user: { rolle: string } }
  // As the log-in's page leaves it.
  await context.addInitScript(`localStorage.setItem("angemeldet", "${user.rolle}")`)
}

/** Runs in the page: calls back when the frame after the first one that has it was painted. */
const WHEN_SEEN = `(has, done) => {
  const painted = () => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = done
    port2.postMessage(0)
  }
  const look = () => requestAnimationFrame(() => (has() ? painted() : look()))
  look()
}`

/**
 * @param has what is to be seen, as an expression of the page's
 * @returns from the beginning of the navigation until it was painted, in milliseconds
 */
export async function opened(page: Page, url: string, has: string): Promise<number> {
  await page.addInitScript(
    `window.seenAt = new Promise((done) => (${WHEN_SEEN})(() => ${has}, () => done(performance.now())))`,
  )
  await page.goto(url)
  return (await page.evaluate("window.seenAt")) as number
}

/**
 * @param event what begins it: a tap or a key
 * @param has what is to be seen then
 * @returns from the event until it was painted, in milliseconds
 */
export async function answered(
  page: Page,
  act: () => Promise<void>,
  event: "click" | "keydown",
  has: string,
): Promise<number> {
  await page.evaluate(`void (window.answeredAfter = new Promise((done) =>
    addEventListener("${event}", ({ timeStamp }) =>
      (${WHEN_SEEN})(() => ${has}, () => done(performance.now() - timeStamp)), { capture: true, once: true })))`)
  await act()
  return (await page.evaluate("window.answeredAfter")) as number
}
