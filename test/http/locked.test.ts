import { Database } from "bun:sqlite"
import { afterAll, expect, test } from "bun:test"
import { join } from "node:path"
import { checkDataDir } from "../../src/ops/check/check.ts"
import { createLog } from "../../src/lib/log.ts"
import { createTestApp } from "../helpers/app.ts"

/** Another program that holds the lock of writers is told by the service, its log and `check`. */

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
