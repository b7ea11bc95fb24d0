import { afterAll, beforeAll, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Lists say names where records say ids: a page need not ask for each. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
const items = async (path: string): Promise<any[]> => (await call("GET", path)).body.items
const buche = async (positionen: object[]): Promise<string> =>
  (await call("POST", "pfandbuchungen", { kunde_id: hof.kunden[0], positionen })).body.vorgang_id

beforeAll(async () => {
  hof = await yard(app, "sommer")
})

test("the ledger says whose, what, by whom, and whether it was reversed", async () => {
  const vorgang = await buche([{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }])
  await buche([{ geraet_id: hof.geraete[0], art: "ausgabe", menge: 1 }])
  await call("POST", `pfandbuchungen/${vorgang}/storno`, { grund: "Vertan" })
  const fass = {
    kunde_name: "Gasthaus 1",
    nummer: "FASS",
    bezeichnung: "Artikel FASS",
    gebucht_von_name: "admin Test",
  }
  for (const path of ["pfandbuchungen", `kunden/${hof.kunden[0]}/pfandbuchungen`]) {
    const booked = await items(path)
    // A Storno and what it reverses name each other.
    expect(booked).toMatchObject([
      { ...fass, art: "korrektur_minus", storniert: false, gegen_vorgang_id: vorgang },
      { ...fass, nummer: "G-1", bezeichnung: "Kühler", storniert: false, gegen_vorgang_id: null },
      { ...fass, art: "ausgabe", storniert: true, gegen_vorgang_id: booked[0]?.["vorgang_id"] },
    ])
  }
  expect((await items(`kunden/${hof.kunden[0]}/pfandbuchungen?art=korrektur_minus`)).length).toBe(1)
  const chef = await app.superadmin()
  const body = {
    kunde_id: hof.kunden[0],
    positionen: [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }],
  }
  const headers = { "x-tenant-id": hof.id }
  await app.call("POST", "/api/pfandbuchungen", { token: chef.token, headers, body })
  expect((await items("pfandbuchungen?limit=1"))[0].gebucht_von_name).toBeNull()
})

test("deliveries say to whom, by whom, and whether somebody signed", async () => {
  const plan = { kunde_id: hof.kunden[1], fahrer_id: hof.fahrer.id, datum: "2099-01-01", positionen: [] }
  const { id } = (await call("POST", "lieferungen", plan)).body
  await call("POST", "lieferungen", { ...plan, fahrer_id: null })
  await call("POST", `lieferungen/${id}/start`, {})
  const unterschrift =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  expect((await call("POST", `lieferungen/${id}/abschluss`, { unterschrift, positionen: [] })).status).toBe(
    200,
  )
  const found = await items("lieferungen?von=2099-01-01")
  expect(found.toSorted((a) => (a.id === id ? -1 : 1))).toMatchObject([
    { kunde_name: "Gasthaus 2", fahrer_name: "fahrer Test", unterschrieben: true },
    { kunde_name: "Gasthaus 2", fahrer_name: null, unterschrieben: false },
  ])
})

test("devices say with whom they are, and their history who had them from whom", async () => {
  const [one] = await items("geraete?status=beim_kunden")
  expect(one).toMatchObject({ geraetenummer: "G-1", kunde_name: "Gasthaus 1" })
  await call("PATCH", `geraete/${hof.geraete[1]}`, { notiz: "wird gesucht" })
  expect((await items("geraete?q=g-2"))[0]).toMatchObject({ geraetenummer: "G-2", kunde_name: null })
  expect(await items(`geraete/${one.id}/bewegungen`)).toMatchObject([
    { art: "ausgabe", kunde_name: "Gasthaus 1", gebucht_von_name: "admin Test" },
  ])
})

test("balances are sorted by age on request, page by page, without who has nothing", async () => {
  const kunde = async (name: string) => (await call("POST", "kunden", { name })).body.id as string
  const [old, neu, leer] = [await kunde("Alt"), await kunde("Neu"), await kunde("Leer")]
  const captured = async (kunde_id: string, erfasst_am: string, art = "ausgabe") =>
    call("POST", "pfandbuchungen", {
      kunde_id,
      erfasst_am,
      positionen: [{ pfandartikel_id: hof.leer, art, menge: 1 }],
    })
  await captured(neu, "2026-02-01T12:00:00Z")
  await captured(old, "2025-02-01T12:00:00Z")
  await captured(leer, "2024-02-01T12:00:00Z")
  await captured(leer, "2024-02-02T12:00:00Z", "ruecknahme")
  const first = (await call("GET", "pfandsalden?sort=seit_am&limit=1&total=true")).body
  expect(first.items).toMatchObject([{ kunde_id: old, seit_am: "2025-02-01T12:00:00.000Z", wert_cent: 150 }])
  expect(first.total).toBe(3)
  const rest = await items(`pfandsalden?sort=seit_am&cursor=${first.next_cursor}`)
  expect(rest.map(({ name }) => name)).toEqual(["Neu", "Gasthaus 1"])
  expect((await call("GET", `pfandsalden?cursor=${first.next_cursor}`)).status).toBe(400)
  expect((await items("pfandsalden")).find((saldo) => saldo.kunde_id === leer).seit_am).toBeNull()
})

