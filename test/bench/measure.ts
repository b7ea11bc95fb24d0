import type { Bench } from "./bench.ts"
import { COMPARED } from "./compare.ts"
import { load, median, percentile } from "./load.ts"
import type { Options } from "./options.ts"
import type { Compared } from "./scenarios.ts"
import { cpuSeconds, type Side } from "./sides.ts"

export type Figures = {
  perSecond: number
  /** In milliseconds. */
  p50: number
  p99: number
  /** Processor time of the server per request, in microseconds. */
  cpu: number
}
export type Row = {
  name: string
  atOnce: number
  service: Figures
  floor: Figures
  /** Requests per second, service over floor: the median of the rounds. */
  ratio: number
  target?: number
}

/** The part of what is used up that the first round may take. */
const WARMING = 0.2

type Round = { perSecond: number; times: number[]; cpu: number }
const SIDES = ["service", "floor"] as const
type Sides = Record<(typeof SIDES)[number], Side>

/**
 * Loads both servers in turns, with each scenario in each round, so that whatever else the machine does meets both.
 * The first round is not counted: it lets both compile what they run most, as after the first minutes of a day.
 *
 * @param seconds per server, scenario and round
 * @param warmUp the same for the first round
 */
export async function measure(
  sides: Sides,
  scenarios: Compared[],
  { rounds, seconds, warmUp, say }: Pick<Options, "rounds" | "seconds" | "warmUp"> & Pick<Bench, "say">,
): Promise<Row[]> {
  const taken = scenarios.map(() => ({ service: [] as Round[], floor: [] as Round[] }))
  const asked = scenarios.map(() => ({ service: COMPARED, floor: COMPARED }))
  for (let round = 0; round <= rounds; round++) {
    for (const [i, scenario] of scenarios.entries()) {
      say(`round ${round} of ${rounds}: ${scenario.name}`)
      const next = asked[i] as Record<(typeof SIDES)[number], number>
      for (const name of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
        const side = sides[name]
        const before = cpuSeconds(side.pid)
        const first = next[name]
        // Data that is used up is shared out among the rounds.
        const there = (scenario.used ?? Infinity) - COMPARED
        const last = first + Math.floor(round === 0 ? there * WARMING : (there * (1 - WARMING)) / rounds)
        const sample = await load(side.port, scenario, {
          seconds: round === 0 ? warmUp : seconds,
          first,
          last,
        })
        next[name] += sample.times.length
        if (round === 0) continue
        taken[i]?.[name].push({
          perSecond: sample.times.length / sample.seconds,
          times: sample.times,
          cpu: cpuSeconds(side.pid) - before,
        })
      }
    }
  }
  return scenarios.map(({ name, atOnce, target }, i) => {
    const { service, floor } = taken[i] as { service: Round[]; floor: Round[] }
    const ratios = service.map(({ perSecond }, round) => perSecond / (floor[round]?.perSecond ?? Number.NaN))
    const row = { name, atOnce, service: figures(service), floor: figures(floor), ratio: median(ratios) }
    return { ...row, ...(target !== undefined && { target }) }
  })
}

function figures(rounds: Round[]): Figures {
  const times = rounds.flatMap((round) => round.times)
  const cpu = rounds.reduce((sum, round) => sum + round.cpu, 0)
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: median(times),
    p99: percentile(times, 0.99),
    cpu: (cpu / times.length) * 1e6,
  }
}
