import { beforeAll, expect, test } from "bun:test"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Running, start } from "../../../helpers/executable.ts"
import { copySources } from "../../../helpers/sources.ts"

const folder = copySources()
const sheet = join(folder, "src/web/browser/anmelden/versuch.css")

let service: Running
beforeAll(async () => {
  const program = join(folder, "pfandwerk")
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${folder}/src/main.ts "$@"\n`, { mode: 0o755 })
  service = await start({ executable: program })
}, 120_000)

const read = async (path: string): Promise<string> => (await fetch(service.url + path)).text()
const styleOf = async (): Promise<string> =>
  /href="(\/assets\/anmelden-[^"]+\.css)"/.exec(await read("/anmelden"))?.[1] ?? ""

test("run from the sources, a changed file is in the next page, and the page before keeps its parts", async () => {
  const before = await styleOf()
  expect(await read(before)).not.toContain("#123456")
  await Bun.write(sheet, "@layer page { .versuch { color: #123456 } }")
  const after = await styleOf()
  expect(after).not.toBe(before)
  expect(await read(after)).toContain("#123456")
  expect((await fetch(service.url + before)).status).toBe(200)
  rmSync(sheet)
  expect(await styleOf()).toBe(before)
})
