import { afterAll, beforeEach, expect, test } from "bun:test"
import { feierabend_positionen, feierabende, klaerungen, pfandartikel } from "../../../src/db/schema.ts"
import { createTestApp, type Reply } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Amount that one driver, or a stolen telephone, may send. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `grenze-${Bun.randomUUIDv7()}`)
})

type Role = "admin" | "user" | "fahrer"
const call = (method: string, path: string, body?: object, role: Role = "fahrer") =>
  app.call(method, `/api/${path}`, { token: hof[role].token, ...(body && { body }) })
const post = (path: string, body: object, role?: Role) => call("POST", path, body, role)

/** As many as somebody has handed over already. @returns their ids */
const handedOver = (fahrer_id: string | null, count: number, angaben = "{}") =>
  app.deps.system.write(() => {
    const tenant = app.deps.system.tenant(hof.id)
    const row = { fahrer_id, kunde_id: hof.kunden[0], art: "abschluss" as const, ablehnung: "x", angaben }
    return Array.from(
      { length: count },
      () => tenant.insert(klaerungen, { ...row, erfasst_am: tenant.now() }).id,
    )
  })
const question = () => ({
  id: Bun.randomUUIDv7(),
  art: "abschluss",
  kunde_id: hof.kunden[0],
  ablehnung: "Storniert",
  angaben: {},
})

test("a driver may ask 100 things, and more when the office has decided", async () => {
  const [first] = await handedOver(hof.fahrer.id, 99)
  const [hundredth, next] = [question(), question()]
  expect((await post("klaerungen", hundredth)).status).toBe(201)
  const refused = await post("klaerungen", next)
  expect([refused.status, refused.headers.get("retry-after"), refused.body.error]).toEqual([
    429,
    "600",
    "Von diesem Konto sind schon 100 Klärungen offen. Bitte im Büro anrufen: Dort muss erst über sie entschieden werden.",
  ])
  // Arrived entries are not sent again, and colleagues are not held up.
  expect((await post("klaerungen", hundredth)).status).toBe(200)
  expect((await post("klaerungen", question(), "user")).status).toBe(201)
  await post(`klaerungen/${first}/verwerfen`, { grund: "War doppelt" }, "user")
  expect((await post("klaerungen", next)).status).toBe(201)
  expect((await post("klaerungen", question())).status).toBe(429)
})

test("all of a company's may ask 2000 things", async () => {
  await handedOver(null, 1999)
  expect((await post("klaerungen", question())).status).toBe(201)
  const refused = await post("klaerungen", question())
  expect([refused.status, refused.body.error]).toEqual([
    429,
    expect.stringContaining("In dieser Firma sind schon 2000 Klärungen offen"),
  ])
})

/** All ids of a list, and how many came with each page. */
async function walk(path: string): Promise<{ ids: string[]; pages: number[] }> {
  const ids: string[] = []
  const pages: number[] = []
  for (let next: string | null = ""; next !== null;) {
    const { body }: Reply = await call("GET", `${path}${next && `&cursor=${next}`}`, undefined, "user")
    pages.push(body.items.length)
    ids.push(...body.items.map(({ id }: { id: string }) => id))
    next = body.next_cursor
  }
  return { ids, pages }
}

test("questions with long signatures come a few at a time, and all of them come", async () => {
  const ids = await handedOver(hof.fahrer.id, 50, JSON.stringify({ unterschrift: "x".repeat(48_000) }))
  const found = await walk("klaerungen?limit=200")
  expect(found.ids).toEqual(ids.toReversed())
  expect(found.pages).toEqual([21, 21, 8])
})

test("a day is counted 20 times at most, and not before it has come", async () => {
  const tenant = app.deps.system.tenant(hof.id)
  const datum = "2026-03-31"
  await app.deps.system.write(() => {
    for (let i = 0; i < 19; i++)
      tenant.insert(feierabende, { fahrer_id: hof.fahrer.id, datum, erfasst_am: tenant.now() })
  })
  const last = { id: Bun.randomUUIDv7(), datum, positionen: [] }
  expect((await post("feierabend", last)).status).toBe(201)
  const refused = await post("feierabend", { datum, positionen: [] })
  expect([refused.status, refused.body.error]).toEqual([409, "Für einen Tag gibt es höchstens 20 Zählungen"])
  expect((await post("feierabend", last)).status).toBe(200)
  expect((await post("feierabend", { datum: "2026-03-30", positionen: [] })).status).toBe(201)
  expect((await post("feierabend", { datum, positionen: [] }, "user")).status).toBe(201)
  const future = await post("feierabend", { datum: "2126-01-01", positionen: [] })
  expect([future.status, future.body.errors]).toEqual([
    400,
    [{ type: "field", location: "body", path: "datum", msg: "liegt in der Zukunft" }],
  ])
})

test("long counts come a few at a time, and all of them come", async () => {
  const tenant = app.deps.system.tenant(hof.id)
  const ids = await app.deps.system.write(() => {
    const article = (nr: number) => ({ nummer: `X-${nr}`, bezeichnung: `Artikel ${nr}`, pfand_cent: 8 })
    const kind = { art: "einzeln" as const, ust_klasse: "warenumschliessung" as const }
    const articles = Array.from(
      { length: 500 },
      (_, nr) => tenant.insert(pfandartikel, { ...article(nr), ...kind }).id,
    )
    return Array.from({ length: 12 }, () => {
      const one = { fahrer_id: hof.fahrer.id, datum: "2026-03-31", erfasst_am: tenant.now() }
      const { id: feierabend_id } = tenant.insert(feierabende, one)
      for (const [position, pfandartikel_id] of articles.entries())
        tenant.insert(feierabend_positionen, {
          feierabend_id,
          position,
          pfandartikel_id,
          art: "leergut",
          erwartet: 0,
          gezaehlt: 1,
        })
      return feierabend_id
    })
  })
  const found = await walk("feierabend?limit=200")
  expect(found.ids).toEqual(ids.toReversed())
  expect(found.pages).toEqual([10, 2])
})

test("a stop of 200 lines with the largest signature is booked", async () => {
  const ids = await app.deps.system.write(() => {
    const tenant = app.deps.system.tenant(hof.id)
    const artikel = { art: "einzeln", pfand_cent: 8, ust_klasse: "warenumschliessung" } as const
    return Array.from(
      { length: 200 },
      (_, i) => tenant.insert(pfandartikel, { ...artikel, nummer: `A${i}`, bezeichnung: `Artikel ${i}` }).id,
    )
  })
  const { body: lieferung } = await post(
    "lieferungen",
    { kunde_id: hof.kunden[0], datum: "2031-07-08", fahrer_id: hof.fahrer.id, positionen: [] },
    "user",
  )
  expect((await post(`lieferungen/${lieferung.id}/start`, {})).status).toBe(200)
  const reply = await post(`lieferungen/${lieferung.id}/abschluss`, {
    empfaenger_name: "Frau Müller",
    unterschrift: `data:image/png;base64,iVBORw0KGgo${"A".repeat(47_900)}`,
    positionen: ids.map((pfandartikel_id) => ({
      pfandartikel_id,
      ist_ausgabe: 100,
      ist_ruecknahme: 100,
    })),
  })
  expect([reply.status, reply.body.error]).toEqual([200, undefined])
})
