import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Locator } from "playwright-core"
import { screens as all } from "../../../src/web/browser/buero/registry.ts"
import { startDemo, ask, hasChromium, logIn, open, type Watched } from "./browser.ts"

/**
 * A screen is one record: whatever is opened and typed for one never stands over another, by Back, by Forward and by
 * links between records that are known already. Every screen of a record is found in the registry, and its panels by
 * pressing whatever has a word.
 */

/** Of a record, or of a day. */
const screens = all.filter(
  ({ path, takes, tab, roles }) =>
    roles.includes("admin") && (path.includes(":") || (tab && takes?.includes("datum"))),
)
/** Where the interface calls it by another word. */
const named: Record<string, string> = { artikel: "pfandartikel" }
/** Records that have panels: those on which something can still be done. */
const asked: Record<string, string> = {
  lieferungen: "status=geplant",
  geraete: "status=beim_kunden",
  artikel: "art=einzeln",
  abrechnungen: "art=abrechnung",
}
/** Screens without any panel. */
const BARE = new Set(["/abrechnungen/:id/inhalt", "/feierabend"])

let admin: BrowserContext
let page: Watched

type Id = { id: string }
/** Two records of a list, the newest last; counts of the yard are made, as the demo has none. */
async function two(word: string): Promise<string[]> {
  if (word === "inventuren") await countTwice()
  const { items } = await ask<{ items: Id[] }>(admin, `/${named[word] ?? word}?limit=2&${asked[word] ?? ""}`)
  return items.map(({ id }) => id).toReversed()
}

/** One count is over, and one is open: there is never more than one of those. */
async function countTwice(): Promise<void> {
  const { items } = await ask<{ items: (Id & { status: string })[] }>(admin, "/inventuren")
  for (const { id } of items.filter(({ status }) => status === "offen"))
    await ask(admin, `/inventuren/${id}/verwerfen`, "POST", {})
  const { id } = await ask<Id>(admin, "/inventuren", "POST", { bezeichnung: "Vorige" })
  await ask(admin, `/inventuren/${id}/verwerfen`, "POST", {})
  await ask(admin, "/inventuren", "POST", { bezeichnung: "Laufende" })
}

const above = (): Locator => page.locator(".panel, .veil")
const menu = (): Locator => page.getByRole("menu")
/** As a link does, without the page being empty in between. */
async function follow(path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), path)
  await shown(path)
}
async function shown(path: string): Promise<void> {
  await page.waitForURL(({ pathname, search }) => (pathname + search).startsWith(path))
  await page.locator("h1").filter({ hasText: /\S/ }).waitFor()
  await page.waitForLoadState("networkidle")
}

/** Words of what can be pressed on a screen, but for what hands out a file. */
async function pressable(): Promise<string[]> {
  const buttons = page.locator("main").getByRole("button").and(page.locator(":not([disabled])"))
  const words = await buttons.evaluateAll((found) =>
    found
      .filter((one) => one.checkVisibility() && !one.closest("[role=row], form"))
      .map((one) => one.textContent?.trim() ?? ""),
  )
  return [...new Set(words)].filter((one) => one !== "" && !/PDF|CSV|Lieferschein|XRechnung/.test(one))
}

/** Presses it. @returns whether something stands over the screen then, or the entries of the menu that opened */
async function press([name = "", entry]: string[]): Promise<boolean | string[]> {
  await page.locator("main").getByRole("button").filter({ hasText: name }).first().click()
  const opened = above().or(menu()).first()
  if (
    !(await opened.waitFor({ timeout: 1_500 }).then(
      () => true,
      () => false,
    ))
  )
    return false
  if ((await menu().count()) === 0) return true
  if (entry === undefined) {
    const entries = await menu().getByRole("menuitem").allInnerTexts()
    await page.keyboard.press("Escape")
    await menu().waitFor({ state: "detached" })
    return entries.filter((text) => text.endsWith("…"))
  }
  await menu().getByRole("menuitem", { name: entry }).click()
  return above()
    .first()
    .waitFor({ timeout: 1_500 })
    .then(
      () => true,
      () => false,
    )
}

/** A field for words that outlast their panel: no password, and no figure. */
const field = (): Locator =>
  above()
    .locator("textarea, input[type=text]:not([inputmode], [role=combobox])")
    .and(page.locator(":visible"))
    .first()

/** Types into all that stands on a screen. @returns what stands there still where one comes by Back */
async function typedInPlace(before: string): Promise<string[]> {
  const fields = page
    .locator("main")
    .locator("textarea, input:is([type=text], [type=password]):not([role=combobox], [inputmode])")
  for (const one of await fields.and(page.locator(":visible")).all()) await one.fill("In der Zeile getippt")
  await page.goBack()
  await shown(before)
  const left = await fields.evaluateAll((boxes) => boxes.map((one) => (one as HTMLInputElement).value))
  await page.goForward()
  await page.evaluate(() => sessionStorage.clear())
  return left.filter((text) => text.includes("getippt"))
}

describe.skipIf(!hasChromium)("what stands over a screen is about its record", () => {
  beforeAll(async () => {
    const demo = await startDemo()
    admin = await logIn(demo, "admin")
    page = await open(`${demo.url}/buero/konto`, {}, admin)
    page.setDefaultTimeout(20_000)
  }, 120_000)

  test.each(screens.map(({ path }) => [path]))(
    "%s",
    async (path) => {
      const word = path.split("/")[1] ?? ""
      const [a, b] = path.includes(":")
        ? (await two(word)).map((id) => `/buero${path.replace(":id", id)}`)
        : ["2026-11-02", "2026-11-03"].map((day) => `/buero${path}?datum=${day}`)
      if (!a || !b) throw new Error(`${path}: fewer than two`)
      await follow(a)
      await follow(b)
      const openers: string[][] = []
      for (const name of await pressable()) {
        const opened = await press([name])
        if (Array.isArray(opened)) openers.push(...opened.map((entry) => [name, entry]))
        else if (opened) openers.push([name])
        await follow("/buero/konto")
        await follow(b)
      }
      await follow(a)
      await follow(b)
      const stood = await typedInPlace(a)
      for (const opener of openers) {
        await follow(a)
        await follow(b)
        await press(opener)
        // What opens on the page of another record has left this one.
        if (!page.url().includes(b)) continue
        const typed = `Getippt ${opener.join(" ")}`
        const takes = (await field().count()) > 0
        if (takes) await field().fill(typed)
        const leaves = async (way: string, go: () => Promise<unknown>, to: string) => {
          await go()
          await shown(to)
          // The screen is drawn by now, and with it gone what stood over the last one; an address may name a panel of its own.
          const isMeant = new URL(page.url()).searchParams.has("panel")
          if (!isMeant && (await above().count()) > 0) stood.push(`${opener.join(" ")} after ${way}`)
          if (takes && (await page.locator("main").innerText()).includes(typed)) stood.push(`${typed} ${way}`)
        }
        await leaves("Back", () => page.goBack(), a)
        await leaves("Forward", () => page.goForward(), b)
        if ((await above().count()) === 0) await press(opener)
        if (takes) expect([opener, await field().inputValue()]).toEqual([opener, typed])
        await leaves("a link", () => page.evaluate((to) => history.pushState(null, "", to), a), a)
        await page.evaluate(() => sessionStorage.clear())
      }
      expect([path, openers.length > 0 || BARE.has(path), stood]).toEqual([path, true, []])
      expect(page.faults).toEqual([])
    },
    180_000,
  )
})
