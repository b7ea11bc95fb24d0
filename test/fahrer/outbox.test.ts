import { describe, expect, test } from "bun:test"
import { type Entry, type NewEntry, BEDENKZEIT } from "../../src/web/fahrer/outbox/entry.ts"
import { handOver } from "../../src/web/fahrer/outbox/handover.ts"
import { nextDue, Outbox } from "../../src/web/fahrer/outbox/outbox.ts"
import { memoryStore, oneAtATime } from "./memory.ts"

/** What each kind of answer does to what waits on the telephone. */

const OURS = { "x-request-id": "1", date: "Tue, 31 Mar 2026 06:00:00 GMT" }
const START = Date.parse(OURS.date)
type Reply = Response | "none"

function phone(reply: (path: string, body: string) => Reply = () => json(200)) {
  const store = memoryStore()
  const sent: string[] = []
  const accounts: (string | null)[] = []
  let now = START
  let offset = 0
  const outbox = new Outbox({
    konto: "jens",
    store,
    clock: () => now,
    correction: {
      get: () => offset,
      set: (value) => {
        offset = value
      },
    },
    alone: oneAtATime(),
    fetch: async (path, { body, headers }) => {
      sent.push(path)
      accounts.push(new Headers(headers).get("x-account-id"))
      const answer = reply(path, String(body))
      if (answer === "none") throw new TypeError("no network")
      return answer
    },
  })
  return {
    store,
    outbox,
    sent,
    accounts,
    offset: () => offset,
    wait: (ms: number) => {
      now += ms
    },
    stand: async () => (await outbox.entries()).map(({ stand }) => stand),
  }
}

const json = (status: number, body: object = {}, headers: Record<string, string> = OURS) =>
  new Response(JSON.stringify(body), { status, headers })

const entry = (folge: string, more: Partial<NewEntry> = {}): NewEntry => ({
  folge,
  art: "start",
  path: `/api/${folge}`,
  body: JSON.stringify({ id: "01936d8e-7f00-7000-8000-000000000001" }),
  titel: folge,
  lieferung_id: folge,
  getippt: START,
  ab: START,
  ...more,
})

describe("an answer", () => {
  test("of success is the end of it, and the next one goes", async () => {
    const { outbox, sent, stand } = phone()
    await outbox.put([entry("a"), entry("b")])
    expect(await outbox.deliver()).toEqual({ state: "sent" })
    expect([sent, await stand()]).toEqual([
      ["/api/a", "/api/b"],
      ["gesendet", "gesendet"],
    ])
    expect(await outbox.deliver()).toEqual({ state: "nothing" })
    expect(sent).toHaveLength(2)
  })

  const waits: [string, () => Reply][] = [
    ["no network", () => "none"],
    ["a captive portal's page", () => new Response("<html>", { status: 200 })],
    ["a portal's redirect", () => new Response(null, { status: 302, headers: { location: "http://x/" } })],
    ["408", () => json(408)],
    ["503", () => json(503)],
    ["507", () => json(507)],
    ["a proxy's 502", () => new Response("Bad Gateway", { status: 502 })],
  ]
  for (const [name, reply] of waits) {
    test(`that is ${name} lets everything wait`, async () => {
      const { outbox, sent, stand } = phone(reply)
      await outbox.put([entry("a"), entry("b")])
      expect((await outbox.deliver()).state).toBe("offline")
      expect([sent.length, await stand()]).toEqual([1, ["wartet", "wartet"]])
    })
  }

  test("that says how long to wait is believed, up to ten minutes", async () => {
    const { outbox } = phone(() => json(503, {}, { ...OURS, "retry-after": "7" }))
    await outbox.put([entry("a")])
    expect(await outbox.deliver()).toMatchObject({ state: "offline", retryAfter: 7000 })
  })

  test("401 keeps everything and asks for the password", async () => {
    const { outbox, sent, stand } = phone(() => json(401, { error: "Nicht angemeldet" }))
    await outbox.put([entry("a"), entry("b")])
    expect(await outbox.deliver()).toEqual({ state: "login" })
    expect([sent.length, await stand()]).toEqual([1, ["wartet", "wartet"]])
  })

  test("409 needs the driver, holds up its own stop and no other", async () => {
    const { outbox, sent, stand } = phone((path) =>
      json(path === "/api/a" ? 409 : 200, { error: "Storniert" }),
    )
    await outbox.put([entry("a"), entry("a", { path: "/api/a2" }), entry("b")])
    expect(await outbox.deliver()).toEqual({ state: "sent" })
    expect(sent).toEqual(["/api/a", "/api/b"])
    expect(await stand()).toEqual(["braucht dich", "wartet", "gesendet"])
    expect((await outbox.entries())[0]?.antwort).toEqual({ status: 409, text: "Storniert" })
  })

  test("429 lets all of its kind wait, and their pictures, tells why, and others pass", async () => {
    let status = 429
    const { outbox, sent, stand } = phone((path) =>
      path === "/api/klaerungen" ? json(status, { error: "Bitte im Büro anrufen" }) : json(200),
    )
    const frage = (folge: string) => entry(folge, { art: "klaerung", path: "/api/klaerungen" })
    const bild = entry("k1", { art: "bild", path: "/api/bild" })
    const abend = entry("abend", { art: "feierabend" })
    await outbox.put([frage("k1"), bild, frage("k2"), entry("b"), abend])
    expect(await outbox.deliver()).toEqual({ state: "sent" })
    expect(sent).toEqual(["/api/klaerungen", "/api/b", "/api/abend"])
    expect(await stand()).toEqual(["wartet", "wartet", "wartet", "gesendet", "gesendet"])
    expect((await outbox.entries())[0]?.antwort).toEqual({ status: 429, text: "Bitte im Büro anrufen" })
    status = 201
    await outbox.deliver()
    expect(await stand()).toEqual(Array(5).fill("gesendet"))
  })

  test("500 lets this one wait, and others pass", async () => {
    const { outbox, sent, stand } = phone((path) => json(path === "/api/a" ? 500 : 200))
    await outbox.put([entry("a"), entry("b")])
    await outbox.deliver()
    expect([sent, await stand()]).toEqual([
      ["/api/a", "/api/b"],
      ["wartet", "gesendet"],
    ])
  })

  test("that finds the tap in the future gives it the service's time, once nothing was booked", async () => {
    const bodies: string[] = []
    const { outbox, stand, offset, wait } = phone((_, body) => {
      bodies.push(body)
      const { erfasst_am } = JSON.parse(body) as { erfasst_am: string }
      if (Date.parse(erfasst_am) <= START) return json(200)
      return json(400, { errors: [{ path: "erfasst_am", msg: "liegt in der Zukunft" }] })
    })
    wait(3_600_000)
    const erfasst_am = new Date(START + 3_600_000).toISOString()
    await outbox.put([entry("a", { body: JSON.stringify({ id: "x", erfasst_am }), ab: START })])
    await outbox.deliver()
    expect(offset()).toBe(-3_600_000)
    await outbox.deliver()
    expect(await stand()).toEqual(["gesendet"])
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { id: "x", erfasst_am },
      { id: "x", erfasst_am: new Date(START).toISOString() },
    ])
  })
})

