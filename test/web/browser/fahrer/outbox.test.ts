import { describe, expect, spyOn, test } from "bun:test"
import { ServiceClock } from "../../../../src/web/browser/fahrer/outbox/clock.ts"
import {
  bodyOf,
  type Entry,
  type NewEntry,
  GRACE,
  idOf,
  nextDue,
  unsent,
} from "../../../../src/web/browser/fahrer/outbox/entry.ts"
import { Outbox } from "../../../../src/web/browser/fahrer/outbox/outbox.ts"
import { request, withMoment } from "../../../../src/web/browser/fahrer/outbox/request.ts"
import { type Full, memoryStore, oneAtATime } from "./memory.ts"

/** Effects of each kind of answer on the telephone's waiting entries. */

const OURS = { "x-request-id": "1", date: "Tue, 31 Mar 2026 06:00:00 GMT" }
const START = Date.parse(OURS.date)
type Reply = Response | "none"

function phone(
  reply: (path: string, body: string) => Reply | Promise<Reply> = () => json(200),
  isKnown: (entry: Entry) => boolean = () => true,
) {
  let full: Full = "has room"
  const store = memoryStore(() => full)
  const sent: string[] = []
  const accounts: (string | null)[] = []
  const troubles: unknown[] = []
  const left: number[] = []
  const unnoted = new Set<string>()
  const arrived: number[] = []
  const bodies: unknown[] = []
  let now = START
  const time = new ServiceClock({
    wall: () => now,
    mono: () => now,
    page: "a",
    read: () => undefined,
    write: () => {},
  })
  const lock = oneAtATime()
  const open = (konto: string): Outbox =>
    new Outbox({
      konto,
      store,
      clock: () => now,
      time,
      ...lock,
      isKnown,
      leaves: ({ nr }) => left.push(nr),
      unnoted: {
        has: (one) => unnoted.has(idOf(one)),
        add: (one) => unnoted.add(idOf(one)),
        drop: (one) => unnoted.delete(idOf(one)),
        arrived: ({ nr }) => arrived.push(nr),
      },
      reportFault: (error) => troubles.push(error),
      fetch: async (path, { body, headers }) => {
        sent.push(path)
        bodies.push(body)
        accounts.push(new Headers(headers).get("x-account-id"))
        const answer = await reply(path, String(body))
        if (answer === "none") throw new TypeError("no network")
        return answer
      },
    })
  const outbox = open("jens")
  return {
    store,
    outbox,
    open,
    sent,
    accounts,
    troubles,
    left,
    unnoted,
    arrived,
    bodies,
    offset: () => time.now() - now,
    fill: (becomes: Full) => {
      full = becomes
    },
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
    expect((await outbox.entries()).map(({ gesendet }) => gesendet)).toEqual([1, 1])
  })

  test("that is no success takes nothing from those before it: the day is fetched again", async () => {
    const { outbox } = phone((path) => json(path === "/api/b" ? 409 : 200))
    await outbox.put([entry("a"), entry("b")])
    expect(await outbox.deliver()).toEqual({ state: "sent" })
  })

  const waits: [string, () => Reply][] = [
    ["no network", () => "none"],
    ["a captive portal's page", () => new Response("<html>", { status: 200 })],
    ["a redirect through our service", () => new Response(null, { status: 302, headers: OURS })],
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

  test("that says how long to wait is believed, up to ten minutes; else the telephone's own pause holds", async () => {
    const pauses: [string | undefined, number | undefined][] = [
      ["7", 7000],
      ["1", 1000],
      ["86400", 600_000],
      ["0", undefined],
      ["Tue, 31 Mar 2026 07:00:00 GMT", undefined],
      [undefined, undefined],
    ]
    for (const [after, retryAfter] of pauses) {
      const { outbox } = phone(() => json(503, {}, { ...OURS, ...(after && { "retry-after": after }) }))
      await outbox.put([entry("a")])
      const outcome = await outbox.deliver()
      expect([after, outcome]).toEqual([after, expect.objectContaining({ state: "offline" })])
      expect("retryAfter" in outcome ? outcome.retryAfter : undefined).toBe(retryAfter)
    }
  })

  test("that the company is blocked, or its demo over, lets everything wait, and says why", async () => {
    const blocked = () => json(403, { error: "Tenant nicht aktiv" }, { ...OURS, "retry-after": "600" })
    const { outbox, sent, stand } = phone(blocked)
    await outbox.put([entry("a"), entry("b")])
    expect(await outbox.deliver()).toMatchObject({
      state: "offline",
      retryAfter: 600_000,
      text: "Tenant nicht aktiv",
    })
    expect([sent.length, await stand()]).toEqual([1, ["wartet", "wartet"]])
  })

  test("without a word why is refused all the same, by its number", async () => {
    const bodies = ["<h1>Not Found</h1>", "", "null", "[]", "{}", '{"errors":null}', '{"errors":[]}']
    for (const body of bodies) {
      const { outbox, sent, stand } = phone(() => new Response(body, { status: 404, headers: OURS }))
      await outbox.put([entry("a"), entry("b")])
      await outbox.deliver()
      expect([body, sent.length, await stand()]).toEqual([body, 2, ["braucht dich", "braucht dich"]])
      expect((await outbox.entries())[0]?.antwort).toEqual({ status: 404, text: "Abgelehnt (404)" })
    }
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
    const question = (folge: string) => entry(folge, { art: "klaerung", path: "/api/klaerungen" })
    const bild = entry("k1", { art: "bild", path: "/api/bild" })
    const evening = entry("abend", { art: "feierabend" })
    const behind = entry("k2", { art: "bild", path: "/api/bild" })
    await outbox.put([question("k1"), bild, question("k2"), behind, entry("b"), evening])
    expect(await outbox.deliver()).toEqual({ state: "sent" })
    expect(sent).toEqual(["/api/klaerungen", "/api/b", "/api/abend"])
    expect(await stand()).toEqual(["wartet", "wartet", "wartet", "wartet", "gesendet", "gesendet"])
    expect((await outbox.entries())[0]?.antwort).toEqual({ status: 429, text: "Bitte im Büro anrufen" })
    status = 201
    await outbox.deliver()
    expect(await stand()).toEqual(Array(6).fill("gesendet"))
  })

  test("500 lets this one wait, and others pass", async () => {
    const { outbox, sent, stand } = phone((path) => json(path === "/api/a" ? 500 : 200))
    await outbox.put([entry("a"), entry("b")])
    await outbox.deliver()
    expect([sent, await stand()]).toEqual([
      ["/api/a", "/api/b"],
      ["wartet", "gesendet"],
    ])
    expect((await outbox.entries()).map(({ beantwortet }) => beantwortet)).toEqual([null, START])
  })

  test("that finds the tap in the future gives it its moment by the service's time, and it goes at once", async () => {
    const bodies: string[] = []
    const { outbox, stand, offset, wait } = phone((_, body) => {
      bodies.push(body)
      const { erfasst_am } = JSON.parse(body) as { erfasst_am: string }
      if (Date.parse(erfasst_am) <= START) return json(200)
      return json(400, { errors: [{ path: "erfasst_am", msg: "liegt in der Zukunft" }] })
    })
    const HOUR = 3_600_000
    // Tapped ten minutes ago, by a clock that is an hour ahead.
    wait(HOUR - 600_000)
    const erfasst_am = new Date(START + HOUR - 600_000).toISOString()
    await outbox.put([
      entry("a", { body: JSON.stringify({ id: "x", erfasst_am }), getippt: START + HOUR - 600_000 }),
    ])
    wait(600_000)
    await outbox.deliver()
    expect([offset(), await stand()]).toEqual([-HOUR, ["gesendet"]])
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { id: "x", erfasst_am },
      { id: "x", erfasst_am: new Date(START - 600_000).toISOString() },
    ])
  })

  test("is noted at the service's time, however wrong the telephone's clock is", async () => {
    const { outbox, wait } = phone()
    wait(3_600_000)
    await outbox.put([entry("a")])
    await outbox.deliver()
    expect((await outbox.entries()).map(({ beantwortet }) => beantwortet)).toEqual([START])
  })

  test("that finds the tap in the future never gives it a moment that has not come, where the clock was set back", async () => {
    const bodies: string[] = []
    const future = { errors: [{ path: "erfasst_am", msg: "liegt in der Zukunft" }] }
    const { outbox } = phone((_, body) => {
      bodies.push(body)
      return bodies.length === 1 ? json(400, future) : json(200)
    })
    const getippt = START + 7_200_000
    const body = JSON.stringify({ id: "x", erfasst_am: new Date(getippt).toISOString() })
    await outbox.put([entry("a", { body, getippt })])
    await outbox.deliver()
    expect(bodies.map((one) => JSON.parse(one).erfasst_am)).toEqual([
      new Date(getippt).toISOString(),
      new Date(START).toISOString(),
    ])
  })

  test("that finds more at fault than the moment is a refusal", async () => {
    const errors = [
      { path: "erfasst_am", msg: "liegt in der Zukunft" },
      { path: "positionen.0.menge", msg: "fehlt" },
    ]
    const { outbox, sent, stand } = phone(() => json(400, { errors }))
    await outbox.put([entry("a")])
    await outbox.deliver()
    expect([sent, await stand()]).toEqual([["/api/a"], ["braucht dich"]])
  })

  test("that finds it there again and again lets it wait, and others pass", async () => {
    const future = { errors: [{ path: "erfasst_am", msg: "liegt in der Zukunft" }] }
    const { outbox, sent, stand } = phone((path) => json(path === "/api/a" ? 400 : 200, future))
    await outbox.put([entry("a"), entry("b")])
    await outbox.deliver()
    expect([sent, await stand()]).toEqual([
      ["/api/a", "/api/a", "/api/b"],
      ["wartet", "gesendet"],
    ])
  })
})

