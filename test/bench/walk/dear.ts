import type { Route } from "../../../src/api/frame/route.ts"
import { addDays } from "../../../src/lib/day.ts"
import { type Company, longest } from "../region/company.ts"
import type { Stock } from "./prepare.ts"

/** Routes that are not sent, and the reason. */
export const LEFT_OUT: Record<string, string> = {
  "POST /api/auth/logout-all": "ends the sender's session, and with it all requests after it",
  "DELETE /api/sitzung": "ends the session that sends it",
  "POST /api/mitarbeiter/:id/abmelden": "ends the sender's session, too",
  "POST /api/kunden/:id/loeschung": "done once (deeds.ts)",
  "POST /api/abrechnungen/:id/storno": "done once (deeds.ts)",
}

/** Fields that no body knows. */
const UNKNOWN = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`unbekannt_${i}`, i]))

/** Different requests of a route, made before they are sent: the sender shares its core with who measures. */
const DIFFERENT = 100
/** Positions of a stop, and of one entry of a count. */
const POSITIONS = 200

type Given = Stock & { customers: string[]; gebinde: string; positionen: ReturnType<typeof longest> }
/** Body of one request, and `path` where the address is another each time. */
type Sent = { path?: string; body: object }

/** Bodies that do more work than being refused. */
const bodies: Record<string, (given: Given, n: number) => Sent> = {
  "POST /api/pfandbuchungen": ({ customers, positionen }) => ({
    body: { kunde_id: customers[0], positionen },
  }),
  "POST /api/lieferungen/:id/abschluss": ({ deliveries, articles }, n) => ({
    path: `/api/lieferungen/${deliveries[n % deliveries.length]}/abschluss`,
    body: {
      positionen: articles
        .slice(0, POSITIONS)
        .map((pfandartikel_id) => ({ pfandartikel_id, ist_ausgabe: 1, ist_ruecknahme: 1 })),
    },
  }),
  // Each on another day, as a tour has a limited number of stops.
  "POST /api/fahrer/ungeplant": ({ customers, articles }, n) => ({
    body: {
      kunde_id: customers[2],
      erfasst_am: `${dayBefore(n)}T10:00:00Z`,
      positionen: articles
        .slice(0, POSITIONS)
        .map((pfandartikel_id) => ({ pfandartikel_id, ist_ruecknahme: 1 })),
    },
  }),
  // Each on another day, as a day is counted so many times only.
  "POST /api/feierabend": ({ articles }, n) => ({
    body: {
      datum: dayBefore(n),
      positionen: ["leergut", "ware"].flatMap((art) =>
        articles.map((pfandartikel_id) => ({ art, pfandartikel_id, gezaehlt: 1 })),
      ),
    },
  }),
  // Five of them fill a count: the rest are refused.
  "POST /api/inventuren/:id/zaehlungen": ({ gebinde }) => ({
    body: { positionen: Array.from({ length: POSITIONS }, () => ({ pfandartikel_id: gebinde, menge: 1 })) },
  }),
  "PUT /api/touren/:datum/:fahrer_id": ({ tour: { path, lieferung_ids } }, n) => ({
    path,
    body: { lieferung_ids: n % 2 === 0 ? lieferung_ids.toReversed() : lieferung_ids },
  }),
}

const dayBefore = (days: number): string => addDays(new Date().toISOString().slice(0, 10), -1 - days)

const queries: Record<string, string> = {
  limit: "200",
  total: "true",
  q: "g+a+m+h+l+s+z+b+k+w",
  von: "2000-01-01",
  bis: "2099-12-31",
}

export type Dear = { method: string; next: () => { path: string; body?: string } }

/**
 * @param fill puts ids of the company's into an address (ids.ts)
 * @returns a route's dear requests: full pages, long searches, thousands of fields, or as much work as its limits allow
 */
export function dearest(
  { method, path, options }: Route,
  { customers, articles }: Company,
  stock: Stock,
  fill: (path: string) => string,
): Dear {
  const known = Object.keys(options.query?.properties ?? {}).filter((name) => name in queries)
  const query = known.map((name) => `${name}=${queries[name]}`).join("&")
  const address = query ? `${fill(path)}?${query}` : fill(path)
  if (method === "GET") return { method, next: () => ({ path: address }) }
  const make = bodies[`${method} ${path}`]
  const refused = { path: address, body: JSON.stringify(UNKNOWN) }
  if (!make) return { method, next: () => refused }
  const given = { ...stock, customers, gebinde: articles.gebinde, positionen: longest({ articles }) }
  const made = Array.from({ length: DIFFERENT }, (_, n) => {
    const { path: own = address, body } = make(given, n)
    return { path: own, body: JSON.stringify(body) }
  })
  let n = 0
  return { method, next: () => made[n++ % DIFFERENT] ?? refused }
}
