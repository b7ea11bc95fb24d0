import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { routes } from "./helpers/routes.ts"
import type { Rolle } from "../src/api/frame/session.ts"
import type { Route } from "../src/api/frame/route.ts"
import { type Company, createTestApp, type Reply } from "./helpers/app.ts"
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

/** Asks each route in its turn. @returns those that answer something else, with what they answer */
async function others<T>(
  cases: readonly T[],
  nameOf: (one: T) => string,
  expected: unknown,
  answer: (one: T) => Promise<unknown>,
): Promise<unknown[]> {
  expect(cases.length).toBeGreaterThan(20)
  const found: unknown[] = []
  for (const one of cases) {
    const said = await answer(one)
    if (!Bun.deepEquals(said, expected)) found.push([nameOf(one), said])
  }
  return found
}

const ROLES = ["admin", "user", "fahrer"] as const
/** Every route with every role that may call it, or may not. */
const withRoles = (list: Route[], allowed: boolean) =>
  list.flatMap((route) =>
    ROLES.filter((rolle) => route.options.roles?.includes(rolle) === allowed).map((rolle) => ({
      route,
      rolle,
    })),
  )
const nameWithRole = ({ route, rolle }: { route: Route; rolle: Rolle }) => `${name(route)} as ${rolle}`
const pathOfNone = (route: Route) => fill(route.path, () => MISSING)

test("without a valid token, every route is 401", async () => {
  const guarded = routes.filter(({ options }) => options.scope !== "public")
  const refused = [401, "Bearer", ["error"]]
  const said = ({ status, headers, body }: Reply) => [
    status,
    headers.get("www-authenticate"),
    Object.keys(body),
  ]
  expect(
    await others(guarded, name, [refused, refused], async (route) => [
      said(await app.call(route.method, pathOfNone(route))),
      said(await send(route, pathOfNone(route), "kein.gueltiges.token")),
    ]),
  ).toEqual([])
})

test("for a role that is not allowed, every route is 403", async () => {
  const cases = withRoles(
    routes.filter(({ options }) => options.roles),
    false,
  )
  const wrong = await others(
    cases,
    nameWithRole,
    [403, { error: "Keine Berechtigung" }],
    async ({ route, rolle }) => {
      // Without a body: the role is asked for before the input is looked at.
      const { status, body } = await app.call(route.method, pathOfNone(route), { token: ours[rolle].token })
      return [status, body]
    },
  )
  expect(wrong).toEqual([])
})

describe("another company's id", () => {
  test.each(ROLES)("answers exactly like a missing one, for the role %s", async (role) => {
    const cases = withRoles(withIds, true).filter(({ rolle }) => rolle === role)
    expect(await others(cases, nameWithRole, "as a missing one", compare)).toEqual([])
  })

  async function compare({
    route,
    rolle,
  }: {
    route: Route
    rolle: (typeof ROLES)[number]
  }): Promise<unknown> {
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
    // A list of what belongs to nobody is the only thing that may be no 404.
    const isList = route.options.reply?.["properties"]?.["items"] !== undefined && foreign.status === 200
    const isNothing = isList ? foreign.body.items.length === 0 : foreign.status === 404
    const isSame = foreign.status === missing.status && foreign.text === missing.text
    return isSame && isNothing
      ? "as a missing one"
      : [foreign.status, foreign.text, missing.status, missing.text]
  }

  /** A date or a code is no id: there the same value is sent, and finds nothing of ours. */
  const missingFor = (parameter: string): string =>
    parameter.endsWith("id") ? MISSING : (theirRecords[parameter] ?? MISSING)

  test("leaves their records as they were", async () => {
    expect(await recordsOf(app, theirs)).toEqual(theirRecords)
  })
})

describe("naming a tenant", () => {
  test("that is foreign is 403 for everyone but a super administrator", async () => {
    const cases = withRoles(business, true)
    const wrong = await others(cases, nameWithRole, 403, async ({ route, rolle }) => {
      const foreign = { "x-tenant-id": theirs.id }
      return (await send(route, pathOfNone(route), ours[rolle].token, foreign)).status
    })
    expect(wrong).toEqual([])
  })

  test("is what a super administrator must do, and it has to be there", async () => {
    const { token } = await app.superadmin()
    const wrong = await others(business, name, [400, true, 404], async (route) => {
      const unnamed = await send(route, pathOfNone(route), token)
      const unknown = await send(route, pathOfNone(route), token, { "x-tenant-id": MISSING })
      return [unnamed.status, String(unnamed.body.error).includes("X-Tenant-Id"), unknown.status]
    })
    expect(wrong).toEqual([])
  })
})

test("of a tenant that is not active, every route is 403", async () => {
  const { token } = await app.superadmin()
  const patch = (status: string) =>
    app.call("PATCH", `/api/tenants/${theirs.id}`, { token, body: { status } })
  await patch("gesperrt")
  const cases = withRoles(business, true)
  const wrong = await others(
    cases,
    nameWithRole,
    [403, { error: "Tenant nicht aktiv" }],
    async ({ route, rolle }) => {
      const { status, body } = await send(route, pathOfNone(route), theirs[rolle].token)
      return [status, body]
    },
  )
  await patch("aktiv")
  expect(wrong).toEqual([])
})
