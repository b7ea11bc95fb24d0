import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from "bun:test"
import { Database } from "bun:sqlite"
import { join } from "node:path"
import type { Route } from "../../../src/api/frame/route.ts"
import { rechte, rechteOf } from "../../../src/api/programmzugaenge/rechte.ts"
import { addDays } from "../../../src/lib/day.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { routes } from "../../helpers/routes.ts"

/** Other programs, which show a key of their own and may do what they were given the right to. */

const app = createTestApp()
afterAll(app.close)
afterEach(() => {
  setSystemTime()
})
let hof: Yard
let other: Yard
beforeAll(async () => {
  hof = await yard(app, "programme")
  other = await yard(app, "andere-programme")
})

const call = (method: string, path: string, body?: object, token = hof.admin.token) =>
  app.call(method, `/api/${path}`, { token, ...(body && { body }) })

const day = (days: number): string => addDays(today(), days)
const zugang = async (...given: string[]): Promise<{ id: string; schluessel: string; kennung: string }> => {
  const reply = await call("POST", "programmzugaenge", {
    name: "Warenwirtschaft",
    rechte: given,
    gueltig_bis: day(30),
  })
  expect([reply.status, reply.text]).toEqual([201, expect.anything()])
  return reply.body
}

test("a program reads and books what it has the right to, under its own name", async () => {
  const { schluessel, kennung } = await zugang("kunden.lesen", "buchungen.schreiben", "buchungen.lesen")
  expect(schluessel.startsWith(kennung)).toBe(true)
  const kunden = await call("GET", "kunden", undefined, schluessel)
  expect([kunden.status, kunden.body.items.length]).toEqual([200, hof.kunden.length])
  const booked = await call(
    "POST",
    "pfandbuchungen",
    { kunde_id: hof.kunden[0], positionen: [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }] },
    schluessel,
  )
  expect(booked.status).toBe(201)
  const [line] = (await call("GET", "pfandbuchungen?limit=1")).body.items
  expect(line.gebucht_von_name).toBe("Warenwirtschaft (Programm)")
  const refused = await call("POST", "kunden", { name: "Neu" }, schluessel)
  expect([refused.status, refused.body.error]).toEqual([403, "Dem Programm fehlt das Recht kunden.schreiben"])
  const { schluessel: reads } = await zugang("kunden.lesen")
  for (const what of ["pfandkonto", "kontoauszug.pdf", "saldenbestaetigung.pdf", "erinnerung.pdf"])
    expect([what, (await call("GET", `kunden/${hof.kunden[0]}/${what}`, undefined, reads)).status]).toEqual([
      what,
      403,
    ])
  const { schluessel: writes } = await zugang("kunden.schreiben")
  await call("POST", "kunden", { name: "Vom Programm" }, writes)
  expect((await call("GET", "protokoll?tabelle=kunden&limit=1")).body.items[0]).toMatchObject({
    aktion: "kunden.angelegt",
    mitarbeiter_name: "Warenwirtschaft (Programm)",
  })
})

test("a program that only reads gets a paper that exists, and makes none", async () => {
  const [kunde_id] = hof.kunden
  const positionen = [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 1 }]
  await call("POST", "pfandbuchungen", { kunde_id, positionen })
  const { id } = (await call("POST", "abrechnungen", { kunde_id, bis: today() })).body
  const { schluessel } = await zugang("abrechnungen.lesen", "buchungen.lesen", "kunden.lesen")
  const answer = async (path: string) => {
    const { status, text } = await call("GET", path, undefined, schluessel)
    return [path, status, /Recht ([a-z.]+)/.exec(text)?.[1]]
  }
  const paper = `abrechnungen/${id}/abrechnung.pdf`
  const makes = [
    [paper, 403, "abrechnungen.schreiben"],
    [`kunden/${kunde_id}/kontoauszug.pdf`, 403, "buchungen.schreiben"],
    [`kunden/${kunde_id}/erinnerung.pdf?ab_tagen=0`, 403, "buchungen.schreiben"],
  ]
  for (const one of makes) expect(await answer(String(one[0]))).toEqual(one)
  expect((await call("GET", "belege")).body.items).toEqual([])
  for (const [path] of makes) {
    expect((await call("GET", String(path))).status).toBe(200)
    expect(await answer(String(path))).toEqual([String(path), 200, undefined])
  }
  // A link is on it with which anybody answers in the customer's name.
  const answered = `kunden/${kunde_id}/saldenbestaetigung.pdf`
  expect((await call("GET", answered)).status).toBe(200)
  const [kept] = (await call("GET", "belege?art=saldenbestaetigung")).body.items
  for (const path of [answered, `belege/${kept.id}/datei`])
    expect(await answer(path)).toEqual([path, 403, "buchungen.schreiben"])
})

