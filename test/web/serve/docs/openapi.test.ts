import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { FormatRegistry, Type } from "@sinclair/typebox"
import { json } from "../../../../src/http/openapi/schema.ts"
import { routes } from "../../../helpers/routes.ts"
import { docsRoutes } from "../../../../src/web/serve/docs/routes.ts"
import { createTestApp } from "../../../helpers/app.ts"
import { recordsOf } from "../../../helpers/records.ts"
import { temporaryDir } from "../../../helpers/temporary.ts"

const app = createTestApp()
afterAll(app.close)
const root = join(import.meta.dir, "../../../..")
const folder = temporaryDir()
const file = join(folder, "openapi.json")
let document: any
beforeAll(async () => {
  const reply = await app.call("GET", "/api/openapi.json")
  document = reply.body
  await Bun.write(file, reply.text)
})

/** Runs a tool of the development dependencies, from the folder of the document. */
async function tool(name: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const child = Bun.spawn([process.execPath, join(root, "node_modules/.bin", name), ...args], {
    cwd: folder,
    stdout: "pipe",
    stderr: "pipe",
  })
  const output = (await child.stdout.text()) + (await child.stderr.text())
  return { code: await child.exited, output }
}

test("the description passes redocly and spectral", async () => {
  await Bun.write(join(folder, ".spectral.json"), '{ "extends": ["spectral:oas"] }')
  const [redocly, spectral] = await Promise.all([
    tool("redocly", "lint", file, "--extends=recommended", "--format=summary"),
    tool("spectral", "lint", file, "--ruleset", join(folder, ".spectral.json")),
  ])
  expect([redocly.code, redocly.output]).toEqual([0, expect.not.stringContaining("error")])
  expect([spectral.code, spectral.output]).toEqual([
    0,
    expect.stringContaining("No results with a severity of 'error'"),
  ])
}, 120_000)

test("every route is described, and nothing else", () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = routes
    .filter(({ options }) => !options.undocumented)
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}").replace("*", "{pfad}")}`)
  expect(described.toSorted()).toEqual(served.toSorted())
})

