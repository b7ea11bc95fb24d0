import type { Bench } from "./bench.ts"
import { compare } from "./compare.ts"
import { look } from "./context.ts"
import { measure, type Row } from "./measure.ts"
import { startPair } from "./pair.ts"
import { checkLedgers, compareRows } from "./rows.ts"
import { type Compared, scenarios } from "./scenarios.ts"
import { kept, type Section } from "./sections.ts"

/** The service against the floor, request by request. */
export async function requests(bench: Bench): Promise<Section> {
  const { options, say } = bench
  const pair = await startPair(bench, options.customers, options.open)
  const { service, floor, folders } = pair
  try {
    const all = scenarios(await look(service, folders.service), await bench.photo())
    const wanted = chosen(all, options.only)
    for (const scenario of wanted) await compare(service, floor, scenario)
    compareRows(folders.service, folders.floor)
    const rows = await measure({ service, floor }, wanted, { ...options, say })
    await checkLedgers(Object.values(folders))
    return section(rows)
  } finally {
    await pair.stop()
  }
}

/** @returns those of that name, else those whose name contains it, else all */
function chosen(all: Compared[], only: string | undefined): Compared[] {
  if (only === undefined || only === "requests") return all
  const exactly = all.filter(({ name }) => name === only)
  const wanted = exactly.length > 0 ? exactly : all.filter(({ name }) => name.includes(only))
  if (wanted.length > 0) return wanted
  throw new Error(`no request is called ${only}: ${[...new Set(all.map(({ name }) => name))].join(", ")}`)
}

const section = (rows: Row[]): Section => ({
  name: "requests",
  title:
    "Requests per second, and processor time per request, of the service and of the floor: a bare Bun.serve with prepared statements that answers the same bytes after the same SQL, and nothing else.",
  columns: [
    "request",
    "at once",
    "service/s",
    "floor/s",
    "ratio",
    "target",
    "p50 ms",
    "p99 ms",
    "µs",
    "floor µs",
  ],
  rows: rows.map(({ name, atOnce, service, floor, ratio, target }) => [
    name,
    String(atOnce),
    service.perSecond.toFixed(service.perSecond < 10 ? 1 : 0),
    floor.perSecond.toFixed(floor.perSecond < 10 ? 1 : 0),
    ratio.toFixed(2),
    target === undefined ? "" : kept(target.toFixed(2), ratio >= target),
    service.p50.toFixed(2),
    service.p99.toFixed(2),
    service.cpu.toFixed(0),
    floor.cpu.toFixed(0),
  ]),
  figures: rows,
})