describe("a signature", () => {
  const unterschrift = `data:image/png;base64,${"iVBORw0KGgo".repeat(3000)}=`
  const signed = {
    id: "x",
    versuch: 1,
    notiz: 'Er sagte: "unterschrift":"data:image/png;base64,AA"',
    unterschrift,
  }
  const deed = (): NewEntry =>
    entry("a", { art: "abschluss", body: JSON.stringify({ ...signed, positionen: [] }) })
  const isLight = async (outbox: Outbox) => JSON.stringify(await outbox.entries()).length < 1000

  test("lies apart until it is sent, as it was tapped", async () => {
    const { outbox, store, bodies } = phone()
    await outbox.put([deed()])
    expect([await isLight(outbox), store.fotos.size]).toEqual([true, 1])
    await outbox.deliver()
    expect(bodies).toEqual([JSON.stringify({ ...signed, positionen: [] })])
    expect([await isLight(outbox), store.fotos.size]).toEqual([true, 0])
    expect((await outbox.entries()).map(bodyOf)).toMatchObject([{ unterschrift: expect.any(String) }])
  })

  test("goes to the office with what was refused, and stays though the refused one is forgotten", async () => {
    let status = 409
    const { outbox, open, store, bodies } = phone(() => json(status, { error: "Nein" }))
    await outbox.put([deed()])
    await outbox.deliver()
    await outbox.handOver("a")
    await open("jens").forgetSettled()
    expect(store.fotos.size).toBe(1)
    status = 200
    await outbox.deliver()
    const { angaben } = JSON.parse(String(bodies.at(-1)))
    expect([angaben.unterschrift, angaben.notiz]).toEqual([unterschrift, signed.notiz])
    expect(store.fotos.size).toBe(0)
  })

  test("of an earlier version lies in its entry, and goes from there", async () => {
    const { outbox, store, bodies } = phone()
    const body = JSON.stringify(signed)
    await store.exchange([], (one) => one, [{ ...deed(), body, ...unsent, konto: "jens" }])
    await outbox.deliver()
    expect([bodies, await isLight(outbox)]).toEqual([[body], true])
  })
})

