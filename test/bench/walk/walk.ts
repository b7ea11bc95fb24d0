import { join } from "node:path"
import { loadRoutes } from "../../../src/routes.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import type { Bench } from "../bench.ts"
import { asking, type Company, driverOf, readCompanies } from "../region/company.ts"
import { BAD, makeRegion } from "../region/data.ts"
import { SETTINGS } from "../region/live.ts"
import { kept, type Section } from "../sections.ts"
import { start } from "../sides.ts"
import { type Dear, dearest, LEFT_OUT } from "./dear.ts"
import { doOnce } from "./deeds.ts"
import { readIds } from "./ids.ts"
import { lasting, measured, type Times } from "./measured.ts"
import { prepare } from "./prepare.ts"

/** Milliseconds that a sender's request may cost another company's read. */
const LIMITS = { stranger: 10, driver: 10, company: 50 }
type Sender = keyof typeof LIMITS

const WORST = 10

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
    const { seconds } = bench.options
    for (const { name, status, ...times } of await doOnce(port, large, small, bench.options))
      steps.push({ route: name, sender: "company", atOnce: 1, statuses: status, ...times })
    const stock = await prepare(port, large, driver)
    const fill = readIds(dataDir)
    const routes = await loadRoutes()
    for (const name of Object.keys(LEFT_OUT))
      if (!routes.some(({ method, path }) => `${method} ${path}` === name))
        throw new Error(`no route ${name}`)
    for (const [index, route] of routes.entries()) {
      if (index % (bench.options.skipped + 1) > 0) continue
      const name = `${route.method} ${route.path}`
      if (name in LEFT_OUT) continue
      bench.say(name)
      const dear = dearest(route, large, stock, fill)
      for (const sender of ["stranger", "driver", "company"] as const) {
        for (const atOnce of [1, 16]) {
          const quiet = await measured(port, small, lasting(seconds))
          const load = send(port, dear, sender === "driver" ? driver : large, sender, atOnce)
          const loud = await measured(port, small, lasting(seconds)).finally(load.end)
          const statuses = await load.statuses
          if (sender !== "stranger" && statuses.includes("401")) throw new Error(`${name} ended a session`)
          steps.push({ route: name, sender, atOnce, quiet, loud, statuses })
        }
      }
    }
    return section(steps)
  } finally {
    await stop()
  }
}

/** Sends a route's dear requests, one after another, until it is ended, which hangs up. */
function send(port: number, dear: Dear, company: Company, sender: Sender, atOnce: number) {
  const { method, next } = dear
  const headers = {
    ...(sender === "stranger" ? { "X-Forwarded-For": company.address } : asking(company).headers),
    ...(method === "GET" ? {} : { "Content-Type": "application/json" }),
  }
  const ending = new AbortController()
  const { signal } = ending
  const seen = new Set<string>()
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const { path, body } = next()
      try {
        const init = {
          method,
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
