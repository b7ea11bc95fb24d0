import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { describe as describeApi } from "../../../src/http/openapi/describe.ts"
import { type Company, createTestApp } from "../../helpers/app.ts"
import { routes } from "../../helpers/routes.ts"
import { addDays } from "../../../src/lib/day.ts"
import { today } from "../../helpers/day.ts"
import { beside, LAST, unheld, unlogged } from "../../helpers/change-rules.ts"
import { isNullable, type Schema, valuesOf } from "../../helpers/values.ts"

/**
 * What is sent to make or change a record is what the record has afterwards, field by field, and the log says so: which
 * field, what it was, and what it is. One rule for all records that the description lets one change.
 */

type Row = Record<string, any>
const api: any = describeApi(routes)
const fieldsOf = (operation: Row | undefined): Record<string, Schema> => {
  const schema = operation?.["requestBody"]?.content["application/json"]?.schema ?? {}
  return (schema.$ref ? api.components.schemas[schema.$ref.split("/").at(-1)] : schema).properties ?? {}
}
/** Addresses at which a record is changed. */
const changed = Object.keys(api.paths).filter((path) => api.paths[path].patch)

const app = createTestApp({ env: { LOGIN_FAILURES_PER_ADDRESS: "1000000" } })
afterAll(() => app.close())

let firma: Company
let chefin: string
/** Values of fields that name other records, or that only some values go together with. */
let given: Record<string, unknown[]>
/** Where records are that are not made with a few fields. */
let known: Record<string, string>
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

async function call(method: string, path: string, body?: unknown, tenant?: string, version?: number) {
  const token = path.startsWith("/api/tenants") || tenant ? chefin : firma.admin.token
  const headers = {
    ...(tenant && { "x-tenant-id": tenant }),
    ...(version !== undefined && { "if-match": `"${version}"` }),
  }
  return app.call(method, path, { token, headers, ...(body !== undefined && { body }) })
}
async function done(method: string, path: string, body?: unknown): Promise<Row> {
  const reply = await call(method, path, body)
  const problem = reply.body?.errors ?? reply.body?.error
  expect([method, path, body, problem]).toEqual([method, path, body, undefined])
  return reply.body
}

beforeAll(async () => {
  firma = await app.company("firma")
  chefin = (await app.superadmin()).token
  const other = await app.account(firma.id, "fahrer")
  const kunde = (await done("POST", "/api/kunden", { name: "Adler" }))["id"]
  const standort = async (name: string) =>
    (await done("POST", "/api/standorte", { kunde_id: kunde, name }))["id"]
  const artikel = { art: "einzeln", ust_klasse: "warenumschliessung", pfand_cent: 150 }
  const make = async (nummer: string) =>
    (await done("POST", "/api/pfandartikel", { ...artikel, nummer, bezeichnung: nummer }))["id"]
  const [kasten, fass] = [await make("KASTEN"), await make("FASS")]
  const line = (pfandartikel_id: string, more: object) => [{ pfandartikel_id, ...more }]
  const raw = new FormData()
  raw.set("bild", new File([Buffer.from(PICTURE, "base64")], "a.png"))
  const picture = (await app.call("POST", `/api/kunden/${kunde}/bilder`, { token: firma.admin.token, raw }))
    .body
  // From the first change on, settings are a record.
  await done("PATCH", "/api/versand", { absender_name: "Hof" })
  await done("PATCH", "/api/datev/einstellungen", { berater: 4711 })
  await done("PATCH", "/api/fahrer/einstellungen", { ungeplant_erlaubt: 0 })
  known = { "/api/kunden/{id}/bilder/{bild_id}": `/api/kunden/${kunde}/bilder/${picture.id}` }
  given = {
    kunde_id: [kunde],
    fahrer_id: [firma.fahrer.id, other.id],
    standort_id: [await standort("Laden"), await standort("Halle")],
    "pfandartikel bestandteile": [undefined],
    "lieferungen positionen": [
      line(kasten, { soll_ausgabe: 2, soll_ruecknahme: 1 }),
      line(fass, { soll_ausgabe: 3, soll_ruecknahme: 0 }),
    ],
    "liefertage positionen": [
      line(kasten, { soll_ausgabe: 2, soll_ruecknahme: 1 }),
      line(fass, { soll_ausgabe: 3, soll_ruecknahme: 0 }),
    ],
    "webhooks adresse": ["https://eins.example/", "https://zwei.example/"],
    arten: [["geraete.status"], ["lieferungen.geplant"]],
    spalten: [["ort"], ["plz"]],
    fehlschlag_gruende: [["Hund"], ["Niemand da"]],
    "ansichten adresse": ["q=adler", "q=krone"],
    liste: ["kunden"],
    "liefertage bis": [15, 22].map((days) => addDays(today(), days)),
    "kunden art": ["unternehmen", "verbraucher"],
    password: ["ein ganz anderes Kennwort"],
    admin: [undefined],
  }
})

