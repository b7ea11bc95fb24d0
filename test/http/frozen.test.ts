import { afterAll, beforeAll, expect, test } from "bun:test"
import { createApp } from "../../src/app.ts"
import { createTestApp } from "../helpers/app.ts"
import { today } from "../helpers/day.ts"
import { type Yard, yard } from "../helpers/pfand.ts"
import { routes } from "../helpers/routes.ts"

/** Files that go by an amount are of one moment, though somebody books while they are sent. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
const kunden: string[] = []
const book = (kunde_id: string, art: string, menge: number) =>
  app.call("POST", "/api/pfandbuchungen", {
    token: hof.admin.token,
    body: { kunde_id, positionen: [{ pfandartikel_id: hof.leer, art, menge }] },
  })
beforeAll(async () => {
  hof = await yard(app, "hof")
  for (let nr = 1; nr <= 130; nr++) {
    const body = { name: `Wirt ${String(nr).padStart(3, "0")}` }
    const { id } = (await app.call("POST", "/api/kunden", { token: hof.admin.token, body })).body
    kunden.push(id)
    await book(id, "ausgabe", nr)
  }
})

test.each(["jahresausgleich/liste.csv?jahr=", "schwund/kunden.csv?jahr=", "pfandalter/liste.csv"])(
  "%s",
  async (path) => {
    const url = `http://localhost/api/${path}${path.endsWith("=") ? today().slice(0, 4) : ""}`
    const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
    await new Promise(setImmediate)
    const reply = await createApp(app.deps)(new Request(url, { headers }))
    expect(reply.status).toBe(200)
    const reader = reply.body!.getReader()
    const decoder = new TextDecoder()
    let text = ""
    for (let isFirst = true; ; isFirst = false) {
      const { value, done } = await reader.read()
      if (done) break
      text += decoder.decode(value)
      if (!isFirst) continue
      // The first customer goes to the end meanwhile, and the last one to the beginning.
      await book(kunden.at(-1)!, "ruecknahme", 130)
      await book(kunden[0]!, "ausgabe", 200)
    }
    const names = [...text.matchAll(/Wirt \d+/g)].map(([name]) => name)
    expect([names.length, new Set(names).size]).toEqual([130, 130])
    await book(kunden.at(-1)!, "ausgabe", 130)
    await book(kunden[0]!, "ruecknahme", 200)
  },
)

test("so are all tables and archives but those of what was finished and kept", () => {
  const many = routes.filter(({ options }) => ["text/csv", "application/zip"].includes(options.file ?? ""))
  expect(many.length).toBeGreaterThan(20)
  expect(many.filter(({ options }) => !options.frozen).map(({ path }) => path)).toEqual([
    "/api/inventuren/:id/bericht.csv",
    "/api/firmenexport/:auftrag_id/firma.zip",
    "/api/auftraege/:id/belege.zip",
  ])
})
