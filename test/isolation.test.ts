import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { routes } from "../src/app.ts"
import type { Rolle } from "../src/api/session.ts"
import type { Route } from "../src/api/route.ts"
import { type Company, createTestApp } from "./helpers/app.ts"
import { example } from "./helpers/example.ts"
import { recordsOf } from "./helpers/records.ts"

/**
 * The fourth belt of tenant isolation: walks every route that the app knows. A new route is covered by being in
 * the list; a new kind of record must be made in helpers/records.ts, or its routes fail here.
 */

const app = createTestApp({ env: { LOGIN_FAILURES_PER_ADDRESS: "1000000" } })
afterAll(app.close)

let ours: Company
let theirs: Company
let theirRecords: Record<string, string>
beforeAll(async () => {
  ours = await app.company("unsere")
  theirs = await app.company("deren")
  theirRecords = await recordsOf(app, theirs)
})

const MISSING = "01936d8e-7f00-7000-8000-0000000000ff"
const name = (route: Route): string => `${route.method} ${route.path}`
const business = routes.filter(({ options }) => options.scope === "tenant")
const withIds = business.filter(({ path }) => path.includes(":"))

/** Fills the path with ids (of another company's records, or of none at all), asked for by the folder they stand in. */
function fill(path: string, id: (parameter: string) => string): string {
  let folder = ""
  return path
    .split("/")
    .map((segment) => {
      if (segment.startsWith(":")) return id(`${folder}/${segment}`)
      folder = segment
      return segment
    })
    .join("/")
}

const send = (route: Route, path: string, token: string, headers: Record<string, string> = {}) =>
  app.call(route.method, path, {
    token,
    headers,
    ...(route.options.body && { body: example(route.options.body) }),
  })

describe("without a valid token", () => {
  test.each(
    routes.filter(({ options }) => options.scope !== "public").map((route) => [name(route), route] as const),
  )("%s is 401", async (_, route) => {
    const path = fill(route.path, () => MISSING)
    const replies = [await app.call(route.method, path), await send(route, path, "kein.gueltiges.token")]
    for (const reply of replies) {
      expect(reply.status).toBe(401)
      expect(reply.headers.get("www-authenticate")).toBe("Bearer")
      expect(Object.keys(reply.body)).toEqual(["error"])
    }
  })
})

describe("for a role that is not allowed", () => {
  const guarded = routes.filter(({ options }) => options.roles)
  const cases = guarded.flatMap((route) =>
    (["admin", "user", "fahrer"] satisfies Rolle[])
      .filter((rolle) => !route.options.roles?.includes(rolle))
      .map((rolle) => [`${name(route)} as ${rolle}`, route, rolle] as const),
  )
  test.each(cases)("%s is 403", async (_, route, rolle) => {
    // Without a body: the role is asked for before the input is looked at.
    const reply = await app.call(
      route.method,
      fill(route.path, () => MISSING),
      { token: ours[rolle].token },
    )
    expect([reply.status, reply.body]).toEqual([403, { error: "Keine Berechtigung" }])
  })
})

describe("another company's id", () => {
  const cases = withIds.flatMap((route) =>
    (["admin", "user", "fahrer"] satisfies Rolle[])
      .filter((rolle) => route.options.roles?.includes(rolle))
      .map((rolle) => [`${name(route)} as ${rolle}`, route, rolle] as const),
  )
  test.each(cases)("%s answers exactly like a missing one", async (_, route, rolle) => {
    const theirPath = fill(route.path, (parameter) => {
      const id = theirRecords[parameter]
      if (id === undefined) throw new Error(`test/helpers/records.ts makes no record for ${parameter}`)
      return id
    })
    const { token } = ours[rolle]
    const foreign = await send(route, theirPath, token)
    const missing = await send(
      route,
      fill(route.path, (parameter) => missingFor(parameter)),
      token,
    )
    expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text])
    // A list of what belongs to nobody is the only thing that may be no 404.
    if (route.options.reply?.["properties"]?.["items"] === undefined || foreign.status !== 200) {
      expect(foreign.status).toBe(404)
    } else expect(foreign.body.items).toEqual([])
  })

  /** A date or a code is no id: there the same value is sent, and finds nothing of ours. */
  const missingFor = (parameter: string): string =>
    parameter.endsWith("id") ? MISSING : (theirRecords[parameter] ?? MISSING)

  test("their records are unchanged after all of that", async () => {
    expect(await recordsOf(app, theirs)).toEqual(theirRecords)
  })
})

describe("naming a tenant", () => {
  test.each(business.map((route) => [name(route), route] as const))(
    "%s: a foreign X-Tenant-Id is 403 for everyone but a super administrator, who must name one",
    async (_, route) => {
      const rolle = (["admin", "user", "fahrer"] as const).find((one) => route.options.roles?.includes(one))
      const path = fill(route.path, () => MISSING)
      if (rolle) {
        const foreign = await send(route, path, ours[rolle].token, { "x-tenant-id": theirs.id })
        expect(foreign.status).toBe(403)
      }
      const chef = await app.superadmin()
      const unnamed = await send(route, path, chef.token)
      expect([unnamed.status, unnamed.body]).toEqual([400, { error: expect.stringContaining("X-Tenant-Id") }])
      const unknown = await send(route, path, chef.token, { "x-tenant-id": MISSING })
      expect(unknown.status).toBe(404)
    },
  )
})

describe("a tenant that is not active", () => {
  test.each(business.map((route) => [name(route), route] as const))("%s is 403", async (_, route) => {
    const rolle = (["admin", "user", "fahrer"] as const).find((one) => route.options.roles?.includes(one))
    if (!rolle) return
    const chef = await app.superadmin()
    const patch = (status: string) =>
      app.call("PATCH", `/api/tenants/${theirs.id}`, { token: chef.token, body: { status } })
    await patch("gesperrt")
    const reply = await send(
      route,
      fill(route.path, () => MISSING),
      theirs[rolle].token,
    )
    await patch("aktiv")
    expect([reply.status, reply.body]).toEqual([403, { error: "Tenant nicht aktiv" }])
  })
})
