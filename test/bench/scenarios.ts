import { request } from "./client.ts"
import { type Context, LOG_IN } from "./context.ts"
import { TOUR_DAY } from "./data/deliveries.ts"
import { photo } from "./data/photo.ts"
import type { Scenario } from "./load.ts"
import { writes } from "./writes.ts"

/** Requests per second of the service, at least, where the floor has 1. */
const READ = 0.8
const LOGIN = 0.95

export type Compared = Scenario & { target?: number }

/** What is asked of both servers, in the order of the table. */
export async function scenarios(context: Context): Promise<Compared[]> {
  return [...reads(context), ...logIns(), ...writes(context, await photo())]
}

const logIns = (): Compared[] =>
  [1, 8].map((atOnce) => ({ name: "log-in", atOnce, status: 200, request: () => LOG_IN, target: LOGIN }))

function reads(context: Context): Compared[] {
  const headers = { Authorization: `Bearer ${context.token}` }
  const get = (path: `/${string}`) => request(`GET ${path}`, { headers })
  const read = (name: string, ask: Uint8Array | Uint8Array[], target?: number): Compared => {
    const all = Array.isArray(ask) ? ask : [ask]
    const one = all[0] as Uint8Array
    const next = all.length === 1 ? () => one : (i: number) => all[i % all.length] as Uint8Array
    return { name, atOnce: 8, status: 200, request: next, ...(target !== undefined && { target }) }
  }
  const each = (path: (id: string) => `/${string}`) => context.customers.map((id) => get(path(id)))
  return [
    read("health", request("GET /health")),
    read("me", get("/api/auth/me"), READ),
    read(
      "one customer",
      each((id) => `/api/kunden/${id}`),
      READ,
    ),
    read("customers, first page", get("/api/kunden"), READ),
    read("customers, deep page", get(`/api/kunden?cursor=${context.deepCursor}`), READ),
    read("search, a word", get("/api/kunden?q=gasthaus")),
    read("search, two letters", get("/api/kunden?q=ga")),
    read("search, word and number", get(`/api/kunden?q=gasthaus+${context.telefon}`)),
    read("search, a number", get(`/api/kunden?q=${context.telefon}`)),
    read(
      "account of a customer",
      each((id) => `/api/kunden/${id}/pfandkonto`),
    ),
    read("balances", get("/api/pfandsalden")),
    read("tour of a day", get(`/api/touren?datum=${TOUR_DAY}`)),
    read("picture", request(`GET /uploads/${context.picture.pfad}`)),
    read("preview of a picture", request(`GET /uploads/${context.picture.vorschau_pfad}`)),
  ]
}
