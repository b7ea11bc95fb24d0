import { Database } from "bun:sqlite"
import { Type } from "@sinclair/typebox"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Elysia } from "elysia"
import { free, read, readAndKeep, readFree, type Route, write, writeAfter } from "../src/api/frame/route.ts"
import { everyone, operator } from "../src/api/frame/session.ts"
import { Connection } from "../src/db/connection.ts"
import { AcrossTenants } from "../src/db/across-tenants.ts"
import { SystemDb } from "../src/db/system-db.ts"
import { TenantDb } from "../src/db/tenant-db.ts"
import { createFront } from "../src/http/front.ts"
import { mount } from "../src/http/mount.ts"
import { type Company, createTestApp } from "./helpers/app.ts"

/** The first belt of tenant isolation: what a handler is given leads to nothing that its scope may not use. */

const app = createTestApp()
afterAll(app.close)
let firma: Company
beforeAll(async () => {
  firma = await app.company("firma")
})

const tenantRoute = { scope: "tenant", roles: everyone, summary: "test" } as const
const systemRoute = { scope: "system", roles: operator, summary: "test" } as const

test("what a tenant's handler must not use is no property of its context, by the types", () => {
  const use = (..._values: unknown[]): undefined => undefined
  const routes: Route[] = [
    // @ts-expect-error the system database belongs to other scopes
    read("GET /test", tenantRoute, ({ system }) => use(system)),
    // @ts-expect-error nobody gets all that the service stands on
    read("GET /test", tenantRoute, ({ deps }) => use(deps)),
    // @ts-expect-error nor the request, whose headers may name another tenant
    readFree("GET /test", tenantRoute, ({ request }) => use(request)),
    // @ts-expect-error services lead to no database
    write("POST /test", tenantRoute, ({ services }) => use(services.system)),
    // @ts-expect-error only a log-in makes tokens
    free("POST /test", tenantRoute, ({ services }) => use(services.tokens)),
    // @ts-expect-error a tenant's rows cannot be had from another's
    read("GET /test", tenantRoute, ({ tenant }) => use(tenant.tenant)),
    // @ts-expect-error a reading route writes nothing
    read("GET /test", tenantRoute, ({ tenant }) => use(tenant.insert)),
    // @ts-expect-error nor changes
    read("GET /test", tenantRoute, ({ tenant }) => use(tenant.update)),
    // @ts-expect-error nor deletes
    read("GET /test", tenantRoute, ({ tenant }) => use(tenant.delete)),
    // @ts-expect-error nor opens a transaction
    read("GET /test", tenantRoute, ({ commit }) => use(commit)),
    // @ts-expect-error nor does one that waits in between write anything
    readFree("GET /test", tenantRoute, ({ tenant }) => use(tenant.insert)),
    // @ts-expect-error nor open a transaction
    readFree("GET /test", tenantRoute, ({ commit }) => use(commit)),
    // @ts-expect-error a GET that writes says that it keeps something
    free("GET /test", tenantRoute, ({ commit }) => use(commit)),
    readAndKeep("GET /test", tenantRoute, ({ tenant, commit }) => use(tenant.insert, commit)),
    write("POST /test", tenantRoute, ({ tenant }) => use(tenant.insert, tenant.update, tenant.delete)),
    // @ts-expect-error an operator's handler is bound to no tenant
    read("GET /test", systemRoute, ({ tenant }) => use(tenant)),
    // @ts-expect-error the names of parameters are those of the path
    read("GET /test/:id", tenantRoute, ({ params }) => use(params.kunde_id)),
    read("GET /test/:id/of/:kunde_id", tenantRoute, ({ params }) => use(params.id, params.kunde_id)),
  ]
  expect(routes).toHaveLength(18)
})

/** Asks the routes as `Bun.serve` would, and returns what their handlers were given. */
async function contextsOf(routes: (give: (context: unknown) => undefined) => Route[]): Promise<unknown[]> {
  const given: unknown[] = []
  const made = routes((context) => {
    given.push(context)
    return undefined
  })
  const elysia = new Elysia()
  mount(elysia, made, app.deps)
  const front = createFront((request) => elysia.handle(request), app.deps)
  for (const { method, path, options } of made) {
    const { token } = options.scope === "tenant" ? firma.admin : await app.superadmin()
    const headers = { host: "localhost", authorization: `Bearer ${token}` }
    const response = await front(new Request(`http://localhost${path}`, { method, headers }))
    expect(response.status).toBe(204)
  }
  return given
}

/** Everything that any expression can get at: properties, also hidden ones, getters, prototypes, contents of maps. */
function reachable(from: unknown): Set<object> {
  const found = new Set<object>()
  const waiting = [from]
  for (let value = waiting.pop(); value !== undefined || waiting.length > 0; value = waiting.pop()) {
    if ((typeof value !== "object" && typeof value !== "function") || value === null || found.has(value))
      continue
    found.add(value)
    waiting.push(Object.getPrototypeOf(value))
    for (const key of Reflect.ownKeys(value)) {
      try {
        waiting.push((value as Record<PropertyKey, unknown>)[key])
      } catch {
        // A getter of a prototype, which works on instances only.
      }
    }
    if (value instanceof Map || value instanceof Set) waiting.push(...[...value].flat())
  }
  return found
}

const forbiddenIn = (context: unknown): string[] =>
  [...reachable(context)]
    .filter((one) => [SystemDb, AcrossTenants, Connection, Database].some((kind) => one instanceof kind))
    .map((one) => one.constructor.name)

describe("a tenant's handler reaches no other database at run time", () => {
  const cases: [string, (give: (context: unknown) => undefined) => Route][] = [
    ["reading", (give) => read("GET /test", tenantRoute, give)],
    ["writing", (give) => write("POST /test", tenantRoute, give)],
    ["by itself", (give) => free("PUT /test", tenantRoute, give)],
    ["after preparing", (give) => writeAfter("DELETE /test", tenantRoute, async (context) => context, give)],
    [
      "with a form",
      (give) => {
        const upload = { file: "bild", description: "test", fields: Type.Object({}) }
        return free("POST /test", { ...tenantRoute, upload }, give)
      },
    ],
  ]
  test.each(cases)("%s", async (_, route) => {
    const [context] = await contextsOf((give) => [route(give)])
    expect([...reachable(context)].some((one) => one instanceof TenantDb)).toBe(true)
    expect(forbiddenIn(context)).toEqual([])
  })

  test("and the search would find one", async () => {
    const [context] = await contextsOf((give) => [read("GET /test", systemRoute, give)])
    expect(forbiddenIn(context)).toContain("SystemDb")
    expect(forbiddenIn({ deep: new Map([["a", [{ b: app.deps.system }]]]) })).toContain("Accounts")
  })
})
