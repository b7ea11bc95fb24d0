import { afterAll, afterEach, beforeAll, beforeEach, expect, setSystemTime, test } from "bun:test"
import { Database } from "bun:sqlite"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { forgetEreignisse } from "../../../src/api/ereignisse/rules.ts"
import { forgetZustellungen } from "../../../src/api/webhooks/zustellung.ts"
import { query } from "../../../src/db/query.ts"
import { mitarbeiter, tenants, webhookzustellungen } from "../../../src/db/schema.ts"
import { tidyDaily } from "../../../src/ops/upkeep.ts"
import { WebhookSender } from "../../../src/ops/webhooks/sender.ts"
import { createTestApp } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Events that are sent to other programs: each arrives, signed, in the order of its record, and nowhere else. */

const MINUTE = 60_000
const app = createTestApp({ env: { WEBHOOK_NETZE: "127.0.0.1" } })
const sender = new WebhookSender(app.deps)
afterAll(app.close)

type Got = { id: string; type: string; data: { nummer: number; datensatz_id: string; adresse: string } }
let got: Got[] = []
let secret = ""
/** What the receiver answers; it notes only what it takes. */
let answer: (got: Got, path: string) => Response | Promise<Response>
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    const body = await request.text()
    const headers = Object.fromEntries(request.headers)
    const message = (secret === "" ? JSON.parse(body) : new Webhook(secret).verify(body, headers)) as Omit<
      Got,
      "id"
    >
    const one = { ...message, id: headers["webhook-id"] ?? "" }
    const reply = await answer(one, new URL(request.url).pathname)
    if (reply.ok) got.push(one)
    return reply
  },
})
afterAll(() => receiver.stop(true))

let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "webhooks")
})
/** The tests' clock, which only goes ahead: the service's own would go back otherwise. */
let clock = Date.now()
const later = (ms: number): void => {
  clock += ms
  setSystemTime(new Date(clock))
}
beforeEach(() => {
  later(1000)
  got = []
  secret = ""
  answer = () => new Response(null, { status: 204 })
})
afterEach(async () => {
  const { items } = await api("GET", "webhooks")
  for (const { id } of items) await api("DELETE", `webhooks/${id}`)
})
afterAll(() => {
  setSystemTime()
})

/** @returns a token of today: these tests take days */
const tokenOf = ({ id, admin }: Yard): Promise<string> =>
  app.deps.tokens.sign(app.deps.system.tenant(id).get(mitarbeiter, admin.id))
const call = async (method: string, path: string, body?: object, token?: string) =>
  app.call(method, `/api/${path}`, { token: token ?? (await tokenOf(hof)), ...(body && { body }) })
const api = async (method: string, path: string, body?: object): Promise<any> => {
  const reply = await call(method, path, body)
  expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text])
  return reply.body
}

const waiting = query<{ due: number; paused: number }, { webhook_id: string; now: string }>`
  SELECT sum(z.naechster_versuch_am <= :now) AS due, sum(z.naechster_versuch_am > :now) AS paused
  FROM ${webhookzustellungen} z WHERE z.webhook_id = :webhook_id AND z.status = 'wartet'`

const BOOKINGS = ["pfandbuchungen.gebucht", "pfandbuchungen.storniert"]
const webhook = (more: object = {}): Promise<any> =>
  api("POST", "webhooks", {
    name: "Warenwirtschaft",
    adresse: `http://127.0.0.1:${receiver.port}/haken`,
    arten: BOOKINGS,
    ...more,
  })
const book = (kunde = 0, at = hof, token?: string) =>
  call(
    "POST",
    "pfandbuchungen",
    {
      kunde_id: at.kunden[kunde],
      positionen: [{ pfandartikel_id: at.fass, art: "ausgabe", menge: 1 }],
    },
    token,
  )
const messages = async (id: string): Promise<any[]> =>
  (await api("GET", `webhooks/${id}/zustellungen?limit=200`)).items