test("balances are searched like customers, and who has nothing is found as well", async () => {
  const nichts = (await call("POST", "kunden", { name: "Gasthaus Ganz Leer" })).body.id
  for (const path of ["pfandsalden", "pfandalter"]) {
    const first = (await call("GET", `${path}?q=gasthaus&limit=1&total=true`)).body
    const rest = await items(`${path}?q=gasthaus&cursor=${first.next_cursor}`)
    const found = [...first.items, ...rest]
    expect(found.map(({ name }) => name)).toEqual((await items("kunden?q=gasthaus")).map(({ name }) => name))
    expect(first.total).toBe(found.length)
    expect(found.find(({ kunde_id }) => kunde_id === nichts)).toMatchObject({ wert_cent: 0, seit_am: null })
    expect(found.find(({ name }) => name === "Gasthaus 1").wert_cent).not.toBe(0)
    const values = (await items(`${path}?q=gasthaus&sort=-wert_cent`)).map(({ wert_cent }) => wert_cent)
    expect(values).toEqual(found.map(({ wert_cent }) => wert_cent).toSorted((a, b) => b - a))
  }
  const salden = new Map((await items("pfandsalden?limit=200")).map((one) => [one.kunde_id, one.wert_cent]))
  for (const { id, saldo_cent } of [
    ...(await items("kunden?saldo=true")),
    ...(await items("kunden?saldo=true&q=alt")),
  ])
    expect(saldo_cent).toBe(salden.get(id) ?? 0)
  expect((await items("kunden"))[0].saldo_cent).toBeUndefined()
})

test("every order of a list can be turned round, page by page", async () => {
  const { paths } = (await call("GET", "openapi.json")).body
  const sortsOf = (path: string): string[] =>
    paths[path].get.parameters?.find(({ name }: { name: string }) => name === "sort")?.schema.enum ?? []
  const lists = Object.keys(paths).filter((path) => paths[path].get && !/[{]|export|[.]/.test(path))
  const orders = lists.flatMap((path) => sortsOf(path).map((sort) => [path.replace("/api/", ""), sort]))
  const all = async (path: string, sort: string) => {
    const ids: string[] = []
    for (let after = ""; ;) {
      const { items: page, next_cursor } = (await call("GET", `${path}?sort=${sort}&limit=2${after}`)).body
      ids.push(...page.map(({ id }: { id: string }) => id))
      if (next_cursor === null) return ids
      after = `&cursor=${next_cursor}`
    }
  }
  for (const [path = "", sort = ""] of orders.filter(([, name]) => !name?.startsWith("-")))
    expect([path, sort, (await all(path, `-${sort}`)).toReversed()]).toEqual([
      path,
      sort,
      await all(path, sort),
    ])
  expect(orders.length).toBeGreaterThan(30)
})

test("a customer's events say what was booked together, and who signed for it", async () => {
  const kunde_id = (await call("POST", "kunden", { name: "Zum Ereignis" })).body.id
  const plan = { kunde_id, fahrer_id: hof.fahrer.id, datum: "2099-01-02", positionen: [] }
  const { id } = (await call("POST", "lieferungen", plan)).body
  await call("POST", `lieferungen/${id}/start`, {})
  await call("POST", `lieferungen/${id}/abschluss`, {
    empfaenger_name: "Frau Behn",
    positionen: [{ pfandartikel_id: hof.kasten, ist_ausgabe: 2 }],
  })
  const positionen = [{ pfandartikel_id: hof.fass, art: "ruecknahme", menge: 1 }]
  const { vorgang_id } = (await call("POST", "pfandbuchungen", { kunde_id, positionen })).body
  await call("POST", `pfandbuchungen/${vorgang_id}/storno`, { grund: "Vertan" })
  const pfad = `kunden/${kunde_id}/ereignisse`
  const all = await items(pfad)
  expect(all).toMatchObject([
    { ist_storno: true, storniert: false, grund: "Vertan", summe_cent: 3000, lieferung: null },
    { vorgang_id, ist_storno: false, storniert: true, summe_cent: -3000, gebucht_von_name: "admin Test" },
    {
      summe_cent: 620,
      lieferung: { id, empfaenger_name: "Frau Behn", unterschrieben: false },
      positionen: [
        { nummer: "KASTEN", art: "ausgabe", menge: 2, summe_cent: 300 },
        { nummer: "FLASCHE", menge: 40, summe_cent: 320 },
      ],
    },
  ])
  const pages: unknown[] = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await call("GET", `${pfad}?limit=1${cursor && `&cursor=${cursor}`}`)
    pages.push(...body.items)
    cursor = body.next_cursor
  }
  expect(pages).toEqual(all)
})
