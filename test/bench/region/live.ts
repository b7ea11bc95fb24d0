import { Client } from "../client.ts"
import { start } from "../sides.ts"
import { readCompanies, type Company } from "./company.ts"
import { BAD } from "./data.ts"
import { book, complete } from "./day.ts"

/** Settings of a region's service. */
export const SETTINGS = { BACKUP_SCHEDULE: "off", LOG_FORMAT: "json", TRUST_PROXY: "true" }

const AT_ONCE = 16

/**
 * Lets every company book and deliver for a while, one after the other and round again. Indexes that were filled in
 * bulk have no room: the first entry on each page splits it, and a booking writes three times the pages of any later
 * one. That is what no company has that has been working for some weeks.
 *
 * @param times stops and bookings of each
 */
export async function live(executable: string, dataDir: string, times: number): Promise<void> {
  const companies = (await readCompanies(dataDir)).filter(({ slug }) => slug !== BAD)
  const { port, stop } = await start([executable, "serve"], dataDir, SETTINGS)
  const deeds = Array.from({ length: times }, () => companies.flatMap(deedsOf)).flat()
  const work = async (client: Client): Promise<void> => {
    for (let deed = deeds.pop(); deed; deed = deeds.pop()) await requireDone(client, deed)
    client.close()
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, async () => work(await Client.connect(port))))
  } finally {
    await stop()
  }
}

type Deed = () => Uint8Array | undefined

const deedsOf = (company: Company): Deed[] => [() => complete(company), () => book(company)]

async function requireDone(client: Client, deed: Deed): Promise<void> {
  const asked = deed()
  const status = asked ? await client.send(asked) : 200
  if (status >= 300) throw new Error(`the region answered ${status}`)
}
