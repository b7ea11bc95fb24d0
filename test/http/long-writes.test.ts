import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { tenants } from "../../src/db/schema.ts"
import { BRIEFKOPF, type Company, createTestApp } from "../helpers/app.ts"
import { today } from "../helpers/day.ts"
import { importForm } from "../helpers/import-form.ts"

/** Lines of a booking that is made in the thread. */
const MANY = 51

const app = createTestApp()
afterAll(app.close)
const { longWrites } = app.deps

/** Names of the routes that were run in the thread, and what happens before one is answered. */
const done: string[] = []
let during: () => unknown = () => undefined
const run = longWrites.run.bind(longWrites)
longWrites.run = async (task) => {
  done.push(task.route)
  const [result] = await Promise.all([run(task), during()])
  return result
}

let company: Company
let token: string
let kunde_id: string
let artikel: string[]
const post = (path: string, body: unknown, as = token) => app.call("POST", path, { token: as, body })
const bookingOf = (lines: number) => ({
  kunde_id,
  positionen: artikel
    .slice(0, lines)
    .map((pfandartikel_id) => ({ pfandartikel_id, art: "ausgabe", menge: 1 })),
})
const saldo = async (): Promise<number> =>
  (await app.call("GET", `/api/kunden/${kunde_id}/pfandkonto`, { token })).body.wert_cent

beforeAll(async () => {
  company = await app.company("gross")
  ;({ token } = company.admin)
  kunde_id = (await post("/api/kunden", { name: "Adler" })).body.id
  artikel = []
  for (let i = 0; i < MANY; i++) {
    const kind = { art: "einzeln", ust_klasse: "warenumschliessung", pfand_cent: 100 }
    const made = await post("/api/pfandartikel", { nummer: `A-${i}`, bezeichnung: `Kasten ${i}`, ...kind })
    artikel.push(made.body.id)
  }
}, 120_000)

describe("a booking of many lines", () => {
  test("is made in the thread, once however often it is sent; a shorter one is made here", async () => {
    const body = { ...bookingOf(MANY), id: crypto.randomUUID() }
    const replies = [await post("/api/pfandbuchungen", body), await post("/api/pfandbuchungen", body)]
    expect(replies.map(({ status, body: { buchungen } }) => [status, buchungen.length])).toEqual([
      [201, MANY],
      [200, MANY],
    ])
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    expect([await saldo(), done]).toEqual([MANY * 100, Array(2).fill("POST /api/pfandbuchungen")])
    expect((await post("/api/pfandbuchungen", bookingOf(MANY - 1))).status).toBe(201)
    expect(done).toHaveLength(2)
    const { vorgang_id } = replies[0]?.body ?? {}
    expect((await post(`/api/pfandbuchungen/${vorgang_id}/storno`, { grund: "falsch" })).status).toBe(201)
    expect([await saldo(), done.at(-1)]).toEqual([
      (MANY - 1) * 100,
      "POST /api/pfandbuchungen/:vorgang_id/storno",
    ])
  })

  test("is refused there as it would be here, and nothing of it is booked", async () => {
    const before = await saldo()
    const body = bookingOf(MANY)
    const unknown = { pfandartikel_id: crypto.randomUUID(), art: "ausgabe", menge: 1 }
    const refused = await post("/api/pfandbuchungen", { ...body, positionen: [...body.positionen, unknown] })
    expect([refused.status, refused.body.error]).toEqual([404, "Pfandartikel nicht gefunden"])
    expect([await saldo(), done.length]).toEqual([before, 4])
  })

  test("keeps no reader waiting, and no two writers write at once", async () => {
    const before = await saldo()
    const order: string[] = []
    let isBegun = () => {}
    const begun = new Promise<void>((resolve) => (isBegun = resolve))
    const gate = Promise.withResolvers<void>()
    during = () => {
      isBegun()
      return gate.promise
    }
    const long = post("/api/pfandbuchungen", bookingOf(MANY)).then(() => order.push("long"))
    await begun
    const short = post("/api/pfandbuchungen", bookingOf(1)).then(() => order.push("short"))
    expect([await saldo(), await saldo()].every((cent) => [before, before + MANY * 100].includes(cent))).toBe(
      true,
    )
    order.push("read")
    gate.resolve()
    await Promise.all([long, short])
    expect(order).toEqual(["read", "long", "short"])
    expect(await saldo()).toBe(before + (MANY + 1) * 100)
    const { body } = await app.call("GET", "/api/pfandpruefung", { token })
    expect(body).toMatchObject({ in_ordnung: true })
    during = () => undefined
  })

  test("is made, however many come at once, and all goes on", async () => {
    const before = await saldo()
    const replies = await Promise.all(
      Array.from({ length: 150 }, () => post("/api/pfandbuchungen", bookingOf(MANY))),
    )
    const made = replies.filter(({ status }) => status === 201).length
    expect([made, await saldo()]).toEqual([150, before + 150 * MANY * 100])
    expect((await post("/api/pfandbuchungen", bookingOf(1))).status).toBe(201)
  }, 120_000)
})

