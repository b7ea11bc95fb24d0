import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test"
import { join } from "node:path"
import { pfandartikel, tenants } from "../../../src/db/schema.ts"
import { createTestApp, type TestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import { travel } from "../../helpers/zeit.ts"

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeAll(async () => {
  hof = await yard(app, "sommer")
})

type Role = "admin" | "user" | "fahrer"
const post = (body: object, role: Role = "admin") =>
  app.call("POST", "/api/pfandbuchungen", { token: hof[role].token, body })
const konto = async (kunde_id: string) =>
  (await app.call("GET", `/api/kunden/${kunde_id}/pfandkonto`, { token: hof.fahrer.token })).body
const storno = (vorgang_id: string, body: object = { grund: "vertippt" }, role: Role = "admin") =>
  app.call("POST", `/api/pfandbuchungen/${vorgang_id}/storno`, { token: hof[role].token, body })
const pruefung = async () => (await app.call("GET", "/api/pfandpruefung", { token: hof.admin.token })).body
const position = (pfandartikel_id: string, art: string, menge: number, more = {}) => ({
  pfandartikel_id,
  art,
  menge,
  ...more,
})
async function newKunde(): Promise<string> {
  const other = await yard(app, `y-${Bun.randomUUIDv7()}`)
  hof = other
  return other.kunden[0]
}

test("a gebinde is booked as its parts, and a crate can come back without its bottles", async () => {
  const kunde_id = await newKunde()
  const out = await post({ kunde_id, positionen: [position(hof.kasten, "ausgabe", 2)] })
  expect(out.status).toBe(201)
  expect(out.body.buchungen).toMatchObject([
    { lfd_nr: 1, pfandartikel_id: hof.leer, menge: 2, betrag_cent: 150, summe_cent: 300 },
    { lfd_nr: 2, pfandartikel_id: hof.flasche, menge: 40, betrag_cent: 8, summe_cent: 320 },
  ])
  const back = await post({ kunde_id, positionen: [position(hof.leer, "ruecknahme", 2)] }, "user")
  expect(back.body.pfandkonto).toMatchObject({
    wert_cent: 320,
    negativ: false,
    artikel: [{ nummer: "FLASCHE", bestand: 40, wert_cent: 320 }],
  })
})

test("the account says what came back last, by when it happened; what was reversed does not count", async () => {
  const kunde_id = await newKunde()
  const last = async () => (await konto(kunde_id)).letzte_rueckgabe
  await post({ kunde_id, positionen: [position(hof.leer, "ausgabe", 9)] })
  expect(await last()).toBeNull()
  const back = (erfasst_am: string, menge: number) =>
    post({ kunde_id, erfasst_am, positionen: [position(hof.leer, "ruecknahme", menge)] })
  const newer = (await back("2026-03-04T10:00:00Z", 4)).body
  await back("2026-03-02T10:00:00Z", 2)
  expect(await last()).toEqual({
    vorgang_id: newer.vorgang_id,
    erfasst_am: "2026-03-04T10:00:00.000Z",
    positionen: [{ geraet_id: null, nummer: "KASTEN", bezeichnung: "Artikel KASTEN", menge: 4 }],
  })
  await storno(newer.vorgang_id)
  expect(await last()).toMatchObject({ erfasst_am: "2026-03-02T10:00:00.000Z", positionen: [{ menge: 2 }] })
})

test("a day begins when the company's clock says so, also where it is put forward at midnight", async () => {
  const kunde_id = await newKunde()
  const { system } = app.deps
  const begins = [
    ["Europe/Berlin", "2026-01-01", "2025-12-31T23:00:00.000Z"],
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"],
    ["Europe/Berlin", "2026-10-26", "2026-10-25T23:00:00.000Z"],
    ["Atlantic/Azores", "2026-03-29", "2026-03-29T01:00:00.000Z"],
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z"],
    ["Pacific/Auckland", "2026-04-05", "2026-04-04T11:00:00.000Z"],
  ] as const
  for (const [zeitzone, day, begin] of begins) {
    await system.write(() => system.tenant(hof.id).update(tenants, hof.id, { zeitzone }))
    const before = new Date(Date.parse(begin) - 1).toISOString()
    await post({ kunde_id, erfasst_am: before, positionen: [position(hof.fass, "ausgabe", 1)] })
    await post({ kunde_id, erfasst_am: begin, positionen: [position(hof.fass, "ausgabe", 2)] })
    const path = `/api/kunden/${kunde_id}/kontoauszug?von=${day}&bis=${day}`
    const { bewegungen } = (await app.call("GET", path, { token: hof.admin.token })).body
    const seen = bewegungen.map(({ datum, menge }: any) => [datum, menge])
    expect([zeitzone, ...seen]).toEqual([zeitzone, [day, 2]])
  }
})

test("more may come back than went out: the account is negative and flagged, not refused", async () => {
  const kunde_id = await newKunde()
  await post({ kunde_id, positionen: [position(hof.leer, "ausgabe", 1), position(hof.fass, "ausgabe", 1)] })
  await post({ kunde_id, positionen: [position(hof.leer, "ruecknahme", 3)] })
  expect(await konto(kunde_id)).toMatchObject({
    negativ: true,
    wert_cent: 3000 - 300,
    artikel: [
      { nummer: "FASS", bestand: 1, negativ: false },
      { nummer: "KASTEN", bestand: -2, wert_cent: -300, negativ: true },
    ],
  })
  const salden = await app.call("GET", "/api/pfandsalden", { token: hof.user.token })
  expect(salden.body.items).toMatchObject([{ kunde_id, wert_cent: 2700, negativ: true }])
})

test("balances are listed page by page, the largest first, and counted where it is asked for", async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
  const third = await app.call("POST", "/api/kunden", { token: hof.user.token, body: { name: "Krone" } })
  const kunden = [...hof.kunden, third.body.id]
  for (const [i, kunde_id] of kunden.entries())
    await post({ kunde_id, positionen: [position(hof.fass, "ausgabe", [2, 3, 2][i] ?? 0)] })
  const get = (query: string) => app.call("GET", `/api/pfandsalden?${query}`, { token: hof.user.token })
  const cents: number[] = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await get(`limit=1&total=true${cursor && `&cursor=${cursor}`}`)
    expect([body.items.length, body.total]).toEqual([1, 3])
    cents.push(body.items[0].wert_cent)
    cursor = body.next_cursor
  }
  expect(cents).toEqual([9000, 6000, 6000])
  expect((await get("sort=-wert_cent")).body.total).toBeUndefined()
  for (const key of ['"9000"', "null", "1.5"]) {
    const forged = Buffer.from(`["pfandsalden -wert_cent",${key},"x"]`).toString("base64url")
    expect([key, (await get(`cursor=${forged}`)).status]).toEqual([key, 400])
  }
})

