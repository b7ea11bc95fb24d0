import { afterAll, describe, expect, test } from "bun:test"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { allCommands } from "../../../../src/cli/commands.ts"
import { settings } from "../../../../src/config.ts"
import { version } from "../../../../src/version.ts"
import { createTestApp } from "../../../helpers/app.ts"
import { run } from "../../../helpers/executable.ts"

const commands = await allCommands()
const app = createTestApp()
afterAll(() => app.close())

const folder = join(import.meta.dir, "../../../../src/web/serve/hilfe")
const names = readdirSync(folder).flatMap((file) => (file.endsWith(".md") ? [file.slice(0, -3)] : []))
const textOf = (name: string) => Bun.file(join(folder, `${name}.md`)).text()

test("the contents lead to every chapter that is a file, and every page to all of them", async () => {
  expect(names).toContain("betrieb")
  for (const path of ["/hilfe", ...names.map((name) => `/hilfe/${name}`)]) {
    const { status, headers, text } = await app.call("GET", path)
    expect([path, status, headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"])
    for (const name of names) expect(text).toContain(`href="/hilfe/${name}"`)
    expect(text).toContain(`Pfandwerk ${version}`)
    expect(text).toContain('<html lang="de">')
    expect(text).not.toContain("{{")
  }
})

for (const name of names)
  describe(`the chapter ${name}`, () => {
    test("begins with its title and what it is about", async () => {
      expect(await textOf(name)).toMatch(/^# \S.*\n\n\S/)
    })

    test("has an anchor at each heading, once, and no link that leads nowhere", async () => {
      const { text } = await app.call("GET", `/hilfe/${name}`)
      const anchors = [...text.matchAll(/<h[23] id="([^"]+)"/g)].map(([, anchor]) => anchor)
      expect(anchors.length).toBeGreaterThan(0)
      expect(new Set(anchors).size).toBe(anchors.length)
      for (const [, href = ""] of text.matchAll(/href="([^"]+)"/g)) {
        if (href.startsWith("#")) expect(anchors).toContain(href.slice(1))
        else if (href.startsWith("/")) {
          const { status } = await app.call("GET", href.split("#")[0] ?? "")
          expect([href, status]).toEqual([href, 200])
        }
      }
    })

    test("holds no script and no style of its own, and its policy forbids both", async () => {
      const { headers, text } = await app.call("GET", `/hilfe/${name}`)
      expect(text).not.toMatch(/<script|<style|\son\w+=|\sstyle=/i)
      expect(headers.get("content-security-policy")).toStartWith("default-src 'none'; style-src 'self';")
    })
  })

test("what its pages load is there, and is answered with 304 when it is known", async () => {
  const { headers } = await app.call("GET", "/hilfe/hilfe.css")
  expect(headers.get("content-type")).toBe("text/css; charset=utf-8")
  for (const path of ["/hilfe", "/hilfe/betrieb", "/hilfe/hilfe.css"]) {
    const etag = (await app.call("GET", path)).headers.get("etag") ?? ""
    expect((await app.call("GET", path, { headers: { "if-none-match": etag } })).status).toBe(304)
  }
})

test("only chapters are served", async () => {
  for (const path of [
    "/hilfe/gibt-es-nicht",
    "/hilfe/kapitel.ts",
    "/hilfe/betrieb.md",
    "/hilfe/..%2f..%2fapp",
  ])
    expect([path, (await app.call("GET", path)).status]).toEqual([path, 404])
})

test("the executable prints it: the contents, a chapter, and what there is instead of another", async () => {
  const [contents, betrieb, none] = await Promise.all([
    run(["handbuch"]),
    run(["handbuch", "betrieb"]),
    run(["handbuch", "gibt-es-nicht"]),
  ])
  for (const name of names) expect(contents.stdout).toMatch(new RegExp(`^${name} `, "m"))
  expect(betrieb.code).toBe(0)
  // To be copied: nothing before the commands but spaces, and nothing for another kind of terminal.
  expect(betrieb.stdout).toMatch(/^ {4}sudo systemctl enable pfandwerk$/m)
  for (const sign of ["\u001b", "```", "**", "{{"]) expect(betrieb.stdout).not.toContain(sign)
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("betrieb")])
}, 120_000)

test("the operator's chapter tells every setting", async () => {
  const { text } = await app.call("GET", "/hilfe/betrieb")
  for (const [name, { doc }] of Object.entries(settings))
    expect(text).toContain(`<td><code>${name}</code></td><td>${Bun.escapeHTML(doc)}</td>`)
})

test("every command that the handbook names exists, with its options", async () => {
  for (const name of names)
    for (const [, line = ""] of (await textOf(name)).matchAll(/pfandwerk ((?:[a-z]+ ?)+(?:--[a-z-]+)?)/g)) {
      const command = commands.findLast((one) => `${line} `.startsWith(`${one.name} `))
      const option = /--[a-z-]+/.exec(line)?.[0]
      if (!command || !option || option === "--help") continue
      expect([line, command.usage]).toEqual([line, expect.stringContaining(option)])
    }
})
