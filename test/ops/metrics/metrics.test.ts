import { afterAll, expect, spyOn, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import v8 from "node:v8"
import { createMetrics } from "../../../src/ops/metrics/metrics.ts"
import { createTestApp, PASSWORD } from "../../helpers/app.ts"
import { start } from "../../helpers/executable.ts"

const TOKEN = "ein-langes-Zeichen-fuer-die-Messung"
const app = createTestApp({ env: { METRICS_TOKEN: TOKEN }, metrics: await createMetrics() })
const firma = await app.company("sommer")
afterAll(() => app.close())

const scrape = (token = TOKEN) => app.call("GET", "/metrics", { token })

/** @returns the value of a series as it is written, e.g. `pfandwerk_database_bytes{file="pfandwerk.db"}` */
async function value(series: string): Promise<number | undefined> {
  const line = (await scrape()).text.split("\n").find((text) => text.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test("tell in seconds how long an answer took", async () => {
  const route = `/nowhere/${Bun.randomUUIDv7()}`
  const request = {
    method: "GET",
    route,
    path: route,
    status: 200,
    request_id: "x",
    tenant: "-",
    account: "-",
  }
  for (const ms of [250, 1500]) app.deps.metrics?.record({ ...request, ms })
  const series = `pfandwerk_http_request_duration_seconds_sum{method="GET",route="${route}"}`
  expect(await value(series)).toBeCloseTo(1.75)
})

test("are there for whoever has their token, and only for them", async () => {
  const { status, headers, text } = await scrape()
  expect(status).toBe(200)
  expect(headers.get("content-type")).toStartWith("text/plain; version=0.0.4")
  const series = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  for (const line of series) expect(line).toMatch(/^[a-z0-9_]+(\{([a-z]+="[^"\\]*",?)+\})? (Nan|[0-9.e+-]+)$/)
  for (const token of ["falsch", "", firma.admin.token, `${TOKEN}x`])
    expect((await scrape(token)).status).toBe(401)
  expect((await app.call("GET", "/metrics")).status).toBe(401)
})

test("are not there when no token is set", async () => {
  const other = createTestApp()
  expect((await other.call("GET", "/metrics", { token: TOKEN })).status).toBe(404)
  other.close()
})

test("count requests by route and status, with their time", async () => {
  const series = 'pfandwerk_http_requests_total{method="GET",route="/api/kunden/:id",status="404"}'
  expect(await value(series)).toBeUndefined()
  for (let i = 0; i < 3; i++)
    await app.call("GET", `/api/kunden/${Bun.randomUUIDv7()}`, { token: firma.admin.token })
  expect(await value(series)).toBe(3)
  const durations = 'pfandwerk_http_request_duration_seconds_count{method="GET",route="/api/kunden/:id"}'
  expect(await value(durations)).toBe(3)
})

test("make one series of all that no route takes, whatever is sent", async () => {
  for (const path of ["/wp-login.php", "/.env", "/api/kundn"]) await app.call("GET", path)
  await app.call("PROPFIND", "/api/kunden")
  expect(await value('pfandwerk_http_requests_total{method="any",route="none",status="404"}')).toBe(3)
  const { text } = await scrape()
  for (const foreign of ["wp-login", "PROPFIND", "kundn"]) expect(text).not.toContain(foreign)
})

test("say why log-ins were refused", async () => {
  const body = { email: firma.admin.email, password: "falsch!" }
  await app.call("POST", "/api/auth/login", { body })
  await app.call("POST", "/api/auth/login", { body: { ...body, password: PASSWORD } })
  expect(await value('pfandwerk_logins_refused_total{reason="credentials"}')).toBe(1)
})

test("tell the length of the lines, the size of the data and the last backup", async () => {
  const busy = app.deps.passwords
  const checks = Array.from({ length: 20 }, () => busy.verify("x", undefined, ""))
  const { running, waiting } = busy.load()
  expect(running + waiting).toBe(20)
  expect(await value('pfandwerk_password_checks{state="waiting"}')).toBeGreaterThan(0)
  await Promise.all(checks)
  expect(await value('pfandwerk_password_checks{state="running"}')).toBe(0)
  expect(await value('pfandwerk_database_bytes{file="pfandwerk.db"}')).toBeGreaterThan(100_000)
  expect(await value("pfandwerk_disk_free_bytes")).toBeGreaterThan(0)
  expect(await value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0)
  expect(await value("pfandwerk_last_backup_timestamp_seconds")).toBe(0)
  mkdirSync(app.deps.config.backupDir, { recursive: true })
  writeFileSync(join(app.deps.config.backupDir, "pfandwerk-2026-11-20T02-00-00Z.tar"), "")
  expect(await value("pfandwerk_last_backup_timestamp_seconds")).toBe(Date.UTC(2026, 10, 20, 2) / 1000)
})

test("count no objects, which would hold everybody up", async () => {
  const counted = spyOn(v8, "getHeapSpaceStatistics")
  expect(await value("nodejs_heap_size_used_bytes")).toBeGreaterThan(0)
  expect(counted).not.toHaveBeenCalled()
  counted.mockRestore()
})

test("work in the executable", async () => {
  const service = await start({ env: { METRICS_TOKEN: TOKEN } })
  const reply = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const text = await reply.text()
  for (const name of [
    "pfandwerk_build_info{version=",
    "process_resident_memory_bytes",
    "nodejs_eventloop_lag",
  ])
    expect(text).toContain(name)
  await service.stop()
}, 120_000)
