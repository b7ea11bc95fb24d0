import { afterAll, beforeAll, expect, test } from "bun:test"
import { createApp } from "../../../src/app.ts"
import { routes } from "../../helpers/routes.ts"
import { drawing } from "../../../src/ops/demo/drawing.ts"
import { type Account, createTestApp } from "../../helpers/app.ts"
import { example } from "../../helpers/example.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Attempts of a driver who knows the source and all ids: no route that drivers may call gives it away. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
let colleague: Account
const lieferung: Record<"foreign" | "delivered" | "inherited" | "passedOn", string> = {} as never
let failed: { id: string; grund: string }
let feierabend: string
let standort = ""
let inventur: string
let counted: string
/** Text that must not come out, and of which kind it is. */
const hidden: Record<string, string> = {
  "ZAHLT-SCHLECHT": "the office's note of a customer",
  "987654": "a customer's account in the books",
  "FREMDER-HINWEIS": "another driver's delivery",
  "FREMDER-EMPFAENGER": "another driver's delivery",
  "NEUER-HINWEIS": "what became of a delivery that is another driver's by now",
  "FRUEHERER-GRUND": "a colleague's earlier attempt",
  "FREMDE-ZAEHLUNG": "a colleague's evening",
}

const post = async (path: string, body: object, { token }: Account) => {
  const reply = await app.call("POST", `/api/${path}`, { token, body })
  if (reply.status > 201) throw new Error(`${path}: ${reply.text}`)
  return reply.body
}
function photo(id: string, { token }: Account, more: Record<string, string> = {}, bytes = drawing(1)) {
  const raw = new FormData()
  raw.append("bild", new File([new Uint8Array(bytes)], "a.png"))
  for (const [name, value] of Object.entries({ art: "beweis", ...more })) raw.append(name, value)
  return app.call("POST", `/api/lieferungen/${id}/bilder`, { token, raw })
}
async function takePicture(id: string, who: Account): Promise<void> {
  const { body } = await photo(id, who)
  for (const path of [body.url, body.vorschau_url]) hidden[path] = "a colleague's picture"
}

beforeAll(async () => {
  hof = await yard(app, "hof")
  colleague = await app.account(hof.id, "fahrer")
  const [kunde_id] = hof.kunden
  await app.call("PATCH", `/api/kunden/${kunde_id}`, {
    token: hof.user.token,
    body: { notiz: "ZAHLT-SCHLECHT", debitor_nr: 987654 },
  })
  const plan = async (fahrer: Account, hinweis: string, positionen: object[] = []) =>
    (
      await post(
        "lieferungen",
        { kunde_id, fahrer_id: fahrer.id, datum: "2026-03-31", hinweis, positionen },
        hof.user,
      )
    ).id
  const [geraet_id] = hof.geraete
  lieferung.foreign = await plan(colleague, "FREMDER-HINWEIS")
  await post(`lieferungen/${lieferung.foreign}/start`, {}, colleague)
  await takePicture(lieferung.foreign, colleague)
  lieferung.delivered = await plan(colleague, "FREMDER-HINWEIS", [{ geraet_id, soll_ausgabe: 1 }])
  await post(`lieferungen/${lieferung.delivered}/start`, {}, colleague)
  const done = { empfaenger_name: "FREMDER-EMPFAENGER", positionen: [{ geraet_id, ist_ausgabe: 1 }] }
  await post(`lieferungen/${lieferung.delivered}/abschluss`, done, colleague)
  lieferung.inherited = await plan(colleague, "für beide")
  await post(`lieferungen/${lieferung.inherited}/start`, {}, colleague)
  await takePicture(lieferung.inherited, colleague)
  await post(`lieferungen/${lieferung.inherited}/fehlschlag`, { grund: "FRUEHERER-GRUND" }, colleague)
  const again = (fahrer: Account) => ({ datum: "2026-04-02", fahrer_id: fahrer.id })
  await post(`lieferungen/${lieferung.inherited}/neu-planen`, again(hof.fahrer), hof.user)
  lieferung.passedOn = await plan(hof.fahrer, "erst meine")
  failed = { id: Bun.randomUUIDv7(), grund: "Geschlossen" }
  await post(`lieferungen/${lieferung.passedOn}/start`, {}, hof.fahrer)
  await post(`lieferungen/${lieferung.passedOn}/fehlschlag`, failed, hof.fahrer)
  await post(`lieferungen/${lieferung.passedOn}/neu-planen`, again(colleague), hof.user)
  await app.call("PATCH", `/api/lieferungen/${lieferung.passedOn}`, {
    token: hof.user.token,
    body: { hinweis: "NEUER-HINWEIS", positionen: [{ pfandartikel_id: hof.fass, soll_ausgabe: 77 }] },
  })
  await takePicture(lieferung.passedOn, colleague)
  const evening = { datum: "2026-03-31", bemerkung: "FREMDE-ZAEHLUNG", positionen: [] }
  feierabend = (await post("feierabend", evening, colleague)).id
  standort = (await post("standorte", { kunde_id, name: "Keller" }, hof.user)).id
  // Everybody who counts the yard sees who counted how much, but takes back only their own.
  inventur = (await post("inventuren", { bezeichnung: "Juni", mit_geraeten: 0 }, hof.user)).id
  const positionen = [{ pfandartikel_id: hof.fass, menge: 3 }]
  counted = (await post(`inventuren/${inventur}/zaehlungen`, { positionen }, colleague)).erfassung_id
  for (const id of [lieferung.foreign, lieferung.delivered, feierabend])
    hidden[id] = "the id of what is another driver's"
})

