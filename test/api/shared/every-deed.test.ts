import { afterAll, beforeAll, expect, setSystemTime, spyOn, test } from "bun:test"
import { Database } from "bun:sqlite"
import { join } from "node:path"
import { createTestApp } from "../../helpers/app.ts"
import { addressesOf, linesOf } from "../../helpers/after-deeds.ts"
import { type Deed, deedsOf, type Ids } from "../../helpers/deeds.ts"
import { refusals } from "../../helpers/refusals.ts"
import { routes } from "../../helpers/routes.ts"
import { yard, type Yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/**
 * What the log has of each deed, held against taten.txt: which action, of which record, what was and what is.
 * `TATEN=schreiben bun test` this file writes it anew, to be read as a change.
 */

const FILE = join(import.meta.dir, "taten.txt")
const START = Date.parse("2026-03-11T09:00:00Z")
/** After all deeds. */
const LATER = "2026-03-20T09:00:00Z"
/** What is made in the same instant has the same order each time. */
let count = 0
const ids7 = spyOn(Bun, "randomUUIDv7").mockImplementation(((_: unknown, ms = Date.now()) => {
  const [time, rest] = [Number(ms).toString(16).padStart(12, "0"), (++count).toString(16).padStart(12, "0")]
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${rest}`
}) as typeof Bun.randomUUIDv7)
setSystemTime(new Date(START))
const app = createTestApp()
afterAll(() => app.close())
afterAll(() => {
  ids7.mockRestore()
  setSystemTime()
})
let hof: Yard
const ids: Ids = {}
beforeAll(async () => {
  hof = await yard(app, "hof")
})

/** What is sent and does not come back, and where it is. */
const elsewhere: Record<string, string> = {
  "POST mitarbeiter/:person/passwort password": "secret",
  "POST pfandartikel/:fass/umbewertung grund": "with the bookings",
  "POST geraete/:kuehler/ausgabe notiz": "with the device's moves",
  "POST geraete/:kuehler/ruecknahme kunde_id": "who had it",
  "POST geraete/:kuehler/ruecknahme notiz": "with the device's moves",
  "POST geraete/:kuehler/status notiz": "with the device's moves",
  "POST touren/2026-03-18/kopie von": "with the day that is copied",
  "PUT versand/mailserver passwort": "secret",
}
const unsaid: string[] = []

type Entry = {
  id: string
  aktion: string
  datensatz_id: string
  mitarbeiter_name: string
  aenderungen: { feld: string; vorher: string | null; nachher: string | null }[]
}

test("of each deed, the log has what it was and what it is", async () => {
  const { deeds, ids: first } = deedsOf(hof)
  Object.assign(ids, first)
  const lines: string[] = []
  let latest = ""
  for (const [nr, deed] of deeds.entries()) {
    setSystemTime(new Date(START + (nr + 1) * 60_000))
    const entries = await doIt(deed)
    const fresh = entries.slice(
      0,
      entries.findIndex(({ id }) => id === latest),
    )
    latest = entries[0]?.id ?? latest
    lines.push(
      deed.what,
      ...(nr === 0 ? entries.slice(0, 1) : fresh).toReversed().flatMap((one) => told(one)),
    )
  }
  const now = `${lines.join("\n")}\n`
  if (process.env["TATEN"] === "schreiben") await Bun.write(FILE, now)
  expect(unsaid).toEqual(Object.keys(elsewhere))
  expect(now).toBe(await Bun.file(FILE).text())
})

const plain = (path: string): string =>
  path.replaceAll(/(?<=\/)(?::\w+|\d{4}-\d\d-\d\d|tuev)(?=\/|$)/g, ":").replace(/^(.*) (?!\/api)/, "$1 /api/")
const routeOf = (what: string) =>
  routes.find(({ method, path }) => plain(`${method} ${path}`) === plain(what))

const filled = (text: string): string =>
  text.replaceAll(
    /(?<=\/):([a-z]+)|(?<="):([a-z]+)(?=")/g,
    (_, inPath: string, inBody: string) => ids[inPath ?? inBody] ?? "",
  )

async function doIt({ what, body, als = "admin", makes }: Deed): Promise<Entry[]> {
  const [method = "", path = ""] = what.split(" ")
  const { token } = hof[als]
  const route = routeOf(what)
  // What a move was seen as stands in its body.
  const early = "version" in (route?.options.body?.["properties"] ?? {}) ? { version: 99 } : {}
  const isRepeated = "id" in (route?.options.body?.["properties"] ?? {})
  const id = Bun.randomUUIDv7()
  const send = (more: object = {}, headers: Record<string, string> = {}) =>
    app.call(method, `/api/${filled(path)}`, {
      token,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { raw: filled(JSON.stringify({ ...body, ...more })) }),
    })
  if (route?.options.refusals?.stale)
    expect([what, (await send(early, { "if-match": '"99"' })).status]).toEqual([what, 412])
  const reply = await send(isRepeated ? { id } : {})
  const problem = reply.body?.errors ?? reply.body?.error
  expect([what, problem]).toEqual([what, undefined])
  for (const [name, value] of Object.entries(body ?? {}))
    if (typeof value === "string" && !value.startsWith(":") && !reply.text.includes(value))
      unsaid.push(`${what} ${name}`)
  if (makes)
    ids[makes] =
      reply.body.bewegungen?.[0].id ?? reply.body.vorgang_id ?? reply.body.erfassung_id ?? reply.body.id
  return (await read("protokoll?limit=50")).body.items
}

/** Ids are named where they have a name; what is different each time is left out. */
function word(text: string | null, known: Ids): string {
  const names = Object.fromEntries(Object.entries(known).map(([name, id]) => [id, `:${name}`]))
  return (
    (text ?? "–")
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, (id) => names[id] ?? "‹id›")
      .replaceAll(/\b[\da-f]{64}\b/g, "‹hash›")
      .replaceAll(/(?<=anlage: ")[\da-f]{16}/g, "‹Anlage›")
      .replaceAll(/(?<=pfandwerk_)[\w-]+/g, "‹Anfang›")
      // Made of ids, and different with each that is drawn before.
      .replaceAll(/LS-\d{8}-[\dA-F]{6}/g, "‹Lieferschein›")
      .replaceAll(/(?<=version: ")[\w-]{20,}/g, "‹Stand›")
  )
}

function told({ aktion, datensatz_id, mitarbeiter_name, aenderungen }: Entry): string[] {
  const changes = aenderungen
    .filter(({ feld }) => feld !== "id" && feld !== "erstellt_am")
    .map(({ feld, vorher, nachher }) => `    ${feld}: ${word(vorher, ids)} → ${word(nachher, ids)}`)
  return [`  ${aktion} ${word(datensatz_id, ids)} (${mitarbeiter_name})`, ...changes]
}

test("whatever changed a record that programs follow, an event tells its version", () => {
  using db = new Database(join(app.dir, "pfandwerk.db"), { readonly: true })
  const untold = ["lieferungen", "geraete", "klaerungen"].flatMap((table) =>
    db
      .query<{ id: string }, []>(
        `SELECT t.id, t.version, (SELECT max(e.datensatz_version) FROM ereignisse e
           WHERE e.tenant_id = t.tenant_id AND e.datensatz_id = t.id AND e.art LIKE '${table}.%') AS told
         FROM ${table} t WHERE t.version > 1 AND t.version IS NOT told`,
      )
      .all()
      .map((row) => ({ ...row, id: word(row.id, ids), table })),
  )
  expect(untold).toEqual([])
})

test("what is noted with a device's moves and with a revaluation is there", async () => {
  const { items: moves } = (await read(`geraete/${hof.geraete[0]}/bewegungen?sort=id`)).body
  expect(moves.map(({ notiz }: { notiz: string }) => notiz)).toEqual(["Im Keller", "Leckt", "Dicht"])
  const { items } = (await read(`pfandbuchungen?pfandartikel_id=${hof.fass}&sort=lfd_nr`)).body
  expect(items.map(({ grund }: { grund: string | null }) => grund)).toContainEqual(
    expect.stringContaining("Teurer"),
  )
})

const read = (path: string) => app.call("GET", `/api/${path}`, { token: hof.admin.token })

test("after all deeds, each address answers what they came to", async () => {
  await travel(app, hof, LATER)
  const lines: string[] = []
  for (const address of addressesOf()) {
    const { token } = address.startsWith("fahrer/tag") ? hof.fahrer : hof.admin
    const path = address.replaceAll(/:([a-z]+)/g, (_, name: string) => ids[name] ?? "")
    const { status, body, text } = await app.call("GET", `/api/${path}`, { token })
    lines.push(
      `GET ${address} ${status === 200 ? "" : status}`.trim(),
      ...(body ? linesOf(body) : [text.slice(0, 99)]),
    )
  }
  const file = join(import.meta.dir, "danach.txt")
  const now = `${lines.map((line) => word(line, ids)).join("\n")}\n`
  if (process.env["TATEN"] === "schreiben") await Bun.write(file, now)
  expect(now).toBe(await Bun.file(file).text())
})

test("what cannot be done any more, or not so, is refused in these words", async () => {
  await travel(app, hof, LATER)
  const lines: string[] = []
  for (const { what, body, als = "admin" } of refusals) {
    const [method = "", path = ""] = what.split(" ")
    const headers: Record<string, string> = body ? { "content-type": "application/json" } : {}
    const raw = body && { raw: filled(JSON.stringify(body)) }
    const reply = await app.call(method, `/api/${filled(path)}`, { token: hof[als].token, headers, ...raw })
    const { error, errors = [] } = reply.body ?? {}
    const fields = errors.map((one: { path: string; msg: string }) => `${one.path} ${one.msg}`)
    lines.push(what, `  ${reply.status} ${error ?? fields.join("; ")}`)
  }
  const file = join(import.meta.dir, "weigerungen.txt")
  const now = `${lines.map((text) => word(text, ids)).join("\n")}\n`
  if (process.env["TATEN"] === "schreiben") await Bun.write(file, now)
  expect(now).toBe(await Bun.file(file).text())
  expect(lines.filter((text) => /^ {2}[123]/.test(text))).toEqual([])
})

test("a period may be one day, and only of a list may it end before it begins", async () => {
  const { token } = await app.account(hof.id, "admin")
  const said: Record<string, number[]> = {}
  for (const { method, path, options } of routes) {
    const { von, bis, limit } = options.query?.properties ?? {}
    if (method !== "GET" || options.scope !== "tenant" || !von || !bis || limit) continue
    const address = path.replace("/api/kunden/:id", `/api/kunden/${hof.kunden[0]}`)
    const statusOf = async (from: string) =>
      (await app.call("GET", `${address}?von=${from}&bis=2026-03-19`, { token })).status
    said[path] = [await statusOf("2026-03-19"), await statusOf("2026-03-20")]
  }
  const bad = Object.entries(said).filter(
    ([path, status]) => String(status) !== (path.includes("/export/") ? "200,200" : "200,400"),
  )
  expect([Object.keys(said).length > 8, bad]).toEqual([true, []])
})

/** Requests of which other tests hold what they write, as each takes a way of its own. */
const others = {
  import: /^(POST anfangsbestaende|POST einrichtung|POST \w+\/import)/,
  "api/auth, api/sitzung": /^\w+ (auth|sitzung)/,
  "api/nachrichten, api/versand": /(versand|postversand|probe|freigabe|noch-einmal|erledigt|nachrichten)$/,
  "api/pictures, api/tenant, api/geraete": /(bilder|bild_id|logo|dokument)$/,
  "api/belege": /(link|antwort)$/,
  "api/geraete/standort": /umstellung$/,
  "api/kunden/loeschung": /loeschung$/,
  "api/datev": /datev\/exporte$/,
  "api/pfandpruefung, where the ledger of an earlier version is": /ausgleich$/,
  "nothing is written": /vorschau$/,
}

test("each request that writes is made: here, as the change of a record, or by tests of its own", () => {
  const made = new Set(deedsOf(hof).deeds.map(({ what }) => plain(what)))
  const collection = (path: string) => path.replace(/\/:\w+$/, "")
  const records = new Set(
    routes.filter(({ method }) => method === "PATCH").map(({ path }) => collection(path)),
  )
  const missed = routes
    .filter(({ method, options }) => method !== "GET" && !options.undocumented)
    .filter(({ path }) => !records.has(collection(path)))
    .map(({ method, path }) => `${method} ${path.slice("/api/".length)}`)
    .filter((what) => !made.has(plain(what)))
  expect(missed.filter((what) => !Object.values(others).some((one) => one.test(what)))).toEqual([])
  expect(Object.values(others).filter((one) => !missed.some((what) => one.test(what)))).toEqual([])
})
