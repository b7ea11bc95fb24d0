import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Query, query, queryFrom } from "../../src/db/query.ts"
import { anfragen, geraete, kunden, kunden_suchtexte } from "../../src/db/schema.ts"
import type { TenantDb } from "../../src/db/tenant-db.ts"
import { claimRequest } from "../../src/api/shared/claim.ts"
import { createTestApp } from "../helpers/app.ts"
import { failing } from "../helpers/failing.ts"

/** The first belt of tenant isolation. */

const app = createTestApp()
afterAll(app.close)
let ours: TenantDb
let theirs: TenantDb
let id: string
const withNumber = query<
  { id: string },
  { nummer: string }
>`SELECT k.id FROM ${kunden} k WHERE k.kundennummer = :nummer`
const kundeWith = (nummer: string) => ours.first(withNumber, { nummer })
beforeAll(async () => {
  ours = app.deps.system.tenant((await app.company("unsere")).id)
  theirs = app.deps.system.tenant((await app.company("deren")).id)
  id = await app.deps.system.write(() => theirs.insert(kunden, { kundennummer: "1", name: "Ihrer" }).id)
})

test("another tenant's row is neither read, changed nor deleted", async () => {
  expect(ours.find(kunden, id)).toBeUndefined()
  expect(() => ours.get(kunden, id, "Kunde nicht gefunden")).toThrow("Kunde nicht gefunden")
  expect(await failing(app.deps.system.write(() => ours.update(kunden, id, { name: "Unserer" })))).toThrow()
  expect(await app.deps.system.write(() => ours.delete(kunden, id))).toBe(false)
  expect(theirs.find(kunden, id)?.name).toBe("Ihrer")
})

test("no value can give a row to another tenant, new or old", async () => {
  const stolen = { kundennummer: "2", name: "Neu", tenant_id: theirs.id, version: 7 }
  const made = await app.deps.system.write(() => ours.insert(kunden, stolen))
  expect([made.tenant_id, made.version]).toEqual([ours.id, 1])
  const moved = { name: "Anders", tenant_id: theirs.id, id: Bun.randomUUIDv7(), version: 99 }
  const after = await app.deps.system.write(() => ours.update(kunden, made.id, moved))
  expect([after.tenant_id, after.id, after.version, after.name]).toEqual([ours.id, made.id, 2, "Anders"])
})

test("what an insert returns is what is stored, with what nobody gave", async () => {
  const write = <T>(work: () => T) => app.deps.system.write(work)
  const kunde = await write(() =>
    ours.insert(kunden, { kundennummer: "3", name: "Neu", plz: undefined as never }),
  )
  expect(kunde).toEqual(ours.find(kunden, kunde.id) as typeof kunde)
  expect([kunde.land, kunde.aktiv, kunde.plz]).toEqual(["DE", 1, null])
  const text = await write(() => ours.insert(kunden_suchtexte, { id: kunde.id, text: "neu" }))
  expect(text).toEqual(ours.find(kunden_suchtexte, kunde.id) as typeof text)
})

test("many rows are stored by one statement as each by its own, in their order and for this tenant alone", async () => {
  const write = <T>(work: () => T) => app.deps.system.write(work)
  const given = [
    { kundennummer: "20", name: 'Zum "Löwen"; \u2028 🍺', breitengrad: 53.25, notiz: "" },
    {
      kundennummer: "21",
      name: "0123",
      breitengrad: 53,
      aktiv: 0 as const,
      tenant_id: theirs.id,
      version: 7,
    },
  ]
  const stored = await write(() => ours.insertAll(kunden, given))
  expect(stored).toEqual(stored.map(({ id: one }) => ours.get(kunden, one)))
  expect(stored).toMatchObject(given.map((row) => ({ ...row, tenant_id: ours.id, version: 1 })))
  expect(await write(() => ours.insertAll(kunden, []))).toEqual([])
  const refused = write(() =>
    ours.insertAll(kunden, [
      { kundennummer: "22", name: "Neu" },
      { ...stored[1], kundennummer: "23", name: "Derselbe" },
    ]),
  )
  expect(await failing(refused)).toThrow("Diese id ist bereits vergeben")
  expect(kundeWith("22")).toBeUndefined()
})

