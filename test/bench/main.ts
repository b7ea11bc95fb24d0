/**
 * `bun run bench`: the compiled executable and a bare server (floor/main.ts) on copies of the same data, loaded in
 * turns from this third process.
 */
import { cpSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { executable } from "../helpers/executable.ts"
import { end, temporaryDir } from "../helpers/temporary.ts"
import { compare } from "./compare.ts"
import { look } from "./context.ts"
import { makeData } from "./data/fill.ts"
import { measure, type Row } from "./measure.ts"
import { checkLedgers, compareRows } from "./rows.ts"
import { scenarios } from "./scenarios.ts"
import { startFloor, startService } from "./sides.ts"
import { table } from "./table.ts"

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    json: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "0.5" },
  },
})

const SIZE = { customers: 5_000, bookings: 25_000, open: 20_000 }
/** One line that is written over, for whoever watches. */
const say = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

try {
  const rows = await compareServers()
  say("")
  if (options.json) process.stdout.write(`${JSON.stringify({ bun: Bun.version, rows })}\n`)
  else process.stdout.write(`${table(rows, options.markdown)}\n`)
} finally {
  end()
}
process.exit()

async function compareServers(): Promise<Row[]> {
  say("building the executable")
  const file = await executable()
  say("making the data")
  const folder = temporaryDir()
  const [own, bare] = [join(folder, "service"), join(folder, "floor")]
  await makeData(own, SIZE)
  cpSync(own, bare, { recursive: true })
  const service = await startService(file, own)
  const floor = await startFloor(bare, service)
  try {
    const all = await scenarios(await look(service, own))
    const wanted = all.filter(({ name }) => name.includes(options.only ?? ""))
    for (const scenario of wanted) await compare(service, floor, scenario)
    compareRows(own, bare)
    const { rounds, seconds } = options
    const rows = await measure({ service, floor }, wanted, {
      rounds: Number(rounds),
      seconds: Number(seconds),
      say,
    })
    await checkLedgers([own, bare])
    return rows
  } finally {
    await Promise.all([service.stop(), floor.stop()])
  }
}
