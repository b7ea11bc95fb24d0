import { asking, type Company } from "../region/company.ts"

const ARTICLES = 200
/** Stops of a tour, as many as there may be. */
const STOPS = 300
const DELIVERIES = 100
/** A day without other deliveries. */
const DAY = "2096-06-06"

/** Records of the large company's that dear requests do their work with. */
export type Stock = {
  articles: string[]
  /** Deliveries under way, each there to be completed once. */
  deliveries: string[]
  /** Address and stops of a tour that is as long as it may be. */
  tour: { path: string; lieferung_ids: string[] }
}

/**
 * Makes a stock, and opens a count of the yard.
 *
 * @param driver the large company with its driver's token
 */
export async function prepare(port: number, large: Company, driver: Company): Promise<Stock> {
  const call = async (path: string, body?: object, sender = large): Promise<{ id: string }> => {
    const { headers } = asking(sender)
    const reply = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
      method: body ? "POST" : "GET",
      headers: { ...headers, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path} was answered ${reply.status}`)
    return (await reply.json()) as { id: string }
  }
  const repeat = async (times: number, make: (i: number) => Promise<{ id: string }>): Promise<string[]> => {
    const ids: string[] = []
    for (let i = 0; i < times; i++) ids.push((await make(i)).id)
    return ids
  }
  const { id: fahrer_id } = await call("auth/me", undefined, driver)
  const kind = { art: "einzeln", ust_klasse: "warenumschliessung", pfand_cent: 8 }
  const articles = await repeat(ARTICLES, (i) =>
    call("pfandartikel", { ...kind, nummer: `W-${i}`, bezeichnung: `Ware ${i}` }),
  )
  await call("inventuren", { bezeichnung: "Hof" })
  const [, , kunde_id = ""] = large.customers
  const plan = (datum: string) => call("lieferungen", { kunde_id, fahrer_id, datum, positionen: [] })
  const lieferung_ids = await repeat(STOPS, () => plan(DAY))
  const deliveries = await repeat(DELIVERIES, async () => {
    const { id } = await plan("2096-06-07")
    return call(`lieferungen/${id}/start`, {})
  })
  return { articles, deliveries, tour: { path: `/api/touren/${DAY}/${fahrer_id}`, lieferung_ids } }
}