test("many rows are changed by one statement, and only this tenant's", async () => {
  const write = <T>(work: () => T) => app.deps.system.write(work)
  const before = await write(() =>
    ["30", "31", "32"].map((kundennummer) => ours.insert(kunden, { kundennummer, name: kundennummer })),
  )
  const [one, two, rest] = before.map((row) => row.id) as [string, string, string]
  const stolen = { tenant_id: theirs.id, version: 7 }
  await write(() =>
    ours.updateAll(kunden, [
      { id: two, name: 'Zum "Löwen" 🍺', breitengrad: 53.25, notiz: null, ...stolen },
      { id: one, name: "0123", breitengrad: null, notiz: "", ...stolen },
    ]),
  )
  expect([one, two].map((changed) => ours.get(kunden, changed))).toMatchObject([
    { kundennummer: "30", name: "0123", breitengrad: null, notiz: "", version: 2 },
    { kundennummer: "31", name: 'Zum "Löwen" 🍺', breitengrad: 53.25, notiz: null, version: 2 },
  ])
  expect(ours.get(kunden, rest)).toEqual(before[2] as (typeof before)[number])
  await write(() => ours.updateAll(kunden, []))
  const made = await write(() => theirs.insert(kunden, { kundennummer: "30", name: "Ihrer" }))
  const changes = [one, made.id].map((changed) => ({ id: changed, name: "Unserer" }))
  expect(await failing(write(() => ours.updateAll(kunden, changes)))).toThrow()
  expect([ours.get(kunden, one).name, theirs.get(kunden, made.id).name]).toEqual(["0123", "Ihrer"])
  await write(() => theirs.delete(kunden, made.id))
})

test("an id is taken once in a company, and each company has its own", async () => {
  const made = (tenant: TenantDb, kundennummer: string) =>
    app.deps.system.write(() => tenant.insert(kunden, { id, kundennummer, name: "Gleiche id" }))
  expect(await failing(made(theirs, "9"))).toThrow("Diese id ist bereits vergeben")
  expect((await made(ours, "9")).id).toBe(id)
  const again = await app.deps.system.write(() =>
    ours.insertNew(kunden, { id, kundennummer: "10", name: "Noch einmal" }),
  )
  expect([again, ours.find(kunden, id)?.name]).toEqual([undefined, "Gleiche id"])
})

test("a request is known by the same hash in every version: a phone may repeat it after an upgrade", async () => {
  const content = { b: 1, a: [{ d: "ä", c: null }], e: undefined }
  await app.deps.system.write(() => claimRequest(ours, "kunden", "eine", content))
  const hash = new Bun.CryptoHasher("sha256").update('{"a":[{"c":null,"d":"ä"}],"b":1}').digest("hex")
  expect(ours.find(anfragen, "eine")?.inhalt_hash).toBe(hash)
})

test("changes of ever other fields go on, while the statements of the oldest are forgotten", async () => {
  const kunde = await app.deps.system.write(() => ours.insert(kunden, { kundennummer: "50", name: "Viel" }))
  const fields = ["ansprechpartner", "telefon", "email", "strasse", "plz", "ort", "land", "notiz"] as const
  const change = (some: readonly string[]) =>
    app.deps.system.write(() =>
      ours.update(kunden, kunde.id, Object.fromEntries(some.map((name) => [name, "x"]))),
    )
  for (let n = 0; n < 256; n++) await change(fields.filter((_, i) => n & (1 << i)))
  expect((await change([...fields])).version).toBe(258)
  expect(ours.find(kunden, kunde.id)?.version).toBe(258)
})

test("a query sees one tenant's rows, even if another's id is passed as :tenant", () => {
  const all = query<{ name: string }>`SELECT k.name FROM ${kunden} k ORDER BY k.name`
  expect(theirs.all(all, {}).map(({ name }) => name)).toEqual(["Ihrer"])
  expect(theirs.all(all, { tenant: ours.id } as never).map(({ name }) => name)).toEqual(["Ihrer"])
})

describe("a query that names a table itself is refused before it runs", () => {
  const attempts: [string, () => Query<unknown>][] = [
    ["alone", () => query`SELECT * FROM kunden`],
    ["in quotes", () => query`SELECT * FROM "kunden"`],
    ["joined", () => query`SELECT * FROM ${kunden} k JOIN geraete g ON g.kunde_id = k.id`],
    ["behind a comma", () => query`SELECT * FROM ${kunden} k, geraete AS g`],
    ["like a column", () => query`SELECT 1, geraete AS x FROM geraete`],
    ["by its search index", () => query`SELECT * FROM ${kunden} k, kunden_suche s`],
    ["as the schema", () => query`SELECT * FROM ${kunden} k, main.sqlite_schema s`],
    ["in a sub-query", () => query`SELECT (SELECT count(*) FROM geraete) FROM ${kunden} k`],
    ["writing", () => query`DELETE FROM ${geraete}`],
    ["built", () => queryFrom(kunden, (source) => `SELECT * FROM ${source} JOIN geraete`)],
  ]
  test.each(attempts)("%s", (_, attempt) => {
    expect(() => theirs.all(attempt(), {})).toThrow(/query/)
  })

  test("but not one that names its own", () => {
    const own = query<{
      n: number
    }>`WITH alle (n) AS (SELECT count(*) FROM ${kunden}) SELECT alle.n FROM alle`
    expect(theirs.first(own, {})?.n).toBe(1)
  })
})