const stateOf = async (id: string): Promise<any> =>
  (await api("GET", "webhooks")).items.find((one: any) => one.id === id)

test("what a company wants arrives signed, once, in order, from now on; and nothing else", async () => {
  await book()
  const made = await webhook()
  secret = made.geheimnis
  const vorgang = (await book()).body
  await api("POST", "geraete", { geraetenummer: "W-1", bezeichnung: "Zapfe" })
  const storno = await api("POST", `pfandbuchungen/${vorgang.vorgang_id}/storno`, { grund: "Vertippt" })
  await sender.sendAll()
  await sender.sendAll()
  expect(got.map(({ type, data }) => [type, data.datensatz_id])).toEqual([
    ["pfandbuchungen.gebucht", vorgang.vorgang_id],
    ["pfandbuchungen.storniert", storno.vorgang_id],
  ])
  const [told] = (await api("GET", `ereignisse?nach=${got[0]!.data.nummer - 1}&limit=1`)).items
  expect([told.id, told.adresse]).toEqual([got[0]!.id, got[0]!.data.adresse])
  expect(JSON.stringify(got)).not.toContain("Gasthaus")
  expect((await messages(made.id)).map(({ status, versuche }) => [status, versuche])).toEqual([
    ["zugestellt", 1],
    ["zugestellt", 1],
  ])
})

test("a program that books and follows, and whose receiver was away for an hour, misses nothing and has nothing twice", async () => {
  const gueltig_bis = new Date(clock + 30 * 86_400_000).toISOString().slice(0, 10)
  const rechte = ["buchungen.schreiben", "ereignisse.lesen"]
  const { schluessel } = await api("POST", "programmzugaenge", { name: "Kasse", rechte, gueltig_bis })
  const { geheimnis, id } = await webhook()
  secret = geheimnis
  const before = (await api("GET", "ereignisse?limit=1")).letzte
  const booked: string[] = []
  for (let minute = 0; minute < 90; minute += 5) {
    answer = () => new Response(null, { status: minute < 60 ? 502 : 204 })
    const reply = await book(minute % 2, hof, schluessel)
    booked.push(reply.body.vorgang_id)
    await sender.sendAll()
    later(5 * MINUTE)
  }
  for (let hour = 0; hour < 4; hour++) {
    await sender.sendAll()
    later(60 * MINUTE)
  }
  const arrived = got.map(({ data }) => data.datensatz_id)
  expect(arrived.toSorted()).toEqual(booked.toSorted())
  const followed = (await call("GET", `ereignisse?nach=${before}&limit=200`, undefined, schluessel)).body
    .items
  expect(followed.map((one: any) => one.datensatz_id)).toEqual(booked)
  expect(new Set(got.map((one) => one.id))).toEqual(new Set(followed.map((one: any) => one.id)))
  expect(await stateOf(id)).toMatchObject({ wartend: 0, aufgegeben: 0 })
})

test("what a clock that was ahead has put off for weeks is sent once it is right again", async () => {
  await webhook()
  answer = () => new Response(null, { status: 500 })
  setSystemTime(new Date(clock + 30 * 86_400_000))
  const { vorgang_id } = (await book()).body
  await sender.sendAll()
  later(MINUTE)
  answer = () => new Response(null, { status: 204 })
  await sender.sendAll()
  expect(got).toEqual([])
  const end = tidyDaily(app.deps)
  await until("it is sent", async () => {
    await sender.sendAll()
    expect(got.map(({ data }) => data.datensatz_id)).toEqual([vorgang_id])
  })
  end()
})

