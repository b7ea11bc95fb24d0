import { afterAll, expect, test } from "bun:test"
import type { Server } from "bun"
import { createApp } from "../../src/app.ts"
import { createTestApp } from "../helpers/app.ts"

const app = createTestApp()
afterAll(app.close)

/** @returns the idle times, in seconds, that answering a path asks the server for */
async function idleTimes(path: string, token?: string): Promise<number[]> {
  const asked: number[] = []
  const server = { requestIP: () => null, timeout: (_: Request, seconds: number) => void asked.push(seconds) }
  const headers = { Host: "localhost", ...(token && { Authorization: `Bearer ${token}` }) }
  const front = createApp(app.deps)
  await front(new Request(`http://localhost${path}`, { headers }), server as unknown as Server<unknown>)
  return asked
}

test("whatever works or waits is not cut off as idle; what comes after it, quick answers and refused ones are", async () => {
  const { admin } = await app.company("sommer")
  expect(await idleTimes("/api/pfandpruefung", admin.token)).toEqual([0, app.deps.config.idleSeconds])
  const { id } = (await app.call("POST", "/api/kunden", { token: admin.token, body: { name: "Krug" } })).body
  const auszug = `/api/kunden/${id}/kontoauszug.pdf?bis=2026-01-31`
  expect(await idleTimes(auszug, admin.token)).toEqual([0, app.deps.config.idleSeconds])
  expect(await idleTimes("/api/pfandpruefung")).toEqual([])
  expect(await idleTimes("/api/kunden", admin.token)).toEqual([])
})