test("a booking keeps the amount it was made with", async () => {
  const kunde_id = await newKunde()
  await post({ kunde_id, positionen: [position(hof.fass, "ausgabe", 1)] })
  const tenant = app.deps.system.tenant(hof.id)
  await app.deps.system.write(() => tenant.update(pfandartikel, hof.fass, { pfand_cent: 5000 }))
  expect(await konto(kunde_id)).toMatchObject({ wert_cent: 3000 })
})

test("a returned piece is refunded at no other amount than it was paid for, so that no value is left of none", async () => {
  const kunde_id = await newKunde()
  await post({ kunde_id, positionen: [position(hof.fass, "anfangsbestand", 2)] })
  expect(await konto(kunde_id)).toMatchObject({ artikel: [{ bestand: 2, wert_cent: 6000 }] })
  const tenant = app.deps.system.tenant(hof.id)
  await app.deps.system.write(() => tenant.update(pfandartikel, hof.fass, { pfand_cent: 5000 }))
  const back = (betrag_cent: number) =>
    post({ kunde_id, positionen: [position(hof.fass, "ruecknahme", 2, { betrag_cent })] })
  const refused = await back(5000)
  expect([refused.status, refused.body.error]).toEqual([
    409,
    "Zu diesem Betrag bliebe auf dem Konto ein Wert ohne Stücke: der Kunde hätte davon 2 Stück zu 30,00\u00a0€ und -2 Stück zu 50,00\u00a0€. Ohne eigenen Betrag wird gebucht, was bezahlt oder erstattet wurde; was einbehalten werden soll, ist ein Verlust.",
  ])
  expect(await konto(kunde_id)).toMatchObject({ wert_cent: 6000, artikel: [{ bestand: 2 }] })
  expect((await back(3000)).status).toBe(201)
  expect(await konto(kunde_id)).toMatchObject({ wert_cent: 0, artikel: [] })
})