const folderOf = (path: string): string => path.split("/")[2] ?? ""
const choices = (path: string, name: string, schema: Schema): unknown[] =>
  given[`${folderOf(path)} ${name}`] ?? given[name] ?? valuesOf(name, schema)

/** @returns the fields that can be changed, those at the end that others depend on */
const changeable = (path: string): [string, Schema][] =>
  Object.entries(fieldsOf(api.paths[path].patch))
    .filter(([name]) => !(`${folderOf(path)} ${name}` in unheld))
    .toSorted(([one], [other]) => Number(LAST.has(one)) - Number(LAST.has(other)))

const isReference = ([name, { format, anyOf }]: [string, Schema]): boolean =>
  name !== "id" && (format ?? anyOf?.[0]?.format) === "uuid"
const isPlain = (value: unknown): boolean => value === null || typeof value !== "object"
const worded = (value: unknown): string | null => ((value ?? null) === null ? null : String(value))
const sorted = (changes: Row[]): Row[] => changes.toSorted((a, b) => (a["feld"] < b["feld"] ? -1 : 1))

describe.each(changed)("%s", (path) => {
  const collection = path.replace(/\/\{\w+\}$/, "")
  const { post } = api.paths[collection] ?? {}
  const isMade = path !== collection && post.requestBody.content["application/json"] !== undefined
  const names = new Set(
    [...Object.keys(fieldsOf(api.paths[path].patch)), ...Object.keys(fieldsOf(post))].filter(
      (name) => !(`${folderOf(path)} ${name}` in unlogged),
    ),
  )
  let address = path
  let company: string | undefined

  async function show(): Promise<Row> {
    if (api.paths[path].get) return done("GET", address)
    const { items } = await done("GET", address.replace(/\/[^/]+$/, ""))
    return items.find(({ id }: Row) => address.endsWith(id)) ?? {}
  }
  async function entries(): Promise<Row[]> {
    return (await call("GET", "/api/protokoll?limit=2", undefined, company)).body.items
  }
  /** What the log has to say of a change. */
  const differences = (before: Row, after: Row) =>
    [...names]
      .filter(
        (name) =>
          isPlain(after[name]) && isPlain(before[name]) && worded(before[name]) !== worded(after[name]),
      )
      .map((feld) => ({ feld, vorher: worded(before[feld]), nachher: worded(after[feld]) }))

  const isList = (name: string): boolean =>
    [api.paths[path].patch, post].some((one) => fieldsOf(one)[name]?.type === "array")

  /** Holds that there is one more entry, which says this. */
  async function holdEntry(latest: Row | undefined, verb: RegExp, id: string, changes: Row[]): Promise<void> {
    const [entry, before] = await entries()
    expect(before?.["id"]).toBe(latest?.["id"])
    const { aktion, datensatz_id, aenderungen } = entry as Row
    expect([aktion, datensatz_id]).toEqual([expect.stringMatching(verb), id])
    const told = (aenderungen as Row[]).filter(({ feld }) => names.has(feld) && !isList(feld))
    expect(sorted(told)).toEqual(sorted(changes))
  }

  beforeAll(() => {
    address = known[path] ?? address
  })

  if (isMade)
    test("has what was sent when it was made", async () => {
      const sent = Object.fromEntries(
        Object.entries(fieldsOf(post))
          .filter(([name]) => name !== "id")
          .map(([name, schema]) => [name, choices(path, name, schema)[0]])
          .filter(([, value]) => value !== undefined),
      )
      const isCompany = folderOf(path) === "tenants"
      const latest = isCompany ? undefined : (await entries())[0]
      const id = Bun.randomUUIDv7()
      for (const [name] of Object.entries(fieldsOf(post)).filter(isReference)) {
        const { status } = await call("POST", collection, { ...sent, [name]: id })
        expect([name, status]).toEqual([name, 404])
      }
      const made = await done("POST", collection, { ...sent, id })
      address = `${collection}/${made["id"]}`
      if (isCompany) company = made["id"]
      const stored = await show()
      expect(stored).toMatchObject(Object.fromEntries(Object.entries(sent).filter(([name]) => name in made)))
      await holdEntry(latest, /[.](angelegt|geplant)$/, id, differences({}, stored))
      // The same again finds what it made; other content under the same id is refused.
      const again = await call("POST", collection, { ...sent, id })
      expect([again.status, again.body.id]).toEqual([200, id])
      const [name = "", schema = {}] =
        Object.entries(fieldsOf(post)).find(
          ([one]) => one.startsWith("zeit") || /name|bezeichnung/.test(one),
        ) ?? []
      const other = { ...sent, id, [name]: choices(path, name, schema)[1] }
      expect([name, (await call("POST", collection, other)).status]).toEqual([name, 409])
      await holdEntry(latest, /[.](angelegt|geplant)$/, id, differences({}, stored))
    })

  test.each(changeable(path))("changes %s, and says so", async (name, schema) => {
    const change = async (value: unknown): Promise<void> => {
      const [before, [latest]] = [await show(), await entries()]
      const body = { ...beside[`${folderOf(path)} ${name}`], [name]: value }
      const reply = await done("PATCH", address, body)
      const after = await show()
      expect(after).toMatchObject(body)
      expect(reply).toMatchObject(body)
      const changes = isPlain(value) ? differences(before, after) : []
      if (isPlain(value) && names.has(name)) expect(changes.map(({ feld }) => feld)).toContain(name)
      await holdEntry(latest, /[.]((\w+_)?geaendert|angelegt)$/, after["id"] ?? expect.any(String), changes)
      await done("PATCH", address, body)
      expect([name, (await show())["version"]]).toEqual([name, after["version"]])
    }
    const { [name]: now } = await show()
    const values = choices(path, name, schema)
    // A line of a record has more than what is sent.
    await change(isList(name) ? values[1] : values.find((one) => one !== now))
    if (isNullable(schema)) await change(null)
  })

  test("stays as it is for whoever has seen an earlier one", async () => {
    const [before, [latest]] = [await show(), await entries()]
    const [[name, schema] = ["", {}]] = changeable(path)
    const body = { [name]: choices(path, name, schema).find((one) => one !== before[name]) }
    for (const method of ["PATCH", "DELETE"]) {
      if (!(412 in (api.paths[path][method.toLowerCase()]?.responses ?? {}))) continue
      const old = await call(
        method,
        address,
        method === "PATCH" ? body : undefined,
        undefined,
        before["version"] - 1,
      )
      expect([method, old.status]).toEqual([method, 412])
    }
    expect(await show()).toEqual(before)
    expect((await entries())[0]).toEqual(latest)
    const seen = await call("PATCH", address, body, undefined, before["version"])
    expect([seen.status, seen.body]).toEqual([200, expect.objectContaining(body)])
  })

  const named = changeable(path).filter(isReference)
  if (named.length > 0)
    test("names no record that is not there", async () => {
      const before = await show()
      for (const [name] of named)
        expect([name, (await call("PATCH", address, { [name]: Bun.randomUUIDv7() })).status]).toEqual([
          name,
          404,
        ])
      expect(await show()).toEqual(before)
    })

  if (api.paths[path].delete)
    test("is gone, and the log has what it was", async () => {
      const [before, [latest]] = [await show(), await entries()]
      expect((await call("DELETE", address)).status).toBe(204)
      expect((await call("DELETE", address)).status).toBe(404)
      await holdEntry(latest, /[.]geloescht$/, before["id"], differences(before, {}))
    })
})