test("each receiver of a company has its turn, while the others still have much to get", async () => {
  const at = (n: number) => ({ adresse: `http://127.0.0.1:${receiver.port}/${n}`, name: `Programm ${n}` })
  for (let n = 0; n < 5; n++) await webhook(at(n))
  for (let n = 0; n < 61; n++) await book()
  const paths: string[] = []
  answer = (_, path) => {
    paths.push(path)
    return new Response(null, { status: 204 })
  }
  await sender.sendAll()
  const before = paths.slice(0, paths.indexOf("/4"))
  const most = Math.max(...[0, 1, 2, 3].map((n) => before.filter((path) => path === `/${n}`).length))
  expect([paths.length, most < 45]).toEqual([5 * 61, true])
})

test("a company sends thirty tests an hour to its receivers, and no more", async () => {
  const berg = await yard(app, "proben")
  const token = await tokenOf(berg)
  const adresse = `http://127.0.0.1:${receiver.port}/probe`
  const made = await call("POST", "webhooks", { name: "Probe", adresse, arten: BOOKINGS }, token)
  const probe = () => call("POST", `webhooks/${made.body.id}/probe`, undefined, token)
  for (let n = 0; n < 30; n++) expect((await probe()).status).toBe(200)
  const refused = await probe()
  expect([refused.status, Number(refused.headers.get("retry-after")) > 3000]).toEqual([429, true])
})

test("messages of one record keep their order, and others go past it", async () => {
  const { id } = await webhook({ arten: ["geraete.angelegt", "geraete.geaendert"] })
  const [stuck, free] = [
    await api("POST", "geraete", { geraetenummer: "W-10", bezeichnung: "Hängt" }),
    await api("POST", "geraete", { geraetenummer: "W-11", bezeichnung: "Geht" }),
  ]
  await api("PATCH", `geraete/${stuck.id}`, { bezeichnung: "Hängt noch" })
  await api("PATCH", `geraete/${free.id}`, { bezeichnung: "Geht noch" })
  answer = ({ data }) => new Response(null, { status: data.datensatz_id === stuck.id ? 500 : 200 })
  for (let n = 0; n < 4; n++) {
    await sender.sendAll()
    later(10 * MINUTE)
  }
  expect(got.map(({ data }) => data.datensatz_id)).toEqual([free.id, free.id])
  const ofStuck = (await messages(id)).filter((one) => one.datensatz_id === stuck.id)
  expect(ofStuck.map(({ versuche }) => versuche)).toEqual([0, expect.any(Number)])
  answer = () => new Response(null, { status: 200 })
  later(4 * 60 * MINUTE)
  await sender.sendAll()
  expect(got.slice(2).map(({ type }) => type)).toEqual(["geraete.angelegt", "geraete.geaendert"])
})

test("it is tried for three days, ever more seldom, then given up and said, and sent again by hand", async () => {
  const { id } = await webhook()
  await book()
  answer = () => new Response("kaputt: Geheimes", { status: 500 })
  const begun = clock
  let ended = 0
  for (let hour = 0; hour < 100 && ended === 0; hour++) {
    await sender.sendAll()
    const [{ status }] = await messages(id)
    if (status === "aufgegeben") ended = clock
    else
      expect((await stateOf(id)).stoerung).toEqual({
        seit: new Date(begun).toISOString(),
        grund: "Status 500",
      })
    later(60 * MINUTE)
  }
  const days = (ended - begun) / (24 * 60 * MINUTE)
  expect(days).toBeWithin(2.5, 3.6)
  const [message] = await messages(id)
  expect(message.versuche).toBe(11)
  expect(message.antworten.at(-1).antwort).toBe("Status 500")
  expect(JSON.stringify(message)).not.toContain("Geheimes")
  expect(await stateOf(id)).toMatchObject({ wartend: 0, aufgegeben: 1, stoerung: null })
  const undone = async () => (await api("GET", "heute/liegengeblieben")).anzahl
  const withThis = await undone()
  answer = () => new Response(null, { status: 200 })
  await api("POST", `webhooks/${id}/zustellungen/${message.id}/noch-einmal`)
  expect((await call("POST", `webhooks/${id}/zustellungen/${message.id}/noch-einmal`)).status).toBe(409)
  const [logged] = (await api("GET", "protokoll?tabelle=webhooks&limit=1")).items
  expect([logged.aktion, logged.datensatz_id]).toEqual(["webhooks.noch_einmal_gesendet", id])
  await sender.sendAll()
  expect(got.map((one) => one.id)).toEqual([message.ereignis_id])
  expect((await messages(id))[0].status).toBe("zugestellt")
  expect(await undone()).toBe(withThis - 1)
})

