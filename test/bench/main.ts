/**
 * `bun run bench [--json]`: the compiled executable and a bare server (floor.ts) on the same data, loaded in
 * turns from this third process. Medians in milliseconds, the client's own share included on both sides.
 */
import { Database } from "bun:sqlite"
import { join } from "node:path"
import { start } from "../helpers/executable.ts"
import { end } from "../helpers/temporary.ts"
import { load, median, type Scenario } from "./load.ts"

const ROUNDS = 7
const STAFF = 1000

const service = await start({ command: "demo" })
const credentials = { email: "admin@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }
const logIn: RequestInit = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(credentials),
}
const first = await fetch(`${service.url}/api/auth/login`, logIn)
const { token, user } = (await first.json()) as { token: string; user: { id: string; tenant_id: string } }
addStaff(user.tenant_id)
const floor = await startFloor()

const authorized: RequestInit = { headers: { authorization: `Bearer ${token}` } }
const scenarios: Scenario[] = [1, 8].flatMap((concurrency) => [
  { name: "health", path: "/health", concurrency, requests: 1000, init: {} },
  { name: "me", path: "/api/auth/me", concurrency, requests: 1000, init: authorized },
  { name: "list of 50", path: "/api/mitarbeiter", concurrency, requests: 500, init: authorized },
  { name: "log-in", path: "/api/auth/login", concurrency, requests: 16, init: logIn },
])

try {
  await compareBytes()
  const rows = await measure()
  print(rows)
} finally {
  await service.stop()
  floor.process.kill()
  end()
}
process.exit()

type Row = { name: string; concurrency: number; service_ms: number; floor_ms: number; ratio: number }

async function measure(): Promise<Row[]> {
  const times = scenarios.map(() => ({ service: [] as number[], floor: [] as number[] }))
  // The first round warms both up and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, scenario] of scenarios.entries()) {
      const sides = round % 2 === 0 ? (["service", "floor"] as const) : (["floor", "service"] as const)
      for (const side of sides) {
        const taken = await load(side === "service" ? service.url : floor.url, scenario)
        if (round > 0) times[i]?.[side].push(...taken)
      }
    }
  }
  return scenarios.map(({ name, concurrency }, i) => {
    const service_ms = median(times[i]?.service ?? [])
    const floor_ms = median(times[i]?.floor ?? [])
    return { name, concurrency, service_ms, floor_ms, ratio: service_ms / floor_ms }
  })
}

/** @throws Error when the floor's work is not the same */
async function compareBytes(): Promise<void> {
  for (const { name, path, init } of scenarios.filter(({ name: scenario }) => scenario !== "log-in")) {
    const [ours, bare] = await Promise.all(
      [service.url, floor.url].map(async (url) => (await fetch(url + path, init)).text()),
    )
    if (ours !== bare) throw new Error(`${name}: the two answer differently:\n${ours}\n${bare}`)
  }
}

/** So that the list has a second page. */
function addStaff(tenantId: string): void {
  const db = new Database(join(service.dataDir, "pfandwerk.db"))
  db.run("PRAGMA busy_timeout = 5000")
  const copy = db.query(
    `INSERT INTO mitarbeiter (id, tenant_id, email, name, rolle, password_hash, erstellt_am, aktualisiert_am)
     SELECT ?, tenant_id, ?, ?, 'fahrer', password_hash, erstellt_am, aktualisiert_am
     FROM mitarbeiter WHERE tenant_id = ? LIMIT 1`,
  )
  db.transaction(() => {
    for (let i = 0; i < STAFF; i++)
      copy.run(Bun.randomUUIDv7(), `fahrer${i}@viele.example`, `Fahrer Nr. ${i}`, tenantId)
  })()
  db.close()
}

async function startFloor() {
  const health = await fetch(`${service.url}/health`)
  const headers = Object.fromEntries(
    [...health.headers].filter(([name]) => !["date", "content-length", "x-request-id"].includes(name)),
  )
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "floor.ts")], {
    env: {
      DATA_DIR: service.dataDir,
      FLOOR_HEADERS: JSON.stringify(headers),
      FLOOR_HEALTH: await health.text(),
    },
    stdout: "pipe",
    stderr: "inherit",
  })
  const { value } = await child.stdout.getReader().read()
  return { process: child, url: `http://127.0.0.1:${Number(new TextDecoder().decode(value))}` }
}

function print(rows: Row[]): void {
  if (process.argv.includes("--json")) {
    process.stdout.write(`${JSON.stringify({ bun: Bun.version, rounds: ROUNDS, rows })}\n`)
    return
  }
  process.stdout.write("request      at once   service     floor   ratio\n")
  for (const { name, concurrency, service_ms, floor_ms, ratio } of rows) {
    const cells = [
      String(concurrency).padStart(7),
      `${service_ms.toFixed(3)} ms`,
      `${floor_ms.toFixed(3)} ms`,
      ratio.toFixed(2),
    ]
    process.stdout.write(`${name.padEnd(12)} ${cells.map((cell) => cell.padStart(7)).join("  ")}\n`)
  }
}
