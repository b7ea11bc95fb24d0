import { today } from "../../helpers/day.ts"
import type { Running } from "../../helpers/executable.ts"
import { startDemo } from "./browser.ts"
import { network, type Network } from "./proxy.ts"

/** The office, as it plans a driver's day: over the interface. */

export type Office = (method: string, path: string, body?: object) => Promise<any>
export type Plan = { name: string; id: string; kunde_id: string }
export type Driver = { id: string; email: string; password: string }

/** @param port where the service is, also after it was started again */
export async function logInOffice(port: number): Promise<Office> {
  const login = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }),
  })
  const { token } = (await login.json()) as { token: string }
  return async (method, path, body) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.status === 204 ? undefined : reply.json()
  }
}

export type Round = {
  service: Running
  /** Between the service and the telephones. */
  net: Network
  office: Office
  /** A keg, of which drivers bring some and fetch some. */
  artikel: { id: string; bezeichnung: string }
}

/** The demo, behind a network that one can cut. */
export async function startRound(): Promise<Round> {
  const service = await startDemo()
  const office = await logInOffice(service.port)
  const { items } = await office("GET", "pfandartikel?limit=200")
  const artikel = items.find(({ nummer }: { nummer: string }) => nummer === "FASS-30")
  return { service, net: await network(service.port), office, artikel }
}

/** A driver of their own, with so many stops today: each customer gets three of the article. */
export async function planDay(
  office: Office,
  pfandartikel_id: string,
  count: number,
): Promise<{ fahrer: Driver; stopps: Plan[] }> {
  const email = `fahrer-${crypto.randomUUID()}@demo.example`
  const password = "ein gutes Kennwort"
  const { id } = await office("POST", "mitarbeiter", { email, name: "Kim Fahrer", rolle: "fahrer", password })
  const datum = today()
  const stopps: Plan[] = []
  for (let i = 1; i <= count; i++) {
    const name = `Wirtshaus Nummer ${i} ${crypto.randomUUID().slice(0, 4)}`
    const kunde = await office("POST", "kunden", { name, ort: "Lüneburg", anlieferungshinweis: "Hintertür" })
    const positionen = [{ pfandartikel_id, soll_ausgabe: 3 }]
    const plan = { kunde_id: kunde.id, fahrer_id: id, datum, positionen }
    stopps.push({ name, kunde_id: kunde.id, id: (await office("POST", "lieferungen", plan)).id })
  }
  return { fahrer: { id, email, password }, stopps }
}
