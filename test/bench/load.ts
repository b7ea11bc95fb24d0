export type Scenario = {
  name: string
  path: string
  concurrency: number
  requests: number
  init: RequestInit
}

/** @returns how long each request took, in milliseconds */
export async function load(url: string, { path, concurrency, requests, init }: Scenario): Promise<number[]> {
  const times: number[] = []
  let left = requests
  const worker = async () => {
    while (left-- > 0) {
      const begun = performance.now()
      const reply = await fetch(url + path, init)
      await reply.arrayBuffer()
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return times
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
