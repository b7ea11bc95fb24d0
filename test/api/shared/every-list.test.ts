import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test"
import { artikelfelder } from "../../../src/lib/felder/artikel.ts"
import { type FieldSpecs, namesOf } from "../../../src/lib/felder/feld.ts"
import { geraetefelder } from "../../../src/lib/felder/geraet.ts"
import { kundenfelder } from "../../../src/lib/felder/kunde.ts"
import { fold, telephoneBook } from "../../../src/lib/fold.ts"
import { describe as describeApi } from "../../../src/http/openapi/describe.ts"
import { type FullCompany, fullCompany } from "../../helpers/full-company.ts"
import { type Filter, filtersOf, type Row, searches } from "../../helpers/list-rules.ts"
import { routes } from "../../helpers/routes.ts"

/**
 * Each list of the interface does what its description promises, one rule for all of them: how much a page has, where it
 * goes on, every order both ways, every filter, and what a search finds by.
 */

type Parameter = {
  in: string
  name: string
  required?: boolean
  schema: { enum?: unknown[]; const?: unknown; default?: number }
}
type Operation = { parameters?: Parameter[]; responses: Record<string, any> }
const api: any = describeApi(routes)

const propertiesOf = (operation: Operation): Row => {
  const schema = operation.responses["200"]?.content?.["application/json"]?.schema ?? {}
  const resolved = schema.$ref ? api.components.schemas[schema.$ref.split("/").at(-1)] : schema
  return resolved.properties ?? {}
}
/** Every list that pages. */
const lists = Object.entries<{ get?: Operation }>(api.paths).flatMap(([path, { get }]) =>
  get && "items" in propertiesOf(get) && "next_cursor" in propertiesOf(get) ? [[path, get] as const] : [],
)

/** Whose parts a list shows: the record with the most of them among the first of that kind. */
const owners: Record<string, string> = {
  "/api/kunden/{id}": "/api/kunden",
  "/api/geraete/{id}": "/api/geraete",
  "/api/inventuren/{id}": "/api/inventuren",
  "/api/webhooks/{id}": "/api/webhooks",
}

/** In the middle of a day, a week and a month, so that no rule depends on when it is judged. */
const NOW = new Date("2026-11-18T11:00:00Z")

/** Parameters that a list does not go without. */
const needed: Record<string, string> = {
  "/api/schwund": "jahr=2026",
  "/api/schwund/kunden": "jahr=2026",
  "/api/jahresausgleich": "jahr=2026",
  "/api/abrechnungen/lauf": "bis=2026-10-31",
}

/** Parameters that say more of each row, or of what the rows are, and so leave none out. */
const others = new Set(["limit", "cursor", "total", "sort", "q", "saldo", "ergebnis", "jahr"])

/** What the rule cannot judge, and why. */
const unjudged: Record<string, string> = {
  "/api/schwund/kunden -wert_cent": "ordered by today's balance, and shows that of the year's end",
  "/api/pfandartikel q sort": "refused, and the description says so",
  "/api/geraete q kunde_id": "refused, and the description says so",
  "/api/abrechnungen/lauf abrechnung": "without it, only those of one value are there",
}

let full: FullCompany
const filters = filtersOf(() => full)
beforeAll(async () => {
  setSystemTime(NOW)
  full = await fullCompany()
}, 60_000)
afterAll(() => {
  setSystemTime()
  full.app.close()
})

async function ask(address: string): Promise<Row> {
  const token = address.startsWith("/api/tenants") ? full.chefin : full.token
  const { status, body } = await full.app.call("GET", address, { token })
  expect([address, status, body?.errors ?? body?.error]).toEqual([address, 200, undefined])
  return body
}