describe("taking back", () => {
  const final = (more: Partial<NewEntry> = {}) =>
    entry("a", { art: "abschluss", ab: START + BEDENKZEIT, ...more })

  test("is possible for ten seconds, in which nothing is sent", async () => {
    const { outbox, sent, wait } = phone()
    const [nr = 0] = await outbox.put([final()])
    await outbox.deliver()
    expect(sent).toEqual([])
    expect(nextDue(await outbox.entries(), START)).toBe(BEDENKZEIT)
    expect(await outbox.takeBack(nr)).toBe(true)
    wait(BEDENKZEIT)
    await outbox.deliver()
    expect([sent, await outbox.entries()]).toEqual([[], []])
  })

  test("ends when it was sent, whatever came of it", async () => {
    const { outbox, wait } = phone(() => "none")
    const [nr = 0] = await outbox.put([final()])
    wait(BEDENKZEIT)
    await outbox.deliver()
    expect(await outbox.takeBack(nr)).toBe(false)
    expect(await outbox.entries()).toHaveLength(1)
  })

  test("holds up what comes behind it at the same stop alone", async () => {
    const { outbox, sent } = phone()
    await outbox.put([final(), entry("a", { art: "bild", path: "/api/foto" }), entry("b")])
    await outbox.deliver()
    expect(sent).toEqual(["/api/b"])
  })

  test("does not wait for hours when the clock was set back", async () => {
    const { outbox, sent, wait } = phone()
    await outbox.put([final()])
    wait(-3_600_000)
    await outbox.deliver()
    expect(sent).toEqual(["/api/a"])
  })
})

