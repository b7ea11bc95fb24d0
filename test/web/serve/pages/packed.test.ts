import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { brotliDecompressSync } from "node:zlib"
import { type Running, start } from "../../../helpers/executable.ts"

/** Files that browsers load, as the executable serves them. */

let service: Running
beforeAll(async () => {
  service = await start()
}, 120_000)
afterAll(() => service.stop())

const get = (path: string, encoding: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers: { "accept-encoding": encoding, ...headers }, decompress: false })
const partsOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, url]) => url ?? "")

/** @returns kilobytes that the first page needs, as they go over the line */
async function weight(app: string): Promise<number> {
  const shell = Buffer.from(await (await get(app, "br")).arrayBuffer())
  const parts = partsOf(brotliDecompressSync(shell).toString())
  expect(parts.length).toBeGreaterThanOrEqual(3)
  expect(parts.some((url) => url.endsWith(".woff2"))).toBe(true)
  const sizes = await Promise.all(
    parts.map(async (url) => (await (await get(url, "br")).arrayBuffer()).byteLength),
  )
  return sizes.reduce((sum, size) => sum + size, shell.length) / 1000
}

describe("the first page weighs", () => {
  test("of the office at most 250 kB", async () => expect(await weight("/buero")).toBeLessThanOrEqual(250))
  test("of the driver at most 130 kB", async () => expect(await weight("/fahrer")).toBeLessThanOrEqual(130))
  test("of the log-in at most 130 kB", async () => expect(await weight("/anmelden")).toBeLessThanOrEqual(130))
})

test("every way of packing holds the same, each with a tag of its own", async () => {
  const [url = ""] = partsOf(await (await fetch(`${service.url}/buero`)).text())
  const [br, gz, plain] = await Promise.all([
    get(url, "gzip, br"),
    get(url, "gzip"),
    get(url, "br;q=0, identity"),
  ])
  expect([br, gz, plain].map(({ headers }) => headers.get("content-encoding"))).toEqual(["br", "gzip", null])
  expect(new Set([br, gz, plain].map(({ headers }) => headers.get("etag"))).size).toBe(3)
  const bytes = Buffer.from(await plain.arrayBuffer())
  expect(brotliDecompressSync(await br.arrayBuffer()).equals(bytes)).toBe(true)
  expect(Buffer.from(Bun.gunzipSync(await gz.arrayBuffer())).equals(bytes)).toBe(true)
  const again = await get(url, "br", { "if-none-match": br.headers.get("etag") ?? "" })
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
})
