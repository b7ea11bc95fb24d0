import { afterAll, beforeAll, expect, test } from "bun:test"
import { createTestApp } from "../helpers/app.ts"
import { routes } from "../helpers/routes.ts"

/** A mistyped filter would show everything, without a word: what stands behind the question mark is known, or refused. */

const app = createTestApp()
afterAll(app.close)
let headers: Record<string, string>
let token: string
beforeAll(async () => {
  headers = { "x-tenant-id": (await app.company("hof")).id }
  token = (await app.superadmin()).token
})

const ask = (method: string, path: string, as = token) => app.call(method, path, { token: as, headers })
const places: Record<string, string> = { datum: "2026-10-01", woche: "2026-09-28", art: "eichung" }
const pathOf = (path: string): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => places[name] ?? Bun.randomUUIDv7())

test("a parameter that no route knows is refused and named, before anything is looked for or done", async () => {
  const own = routes.filter(({ options: { scope } }) => scope === "tenant" || scope === "system")
  expect(own.length).toBeGreaterThan(100)
  for (const { method, path } of own) {
    const { status, body } = await ask(method, `${pathOf(path)}?quatsch=1`)
    const named = { type: "field", location: "query", path: "quatsch", msg: "unbekanntes Feld" }
    expect([method, path, status, body?.errors]).toEqual([
      method,
      path,
      400,
      expect.arrayContaining([named]) as unknown,
    ])
  }
}, 120_000)

/** Any text that somebody searches for makes sense. */
const isFree = ({ type, format, pattern, enum: one, const: only, anyOf }: Record<string, unknown>): boolean =>
  type === "string" && [format, pattern, one, only, anyOf].every((rule) => rule === undefined)

test("a value that makes no sense is refused and named, wherever a parameter is known", async () => {
  for (const { method, path, options } of routes) {
    for (const [name, schema] of Object.entries(options.query?.properties ?? {})) {
      if (isFree(schema)) continue
      const { status, body } = await ask(method, `${pathOf(path)}?${name}=%C2%A7%C2%A7`)
      const paths = body?.errors?.map((fault: { path: string }) => fault.path)
      expect([method, path, status, paths]).toEqual([
        method,
        path,
        400,
        expect.arrayContaining([name]) as unknown,
      ])
    }
  }
}, 120_000)

test("the specified routes take what their clients send besides", async () => {
  expect((await ask("GET", "/api/auth/me?quatsch=1")).status).toBe(200)
  expect((await ask("GET", "/health?quatsch=1")).status).toBe(200)
})
