import type { Bench } from "./bench.ts"
import { type Context, look } from "./context.ts"
import { load, median, type Scenario } from "./load.ts"
import { ofAnySize } from "./scenarios.ts"
import { kept, type Section } from "./sections.ts"
import { type Side, startService } from "./sides.ts"

/** The time with the most data is at most so many times the time with the least. */
const TARGET = 1.5
const TARGETED = /page|search|account|balances/
/** Requests that change the data: few, so that it stays as it is. */
const WRITES = 40

type Sized = { customers: number; side: Side; scenarios: Scenario[] }
type Figures = { name: string; ms: number[]; growth: number }

/** Time of an answer with more and more data, one request at a time. */
export async function sizes(bench: Bench): Promise<Section> {
  const { options, executable, data, say } = bench
  const all: Sized[] = []
  try {
    for (const customers of options.sizes) {
      const folder = await data(customers)
      const side = await startService(executable, folder)
      const context: Context = await look(side, folder)
      all.push({ customers, side, scenarios: ofAnySize(context) })
    }
    return section(options.sizes, await measured(all, options, say))
  } finally {
    await Promise.all(all.map(({ side }) => side.stop()))
  }
}

async function measured(
  all: Sized[],
  { rounds, seconds }: { rounds: number; seconds: number },
  say: (text: string) => void,
): Promise<Figures[]> {
  const names = all[0]?.scenarios.map(({ name }) => name) ?? []
  const times = names.map(() => all.map(() => [] as number[]))
  for (let round = 0; round <= rounds; round++) {
    for (const [i, name] of names.entries()) {
      say(`round ${round} of ${rounds} at each size: ${name}`)
      for (const [j, { side, scenarios }] of all.entries()) {
        const scenario = scenarios[i] as Scenario
        // Each round asks about other customers, as far as there are.
        const first = round * 1000
        const last = scenario.status === 200 ? Infinity : first + WRITES
        const sample = await load(side.port, scenario, { seconds: seconds / 2, first, last })
        if (round > 0) times[i]?.[j]?.push(median(sample.times))
      }
    }
  }
  return names.map((name, i) => {
    const ms = (times[i] ?? []).map(median)
    return { name, ms, growth: (ms.at(-1) ?? 0) / (ms[0] ?? 1) }
  })
}

const section = (customers: number[], figures: Figures[]): Section => ({
  name: "sizes",
  title:
    "Milliseconds for an answer, by the number of customers (with five times as many bookings), one request at a time.",
  columns: [
    "request",
    ...customers.map((n) => n.toLocaleString("en").replaceAll(",", " ")),
    "growth",
    "target",
  ],
  rows: figures.map(({ name, ms, growth }) => [
    name,
    ...ms.map((time) => time.toFixed(2)),
    growth.toFixed(2),
    TARGETED.test(name) ? kept(`≤ ${TARGET}`, growth <= TARGET) : "",
  ]),
  figures,
})