test("a receiver that asks to wait is left alone, and one that says 410 is switched off until somebody wants it", async () => {
  const { id } = await webhook()
  await book()
  await book(1)
  let asked = 0
  answer = () => {
    asked++
    return new Response(null, { status: 429, headers: { "retry-after": "7200" } })
  }
  await sender.sendAll()
  later(119 * MINUTE)
  await sender.sendAll()
  expect(asked).toBe(1)
  later(2 * MINUTE)
  await sender.sendAll()
  expect(asked).toBe(2)
  answer = () => {
    asked++
    return new Response(null, { status: 410 })
  }
  later(121 * MINUTE)
  await sender.sendAll()
  expect(await stateOf(id)).toMatchObject({
    aktiv: 0,
    lage: "abgeschaltet",
    abgeschaltet_weil: expect.stringContaining("410"),
  })
  later(24 * 60 * MINUTE)
  await sender.sendAll()
  expect([asked, got.length]).toEqual([3, 0])
  const [entry] = (await api("GET", "protokoll?tabelle=webhooks&limit=1")).items
  expect([entry.aktion, entry.mitarbeiter_name]).toEqual(["webhooks.abgeschaltet", "Webhooks"])
  answer = () => new Response(null, { status: 200 })
  await book()
  await api("PATCH", `webhooks/${id}`, { aktiv: 1 })
  await sender.sendAll()
  expect([(await stateOf(id)).lage, got.length]).toEqual(["an", 3])
})

test("what was deleted while it was off is named until it is seen to, and what comes after arrives", async () => {
  const { id } = await webhook()
  const { letzte } = await api("GET", "ereignisse?limit=1")
  await api("PATCH", `webhooks/${id}`, { aktiv: 0 })
  await book()
  await book(1)
  await book()
  const { system } = app.deps
  await system.write(() => forgetEreignisse(system.tenant(hof.id), "9999"))
  const luecke = { von: letzte + 1, bis: letzte + 2 }
  expect((await stateOf(id)).luecke).toEqual(luecke)
  await api("PATCH", `webhooks/${id}`, { aktiv: 1 })
  await sender.sendAll()
  expect([got.map(({ data }) => data.nummer), (await stateOf(id)).luecke]).toEqual([[letzte + 3], luecke])
  expect((await api("PATCH", `webhooks/${id}`, { luecke: null })).luecke).toBeNull()
  // A message that still waited says that its event is gone, and holds up nothing.
  answer = () => new Response(null, { status: 500 })
  await book()
  await sender.sendAll()
  await book()
  await system.write(() => forgetEreignisse(system.tenant(hof.id), "9999"))
  answer = () => new Response(null, { status: 204 })
  later(MINUTE)
  await sender.sendAll()
  const [last, gone] = await messages(id)
  expect([last.status, gone.status, gone.antworten.at(-1).antwort]).toEqual([
    "zugestellt",
    "aufgegeben",
    "Das Ereignis ist schon gelöscht",
  ])
})