describe("nothing is dropped", () => {
  test("what was refused is sent again, or thrown away when the driver says so, and not before", async () => {
    let status = 409
    const { outbox, stand } = phone(() => json(status, { error: "Nein" }))
    const [nr = 0] = await outbox.put([entry("a")])
    await outbox.discard(nr)
    expect(await stand()).toEqual(["wartet"])
    await outbox.deliver()
    status = 200
    await outbox.retry(nr)
    await outbox.deliver()
    expect(await stand()).toEqual(["gesendet"])
    await outbox.discard(nr)
    expect(await stand()).toEqual(["gesendet"])
    status = 409
    const [other = 0] = await outbox.put([entry("b")])
    await outbox.deliver()
    await outbox.discard(other)
    expect(await stand()).toEqual(["gesendet"])
  })

  test("what was sent stays to be looked at for three days", async () => {
    const { outbox, wait, stand } = phone()
    await outbox.put([entry("a")])
    await outbox.deliver()
    wait(3 * 86_400_000)
    await outbox.deliver()
    expect(await stand()).toEqual(["gesendet"])
    wait(1)
    await outbox.deliver()
    expect(await stand()).toEqual([])
  })

  test("but what was sent is forgotten at a log-out, and in time whoever sent it", async () => {
    let status = 200
    const { outbox, store, wait } = phone((path) => json(path === "/api/b" ? 409 : status, { error: "Nein" }))
    const [sent = 0, refused, other = 0] = await outbox.put([entry("a"), entry("b"), entry("c")])
    await outbox.deliver()
    const [late] = await outbox.put([entry("d", { ab: START + BEDENKZEIT })])
    await store.change(other, (found) => ({ ...found, konto: "petra" }))
    await outbox.forgetSettled()
    const left = async () => (await store.all()).map(({ nr }) => nr)
    expect(await left()).toEqual([refused, other, late] as number[])
    expect(await left()).not.toContain(sent)
    status = 503
    wait(3 * 86_400_000 + 1)
    await outbox.deliver()
    expect(await left()).toEqual([refused, late] as number[])
  })

  test("another account's entries stay where they are", async () => {
    const { outbox, store, sent } = phone()
    const [nr = 0] = await outbox.put([entry("a")])
    await store.change(nr, (found) => ({ ...found, konto: "petra" }))
    await outbox.deliver()
    expect([sent, await outbox.entries(), (await store.all()).length]).toEqual([[], [], 1])
  })

  test("a picture gives back its room when it has arrived, not before", async () => {
    let online = false
    const { outbox, store } = phone(() => (online ? json(201) : "none"))
    const foto = { bytes: new ArrayBuffer(8), type: "image/jpeg", fields: { art: "beweis" } }
    await outbox.put([entry("a", { art: "bild", body: foto })])
    await outbox.deliver()
    expect((await store.all())[0]?.body).toEqual(foto)
    online = true
    await outbox.deliver()
    expect((await store.all())[0]?.body).toBe("")
  })
})

test("handing over makes one question of a stop, with its pictures behind it", async () => {
  const { outbox, store, sent, stand } = phone((path) =>
    json(path === "/api/a" ? 409 : 201, { error: "Storniert" }),
  )
  const abschluss = { id: "01936d8e-7f00-7000-8000-000000000002", versuch: 1, positionen: [] }
  await outbox.put([
    entry("a"),
    entry("a", { art: "abschluss", path: "/api/a2", body: JSON.stringify(abschluss) }),
    entry("a", { art: "bild", path: "/api/foto" }),
  ])
  await outbox.deliver()
  const give = async () => handOver(store, await outbox.entries(), "a", START)
  await give()
  await give()
  expect(await stand()).toEqual(["uebergeben", "uebergeben", "wartet", "wartet"])
  await outbox.deliver()
  await outbox.deliver()
  const klaerung = (await outbox.entries()).find(({ art }) => art === "klaerung") as Entry
  expect(JSON.parse(klaerung.body as string)).toEqual({
    id: abschluss.id,
    art: "abschluss",
    lieferung_id: "a",
    versuch: 1,
    ablehnung: "Storniert",
    angaben: { positionen: [] },
  })
  expect(sent).toEqual(["/api/a", "/api/klaerungen", "/api/foto"])
  expect(await stand()).toEqual(["uebergeben", "uebergeben", "gesendet", "gesendet"])
})

test("everything says whose it is, so that nobody else's log-in takes it", async () => {
  const { outbox, accounts } = phone()
  const body = { bytes: new ArrayBuffer(8), type: "image/jpeg", fields: {} }
  await outbox.put([entry("a"), entry("b", { art: "bild", body })])
  await outbox.deliver()
  expect(accounts).toEqual(["jens", "jens"])
})

test("the evening's count goes last, when all that it is held against was sent", async () => {
  let status = 503
  const { outbox, sent, wait } = phone((path) => json(path === "/api/a" ? status : 200))
  const late = { art: "abschluss", ab: START + BEDENKZEIT } as const
  await outbox.put([entry("a"), entry("b", late), entry("abend", { art: "feierabend" })])
  await outbox.deliver()
  status = 200
  await outbox.deliver()
  expect(sent).toEqual(["/api/a", "/api/a"])
  wait(BEDENKZEIT)
  await outbox.deliver()
  expect(sent).toEqual(["/api/a", "/api/a", "/api/b", "/api/abend"])
})

test("two tabs send one thing once", async () => {
  const { outbox, sent } = phone()
  await outbox.put([entry("a"), entry("b")])
  const outcomes = await Promise.all([outbox.deliver(), outbox.deliver(), outbox.deliver()])
  expect(outcomes.map(({ state }) => state).toSorted()).toEqual(["nothing", "nothing", "sent"])
  expect(sent).toEqual(["/api/a", "/api/b"])
})
