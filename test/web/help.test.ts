import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { screens } from "../../src/web/buero/registry.ts"
import { helpOf } from "../../src/web/ui/help.ts"
import { type Running, start } from "../helpers/executable.ts"

let service: Running
beforeAll(async () => {
  service = await start()
}, 120_000)
afterAll(() => service?.stop())

/** What each screen, or the one that leads to it, is called in the navigation. */
const ways = screens.filter(({ icon, path }) => icon || path === "/konto")
const calledBy = screens.map(({ path }) => {
  const way = ways.find((one) => path === one.path || path.startsWith(`${one.path}/`))
  return [path, way?.label ?? "a screen that is not in the navigation"] as const
})

describe("the help of a screen", () => {
  test.each(calledBy)("%s leads to a heading that is there, and is about „%s“", async (path, label) => {
    const [chapter = "", heading] = helpOf(path.replace(":id", Bun.randomUUIDv7())).split("#")
    expect(heading).toBeString()
    const text = await (await fetch(service.url + chapter)).text()
    const [, section = ""] = text.split(`<h2 id="${heading}">`)
    const [words = ""] = section.split("<h2 ")
    expect(words).toContain(`„${label}“`)
  })
})