const front = createApp(app.deps)
async function said(method: string, path: string, body?: unknown): Promise<string> {
  const headers = { host: "localhost", authorization: `Bearer ${hof.fahrer.token}` }
  await new Promise(setImmediate)
  const response = await front(
    new Request(`http://localhost${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  const sent = [...response.headers].join("\n")
  if (response.headers.get("content-type") !== "application/pdf") return sent + (await response.text())
  return sent + pdfText(await response.bytes())
}
const found = (text: string): string[] =>
  Object.entries(hidden).flatMap(([secret, kind]) => (text.includes(secret) ? `${secret}: ${kind}` : []))

/** Every value that may stand behind a parameter of a path. */
function values(parameter: string): string[] {
  if (parameter.endsWith("datum")) return ["2026-03-31", "2026-04-02"]
  if (parameter.endsWith(":code")) return ["G-1"]
  if (parameter.endsWith("fahrer_id")) return [hof.fahrer.id, colleague.id]
  if (parameter === "feierabend/:id") return [feierabend]
  if (parameter === "inventuren/:id") return [inventur]
  if (parameter === "standorte/:id") return [standort]
  if (parameter === "zaehlungen/:erfassung_id") return [counted]
  if (parameter === "lieferungen/:id") return Object.values(lieferung)
  const all = { kunden: hof.kunden, geraete: hof.geraete, pfandartikel: [hof.fass, hof.kasten] }
  return [...(all[parameter.split("/")[0] as "kunden"] ?? [])]
}
function fill(path: string): string[] {
  const parameter = /(\w+\/)?:\w+/.exec(path)?.[0]
  if (parameter === undefined) return [path]
  const some = values(parameter.startsWith(":") ? `/${parameter}` : parameter)
  expect([parameter, some.length]).not.toEqual([parameter, 0])
  return some.flatMap((value) => fill(path.replace(/:\w+/, value)))
}

const QUERIES: Record<string, () => string[]> = {
  "/api/kunden": () => ["?limit=200", "?q=zahlt", "?q=987654", "?sort=-aktualisiert_am"],
  "/api/touren": () => ["?datum=2026-03-31", "?datum=2026-04-02"],
  "/api/feierabend": () => ["", `?fahrer_id=${colleague.id}`, "?datum=2026-03-31"],
  "/api/lieferungen": () =>
    ["", `fahrer_id=${colleague.id}`, "ohne_fahrer=1", `kunde_id=${hof.kunden[0]}`, "status=zugestellt"].map(
      (query) => `?${query}`,
    ),
}

test("no read of a driver tells what is the office's, or a colleague's", async () => {
  const reads = routes.filter(
    ({ method, options }) =>
      method === "GET" &&
      (options.scope === "account" || (options.scope === "tenant" && options.roles?.includes("fahrer"))),
  )
  expect(reads.length).toBeGreaterThan(20)
  for (const { path } of reads)
    for (const address of fill(path).flatMap((one) =>
      (QUERIES[path]?.() ?? [""]).map((query) => one + query),
    ))
      expect([address, found(await said("GET", address))]).toEqual([address, []])
}, 120_000)

test("no write does either, whatever it names", async () => {
  const writes = routes.filter(
    ({ method, options }) =>
      method !== "GET" && options.scope === "tenant" && options.roles?.includes("fahrer"),
  )
  const id = (): object => ({ id: Bun.randomUUIDv7() })
  for (const { method, path, options } of writes)
    for (const address of fill(path)) {
      const body = options.body && { ...(example(options.body) as object), versuch: 1 }
      for (const more of [{}, id()])
        expect([address, found(await said(method, address, body && { ...body, ...more }))]).toEqual([
          address,
          [],
        ])
    }
})

test("of a stop that never was theirs a driver finds nothing, as of one that is not there", async () => {
  const { foreign } = lieferung
  const gone = { error: "Lieferung nicht gefunden" }
  const klaerung = { art: "abschluss", lieferung_id: foreign, ablehnung: "nein", angaben: {} }
  for (const [path, body] of [
    [`lieferungen/${foreign}/start`, { versuch: 1 }],
    [`lieferungen/${foreign}/abschluss`, { id: Bun.randomUUIDv7(), positionen: [] }],
    [`lieferungen/${foreign}/fehlschlag`, { versuch: 9, grund: "Geschlossen" }],
    ["klaerungen", klaerung],
  ] as const) {
    const { status, body: answer } = await app.call("POST", `/api/${path}`, { token: hof.fahrer.token, body })
    expect([path, status, answer]).toEqual([path, 404, gone])
  }
  // Nor by a picture that is none, or by an attempt that there was not.
  for (const reply of [
    await photo(foreign, hof.fahrer, { versuch: "9" }),
    await photo(foreign, hof.fahrer, {}, Buffer.from("kein Bild")),
    await photo(lieferung.inherited, hof.fahrer, { versuch: "1" }),
  ])
    expect([reply.status, reply.body]).toEqual([404, gone])
})

test("a repetition is acknowledged, and tells nothing of what became of the stop", async () => {
  const { status, body, text } = await app.call("POST", `/api/lieferungen/${lieferung.passedOn}/fehlschlag`, {
    token: hof.fahrer.token,
    body: failed,
  })
  expect([status, body.id, body.fahrer_id, body.positionen]).toEqual([200, lieferung.passedOn, null, []])
  expect(found(text)).toEqual([])
})

test("the office sees all of it", async () => {
  const { token } = hof.user
  const { body } = await app.call("GET", `/api/lieferungen/${lieferung.inherited}/versuche`, { token })
  expect(body.items).toMatchObject([{ versuch: 1, fahrer_id: colleague.id, grund: "FRUEHERER-GRUND" }])
  const pictures = await app.call("GET", `/api/lieferungen/${lieferung.inherited}/bilder`, { token })
  expect(pictures.body.items.length).toBe(1)
  const ways = await app.call("GET", `/api/geraete/${hof.geraete[0]}/bewegungen`, { token })
  expect(ways.body.items[0].lieferung_id).toBe(lieferung.delivered)
})
