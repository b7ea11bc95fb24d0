import { afterAll, beforeAll, expect, spyOn, test } from "bun:test"
import { KindGuard, type TSchema } from "@sinclair/typebox"
import { routes } from "../helpers/routes.ts"
import { type Company, createTestApp, PASSWORD } from "../helpers/app.ts"
import { example } from "../helpers/example.ts"

/** No text costs anything before its length is known: what is counted here is what was given to be normalised. */

const app = createTestApp()
afterAll(app.close)
let firma: Company
beforeAll(async () => {
  firma = await app.company("sommer")
})

const marks = (n: number): string =>
  `a${"\u0301".repeat(n / 3)}${"\u0323".repeat(n / 3)}${"\u0327".repeat(n / 3)}`

const normalize = spyOn(String.prototype, "normalize")
afterAll(() => normalize.mockRestore())

/** @returns the reply, the longest text that was normalised for it, and the longest run of marks in one */
async function cost(send: () => Promise<{ status: number; text: string }>) {
  normalize.mockClear()
  const { status, text } = await send()
  const given = normalize.mock.contexts.map(String)
  const runs = given.flatMap((each) => each.match(/\p{M}+/gu) ?? [])
  const longest = (list: string[]) => Math.max(0, ...list.map(({ length }) => length))
  return { status, text, longest: longest(given), run: longest(runs) }
}

test("a log-in of 63 KB of accents is refused unseen", async () => {
  const text = marks(31_800)
  for (const body of [
    { email: text, password: PASSWORD },
    { email: "a@b.example", password: text },
    { email: "a@b.example", password: PASSWORD, tenant_slug: text },
  ]) {
    expect(JSON.stringify(body).length).toBeLessThan(64 * 1024)
    const { status, longest } = await cost(() => app.call("POST", "/api/auth/login", { body }))
    expect(status).toBe(400)
    expect(longest).toBeLessThan(100)
  }
})

test("a title of 200 KB beside a picture is refused unseen", async () => {
  const { id } = (
    await app.call("POST", "/api/kunden", { token: firma.admin.token, body: { name: "Adler" } })
  ).body
  for (const field of ["titel", "id"]) {
    const raw = new FormData()
    raw.set("bild", new File([new Uint8Array(10)], "a.png"))
    raw.set(field, marks(99_999))
    const { status, text, longest } = await cost(() =>
      app.call("POST", `/api/kunden/${id}/bilder`, { token: firma.fahrer.token, raw }),
    )
    expect([status, JSON.parse(text).errors[0].path, longest]).toEqual([400, field, 0])
  }
})

test("accents that fit into a note are refused when they pile up, and taken when they do not", async () => {
  const create = (notiz: string) =>
    cost(() => app.call("POST", "/api/kunden", { token: firma.admin.token, body: { name: "Adler", notiz } }))
  const piled = await create(marks(4998))
  expect(piled).toMatchObject({ status: 400, run: 0 })
  expect(piled.text).toContain("höchstens 30 Akzente an einem Buchstaben")
  expect(await create(marks(33))).toMatchObject({ status: 400 })
  expect(await create(marks(30))).toMatchObject({ status: 201, run: 30 })
  // As macOS types them, twice as long as they are stored.
  expect((await create("u\u0308".repeat(5000))).status).toBe(201)
  expect((await create("u\u0308".repeat(5001))).status).toBe(400)
  expect((await create(`${" ".repeat(20_000)}kurz`)).status).toBe(400)
})

type Field = { path: string; schema: TSchema; wrap: (value: unknown) => unknown }

/** Every text within a schema, each with the way to put a value there. */
function texts(schema: TSchema, path = "", wrap: Field["wrap"] = (value) => value): Field[] {
  if (KindGuard.IsString(schema)) return [{ path, schema, wrap }]
  if (KindGuard.IsArray(schema)) return texts(schema.items, `${path}[0]`, (value) => wrap([value]))
  if (KindGuard.IsUnion(schema)) {
    const open = schema.anyOf.filter((one) => !KindGuard.IsNull(one) && !KindGuard.IsLiteral(one))
    return open.length === 0 ? [{ path, schema, wrap }] : open.flatMap((one) => texts(one, path, wrap))
  }
  if (!KindGuard.IsObject(schema)) return []
  const whole = example(schema) as Record<string, unknown>
  return Object.entries(schema.properties).flatMap(([name, property]) =>
    texts(property, path ? `${path}.${name}` : name, (value) => wrap({ ...whole, [name]: value })),
  )
}

const bodies = routes.flatMap(({ method, path, options: { body, scope } }) =>
  body ? texts(body).map((field) => ({ ...field, method, route: path, scope })) : [],
)

test("every text of every body has a limit and is refused unseen beyond it", async () => {
  expect(bodies.length).toBeGreaterThan(80)
  const operator = await app.superadmin()
  for (const { method, route, path, scope, schema, wrap } of bodies) {
    const name = `${method} ${route} ${path}`
    const limit = schema["maxLength"] as number | undefined
    if (KindGuard.IsString(schema)) expect([name, typeof limit]).toEqual([name, "number"])
    // The signature, which is 48 KB of plain letters.
    if (limit !== undefined && limit * 4 >= 31_000) continue
    const token = scope === "system" ? operator.token : firma.admin.token
    const where = route.replace(":datum", "2026-03-31").replaceAll(/:\w+/g, Bun.randomUUIDv7())
    const body = wrap("ö".repeat(31_000))
    const { status, longest } = await cost(() =>
      app.call(method, where, { token, body, headers: { "sec-fetch-site": "same-origin" } }),
    )
    expect([name, status, longest < 300]).toEqual([name, 400, true])
  }
})

test("every text of every query and path has a limit", () => {
  for (const { path, options } of routes) {
    for (const schema of [options.query, options.params]) {
      if (!schema) continue
      for (const field of texts(schema)) {
        if (!KindGuard.IsString(field.schema)) continue
        expect([path, field.path, typeof field.schema.maxLength]).toEqual([path, field.path, "number"])
      }
    }
  }
})
