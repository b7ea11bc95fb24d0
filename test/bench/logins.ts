import type { Bench } from "./bench.ts"
import { Client, request } from "./client.ts"
import { LOG_IN } from "./context.ts"
import { load, percentile } from "./load.ts"
import { kept, type Section } from "./sections.ts"
import { startPair } from "./pair.ts"
import type { Side } from "./sides.ts"

/** In milliseconds. */
const TARGET = 25
const AT_ONCE = 8
/** Between two looks, in milliseconds. */
const PAUSE = 4

type Figures = { p50: number; p99: number; logIns: number }

/** Time of a small request while others check passwords, which takes all cores. */
export async function logIns(bench: Bench): Promise<Section> {
  const { options, say } = bench
  const { service, floor, stop } = await startPair(bench, options.customers, options.open)
  try {
    say("asking for health while 8 log in")
    const seconds = options.rounds * options.seconds * 4
    const figures = { service: await during(service, seconds), floor: await during(floor, seconds) }
    const row = (name: string, { p50, p99, logIns: n }: Figures) => [
      name,
      p50.toFixed(2),
      p99.toFixed(2),
      (n / seconds).toFixed(0),
    ]
    return {
      name: "log-ins",
      title: `GET /health while ${AT_ONCE} log in without a pause.`,
      columns: ["server", "p50 ms", "p99 ms", "log-ins/s", "target"],
      rows: [
        [...row("service", figures.service), kept(`p99 < ${TARGET} ms`, figures.service.p99 < TARGET)],
        [...row("floor", figures.floor), ""],
      ],
      figures,
    }
  } finally {
    await stop()
  }
}

async function during({ port }: Side, seconds: number): Promise<Figures> {
  const scenario = { name: "log-in", atOnce: AT_ONCE, status: 200, request: () => LOG_IN }
  const loading = load(port, scenario, { seconds, first: 0, last: Infinity })
  const client = await Client.connect(port)
  const times: number[] = []
  const ask = request("GET /health")
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await Bun.sleep(PAUSE)) {
    const sent = performance.now()
    await client.send(ask)
    times.push(performance.now() - sent)
  }
  client.close()
  const loggedIn = await loading
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), logIns: loggedIn.times.length }
}
