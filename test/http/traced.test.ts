import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { createApp } from "../../src/app.ts"
import { routes } from "../helpers/routes.ts"
import { keepBeleg } from "../../src/api/belege/ablage.ts"
import type { Route } from "../../src/api/frame/route.ts"
import { auftraege } from "../../src/db/schema.ts"
import { jobFile, writeJobFile } from "../../src/lib/job-files.ts"
import { createLog } from "../../src/lib/log.ts"
import { type Account, createTestApp } from "../helpers/app.ts"
import { type Yard, yard } from "../helpers/pfand.ts"
import { TRACED } from "../helpers/traced.ts"

/** A person's data is never taken along without a line in the company's log. */

const lines: string[] = []
const log = createLog("json", (line) => void lines.push(line))
const app = createTestApp({ log, env: { TRUST_PROXY: "true" } })
afterAll(app.close)

let hof: Yard
let chef: Account
const ids: Record<string, string> = {}
beforeAll(async () => {
  hof = await yard(app, "hof")
  chef = await app.superadmin()
  const tenant = app.deps.system.tenant(hof.id)
  const [kunde_id] = hof.kunden
  const pdf = await bytes(`/api/kunden/${kunde_id}/saldenbestaetigung.pdf`, hof.admin)
  await app.deps.system.write(() => {
    const who = { id: hof.admin.id, name: "admin" }
    const angaben = JSON.stringify({ von: "2026-03-01", bis: "2026-03-31", ort: "Lüneburg" })
    const auftrag = {
      art: "kontoauszuege",
      status: "fertig",
      erstellt_von: who.id,
      erstellt_von_name: "admin",
    }
    ids["kunden"] = kunde_id
    ids["auftraege"] = tenant.insert(auftraege, { ...auftrag, angaben } as never).id
    ids["Erinnerungen"] = tenant.insert(auftraege, { ...auftrag, art: "erinnerungen", angaben } as never).id
    const datei = (art: "datev" | "kontoauszug", daten: Uint8Array, more: object) =>
      keepBeleg(tenant, who, { art, titel: art, dateiname: "x", typ: "x/y", daten, ...more }, 1e9).id
    datei("kontoauszug", pdf, { auftrag_id: ids["auftraege"], kunde_id, typ: "application/pdf" })
    ids["belege"] = datei("datev", Buffer.from("EXTF"), {})
    const finished = { beendet_am: tenant.now(), ergebnis: JSON.stringify({ bytes: 3 }), angaben: "{}" }
    const firma = { ...auftrag, ...finished, art: "firmenexport" }
    ids["firmenexport"] = tenant.insert(auftraege, firma as never).id
    ids["eines Kunden"] = datei("kontoauszug", Buffer.from("nur einer"), { kunde_id })
  })
  const { uploadsDir } = app.deps.config
  await writeJobFile(jobFile(uploadsDir, hof.id, "firmen", `${ids["firmenexport"]}.zip`), ["ZIP"])
})

const front = createApp(app.deps)
const request = (path: string, { token }: Account) => {
  const headers = { host: "localhost", authorization: `Bearer ${token}`, "x-forwarded-for": "203.0.113.7" }
  return new Request(`http://localhost${path}`, {
    headers: { ...headers, ...(token === chef.token && { "x-tenant-id": hof.id }) },
  })
}
const bytes = async (path: string, account: Account) =>
  (await front(request(path, account ?? hof.admin))).bytes()
const protokoll = async () =>
  (await app.call("GET", "/api/protokoll?limit=200", { token: hof.admin.token })).body.items

const name = ({ method, path }: Route): string => `${method} ${path}`
const QUERIES: Record<string, string> = {
  "GET /api/pruefexport": "?von=2026-01-01&bis=2026-03-31",
  "GET /api/jahresausgleich/liste.csv": "?jahr=2025",
  "GET /api/schwund/kunden.csv": "?jahr=2025",
  "GET /api/datev/journal.csv": "?monat=2026-03",
}
const traced = routes.filter(({ options }) => options.traced)
const addressOf = (route: Route): string =>
  route.path.replace(/^\/api\/(\w+)\/:(?:auftrag_)?id/, (_, table) => `/api/${table}/${ids[table]}`) +
  (QUERIES[name(route)] ?? "")

