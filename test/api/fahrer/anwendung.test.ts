import { beforeAll, expect, test } from "bun:test"
import { type Running, start } from "../../helpers/executable.ts"

/** Files of the installed application, as the executable serves them. */

let service: Running
beforeAll(async () => {
  service = await start()
}, 120_000)

const packed = async (path: string) => {
  const reply = await fetch(service.url + path, {
    headers: { "accept-encoding": "br" },
    decompress: false,
  })
  return { reply, bytes: (await reply.arrayBuffer()).byteLength }
}
const filesOf = (script: string): string[] => JSON.parse(/^const FILES = (.*)$/m.exec(script)?.[1] ?? "[]")

test("the service worker reaches the whole application, and brings all of it but the scanner", async () => {
  const reply = await fetch(`${service.url}/fahrer/dienst.js`)
  expect(reply.headers.get("service-worker-allowed")).toBe("/fahrer")
  expect(reply.headers.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'")
  expect(reply.headers.get("cache-control")).toBe("no-cache")
  const files = filesOf(await reply.text())
  expect(files).toContain("/fahrer")
  expect(files.length).toBeGreaterThan(4)
  expect(files.filter((file) => file.endsWith(".wasm"))).toEqual([])
  for (const file of files) expect([file, (await fetch(service.url + file)).status]).toEqual([file, 200])
})

test("all that it begins with has at most 130 kB, as it goes over the air", async () => {
  const files = filesOf(await (await fetch(`${service.url}/fahrer/dienst.js`)).text())
  let sum = 0
  for (const file of files) sum += (await packed(file)).bytes
  expect(sum).toBeGreaterThan(30_000)
  expect(sum).toBeLessThan(130_000)
})

test("the manifest makes it an application, with signs that exist", async () => {
  const reply = await fetch(`${service.url}/fahrer/app.webmanifest`)
  expect(reply.headers.get("content-type")).toContain("application/manifest+json")
  const manifest = (await reply.json()) as {
    start_url: string
    scope: string
    icons: { src: string; type: string }[]
  }
  expect([manifest.start_url, manifest.scope]).toEqual(["/fahrer", "/fahrer"])
  for (const { src, type } of manifest.icons) {
    const icon = await fetch(service.url + src)
    expect([src, icon.status, icon.headers.get("content-type")]).toEqual([src, 200, type])
  }
})
