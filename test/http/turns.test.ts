import { afterAll, expect, spyOn, test } from "bun:test"
import { createApp } from "../../src/app.ts"
import { type Call, RequestInfo } from "../../src/http/call.ts"
import { streamOf } from "../../src/http/answer.ts"
import { kunden } from "../../src/db/schema.ts"
import { createLog } from "../../src/lib/log.ts"
import { sharedClock } from "../../src/lib/fair-line.ts"
import { loop } from "../../src/lib/turns.ts"
import { createTestApp } from "../helpers/app.ts"
import { until } from "../helpers/eventually.ts"

const app = createTestApp()
afterAll(app.close)

test("a company that asks for much does not keep others waiting", async () => {
  const loud = await app.company("laut")
  const quiet = await app.company("leise")
  const tenant = app.deps.system.tenant(loud.id)
  await app.deps.system.write(() => {
    for (let i = 0; i < 200; i++) tenant.insert(kunden, { kundennummer: `${i}`, name: "x".repeat(200) })
  })
  const answered: string[] = []
  const ask = (token: string, name: string) =>
    app.call("GET", "/api/kunden?limit=200", { token }).then(({ status }) => {
      expect(status).toBe(200)
      answered.push(name)
    })
  // Once each before, so that both tokens are known.
  for (const { admin } of [loud, quiet]) await ask(admin.token, "before")
  // The quiet one has had less, however slow the machine was with it.
  sharedClock.charge(loud.id, 10_000)
  const all = Array.from({ length: 50 }, () => ask(loud.admin.token, "laut"))
  await ask(quiet.admin.token, "leise")
  expect(answered.filter((name) => name === "laut").length).toBeLessThan(25)
  await Promise.all(all)
  expect(answered).toHaveLength(2 + 51)
}, 120_000)

test("a read whose caller hangs up while it waits for its turn is not done", async () => {
  const { admin } = await app.company("fort")
  const ask = (signal?: AbortSignal) =>
    app.call("GET", "/api/kunden", { token: admin.token, ...(signal && { signal }) })
  expect((await ask()).status).toBe(200)
  const caller = new AbortController()
  // In this order in one turn of the loop: its time is used up, the request comes, its caller hangs up.
  setImmediate(() => void loop.run("laut", () => Bun.sleepSync(5)))
  const gone = ask(caller.signal)
  setImmediate(() => caller.abort())
  expect((await gone).status).toBe(499)
})

test("a long table is made in turns of a few rows, which hold up nobody for long", async () => {
  const { id, admin } = await app.company("tabelle")
  const tenant = app.deps.system.tenant(id)
  await app.deps.system.write(() => {
    for (let i = 0; i < 450; i++) tenant.insert(kunden, { kundennummer: `${i}`, name: "Krug" })
  })
  const headers = { host: "localhost", authorization: `Bearer ${admin.token}` }
  using turns = spyOn(loop, "soon")
  const reply = await createApp(app.deps)(new Request("http://localhost/api/export/kunden", { headers }))
  expect((await reply.text()).split("\r\n")).toHaveLength(452)
  expect(turns.mock.calls.length).toBeGreaterThan(450 / 20)
})

test("a file that breaks off is told in the log, with the request", async () => {
  const logged: string[] = []
  const log = createLog("json", (line) => logged.push(line))
  const request = new Request("http://localhost/", { headers: { "x-request-id": "abgebrochen" } })
  const info = new RequestInfo(request, undefined, { trustProxy: 0, idleSeconds: 30 })
  const pieces = (function* () {
    yield "Krug".repeat(5000)
    throw new Error("disk I/O error")
  })()
  const body = streamOf(pieces, { tenant: undefined, request, info } as Call, log).getReader()
  expect((await body.read()).done).toBe(false)
  const rest = async () => {
    while (!(await body.read()).done);
  }
  expect(rest).toThrow()
  await until("it is logged", () => logged.some((line) => line.includes("file broken off")))
  expect(logged.find((line) => line.includes("file broken off"))).toContain(info.id)
})

test("a file whose caller hangs up while a chunk of it is made is no failure", async () => {
  const logged: string[] = []
  const log = createLog("json", (line) => logged.push(line))
  const request = new Request("http://localhost/")
  const info = new RequestInfo(request, undefined, { trustProxy: 0, idleSeconds: 30 })
  let made = 0
  const pieces = (function* () {
    while (made < 1000) {
      // Once this piece is made, and long before the chunk is.
      if (++made === 3) queueMicrotask(() => void body.cancel())
      yield "x"
    }
  })()
  using steps = spyOn(info, "takingTime")
  const body = streamOf(pieces, { tenant: undefined, request, info } as Call, log).getReader()
  expect((await body.read()).done).toBe(true)
  await Promise.all(steps.mock.results.map(({ value }) => value))
  await loop.soon("danach", () => undefined)
  expect([made, logged]).toEqual([3, []])
})
