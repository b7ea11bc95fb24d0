import { expect, test } from "bun:test"
import type { Bench } from "./bench/bench.ts"
import { dataSets } from "./bench/data/sets.ts"
import { report } from "./bench/report.ts"
import { drawing } from "../src/ops/demo/drawing.ts"
import { executable } from "./helpers/executable.ts"

const tools = { photo: async () => drawing(1), say: () => {} }

/** As small as it can be: that the figures mean nothing does not matter here. */
const tiny: Bench["options"] = {
  only: undefined,
  json: true,
  markdown: false,
  readme: false,
  rounds: 1,
  seconds: 0.002,
  warmUp: 0.002,
  sizes: [40, 80],
  customers: 80,
  open: 60,
  requests: 40,
  uploads: 1,
  rest: 0,
  visits: 1,
  slower: 1,
  companies: 3,
  largest: 200,
  regionSeconds: 2,
  skipped: 20,
  share: 0.05,
  data: undefined,
}

const data = dataSets(undefined, tools)

/** Among what the first does: replies byte by byte and rows table by table as the floor's, both ledgers verified. */
for (const only of ["requests", "memory", "sizes", "pages", "region", "walk"] as const) {
  test(`the bench measures the ${only}, and its floor does the service's work`, async () => {
    let text = ""
    const bench = { ...tools, options: { ...tiny, only }, executable: executable(), data }
    await report(bench, (piece) => (text += piece))
    const { sections } = JSON.parse(text) as { sections: { name: string; rows: string[][] }[] }
    expect(sections.map(({ name }) => name)).toEqual([only])
    expect(sections[0]?.rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(sections)).not.toMatch(/NaN|Infinity|undefined|null/)
  }, 300_000)
}