test("every route that hands out a file is traced, or says why it need not be", () => {
  const files = routes.filter(({ options }) => options.file !== undefined)
  expect(files.length).toBeGreaterThan(15)
  expect(
    files
      .filter(({ options: { traced: yes, untraced: no } }) => (yes === undefined) === (no === undefined))
      .map(name),
  ).toEqual([])
  expect(routes.filter(({ options }) => options.traced && !options.file).map(name)).toEqual([])
})

test("whoever takes a file with many people's data is in the log before its first byte, a super administrator too", async () => {
  const actions = new Set<string>()
  for (const route of traced) {
    for (const [rolle, account] of Object.entries({ admin: hof.admin, user: hof.user, superadmin: chef })) {
      if (!route.options.roles?.includes(rolle as "admin")) continue
      const before = (await protokoll()).length
      const response = await front(request(addressOf(route), account))
      expect([name(route), response.status]).toEqual([name(route), 200])
      const entries = await protokoll()
      expect([name(route), entries.length]).toEqual([name(route), before + 1])
      const [entry] = entries
      actions.add(entry.aktion)
      const asked = new URLSearchParams(QUERIES[name(route)])
      const disposition = response.headers.get("content-disposition") ?? ""
      expect(entry).toMatchObject({
        mitarbeiter_id: account.id,
        datensatz_id: /:id/.test(route.path) ? ids[entry.tabelle] : hof.id,
        aenderungen: expect.arrayContaining([
          ...[...asked].map(([feld, nachher]) => ({ feld, vorher: null, nachher })),
          { feld: "datei", vorher: null, nachher: decodeURIComponent(disposition.split("''")[1] ?? "") },
        ]),
      })
      await response.body?.cancel()
    }
  }
  expect([...actions].toSorted()).toEqual(Object.keys(TRACED))
})

test("of a job the log says what it made, for when and its filter, of an export for the books its title", async () => {
  const betrifft = async (path: string) => {
    await bytes(path, hof.user)
    return (await protokoll())[0].betrifft
  }
  expect(await betrifft(`/api/auftraege/${ids["auftraege"]}/belege.zip`)).toBe(
    "Kontoauszüge, 01.03.2026 bis 31.03.2026, Lüneburg",
  )
  // Nobody enters a period for reminders.
  expect(await betrifft(`/api/auftraege/${ids["Erinnerungen"]}/belege.zip`)).toBe(
    "Erinnerungen vom 31.03.2026, Lüneburg",
  )
  expect(await betrifft(`/api/belege/${ids["belege"]}/datei`)).toBe("datev")
})

test("one customer's paper, what is refused and what is not there leave no line", async () => {
  const before = (await protokoll()).length
  for (const [path, account, status] of [
    [`/api/belege/${ids["eines Kunden"]}/datei`, hof.user, 200],
    ["/api/export/kunden", hof.user, 403],
    ["/api/datev/journal.csv?monat=2026-13", hof.user, 400],
    ["/api/auftraege/0193-unbekannt/belege.zip", hof.user, 404],
  ] as const) {
    const response = await front(request(path, account))
    expect([path, response.status]).toEqual([path, status])
    await response.arrayBuffer()
  }
  expect((await protokoll()).length).toBe(before)
})

test("what cannot be written down is not handed out", async () => {
  const db = new Database(`${app.dir}/pfandwerk.db`)
  db.run("CREATE TRIGGER nein BEFORE INSERT ON protokoll BEGIN SELECT RAISE(ABORT, 'nein'); END")
  const response = await front(request("/api/export/kunden", hof.admin))
  db.run("DROP TRIGGER nein")
  db.close()
  expect([response.status, await response.json()]).toEqual([500, { error: "Serverfehler" }])
})

test("a right that is refused is in the service's log, with the account and its address", async () => {
  lines.length = 0
  await bytes("/api/export/kunden", hof.fahrer)
  const told = lines.map((line) => JSON.parse(line)).find(({ message }) => message === "forbidden")
  expect(told).toMatchObject({
    level: "warn",
    account: hof.fahrer.id,
    address: "203.0.113.7",
    route: "/api/export/kunden",
    reason: "Keine Berechtigung",
  })
  // And whoever reads page by page what may not be exported is in the line of each request.
  lines.length = 0
  await bytes("/api/kunden?limit=200", hof.user)
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    message: "request",
    account: hof.user.id,
    tenant: hof.id,
  })
})
