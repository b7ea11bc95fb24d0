import { request } from "./client.ts"
import { type Context, LOG_IN } from "./context.ts"
import { TOUR_DAY } from "./data/deliveries.ts"
import type { Scenario } from "./load.ts"
import { writes } from "./writes.ts"

/** Requests per second of the service, at least, where the floor has 1. */
const READ = 0.8
const LOGIN = 0.95

export type Compared = Scenario & { target?: number }

/**
 * Requests to both servers, in the order of the table.
 *
 * @param photo what is uploaded
 */
export const scenarios = (context: Context, photo: Uint8Array): Compared[] => [
  ...reads(context),
  ...logIns(),
  ...writes(context, photo),
]

const logIns = (): Compared[] =>
  [1, 8].map((atOnce) => ({ name: "log-in", atOnce, status: 200, request: () => LOG_IN, target: LOGIN }))

type Ask = Uint8Array | Uint8Array[]

/** @param ask one request, or several that are asked for in turns */
function read(name: string, ask: Ask, target?: number): Compared {
  const all = Array.isArray(ask) ? ask : [ask]
  const one = all[0] as Uint8Array
  const next = all.length === 1 ? () => one : (i: number) => all[i % all.length] as Uint8Array
  return { name, atOnce: 8, status: 200, request: next, ...(target !== undefined && { target }) }
}

function getting(context: Context) {
  const headers = { Authorization: `Bearer ${context.token}` }
  const get = (path: `/${string}`) => request(`GET ${path}`, { headers })
  const each = (path: (id: string) => `/${string}`) => context.customers.map((id) => get(path(id)))
  return { get, each }
}

function reads(context: Context): Compared[] {
  const { get } = getting(context)
  return [
    read("health", request("GET /health")),
    read("me", get("/api/auth/me"), READ),
    ...lists(context),
    read("picture", request(`GET /uploads/${context.picture.pfad}`)),
    read("preview of a picture", request(`GET /uploads/${context.picture.vorschau_pfad}`)),
  ]
}

function lists(context: Context): Compared[] {
  const { get, each } = getting(context)
  return [
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
    read("balances of all", get("/api/pfandsalden")),
    read("tour of a day", get(`/api/touren?datum=${TOUR_DAY}`)),
  ]
}

/** Requests with little data and with much; one at a time, since the time of one is looked at. */
export function ofAnySize(context: Context): Scenario[] {
  const { get, each } = getting(context)
  const more = [
    read(
      "bookings of a customer",
      each((id) => `/api/kunden/${id}/pfandbuchungen`),
    ),
    read("ledger, newest page", get("/api/pfandbuchungen")),
    read("devices in the yard", get("/api/geraete?status=lager")),
    read("what is under way", get("/api/lieferungen?status=unterwegs")),
    read(
      "history of a customer",
      each((id) => `/api/protokoll?tabelle=kunden&datensatz_id=${id}`),
    ),
  ]
  const changing = writes(context, new Uint8Array()).filter(({ name }) => /create|booking/.test(name))
  const all = [...lists(context), ...more, ...changing.filter(({ atOnce }) => atOnce === 1)]
  return all.map((scenario) => ({ ...scenario, atOnce: 1 }))
}
