import { describe, expect, test } from "bun:test"
import { answering } from "./no-page.ts"
import { send } from "../../../src/web/browser/buero/einrichten/send.ts"
import { addressOf, call, callUntyped } from "../../../src/web/browser/ui/api/call.ts"

/** What the pages ask the service, and what they make of its answers, without a page. */

const OURS = { "x-request-id": "1" }
const refused = (status: number, body: object) => Response.json(body, { status, headers: OURS })

describe("a request", () => {
  test("names what has a value, and nothing else", () => {
    expect(addressOf("/api/x/{id}", { id: "a/b" }, { q: "", ort: undefined, aktiv: 0 })).toBe(
      "/api/x/a%2Fb?aktiv=0",
    )
    expect(addressOf("/api/x", {}, { q: "" })).toBe("/api/x")
  })

  test("that finds nothing new is no fault", async () => {
    const unchanged = () => new Response(null, { status: 304, headers: { ...OURS, etag: '"7"' } })
    const reply = await answering(unchanged, () => callUntyped("get", "/api/touren", { ifNoneMatch: '"7"' }))
    expect(reply).toEqual({ status: 304, etag: '"7"', body: undefined })
  })

  test("that is refused says why, at its fields too", async () => {
    const errors = [{ location: "body", path: "bis", msg: "liegt vor von" }]
    const fault = await answering(
      () => refused(400, { errors }),
      () => call("get", "/api/tenant").catch((error: unknown) => error),
    )
    expect(fault).toMatchObject({
      status: 400,
      message: "Ende: liegt vor dem Beginn",
      faults: [{ path: "bis" }],
    })
  })
})

const AGAIN = "Keine Verbindung zum Server. Bitte noch einmal versuchen, sobald er wieder antwortet."
test.each([
  ["the service's own sentence", 409, () => refused(409, { error: "Schon gebucht" }), "Schon gebucht"],
  [
    "all faults, by what people call their fields",
    400,
    () =>
      refused(400, {
        errors: [
          { path: "q", msg: "zu lang" },
          { path: "positionen[0].pfandartikel_id", msg: "fehlt" },
        ],
      }),
    "Suche: zu lang; Pfandartikel: fehlt",
  ],
  [
    "something strange",
    500,
    () => new Response("<html>", { status: 500, headers: OURS }),
    "Der Server antwortet nicht wie erwartet.",
  ],
  ["a proxy's page", 0, () => new Response("<html>", { status: 502 }), AGAIN],
  [
    "nothing",
    0,
    () => {
      throw new TypeError("fetch failed")
    },
    AGAIN,
  ],
])("an answer is told in words: %s", async (_, status, answer, message) => {
  const fault = (method: "get" | "post") =>
    answering(answer, () => callUntyped(method, "/api/kunden", {}).catch((error: unknown) => error))
  expect(await fault("post")).toMatchObject({ status, message })
  // What only reads is tried again by itself.
  expect(await fault("get")).toMatchObject({ message: message.replace(/(Server\.) Bitte.*/, "$1") })
})

test("a fault says after how many seconds it is worth trying again, where the service does", async () => {
  const busy = (headers: object) =>
    Response.json({ error: "Besetzt" }, { status: 503, headers: { ...OURS, ...headers } })
  const wait = async (headers: object) =>
    (
      await answering(
        () => busy(headers),
        () => callUntyped("get", "/api/kunden", {}).catch((error) => error),
      )
    ).retryAfter
  expect([await wait({ "retry-after": "7" }), await wait({})]).toEqual([7, undefined])
})

describe("a table", () => {
  const result = { zeilen: 1 }
  /** @returns what came of it, the addresses that were asked, and what was told meanwhile */
  const sent = async (kind: object, bytes: number, answers: (path: string) => unknown) => {
    const [asked, told]: [string[], unknown[]] = [[], []]
    const outcome = await answering(
      ({ path }) => {
        asked.push(path)
        return answers(path)
      },
      () =>
        send(kind as never, new FormData(), new File([new Uint8Array(bytes)], "x.csv"), (far) =>
          told.push(far && far.phase),
        ).catch((error: unknown) => error),
    )
    return { outcome, asked, told }
  }
  const [kunden, balances] = [
    { art: "kunden", als_auftrag: true },
    { art: "anfangsbestaende", als_auftrag: true },
  ]
  const job = (more: object) => ({
    id: "j",
    status: "fertig",
    phase: "buchen",
    ergebnis: result,
    meldung: null,
    ...more,
  })

  test("that is small is taken at once, a large one by a job of its kind", async () => {
    expect(await sent(kunden, 60_000, () => result)).toEqual({
      outcome: { checked: result },
      asked: ["/api/kunden/import"],
      told: [],
    })
    expect(await sent(kunden, 60_001, () => job({}))).toEqual({
      outcome: { checked: result, auftrag: "j" },
      asked: ["/api/kunden/import/auftrag"],
      told: [undefined],
    })
    expect((await sent(balances, 60_001, () => job({}))).asked).toEqual([
      "/api/anfangsbestaende/import/auftrag",
    ])
    expect((await sent({ art: "geraete", als_auftrag: false }, 60_001, () => result)).asked).toEqual([
      "/api/geraete/import",
    ])
  })

  test("that a request finds too long is a job's; what else it refuses is told", async () => {
    const path = (name: string) =>
      refused(400, { errors: [{ location: "body", path: name, msg: "zu lang" }] })
    const answers = (name: string) => (asked: string) => (asked.endsWith("/auftrag") ? job({}) : path(name))
    expect((await sent(kunden, 9, answers("datei"))).outcome).toEqual({ checked: result, auftrag: "j" })
    expect(await sent(kunden, 9, answers("bis"))).toMatchObject({
      outcome: { status: 400 },
      asked: ["/api/kunden/import"],
    })
  })

  test("whose job ends without a result says its reason", async () => {
    const failed = job({ status: "gescheitert", ergebnis: null, meldung: "Die Firma ist voll" })
    expect((await sent(kunden, 60_001, () => failed)).outcome).toMatchObject({
      message: "Die Firma ist voll",
    })
  })

  test("is waited for while its job is at work, and that is told", async () => {
    const { outcome, asked, told } = await sent(kunden, 60_001, (path) =>
      path.endsWith("/auftrag") ? job({ status: "laeuft", phase: "pruefen", ergebnis: null }) : job({}),
    )
    expect(outcome).toEqual({ checked: result, auftrag: "j" })
    expect(asked).toEqual(["/api/kunden/import/auftrag", "/api/einrichtung/auftraege/j"])
    expect(told).toEqual(["pruefen", undefined])
  })
})