test("what was sent is not forgotten before a day is here that knows it", async () => {
  const known = new Set<number>()
  const { outbox, wait } = phone(
    () => json(200),
    ({ nr }) => known.has(nr),
  )
  const [nr = 0] = await outbox.put([entry("a", { art: "abschluss" })])
  await outbox.deliver()
  wait(4 * 86_400_000)
  await outbox.deliver()
  expect(await outbox.entries()).toHaveLength(1)
  known.add(nr)
  await outbox.deliver()
  expect(await outbox.entries()).toEqual([])
})

describe("a full outbox", () => {
  test("is read as a withSignature no more often than once before its entries are sent, and once behind them", async () => {
    const { outbox, store, sent, stand } = phone()
    const all = spyOn(store, "all")
    await outbox.put(Array.from({ length: 60 }, (_, i) => entry(`a${i}`)))
    await outbox.deliver()
    expect([sent.length, all.mock.calls.length]).toEqual([60, 2])
    expect(new Set(await stand())).toEqual(new Set(["gesendet"]))
  })

  test("sends in the same round what is tapped while it sends", async () => {
    const { outbox, sent } = phone(async (path) => {
      if (path === "/api/a") await outbox.put([entry("a", { path: "/api/later" })])
      return json(200)
    })
    await outbox.put([entry("a"), entry("b")])
    expect(await outbox.deliver()).toEqual({ state: "sent" })
    expect(sent).toEqual(["/api/a", "/api/b", "/api/later"])
  })
})

