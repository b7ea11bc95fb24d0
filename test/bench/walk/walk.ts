import { join } from "node:path"
import type { Route } from "../../../src/api/frame/route.ts"
import { loadRoutes } from "../../../src/routes.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import type { Bench } from "../bench.ts"
import { Client } from "../client.ts"
import { percentile } from "../load.ts"
import { asking, type Company, driverOf, readCompanies } from "../region/company.ts"
import { BAD, makeRegion } from "../region/data.ts"
import { SETTINGS } from "../region/live.ts"
import { kept, type Section } from "../sections.ts"
import { start } from "../sides.ts"
import { dearest, LEFT_OUT } from "./dear.ts"

/** Milliseconds that a sender's request may cost another company's read. */
const LIMITS = { stranger: 10, driver: 10, company: 50 }
type Sender = keyof typeof LIMITS

const WORST = 10

type Times = { p50: number; p99: number; max: number }
type Step = { route: string; sender: Sender; atOnce: number; quiet: Times; loud: Times; statuses: string }

/** Sends every route's dear request, singly and 16 at once, while a small company reads one customer. */
export async function walk(bench: Bench): Promise<Section> {
  const dataDir = join(temporaryDir(), "walk")
  await makeRegion(dataDir, { companies: 1, largest: bench.options.largest }, 6)
  const all = await readCompanies(dataDir)
  const large = all.find(({ slug }) => slug === BAD)
  const small = all.find(({ slug }) => slug !== BAD)
  if (!large || !small) throw new Error("the data lacks a company")
  const driver = { ...large, token: await driverOf(dataDir, BAD) }
  const { port, stop } = await start([bench.executable, "serve"], dataDir, SETTINGS)
  try {
    const steps: Step[] = []
    const routes = await loadRoutes()
    for (const name of Object.keys(LEFT_OUT))
      if (!routes.some(({ method, path }) => `${method} ${path}` === name))
        throw new Error(`no route ${name}`)
    for (const [index, route] of routes.entries()) {
      if (index % (bench.options.skipped + 1) > 0) continue
      const name = `${route.method} ${route.path}`
      if (name in LEFT_OUT) continue
      bench.say(name)
      for (const sender of ["stranger", "driver", "company"] as const) {
        for (const atOnce of [1, 16]) {
          const quiet = await measured(port, small, bench.options.seconds)
          const load = send(port, route, sender === "driver" ? driver : large, sender, atOnce)
          const loud = await measured(port, small, bench.options.seconds).finally(load.end)
          steps.push({ route: name, sender, atOnce, quiet, loud, statuses: await load.statuses })
        }
      }
    }
    return section(steps)
  } finally {
    await stop()
  }
}

/** @returns milliseconds of one cheap read after another, at least three of them */
async function measured(port: number, company: Company, seconds: number): Promise<Times> {
  const client = await Client.connect(port)
  const read = asking(company).get(`/api/kunden/${company.customers[0] ?? ""}`)
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  try {
    while (performance.now() < end || times.length < 3) {
      const begun = performance.now()
      const status = await client.send(read)
      if (status !== 200) throw new Error(`the small company's read was answered ${status}`)
      times.push(performance.now() - begun)
      await Bun.sleep(1)
    }
  } finally {
    client.close()
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), max: Math.max(...times) }
}

/** Sends one request again and again until it is ended, which hangs up. */
function send(port: number, route: Route, company: Company, sender: Sender, atOnce: number) {
  const { path, body } = dearest(route, company)
  const headers = {
    ...(sender === "stranger" ? { "X-Forwarded-For": company.address } : asking(company).headers),
    ...(body ? { "Content-Type": "application/json" } : {}),
  }
  const ending = new AbortController()
  const { signal } = ending
  const seen = new Set<string>()
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const init = {
          method: route.method,
          headers,
          signal,
          redirect: "manual" as const,
          ...(body ? { body } : {}),
        }
        const reply = await fetch(`http://127.0.0.1:${port}${path}`, init)
        seen.add(String(reply.status))
        await reply.arrayBuffer()
      } catch {
        if (!signal.aborted) seen.add("closed")
        await Bun.sleep(1)
      }
    }
  }
  const running = Promise.all(Array.from({ length: atOnce }, run))
  return {
    end: () => ending.abort(),
    statuses: running.then(() => [...seen].toSorted().join(" ") || "no answer"),
  }
}

function section(steps: Step[]): Section {
  const added = ({ loud, quiet }: Step) => loud.p50 - quiet.p50
  const byMedian = steps.toSorted((a, b) => added(b) - added(a)).slice(0, WORST)
  const byMax = steps.toSorted((a, b) => b.loud.max - a.loud.max).slice(0, WORST)
  const row = (by: string) => (step: Step) => [
    by,
    step.route,
    step.sender,
    String(step.atOnce),
    step.statuses,
    step.quiet.p50.toFixed(1),
    step.loud.p50.toFixed(1),
    step.loud.p99.toFixed(1),
    step.loud.max.toFixed(1),
    kept(`≤ ${LIMITS[step.sender]} ms more`, added(step) <= LIMITS[step.sender]),
  ]
  return {
    name: "walk",
    title: `What one cheap read of another company takes while each route's dear request is sent (${steps.length} steps): the worst ten by median and by the longest, in milliseconds.`,
    columns: ["by", "request", "sender", "at once", "answered", "p50, quiet", "p50", "p99", "max", "target"],
    rows: [...byMedian.map(row("p50")), ...byMax.map(row("max"))],
    figures: steps,
  }
}
