import { Client } from "../client.ts"
import type { Company } from "./company.ts"
import type { Kind } from "./day.ts"

/** Times in ms, from when somebody wanted it, and the number that was not answered as it should be. */
export type Outcome = { times: number[]; refused: number }

/** The working day is one hour, so that all comes at once that may come at once. In seconds. */
const DAY = 3600

/**
 * Lets people come when they want to, not when the one before was answered: whoever is kept waiting waits longer and
 * longer. They come at random, as many as there are in a day of one hour.
 */
export async function openLoop(
  port: number,
  companies: Company[],
  kinds: Kind[],
  seconds: number,
): Promise<Map<Kind, Outcome>> {
  const outcomes = new Map<Kind, Outcome>(kinds.map((kind) => [kind, { times: [], refused: 0 }]))
  const perDay = kinds.reduce((sum, kind) => sum + kind.perDay, 0)
  const perMs = (perDay * companies.length) / DAY / 1000
  const free: Client[] = []
  const under: Promise<void>[] = []
  const ask = async (kind: Kind, company: Company, wanted: number): Promise<void> => {
    const outcome = outcomes.get(kind) as Outcome
    const message = kind.request(company)
    if (!message) return
    const client = takeOpen(free) ?? (await Client.connect(port))
    try {
      const status = await client.send(message)
      outcome.times.push(performance.now() - wanted)
      if (status >= 400) outcome.refused++
      free.push(client)
    } catch {
      outcome.refused++
      client.close()
    }
  }
  const end = performance.now() + seconds * 1000
  for (let next = performance.now(); next < end;) {
    if (next > performance.now()) {
      await Bun.sleep(1)
      continue
    }
    const company = companies[Math.floor(Math.random() * companies.length)] as Company
    under.push(ask(pickKind(kinds, perDay), company, next))
    next -= Math.log(1 - Math.random()) / perMs
  }
  await Promise.all(under)
  for (const client of free) client.close()
  return outcomes
}

/** A caller who was silent for some seconds has no connection any more; a browser makes a new one then, too. */
function takeOpen(free: Client[]): Client | undefined {
  let client = free.pop()
  while (client?.closed) client = free.pop()
  return client
}

function pickKind(kinds: Kind[], perDay: number): Kind {
  let at = Math.random() * perDay
  return kinds.find((kind) => (at -= kind.perDay) < 0) ?? (kinds[0] as Kind)
}