describe("a telephone without any room", () => {
  const photo = { bytes: new ArrayBuffer(8), type: "image/jpeg", fields: { id: "f", art: "beweis" } }

  test("keeps nothing new, says so, and drains all the same, each once", async () => {
    const { outbox, store, sent, troubles, left, arrived, fill } = phone()
    const nrs = await outbox.put([entry("a"), entry("b", { art: "bild", body: photo })])
    fill("full")
    expect(await outbox.put([entry("c")]).catch((error: Error) => error.name)).toBe("QuotaExceededError")
    expect(await outbox.deliver()).toEqual({ state: "sent" })
    expect([sent, await outbox.entries(), store.fotos.size]).toEqual([["/api/a", "/api/b"], [], 0])
    // Of each neither that it goes, nor that it has arrived.
    expect([troubles.length, arrived, left]).toEqual([4, nrs, []])
    await outbox.deliver()
    expect(sent).toHaveLength(2)
  })

  test("keeps what was refused, and what has to wait, though it can write no word about it", async () => {
    const future = { errors: [{ path: "erfasst_am", msg: "liegt in der Zukunft" }] }
    const { outbox, sent, troubles, stand, left, fill } = phone((path) =>
      path === "/api/a" ? json(409, { error: "Nein" }) : json(400, future),
    )
    await outbox.put([entry("a"), entry("b")])
    fill("full")
    expect(await outbox.deliver()).toEqual({ state: "nothing" })
    expect([sent, await stand(), left]).toEqual([["/api/a", "/api/b", "/api/b"], ["wartet", "wartet"], []])
    // Going and the answer; going, the other moment, and both once more.
    expect(troubles).toHaveLength(6)
  })

  test("says that it cannot even forget what is old, and sends all the same", async () => {
    const { outbox, sent, troubles, wait, fill } = phone()
    await outbox.put([entry("a")])
    await outbox.deliver()
    await outbox.put([entry("b")])
    wait(3 * 86_400_000 + 1)
    fill("stuck")
    await outbox.deliver()
    expect([sent, troubles.length]).toEqual([["/api/a", "/api/b"], 3])
  })

  test("sends once what it cannot even take away", async () => {
    const { outbox, sent, fill } = phone()
    await outbox.put([entry("a"), entry("b", { art: "bild", body: photo })])
    fill("stuck")
    for (let i = 0; i < 2; i++) await outbox.deliver()
    expect([sent, await outbox.handOverAll("buero")]).toEqual([["/api/a", "/api/b"], false])
  })

  test("does not take back what it sent and could not note as sent", async () => {
    const { outbox, fill } = phone(() => "none")
    const [nr = 0] = await outbox.put([entry("a")])
    fill("full")
    await outbox.deliver()
    fill("has room")
    expect(await outbox.takeBack(nr)).toBe(false)
    expect(await outbox.entries()).toHaveLength(1)
  })

  test("does not take it back after a reload either, and remembers it no longer than it needs to", async () => {
    const { outbox, open, unnoted, fill } = phone(() => "none")
    const [nr = 0] = await outbox.put([entry("a")])
    fill("full")
    await outbox.deliver()
    fill("has room")
    const later = open("jens")
    expect(await later.takeBack(nr)).toBe(false)
    expect([await later.entries(), unnoted.size]).toMatchObject([[{ gesendet: 0 }], 1])
    await later.deliver()
    expect([await later.entries(), unnoted.size]).toMatchObject([[{ gesendet: 1 }], 0])
    expect(await later.takeBack(nr)).toBe(false)
  })
})