test("what customers owe is told by no right but the one for it", async () => {
  const rights = ["kunden", "lager", "artikel", "geraete", "abrechnungen"].map((one) => `${one}.lesen`)
  const { schluessel } = await zugang(...rights)
  for (const paper of ["kontoauszug.pdf", "erinnerung.pdf?ab_tagen=0"])
    expect((await call("GET", `kunden/${hof.kunden[0]}/${paper}`)).status).toBe(200)
  const kept = async (art: string) => (await call("GET", `belege?art=${art}`)).body.items[0].id
  const refused = [
    "kunden?saldo=true",
    "schwund/kunden?jahr=2026",
    "schwund/kunden.csv?jahr=2026",
    "schwund/geraete",
    "schwund/pfand",
    `pfandartikel/${hof.fass}/bei-kunden`,
    `geraete/${hof.geraete[0]}/pfand-offen`,
    "jahresausgleich?jahr=2026",
    "jahresausgleich/liste.csv?jahr=2026",
    "jahresausgleich/nachtrag?jahr=2026",
    `belege/${await kept("kontoauszug")}/datei`,
    `belege/${await kept("erinnerung")}/datei`,
  ]
  for (const path of refused) {
    const { status, text } = await call("GET", path, undefined, schluessel)
    expect([path, status, text]).toEqual([path, 403, expect.stringContaining("Recht buchungen.lesen")])
  }
  const { schluessel: all } = await zugang(...rights, "buchungen.lesen")
  const saldoFor = async (key: string) => {
    const [one] = (await call("GET", "belege?art=kontoauszug", undefined, key)).body.items
    return [one.saldo_cent, (await call("GET", `belege/${one.id}`, undefined, key)).body.saldo_cent]
  }
  expect(await saldoFor(schluessel)).toEqual([null, null])
  expect(await saldoFor(all)).toEqual([expect.any(Number), expect.any(Number)])
  for (const path of refused)
    expect([path, (await call("GET", path, undefined, all)).status]).toEqual([path, 200])
})

test("no program gets at accounts, settings, keys, whole tables or another company", async () => {
  const { schluessel } = await zugang(...rechte)
  const status = async (method: string, path: string, body?: object) =>
    (await call(method, path, body, schluessel)).status
  const me = await call("GET", "auth/me", undefined, schluessel)
  expect([me.status, me.body.error]).toEqual([
    403,
    "Programme dürfen das nicht; bitte als Mitarbeiter anmelden",
  ])
  expect(await status("POST", "auth/change-password", { currentPassword: "a", newPassword: "bbbbbb" })).toBe(
    403,
  )
  expect(await status("GET", "programmzugaenge")).toBe(403)
  expect(await status("GET", "tenants")).toBe(403)
  expect(await status("PATCH", "tenant", { ort: "Ulm" })).toBe(403)
  expect(await status("GET", "protokoll")).toBe(403)
  expect(await status("GET", `kunden/${other.kunden[0]}`)).toBe(404)
  const named = { token: schluessel, headers: { "x-tenant-id": other.id } }
  expect((await app.call("GET", "/api/kunden", named)).status).toBe(403)
})

test("a key is shown once, kept as a hash, and nobody else's", async () => {
  const body = { id: Bun.randomUUIDv7(), name: "Einmal", rechte: ["kunden.lesen"], gueltig_bis: day(1) }
  const first = await call("POST", "programmzugaenge", body)
  const again = await call("POST", "programmzugaenge", body)
  expect([again.status, again.body.schluessel]).toEqual([200, null])
  expect({ ...again.body, schluessel: first.body.schluessel }).toEqual(first.body)
  expect((await call("GET", "programmzugaenge")).text).not.toContain(first.body.schluessel)
  expect((await call("GET", "protokoll")).text).not.toContain(first.body.schluessel.slice(20))
  using db = new Database(join(app.dir, "pfandwerk.db"), { readonly: true })
  expect(JSON.stringify(db.query("SELECT * FROM programmzugaenge").all())).not.toContain(
    first.body.schluessel,
  )
  for (const wrong of [`${first.body.schluessel}x`, first.body.schluessel.slice(0, -1), "pfandwerk_"])
    expect((await call("GET", "kunden", undefined, wrong)).status).toBe(401)
  const cookie = { headers: { cookie: `sitzung=${first.body.schluessel}` } }
  expect((await app.call("GET", "/api/kunden", cookie)).status).toBe(401)
})

