import { cpSync } from "node:fs"
import { join } from "node:path"
import { temporaryDir } from "../helpers/temporary.ts"
import type { Bench } from "./bench.ts"
import { look } from "./context.ts"
import { load, median } from "./load.ts"
import { kept, type Section } from "./sections.ts"
import { startService } from "./sides.ts"
import { writes } from "./writes.ts"

/** In milliseconds, with data of any size. */
const TARGET = 150

type Figures = { data: string; ms: number; all: number[] }

/** From the start of the process to its first answer. */
export async function starts(bench: Bench): Promise<Section> {
  const figures: Figures[] = []
  for (const customers of bench.options.sizes) {
    bench.say(`starting with ${customers} customers`)
    const folder = await bench.data(customers)
    figures.push(await repeat(bench, `${customers} customers`, folder, "SIGTERM"))
  }
  figures.push(await killed(bench))
  return {
    name: "start",
    title: "From the start of the process to its first answer.",
    columns: ["data", "ms", "target"],
    rows: figures.map(({ data, ms }) => [data, ms.toFixed(0), kept(`< ${TARGET}`, ms < TARGET)]),
    figures,
  }
}

/** A log of writes that nobody took over: what a power cut leaves is read at the next start. */
async function killed(bench: Bench): Promise<Figures> {
  const folder = join(temporaryDir(), "killed")
  cpSync(await bench.data(bench.options.sizes[0] ?? 0), folder, { recursive: true })
  const service = await startService(bench.executable, folder)
  const booking = writes(await look(service, folder), new Uint8Array()).find(({ name }) =>
    name.startsWith("booking"),
  )
  if (booking) await load(service.port, { ...booking, atOnce: 8 }, { seconds: 1, first: 0, last: 2000 })
  await service.stop("SIGKILL")
  return repeat(bench, "killed while it was booking", folder, "SIGKILL")
}

async function repeat(
  { executable, options }: Bench,
  data: string,
  folder: string,
  signal: NodeJS.Signals,
): Promise<Figures> {
  const all: number[] = []
  for (let i = 0; i < options.rounds; i++) {
    const service = await startService(executable, folder)
    all.push(service.startMs)
    await service.stop(signal)
  }
  return { data, ms: median(all), all }
}