describe("a stop of many positions", () => {
  const gone = (n: number) =>
    artikel.slice(0, n).map((pfandartikel_id) => ({ pfandartikel_id, ist_ausgabe: 1 }))
  const back = (n: number) =>
    artikel.slice(0, n).map((pfandartikel_id) => ({ pfandartikel_id, ist_ruecknahme: 1 }))
  const underway = async (customer = kunde_id): Promise<string> => {
    const body = { kunde_id: customer, fahrer_id: company.fahrer.id, datum: today(), positionen: [] }
    const { id } = (await post("/api/lieferungen", body)).body
    expect((await post(`/api/lieferungen/${id}/start`, {}, company.fahrer.token)).status).toBe(200)
    return id
  }
  const complete = async (positionen: object[], customer?: string) =>
    post(`/api/lieferungen/${await underway(customer)}/abschluss`, { positionen }, company.fahrer.token)
  const since = (seen: number) => done.slice(seen).map((route) => route.split("/").at(-1))

  test("is completed in the thread, once however often it is sent; a shorter one is completed here", async () => {
    const before = await saldo()
    const seen = done.length
    const id = await underway()
    const stop = { id: crypto.randomUUID(), positionen: gone(MANY) }
    const send = () => post(`/api/lieferungen/${id}/abschluss`, stop, company.fahrer.token)
    const replies = [await send(), await send()]
    expect(replies.map(({ status, body }) => `${status} ${body.status}`)).toEqual(
      Array(2).fill("200 zugestellt"),
    )
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    expect([await saldo(), since(seen)]).toEqual([before + MANY * 100, ["abschluss", "abschluss"]])
    expect((await complete(gone(MANY - 1))).status).toBe(200)
    expect(done).toHaveLength(seen + 2)
  })

  test("that nobody planned, too; and one that the office makes up for", async () => {
    const before = await saldo()
    const seen = done.length
    const body = { id: crypto.randomUUID(), kunde_id, positionen: back(MANY) }
    const send = (positionen = body.positionen) =>
      post("/api/fahrer/ungeplant", { ...body, positionen }, company.fahrer.token)
    expect([(await send()).status, (await send()).status, (await send(back(1))).status]).toEqual([
      201, 200, 409,
    ])
    expect([await saldo(), since(seen)]).toEqual([before - MANY * 100, ["ungeplant", "ungeplant"]])
    const angaben = { positionen: gone(MANY) }
    const klaerung = { lieferung_id: await underway(), art: "abschluss", ablehnung: "Nicht geplant", angaben }
    const { id } = (await post("/api/klaerungen", klaerung, company.fahrer.token)).body
    expect((await post(`/api/klaerungen/${id}/buchen`, {})).body.status).toBe("gebucht")
    expect([await saldo(), since(seen + 2)]).toEqual([before, ["buchen"]])
  })

  test("and one of a customer with many open bookings, who is settled by the delivery", async () => {
    const { id } = (
      await post("/api/kunden", { name: "Bär", strasse: "Am Hof 1", plz: "29221", ort: "Celle" })
    ).body
    await app.deps.system.write(() =>
      app.deps.system.tenant(company.id).update(tenants, company.id, BRIEFKOPF),
    )
    for (let i = 0; i < 10; i++) await post("/api/pfandbuchungen", { ...bookingOf(MANY - 1), kunde_id: id })
    const byDelivery = { token, body: { abrechnung: "je_lieferung" } }
    expect((await app.call("PATCH", `/api/kunden/${id}`, byDelivery)).status).toBe(200)
    const seen = done.length
    expect((await complete(gone(1), id)).status).toBe(200)
    const { items } = (await app.call("GET", `/api/abrechnungen?kunde_id=${id}`, { token })).body
    expect([items.map(({ betrag_cent }: { betrag_cent: number }) => betrag_cent), since(seen)]).toEqual([
      [(10 * (MANY - 1) + 1) * 100],
      ["abschluss"],
    ])
    expect((await complete(gone(1), id)).status).toBe(200)
    expect(done).toHaveLength(seen + 1)
  })

  test("keeps no other company's reader waiting", async () => {
    const other = await app.company("klein")
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    during = () => {
      begun.resolve()
      return gate.promise
    }
    const order: string[] = []
    const long = complete(gone(MANY)).then(({ status }) => order.push(`completed ${status}`))
    await Promise.race([begun.promise, long])
    const { status } = await app.call("GET", "/api/kunden", { token: other.admin.token })
    order.push(`read ${status}`)
    gate.resolve()
    await long
    expect(order).toEqual(["read 200", "completed 200"])
    during = () => undefined
  })
})