test("an address that is no longer wanted neither switches off nor holds up the new one", async () => {
  const { id } = await webhook()
  await book()
  const neu = { adresse: `http://127.0.0.1:${receiver.port}/neu` }
  answer = async () => {
    await api("PATCH", `webhooks/${id}`, neu)
    return new Response(null, { status: 410, headers: { "retry-after": "7200" } })
  }
  await sender.sendAll()
  expect((await stateOf(id)).lage).toBe("an")
  answer = (_, path) => new Response(null, { status: path === "/neu" ? 204 : 500 })
  await book(1)
  await sender.sendAll()
  expect(got.length).toBe(1)
  // What had its pause is sent to the next address at once, however much it is.
  const at = (path: string) =>
    api("PATCH", `webhooks/${id}`, { adresse: `http://127.0.0.1:${receiver.port}/${path}` })
  await at("neu?2")
  await sender.sendAll()
  expect(got.length).toBe(2)
  const [{ ereignis_id, art, datensatz_id }] = await messages(id)
  const tenant = app.deps.system.tenant(hof.id)
  const naechster_versuch_am = new Date(clock + 60 * MINUTE).toISOString()
  const paused = Array.from({ length: 600 }, (_, i) => ({
    webhook_id: id,
    ereignis_id,
    art,
    datensatz_id,
    naechster_versuch_am,
    nummer: 1_000_000 + i,
  }))
  await app.deps.system.write(() => tenant.insertAll(webhookzustellungen, paused))
  await at("neu?3")
  expect(tenant.all(waiting, { webhook_id: id, now: tenant.now() })).toEqual([{ due: 600, paused: 0 }])
})

test("a receiver that never answers holds up no other, of this company or another", async () => {
  const other = await yard(app, "andere-webhooks")
  const ours = await webhook({ name: "Stumm", adresse: `http://127.0.0.1:${receiver.port}/stumm` })
  await webhook({ name: "Wach" })
  const adresse = `http://127.0.0.1:${receiver.port}/andere`
  await app.call("POST", "/api/webhooks", {
    token: await tokenOf(other),
    body: { name: "Andere", adresse, arten: BOOKINGS },
  })
  const { promise, resolve } = Promise.withResolvers<Response>()
  const paths: string[] = []
  const { promise: two, resolve: twoArrived } = Promise.withResolvers<void>()
  answer = (_, path) => {
    if (path === "/stumm") return promise
    paths.push(path)
    if (paths.length === 2) twoArrived()
    return new Response(null, { status: 200 })
  }
  await book()
  await book(0, other, await tokenOf(other))
  const sending = sender.sendAll()
  await two
  expect(paths.toSorted()).toEqual(["/andere", "/haken"])
  resolve(new Response(null, { status: 200 }))
  await sending
  expect((await messages(ours.id)).map(({ status }) => status)).toEqual(["zugestellt"])
})

test("a secret is shown once, sealed in the database, and for a day two of them sign", async () => {
  const body = { id: Bun.randomUUIDv7(), name: "Einmal", adresse: "http://127.0.0.1/", arten: BOOKINGS }
  const first = await api("POST", "webhooks", body)
  expect(first.geheimnis).toMatch(/^whsec_[\w+/]{43}=$/)
  const again = await call("POST", "webhooks", body)
  expect([again.status, again.body.geheimnis]).toEqual([200, null])
  const made = await webhook()
  const { geheimnis, vorher_bis } = await api("POST", `webhooks/${made.id}/geheimnis`)
  expect([geheimnis === made.geheimnis, Date.parse(vorher_bis) - clock]).toEqual([false, 24 * 60 * MINUTE])
  using db = new Database(join(app.dir, "pfandwerk.db"), { readonly: true })
  const kept = JSON.stringify([
    db.query("SELECT * FROM webhooks").all(),
    (await call("GET", "protokoll")).body,
  ])
  for (const one of [first.geheimnis, made.geheimnis, geheimnis]) {
    expect(kept).not.toContain(one)
    expect((await call("GET", "webhooks")).text).not.toContain(one)
  }
  for (const known of [made.geheimnis, geheimnis]) {
    secret = known
    await book()
    await sender.sendAll()
  }
  expect(got.length).toBe(2)
  later(24 * 60 * MINUTE + 1000)
  await book()
  await sender.sendAll()
  expect(got.length).toBe(3)
  expect((await stateOf(made.id)).vorher_bis).toBeNull()
  const { items } = await api("GET", "protokoll?tabelle=webhooks&limit=200")
  expect(items.map((one: any) => one.aktion)).toContain("webhooks.geheimnis_gewechselt")
})

