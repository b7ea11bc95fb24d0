import { afterAll, beforeAll, expect, test } from "bun:test"
import { createKunde } from "../../../src/api/kunden/rules.ts"
import { MOST_FITTING } from "../../../src/api/shared/fitting.ts"
import { AUTHOR, createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { ANSCHRIFT, billingYard, type Yard } from "../../helpers/pfand.ts"

/** Lists that are searched by whom or what their records belong to. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
let days: string[]
beforeAll(async () => {
  hof = await billingYard(app, "hof")
  const jens = {
    name: "Jens Brandt",
    email: "jens@hof.example",
    rolle: "fahrer",
    password: "ein gutes Kennwort",
  }
  const other = await neu("mitarbeiter", jens)
  const plan = (datum: string, kunde_id: string, fahrer_id: string | null) =>
    neu("lieferungen", { kunde_id, fahrer_id, datum, positionen: [] })
  days = ["2026-05-01", "2026-05-02", "2026-05-03", "2026-05-04", "2026-05-05"]
  await plan("2026-05-01", hof.kunden[0], other)
  await plan("2026-05-02", hof.kunden[0], hof.fahrer.id)
  await plan("2026-05-03", hof.kunden[1], other)
  await plan("2026-05-04", hof.kunden[0], null)
  await plan("2026-05-05", hof.kunden[1], hof.fahrer.id)
})

const call = (method: string, path: string, body?: object, token = hof.admin.token) =>
  app.call(method, `/api/${path}`, { token, ...(body && { body }) })
async function neu(path: string, body: object): Promise<string> {
  const reply = await call("POST", path, body)
  expect([path, reply.status, reply.text]).toEqual([path, 201, expect.anything()])
  return reply.body.id
}
async function found(query: string, token = hof.user.token): Promise<string[]> {
  const { status, body } = await call("GET", `lieferungen?sort=-datum&${query}`, undefined, token)
  expect([status, body.hinweis]).toEqual([200, undefined])
  return body.items.map(({ datum }: { datum: string }) => datum)
}

test("deliveries are found by customer or driver, each once, in the list's order and page by page", async () => {
  expect(await found("q=K-1")).toEqual(["2026-05-04", "2026-05-02", "2026-05-01"])
  expect(await found("q=brandt")).toEqual(["2026-05-03", "2026-05-01"])
  expect(await found("q=gasthaus")).toEqual(days.toReversed())
  expect(await found("q=gibtesnicht")).toEqual([])
  // A customer of the driver's name, who also drives there, finds a delivery by both.
  await call("PATCH", `kunden/${hof.kunden[1]}`, { name: "Brandt" })
  expect(await found("q=brandt")).toEqual(["2026-05-05", "2026-05-03", "2026-05-01"])
  const seen: string[] = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await call(
      "GET",
      `lieferungen?q=brandt&limit=1&total=true${cursor && `&cursor=${cursor}`}`,
    )
    seen.push(...body.items.map(({ datum }: { datum: string }) => datum))
    expect(body.total).toBe(3)
    cursor = body.next_cursor
  }
  expect(seen).toEqual(["2026-05-01", "2026-05-03", "2026-05-05"])
  await call("PATCH", `kunden/${hof.kunden[1]}`, { name: "Gasthaus 2" })
})

test("other filters go on counting, and no search shows a driver what is not theirs", async () => {
  expect(await found("q=gasthaus&von=2026-05-02&bis=2026-05-04")).toEqual([
    "2026-05-04",
    "2026-05-03",
    "2026-05-02",
  ])
  expect(await found(`q=brandt&fahrer_id=${hof.fahrer.id}`)).toEqual([])
  expect(await found("q=brandt", hof.fahrer.token)).toEqual([])
  expect(await found("q=gasthaus", hof.fahrer.token)).toEqual(["2026-05-05", "2026-05-02"])
  const foreign = await billingYard(app, "fremd")
  expect(await found("q=gasthaus", foreign.user.token)).toEqual([])
})

test("settlements are found by number and customer, and so is what was booked and changed", async () => {
  await call("PATCH", `kunden/${hof.kunden[0]}`, ANSCHRIFT)
  const positionen = [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }]
  await neu("pfandbuchungen", { kunde_id: hof.kunden[0], positionen })
  const settled = await call("POST", "abrechnungen", { kunde_id: hof.kunden[0], bis: today() })
  const { nummer } = settled.body
  for (const [q, numbers] of [
    ["K-1", [nummer]],
    ["gibtesnicht", []],
    [nummer.slice(0, -1).toLowerCase(), [nummer]],
  ]) {
    const { body } = await call("GET", `abrechnungen?q=${q}`)
    expect([q, body.items.map((one: { nummer: string }) => one.nummer)]).toEqual([q, numbers])
  }
  const siphon = { nummer: "S", bezeichnung: "Siphon", art: "einzeln", pfand_cent: 300 }
  await neu("pfandartikel", { ...siphon, ust_klasse: "warenumschliessung" })
  await neu("inventuren", { bezeichnung: "Zum Jahresende" })
  await app.call("POST", "/api/klaerungen", {
    token: hof.fahrer.token,
    body: { art: "abschluss", kunde_id: hof.kunden[0], ablehnung: "Das ging nicht", angaben: {} },
  })
  const count = async (path: string): Promise<number> => (await call("GET", path)).body.items?.length
  for (const [path, one, none] of [
    ["pfandbuchungen?", "K-1", "zzz"],
    ["pfandbuchungen?art=ausgabe&", "K-1", "zzz"],
    ["protokoll?tabelle=kunden&", "K-1", "FASS"],
    ["protokoll?", "admin", "gibtesnicht"],
    ["lager?", "siphon", "zzz"],
    ["schwund?jahr=2026&", "siphon", "zzz"],
    ["mitarbeiter?", "brandt", "zzz"],
    ["inventuren?", "jahresende", "zzz"],
    ["klaerungen?", "fahrer", "zzz"],
    ["schwund/kunden?jahr=2026&", "K-1", "zzz"],
  ] as const) {
    expect([path, one, await count(`${path}q=${one}`)]).not.toEqual([path, one, 0])
    expect([path, none, await count(`${path}q=${none}`)]).toEqual([path, none, 0])
  }
  for (const path of ["belege", "nachrichten", "klaerungen", "pruefplaene", "lager/bewegungen"])
    expect([path, await count(`${path}?q=zzz`)]).toEqual([path, 0])
})

test("the tables of the loss report hold what the list shows", async () => {
  for (const [path, q, held, other] of [
    ["liste", "siphon", "Siphon", "FASS"],
    ["kunden", "K-1", "K-1;", "K-2;"],
  ] as const) {
    const { text } = await call("GET", `schwund/${path}.csv?jahr=2026&q=${q}`)
    expect([path, text.includes(held), text.includes(other)]).toEqual([path, true, false])
  }
})

test("a word that fits too many says so, shows what it fits otherwise, and makes no table", async () => {
  const tenant = app.deps.system.tenant(hof.id)
  await app.deps.system.write(() => {
    for (let i = 0; i < MOST_FITTING; i++) createKunde(tenant, AUTHOR, { name: `Brandt ${i}` })
  })
  expect(await found("q=brandt")).toEqual(["2026-05-03", "2026-05-01"])
  await app.deps.system.write(() => createKunde(tenant, AUTHOR, { name: "Brandt zuviel" }))
  const { body } = await call("GET", "lieferungen?q=brandt&sort=-datum")
  expect(body.hinweis).toContain(`mehr als ${MOST_FITTING} Kunden`)
  expect(body.items.map(({ datum }: { datum: string }) => datum)).toEqual(["2026-05-03", "2026-05-01"])
  const table = await call("GET", "export/lieferungen?q=brandt")
  expect([table.status, table.body.error]).toEqual([409, body.hinweis])
})