test("a count of many parts is stored and taken back in the thread, a short one here", async () => {
  const bestandteile = artikel.slice(0, 20).map((pfandartikel_id) => ({ pfandartikel_id, menge: 1 }))
  const set = { nummer: "SATZ", bezeichnung: "Satz", art: "gebinde", ust_klasse: "warenumschliessung" }
  const { id: pfandartikel_id } = (await post("/api/pfandartikel", { ...set, bestandteile })).body
  const { id } = (await post("/api/inventuren", { bezeichnung: "Hof" })).body
  const path = `/api/inventuren/${id}/zaehlungen`
  const seen = done.length
  for (const sets of [14, 16]) {
    const positionen = Array.from({ length: sets }, () => ({ pfandartikel_id, menge: 1 }))
    const { status, body } = await post(path, { positionen }, company.fahrer.token)
    expect([status, body.zaehlungen.length]).toEqual([201, sets * 20])
    const removed = await app.call("DELETE", `${path}/${body.erfassung_id}`, { token })
    expect(removed.status).toBe(204)
  }
  expect(done.slice(seen)).toEqual([
    "POST /api/inventuren/:id/zaehlungen",
    "DELETE /api/inventuren/:id/zaehlungen/:erfassung_id",
  ])
  expect((await app.call("GET", path, { token })).body.items).toEqual([])
})

test("an evening's count of many lines is stored in the thread, once however often it is sent, a short one here", async () => {
  const positionen = ["leergut", "ware"].flatMap((art) =>
    artikel.map((pfandartikel_id) => ({ art, pfandartikel_id, gezaehlt: 1 })),
  )
  const many = { id: crypto.randomUUID(), datum: today(), positionen }
  const short = { datum: today(), positionen: positionen.slice(0, 100) }
  const seen = done.length
  const replies = []
  for (const body of [many, many, short])
    replies.push(await post("/api/feierabend", body, company.fahrer.token))
  expect(replies.map(({ status, body }) => [status, body.positionen.length])).toEqual([
    [201, 102],
    [200, 102],
    [201, 100],
  ])
  expect(done.slice(seen)).toEqual(Array.from({ length: 2 }, () => "POST /api/feierabend"))
})