describe("taking back", () => {
  const final = (more: Partial<NewEntry> = {}) => entry("a", { art: "abschluss", ab: START + GRACE, ...more })

  test("is possible for ten seconds, in which nothing is sent", async () => {
    const { outbox, sent, wait } = phone()
    const [nr = 0] = await outbox.put([final()])
    await outbox.deliver()
    expect(sent).toEqual([])
    expect(nextDue(await outbox.entries(), START)).toBe(GRACE)
    expect(await outbox.takeBack(nr)).toBe(true)
    wait(GRACE)
    await outbox.deliver()
    expect([sent, await outbox.entries()]).toEqual([[], []])
  })

  test("ends when it was sent, whatever came of it", async () => {
    const { outbox, wait } = phone(() => "none")
    const [nr = 0] = await outbox.put([final()])
    wait(GRACE)
    await outbox.deliver()
    expect(await outbox.takeBack(nr)).toBe(false)
    expect(await outbox.entries()).toHaveLength(1)
  })

  test("leaves what goes along where it is when it comes too late", async () => {
    const { outbox, open, wait } = phone(() => "none")
    const [nr = 0, along = 0] = await outbox.put([final(), entry("a", { art: "bild" })])
    wait(GRACE)
    await outbox.deliver()
    expect(await open("jens").takeBack(nr, [along])).toBe(false)
    expect(await outbox.entries()).toHaveLength(2)
  })

  test("in another tab, in the very moment in which it goes, does one or the other, and others go", async () => {
    const seen = new Set<boolean>()
    for (let moments = 0; moments < 8; moments++) {
      const { outbox, open, sent } = phone()
      const [nr = 0] = await outbox.put([entry("a"), entry("b")])
      const round = outbox.deliver()
      for (let i = 0; i < moments; i++) await new Promise(setImmediate)
      const taken = await open("jens").takeBack(nr)
      await round
      expect([sent, (await outbox.entries()).length]).toEqual(
        taken ? [["/api/b"], 1] : [["/api/a", "/api/b"], 2],
      )
      seen.add(taken)
    }
    expect([...seen]).toEqual([true, false])
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
    await outbox.retry(nr)
    expect(await stand()).toEqual(["gesendet"])
    status = 409
    const [other = 0] = await outbox.put([entry("b")])
    await outbox.deliver()
    await outbox.discard(other)
    expect(await stand()).toEqual(["gesendet"])
  })

  test("what a telephone cannot do is not said to be done", async () => {
    const { outbox, fill, stand } = phone((path) => json(path === "/api/a" ? 200 : 409, { error: "Nein" }))
    const [, refused = 0] = await outbox.put([entry("a"), entry("b", { art: "abschluss" })])
    await outbox.deliver()
    fill("stuck")
    const works = [
      () => outbox.retry(refused),
      () => outbox.discard(refused),
      () => outbox.handOver("b"),
      () => outbox.forgetSettled(),
    ]
    for (const work of works) expect(await work().then(() => "done", String)).toMatch(/full|stuck/)
    expect(await stand()).toEqual(["gesendet", "braucht dich"])
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
    const {
      outbox,
      store,
      wait,
      left: told,
    } = phone((path) => json(path === "/api/b" ? 409 : status, { error: "Nein" }))
    const [sent = 0, refused, other = 0] = await outbox.put([entry("a"), entry("b"), entry("c")])
    await outbox.deliver()
    const [late] = await outbox.put([entry("d", { ab: START + GRACE })])
    await store.change(other, (found) => ({ ...found, konto: "petra" }))
    await outbox.forgetSettled()
    const left = async () => (await store.all()).map(({ nr }) => nr)
    expect([await left(), told]).toEqual([[refused, other, late], [sent]] as number[][])
    expect(await left()).not.toContain(sent)
    status = 503
    wait(3 * 86_400_000 + 1)
    await outbox.deliver()
    expect(await left()).toEqual([refused, late] as number[])
  })

  test("what is open again in the moment of the log-out is not forgotten", async () => {
    const { outbox, store, stand } = phone()
    const [nr = 0] = await outbox.put([entry("a"), entry("b")])
    await outbox.deliver()
    const forgetting = outbox.forgetSettled()
    await store.change(nr, (found) => ({ ...found, stand: "braucht dich" }))
    await forgetting
    expect(await stand()).toEqual(["braucht dich"])
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
    const { outbox, store, bodies } = phone(() => (online ? json(201) : "none"))
    const fields = { id: "f", art: "beweis" }
    const body = { bytes: new ArrayBuffer(8), type: "image/jpeg", fields }
    await outbox.put([entry("a", { art: "bild", body })])
    await outbox.deliver()
    // Its bytes lie apart: an entry that changes is written without them.
    expect((await store.all())[0]?.body).toEqual({ type: "image/jpeg", fields, foto: "f" })
    expect(store.fotos.get("f")?.byteLength).toBe(8)
    online = true
    await outbox.deliver()
    expect(((bodies.at(-1) as FormData).get("bild") as File).size).toBe(8)
    expect([(await store.all())[0]?.body, store.fotos.size]).toEqual(['{"id":"f"}', 0])
  })

  test("a picture from before, whose bytes lie with it, is sent as it is", async () => {
    const { outbox, store, stand, bodies } = phone(() => json(201))
    const body = { bytes: new ArrayBuffer(8), type: "image/jpeg", fields: { id: "f" } }
    const fresh = { ...entry("a", { art: "bild", body }), ...unsent, konto: "jens" }
    await store.exchange([], (one) => one, [fresh])
    await outbox.deliver()
    expect(bodies.map((form) => ((form as FormData).get("bild") as File).size)).toEqual([8])
    expect([await stand(), (await store.all())[0]?.body]).toEqual([["gesendet"], '{"id":"f"}'])
  })
})

