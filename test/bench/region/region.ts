import { cpSync, existsSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { temporaryDir } from "../../helpers/temporary.ts"
import type { Bench } from "../bench.ts"
import { percentile } from "../load.ts"
import { kept, type Section } from "../sections.ts"
import { cpuSeconds, start } from "../sides.ts"
import { startMisbehaving } from "./bad.ts"
import { driverOf, readCompanies } from "./company.ts"
import { BAD, makeRegion } from "./data.ts"
import { day, type Kind } from "./day.ts"
import { live, SETTINGS } from "./live.ts"
import { openLoop, type Outcome } from "./open-loop.ts"

/** In ms, of 99 in 100. */
const READS = 50
const WRITES = 100

/** Warm-up, in seconds, which is not counted: statements are compiled, and the cache is filled. */
const WARM_UP = 3

/** Stops and bookings that each company has made since its data was filled in. */
const LIVED = 8

type Figures = { name: string; perSecond: number; p50: number; p99: number; refused: number; writes: boolean }

/** Many companies on one machine, their working day in an hour, and one that troubles them all. */
export async function region(bench: Bench): Promise<Section> {
  const { companies, regionSeconds: seconds } = bench.options
  const dataDir = await regionData(bench)
  const all = await readCompanies(dataDir)
  const good = all.filter(({ slug }) => slug !== BAD)
  const bad = all.find(({ slug }) => slug === BAD)
  if (!bad) throw new Error("the data has no company that misbehaves")
  const photo = await bench.photo()
  const driver = { ...bad, token: await driverOf(dataDir, BAD) }
  const kinds = day(await smaller(photo, 1900, 72))
  const picture = join(temporaryDir(), "large.jpg")
  await Bun.write(picture, await enlarged(photo))
  const { port, pid, stop } = await start([bench.executable, "serve"], dataDir, SETTINGS)
  try {
    await openLoop(port, good, kinds, Math.min(WARM_UP, seconds))
    bench.say(`${companies} companies, ${seconds} seconds`)
    const begun = cpuSeconds(pid)
    const alone = figures(await openLoop(port, good, kinds, seconds), seconds)
    const cores = (cpuSeconds(pid) - begun) / seconds
    bench.say("and one more that behaves badly")
    const end = await startMisbehaving({ port, company: bad, driver, picture }, temporaryDir())
    const troubled = figures(await openLoop(port, good, kinds, seconds), seconds)
    const deeds = await end()
    return section(companies, { alone, cores, troubled, deeds })
  } finally {
    await stop()
  }
}

/** A copy of what is kept: what is booked on it is not there the next time. */
async function regionData({ options, executable, say }: Bench): Promise<string> {
  const { companies, regionSeconds, data } = options
  // 200 stops an hour; some have more than their share.
  const open = Math.ceil((200 * (2 * regionSeconds + WARM_UP)) / 3600) * 2 + 6
  const made = join(data ?? temporaryDir(), `region-${companies}-${open}-lived`)
  if (!existsSync(made)) {
    say(`making the data of ${companies} companies`)
    rmSync(`${made}.new`, { recursive: true, force: true })
    await makeRegion(`${made}.new`, options, open + LIVED)
    say("letting them work for a while")
    await live(executable, `${made}.new`, LIVED)
    renameSync(`${made}.new`, made)
  }
  const copy = join(temporaryDir(), "region")
  cpSync(made, copy, { recursive: true })
  // Or the system would write the copy while the service is measured.
  Bun.spawnSync(["sync"])
  return copy
}

const smaller = (photo: Uint8Array, edge: number, quality: number): Promise<Uint8Array> =>
  new Bun.Image(photo).resize(edge, edge, { fit: "inside" }).jpeg({ quality }).bytes()

/** As many pixels as are taken at all: 40 million. */
const enlarged = (photo: Uint8Array): Promise<Uint8Array> =>
  new Bun.Image(photo).resize(7300, 5475, { fit: "fill" }).jpeg({ quality: 40 }).bytes()

const figures = (outcomes: Map<Kind, Outcome>, seconds: number): Figures[] =>
  [...outcomes].map(([{ name, writes }, { times, refused }]) => ({
    name,
    writes,
    refused,
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5) || 0,
    p99: percentile(times, 0.99) || 0,
  }))

function section(
  companies: number,
  result: { alone: Figures[]; cores: number; troubled: Figures[]; deeds: number },
): Section {
  const rows = result.alone.map((one, i) => {
    const other = result.troubled[i] ?? one
    const limit = one.writes ? WRITES : READS
    const measured = one.name === "log-in" || one.name.startsWith("picture")
    return [
      one.name,
      one.perSecond.toFixed(1),
      one.p50.toFixed(1),
      one.p99.toFixed(1),
      other.p50.toFixed(1),
      other.p99.toFixed(1),
      String(one.refused + other.refused),
      measured ? "" : kept(`< ${limit} ms`, other.p99 < limit && other.refused === 0),
    ]
  })
  return {
    name: "region",
    title: `${companies} companies, their working day in one hour, people coming when they want to: in milliseconds from then to the answer, by themselves (the service then uses ${result.cores.toFixed(2)} of a core) and with one more company that does its worst (${result.deeds} times).`,
    columns: ["request", "per second", "p50", "p99", "p50, troubled", "p99, troubled", "refused", "target"],
    rows,
    figures: result,
  }
}
