import type { Locator, Page } from "playwright-core"

/** Methods that wait for an element, and whose errors do not say what was there instead. */
const OF_LOCATORS = ["waitFor", "click", "dblclick", "tap", "hover", "fill", "press", "check", "selectOption"]
const OF_PAGES = ["waitForFunction", "waitForURL"]

type Waiting = Record<string, (...given: unknown[]) => unknown>
const told = new WeakSet<object>()

/** From now on a wait that was in vain says what the page shows: a machine that nobody sits at leaves no other trace. */
export function showWhenLate(page: Page): void {
  tellIn(Object.getPrototypeOf(page), OF_PAGES, (waiting) => waiting as Page)
  tellIn(Object.getPrototypeOf(page.locator("body")), OF_LOCATORS, (waiting) => (waiting as Locator).page())
}

function tellIn(prototype: Waiting, names: string[], pageOf: (waiting: unknown) => Page): void {
  if (told.has(prototype)) return
  told.add(prototype)
  for (const name of names) {
    const wait = prototype[name]
    if (!wait) throw new Error(`no ${name} to wait with`)
    prototype[name] = async function (...given) {
      try {
        return await wait.apply(this, given)
      } catch (error) {
        throw await withSight(error as Error, pageOf(this))
      }
    }
  }
}

async function withSight(error: Error, page: Page): Promise<Error> {
  if (error.name !== "TimeoutError" || error.message.includes(SHOWN)) return error
  const focus = await page
    .evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
    .catch(() => "nothing that answers")
  const sight = await page
    .locator("body")
    .ariaSnapshot({ timeout: 5000 })
    .catch(() => "nothing that answers")
  error.message += `\n${SHOWN} ${page.url()}\nwith the focus on ${focus}\n${sight}`
  return error
}

const SHOWN = "The page shows"