describe("handing over", () => {
  const abschluss = { id: "01936d8e-7f00-7000-8000-000000000002", versuch: 1, positionen: [] }
  const photo = { bytes: new ArrayBuffer(8), type: "image/jpeg", fields: { id: "f" } }
  const stopp = [
    entry("a"),
    entry("a", { art: "abschluss", path: "/api/a2", body: JSON.stringify(abschluss) }),
    entry("a", { art: "bild", path: "/api/foto", body: photo }),
  ]
  const question = {
    id: abschluss.id,
    art: "abschluss",
    lieferung_id: "a",
    versuch: 1,
    ablehnung: "Storniert",
    angaben: { positionen: [] },
  }
  const questions = (entries: Entry[]) =>
    entries.filter(({ art }) => art === "klaerung").map(({ body }) => JSON.parse(String(body)))

  test("makes one question of a stop, with its pictures behind it", async () => {
    let status = 500
    const { outbox, store, sent, stand } = phone((path) =>
      path === "/api/klaerungen"
        ? json(status)
        : json(path === "/api/foto" ? 201 : 409, { error: "Storniert" }),
    )
    await outbox.put(stopp)
    const [other = 0] = await outbox.put([entry("b")])
    await outbox.deliver()
    expect([await outbox.handOver("a"), await outbox.handOver("a")]).toEqual([true, false])
    expect(await stand()).toEqual(["uebergeben", "uebergeben", "braucht dich", "wartet", "wartet"])
    await outbox.discard(other)
    expect(store.fotos.size).toBe(1)
    // The picture waits for its question.
    await outbox.deliver()
    expect(sent).toEqual(["/api/a", "/api/b", "/api/klaerungen"])
    status = 201
    await outbox.deliver()
    await outbox.deliver()
    expect(questions(await outbox.entries())).toEqual([question])
    expect(sent.slice(3)).toEqual(["/api/klaerungen", "/api/foto"])
    expect([await stand(), store.fotos.size]).toEqual([
      ["uebergeben", "uebergeben", "gesendet", "gesendet"],
      0,
    ])
  })

  test("waits for what is being sent, and hands over nothing that was accepted by then", async () => {
    let status = 409
    let answer: () => void = () => {}
    const { outbox, sent, stand } = phone(async () => {
      if (status === 200) await new Promise<void>((resolve) => (answer = resolve))
      return json(status, { error: "Nein" })
    })
    const [nr = 0] = await outbox.put([entry("a", { art: "abschluss", body: JSON.stringify(abschluss) })])
    await outbox.deliver()
    status = 200
    await outbox.retry(nr)
    const [round, given] = [outbox.deliver(), outbox.handOver("a")]
    while (sent.length < 2) await new Promise(setImmediate)
    answer()
    expect([(await round).state, await given, await stand()]).toEqual(["sent", false, ["gesendet"]])
    expect(sent).toEqual(["/api/a", "/api/a"])
  })

  test("by the office waits for what is being sent as well", async () => {
    let answer: () => void = () => {}
    const { outbox, sent, stand } = phone(async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return json(200)
    })
    await outbox.put([entry("a")])
    const [round, given] = [outbox.deliver(), outbox.handOverAll("buero")]
    while (sent.length < 1) await new Promise(setImmediate)
    answer()
    expect([(await round).state, await given, await stand()]).toEqual(["sent", false, ["gesendet"]])
  })

  test("leaves alone what waits again since it was asked for", async () => {
    const { outbox, stand } = phone(() => json(409, { error: "Nein" }))
    const [nr = 0] = await outbox.put([entry("a"), entry("b")])
    await outbox.deliver()
    await outbox.retry(nr)
    expect([await outbox.handOver("a"), await stand()]).toEqual([false, ["wartet", "braucht dich"]])
  })

  test("tells all that an unplanned pick-up says, with no more of the answer than the office takes", async () => {
    const { outbox } = phone((path) =>
      json(path === "/api/klaerungen" ? 201 : 409, { error: "Nein".repeat(300) }),
    )
    const angaben = { positionen: [], notiz: "Am Hintereingang" }
    const identity = { id: "u", kunde_id: "k", erfasst_am: "2026-03-31T06:00:00.000Z" }
    const body = JSON.stringify({ ...identity, ...angaben })
    await outbox.put([entry("u", { art: "ungeplant", lieferung_id: "u", body })])
    await outbox.deliver()
    await outbox.handOver("u")
    expect(questions(await outbox.entries())).toEqual([
      { ...identity, art: "ungeplant", ablehnung: "Nein".repeat(250), angaben },
    ])
  })

  test("tells of a completed stop what was done and where, and not the plan that was seen", async () => {
    const { outbox } = phone(() => json(409, { error: "Nein" }))
    const seen = { geplant: [{ soll_ausgabe: 77 }], standort_id: "steg" }
    await outbox.put([entry("a", { body: JSON.stringify({ id: "i", versuch: 1, positionen: [], ...seen }) })])
    await outbox.deliver()
    await outbox.handOver("a")
    const told = { angaben: { positionen: [], standort_id: "steg" } }
    expect(questions(await outbox.entries())).toMatchObject([told])
    expect(JSON.stringify(questions(await outbox.entries()))).not.toContain("77")
  })

  test("asks once about a stop that was only begun, however often", async () => {
    const { outbox } = phone(() => json(409, { error: "Storniert" }))
    const begun = ["s1", "s2"].map((id) => entry("a", { body: JSON.stringify({ id, versuch: 1 }) }))
    await outbox.put(begun)
    await outbox.deliver()
    await outbox.handOver("a")
    expect(questions(await outbox.entries()).map(({ id }) => id)).toEqual(["s1"])
  })

  test("takes an evening's count as well", async () => {
    const positionen = [{ art: "leergut", pfandartikel_id: "p", gezaehlt: 3 }]
    const body = JSON.stringify({ id: "e", datum: "2026-03-31", bemerkung: "Kaputt", positionen })
    const { outbox } = phone((path) => json(path === "/api/abend" ? 400 : 201, { error: "Nein" }))
    await outbox.put([entry("abend", { art: "feierabend", lieferung_id: null, body })])
    await outbox.deliver()
    expect(await outbox.handOver("abend")).toBe(true)
    expect(questions(await outbox.entries())).toEqual([
      {
        id: "e",
        art: "feierabend",
        ablehnung: "Nein",
        angaben: { datum: "2026-03-31", notiz: "Kaputt", gezaehlt: positionen },
      },
    ])
  })

  test("of all that waits is done by the office for an account that is no more", async () => {
    const { outbox, open, store, accounts } = phone((path) =>
      json(path === "/api/a" ? 409 : 401, { error: "Storniert" }),
    )
    await outbox.put(stopp)
    await outbox.deliver()
    await outbox.handOver("a")
    const start = JSON.stringify({ id: "s" })
    await outbox.put([
      entry("b", { body: start }),
      entry("b", { art: "bild", body: { ...photo, fields: { id: "g" } } }),
    ])
    expect([await outbox.handOverAll("buero"), await outbox.handOverAll("buero")]).toEqual([true, false])
    const buero = open("buero")
    const entries = await buero.entries()
    expect(questions(entries)).toEqual([
      { ...question, fahrer_id: "jens" },
      {
        id: "s",
        art: "start",
        lieferung_id: "b",
        ablehnung: "Noch nicht gesendet",
        angaben: {},
        fahrer_id: "jens",
      },
    ])
    expect(entries.map(({ art, stand }) => [art, stand])).toEqual([
      ["klaerung", "wartet"],
      ["bild", "wartet"],
      ["klaerung", "wartet"],
      ["bild", "wartet"],
    ])
    expect([...store.fotos.keys()]).toEqual(["f", "g"])
    await buero.deliver()
    expect(accounts.at(-1)).toBe("buero")
  })
})