test("a probe is sent at once, signed, and says what came of it and no more", async () => {
  const { id, geheimnis } = await webhook()
  secret = geheimnis
  expect(await api("POST", `webhooks/${id}/probe`)).toEqual({ angenommen: true, antwort: "Status 204" })
  expect(got.map(({ type }) => type)).toEqual(["probe"])
  answer = () => new Response("innere Angelegenheit", { status: 404 })
  expect(await api("POST", `webhooks/${id}/probe`)).toEqual({ angenommen: false, antwort: "Status 404" })
})

test("where nothing may be sent to is refused with the reason; admins of the company alone decide", async () => {
  const said = async (adresse: string) => {
    const reply = await call("POST", "webhooks", { name: "X", adresse, arten: BOOKINGS })
    return [reply.status, reply.body.errors?.[0]?.path, reply.body.errors?.[0]?.msg]
  }
  const refused = (words: string) => [400, "adresse", expect.stringContaining(words)]
  expect(await said("https://10.0.0.1/")).toEqual(refused("WEBHOOK_NETZE"))
  expect(await said("http://2130706434/")).toEqual(refused("WEBHOOK_NETZE"))
  expect(await said("http://8.8.8.8/")).toEqual(refused("https://"))
  expect(await said("ftp://example.de/")).toEqual(refused("https://"))
  expect(await said("https://a:b@example.de/")).toEqual(refused("keinen Benutzer"))
  const { id } = await webhook()
  expect((await call("PATCH", `webhooks/${id}`, { adresse: "https://[::1]/" })).status).toBe(400)
  expect((await call("GET", "webhooks", undefined, (await app.account(hof.id, "user")).token)).status).toBe(
    403,
  )
  const gueltig_bis = new Date(clock + 86_400_000).toISOString().slice(0, 10)
  const { schluessel } = await api("POST", "programmzugaenge", {
    name: "P",
    rechte: ["ereignisse.lesen"],
    gueltig_bis,
  })
  expect((await call("GET", "webhooks", undefined, schluessel)).status).toBe(403)
})

test("nothing is sent from another installation, for a blocked company, or while it is switched off", async () => {
  const { id } = await webhook()
  await book()
  const elsewhere = { ...app.deps.webhooks, installation: "eine andere" }
  await new WebhookSender({ ...app.deps, webhooks: elsewhere }).sendAll()
  const { system } = app.deps
  const tenant = system.tenant(hof.id)
  const block = (status: "aktiv" | "gesperrt") =>
    system.write(() => void tenant.update(tenants, hof.id, { status }))
  await block("gesperrt")
  await sender.sendAll()
  await block("aktiv")
  await api("PATCH", `webhooks/${id}`, { aktiv: 0 })
  await sender.sendAll()
  expect(got).toEqual([])
  expect((await call("POST", `webhooks/${id}/freigabe`)).status).toBe(409)
  await api("PATCH", `webhooks/${id}`, { aktiv: 1 })
  await sender.sendAll()
  expect(got.length).toBe(1)
  expect(await system.write(() => forgetZustellungen(tenant, new Date(clock - 1).toISOString()))).toBe(0)
  expect(await system.write(() => forgetZustellungen(tenant, "9999"))).toBeGreaterThan(0)
  expect(await messages(id)).toEqual([])
})

test("a company has twenty at most", async () => {
  const token = await tokenOf(await yard(app, "viele-webhooks"))
  const adresse = `http://127.0.0.1:${receiver.port}/viele`
  const statuses: number[] = []
  for (let nr = 0; nr < 21; nr++)
    statuses.push(
      (await call("POST", "webhooks", { name: `W ${nr}`, adresse, arten: BOOKINGS }, token)).status,
    )
  expect(statuses).toEqual([...Array<number>(20).fill(201), 409])
})