test("ends on its day, and with the next request when it is revoked or the company is blocked", async () => {
  const { id, schluessel } = await zugang("kunden.lesen")
  const status = async () => (await call("GET", "kunden", undefined, schluessel)).status
  expect(await status()).toBe(200)
  await until("its use is noted", async () => {
    const { items } = (await call("GET", "programmzugaenge")).body
    expect(items.find((one: { id: string }) => one.id === id).zuletzt_am).not.toBeNull()
  })
  setSystemTime(new Date(Date.now() + 32 * 86_400_000))
  expect(await status()).toBe(401)
  setSystemTime()
  expect(await status()).toBe(200)
  const twice = [
    await call("POST", `programmzugaenge/${id}/widerruf`),
    await call("POST", `programmzugaenge/${id}/widerruf`),
  ]
  expect(twice.map((reply) => reply.status)).toEqual([200, 200])
  expect(await status()).toBe(401)
  const log = (await call("GET", `protokoll?datensatz_id=${id}`)).body.items
  expect(log.map(({ aktion }: { aktion: string }) => aktion)).toEqual([
    "programmzugaenge.widerrufen",
    "programmzugaenge.angelegt",
  ])
})

test("is counted beside Heute for who may replace it, while it is in use and ends within two weeks", async () => {
  const counted = async (rolle: "admin" | "user") => {
    const { token } = await app.account(hof.id, rolle)
    return (await call("GET", "heute/liegengeblieben", undefined, token)).body.anzahl
  }
  const [before, office] = [await counted("admin"), await counted("user")]
  const made = { name: "Kasse", rechte: ["kunden.lesen"], gueltig_bis: day(14) }
  const { schluessel } = (await call("POST", "programmzugaenge", made)).body
  await call("POST", "programmzugaenge", { ...made, name: "Nie benutzt" })
  await call("GET", "kunden", undefined, schluessel)
  await until("its use is noted", async () => expect(await counted("admin")).toBe(before + 1))
  expect(await counted("user")).toBe(office)
})

test("refuses a right that there is none of, and a day that is over or years away", async () => {
  const given = { name: "X", rechte: ["kunden.lesen"], gueltig_bis: day(1) }
  const msg = async (more: object) => {
    const reply = await call("POST", "programmzugaenge", { ...given, ...more })
    return [reply.status, reply.body.errors?.[0]?.path]
  }
  expect(await msg({ rechte: ["alles"] })).toEqual([400, "rechte[0]"])
  expect(await msg({ rechte: [] })).toEqual([400, "rechte"])
  expect(await msg({ gueltig_bis: day(-2) })).toEqual([400, "gueltig_bis"])
  expect(await msg({ gueltig_bis: day(2000) })).toEqual([400, "gueltig_bis"])
})

test("a company has fifty in force at most", async () => {
  const { admin } = await yard(app, "viele-programme")
  const given = { name: "X", rechte: ["kunden.lesen"], gueltig_bis: day(1) }
  const statuses: number[] = []
  for (let nr = 0; nr < 51; nr++)
    statuses.push((await call("POST", "programmzugaenge", given, admin.token)).status)
  expect(statuses).toEqual([...Array<number>(50).fill(201), 409])
})

test("each right opens some route, and no route of the office is forgotten", () => {
  const opened = new Set(routes.flatMap(rechteOf))
  const takesTable = ({ path }: Route): boolean => path.includes("/import")
  expect(rechte.filter((recht) => !opened.has(recht))).toEqual([])
  const closed = routes
    .filter(
      ({ options }) => options.scope === "tenant" && options.roles?.includes("user") && !options.undocumented,
    )
    .filter((route) => rechteOf(route).length === 0 && !takesTable(route))
    .map(({ path }) => path.split("/")[2] ?? "")
  expect(routes.filter(takesTable).flatMap(rechteOf)).toEqual([])
  // Screens' own questions and jobs, which are people's, and whether something goes out to customers.
  expect([...new Set(closed)].toSorted()).toEqual([
    "abrechnungen",
    "ansichten",
    "auftraege",
    "einrichtung",
    "export",
    "fahrer",
    "heute",
    "kunden",
    "lieferungen",
    "nachrichten",
    "suche",
    "tenant",
    "versand",
  ])
})
