import { afterAll, beforeAll, expect, spyOn, test } from "bun:test"
import type { Server } from "bun"
import { createApp } from "../../src/app.ts"
import { loop } from "../../src/lib/turns.ts"
import { createTestApp } from "../helpers/app.ts"

/** Bun counts a handler that works or waits as idle, and cuts its connection off. */

const app = createTestApp()
afterAll(app.close)
const lifted = [0, app.deps.config.idleSeconds]
let token = ""
beforeAll(async () => {
  token = (await app.company("sommer")).admin.token
})

/** Makes a request. @returns the reply, and the idle times, in seconds, that the server has been asked for so far */
function front(path: string, init: RequestInit = {}): { asked: number[]; reply: Promise<Response> } {
  const asked: number[] = []
  const server = { requestIP: () => null, timeout: (_: Request, seconds: number) => void asked.push(seconds) }
  const headers = { Host: "localhost", Authorization: `Bearer ${token}`, ...init.headers }
  const request = new Request(`http://localhost${path}`, { ...init, headers })
  const reply = Promise.resolve(createApp(app.deps)(request, server as unknown as Server<unknown>))
  return { asked, reply }
}

async function idleTimes(path: string, init?: RequestInit): Promise<number[]> {
  const { asked, reply } = front(path, init)
  await reply
  return asked
}

test("whatever works or waits is not cut off as idle; what comes after it, quick answers and refused ones are", async () => {
  expect(await idleTimes("/api/pfandpruefung")).toEqual(lifted)
  const json = { "Content-Type": "application/json" }
  const neu = { method: "POST", headers: json, body: JSON.stringify({ name: "Krug" }) }
  const { asked, reply } = front("/api/kunden", neu)
  const { id } = (await (await reply).json()) as { id: string }
  expect(asked).toEqual(lifted)
  expect(await idleTimes(`/api/kunden/${id}/kontoauszug.pdf?bis=2026-01-31`)).toEqual(lifted)
  expect(await idleTimes("/api/kunden")).toEqual([])
  expect(await idleTimes("/api/pfandpruefung", { headers: { Authorization: "" } })).toEqual([])
})

test("nor is an address without company, such as /health", async () => {
  expect(await idleTimes("/health")).toEqual(lifted)
})

test("nor is a file between two of its pieces", async () => {
  for (let nr = 0; nr < 101; nr++)
    await app.call("POST", "/api/kunden", { token, body: { name: `Wirt ${nr}` } })
  const { asked, reply } = front("/api/export/kunden")
  using turns = spyOn(loop, "soon")
  await (await reply).text()
  expect(turns.mock.calls.length).toBeGreaterThan(2)
  expect(asked).toEqual(turns.mock.calls.flatMap(() => lifted))
})

test("nor is a file whose first piece is made while its answer is there already", async () => {
  const { asked, reply } = front("/api/datev/journal.csv?monat=2026-01")
  const { body } = await reply
  expect(asked).toEqual([0])
  for await (const _ of body ?? []);
  expect(asked.at(-1)).toBe(app.deps.config.idleSeconds)
})

test.each([
  ["/api/kunden", "application/json", '{"name":"Adler"}'],
  ["/api/kunden/import", "multipart/form-data; boundary=x", "--x--\r\n"],
  // Here the body is waited for only after something else.
  ["/api/auth/login", "application/json", "{}"],
])("a caller whose body does not come is, until it is there: %s", async (path, type, rest) => {
  const asking = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const body = new ReadableStream<Uint8Array>({ pull: asking.resolve }, { highWaterMark: 0 })
  const { asked, reply } = front(path, { method: "POST", headers: { "Content-Type": type }, body })
  const controller = await asking.promise
  await new Promise(setImmediate)
  expect(asked.at(-1) ?? app.deps.config.idleSeconds).toBe(app.deps.config.idleSeconds)
  controller.enqueue(new TextEncoder().encode(rest))
  controller.close()
  await reply
  expect(asked.slice(-2)).toEqual(lifted)
})

test("over a socket that is cut after a second, 160 files and /health are answered though a writer hangs for six", async () => {
  const slow = createTestApp({ env: { IDLE_SECONDS: "1" } })
  const { admin } = await slow.company("winter")
  await slow.call("POST", "/api/kunden", { token: admin.token, body: { name: "Krug" } })
  const { host: hostname, idleSeconds: idleTimeout } = slow.deps.config
  const server = Bun.serve({ hostname, port: 0, idleTimeout, fetch: createApp(slow.deps) })
  const ask = async (path: string): Promise<[number, number]> => {
    const reply = await fetch(new URL(path, server.url), {
      headers: { Authorization: `Bearer ${admin.token}` },
    })
    return [reply.status, (await reply.bytes()).length]
  }
  // Each file is noted in the log of the company before its first byte, and so waits for the writer.
  const { promise: hanging, resolve: release } = Promise.withResolvers<void>()
  const writer = slow.deps.system.writeElsewhere(() => hanging, "winter")
  const auditor = Array.from({ length: 10 }, () => ask("/api/pruefexport"))
  const kunden = Array.from({ length: 150 }, () => ask("/api/export/kunden"))
  const [health] = await ask("/health")
  release()
  await writer
  const files = await Promise.all([...auditor, ...kunden])
  expect([health, ...new Set(files.map(([status]) => status))]).toEqual([503, 200])
  expect(files.every(([, length]) => length > 0)).toBe(true)
  await server.stop(true)
  slow.close()
}, 60_000)
