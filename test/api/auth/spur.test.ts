import { afterAll, expect, test } from "bun:test"
import { createLog } from "../../../src/lib/log.ts"
import { createTestApp, PASSWORD } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"
import { yard } from "../../helpers/pfand.ts"

/** Traces of what was done with an account, by whom and from where: the company's log tells, and the service's for those without one. */

const lines: string[] = []
const env = { TRUST_PROXY: "true", LOGIN_FAILURES_PER_ACCOUNT: "3", LOGIN_FAILURES_PER_ADDRESS: "1000" }
const app = createTestApp({ env, log: createLog("json", (line) => void lines.push(line)) })
afterAll(app.close)

const headers = { "x-forwarded-for": "203.0.113.7" }
const entries = async (token: string, aktion: string) =>
  (await app.call("GET", "/api/protokoll?limit=200", { token })).body.items.filter(
    (entry: { aktion: string }) => entry.aktion === aktion,
  )
const logged = (message: string) =>
  lines.map((line) => JSON.parse(line)).filter((line) => line.message === message)
const login = (email: string, password: string, tenant_slug?: string) =>
  app.call("POST", "/api/auth/login", {
    headers,
    body: { email, password, ...(tenant_slug && { tenant_slug }) },
  })
const address = { feld: "adresse", vorher: null, nachher: "203.0.113.7" }

test("the change of one's own password and the end of all sessions are in the company's log, with the address", async () => {
  const { admin, user } = await app.company("spuren")
  const body = { currentPassword: PASSWORD, newPassword: "ein anderes Kennwort" }
  const changed = await app.call("POST", "/api/auth/change-password", { token: user.token, headers, body })
  expect(changed.status).toBe(200)
  expect((await app.call("POST", "/api/auth/logout-all", { token: user.token, headers })).status).toBe(200)
  for (const aktion of ["mitarbeiter.passwort_geaendert", "mitarbeiter.alle_abgemeldet"])
    expect(await entries(admin.token, aktion)).toMatchObject([
      {
        mitarbeiter_id: user.id,
        mitarbeiter_name: "user Test",
        datensatz_id: user.id,
        aenderungen: [address],
      },
    ])
  expect(JSON.stringify(lines)).not.toContain("Kennwort")
  // One that was refused changes nothing and leaves no such entry.
  const refused = { currentPassword: "falsch", newPassword: "noch ein Kennwort" }
  await app.call("POST", "/api/auth/change-password", { token: admin.token, headers, body: refused })
  expect((await entries(admin.token, "mitarbeiter.passwort_geaendert")).length).toBe(1)
})

test("a super administrator's are in the service's log", async () => {
  const chef = await app.superadmin()
  const body = { currentPassword: PASSWORD, newPassword: "ein anderes Kennwort" }
  await app.call("POST", "/api/auth/change-password", { token: chef.token, headers, body })
  await app.call("POST", "/api/auth/logout-all", { token: chef.token, headers })
  for (const message of ["mitarbeiter.passwort_geaendert", "mitarbeiter.alle_abgemeldet"])
    expect(logged(message).find(({ account }) => account === chef.id)).toMatchObject({
      address: "203.0.113.7",
    })
})

test("a log-in that succeeds is in the service's log with its account and address, from a page as well", async () => {
  const { user, slug, id } = await app.company("angemeldet")
  const chef = await app.superadmin()
  lines.length = 0
  expect((await login(user.email, PASSWORD, slug)).status).toBe(200)
  const body = { email: chef.email, password: PASSWORD }
  const page = { ...headers, origin: "http://localhost", "sec-fetch-site": "same-origin" }
  expect((await app.call("POST", "/api/sitzung", { headers: page, body })).status).toBe(200)
  expect(logged("logged in")).toMatchObject([
    { level: "info", account: user.id, tenant: id, address: "203.0.113.7" },
    { level: "info", account: chef.id, address: "203.0.113.7" },
  ])
  expect(JSON.stringify(lines)).not.toContain("example")
})

test("refused log-ins are in the service's log, and the first and last of them in the company's", async () => {
  const { admin, user, slug, id } = await app.company("abgewiesen")
  lines.length = 0
  for (const status of [401, 401, 401, 429, 429])
    expect((await login(user.email, "falsch", slug)).status).toBe(status)
  expect((await login("niemand@firma.example", "falsch", slug)).status).toBe(401)
  const told = logged("log-in refused")
  expect(told.map(({ reason, account, tenant, address: from }) => [reason, account, tenant, from])).toEqual([
    ...Array.from({ length: 3 }, () => ["unauthenticated", user.id, id, "203.0.113.7"]),
    ...Array.from({ length: 2 }, () => ["too many", undefined, undefined, "203.0.113.7"]),
    ["unauthenticated", undefined, undefined, "203.0.113.7"],
  ])
  expect(JSON.stringify(lines)).not.toContain("firma.example")
  const kept = () => entries(admin.token, "mitarbeiter.anmeldung_verweigert")
  await until("the first and the last refusal are in the log", async () => (await kept()).length === 2)
  expect(await kept()).toMatchObject(
    ["3", "1"].map((versuche) => ({
      mitarbeiter_id: null,
      mitarbeiter_name: "nicht angemeldet",
      datensatz_id: user.id,
      aenderungen: expect.arrayContaining([address, { feld: "versuche", vorher: null, nachher: versuche }]),
    })),
  )
})

test("a blocked company's people cannot fill its log with log-ins that are right", async () => {
  const { id, admin, slug } = await app.company("gesperrt-voll")
  const chef = await app.superadmin()
  const block = (status: string) =>
    app.call("PATCH", `/api/tenants/${id}`, { token: chef.token, body: { status } })
  await block("gesperrt")
  for (let i = 0; i < 4; i++) expect((await login(admin.email, PASSWORD, slug)).status).toBe(403)
  await block("aktiv")
  // Entries are written a little later, in their order: whatever was before this one is there with it.
  expect((await login(admin.email, "falsch", slug)).status).toBe(401)
  const kept = () => entries(admin.token, "mitarbeiter.anmeldung_verweigert")
  await until("the refusal of a wrong password is in the log", async () => (await kept()).length > 0)
  expect(await kept()).toHaveLength(1)
})

test("one place shows every way of a device, whoever moved it", async () => {
  const hof = await yard(app, "geraetespur")
  const [geraet] = hof.geraete
  const post = (path: string, body: object) =>
    app.call("POST", `/api/geraete/${geraet}/${path}`, { token: hof.user.token, body })
  expect((await post("ausgabe", { kunde_id: hof.kunden[0] })).status).toBe(200)
  expect((await post("ruecknahme", { status: "wartung" })).status).toBe(200)
  expect((await post("status", { status: "lager" })).status).toBe(200)
  const { body } = await app.call("GET", `/api/protokoll?datensatz_id=${geraet}`, { token: hof.admin.token })
  expect(body.items.map(({ aktion }: { aktion: string }) => aktion)).toEqual([
    "geraete.status",
    "geraete.zurueckgenommen",
    "geraete.ausgegeben",
  ])
  expect(body.items.at(-1)).toMatchObject({
    mitarbeiter_id: hof.user.id,
    aenderungen: expect.arrayContaining([
      { feld: "status", vorher: "lager", nachher: "beim_kunden" },
      { feld: "kunde_id", vorher: null, nachher: hof.kunden[0] },
    ]),
  })
})
