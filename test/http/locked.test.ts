import { Database } from "bun:sqlite"
import { afterAll, expect, test } from "bun:test"
import { join } from "node:path"
import { checkDataDir } from "../../src/ops/check/check.ts"
import { createLog } from "../../src/lib/log.ts"
import { databaseIn } from "../../src/db/open.ts"
import { RouteThread } from "../../src/route-thread.ts"
import { createTestApp } from "../helpers/app.ts"
import { until } from "../helpers/eventually.ts"
import { hangAfter } from "../helpers/hanging.ts"

/** Another program that holds the lock of writers, and a writer that does not come to its end. */

const logged: string[] = []
const log = createLog("json", (line) => logged.push(line))
const app = createTestApp({ log })
const hanging = createTestApp({ log })
afterAll(app.close)
afterAll(hanging.close)

test.concurrent(
  "nothing can be written: /health is 503, and log and check name what finds the program",
  async () => {
    const { user } = await app.company("sommer")
    const other = new Database(join(app.dir, "pfandwerk.db"))
    other.run("BEGIN IMMEDIATE")
    const [health, write, findings] = await Promise.all([
      app.call("GET", "/health"),
      app.call("POST", "/api/kunden", { token: user.token, body: { name: "Krug" } }),
      checkDataDir(app.dir, new Date()),
    ])
    expect([health.status, health.body.grund, write.status]).toEqual([
      503,
      "Es kann nichts geschrieben werden",
      503,
    ])
    expect(findings.find(({ check }) => check === "writing")).toMatchObject({
      result: "fault",
      detail: expect.stringContaining("sudo fuser -v"),
    })
    const told = logged.filter((line) => line.includes("database is locked"))
    expect(told.length).toBe(2)
    for (const line of told) {
      expect(line).toContain("sudo fuser -v")
      expect(line).not.toContain("stack")
    }
    other.run("ROLLBACK")
    other.close()
    expect((await app.call("GET", "/health")).status).toBe(200)
  },
  60_000,
)

test.concurrent(
  "a writer that hangs is noticed, and once nothing hangs /health is good again",
  async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const writer = hanging.deps.system.writeElsewhere(() => promise, "sommer")
    const { status, body } = await hanging.call("GET", "/health")
    expect([status, body.grund]).toEqual([503, "Es kann nichts geschrieben werden"])
    expect(logged.some((line) => line.includes("a writer hangs"))).toBe(true)
    resolve()
    await writer
    expect((await hanging.call("GET", "/health")).status).toBe(200)
  },
  60_000,
)

test("a long write that hangs is ended and told, nothing of it stays, and whoever waited for it writes", async () => {
  const { admin } = await app.company("haengt")
  const ask = (method: string, path: string, body?: object) =>
    app.call(method, `/api/kunden${path}`, { token: admin.token, ...(body && { body }) })
  const { id } = (await ask("POST", "", { name: "Krug" })).body
  const sqlite = new Database(join(app.dir, "pfandwerk.db"))
  hangAfter(sqlite, "UPDATE ON kunden")
  sqlite.close()
  app.deps.longWrites = new RouteThread(databaseIn(app.dir), "write", 1500)
  const told = await ask("POST", `/${id}/loeschung`)
  expect([told.status, told.headers.get("retry-after"), told.body.error]).toEqual([
    503,
    "30",
    expect.stringContaining("dauerte zu lange"),
  ])
  expect(logged.join()).toContain("POST /api/kunden/:id/loeschung took longer than")
  // SQLite itself cannot be ended: it holds the lock until it comes back, which a slow machine takes its time for.
  await until("others write", async () => (await ask("POST", "", { name: "Adler" })).status === 201)
  expect((await ask("GET", `/${id}`)).body).toMatchObject({ name: "Krug", version: 1 })
}, 60_000)
