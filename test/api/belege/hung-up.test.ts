import { afterAll, beforeAll, expect, test } from "bun:test"
import { createApp } from "../../../src/app.ts"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Callers of documents who do not wait for them. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "hof")
  const line = { pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }
  const body = { kunde_id: hof.kunden[0], positionen: Array.from({ length: 200 }, () => line) }
  for (let i = 0; i < 5; i++) await app.call("POST", "/api/pfandbuchungen", { token: hof.admin.token, body })
  // Routes and the library are loaded with the first of each.
  for (const answer of [await confirmation(1), await request(UNKEPT)]) expect(answer.status).toBe(200)
})

const front = createApp(app.deps)

async function request(path: string, signal?: AbortSignal): Promise<Response> {
  const headers = { host: "localhost", authorization: `Bearer ${hof.admin.token}` }
  return front(new Request(`http://localhost${path}`, { headers, ...(signal && { signal }) }))
}

const UNKEPT = "/api/pruefexport/verfahrensdokumentation.pdf"

/** A document of dozens of pages, which is drawn in many turns of the loop. */
const statement = (signal: AbortSignal): Promise<Response> =>
  request(`/api/kunden/${hof.kunden[0]}/kontoauszug.pdf`, signal)

/** @param day of January, by which its document is known */
const confirmation = (day: number, signal?: AbortSignal): Promise<Response> =>
  request(
    `/api/kunden/${hof.kunden[0]}/saldenbestaetigung.pdf?stichtag=2025-01-${String(day).padStart(2, "0")}`,
    signal,
  )

/** @returns kinds and days of the documents that are kept, the newest first */
async function kept(): Promise<string[]> {
  const { body } = await app.call("GET", "/api/belege", { token: hof.admin.token })
  return body.items.map(({ art, bis }: { art: string; bis: string }) =>
    art === "kontoauszug" ? art : bis.slice(-2),
  )
}

/** Lets requests that were just sent come to printing. A statement takes many more turns than these. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

test("documents are not printed for callers who hung up while they waited; one that has begun is kept", async () => {
  const caller = new AbortController()
  const begun = statement(caller.signal)
  await turns(3)
  const gone = range(2, 20).map((day) => confirmation(day, caller.signal))
  await turns(30)
  caller.abort()
  expect((await confirmation(21)).status).toBe(200)
  expect((await begun).status).toBe(200)
  expect((await Promise.all(gone)).map(({ status }) => status)).toEqual(gone.map(() => 499))
  expect(await kept()).toEqual(["21", "kontoauszug", "01"])
})

test("callers who hung up leave their places to others", async () => {
  const caller = new AbortController()
  const begun = statement(caller.signal)
  await turns(3)
  const gone = range(1, 31).map((day) => confirmation(day, caller.signal))
  await turns(30)
  caller.abort()
  const live = await Promise.all(range(1, 20).map(() => confirmation(1)))
  expect(live.map(({ status }) => status)).toEqual(live.map(() => 200))
  await Promise.all([begun, ...gone])
})

test("a document that is not kept is not drawn to its end when its caller hangs up", async () => {
  const caller = new AbortController()
  const drawing = request(UNKEPT, caller.signal)
  await turns(3)
  caller.abort()
  expect((await drawing).status).toBe(499)
})

test("a program that may not have one made is refused at once, behind whatever is being printed", async () => {
  const { token } = hof.admin
  const rechte = ["kunden.lesen", "buchungen.lesen"]
  const gueltig_bis = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const body = { name: "Liest nur", rechte, gueltig_bis }
  const { schluessel } = (await app.call("POST", "/api/programmzugaenge", { token, body })).body
  const ended: (string | number)[] = []
  const begun = statement(new AbortController().signal).then(() => ended.push("gedruckt"))
  await turns(3)
  const path = `/api/kunden/${hof.kunden[0]}/erinnerung.pdf?ab_tagen=0`
  const { status } = await app.call("GET", path, { token: schluessel })
  ended.push(status)
  await begun
  expect(ended).toEqual([403, "gedruckt"])
})
