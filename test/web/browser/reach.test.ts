import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { screens as all } from "../../../src/web/browser/buero/registry.ts"
import { ask, goTo, hasChromium, logIn, open, picture, startDemo, type Watched } from "./browser.ts"

/**
 * With the mouse alone, at the sizes of small screens and of an enlarged page: whatever can be pressed, and the last
 * row of every list, can be scrolled into sight, and lies under nothing else.
 */

const sizes = [
  { width: 1366, height: 650 },
  { width: 1536, height: 730 },
  { width: 1440, height: 900 },
  // 150 % of 1440 x 900.
  { width: 960, height: 600 },
]
const screens = all.filter(({ roles }) => roles.includes("admin"))
/** Where the interface calls it by another word. */
const named: Record<string, string> = { artikel: "pfandartikel" }

let admin: BrowserContext
let page: Watched
const records: Record<string, string> = {}

/** @returns what a mouse cannot get at, by its words */
const unreached = (): Promise<string[]> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll("[role=grid], table, ul, dl")].flatMap(
      (list) => [...list.querySelectorAll("[role=row], tr, li, dd")].at(-1) ?? [],
    )
    const pressed = document.querySelectorAll("button, a[href], input, textarea, summary")
    const seen = [...pressed, ...rows].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".skip, [aria-hidden=true]"),
    )
    /** A wheel turns nothing that is cut off. */
    const turnBack = (one: Element): void => {
      for (let box: Element | null = one; box; box = box.parentElement)
        if (getComputedStyle(box).overflowY === "hidden") box.scrollTop = 0
      document.documentElement.scrollTop = 0
    }
    /** For screen readers alone. */
    const isUnseen = (one: Element): boolean => {
      for (let box: Element | null = one; box; box = box.parentElement)
        if (box.clientWidth <= 1 && getComputedStyle(box).position === "absolute") return true
      return false
    }
    const isReached = (one: Element): boolean => {
      // A row is wider than a narrow window that shows its other end; what is pressed must not lie below what stays there.
      one.scrollIntoView({ block: "center", inline: rows.includes(one) ? "start" : "nearest" })
      turnBack(one)
      const { left, top, width, height } = one.getClientRects()[0] ?? one.getBoundingClientRect()
      // A link may stand in two lines, and lies beside itself then.
      const found = document.elementFromPoint(left + Math.min(width / 2, 20), top + Math.min(height / 2, 12))
      // Rows come and go while a list is scrolled.
      return !one.isConnected || (found !== null && (one.contains(found) || found.contains(one)))
    }
    return seen
      .filter((one) => !isUnseen(one) && !isReached(one))
      .map(
        (one) => `${one.localName} ${one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 40)}`,
      )
  })

describe.skipIf(!hasChromium)("with the mouse alone", () => {
  beforeAll(async () => {
    const demo = await startDemo()
    admin = await logIn(demo, "admin")
    page = await open(`${demo.url}/buero/konto`, {}, admin)
    for (const word of new Set(screens.flatMap(({ path }) => /^\/(\w+)\/:/.exec(path)?.[1] ?? []))) {
      const { items } = await ask<{ items: { id: string }[] }>(admin, `/${named[word] ?? word}?limit=1`)
      records[word] = items[0]?.id ?? ""
    }
  }, 120_000)

  test.each(screens.map(({ path }) => [path]))(
    "%s",
    async (path) => {
      const id = records[path.split("/")[1] ?? ""] ?? ""
      await goTo(page, `/buero${path.replace(":id", id)}`)
      await page.waitForLoadState("networkidle")
      for (const size of sizes) {
        await page.setViewportSize(size)
        // A table has other columns by then.
        await page.evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
        )
        const at = `${path} ${size.width}x${size.height}`
        await picture(page, at.replaceAll(/[/:]/g, "-"))
        expect([at, await unreached()]).toEqual([at, []])
      }
    },
    60_000,
  )
})
