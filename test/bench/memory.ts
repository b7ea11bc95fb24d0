import { cpSync } from "node:fs"
import { join } from "node:path"
import { temporaryDir } from "../helpers/temporary.ts"
import type { Bench } from "./bench.ts"
import { look } from "./context.ts"
import { load, type Scenario } from "./load.ts"
import { scenarios } from "./scenarios.ts"
import { kept, type Section } from "./sections.ts"
import { residentBytes, type Side, startService } from "./sides.ts"

/** In megabytes. */
const IDLE = 90
const WORKED = 160
type Figures = { when: string; megabytes: number; target?: number }

/** The service's memory, before and after much work. */
export async function memory(bench: Bench): Promise<Section> {
  const { executable, data, options, say } = bench
  const folder = join(temporaryDir(), "memory")
  cpSync(await data(options.sizes[0] ?? 0), folder, { recursive: true })
  const service = await startService(executable, folder)
  try {
    const figures: Figures[] = []
    const note = async (when: string, target?: number): Promise<void> => {
      await Bun.sleep(options.rest)
      const megabytes = residentBytes(service.pid) / 2 ** 20
      figures.push({ when, megabytes, ...(target !== undefined && { target }) })
    }
    await note("idle", IDLE)
    const all = scenarios(await look(service, folder), await bench.photo())
    say(`answering ${options.requests} requests`)
    await work(service, mixed(all), options.requests)
    await note(`after ${options.requests} requests`)
    say(`taking in ${options.uploads} pictures`)
    const upload = all.find(({ name }) => name.startsWith("upload"))
    if (upload) await work(service, upload, options.uploads)
    await note(`and after ${options.uploads} uploads of 4 MB`, WORKED)
    return {
      name: "memory",
      title: `Memory of the service (RSS), ${options.rest / 1000} seconds after the work.`,
      columns: ["when", "MB", "target"],
      rows: figures.map(({ when, megabytes, target }) => [
        when,
        megabytes.toFixed(0),
        target === undefined ? "" : kept(`< ${target}`, megabytes < target),
      ]),
      figures,
    }
  } finally {
    await service.stop()
  }
}

const work = ({ port }: Side, scenario: Scenario, count: number) =>
  load(port, scenario, { seconds: Infinity, first: 0, last: count })

/** Everything that is answered quickly, in turns; a twentieth of it writes. */
function mixed(all: Scenario[]): Scenario {
  const reads = all.filter(({ status, name }) => status === 200 && !/log-in|complete/.test(name))
  const writes = all.filter(
    ({ status, name, atOnce }) => status === 201 && atOnce === 8 && !name.startsWith("upload"),
  )
  return {
    name: "mixed",
    atOnce: 8,
    status: 0,
    request: (i) => {
      const from = i % 20 === 0 ? writes : reads
      return (from[i % from.length] as Scenario).request(i)
    },
  }
}
