import { afterAll, beforeAll, expect, test } from "bun:test"
import { screens } from "../../../src/web/browser/buero/registry.ts"
import { helpOf } from "../../../src/web/browser/ui/page/help.ts"
import { type Running, start } from "../../helpers/executable.ts"

let service: Running
beforeAll(async () => {
  service = await start()
}, 120_000)
afterAll(() => service?.stop())

/** Name of each screen in the navigation, or of the one that leads to it. */
const ways = screens.filter(({ tab, path }) => tab || path === "/konto")
const calledBy = screens.map(({ path }) => {
  const way = ways.find((one) => path === one.path || path.startsWith(`${one.path}/`))
  return [path, way?.label ?? "a screen that is not in the navigation"] as const
})

test("the help of every screen leads to a heading that is there, and is about the screen", async () => {
  const chapters = new Map<string, string>()
  const lost: string[] = []
  for (const [path, label] of calledBy) {
    const [chapter = "", heading] = helpOf(path.replace(":id", Bun.randomUUIDv7())).split("#")
    const text = chapters.get(chapter) ?? (await (await fetch(service.url + chapter)).text())
    chapters.set(chapter, text)
    const [, section = ""] = text.split(`<h2 id="${heading}">`)
    const [words = ""] = section.split("<h2 ")
    if (!words.includes(`„${label}“`)) lost.push(`${path} → ${chapter}#${heading}: no „${label}“`)
  }
  expect(lost).toEqual([])
  expect(calledBy.length).toBeGreaterThan(30)
})
