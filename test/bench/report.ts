import type { Bench } from "./bench.ts"
import { logIns } from "./logins.ts"
import { machine } from "./machine.ts"
import { memory } from "./memory.ts"
import { pages } from "./pages/pages.ts"
import { region } from "./region/region.ts"
import { requests } from "./requests.ts"
import { type Section, SECTIONS } from "./sections.ts"
import { sizes } from "./sizes.ts"
import { starts } from "./starts.ts"
import { asText } from "./table.ts"
import { walk } from "./walk/walk.ts"

const run: Record<Section["name"], (bench: Bench) => Promise<Section>> = {
  requests,
  start: starts,
  "log-ins": logIns,
  memory,
  sizes,
  pages,
  region,
  walk,
}

/**
 * Measures what the options ask for.
 *
 * @param out gets each table as soon as it is there, or all figures at the end
 */
export async function report(bench: Bench, out: (text: string) => void): Promise<void> {
  const { only, json, markdown } = bench.options
  const named = SECTIONS.find((name) => name === only)
  const wanted =
    only === undefined
      ? SECTIONS.filter((name) => name !== "region" && name !== "walk")
      : ([named ?? "requests"] as const)
  const sections: Section[] = []
  for (const name of wanted) {
    const section = await run[name](bench)
    sections.push(section)
    bench.say("")
    if (!json) out(`${asText(section, markdown)}\n`)
  }
  if (json) return out(`${JSON.stringify({ machine: machine(), sections })}\n`)
  const { processor, memory: room, system, bun, date } = machine()
  out(`${date}, ${processor}, ${room}, ${system}, Bun ${bun}\n`)
}
