import { Client } from "../client.ts"
import { percentile } from "../load.ts"
import { asking, type Company } from "../region/company.ts"

/** Milliseconds. */
export type Times = { p50: number; p99: number; max: number }

/**
 * Times one cheap read of a small company after another, at least three of them.
 *
 * @param goesOn whether to go on after a read
 */
export async function measured(port: number, company: Company, goesOn: () => boolean): Promise<Times> {
  const client = await Client.connect(port)
  const read = asking(company).get(`/api/kunden/${company.customers[0] ?? ""}`)
  const times: number[] = []
  try {
    while (goesOn() || times.length < 3) {
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

/** @returns true until the time is over */
export function lasting(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000
  return () => performance.now() < end
}
