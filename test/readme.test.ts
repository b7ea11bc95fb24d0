import { expect, test } from "bun:test"
import { existsSync } from "node:fs"
import manifest from "../package.json" with { type: "json" }

const readme = await Bun.file(new URL("../README.md", import.meta.url)).text()

/** @returns the cells of the table under a heading, without its own two lines */
function table(heading: string): string[][] {
  const section = readme.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ""
  const lines = section.split("\n").filter((line) => line.startsWith("|"))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim().replaceAll("`", "")),
  )
}

test("the README is short, and each of its links leads to a file", () => {
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(9000)
  const links = [...readme.matchAll(/\]\((?!http)([^)#]+)/g)].map(([, path = ""]) => path)
  expect(links.length).toBeGreaterThan(1)
  for (const path of links)
    expect([path, existsSync(new URL(`../${path}`, import.meta.url))]).toEqual([path, true])
})

test("the README gives a reason for every dependency", () => {
  const named = table("Dependencies").flatMap(([names, why]) => (why ? names?.split(", ") : undefined))
  const { dependencies, devDependencies } = manifest
  expect(named.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted())
})

test("every dependency is pinned to one version", () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test("nothing is installed that tells its makers of it", async () => {
  const lock = await Bun.file(new URL("../bun.lock", import.meta.url)).text()
  const resolved = lock.match(/"@scarf\/scarf@[^"]*"/g) ?? []
  expect([...new Set(resolved)]).toEqual([`"@scarf/scarf@file:test/empty-package"`])
})

test("the two lines at the top are scripts that exist, run by the bun that the types are of", () => {
  const lines = [...readme.matchAll(/^ {4}npx --yes bun@(\S+) run (\w+)$/gm)]
  expect(lines.map(([, , script]) => script)).toEqual(["demo", "verify"])
  for (const [, bun, script = ""] of lines) {
    expect(bun).toBe(manifest.devDependencies["bun-types"])
    expect(Object.keys(manifest.scripts)).toContain(script)
  }
})
