import { Client } from "./client.ts"

/** A request that is sent again and again. */
export type Scenario = {
  name: string
  atOnce: number
  /** @param i counts up over all rounds, for each side by itself */
  request: (i: number) => Uint8Array
  /** Status that every reply must have; another one ends the run. 0: any success. */
  status: number
  /** Number of requests for all rounds together: each needs something that is used up. */
  used?: number
  /** Factor of the time, where an answer takes long. */
  patience?: number
}

export type Limits = { seconds: number; first: number; last: number }
/** @property times of each request, in milliseconds */
export type Sample = { seconds: number; times: number[] }

/**
 * Asks as fast as the answers come: each connection sends its next request when the last was answered.
 *
 * @param limits.first the number of the first request; others follow, up to the one before `last`
 * @throws Error for an answer with another status
 */
export async function load(port: number, scenario: Scenario, limits: Limits): Promise<Sample> {
  const clients = await Promise.all(Array.from({ length: scenario.atOnce }, () => Client.connect(port)))
  const times: number[] = []
  const begun = performance.now()
  const end = begun + limits.seconds * 1000 * (scenario.patience ?? 1)
  let next = limits.first
  const run = async (client: Client): Promise<void> => {
    let sent = begun
    while (next < limits.last) {
      const status = await client.send(scenario.request(next++))
      if (scenario.status === 0 ? status >= 300 : status !== scenario.status)
        throw new Error(`${scenario.name}: answered ${status}`)
      const now = performance.now()
      times.push(now - sent)
      // After at least one: on a busy machine a short time is over before the first.
      if (now >= end) return
      sent = now
    }
  }
  try {
    await Promise.all(clients.map(run))
    return { seconds: (performance.now() - begun) / 1000, times }
  } finally {
    for (const client of clients) client.close()
  }
}

/** @param part e.g. 0.99 for the time that 99 % stay below */
export function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
