import type { Route } from "../../../src/api/frame/route.ts"
import type { Company } from "../region/company.ts"
import { BAD_PARTS } from "../region/data.ts"

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

/** Bookings that one request may make. */
const MOST = 500

/** Bodies that do more work than being refused. */
const bodies: Record<string, (company: Company) => object> = {
  "POST /api/pfandbuchungen": ({ customers, articles }) => ({
    kunde_id: customers[0],
    positionen: Array.from({ length: MOST / BAD_PARTS }, () => ({
      pfandartikel_id: articles.gebinde,
      art: "ausgabe",
      menge: 1,
    })),
  }),
}

const queries: Record<string, string> = {
  limit: "200",
  total: "true",
  q: "g+a+m+h+l+s+z+b+k+w",
  von: "2000-01-01",
  bis: "2099-12-31",
}

export type Dear = { method: string; path: string; body?: string }

/**
 * @param fill puts ids of the company's into an address (ids.ts)
 * @returns the address and body of a route's dear request: full pages, long searches, or thousands of fields
 */
export function dearest(
  { method, path, options }: Route,
  company: Company,
  fill: (path: string) => string,
): Dear {
  const address = fill(path)
  const known = Object.keys(options.query?.properties ?? {}).filter((name) => name in queries)
  const query = known.map((name) => `${name}=${queries[name]}`).join("&")
  const made = bodies[`${method} ${path}`]?.(company) ?? UNKNOWN
  return {
    method,
    path: query ? `${address}?${query}` : address,
    ...(method === "GET" ? {} : { body: JSON.stringify(made) }),
  }
}
