import { afterAll, expect, test } from "bun:test"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { createTestApp } from "../helpers/app.ts"

const app = createTestApp()
const sheet = join(import.meta.dir, `../../src/web/anmelden/versuch-${process.pid}.css`)
afterAll(() => {
  rmSync(sheet, { force: true })
  app.close()
})

const styleOf = async (): Promise<string> => {
  const { text } = await app.call("GET", "/anmelden")
  return /href="(\/assets\/anmelden-[^"]+\.css)"/.exec(text)?.[1] ?? ""
}

test("run from the sources, a changed file is in the next page, and the page before keeps its parts", async () => {
  const before = await styleOf()
  expect((await app.call("GET", before)).text).not.toContain("#123456")
  await Bun.write(sheet, "@layer page { .versuch { color: #123456 } }")
  const after = await styleOf()
  expect(after).not.toBe(before)
  expect((await app.call("GET", after)).text).toContain("#123456")
  expect((await app.call("GET", before)).status).toBe(200)
  rmSync(sheet)
  expect(await styleOf()).toBe(before)
})