test("customers who owe the same are each listed once, page by page", async () => {
  await newKunde()
  const kunden = [...hof.kunden]
  for (let i = 0; i < 3; i++)
    kunden.push(
      (await app.call("POST", "/api/kunden", { token: hof.user.token, body: { name: `Wirt ${i}` } })).body.id,
    )
  for (const kunde_id of kunden) await post({ kunde_id, positionen: [position(hof.fass, "ausgabe", 1)] })
  const seen: string[] = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const query = cursor ? `&cursor=${cursor}` : ""
    const { body } = await app.call("GET", `/api/pfandsalden?limit=2${query}`, { token: hof.user.token })
    seen.push(...body.items.map(({ kunde_id }: { kunde_id: string }) => kunde_id))
    cursor = body.next_cursor
  }
  expect(seen.toSorted()).toEqual(kunden.toSorted())
})

describe("a device", () => {
  test("moves with its booking, comes back from where it is, and gives back what was paid for it", async () => {
    const [kunde_id, other] = [await newKunde(), hof.kunden[1]]
    const geraet_id = hof.geraete[0]
    const book = (kunde: string, art: string) =>
      post({ kunde_id: kunde, positionen: [{ geraet_id, art, menge: 1 }] })
    expect((await book(kunde_id, "ausgabe")).body.pfandkonto.geraete).toMatchObject([
      { geraetenummer: "G-1", beim_kunden: true, wert_cent: 5000 },
    ])
    const twice = await book(other, "ausgabe")
    expect([twice.status, twice.body]).toEqual([409, { error: "Das Gerät G-1 ist beim Kunden Gasthaus 1" }])
    expect((await book(other, "ruecknahme")).status).toBe(409)
    expect((await book(kunde_id, "ruecknahme")).body.pfandkonto).toMatchObject({ wert_cent: 0, geraete: [] })
    expect((await book(kunde_id, "ruecknahme")).body).toEqual({ error: "Das Gerät G-1 ist im Lager" })
    const mend = { token: hof.admin.token, body: { status: "wartung" } }
    await app.call("POST", `/api/geraete/${geraet_id}/status`, mend)
    expect((await book(kunde_id, "ausgabe")).body).toEqual({ error: "Das Gerät G-1 ist in der Wartung" })
    const unknown = [{ geraet_id: Bun.randomUUIDv7(), art: "ausgabe", menge: 1 }]
    const refused = await post({ kunde_id, positionen: unknown })
    expect([refused.status, refused.body]).toEqual([404, { error: "Gerät nicht gefunden" }])
  })

  test("issued to two customers at once goes to one of them", async () => {
    await newKunde()
    const replies = await Promise.all(
      hof.kunden.map((kunde_id) =>
        post({ kunde_id, positionen: [{ geraet_id: hof.geraete[1], art: "ausgabe", menge: 1 }] }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await pruefung()).in_ordnung).toBe(true)
  })

  test("goes back with a Storno, unless it has moved on", async () => {
    const kunde_id = await newKunde()
    const geraet_id = hof.geraete[0]
    const out = await post({ kunde_id, positionen: [{ geraet_id, art: "ausgabe", menge: 1 }] })
    expect((await storno(out.body.vorgang_id)).body.pfandkonto).toMatchObject({ wert_cent: 0, geraete: [] })
    const again = await post({ kunde_id, positionen: [{ geraet_id, art: "ausgabe", menge: 1 }] })
    await post({ kunde_id, positionen: [{ geraet_id, art: "ruecknahme", menge: 1 }] })
    expect((await storno(again.body.vorgang_id)).status).toBe(409)
    expect((await pruefung()).in_ordnung).toBe(true)
  })
})

describe("exactly once", () => {
  test("the same request twenty times at once books once", async () => {
    const kunde_id = await newKunde()
    const body = { id: Bun.randomUUIDv7(), kunde_id, positionen: [position(hof.fass, "ausgabe", 2)] }
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(replies.map(({ body: { vorgang_id } }) => vorgang_id))).toEqual(new Set([body.id]))
    expect(await konto(kunde_id)).toMatchObject({ wert_cent: 6000 })
  })

  test("the same request after a restart books nothing more", async () => {
    const dir = temporaryDir()
    const before = createTestApp({ dir })
    const firma = await yard(before, "neustart")
    const body = {
      id: Bun.randomUUIDv7(),
      kunde_id: firma.kunden[0],
      positionen: [position(firma.fass, "ausgabe", 2)],
    }
    const send = (service: TestApp) =>
      service.call("POST", "/api/pfandbuchungen", { token: firma.user.token, body })
    expect((await send(before)).status).toBe(201)
    before.close()
    const after = createTestApp({ dir })
    const again = await send(after)
    expect([again.status, again.body.pfandkonto.wert_cent]).toEqual([200, 6000])
    after.close()
  })

  test("an id names one Vorgang, whatever kind of request it came with", async () => {
    const [kunde_id, other] = [await newKunde(), hof.kunden[1]]
    const id = Bun.randomUUIDv7()
    await post({ id, kunde_id, positionen: [position(hof.fass, "ausgabe", 1)] })
    const lent = await app.call("POST", `/api/geraete/${hof.geraete[0]}/ausgabe`, {
      token: hof.user.token,
      body: { id, kunde_id: other },
    })
    expect([lent.status, lent.body]).toEqual([
      409,
      { error: "Diese id gehört schon zu einem anderen Vorgang" },
    ])
    const back = await storno(id)
    expect([back.status, back.body.pfandkonto.wert_cent]).toEqual([201, 0])
  })

  test("the same id with other content is 409, in another order of fields the same", async () => {
    const kunde_id = await newKunde()
    const id = Bun.randomUUIDv7()
    const positionen = [position(hof.fass, "ausgabe", 2)]
    await post({ id, kunde_id, positionen })
    expect((await post({ positionen, kunde_id, id })).status).toBe(200)
    expect((await post({ id, kunde_id, positionen: [position(hof.fass, "ausgabe", 3)] })).status).toBe(409)
  })

  test("a Storno books the exact opposite, once", async () => {
    const kunde_id = await newKunde()
    const { body } = await post({
      kunde_id,
      positionen: [position(hof.kasten, "ausgabe", 1), position(hof.fass, "ruecknahme", 2)],
    })
    const first = await storno(body.vorgang_id)
    expect(first.status).toBe(201)
    expect(first.body.buchungen.map((b: { summe_cent: number }) => b.summe_cent)).toEqual([-150, -160, 6000])
    expect(first.body.pfandkonto.wert_cent).toBe(0)
    expect((await storno(body.vorgang_id)).body).toEqual({ error: "Dieser Vorgang ist bereits storniert" })
    expect((await storno(first.body.vorgang_id)).status).toBe(409)
  })

  test("a Storno may be repeated by its id", async () => {
    const kunde_id = await newKunde()
    const { body } = await post({ kunde_id, positionen: [position(hof.fass, "ausgabe", 1)] })
    const wish = { id: Bun.randomUUIDv7(), grund: "vertippt" }
    const replies = await Promise.all(Array.from({ length: 5 }, () => storno(body.vorgang_id, wish)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201])
    const other = await post({ kunde_id, positionen: [position(hof.fass, "ausgabe", 1)] })
    expect((await storno(other.body.vorgang_id, wish)).body).toEqual({
      error: "Diese id wurde schon mit anderem Inhalt verwendet",
    })
  })
})