describe("a table of many rows", () => {
  const numbers = Array.from({ length: 51 }, (_, i) => `T-${i}`)
  const take = (path: string, lines: string[], fields: Record<string, string> = {}) => {
    const raw = importForm(lines.join("\n"), { ausfuehren: "ja", ...fields })
    return app.call("POST", `/api/${path}/import`, { token, raw })
  }
  const customers = (names: string[], ort = "Celle") => [
    "Kundennummer;Name;Ort",
    ...names.map((number) => `${number};Wirt ${number};${ort}`),
  ]

  test("is stored in the thread, once however often it is sent, and taken back there; a shorter one here", async () => {
    const seen = done.length
    const id = crypto.randomUUID()
    for (const count of [51, 51, 10]) {
      const fields = count === 51 ? { id } : { vorhandene: "aendern" }
      const { status, body } = await take("kunden", customers(numbers.slice(0, count)), fields)
      expect([status, body.ausgefuehrt, body.fehler]).toEqual([200, true, []])
    }
    const balances = ["Kundennummer;Artikel;Stück", ...numbers.map((number) => `${number};A-0;2`)]
    expect((await take("anfangsbestaende", balances)).body).toMatchObject({
      angelegt: 51,
      pfand_cent: 10_200,
    })
    const [booked] = (await app.call("GET", "/api/anfangsbestaende", { token })).body.items
    const path = `/api/anfangsbestaende/${booked.id}/storno`
    expect((await post(path, {})).body.storniert_am).toBeString()
    expect(done.slice(seen)).toEqual([
      ...Array(2).fill("POST /api/kunden/import"),
      "POST /api/anfangsbestaende/import",
      "POST /api/anfangsbestaende/:id/storno",
    ])
  })

  test("is told there with its row what cannot be stored, and nothing of it is", async () => {
    const article = { ust_klasse: "warenumschliessung", bezeichnung: "Tank" }
    const tank = { ...article, nummer: "TANK", art: "einzeln", pfand_cent: 1_000_000 }
    const { id: pfandartikel_id } = (await post("/api/pfandartikel", tank)).body
    const park = {
      ...article,
      nummer: "PARK",
      art: "gebinde",
      bestandteile: [{ pfandartikel_id, menge: 900 }],
    }
    expect((await post("/api/pfandartikel", park)).status).toBe(201)
    // The limit of a booking is applied only when it is made.
    const lines = numbers.map((number, i) => `${number};${i === 40 ? "PARK;99999" : "A-0;2"}`)
    const { body } = await take("anfangsbestaende", ["Kundennummer;Artikel;Stück", ...lines])
    expect([body.ausgefuehrt, body.fehlerzahl, body.fehler[0]]).toMatchObject([
      false,
      1,
      { zeile: 42, msg: "Der Betrag ist zu groß: eine Buchung hat höchstens 10 Milliarden Euro" },
    ])
    expect(done.at(-1)).toBe("POST /api/anfangsbestaende/import")
    const { id } = (await app.call("GET", "/api/kunden?q=T-7", { token })).body.items.at(-1)
    expect((await app.call("GET", `/api/kunden/${id}/pfandkonto`, { token })).body.wert_cent).toBe(0)
  })
})

test("a person is erased in the thread, as thousands of deliveries may name them", async () => {
  const { id } = (await post("/api/kunden", { name: "Frau Vergessen" })).body
  const { status, body } = await post(`/api/kunden/${id}/loeschung`, undefined)
  expect([status, body.name, done.at(-1)]).toEqual([
    200,
    `Gelöschter Kunde ${body.kundennummer}`,
    "POST /api/kunden/:id/loeschung",
  ])
})
