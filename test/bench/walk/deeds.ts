import { LONGEST_VORGANG } from "../../../src/api/pfandbuchungen/zeilen.ts"
import type { Options } from "../options.ts"
import { asking, type Company, longest } from "../region/company.ts"
import { lasting, measured, type Times } from "./measured.ts"

const BOOKINGS = 20_000
/** Bookings that one settlement may have, unless they are of one day. */
const SETTLED = 5000
const DELIVERIES = 3000
const EXPORTS = 60

/** A deed that is done once: what a small company's read took before it, during it, and the answer's status. */
export type Deed = { name: string; quiet: Times; loud: Times; status: string }

type Reply = { status: number; body: { id?: string } }

/** Does once what cannot be repeated: long settlements, their Storno, an erasure, and callers that hang up. */
export async function doOnce(
  port: number,
  large: Company,
  small: Company,
  { seconds, share }: Options,
): Promise<Deed[]> {
  const [bookings, settled, deliveries, exports] = [BOOKINGS, SETTLED, DELIVERIES, EXPORTS].map((count) =>
    Math.ceil(count * share),
  ) as [number, number, number, number]
  const headers = { ...asking(large).headers, "Content-Type": "application/json" }
  const url = (path: string) => `http://127.0.0.1:${port}${path}`
  const send = async (method: string, path: string, body: object): Promise<Reply> => {
    const reply = await fetch(url(path), { method, headers, body: JSON.stringify(body) })
    return { status: reply.status, body: (await reply.json().catch(() => ({}))) as Reply["body"] }
  }
  const post = (path: string, body: object) => send("POST", path, body)
  const deeds: Deed[] = []
  const deed = async (name: string, work: () => Promise<Reply>): Promise<Reply> => {
    const quiet = await measured(port, small, lasting(seconds))
    let over = false
    const working = work().finally(() => {
      over = true
    })
    const loud = await measured(port, small, () => !over)
    const reply = await working
    deeds.push({ name, quiet, loud, status: String(reply.status) })
    return reply
  }

  const [kunde_id = "", erased = "", visited = ""] = large.customers
  const bis = new Date().toISOString().slice(0, 10)
  const positionen = longest(large)
  for (let i = 0; i < bookings; i += LONGEST_VORGANG)
    await post("/api/pfandbuchungen", { kunde_id, positionen })
  const settlement = await deed(`settle a day of ${bookings} bookings`, () =>
    post("/api/abrechnungen", { kunde_id, bis }),
  )
  await deed("cancel that settlement", () =>
    post(`/api/abrechnungen/${settlement.body.id}/storno`, { grund: "Versehen" }),
  )

  for (let i = 0; i < settled; i += LONGEST_VORGANG)
    await post("/api/pfandbuchungen", { kunde_id: visited, positionen })
  await send("PATCH", `/api/kunden/${visited}`, { abrechnung: "je_lieferung" })
  const back = [{ pfandartikel_id: large.articles.einzeln, ist_ruecknahme: 1 }]
  await deed(`complete a stop, which settles ${settled} bookings`, () =>
    post("/api/fahrer/ungeplant", { kunde_id: visited, positionen: back }),
  )

  const planned = { kunde_id: erased, datum: bis, positionen: [] }
  for (let i = 0; i < deliveries; i++) await post("/api/lieferungen", planned)
  await deed(`erase a customer with ${deliveries} deliveries`, () =>
    post(`/api/kunden/${erased}/loeschung`, {}),
  )

  await deed(`${exports} exports hang up after 100 ms`, () =>
    hangUp(
      Array.from({ length: exports }, () => url("/api/export/kunden")),
      headers,
    ),
  )
  // Their callers are gone by now: nothing of them may be left to do.
  await deed("the second after they hung up", async () => {
    await Bun.sleep(1000)
    return { status: 0, body: {} }
  })
  return deeds
}

async function hangUp(urls: string[], headers: Record<string, string>): Promise<Reply> {
  const signal = AbortSignal.timeout(100)
  await Promise.all(urls.map((url) => fetch(url, { headers, signal }).catch(() => undefined)))
  return { status: 0, body: {} }
}