/** @returns all rows of a list, page by page */
async function pages(address: string, limit = 200): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = await ask(`${address}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect([address, page["items"].length <= limit]).toEqual([address, true])
    rows.push(...page["items"])
    cursor = page["next_cursor"] as string | null
  }
  return rows
}

const keysOf = (rows: Row[]): string[] => rows.map((row) => row["id"] ?? row["vorgang_id"])

/** Holds that a list has these rows and no others, in two pages, of many the first ones. */
async function holds(address: string, rows: Row[], inOrder = true): Promise<void> {
  const limit = Math.min(200, Math.max(1, Math.ceil(rows.length / 2)))
  const first = await ask(`${address}&total=true&limit=${limit}`)
  const found: Row[] = first["items"]
  if (first["next_cursor"] !== null)
    found.push(...(await ask(`${address}&limit=${limit}&cursor=${first["next_cursor"]}`))["items"])
  const [is, should] = [keysOf(found), keysOf(rows.slice(0, 2 * limit))]
  const sorted = (keys: string[]) => (inOrder ? keys : keys.toSorted())
  expect([address, first["total"], sorted(is)]).toEqual([address, rows.length, sorted(should)])
}

async function addressOf(path: string): Promise<string> {
  const owner = Object.keys(owners).find((one) => path.startsWith(`${one}/`))
  const query = `?${needed[path] ?? ""}`
  if (!owner) return `${path}${query}`
  let most: [number, string] = [-1, ""]
  for (const { id } of (await ask(`${owners[owner]}?limit=200`))["items"]) {
    const address = `${path.replace("{id}", id)}${query}`
    const { status, body } = await full.app.call("GET", `${address}&limit=9`, { token: full.token })
    const many = status === 200 ? body.items.length : 0
    if (many > most[0]) most = [many, address]
    if (many === 9) break
  }
  return most[1]
}

/** @returns some of the values, with the rarest and the most frequent among them */
function valuesOf(filter: Filter, { schema }: Parameter, rows: Row[]): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = filter.of(row)
    if (value !== null && value !== undefined) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  }
  const known = [...counts].toSorted(([, a], [, b]) => a - b).map(([value]) => value)
  const some = [0, 0.5, 0.99].flatMap((place) => known[Math.floor(known.length * place)] ?? [])
  return [...new Set([...some, ...(schema.enum ?? []).map(String)])]
}

/** Ways to compare: as it is, as in telephone books, without umlauts. */
const orders = [(text: string) => text, telephoneBook, fold]
function isSorted(rows: Row[], sort: string): boolean {
  const values = rows.map((row) => row[sort.replace("-", "")] ?? "")
  if (sort.startsWith("-")) values.reverse()
  return orders.some((order) => {
    const keys = values.map((value) => (typeof value === "string" ? order(value) : value))
    return keys.every((key, i) => i === 0 || keys[i - 1] <= key)
  })
}

describe.each(lists)("%s", (path, { parameters = [] }) => {
  const named = (name: string) => parameters.find((one) => one.name === name)?.schema
  const { enum: several, const: only } = named("sort") ?? {}
  const sorts = (several ?? (only === undefined ? [] : [only])) as string[]
  const given = parameters.filter(
    ({ in: where, name }) =>
      where === "query" &&
      !others.has(name) &&
      !needed[path]?.startsWith(name) &&
      !(`${path} ${name}` in unjudged),
  )
  const filterOf = (name: string): Filter =>
    filters[path]?.[name] ?? { keeps: (row, value) => String(row[name]) === value, of: (row) => row[name] }
  let address = ""
  let all: Row[] = []
  const sorted: Record<string, Row[]> = {}
  /** A value of each filter that shows some rows and hides others. */
  const good: Record<string, string> = {}
  const asked = (name: string, value: string) => `&${name}=${encodeURIComponent(value)}`
  const keptBy = (rows: Row[], name: string, value: string) =>
    rows.filter((row) => filterOf(name).keeps(row, value))

  test("goes on to its end, in each order", async () => {
    address = await addressOf(path)
    all = await pages(address)
    expect(all.length).toBeGreaterThan(1)
    expect(new Set(keysOf(all)).size).toBe(all.length)
    // Of the parts of a record, none is another's.
    const [, whole, id] = /^\/api\/(kunde|geraet|webhook)\w*\/([\da-f-]{36})\//.exec(address) ?? []
    if (whole) expect(new Set(all.map((row) => row[`${whole}_id`] ?? id))).toEqual(new Set([id]))
    const first = await ask(`${address}&total=true`)
    const size = Math.min(Number(named("limit")?.default), all.length)
    expect([first["items"].length, first["total"]]).toEqual([size, all.length])
    expect("total" in (await ask(address))).toBe(false)
    expect(keysOf(await pages(address, Math.min(200, Math.ceil(all.length / 3))))).toEqual(keysOf(all))
    for (const sort of sorts) {
      const rows = (sorted[sort] = await pages(`${address}&sort=${sort}`, 199))
      const opposite = sorted[sort.startsWith("-") ? sort.slice(1) : `-${sort}`]
      if (sort === sorts[0]) expect([sort, keysOf(rows)]).toEqual([sort, keysOf(all)])
      if (opposite) expect([sort, keysOf(rows)]).toEqual([sort, keysOf(opposite.toReversed())])
      if (!(`${path} ${sort}` in unjudged))
        expect({ sort, isSorted: isSorted(rows, sort) }).toMatchObject({ isSorted: true })
    }
  })

  const filtered = async (): Promise<void> => {
    for (const parameter of given) {
      const { name } = parameter
      for (const value of valuesOf(filterOf(name), parameter, all)) {
        const kept = keptBy(all, name, value)
        if (kept.length > 0 && kept.length < all.length) good[name] ??= value
        await holds(`${address}${asked(name, value)}`, kept)
      }
      const value = good[name]
      expect({ name, value }).toMatchObject({ value: expect.any(String) })
      for (const sort of sorts.slice(1))
        await holds(`${address}&sort=${sort}${asked(name, value!)}`, keptBy(sorted[sort]!, name, value!))
    }
    const both = Object.entries(good)
    for (const [i, [name, value]] of both.entries())
      for (const [other, otherValue] of both.slice(i + 1))
        await holds(
          `${address}${asked(name, value)}${asked(other, otherValue)}`,
          keptBy(keptBy(all, name, value), other, otherValue),
        )
  }
  if (given.length > 0) test("shows what its filters say, also of two and in each order", filtered)

  const searched = async (): Promise<void> => {
    for (const [typed, fits] of Object.entries(searches[path] ?? {})) {
      const word: string = typed.startsWith("=") ? all.at(-1)?.[typed.slice(1)] : typed
      const found = all.filter((row) => fits(row, word))
      const search = `${address}${asked("q", word)}`
      expect({ word, isFound: found.length > 0 }).toEqual({ word, isFound: true })
      await holds(search, found, false)
      for (const sort of sorts.filter(() => !(`${path} q sort` in unjudged)))
        await holds(
          `${search}&sort=${sort}`,
          sorted[sort]!.filter((row) => fits(row, word)),
        )
      for (const [name, value] of Object.entries(good).filter(([one]) => !(`${path} q ${one}` in unjudged)))
        await holds(`${search}${asked(name, value)}`, keptBy(found, name, value), false)
    }
    expect(searches[path]).toBeDefined()
    expect((await ask(`${address}&q=Xylophon`))["items"]).toEqual([])
  }
  if (named("q")) test("finds what a word fits, also with filters and in each order", searched)
})

test.each([
  ["kunden", kundenfelder],
  ["geraete", geraetefelder],
  ["pfandartikel", artikelfelder],
])("what is searched in %s is found by each field of it", async (list, felder) => {
  const rows = await pages(`/api/${list}?`)
  for (const name of namesOf(felder as FieldSpecs, ({ searched }) => searched)) {
    const row = rows.findLast((one) => one[name] !== null)!
    const found = await pages(`/api/${list}?q=${encodeURIComponent(row[name])}`)
    expect([name, keysOf(found)]).toEqual([name, expect.arrayContaining(keysOf([row]))])
  }
})