test("everything says whose it is, so that nobody else's log-in takes it", async () => {
  const { outbox, accounts } = phone()
  const body = { bytes: new ArrayBuffer(8), type: "image/jpeg", fields: {} }
  await outbox.put([entry("a"), entry("b", { art: "bild", body })])
  await outbox.deliver()
  expect(accounts).toEqual(["jens", "jens"])
})

describe("on a poor signal, on which pictures do not arrive", () => {
  const photo = (folge: string, more: Partial<NewEntry> = {}) =>
    entry(folge, { art: "bild", path: `/api/bild ${folge}`, ...more })

  test("all bookings go first, those of a picture's own stop too, and the picture's failure is no want of a network", async () => {
    const { outbox, sent, stand } = phone((path) => (path.startsWith("/api/bild") ? "none" : json(200)))
    await outbox.put([photo("a"), entry("a", { art: "abschluss" }), entry("b")])
    expect(await outbox.deliver()).toEqual({ state: "sent" })
    expect([sent, await stand()]).toEqual([
      ["/api/a", "/api/b", "/api/bild a"],
      ["wartet", "gesendet", "gesendet"],
    ])
  })

  test("each round tries one picture, the one that was tried least", async () => {
    const { outbox, sent } = phone(() => "none")
    await outbox.put([photo("a"), photo("b")])
    for (let i = 0; i < 3; i++) expect(await outbox.deliver()).toEqual({ state: "nothing" })
    expect(sent).toEqual(["/api/bild a", "/api/bild b", "/api/bild a"])
  })

  test("a booking that is tapped while one is sent goes before the next one", async () => {
    const { outbox, sent } = phone(async (path) => {
      if (path === "/api/bild a") await outbox.put([entry("c")])
      return json(200)
    })
    await outbox.put([photo("a"), photo("b")])
    await outbox.deliver()
    expect(sent).toEqual(["/api/bild a", "/api/c", "/api/bild b"])
  })

  test("a service that asks for time is given it", async () => {
    const { outbox, sent } = phone(() => json(503, {}, { ...OURS, "retry-after": "7" }))
    await outbox.put([photo("a")])
    expect(await outbox.deliver()).toMatchObject({ state: "offline", retryAfter: 7000 })
    expect(sent).toHaveLength(1)
  })
})