describe("roles and input", () => {
  test("an amount of one's own is for single articles: a gebinde is worth its parts", async () => {
    const kunde_id = await newKunde()
    const positionen = [position(hof.kasten, "ausgabe", 1, { betrag_cent: 1 })]
    expect((await post({ kunde_id, positionen })).body.errors).toMatchObject([
      { path: "positionen[0].betrag_cent" },
    ])
  })

  test("a clock may be a little ahead", async () => {
    const kunde_id = await newKunde()
    const erfasst_am = new Date(Date.now() + 4 * 60_000).toISOString()
    const positionen = [position(hof.fass, "ausgabe", 1)]
    expect((await post({ kunde_id, positionen, erfasst_am })).status).toBe(201)
  })

  test("the office books what moves; corrections, opening balances and amounts are the admin's", async () => {
    const kunde_id = await newKunde()
    const wishes = [
      { kunde_id, grund: "x", positionen: [position(hof.fass, "korrektur_minus", 1)] },
      { kunde_id, positionen: [position(hof.fass, "anfangsbestand", 1)] },
      { kunde_id, positionen: [position(hof.fass, "ausgabe", 1, { betrag_cent: 1 })] },
    ]
    for (const wish of wishes) {
      expect((await post(wish, "user")).status).toBe(403)
      expect((await post(wish, "admin")).status).toBe(201)
    }
  })

  test("the office reverses what it has booked itself on the same day of the company, and nothing else", async () => {
    const kunde_id = await newKunde()
    const positionen = [position(hof.fass, "ausgabe", 1)]
    const book = async (role: Role): Promise<string> =>
      (await post({ kunde_id, positionen }, role)).body.vorgang_id
    const reversed = async (vorgang_id: string): Promise<number> =>
      (await storno(vorgang_id, { grund: "x" }, "user")).status
    // In Berlin the last minute of the day, in UTC not.
    await travel(app, hof, "2026-03-31T21:59:00Z")
    const [others, own, late] = [await book("admin"), await book("user"), await book("user")]
    expect([await reversed(others), await reversed(own)]).toEqual([403, 201])
    await travel(app, hof, "2026-03-31T22:00:00Z")
    expect(await reversed(late)).toBe(403)
    setSystemTime()
  })

  test("a correction and a Storno need a reason", async () => {
    const kunde_id = await newKunde()
    const reply = await post({ kunde_id, positionen: [position(hof.fass, "korrektur_plus", 1)] })
    expect(reply.body.errors).toMatchObject([{ path: "grund" }])
    expect((await storno(Bun.randomUUIDv7(), {})).body.errors).toMatchObject([
      { path: "grund", msg: "fehlt" },
    ])
  })

  test("all faults of the positions are told at once", async () => {
    const kunde_id = await newKunde()
    const positionen = [
      { art: "ausgabe", menge: 1 },
      { art: "ausgabe", menge: 1, pfandartikel_id: hof.fass, geraet_id: hof.geraete[0] },
      { art: "ausgabe", menge: 2, geraet_id: hof.geraete[0] },
    ]
    const reply = await post({ kunde_id, positionen })
    expect(reply.body.errors.map((fault: { path: string }) => fault.path)).toEqual([
      "positionen[0]",
      "positionen[1]",
      "positionen[2].menge",
    ])
    const wrong = await post({ kunde_id, positionen: [{ art: "verkauf", menge: 0, pfandartikel_id: "x" }] })
    expect(wrong.body.errors).toHaveLength(3)
  })

  test("a time in the future is refused, one in the past is kept beside the server's", async () => {
    const kunde_id = await newKunde()
    const positionen = [position(hof.fass, "ausgabe", 1)]
    const late = await post({
      kunde_id,
      positionen,
      erfasst_am: new Date(Date.now() + 6 * 60_000).toISOString(),
    })
    expect(late.body.errors).toMatchObject([{ path: "erfasst_am" }])
    const early = await post({ kunde_id, positionen, erfasst_am: "2026-01-31T08:00:00+01:00" })
    expect(early.body.buchungen[0].erfasst_am).toBe("2026-01-31T07:00:00.000Z")
    expect(early.body.buchungen[0].gebucht_am > "2026-02").toBe(true)
    for (const outside of ["0000-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]) {
      const reply = await post({ kunde_id, positionen, erfasst_am: outside })
      expect(reply.body.errors).toMatchObject([
        { path: "erfasst_am", msg: expect.stringMatching(/^muss ein Zeitpunkt/) },
      ])
    }
  })

  test("another company's customer, article and device are not found", async () => {
    const foreign = hof
    const kunde_id = await newKunde()
    const wishes = [
      { kunde_id: foreign.kunden[0], positionen: [position(hof.fass, "ausgabe", 1)] },
      { kunde_id, positionen: [position(foreign.fass, "ausgabe", 1)] },
      { kunde_id, positionen: [{ geraet_id: foreign.geraete[0], art: "ausgabe", menge: 1 }] },
    ]
    for (const wish of wishes) expect((await post(wish)).status).toBe(404)
    expect((await konto(kunde_id)).wert_cent).toBe(0)
  })

  test("what fails half-way books nothing", async () => {
    const kunde_id = await newKunde()
    const positionen = [
      position(hof.fass, "ausgabe", 1),
      { geraet_id: hof.geraete[0], art: "ruecknahme", menge: 1 },
    ]
    expect((await post({ kunde_id, positionen })).status).toBe(409)
    const list = await app.call("GET", `/api/kunden/${kunde_id}/pfandbuchungen?total=true`, {
      token: hof.user.token,
    })
    expect(list.body).toEqual({ items: [], next_cursor: null, total: 0 })
  })
})

test("the ledger is listed newest first, by page and by what it is about", async () => {
  const kunde_id = await newKunde()
  for (let i = 0; i < 5; i++)
    await post({ kunde_id, positionen: [position(i % 2 ? hof.fass : hof.leer, "ausgabe", 1)] })
  await post({ kunde_id: hof.kunden[1], positionen: [position(hof.fass, "ausgabe", 1)] })
  const list = async (query: string) =>
    (await app.call("GET", `/api/pfandbuchungen?${query}`, { token: hof.user.token })).body
  const first = await list("limit=4")
  const second = await list(`limit=4&cursor=${first.next_cursor}`)
  expect([...first.items, ...second.items].map((b: { lfd_nr: number }) => b.lfd_nr)).toEqual([
    6, 5, 4, 3, 2, 1,
  ])
  expect(second.next_cursor).toBeNull()
  expect((await list(`pfandartikel_id=${hof.fass}`)).items).toHaveLength(3)
  expect((await list(`kunde_id=${kunde_id}&total=true`)).total).toBe(5)
})

describe("the database itself refuses", () => {
  const tamper = (sql: string): string => {
    const db = new Database(join(app.dir, "pfandwerk.db"))
    try {
      db.run(sql)
      return "done"
    } catch (error) {
      return (error as Error).message
    } finally {
      db.close()
    }
  }
  const copy = (
    changes: string,
  ) => `INSERT INTO pfandbuchungen SELECT tenant_id, '${Bun.randomUUIDv7()}', ${changes},
    gebucht_von, erfasst_am, gebucht_am, hash, erstellt_am, aktualisiert_am, version, klasse, steuersatz, preise, kleinunternehmer, ust_verfahren FROM pfandbuchungen WHERE lfd_nr = 1 LIMIT 1`

  test("a changed or deleted booking, a gap, a wrong sum", () => {
    expect(tamper("UPDATE pfandbuchungen SET menge = 1")).toContain("unveraenderlich")
    expect(tamper("DELETE FROM pfandbuchungen")).toContain("unveraenderlich")
    const rest = "vorgang_id, kunde_id, pfandartikel_id, geraet_id, art, menge, betrag_cent"
    expect(tamper(copy(`99, ${rest}, summe_cent, lieferung_id, NULL, grund`))).toContain("lueckenlos")
    const next =
      "(SELECT max(b.lfd_nr) + 1 FROM pfandbuchungen b WHERE b.tenant_id = pfandbuchungen.tenant_id)"
    expect(tamper(copy(`${next}, ${rest}, summe_cent + 1, lieferung_id, NULL, grund`))).toContain(
      "pfandbuchungen_summe",
    )
    expect(tamper(copy(`${next}, ${rest}, summe_cent, lieferung_id, id, 'x'`))).toContain("genaue Gegenteil")
  })

  test("and what gets past it is found by the proof", async () => {
    const kunde_id = await newKunde()
    await post({ kunde_id, positionen: [position(hof.fass, "ausgabe", 1), position(hof.leer, "ausgabe", 1)] })
    expect(await pruefung()).toMatchObject({ in_ordnung: true, buchungen: 2, fehler: [] })
    tamper(
      `UPDATE pfandkonten SET wert_cent = 1 WHERE tenant_id = '${hof.id}' AND pfandartikel_id = '${hof.fass}'`,
    )
    expect((await pruefung()).fehler).toMatchObject([{ art: "saldo" }])
    tamper(
      `UPDATE pfandkonten SET wert_cent = 3000 WHERE tenant_id = '${hof.id}' AND pfandartikel_id = '${hof.fass}'`,
    )
    tamper(`UPDATE pfandsalden SET wert_cent = 1 WHERE tenant_id = '${hof.id}'`)
    expect((await pruefung()).fehler).toMatchObject([{ art: "gesamtsaldo" }])
    tamper(`UPDATE pfandsalden SET wert_cent = 3150 WHERE tenant_id = '${hof.id}'`)
    tamper("DROP TRIGGER pfandbuchungen_nie_aendern")
    tamper(`UPDATE pfandbuchungen SET erfasst_am = '2020' WHERE tenant_id = '${hof.id}' AND lfd_nr = 1`)
    expect((await pruefung()).fehler).toMatchObject([
      { art: "kette", msg: "Buchung 1 wurde nachträglich verändert" },
      // When it was made tells how old the balance is.
      { art: "alter" },
    ])
  })
})