describe("every operation", () => {
  const operations = (): any[] =>
    Object.values(document.paths).flatMap((path) => Object.values(path as object))

  test("has its own id, a summary, a tag that is explained, and says who may call it", () => {
    const ids = operations().map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const tags = new Set(document.tags.map(({ name }: { name: string }) => name))
    for (const { summary, tags: own, description, security } of operations()) {
      expect(summary.length).toBeGreaterThan(3)
      expect(own.every((tag: string) => tags.has(tag))).toBe(true)
      expect(description).toMatch(/Rollen: |Ohne Anmeldung|Jedes angemeldete Konto/)
      expect(security.length).toBe(description.includes("Ohne Anmeldung") ? 0 : 1)
    }
  })

  test("says with which right a program may call it, as is asked of one without any", async () => {
    const company = await app.company("programme")
    const { token } = company.admin
    const gueltig_bis = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const body = { name: "Planer", gueltig_bis, rechte: ["ereignisse.lesen"] }
    const made = await app.call("POST", "/api/programmzugaenge", { token, body })
    for (const [path, methods] of Object.entries<Record<string, any>>(document.paths)) {
      for (const [method, one] of Object.entries(methods)) {
        if (one.security.length === 0 || one["x-recht"] === "ereignisse.lesen") continue
        const place = path.replace(/\{\w+\}/g, Bun.randomUUIDv7())
        const { status, body: said } = await app.call(method.toUpperCase(), place, {
          token: made.body.schluessel,
        })
        const rechte = one["x-recht"]?.split(" ") ?? []
        const [recht] = rechte
        const refused = recht ? `Dem Programm fehlt das Recht ${recht}` : "Programme dürfen das nicht"
        expect([method, path, status, said.error]).toEqual([
          method,
          path,
          403,
          expect.stringContaining(refused),
        ])
        expect(one.description).toContain(
          recht
            ? `Programme: mit ${rechte[1] ? "den Rechten" : "dem Recht"} ${rechte.join(" und ")}.`
            : "Programme: nicht.",
        )
      }
    }
  })

  test("tells its errors in the shapes that are sent", () => {
    for (const { responses, parameters = [] } of operations()) {
      const namesTenant = JSON.stringify(parameters).includes("X-Tenant-Id")
      for (const [status, reply] of Object.entries(responses) as [string, any][]) {
        if (!/^[45]/.test(status)) continue
        const { schema } = reply.content["application/json"]
        const names = (schema.anyOf ?? [schema]).map(({ $ref }: { $ref: string }) => $ref.split("/").at(-1))
        // Of a super administrator who names no company.
        const faults = namesTenant ? ["Eingabefehler", "Fehler"] : ["Eingabefehler"]
        expect(names).toEqual(status === "400" ? faults : ["Fehler"])
      }
    }
  })

  test("tells that its record may be missing", () => {
    const silent = Object.entries(document.paths as Record<string, object>)
      .filter(([path]) => /\{(?!woche)/.test(path))
      .flatMap(([path, methods]) => Object.entries(methods).map(([method, of]) => ({ path, method, ...of })))
      .filter(({ responses }) => !responses["404"])
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  test("refers to nothing that is missing, and no name of our own formats is left", () => {
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      expect(document.components.schemas).toHaveProperty(name ?? "")
    }
    expect(text).not.toMatch(/"raw":|password_hash/)
    const standard = new Set(["date", "date-time", "email", "uuid"])
    const own = [...FormatRegistry.Entries().keys()].filter((name) => !standard.has(name))
    expect(own.length).toBeGreaterThan(5)
    expect(own.filter((name) => text.includes(`"format":"${name}"`))).toEqual([])
  })

  test("describes an event that a program follows, and not what a customer's page shows", async () => {
    const company = await app.company("ereignisse")
    await recordsOf(app, company)
    const sent = await app.call("GET", "/api/ereignisse", { token: company.admin.token })
    const { Ereignis } = document.components.schemas
    expect(Object.keys(Ereignis.properties).toSorted()).toEqual(Object.keys(sent.body.items[0]).toSorted())
    const one = Type.Object({ a: Type.String() }, { title: "Ding" })
    const other = Type.Object({ b: Type.String() }, { title: "Ding" })
    expect(() => json(Type.Object({ one, other }), {})).toThrow("two models are called Ding")
  })

  test("tells of a line of text exactly what is checked", () => {
    const { pattern } = json(Type.String({ format: "zeile" }), {})
    const described = new RegExp(String(pattern), "u")
    const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
    const checked = FormatRegistry.Get("zeile")
    expect(letters.filter((letter) => described.test(letter) !== checked?.(letter))).toEqual([])
  })

  test("tells the media type with which its file is sent", async () => {
    const company = await app.company("dateien")
    const ids = await recordsOf(app, company)
    const sent: string[] = []
    const files = routes.filter(({ options }) => options.file && !options.undocumented)
    for (const { method, path, options } of files) {
      const declared = options.file ?? ""
      const described = path.replace(/:(\w+)/g, "{$1}").replace("*", "{pfad}")
      const { responses } = document.paths[described][method.toLowerCase()]
      expect([path, Object.keys(responses[200].content)]).toEqual([path, [declared]])
      const place = path.replace(/\w+\/:\w+/g, (at) => at.replace(/:\w+/, ids[at] ?? ""))
      const reply = await app.call(method, place, { token: company.admin.token })
      if (reply.status !== 200) continue
      const type = reply.headers.get("content-type")?.split(";")[0] ?? ""
      // A kept document or picture may be of several types.
      if (declared !== "application/octet-stream") expect([path, type]).toEqual([path, declared])
      sent.push(type)
    }
    expect(sent).toContain("application/pdf")
    expect(sent).toContain("text/csv")
  })
})

test("every form's description tells what is answered to one that is none, and to one that is too large", async () => {
  const company = await app.company("formulare")
  const ids = await recordsOf(app, company)
  const forms = routes.filter(({ options }) => options.upload)
  expect(forms.length).toBeGreaterThan(4)
  for (const { method, path } of forms) {
    const { responses } = document.paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()]
    const send = (type: string, length: string) =>
      app.call(
        method,
        path.replace(/\w+\/:\w+/g, (place) => place.replace(/:\w+/, ids[place] ?? "")),
        {
          token: company.admin.token,
          raw: "{}",
          headers: { "content-type": type, "content-length": length },
        },
      )
    for (const [type, length, expected] of [
      ["application/json", "2", 415],
      ["multipart/form-data; boundary=x", "99999999", 413],
    ] as const) {
      const { status } = await send(type, length)
      expect([path, status, responses[status] !== undefined]).toEqual([path, expected, true])
    }
  }
})

test("the page that shows it runs only what is ours", async () => {
  const page = await app.call("GET", "/docs")
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self';")
  expect(page.text).not.toMatch(/https?:\/\/|<script>|onload=/)
  for (const [, path = ""] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const part = await app.call("GET", path)
    expect([path, part.status]).toEqual([path, 200])
  }
  const { headers } = await app.call("GET", "/docs/docs.js")
  const again = await app.call("GET", "/docs/docs.js", {
    headers: { "if-none-match": headers.get("etag") ?? "" },
  })
  expect(again.status).toBe(304)
})

test("the description of another build is another one to who has this one, whatever its version is", async () => {
  const tagOf = async (listed: typeof routes) => {
    const handler = docsRoutes(() => listed).find(({ path }) => path === "/api/openapi.json")?.handler
    const request = new Request("http://localhost/api/openapi.json")
    const reply = (await handler?.({ request, params: {}, deps: app.deps } as never)) as Response
    return reply.headers.get("etag")
  }
  expect(await tagOf(routes)).toBe((await app.call("GET", "/api/openapi.json")).headers.get("etag"))
  expect(await tagOf(routes.filter(({ path }) => path !== "/api/suche"))).not.toBe(await tagOf(routes))
})