test("the evening's count goes last, when all that it is held against was sent", async () => {
  let status = 503
  const { outbox, sent, wait } = phone((path) => json(path === "/api/a" ? status : 200))
  const late = { art: "abschluss", ab: START + GRACE } as const
  await outbox.put([entry("a"), entry("b", late), entry("abend", { art: "feierabend" })])
  await outbox.deliver()
  status = 200
  await outbox.deliver()
  expect(sent).toEqual(["/api/a", "/api/a"])
  wait(GRACE)
  await outbox.deliver()
  expect(sent).toEqual(["/api/a", "/api/a", "/api/b", "/api/abend"])
})

test("the evening's count waits for a single stop, too", async () => {
  const { outbox, sent, wait } = phone()
  await outbox.put([
    entry("b", { art: "abschluss", ab: START + GRACE }),
    entry("abend", { art: "feierabend" }),
  ])
  await outbox.deliver()
  expect(sent).toEqual([])
  wait(GRACE)
  await outbox.deliver()
  expect(sent).toEqual(["/api/b", "/api/abend"])
})

test("two tabs send one thing once", async () => {
  const { outbox, sent } = phone()
  await outbox.put([entry("a"), entry("b")])
  const outcomes = await Promise.all([outbox.deliver(), outbox.deliver(), outbox.deliver()])
  expect(outcomes.map(({ state }) => state).toSorted()).toEqual(["nothing", "nothing", "sent"])
  expect(sent).toEqual(["/api/a", "/api/b"])
})

describe("what is sent", () => {
  const konto = "jens"
  const fields = { id: "f", art: "beweis", erfasst_am: "2026-03-31T06:00:00.000Z" }
  const photo = { foto: "f", type: "image/jpeg", fields }

  test("goes as a POST that follows nobody elsewhere, a picture with all that belongs to it", () => {
    const [text, picture] = ["{}", photo].map((body) =>
      request({ ...entry("a"), ...unsent, konto, nr: 1, body }, new ArrayBuffer(8)),
    )
    for (const sent of [text, picture])
      expect(sent).toMatchObject({
        method: "POST",
        redirect: "manual",
        signal: expect.any(AbortSignal),
        headers: { "X-Account-Id": konto },
      })
    const form = picture?.body as FormData
    const bild = form.get("bild") as File
    expect([bild.type, bild.size]).toEqual(["image/jpeg", 8])
    for (const [name, value] of Object.entries(fields)) expect(form.get(name)).toBe(value)
  })

  test("waits half a minute for an answer, and three minutes for that to a picture", () => {
    const waits = spyOn(AbortSignal, "timeout")
    for (const body of ["{}", photo]) request({ ...entry("a"), ...unsent, konto, nr: 1, body }, undefined)
    expect(waits.mock.calls).toEqual([[30_000], [180_000]])
    waits.mockRestore()
  })

  test("gets another moment and keeps all else, and its id, whatever it is", () => {
    const erfasst_am = "2026-03-31T05:00:00.000Z"
    expect(withMoment(photo, erfasst_am)).toEqual({ ...photo, fields: { ...fields, erfasst_am } })
    expect(withMoment('{"id":"x","erfasst_am":""}', erfasst_am)).toBe(JSON.stringify({ id: "x", erfasst_am }))
    const bodies = [photo, { ...photo, fields: {} }, '{"id":"x"}', "{}", ""]
    expect(bodies.map((body) => idOf({ body, nr: 7 }))).toEqual(["f", "7", "x", "7", "7"])
  })

  test("is due when the first of those that can be taken back is, however the clock stands", () => {
    const waiting = (ab: number, stand: Entry["stand"] = "wartet"): Entry => ({
      ...entry("a", { ab: START + ab }),
      ...unsent,
      konto,
      nr: 1,
      stand,
    })
    const due = (...entries: Entry[]) => nextDue(entries, START)
    expect(due(waiting(7000), waiting(3000), waiting(0))).toBe(3000)
    expect(due(waiting(3000, "gesendet"), waiting(-1), waiting(3_600_000))).toBeUndefined()
    expect(due()).toBeUndefined()
  })
})
